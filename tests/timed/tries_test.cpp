// SPDX-License-Identifier: Apache-2.0
// What tries have searched to the end in vain is left out afterwards, and nothing else is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "build/priors.h"
#include "graze/model.h"
#include "graze/timed.h"
#include "poses.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/timed_workspace.h"

namespace graze::test {
namespace {

using detail::Hierarchy;
using detail::Ref;
using detail::Subtree;

void collect(const Hierarchy& h, std::uint32_t node, std::vector<std::int32_t>& packets,
             std::vector<std::int32_t>& nodes) {
  nodes.push_back(static_cast<std::int32_t>(node));
  for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
    const Ref ref = h.ref(node, lane);
    if (ref == detail::kNoRef) continue;
    if (detail::is_leaf(ref)) {
      packets.push_back(static_cast<std::int32_t>(detail::index_of(ref)));
    } else {
      collect(h, detail::index_of(ref), packets, nodes);
    }
  }
}

/// The packets and nodes below a node are those of its subtree, and no others are in it.
TEST(Tries, SubtreesHoldWhatIsBelow) {
  BuildOptions fast;
  fast.quality = Quality::fast;
  BuildOptions large;
  large.leaf_size = 9;  // more packets than one
  for (const BuildOptions& options : {BuildOptions(), fast, large}) {
    const Model model = Model::build(bumpy(40, 0.2), options);
    const Hierarchy& h = model.hierarchy();
    const auto& subtrees = model.priors().subtrees;
    ASSERT_EQ(subtrees.size(), h.node_count());
    std::vector<std::int32_t> all, all_nodes;
    collect(h, 0, all, all_nodes);
    for (std::uint32_t node = 0; node < subtrees.size(); ++node) {
      std::vector<std::int32_t> below, within, nodes;
      collect(h, node, below, nodes);
      ASSERT_EQ(nodes.front(), static_cast<std::int32_t>(node));
      ASSERT_EQ(*std::max_element(nodes.begin(), nodes.end()), subtrees[node].last_node);
      ASSERT_EQ(nodes.size(), static_cast<std::size_t>(subtrees[node].last_node) - node + 1);
      std::sort(below.begin(), below.end());
      for (const std::int32_t packet : all) {
        if (packet >= subtrees[node].first_packet && packet <= subtrees[node].last_packet) within.push_back(packet);
      }
      std::sort(within.begin(), within.end());
      ASSERT_EQ(below, within) << node;
      ASSERT_EQ(below.front(), subtrees[node].first_packet);
    }
  }
}

/// Leaves in another order, as a foreign file may have them: subtrees would hold what is not below.
TEST(Tries, NoSubtreesOfLeavesInAnotherOrder) {
  const Model model = Model::build(bumpy(20, 0.1));
  Hierarchy h = model.hierarchy();
  for (std::uint32_t node = 0; node < h.node_count(); ++node) {
    const Ref first = h.ref(node, 0), second = h.ref(node, 1);
    if (first == detail::kNoRef || second == detail::kNoRef || detail::is_leaf(first) != detail::is_leaf(second)) {
      continue;
    }
    h.set_ref(node, 0, second);
    h.set_ref(node, 1, first);
    EXPECT_TRUE(detail::make_priors(h).subtrees.empty());
    return;
  }
  FAIL() << "no node to turn about";
}

/// A child before its parent, which a file may have as well: its subtree would not be known where its parent's is made.
TEST(Tries, NoSubtreesOfChildrenBeforeTheirParents) {
  const Model model = Model::build(bumpy(20, 0.1));
  Hierarchy h = model.hierarchy();
  const std::uint32_t root = detail::index_of(h.ref(0, 0));
  std::size_t lane = 0;
  while (detail::is_leaf(h.ref(root, lane))) ++lane;
  const std::uint32_t child = detail::index_of(h.ref(root, lane));
  const auto numbered = [](Ref ref, std::uint32_t node) {
    return detail::make_ref(false, detail::size_code(ref), node);
  };
  h.set_ref(0, 0, numbered(h.ref(0, 0), child));
  h.set_ref(root, lane, numbered(h.ref(root, lane), root));
  const std::size_t stride = h.layout.stride;
  std::swap_ranges(h.nodes.begin() + static_cast<std::ptrdiff_t>(stride * root),
                   h.nodes.begin() + static_cast<std::ptrdiff_t>(stride * (root + 1)),
                   h.nodes.begin() + static_cast<std::ptrdiff_t>(stride * child));
  EXPECT_TRUE(detail::make_priors(h).subtrees.empty());
}

/// Time without end: points and tries come first, then all that is left.
TEST(Tries, VerdictsAreExactAndSearchLess) {
  Budget endless;
  endless.time = std::chrono::hours(1);
  std::uint64_t searched = 0, from_scratch = 0, remembered = 0, hits_after = 0;
  for (const double bumps : {0.05, 0.3}) {
    // Fine enough for small nodes where points are nearest to hold several levels.
    const Model a = Model::build(bumpy(160, bumps)), b = Model::build(bumpy(150, 0.2));
    TimedWorkspace workspace, other;
    Verdict verdict, exact;
    for (const Pose& pose : bench::poses_near_contact(a, b, scaled(60), 5)) {
      const bool truth = intersects(a, b, pose);
      judge(a, b, pose, verdict, endless, workspace);
      judge(a, b, pose, exact, {}, other);
      ASSERT_TRUE(verdict.certain);
      ASSERT_EQ(verdict.collides, truth);
      ASSERT_EQ(exact.collides, truth);
      const std::size_t tried = workspace.impl().state.tried.count;
      remembered += tried;
      hits_after += truth && tried > 0 && verdict.steps > 0 ? 1 : 0;
      if (truth || tried == 0) continue;
      searched += verdict.steps;
      from_scratch += exact.steps;
    }
  }
  EXPECT_GT(remembered, scaled(100));
  EXPECT_GE(hits_after, kSanitized ? 0u : 1u);  // one hit in thirty
  EXPECT_LT(searched, from_scratch - from_scratch / 20);
}

/// Small steps and deadlines in between, and another query's tries before: nothing of these may be left out.
TEST(Tries, AreThoseOfTheQuery) {
  const Model a = Model::build(bumpy(50, 0.3)), b = Model::build(bumpy(50, 0.1));
  TimedWorkspace workspace;
  Verdict verdict;
  SoupRandom random(4);
  for (const Pose& pose : bench::poses_near_contact(a, b, scaled(50), 6)) {
    const bool truth = intersects(a, b, pose);
    Budget little;
    if (random.chance(0.5)) little.time = std::chrono::nanoseconds(1600 + random.below(2000));
    if (random.chance(0.5)) little.epsilon = random.uniform(0.001, 0.1);
    little.steps = 1 + static_cast<std::uint64_t>(random.below(20));
    judge(a, b, pose, verdict, little, workspace);
    while (!verdict.certain) resume(verdict, {.steps = 7}, workspace);
    ASSERT_EQ(verdict.collides, truth);
  }
}

/// A sheet of sixteen waves by sixteen: of two that lie close above each other boxes overlap, and no triangles meet.
/// Also when one is moved by whole waves.
Mesh waves(int cells, double above) {
  Mesh out;
  const auto wave = [cells](int i) { return 2 * std::numbers::pi * 16 * i / cells; };
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      out.vertices.push_back({static_cast<double>(i) / cells, static_cast<double>(j) / cells,
                              above + 0.004 * std::sin(wave(i)) * std::cos(wave(j))});
    }
  }
  const auto at = [cells](int i, int j) { return static_cast<std::uint32_t>(j * (cells + 1) + i); };
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      out.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      out.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return out;
}

