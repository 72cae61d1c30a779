// SPDX-License-Identifier: Apache-2.0
// The axis rules and split points of the thesis (3.4.6) on sets whose first split is known by hand.
#include <set>

#include "build/topology_cases.h"

namespace graze::test {
namespace {

using detail::build_topology;

/// The triangles of the root's left child.
std::set<std::uint32_t> left_of_root(const std::vector<Primitive>& primitives, Split split, SplitPoint point) {
  const Topology t = build_topology(primitives, {split, point, 1, 1});
  const BinaryNode& left = t.nodes.at(t.nodes.at(0).left);
  return {t.order.begin() + left.begin, t.order.begin() + left.end};
}

using Ids = std::set<std::uint32_t>;

TEST(SplitPoints, MeanAndMedian) {
  // Centres 0, 1, 2, 3, 10 on x: the mean is 3.2, the median element 2 begins the upper half.
  const auto line = boxes_at({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {10, 0, 0}}, 0.1f);
  for (const Split rule : {Split::longest_side, Split::splatter, Split::min_sum, Split::min_max}) {
    EXPECT_EQ(left_of_root(line, rule, SplitPoint::mean), (Ids{0, 1, 2, 3})) << name(rule);
    EXPECT_EQ(left_of_root(line, rule, SplitPoint::median), (Ids{0, 1})) << name(rule);
  }
}

TEST(SplitPoints, MedianBreaksTiesByTriangle) {
  const auto line = boxes_at({{5, 0, 0}, {5, 0, 0}, {5, 0, 0}, {5, 0, 0}, {1, 0, 0}, {9, 0, 0}}, 0.1f);
  EXPECT_EQ(left_of_root(line, Split::longest_side, SplitPoint::median), (Ids{0, 1, 4}));
}

TEST(SplitPoints, ACentreOnTheMeanGoesRight) {
  const auto line = boxes_at({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, 0.1f);
  EXPECT_EQ(left_of_root(line, Split::longest_side, SplitPoint::mean), (Ids{0}));
}

TEST(AxisRules, LongestSideIsOfTheBoxSplatterOfTheCentres) {
  // One long box makes y the longest side of the box; the centres spread along x.
  std::vector<Primitive> set = boxes_at({{0, 0, 0}, {1, 0.1f, 0}, {2, 0, 0}, {3, 0.1f, 0}}, 0.05f);
  set[1].lower[1] = -20;
  set[1].upper[1] = 20.2f;
  EXPECT_EQ(left_of_root(set, Split::splatter, SplitPoint::median), (Ids{0, 1}));
  EXPECT_EQ(left_of_root(set, Split::longest_side, SplitPoint::median), (Ids{0, 2}));
}

TEST(AxisRules, SplatterTakesTheLargestVarianceNotTheLongestSpan) {
  // Along x one stray point spans 10, the rest sit at 0: variance 100 * (1/8)(7/8) = 10.9 of 8 points.
  // Along y two clusters at ±4: variance 16, though the span is 8.
  std::vector<std::array<float, 3>> centres(8);
  for (std::size_t i = 0; i < 8; ++i) centres[i] = {i == 7 ? 10.0f : 0.0f, i % 2 == 0 ? -4.0f : 4.0f, 0};
  const auto set = boxes_at(centres, 0.1f);
  EXPECT_EQ(left_of_root(set, Split::splatter, SplitPoint::mean), (Ids{0, 2, 4, 6}));
  EXPECT_EQ(left_of_root(set, Split::longest_side, SplitPoint::mean), (Ids{0, 1, 2, 3, 4, 5, 6}));
}

TEST(AxisRules, MinSumAndMinMaxDiffer) {
  // Against the rules evaluated plainly, on small random sets.
  int differ = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const auto set = soup(8, seed, 0.6f);
    double least_sum = HUGE_VAL, least_max = HUGE_VAL;
    Ids by_sum, by_max;
    for (int axis = 0; axis < 3; ++axis) {
      double mean = 0;
      for (const Primitive& p : set) mean += (p.lower[axis] + p.upper[axis]) / 8.0;
      double volume[2];
      Ids left;
      for (int side = 0; side < 2; ++side) {
        std::array<float, 3> lower, upper;
        lower.fill(HUGE_VALF);
        upper.fill(-HUGE_VALF);
        for (const Primitive& p : set) {
          if ((p.lower[axis] + p.upper[axis] < mean) != (side == 0)) continue;
          if (side == 0) left.insert(p.triangle);
          for (std::size_t x = 0; x < 3; ++x) {
            lower[x] = std::min(lower[x], p.lower[x]);
            upper[x] = std::max(upper[x], p.upper[x]);
          }
        }
        volume[side] = 1;
        for (std::size_t x = 0; x < 3; ++x) volume[side] *= static_cast<double>(upper[x] - lower[x]);
      }
      if (volume[0] + volume[1] < least_sum) {
        least_sum = volume[0] + volume[1];
        by_sum = left;
      }
      if (std::max(volume[0], volume[1]) < least_max) {
        least_max = std::max(volume[0], volume[1]);
        by_max = left;
      }
    }
    EXPECT_EQ(left_of_root(set, Split::min_sum, SplitPoint::mean), by_sum) << seed;
    EXPECT_EQ(left_of_root(set, Split::min_max, SplitPoint::mean), by_max) << seed;
    differ += by_sum != by_max ? 1 : 0;
  }
  EXPECT_GT(differ, 5);
}

TEST(AxisRules, FlatSetsAreDividedByArea) {
  // All volumes are zero. A split of the long direction leaves less area than one of the short.
  std::vector<std::array<float, 3>> centres(8);
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t row = i / 2;
    centres[i] = {static_cast<float>(i % 2), static_cast<float>(3 * row), 0};
  }
  auto set = boxes_at(centres, 0.4f);
  for (Primitive& p : set) p.lower[2] = p.upper[2] = 0;
  for (const Split rule : {Split::min_sum, Split::min_max}) {
    for (const SplitPoint point : {SplitPoint::mean, SplitPoint::median}) {
      EXPECT_EQ(left_of_root(set, rule, point), (Ids{0, 1, 2, 3})) << name(rule) << " " << name(point);
    }
  }
}

}  // namespace
}  // namespace graze::test
