// SPDX-License-Identifier: Apache-2.0
// Split points best and sampled, splitting directions, and the regrouping of descendants.
#include "build/split_plane.h"

#include <gtest/gtest.h>

#include <set>

#include "build/split_rules.h"
#include "build/topology_cases.h"
#include "support/scale.h"
#include "volumes/dop.h"

namespace graze::test {
namespace {

using namespace detail;
using Ids = std::set<std::uint32_t>;

Ids left_of_root(const std::vector<Primitive>& primitives, const TopologyOptions& options) {
  const Topology t = build_topology(primitives, options);
  const BinaryNode& left = t.nodes[t.nodes[0].left];
  return {t.order.begin() + left.begin, t.order.begin() + left.end};
}

double volume(const std::vector<Primitive>& primitives, const Ids& ids, bool inside) {
  Box4 box;
  for (const Primitive& p : primitives) {
    if (ids.contains(p.triangle) == inside) box.add(box_of(p));
  }
  const Float4 d = box.extent();
  return static_cast<double>(d[0]) * d[1] * d[2];
}

double area_of(const std::vector<Primitive>& primitives, const Ids& ids, bool inside) {
  Box4 box;
  for (const Primitive& p : primitives) {
    if (ids.contains(p.triangle) == inside) box.add(box_of(p));
  }
  const double x = box.extent()[0], y = box.extent()[1], z = box.extent()[2];
  return x * y + y * z + z * x;
}

/// The least cost of all splits across the axes, by trying every centre.
template <class Cost>
double least(const std::vector<Primitive>& primitives, const Cost& cost) {
  double best = HUGE_VAL;
  for (int axis = 0; axis < 3; ++axis) {
    for (const Primitive& at : primitives) {
      Ids left;
      for (const Primitive& p : primitives) {
        if (p.lower[axis] + p.upper[axis] < at.lower[axis] + at.upper[axis]) left.insert(p.triangle);
      }
      if (!left.empty()) best = std::min(best, cost(left));
    }
  }
  return best;
}

TEST(SplitPoints, BestIsTheBestOfAllCentres) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto set = soup(60, seed, 0.4f);
    const auto sum = [&](const Ids& l) { return volume(set, l, true) + volume(set, l, false); };
    const auto most = [&](const Ids& l) { return std::max(volume(set, l, true), volume(set, l, false)); };
    const auto work = [&](const Ids& l) {
      return area_of(set, l, true) * static_cast<double>(l.size()) +
             area_of(set, l, false) * static_cast<double>(set.size() - l.size());
    };
    TopologyOptions options{.point = SplitPoint::best, .threads = 1};
    options.split = Split::min_sum;
    EXPECT_NEAR(sum(left_of_root(set, options)), least(set, sum), 1e-12);
    options.split = Split::min_max;
    EXPECT_NEAR(most(left_of_root(set, options)), least(set, most), 1e-12);
    options.split = Split::sah;
    EXPECT_NEAR(work(left_of_root(set, options)), least(set, work), 1e-9);
    const double best = work(left_of_root(set, options));
    options.point = SplitPoint::sampled;
    EXPECT_GE(work(left_of_root(set, options)), best - 1e-9);
    options.samples = 1000;  // nearly every centre
    EXPECT_NEAR(work(left_of_root(set, options)), best, 0.01 * best);
  }
}

TEST(SplitPoints, SamplesDependOnTheSeedAlone) {
  const auto set = soup(3000, 5);
  TopologyOptions options{.split = Split::min_sum, .point = SplitPoint::sampled, .threads = 1, .samples = 4};
  const Topology first = build_topology(set, options);
  EXPECT_TRUE(same(first, build_topology(set, options)));
  options.seed = 1;
  EXPECT_FALSE(same(first, build_topology(set, options)));
  for (const SplitPoint point : {SplitPoint::best, SplitPoint::sampled}) {
    for (const Split split : all_splits()) {
      TopologyOptions one{.split = split, .point = point, .threads = 1}, many = one;
      many.threads = 4;
      const auto large = soup(test::kSanitized ? 8000 : 20000, 6);
      EXPECT_TRUE(same(build_topology(large, one), build_topology(large, many))) << name(split);
    }
  }
}