struct TriedSum {
  std::size_t hits = 0, tries = 0, to_the_end = 0;
};

/// Moved by up to four waves along and across.
TriedSum judge_waves(const Model& a, const Model& b) {
  Budget endless;
  endless.time = std::chrono::hours(1);
  TimedWorkspace workspace;
  Verdict verdict;
  TriedSum out;
  for (int i = -4; i <= 4; ++i) {
    for (int j = -4; j <= 4; ++j) {
      if (kSanitized && (i + j) % 4 != 0) continue;
      Pose pose;
      pose.t = {i / 16.0, j / 16.0, 0};
      judge(a, b, pose, verdict, endless, workspace);
      EXPECT_TRUE(verdict.certain);
      EXPECT_EQ(verdict.collides, intersects(a, b, pose)) << i << ' ' << j;
      out.hits += verdict.collides ? 1 : 0;
      out.tries += workspace.impl().state.points.tries;
      out.to_the_end += workspace.impl().state.tried.count;
    }
  }
  return out;
}

/// Tries among fine sheets that nearly touch everywhere stop after some tests, with much left. One vertex pierces the
/// other sheet.
TEST(Tries, ThatWereCutOffAreSearchedAgain) {
  constexpr int kCells = 192;
  const Model a = Model::build(waves(kCells, 0));
  for (const int spike : {61, 122}) {
    if (kSanitized && spike > 61) break;
    Mesh above = waves(kCells, 2e-4);
    above.vertices[static_cast<std::size_t>(spike * (kCells + 1) + spike)].z -= 6e-4;
    const TriedSum sum = judge_waves(a, Model::build(above));
    EXPECT_GT(sum.hits, kSanitized ? 3u : 20u);
    EXPECT_LT(sum.to_the_end, sum.tries / 2);
  }
}

