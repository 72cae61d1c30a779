// SPDX-License-Identifier: Apache-2.0
// contacts() against CGAL: candidate boxes by box_intersection_d, pairs by the exact predicates of its kernel, on the
// vertices as graze::place puts them. Degenerate triangles are left out on both sides: CGAL's do_intersect demands
// proper ones, and the rational oracle of tests/geometry covers the others.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "graze/io.h"
#include "graze/query.h"
#include "shapes.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using ExactBox = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The proper triangles of a mesh after placing, for CGAL.
struct Proper {
  std::vector<Kernel::Triangle_3> triangles;  // degenerate ones too, so that indices stay
  std::vector<ExactBox> boxes;                // of the proper ones
  std::vector<bool> is_proper;

  Proper(const Mesh& mesh, const Pose& pose) {
    std::vector<Point> points;
    for (const Vec3& v : mesh.vertices) {
      const Vec3 p = place(pose, v);
      points.emplace_back(p.x, p.y, p.z);
    }
    for (const Triangle& t : mesh.triangles) {
      const auto id = static_cast<std::uint32_t>(triangles.size());
      triangles.emplace_back(points[t[0]], points[t[1]], points[t[2]]);
      is_proper.push_back(!CGAL::collinear(points[t[0]], points[t[1]], points[t[2]]));
      if (is_proper.back()) boxes.emplace_back(triangles.back().bbox(), id);
    }
  }
};

Pairs cgal_pairs(const Proper& a, Proper b) {
  Pairs pairs;
  std::vector<ExactBox> boxes = a.boxes;
  CGAL::box_intersection_d(boxes.begin(), boxes.end(), b.boxes.begin(), b.boxes.end(),
                           [&](const ExactBox& p, const ExactBox& q) {
                             if (CGAL::do_intersect(a.triangles[p.info()], b.triangles[q.info()]))
                               pairs.emplace_back(p.info(), q.info());
                           });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

struct Centred {
  Mesh mesh;
  double size = 0;
};

Centred centred(Mesh mesh) {
  Centred result;
  result.mesh = scenes::centred(std::move(mesh));
  for (const Vec3& v : result.mesh.vertices)
    result.size = std::max({result.size, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  return result;
}

/// A dozen poses: the models' own frames, a quarter turn, random ones, and pairs around the edge of contact.
std::vector<Pose> poses(const Model& a, const Model& b, double size, SoupRandom& random) {
  std::vector<Pose> list = {Pose{}, axis_rotation(random.below(24))};
  for (int i = 0; i < 4; ++i) {
    Pose pose = soup_detail::random_pose(random);
    pose.t = random.in_cube(0.8 * size);
    list.push_back(pose);
  }
  for (int i = 0; i < 3; ++i) {
    Pose free = soup_detail::random_pose(random);
    Pose hit = free;
    const Vec3 d = random.in_cube(1);
    const double far = 6 * size / std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    free.t = {far * d.x, far * d.y, far * d.z};
    for (int step = 0; step < 60; ++step) {
      Pose middle = free;
      middle.t = {(free.t.x + hit.t.x) / 2, (free.t.y + hit.t.y) / 2, (free.t.z + hit.t.z) / 2};
      // Whether the centre collides does not matter: the bisection ends at some edge, or at the centre.
      (intersects(a, b, middle) ? hit : free) = middle;
    }
    list.push_back(free);
    list.push_back(hit);
  }
  return list;
}

/// Also returns how many pairs were compared.
std::size_t compare(const std::string& what, const Mesh& mesh_a, const Mesh& mesh_b, std::uint64_t seed) {
  const Centred a = centred(mesh_a);
  Centred b = centred(mesh_b);
  // The two in comparable size, so that they meet in many places.
  if (a.size > 2 * b.size || b.size > 2 * a.size) b = centred(scenes::scaled(b.mesh, 0.7 * a.size / b.size));
  const Model model_a = Model::build(a.mesh);
  const Model model_b = Model::build(b.mesh);
  const Proper proper_a(a.mesh, Pose{});
  SoupRandom random(seed);
  std::size_t compared = 0;
  const std::vector<Pose> list = poses(model_a, model_b, a.size, random);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Proper proper_b(b.mesh, list[i]);
    const Pairs expected = cgal_pairs(proper_a, proper_b);
    Pairs found;
    bool improper = false;
    for (const Contact& c : contacts(model_a, model_b, list[i]).pairs) {
      if (proper_a.is_proper[c.triangle_a] && proper_b.is_proper[c.triangle_b]) {
        found.emplace_back(c.triangle_a, c.triangle_b);
      } else {
        improper = true;
      }
    }
    EXPECT_EQ(found.size(), expected.size()) << what << ", pose " << i;
    EXPECT_TRUE(found == expected) << what << ", pose " << i;
    EXPECT_EQ(intersects(model_a, model_b, list[i]), improper || !expected.empty()) << what << ", pose " << i;
    compared += expected.size();
  }
  return compared;
}

TEST(Cgal, AgreesOnGeneratedModels) {
  const Mesh sphere = scenes::geodesic_sphere(10, 1);
  const Mesh torus = scenes::torus(40, 20, 0.7, 0.2);
  EXPECT_GT(compare("spheres", sphere, sphere, 1), 1000u);
  EXPECT_GT(compare("nested spheres", sphere, scenes::geodesic_sphere(9, 0.999), 2), 1000u);
  EXPECT_GT(compare("torus and tetrahedra", scenes::tetrahedra(400, 1, 0.1, 3), torus, 3), 1000u);
  EXPECT_GT(compare("stalagmites and torus", scenes::stalagmites(12, 16, 8, 0.5, 0.1, 4), torus, 4), 200u);
  EXPECT_GT(compare("pipes", scenes::pipes({3, 60, 4, 0.2}, 5), scenes::bumpy_sphere(10, 0.5, 20, 0.2, 6), 5), 1000u);
}

TEST(Cgal, AgreesOnSoups) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(scaled(300)); ++seed) {
    const Soup soup = make_soup(seed, 100);
    const Proper a(soup.a, Pose{});
    const Proper b(soup.b, soup.pose);
    const Pairs expected = cgal_pairs(a, b);
    Pairs found;
    for (const Contact& c : contacts(Model::build(soup.a), Model::build(soup.b), soup.pose).pairs) {
      if (a.is_proper[c.triangle_a] && b.is_proper[c.triangle_b]) found.emplace_back(c.triangle_a, c.triangle_b);
    }
    EXPECT_TRUE(found == expected) << "soup " << seed << ", " << soup.what;
    compared += expected.size();
  }
  EXPECT_GT(compared, 100u);
}