/// Boxes along a diagonal: only a plane across it divides them without an overlap.
TEST(SplitAxes, AllFindsTheDiagonal) {
  std::vector<std::array<float, 3>> centres;
  for (int i = 0; i < 20; ++i) {
    const float s = static_cast<float>(i), t = static_cast<float>(i % 2) * 30;
    centres.push_back({s + t, -s + t, 0});
  }
  const auto set = boxes_at(centres, 0.1f);
  SlabTable table;
  const DopDirections& directions = directions_of(Volume::dop18);
  table.count = static_cast<std::size_t>(directions.count);
  for (std::size_t i = 0; i < table.count; ++i) std::copy_n(directions.unit[i], 3, table.unit[i]);
  for (const Primitive& p : set) {
    for (std::size_t i = 0; i < table.count; ++i) {
      float centre = 0, half = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        centre += static_cast<float>(table.unit[i][x]) * 0.5f * (p.lower[x] + p.upper[x]);
        half += static_cast<float>(std::abs(table.unit[i][x])) * 0.5f * (p.upper[x] - p.lower[x]);
      }
      table.extents.push_back(centre - half);
      table.extents.push_back(centre + half);
    }
  }
  const auto even = [](const Ids& ids) {
    return std::all_of(ids.begin(), ids.end(), [](std::uint32_t i) { return i % 2 == 0; });
  };
  for (const Split split : {Split::longest_side, Split::splatter, Split::min_sum, Split::min_max, Split::sah}) {
    TopologyOptions options{
        .split = split, .leaf_size = 1, .threads = 1, .split_axes = SplitAxes::all, .slabs = &table};
    const Ids left = left_of_root(set, options);
    EXPECT_EQ(left.size(), 10u) << name(split);
    EXPECT_TRUE(even(left)) << name(split);  // 30 apart along (1, 1, 0), 19 wide along (1, -1, 0)
  }
}

/// The regrouped split is the best of all groupings of the descendants that the rule makes.
TEST(Regroup, IsTheBestOfAllGroupings) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto set = soup(200, seed, 0.3f);
    TopologyOptions options{.split = Split::splatter, .leaf_size = 1, .threads = 1};
    const Topology plain = build_topology(set, options);
    // The four grandchildren are what splitting the larger first gives, when the children are about as large.
    const auto children = [&](std::uint32_t i) { return std::pair(plain.nodes[i].left, plain.nodes[i].right); };
    const auto size = [&](std::uint32_t i) { return plain.nodes[i].end - plain.nodes[i].begin; };
    std::vector<std::uint32_t> parts{0};
    while (parts.size() < 4) {
      const auto largest =
          std::max_element(parts.begin(), parts.end(), [&](auto i, auto j) { return size(i) < size(j); });
      const auto [l, r] = children(*largest);
      *largest = r;
      parts.insert(largest, l);
    }
    for (const double balance : {0.0, 1.0}) {
      const auto cost = [&](const Ids& left) {
        return volume(set, left, true) * std::pow(left.size(), balance) +
               volume(set, left, false) * std::pow(set.size() - left.size(), balance);
      };
      double best = HUGE_VAL;
      for (unsigned grouping = 1; grouping < 15; ++grouping) {
        Ids left;
        for (std::size_t k = 0; k < 4; ++k) {
          const BinaryNode& n = plain.nodes[parts[k]];
          if ((grouping >> k & 1u) != 0) left.insert(plain.order.begin() + n.begin, plain.order.begin() + n.end);
        }
        best = std::min(best, cost(left));
      }
      options.regroup = 4;
      options.regroup_balance = balance;
      EXPECT_NEAR(cost(left_of_root(set, options)), best, 1e-12) << seed;
    }
  }
}

TEST(BottomUp, IsATopology) {
  for (const int leaf : {1, 4, 100}) {
    for (const std::size_t n : {1, 2, 3, 17, 1000}) {
      const auto set = soup(n, 3);
      check_topology(build_topology(set, {.leaf_size = leaf, .threads = 1, .building = Building::bottom_up}), set,
                     leaf);
    }
  }
  // Copies of one triangle, which are all as near: in about log n rounds, or this would take minutes.
  const std::vector<Primitive> copies = boxes_at(std::vector<std::array<float, 3>>(50000, {1, 2, 3}), 0.5f);
  const Topology t = build_topology(copies, {.leaf_size = 4, .threads = 1, .building = Building::bottom_up});
  EXPECT_LT(check_topology(t, copies, 4), 40);
}

TEST(BottomUp, JoinsWhatIsNear) {
  // Two clouds far apart: no node but the root holds triangles of both.
  std::vector<std::array<float, 3>> centres;
  for (const Primitive& p : soup(400, 4)) {
    centres.push_back({p.lower[0] + (centres.size() % 2 == 0 ? 0 : 50), p.lower[1], p.lower[2]});
  }
  const auto set = boxes_at(centres, 0.01f);
  const Topology t = build_topology(set, {.leaf_size = 1, .threads = 1, .building = Building::bottom_up});
  const BinaryNode& left = t.nodes[t.nodes[0].left];
  EXPECT_EQ(left.end - left.begin, 200u);
  for (std::uint32_t i = left.begin; i < left.end; ++i) EXPECT_EQ(t.order[i] % 2, t.order[left.begin] % 2);
}

TEST(WidestGap, CutsBetweenTheParts) {
  const auto set = boxes_at({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {7, 1, 0}, {8, 1, 0}}, 0.2f);
  EXPECT_EQ(left_of_root(set, {.split = all_splits().back(), .leaf_size = 1}), (Ids{0, 1, 2}));
}

}  // namespace
}  // namespace graze::test
