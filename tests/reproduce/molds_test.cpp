// SPDX-License-Identifier: Apache-2.0
#include "molds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "graze/distance.h"
#include "graze/model.h"

namespace graze::reproduce {
namespace {

TEST(Molds, HaveTheThesissSize) {
  for (const std::string& name : mold_names()) {
    const Mold mold = make_mold(name, false);
    EXPECT_EQ(mold.mesh.triangles.size(), 178802u) << name;
    const auto [low, high] = std::minmax_element(mold.heights.begin(), mold.heights.end());
    EXPECT_DOUBLE_EQ(*low, 0);
    EXPECT_NEAR(*high, kRelief, 1e-12);
  }
  EXPECT_THROW(make_mold("nowhere", false), std::runtime_error);
}

/// As close as it can be to the polygon of its row, at every step.
TEST(Molds, TheBallRestsOnItsRow) {
  const Mold mold = make_mold("st_helens", true);
  const std::vector<Vec3> tips = zigzag(mold);
  ASSERT_EQ(tips.size(), 1000u);
  for (int row = 0; row < mold.side; row += 10) {
    Mesh polygon;
    for (int x = 0; x < mold.side; ++x) {
      polygon.vertices.push_back({static_cast<double>(x), static_cast<double>(row),
                                  mold.heights[static_cast<std::size_t>(row * mold.side + x)]});
    }
    for (std::uint32_t x = 0; x + 1 < static_cast<std::uint32_t>(mold.side); ++x) {
      polygon.triangles.push_back({x, x + 1, x + 1});
    }
    const Model model = Model::build(polygon);
    for (const Vec3& tip : tips) {
      if (tip.y != row) continue;
      EXPECT_NEAR(closest_point(model, {tip.x, tip.y, tip.z + kBall}).distance, kBall, 1e-9) << tip.x << ' ' << row;
    }
  }
}

TEST(Molds, PolyhedralToolsAreTheThesiss) {
  for (const auto& [name, triangles] :
       {std::pair<std::string, std::size_t>{"ball", 1680}, {"rounded", 1148}, {"cone", 1230}}) {
    const Mesh mesh = polyhedral_tool(name);
    const MeshReport report = inspect(mesh);
    EXPECT_EQ(mesh.triangles.size(), triangles) << name;
    EXPECT_TRUE(report.oriented) << name;
    EXPECT_GT(report.volume, 0) << name;
    // Its corners lie on the exact tool's surface or in it.
    const nc::Tool tool = mold_tool(name);
    for (const Vec3& v : mesh.vertices) {
      if (v.z > tool.height()) continue;
      EXPECT_LE(std::hypot(v.x, v.y), nc::radius_at(tool, std::clamp(v.z, 0.0, tool.height())) + 1e-9) << name;
    }
  }
  EXPECT_THROW(polyhedral_tool("spoon"), std::invalid_argument);
}

TEST(Molds, PartsFromAbove) {
  Mesh pyramid{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}},
               {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
  const Mold mold = part_mold("pyramid", pyramid, 21);
  EXPECT_NEAR(mold.heights[10 * 21 + 10], 10, 1e-9);
  EXPECT_NEAR(mold.heights[10 * 21 + 5], 5, 1e-9);
  EXPECT_NEAR(mold.heights[0], 0, 1e-9);
}

}  // namespace
}  // namespace graze::reproduce