/// Files of a folder of real data, or none.
std::vector<std::filesystem::path> files(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  std::vector<std::filesystem::path> found;
  for (const std::string& name : names) {
    if (std::filesystem::exists(folder / name)) found.push_back(folder / name);
  }
  return found;
}

void compare_files(const std::vector<std::filesystem::path>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::filesystem::path& other = list[(i + 1) % list.size()];
    const std::size_t compared = compare(list[i].filename().string() + " and " + other.filename().string(),
                                         load_mesh(list[i]), load_mesh(other), i);
    EXPECT_GT(compared, 50u) << list[i];
  }
}

TEST(Cgal, AgreesOnSharedModels) {
  const char* data = std::getenv("GRAZE_DATA");
  const std::filesystem::path root = data != nullptr ? data : GRAZE_SOURCE_DIR "/../shared/data";
  std::vector<std::string> names = {"boeing.off", "turbine_wheel.ply",      "featuretype.stl",
                                    "hand.ply",   "pr2_head_pan_ascii.stl", "airplane.ply"};
  if (!kSanitized) names.insert(names.end(), {"bunny.ply", "armadillo.ply"});
  const auto list = files(root / "meshes", names);
  if (list.empty()) GTEST_SKIP() << "no " << root << "; GRAZE_DATA may name it";
  compare_files(list);
}

TEST(Cgal, AgreesOnBundledModels) {
  std::vector<std::filesystem::path> list;
  if (std::filesystem::exists(GRAZE_SOURCE_DIR "/data")) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(GRAZE_SOURCE_DIR "/data")) {
      const auto extension = entry.path().extension();
      const bool mesh = extension == ".ply" || extension == ".stl" || extension == ".off" || extension == ".obj";
      if (mesh && entry.file_size() < 2'000'000) list.push_back(entry.path());
    }
  }
  ASSERT_FALSE(list.empty()) << "data/ is part of the repository";
  std::sort(list.begin(), list.end());
  compare_files(list);
}

}  // namespace
}  // namespace graze::test
