// SPDX-License-Identifier: Apache-2.0
#include "pose_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "graze/error.h"

namespace graze::bench {
namespace {

Mesh tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

PoseSet example() {
  PoseSet set;
  set.name = "tetra-near";
  set.title = "Two tetrahedra, \"close\"";
  set.a = identify(tetrahedron(), "tetra", "some folder/tetra.ply");
  set.b = identify(tetrahedron(), "tetra/4", "", 0.25);
  set.size = 1.5;
  set.max_penetration = 0.1;
  set.levels_are = kPercent;
  set.levels = {-1, 0, 2.5};
  set.generator = "by hand";
  set.seed = 0xFFFFFFFFFFFFFFFFu;
  for (std::uint32_t i = 0; i < 3; ++i) {
    PlacedPose pose;
    pose.b_in_a = pose_from_quaternion(1, 0.1 * i, -0.3, 1.0 / 3, {1e-300, -7.25, 1.0 / (i + 3)});
    pose.level = i;
    pose.placing = static_cast<Placing>(i);
    pose.prescribed = 0.1 * set.levels[i] / 100;
    pose.achieved = pose.prescribed + 1e-9;
    pose.verified = i != 1;
    pose.direction = 7 * i;
    pose.orientation = i;
    set.poses.push_back(pose);
  }
  return set;
}

/// A folder of this test's own, removed with it.
class PoseSets : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("graze_pose_sets_") + info->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path file(const std::string& name = "set.json") const { return folder_ / name; }

  std::string text_of(const std::filesystem::path& path) const {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  /// What reading says of the example after a change of its text.
  std::string complaint(const std::string& from, const std::string& to) {
    write_pose_set(file(), example());
    std::string text = text_of(file());
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    std::ofstream(file()) << text;
    try {
      read_pose_set(file());
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::format);
      return error.message();
    }
    return "read without complaint";
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(PoseSets, AreReadAsTheyWereWritten) {
  const PoseSet written = example();
  write_pose_set(file(), written);
  const PoseSet read = read_pose_set(file());
  EXPECT_EQ(read.name, written.name);
  EXPECT_EQ(read.title, written.title);
  EXPECT_EQ(read.a.file, written.a.file);
  EXPECT_EQ(read.a.hash, written.a.hash);
  EXPECT_EQ(read.b.triangles, 4u);
  EXPECT_EQ(read.b.scale, 0.25);
  EXPECT_EQ(read.levels, written.levels);
  EXPECT_EQ(read.levels_are, kPercent);
  EXPECT_EQ(read.seed, written.seed);
  ASSERT_EQ(read.poses.size(), written.poses.size());
  for (std::size_t i = 0; i < read.poses.size(); ++i) {
    const PlacedPose& r = read.poses[i];
    const PlacedPose& w = written.poses[i];
    EXPECT_TRUE(std::equal(r.b_in_a.r, r.b_in_a.r + 9, w.b_in_a.r)) << "every digit is kept";
    EXPECT_EQ(r.b_in_a.t, w.b_in_a.t);
    EXPECT_EQ(r.level, w.level);
    EXPECT_EQ(r.placing, w.placing);
    EXPECT_EQ(r.prescribed, w.prescribed);
    EXPECT_EQ(r.achieved, w.achieved);
    EXPECT_EQ(r.verified, w.verified);
    EXPECT_EQ(r.direction, w.direction);
    EXPECT_EQ(r.orientation, w.orientation);
  }
  write_pose_set(file("again.json"), read);
  EXPECT_EQ(text_of(file()), text_of(file("again.json")));
}

TEST_F(PoseSets, SayWhatIsWrongWithThem) {
  EXPECT_EQ(complaint("\"version\": 1", "\"version\": 2"), "is of version 2, and this program reads 1");
  EXPECT_EQ(complaint("graze-poses", "other"), "is not a file of poses (graze-poses)");
  EXPECT_EQ(complaint("\"levels_are\"", "\"levels_were\""), "there is no \"levels_are\" in the document");
  EXPECT_EQ(complaint("[1,\"fixed_distance\"", "[9,\"fixed_distance\""), "pose 1 is of level 9, which does not exist");
  EXPECT_EQ(complaint("\"fixed_distance\"", "\"dropped\""),
            "pose 1: placing is none of offset, fixed_distance, interior, given");
  EXPECT_EQ(complaint("-7.25", "null"), "pose 0: ty is not a finite number");
  EXPECT_EQ(complaint(",-7.25", ""), "pose 0 is not a list of 19 values");
  EXPECT_EQ(complaint("[0,\"offset\"", "[-1,\"offset\""), "pose 0: level is not a whole number");
  EXPECT_NE(complaint("\"poses\": [", "\"poses\": [[").find("is not JSON"), std::string::npos);
  PoseSet flat = example();
  flat.size = 0;
  write_pose_set(file(), flat);
  EXPECT_THROW(read_pose_set(file()), Error) << "errors are parts of the size";
  PoseSet empty = example();
  empty.poses.clear();
  write_pose_set(file(), empty);
  EXPECT_THROW(read_pose_set(file()), Error);
  PoseSet skewed = example();
  skewed.poses[2].b_in_a.r[4] += 0.01;
  write_pose_set(file(), skewed);
  EXPECT_THROW(read_pose_set(file()), Error);
  EXPECT_THROW(read_pose_set(file("missing.json")), Error);
}

TEST_F(PoseSets, BelongToTheirModels) {
  Mesh mesh = tetrahedron();
  const ModelId id = identify(mesh, "tetra");
  EXPECT_NO_THROW(expect_model(id, mesh, "set.json"));
  mesh.vertices[3].z = std::nextafter(1.0, 2.0);
  EXPECT_THROW(expect_model(id, mesh, "set.json"), Error);
}

/// Worked out by hand from the definition, so that others can write the hash themselves.
TEST(MeshHash, IsFnv1aOfNumbers) {
  EXPECT_EQ(hash_text(mesh_hash({})), "cbf29ce484222325");
  Mesh mesh;
  mesh.vertices = {{0, -0.0, 1}};
  std::uint64_t expected = 0xCBF29CE484222325u;
  const unsigned char bytes[24] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F};
  for (const unsigned char byte : bytes) expected = (expected ^ byte) * 0x100000001B3u;
  EXPECT_EQ(mesh_hash(mesh), expected);
}

}  // namespace
}  // namespace graze::bench