/// Nearest is a sheet that meets nothing; of another above it one vertex pierces what may have been tried with the
/// first.
TEST(Tries, SayNothingOfOtherNodes) {
  constexpr int kCells = 96;
  const Model a = Model::build(waves(kCells, 0));
  for (const int spike : {25, 31, 40, 47, 53, 62, 70}) {
    if (kSanitized && spike > 25) break;
    Mesh both = waves(kCells, 2e-4);
    Mesh above = waves(kCells, 0.03);
    above.vertices[static_cast<std::size_t>(spike * (kCells + 1) + spike)].z -= 0.0304;
    const auto first = static_cast<std::uint32_t>(both.vertices.size());
    both.vertices.insert(both.vertices.end(), above.vertices.begin(), above.vertices.end());
    for (const Triangle& t : above.triangles) both.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    const Model b = Model::build(both);
    for (const bool turned_about : {false, true}) {
      const TriedSum sum = turned_about ? judge_waves(b, a) : judge_waves(a, b);
      EXPECT_GT(sum.hits, kSanitized ? 3u : 20u);
      EXPECT_GT(sum.to_the_end, sum.tries / 2);
    }
  }
}

bool is_within(const detail::Priors& priors, Ref ref, Ref of) {
  const auto i = static_cast<std::int32_t>(detail::index_of(ref)),
             first = static_cast<std::int32_t>(detail::index_of(of));
  if (detail::is_leaf(of)) return ref == of;
  const Subtree& below = priors.subtrees[detail::index_of(of)];
  if (detail::is_leaf(ref)) return i >= below.first_packet && i <= below.last_packet;
  return i >= first && i <= below.last_node;
}

/// What an unfinished query tells is not of pairs that tries have searched.
TEST(Tries, AreNotWhatIsLeft) {
  const Model a = Model::build(bumpy(160, 0.3));
  const detail::Priors& priors = a.priors();
  TimedWorkspace workspace;
  Verdict verdict;
  int left = 0;
  for (const Pose& pose : bench::poses_near_contact(a, a, scaled(60), 8)) {
    judge(a, a, pose, verdict, {.steps = 12}, workspace);
    const detail::JudgeState& state = workspace.impl().state;
    if (verdict.certain || verdict.steps == 0) continue;
    const detail::WaitingPair top = state.queue.top();
    for (std::size_t i = 0; i < state.tried.count; ++i) {
      ASSERT_FALSE(is_within(priors, top.a, state.tried.a[i]) && is_within(priors, top.b, state.tried.b[i]));
      ++left;
    }
  }
  EXPECT_GT(left, scaled(100));
}

/// On every instruction set: they are compared in vectors of eight, or two of four.
TEST(Tries, EveryInstructionSetLeavesOutTheSame) {
  const IsaGuard guard;
  const Model a = Model::build(bumpy(50, 0.3)), b = Model::build(bumpy(50, 0.1));
  const std::vector<Pose> poses = bench::poses_near_contact(a, b, scaled(15), 7);
  Budget endless;
  endless.time = std::chrono::hours(1);
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    TimedWorkspace workspace;
    Verdict verdict;
    for (const Pose& pose : poses) {
      judge(a, b, pose, verdict, endless, workspace);
      ASSERT_TRUE(verdict.certain);
      ASSERT_EQ(verdict.collides, intersects(a, b, pose)) << isa;
    }
  }
}

}  // namespace
}  // namespace graze::test
