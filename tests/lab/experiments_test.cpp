// SPDX-License-Identifier: Apache-2.0
// The experiments of chapter 2: datasets have the thesis's sizes, all methods give brute force's contacts on a billiard
// flight, and rows carry the thesis's numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "chapter2.h"
#include "graze/error.h"
#include "lab/experiments/contest.h"
#include "lab/experiments/record.h"
#include "lab/experiments/tables.h"
#include "lab/support.h"
#include "scenes.h"

namespace graze::lab {
namespace {

const std::string kNumbers = std::string(GRAZE_SOURCE_DIR) + "/lab/data/thesis_chapter2.csv";

TEST(LabDatasets, RandomBoxesFillTheCube) {
  for (const int leaves : {1, 2, 25, 1000}) {
    const double epsilon = 0.3 / std::cbrt(leaves);
    const std::vector<Box> boxes = scenes::random_boxes(leaves, epsilon, 7);
    ASSERT_EQ(boxes.size(), static_cast<std::size_t>(leaves));
    double volume = 0;
    for (const Box& box : boxes) {
      const Vec3 extent = box.upper - box.lower;
      volume += extent.x * extent.y * extent.z;
      EXPECT_GE(std::min({extent.x, extent.y, extent.z}), epsilon * (1 - 1e-9));  // no pancakes
    }
    EXPECT_NEAR(volume, 1, 1e-9);
    for (std::size_t i = 0; leaves <= 25 && i < boxes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3 gap = detail::max(boxes[i].lower, boxes[j].lower) - detail::min(boxes[i].upper, boxes[j].upper);
        EXPECT_GE(std::max({gap.x, gap.y, gap.z}), 0);  // no two overlap
      }
    }
  }
  EXPECT_THROW(scenes::random_boxes(8, 0.25, 1), std::invalid_argument);
  EXPECT_THROW(scenes::random_boxes(8, 0, 1), std::invalid_argument);
  EXPECT_THROW(scenes::random_boxes(0, 0.1, 1), std::invalid_argument);
}

TEST(LabDatasets, HaveTheSizesOfTheThesis) {
  const Thesis thesis(kNumbers);
  EXPECT_EQ(thesis.size(), 1436u);
  const auto number = [&](const char* table, const std::string& dataset) {
    return std::stod(thesis.number({table, dataset, "", "", "triangles"}).value_or("0"));
  };
  for (const scenes::Chapter2Item& item : scenes::chapter2_flyers()) {
    const Mesh mesh = scenes::chapter2_flyer(item.name);
    EXPECT_NEAR(static_cast<double>(mesh.triangles.size()) / number("table_2", item.thesis), 1, 1e-3) << item.name;
    const Box box = inspect(mesh).box;
    const Vec3 extent = box.upper - box.lower;
    EXPECT_NEAR(std::max({extent.x, extent.y, extent.z}), 0.05, 1e-12) << item.name;
  }
  int groups = 0;
  for (const scenes::Chapter2Item& item : scenes::chapter2_worlds()) {
    const Mesh mesh = scenes::chapter2_world(item.name);
    EXPECT_NEAR(static_cast<double>(mesh.triangles.size()) / number("table_1", item.thesis), 1, 5e-3) << item.name;
    for (const Vec3& v : mesh.vertices) {
      ASSERT_GE(std::min({v.x, v.y, v.z}), 0) << item.name;
      ASSERT_LE(std::max({v.x, v.y, v.z}), 1) << item.name;
    }
    ++groups;
  }
  EXPECT_GE(groups, 19);
  EXPECT_THROW(scenes::chapter2_world("nowhere"), std::invalid_argument);
  EXPECT_THROW(scenes::chapter2_flyer("nothing"), std::invalid_argument);
}

TEST(LabDatasets, ObstaclesDoNotMeet) {
  // Pairs that meet are neighbours within one obstacle: each shares a corner with the other.
  for (const char* name : {"250t", "s10.2each", "s9.20rp"}) {
    const Mesh mesh = scenes::chapter2_world(name);
    const Model model = Model::build(mesh);
    for (const Contact& c : contacts(model, model, Pose{}).pairs) {
      bool shared = false;
      for (const std::uint32_t v : mesh.triangles[c.triangle_a]) {
        for (const std::uint32_t w : mesh.triangles[c.triangle_b])
          shared = shared || mesh.vertices[v] == mesh.vertices[w];
      }
      ASSERT_TRUE(shared) << name << ": " << c.triangle_a << " and " << c.triangle_b;
    }
  }
}

/// The contacts of every method along a recorded billiard flight.
void replay(const std::string& world_name, const std::string& flyer_name, int steps, std::uint64_t seed) {
  scenes::Chapter2Item item;
  for (const scenes::Chapter2Item& i : scenes::chapter2_worlds()) item = i.name == world_name ? i : item;
  const World world = make_world(item);
  EXPECT_GE(world.methods.size(), 3u);
  const Mesh body = scenes::chapter2_flyer(flyer_name);
  scenes::Billiard path;
  path.region = scenes::chapter2_region(item, world.mesh);
  path.poses = steps;
  const std::vector<Pose> poses = scenes::billiard(scenes::graze_oracle(world.mesh, body), path, seed);
  const Model a = Model::build(world.mesh), b = Model::build(body);
  const Flyer flyer(body);
  std::vector<Flight> flights(world.methods.size(), Flight(flyer));
  std::size_t colliding = 0;
  for (const Pose& pose : poses) {
    const std::vector<Pair> truth = test::expected(a, b, pose, graze::Method::hierarchy);
    if (!truth.empty() && ++colliding % 5 == 1) {
      EXPECT_EQ(truth, test::expected(a, b, pose));
    }
    for (std::size_t i = 0; i < flights.size(); ++i) {
      flights[i].move(pose);
      std::vector<Pair> found;
      world.methods[i]->contacts(flights[i], found);
      ASSERT_EQ(found, truth) << world.methods[i]->name() << " in " << world_name;
    }
  }
  EXPECT_GT(colliding, 0u) << world_name;
  EXPECT_LT(colliding, poses.size() / 2) << world_name;
}

TEST(LabFlights, AllMethodsFindTheSameContacts) {
  replay("100t", "socbal", 400, 5);
  replay("s16.6easy", "bishop", 400, 4);
  replay("hills", "socbal", 400, 5);
}

TEST(LabFlights, BilliardTurnsBackWhereItHits) {
  const Mesh world = scenes::chapter2_world("100t");
  const Mesh body = scenes::chapter2_flyer("socbal");
  const scenes::Oracle oracle = scenes::graze_oracle(world, body);
  scenes::Billiard path;
  path.region = {{0, 0, 0}, {1, 1, 1}};
  path.poses = 2000;
  const std::vector<Pose> poses = scenes::billiard(oracle, path, 5);
  ASSERT_EQ(poses.size(), 2000u);
  double way = 0;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    const Vec3 d = poses[i].t - poses[i - 1].t;
    way += detail::norm(d);
    EXPECT_LE(detail::norm(d), 0.016);
  }
  EXPECT_NEAR(way / 2000, 0.005, 0.001);  // as in the thesis
}

