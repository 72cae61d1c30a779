// SPDX-License-Identifier: Apache-2.0
#include "build/topology_cases.h"
#include "graze/error.h"

namespace graze::test {
namespace {

using detail::build_topology;
using detail::collapse;
using detail::kNoNode;
using detail::WideTopology;

/// Every leaf once and in order; children, in topological order, make up their node; depth-first numbers; height.
void check_wide(const WideTopology& w, const Topology& t, int width) {
  ASSERT_EQ(w.width, width);
  ASSERT_EQ(w.child_begin.size(), w.node_count() + 1);
  ASSERT_EQ(w.child_begin.front(), 0u);
  ASSERT_EQ(w.child_begin.back(), w.children.size());
  if (t.nodes.empty()) {
    EXPECT_EQ(w.node_count(), 1u);
    EXPECT_TRUE(w.children.empty());
    return;
  }
  ASSERT_EQ(w.child_begin[1], 1u);
  ASSERT_EQ(w.children[0].binary, 0u);
  struct Visit {
    std::uint32_t child;
    int depth;
  };
  std::vector<Visit> stack = {{0, 0}};
  std::uint32_t next_wide = 1, next_order = 0;
  int height = 0;
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    const detail::WideChild& child = w.children[visit.child];
    const BinaryNode& n = t.nodes.at(child.binary);
    height = std::max(height, visit.depth);
    if (n.is_leaf()) {
      ASSERT_EQ(child.wide, kNoNode);
      ASSERT_EQ(n.begin, next_order);
      next_order = n.end;
      continue;
    }
    ASSERT_EQ(child.wide, next_wide++);
    ASSERT_LT(child.wide, w.node_count());
    const std::uint32_t first = w.child_begin[child.wide], last = w.child_begin[child.wide + 1];
    ASSERT_GE(last - first, 2u);
    ASSERT_LE(last - first, static_cast<std::uint32_t>(width));
    std::uint32_t covered = n.begin;
    for (std::uint32_t i = first; i < last; ++i) {
      const BinaryNode& c = t.nodes.at(w.children[i].binary);
      ASSERT_GT(w.children[i].binary, child.binary);
      ASSERT_EQ(c.begin, covered);
      covered = c.end;
    }
    ASSERT_EQ(covered, n.end);
    for (std::uint32_t i = last; i-- > first;) stack.push_back({i, visit.depth + 1});
  }
  EXPECT_EQ(next_wide, w.node_count());
  EXPECT_EQ(next_order, t.order.size());
  EXPECT_EQ(w.height, height);
}

double opened_area(const WideTopology& w, const Topology& t) {
  double sum = 0;
  for (const auto& c : w.children) sum += c.wide == kNoNode ? 0 : area(t.nodes[c.binary]);
  return sum;
}

/// The plain way, to compare with: open the child of largest area until the node is full.
double greedy_area(const Topology& t, int width, std::size_t& nodes) {
  double sum = 0;
  nodes = 1;
  std::vector<std::uint32_t> stack;
  if (!t.nodes[0].is_leaf()) stack.push_back(0);
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    stack.pop_back();
    ++nodes;
    sum += area(t.nodes[node]);
    std::vector<std::uint32_t> children = {t.nodes[node].left, t.nodes[node].right};
    while (static_cast<int>(children.size()) < width) {
      const auto key = [&](std::uint32_t c) { return t.nodes[c].is_leaf() ? -1.0 : area(t.nodes[c]); };
      const auto largest = std::max_element(children.begin(), children.end(),
                                            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
      if (t.nodes[*largest].is_leaf()) break;
      const std::uint32_t opened = *largest;
      *largest = t.nodes[opened].left;
      children.push_back(t.nodes[opened].right);
    }
    for (const std::uint32_t c : children) {
      if (!t.nodes[c].is_leaf()) stack.push_back(c);
    }
  }
  return sum;
}

TEST(Collapse, SmallTrees) {
  for (std::size_t n = 0; n <= 40; ++n) {
    for (const int width : {2, 4, 8}) {
      for (const int leaf_size : {1, 4}) {
        const Topology t = build_topology(soup(n, 1), {Split::sah, SplitPoint::mean, leaf_size, 1});
        SCOPED_TRACE(testing::Message() << n << " primitives, width " << width << ", leaf size " << leaf_size);
        check_wide(collapse(t, width), t, width);
      }
    }
  }
}

TEST(Collapse, EveryRuleAndWidth) {
  for (const Split rule : {Split::sah, Split::longest_side, Split::splatter}) {
    const Topology t = build_topology(bumpy_sphere(60), {rule, SplitPoint::median, 4, 1});
    for (const int width : {2, 4, 8, 16}) check_wide(collapse(t, width), t, width);
  }
}

TEST(Collapse, OpensLessAreaAndFillsNodesBetterThanGreedy) {
  for (const auto& primitives : {soup(30000, 3), bumpy_sphere(80)}) {
    const Topology t = build_topology(primitives, {Split::sah, SplitPoint::mean, 4, 1});
    for (const int width : {4, 8}) {
      const WideTopology w = collapse(t, width);
      std::size_t greedy_nodes = 0;
      EXPECT_LT(opened_area(w, t), greedy_area(t, width, greedy_nodes));
      EXPECT_LT(w.node_count(), greedy_nodes);
      const double fill = static_cast<double>(w.children.size() - 1) / static_cast<double>(w.node_count() - 1);
      EXPECT_GT(fill, width == 4 ? 3.4 : 5.5);
    }
  }
}

TEST(Collapse, IsOptimalOnSmallTrees) {
  // Exhaustive: the least area of wide nodes below binary node `b`, filling at most `slots` slots.
  struct Search {
    const Topology& t;
    int width;
    double fixed;
    double least(std::uint32_t b, int slots) const {
      const BinaryNode& n = t.nodes[b];
      if (n.is_leaf()) return 0;
      double best = area(n) + fixed + divided(n, width);
      for (int s = 2; s <= slots; ++s) best = std::min(best, divided(n, s));
      return best;
    }
    double divided(const BinaryNode& n, int slots) const {
      double best = HUGE_VAL;
      for (int k = 1; k < slots; ++k) best = std::min(best, least(n.left, k) + least(n.right, slots - k));
      return best;
    }
  };
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Topology t = build_topology(soup(10 + seed % 10, seed, 0.3f), {Split::sah, SplitPoint::mean, 1, 1});
    const double leaves = static_cast<double>(t.order.size());
    const double side = std::max({t.nodes[0].upper[0] - t.nodes[0].lower[0], t.nodes[0].upper[1] - t.nodes[0].lower[1],
                                  t.nodes[0].upper[2] - t.nodes[0].lower[2]});
    // A node costs 1 / leaves in units of the square of the power of two at or below the longest side.
    const double fixed = std::pow(std::ldexp(1.0, std::ilogb(side)), 2) / leaves;
    for (const int width : {2, 4}) {
      const WideTopology w = collapse(t, width);
      const double cost = opened_area(w, t) + fixed * static_cast<double>(w.node_count() - 1);
      const double best = Search{t, width, fixed}.least(0, 1);
      EXPECT_NEAR(cost, best, 1e-5 * best) << seed << ", width " << width;
    }
  }
}

TEST(Collapse, FillsNodesOfSetsWithoutArea) {
  // Points on a line: no area anywhere, yet nodes must not be left half empty.
  std::vector<Primitive> line;
  for (std::uint32_t i = 0; i < 4096; ++i) {
    const auto x = static_cast<float>(i);
    line.push_back(primitive(i, x, 0, 0, x, 0, 0));
  }
  const Topology t = build_topology(line, {Split::longest_side, SplitPoint::median, 1, 1});
  EXPECT_EQ(collapse(t, 4).node_count(), 1u + 1365u);  // 4096 leaves in full nodes
  EXPECT_EQ(collapse(t, 8).node_count(), 1u + 585u);
  check_wide(collapse(t, 4), t, 4);
}

TEST(Collapse, RefusesOtherWidths) {
  for (const int width : {-1, 0, 1, 3, 5, 32}) EXPECT_THROW(collapse({}, width), Error) << width;
}

}  // namespace
}  // namespace graze::test
