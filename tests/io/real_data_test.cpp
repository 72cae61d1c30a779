// SPDX-License-Identifier: Apache-2.0
// Real meshes, where this machine has them: counts and boxes as their description gives them.
#include <cmath>

#include "io/check.h"

namespace graze {
namespace {

struct Known {
  const char* file;
  std::size_t vertices, triangles;
  Vec3 lower, upper;
};

constexpr Known kMeshes[] = {
    {"meshes/bunny.ply", 35947, 69451, {-0.09469, 0.032987, -0.061874}, {0.061009, 0.18732, 0.0588}},
    {"meshes/dragon_res2.ply", 100250, 202520, {-0.10819, 0.052739, -0.050345}, {0.096406, 0.19714, 0.041137}},
    {"meshes/armadillo.ply", 43243, 86482, {-0.43527, -0.5734, -0.37948}, {0.40334, 0.42655, 0.38333}},
    {"meshes/lucy100k.ply", 50002, 100000, {-464.91, -798.45, -266.84}, {464.91, 798.45, 266.84}},
    {"meshes/turbineblade.ply", 99519, 199034, {-10.929, -5.9674, 106.09}, {11.588, 9.0658, 148.86}},
    {"meshes/hand.ply", 7993, 15982, {-0.40662, -0.002101, -0.083893}, {0.31593, 0.93693, 0.18382}},
    {"meshes/airplane.ply", 8730, 17456, {-7.7105, -6.6392, 0.0020057}, {6.9764, 6.6469, 4.3692}},
    {"meshes/turbine_wheel.ply", 9210, 18460, {-0.11514, -0.5, -0.5}, {0.11514, 0.5, 0.5}},
    {"meshes/boeing.off", 2741, 2564, {-6, -12, -2.5}, {6, 12, 2.5}},
    {"meshes/voron_exhaust_filter_housing.ply", 21948, 43928, {54.646, 37.6, -7.6294e-06}, {198.35, 192.4, 45}},
    {"meshes/featuretype.stl", 10428, 3476, {-2.5, -1.25, -2.7318e-16}, {2.5, 1.25, 1.375}},
    {"meshes/pr2_head_pan_ascii.stl", 3000, 1000, {-0.11051, -0.16061, -0.065348}, {0.14315, 0.16061, 0.076844}},
    {"assemblies/CesiumMilkTruck.glb", 4823, 3624, {-1.396, 0.001452, -2.431}, {1.396, 2.584, 2.438}},
    {"nc/pair_plate/plate.ply", 264, 524, {-100, -100, -10}, {100, 100, 0}},
};

void expect_close(double value, double expected) { EXPECT_NEAR(value, expected, 2e-4 * std::abs(expected) + 1e-20); }

TEST(RealData, CountsAndBoxes) {
  const auto data = test::shared_data();
  if (!data) GTEST_SKIP() << "no shared data here";
  for (const Known& known : kMeshes) {
    SCOPED_TRACE(known.file);
    const Mesh mesh = load_mesh(*data / known.file);
    EXPECT_EQ(mesh.vertices.size(), known.vertices);
    EXPECT_EQ(mesh.triangles.size(), known.triangles);
    Vec3 lower{1e9, 1e9, 1e9}, upper{-1e9, -1e9, -1e9};
    for (const Vec3& v : mesh.vertices) {
      lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
      upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
    }
    expect_close(lower.x, known.lower.x);
    expect_close(lower.y, known.lower.y);
    expect_close(lower.z, known.lower.z);
    expect_close(upper.x, known.upper.x);
    expect_close(upper.y, known.upper.y);
    expect_close(upper.z, known.upper.z);
  }
}

TEST(RealData, EveryPartOfTheAssemblies) {
  const auto data = test::shared_data();
  if (!data) GTEST_SKIP() << "no shared data here";
  const std::pair<const char*, std::size_t> expected[] = {{"cycloidal_drive", 61442}, {"car_concept", 213347}};
  for (const auto& [name, triangles] : expected) {
    std::size_t sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*data / "assemblies" / name)) {
      if (entry.path().extension() == ".ply") sum += load_mesh(entry.path()).triangles.size();
    }
    EXPECT_EQ(sum, triangles) << name;
  }
}

TEST(RealData, CompressedFilesAreRefused) {
  const auto data = test::shared_data();
  if (!data) GTEST_SKIP() << "no shared data here";
  const auto file = *data / "meshes" / "dragon_871k_q11.ply.xz";
  EXPECT_ERROR(load_mesh(file), file.string() + ": compressed with xz; decompress it first");
}

}  // namespace
}  // namespace graze
