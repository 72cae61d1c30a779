// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "io/check.h"

namespace graze {
namespace {

TEST(Poses, QuaternionsInEveryLayout) {
  for (std::string_view row :
       {"1 2 3 0 0 0 1", "1,2,3,0,0,0,1", "1;2;3;0;0;0;1", " 1 , 2 ,3, 0,\t0 ,0 ; 1 # half a turn",
        "+1 2. 3e0 0 0 0 2.5", "1 2 3 0 0 0 1e-300", "1 2 3 0 0 0 1e300"}) {
    const std::vector<Pose> poses = parse_poses(row);
    ASSERT_EQ(poses.size(), 1u) << row;
    EXPECT_EQ(poses[0].t, (Vec3{1, 2, 3})) << row;
    const double expected[9] = {-1, 0, 0, 0, -1, 0, 0, 0, 1};  // half a turn about z
    for (int i = 0; i < 9; ++i) EXPECT_EQ(poses[0].r[i], expected[i]) << row << " entry " << i;
  }
}

TEST(Poses, MatricesAreTakenAsTheyAre) {
  const std::vector<Pose> poses = parse_poses("0 -1 0 10 1 0 0 20 0 0 1 30\n");
  ASSERT_EQ(poses.size(), 1u);
  const double expected[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  for (int i = 0; i < 9; ++i) EXPECT_EQ(poses[0].r[i], expected[i]);
  EXPECT_EQ(poses[0].t, (Vec3{10, 20, 30}));
}

TEST(Poses, HeaderCommentsAndLineEnds) {
  EXPECT_EQ(parse_poses("# flight\r\ntx,ty,tz,qw,qx,qy,qz\r\n\r\n0,0,0,1,0,0,0\r\n1,0,0,1,0,0,0").size(), 2u);
  EXPECT_TRUE(parse_poses("").empty());
  EXPECT_TRUE(parse_poses("# nothing\n").empty());
}

TEST(Poses, Errors) {
  const auto parse = [](std::string_view text) { parse_poses(text, "p.csv"); };
  EXPECT_ERROR(parse("0 0 0 1 0 0\n"), "p.csv:1: 6 numbers; 7 (tx ty tz qw qx qy qz) or 12 are needed");
  EXPECT_ERROR(parse("1 2 3 4 5 6 7 8 9 10 11 12 13\n"), "p.csv:1: more than 12 numbers");
  EXPECT_ERROR(parse("0 0 0 1 0 0 0\n\n0 0 0 0 0 0 0\n"), "p.csv:3: the quaternion is zero");
  EXPECT_ERROR(parse("0 0 0 1 0 0 nan\n"), "p.csv:1: 'nan' is not a finite number");
  EXPECT_ERROR(parse("0 0 0 1 0 0 1e999\n"), "p.csv:1: '1e999' is not a finite number");
  EXPECT_ERROR(parse("0 0 0 1 0 0 x\n"), "p.csv:1: 'x' is not a number");
  EXPECT_ERROR(parse("a b\nc d\n"), "p.csv:2: not a row of numbers");
  EXPECT_ERROR(parse("0,0,0,1,,0,0\n"), "p.csv:1: an empty field");
  EXPECT_ERROR(parse(",0,0,0,1,0,0,0\n"), "p.csv:1: an empty field");
  EXPECT_ERROR(parse("0,0,0,1,0,0,0,\n"), "p.csv:1: the line ends with a separator");
  EXPECT_ERROR(parse("0 0 0 1 0 0 0\n1 0 0 0 0 1 0 0 0 0 1 0\n"), "p.csv:2: 12 numbers, but the rows before have 7");
  const std::string not_rigid = "p.csv:1: not a rigid motion: the rotation is not orthonormal to 1e-6, or mirrors";
  EXPECT_ERROR(parse("1 0 0 0 0 1.00001 0 0 0 0 1 0\n"), not_rigid);
  EXPECT_ERROR(parse("-1 0 0 0 0 1 0 0 0 0 1 0\n"), not_rigid);
  EXPECT_EQ(test::error_of([] { load_poses("no/such/file.csv"); }), "no/such/file.csv: no such file");
}

TEST(Poses, SavedAndLoadedAgain) {
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "poses.csv";
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<Pose> poses;
  for (int i = 0; i < 200; ++i) {
    const auto n = [&] { return normal(random); };
    poses.push_back(pose_from_quaternion(n(), n(), n(), n(), {1e6 * n(), n(), 1e-9 * n()}));
  }
  // half turns and quarter turns: each component of the quaternion the largest once, or several equal
  for (double w : {0.0, 1.0}) {
    for (double x : {0.0, 1.0}) {
      for (double y : {0.0, 1.0}) poses.push_back(pose_from_quaternion(w, x, y, w + x + y == 0 ? 1 : 0));
    }
  }
  save_poses(file, poses);
  const std::vector<Pose> again = load_poses(file);
  ASSERT_EQ(again.size(), poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_EQ(again[i].t, poses[i].t);
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(again[i].r[k], poses[i].r[k], 2e-15);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()), 1)
      << "a temporary file was left";
}

TEST(Poses, SavingFailsCleanly) {
  const test::ScratchFolder folder;
  Pose bent;
  bent.r[0] = 2;
  const auto file = folder.path() / "poses.csv";
  EXPECT_ERROR(save_poses(file, std::vector<Pose>{Pose{}, bent}), file.string() + ": pose 1 is not rigid");
  EXPECT_FALSE(std::filesystem::exists(file));
  const auto nowhere = folder.path() / "missing" / "poses.csv";
  EXPECT_ERROR(save_poses(nowhere, std::vector<Pose>{}),
               nowhere.string() + ": cannot be written: No such file or directory");
  const auto occupied = folder.path() / "folder";
  std::filesystem::create_directories(occupied / "inner");
  EXPECT_NE(test::error_of([&] { save_poses(occupied, std::vector<Pose>{}); }), "");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()),
            1);
}

}  // namespace
}  // namespace graze
