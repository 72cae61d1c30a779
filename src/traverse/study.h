// SPDX-License-Identifier: Apache-2.0
// The study traversal: the thesis's algorithms to the letter, a pair of k-DOPs at a time (docs/laboratory.md).
#pragma once

#include "traverse/study_tumble.h"

namespace graze::detail {

/// Why these models cannot be queried so: volumes that are no k-DOPs, other directions. Null when they can.
const char* study_refusal(const Hierarchy& a, const Hierarchy& b);

/// Directions of a closure; that of n directions in general position has about n⁴/8.
inline constexpr std::size_t kMostClosure = 512;

/// The parts that every search shares. Nodes are named by the child slots that bound them; slot 0 is the root.
class StudySearch {
 public:
  /// query.frame is filled. The models whose derived numbers `state.study` may keep are those it names, if any: methods
  /// I and II, thinnest first and the closure need them.
  StudySearch(const PairQuery& query, const StudyOptions& options, bool any, TraversalState& state);

  /// Do the k-DOPs overlap, as far as the options look? A volume test.
  bool overlap(std::size_t slot_a, std::size_t slot_b);

  /// How far the two k-DOPs must be moved along one of the directions to come apart; negative when they are. With the
  /// direction and its sign, when asked. A volume test.
  double depth(std::size_t slot_a, std::size_t slot_b, Vec3* towards = nullptr);

  Ref ref_a(std::size_t slot) const { return ref(query_.a, slot); }
  Ref ref_b(std::size_t slot) const { return ref(query_.b, slot); }

  /// Calls f(slot) for the children of an inner node, the last first.
  template <class F>
  static void for_children(const Hierarchy& h, Ref node, const F& f) {
    const std::size_t first = index_of(node) * h.layout.lanes;
    for (std::size_t lane = h.layout.lanes; lane-- > 0;) {
      if (h.ref(index_of(node), lane) != kNoRef) f(static_cast<std::uint32_t>(first + lane));
    }
  }

  /// Tests two leaves, at once or with the next ones. True when any pair is enough and one meets.
  bool test_leaves(Ref leaf_a, Ref leaf_b);
  /// Tests those that wait.
  bool finish();

  /// Opens the pair, which overlaps, as the descent rule of the frame says; calls push(slot_a, slot_b), those that come
  /// first last. Not both are leaves.
  template <class Push>
  void open(std::size_t slot_a, std::size_t slot_b, const Push& push) const;

  const PairQuery& query() const { return query_; }
  TraversalState& state() { return state_; }

 private:
  static Ref ref(const Hierarchy& h, std::size_t slot) { return h.ref(slot / h.layout.lanes, slot % h.layout.lanes); }
  const std::uint8_t* order(std::size_t slot_a);
  bool apart_in_closure(std::size_t slot_a, std::size_t slot_b);

  const PairQuery& query_;
  const StudyOptions& options_;
  bool any_;
  TraversalState& state_;
  StudyState& study_;
  const DirectionSet& set_;
  SlabReader slabs_;
  Tumbler tumbler_;
  LeafTester test_;
  std::size_t intervals_;  // slabs compared
};

template <class Push>
void StudySearch::open(std::size_t slot_a, std::size_t slot_b, const Push& push) const {
  const Ref a = ref_a(slot_a), b = ref_b(slot_b);
  const int size_a = static_cast<int>(size_code(a)) + query_.frame.size_bias;
  const int size_b = static_cast<int>(size_code(b));
  const bool open_a = !is_leaf(a) && (is_leaf(b) || size_a + query_.frame.range_a >= size_b);
  const bool open_b = !is_leaf(b) && (!open_a || size_b + query_.frame.range_b >= size_a);
  const auto with_b = [&](std::uint32_t child_a) {
    if (!open_b) return push(child_a, static_cast<std::uint32_t>(slot_b));
    for_children(query_.b, b, [&](std::uint32_t child_b) { push(child_a, child_b); });
  };
  if (open_a) {
    for_children(query_.a, a, with_b);
  } else {
    with_b(static_cast<std::uint32_t>(slot_a));
  }
}

/// The same pairs as traverse(), by the study's algorithms.
bool traverse_study(const PairQuery& query, const StudyOptions& options, Descent descent, bool any,
                    TraversalState& state);

/// What an interrupted search leaves: see Bounded.
struct StudyBound {
  bool complete = false;
  double penetration = 0;  // in units
  double escape[3] = {};   // in units
};

/// Opens the deepest pair first until the limits are reached; all pairs found are in state.found.
StudyBound traverse_bounded(const PairQuery& query, const StudyOptions& options, const Limits& limits,
                            TraversalState& state);

/// A pair of nodes in the front, after a pose. In the environment's front b is the root.
struct FrontNode {
  std::uint32_t a, b;
  bool overlapped;  // or took the place of pairs one of which did at the pose before
};

/// Whether the volumes of a pair in the front overlap at this pose.
enum class FrontNow : std::uint8_t { free, overlapping, unknown };

/// The thesis's front (6.4.3). `levels`: by how many it may rise at a pose. `pairs`: goes on below A's leaves, down B's
/// tree.
struct EnvironmentCut {
  std::vector<FrontNode> nodes;  // in order; empty stands for the roots
  int levels = 1;
  bool pairs = false;
  std::uint32_t poses = 0;
  // Scratch: the front of the next pose, and what is known of it.
  std::vector<FrontNode> next;
  std::vector<FrontNow> now;
};

/// Algorithm 1 from the front instead of the root; updates it.
bool traverse_from_front(const PairQuery& query, const StudyOptions& options, bool any, EnvironmentCut& front,
                         TraversalState& state);

}  // namespace graze::detail