TEST(LabContest, TiesShareTheBetterPlace) {
  EXPECT_EQ(places({100, 50, 200, 10}), (std::vector<int>{2, 3, 1, 4}));
  EXPECT_EQ(places({100, 98, 50, 49}), (std::vector<int>{1, 1, 3, 3}));
  EXPECT_EQ(places({1, 1, 1, 1}), (std::vector<int>{1, 1, 1, 1}));
}

TEST(LabContest, RowsCarryTheThesissNumbers) {
  const Thesis thesis(kNumbers);
  std::ostringstream out;
  Record record(out, thesis);
  record.add({"table_6", "lake", "3d-tree", "tetra", "frames_per_second"}, 1234.5, "buffalo-w");
  record.add({"table_6", "lake", "graze", "tetra", "frames_per_second"}, 2, "buffalo-w");
  record.add({"table_3", "total", "r-tree", "", "wins"}, 3, "total");
  EXPECT_EQ(out.str(),
            "experiment,dataset,method,parameter,quantity,value,thesis\n"
            "table_6,lake,3d-tree,tetra,frames_per_second,1234.5,275.4\n"
            "table_6,lake,graze,tetra,frames_per_second,2,\n"
            "table_3,total,r-tree,,wins,3,73\n");
  EXPECT_THROW(Thesis("/nonexistent/file.csv"), Error);
}

TEST(LabContest, TablesAreComplete) {
  const Thesis thesis(kNumbers);
  std::ostringstream out, progress;
  Record record(out, thesis);
  TableOptions options;
  options.contest = {60, 1, 2};
  options.worlds = {"1000t"};
  options.flyers = {"tetra", "socbal"};
  EXPECT_EQ(write_tables(options, record, progress), 0u);
  for (const char* row :
       {"table_1,1000t,grid,,stored,", "table_1,1000t,r-tree,,height,12,12", "table_2,socbal,,,hull_vertices,60,60",
        "table_7,1000t,r-tree,socbal,frames_per_second,", "table_7,1000t,graze,socbal,normalised_frames_per_second,",
        "table_7,1000t,,tetra,wrong_answers,0,"})
    EXPECT_NE(out.str().find(row), std::string::npos) << row;
  // No step of the tetrahedron comes to a full check: nothing to normalise by.
  EXPECT_NE(out.str().find("table_7,1000t,,tetra,full_checks,0,"), std::string::npos);
  EXPECT_NE(out.str().find("table_7,1000t,grid,tetra,normalised_frames_per_second,,12343.6\n"), std::string::npos);
  options.worlds = {"250t"};
  options.flyers = {"tetra"};
  options.contest.steps = 20;
  EXPECT_EQ(write_parameters(options, record, progress), 0u);
  EXPECT_NE(out.str().find("parameters,250t,grid,tetra; N 40,frames_per_second,"), std::string::npos);
}

}  // namespace
}  // namespace graze::lab
