// SPDX-License-Identifier: Apache-2.0
// The thesis's front (6.4.3): a cut through A's tree, in order, from which B's root is let down again at the next pose.
// Whatever cut it starts from, a search finds every pair; the front only saves the tests above it.
#include <array>
#include <utility>

#include "traverse/study.h"

namespace graze::detail {
namespace {

/// Every so many poses the front also rises from nodes that did not overlap themselves: they were put there when a node
/// above them did. The rule of the thesis, taken by the letter, leaves them behind for good: on the flight over the
/// crater (docs/laboratory.md) 355 tests a pose instead of 120 without a front.
constexpr std::uint32_t kRetry = 8;

class FrontSearch {
 public:
  FrontSearch(StudySearch& search, EnvironmentCut& front)
      : search_(search),
        query_(search.query()),
        front_(front),
        retry_(front.poses % kRetry == 0),
        next_(front.next),
        now_(front.now),
        below_(search.state().study->stack),
        stack_(search.state().study->waiting) {
    next_.clear();
    now_.clear();
  }

  /// Lets a pair of the last front down as far as its volumes overlap. True when that is enough.
  bool visit(const FrontNode& node) {
    below_.assign(1, {node.a, node.b});
    bool first = true;
    while (!below_.empty()) {
      const std::uint32_t a = below_.back()[0], b = below_.back()[1];
      below_.pop_back();
      const bool here = std::exchange(first, false);
      if (!search_.overlap(a, b)) {
        push(a, b, here && node.overlapped, Now::free);
        rise();
        continue;
      }
      const Ref ref_a = search_.ref_a(a), ref_b = search_.ref_b(b);
      if (!is_leaf(ref_a)) {
        StudySearch::for_children(query_.a, ref_a, [&](std::uint32_t child) { below_.push_back({child, b}); });
      } else if (front_.pairs && !is_leaf(ref_b)) {
        StudySearch::for_children(query_.b, ref_b, [&](std::uint32_t child) { below_.push_back({a, child}); });
      } else {
        push(a, b, true, Now::overlapping);
        if (is_leaf(ref_b) ? search_.test_leaves(ref_a, ref_b) : descend_b(a)) {
          for (; !below_.empty(); below_.pop_back()) {  // for the next query
            push(below_.back()[0], below_.back()[1], false, Now::unknown);
          }
          return true;
        }
      }
    }
    return false;
  }

  void keep(const FrontNode& node) { push(node.a, node.b, node.overlapped, Now::unknown); }

 private:
  using Now = FrontNow;

  void push(std::uint32_t a, std::uint32_t b, bool overlapped, Now now) {
    next_.push_back({a, b, overlapped});
    now_.push_back(now);
  }

  /// B's tree below its root, which overlaps this leaf of A.
  bool descend_b(std::uint32_t leaf_a) {
    const Ref ref_a = search_.ref_a(leaf_a);
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const std::uint32_t b = stack_.back();
      stack_.pop_back();
      if (b != 0 && !search_.overlap(leaf_a, b)) continue;
      const Ref ref_b = search_.ref_b(b);
      if (is_leaf(ref_b)) {
        if (search_.test_leaves(ref_a, ref_b)) return true;
      } else {
        StudySearch::for_children(query_.b, ref_b, [&](std::uint32_t child) { stack_.push_back(child); });
      }
    }
    return false;
  }

  /// When the last pairs are all the children of one, all free, and one overlapped at the last pose, their parent takes
  /// their place. It is not tested before the next pose, when, should it be free, the front rises there again: by one
  /// level a pose, as in the thesis. To rise further at once takes a test for each level.
  void rise() {
    for (int level = 0; level < front_.levels; ++level) {
      const FrontNode last = next_.back();
      if (level > 0) {
        if (search_.overlap(last.a, last.b)) return;
        now_.back() = Now::free;
      }
      // Below A's leaves B was opened, above them A: that tells the parent.
      const bool in_b = last.b != 0;
      const Hierarchy& h = in_b ? query_.b : query_.a;
      const std::size_t node = (in_b ? last.b : last.a) / h.layout.lanes;
      std::size_t children = 0;
      while (children < h.layout.lanes && h.ref(node, children) != kNoRef) ++children;
      if (node == 0 || next_.size() < children) return;
      const std::size_t begin = next_.size() - children;
      bool before = false;
      for (std::size_t i = 0; i < children; ++i) {
        const auto child = static_cast<std::uint32_t>(node * h.layout.lanes + i);
        const FrontNode& sibling = next_[begin + i];
        if (sibling.a != (in_b ? last.a : child) || sibling.b != (in_b ? child : 0)) return;
        if (now_[begin + i] != Now::free) return;
        before = before || sibling.overlapped;
      }
      const std::uint32_t parent = h.node_slot[node], a = in_b ? last.a : parent, b = in_b ? parent : 0;
      if (!before && !(retry_ && !search_.overlap(a, b))) return;
      next_.resize(begin);
      now_.resize(begin);
      push(a, b, true, Now::unknown);
    }
  }

  StudySearch& search_;
  const PairQuery& query_;
  const EnvironmentCut& front_;
  bool retry_;
  std::vector<FrontNode>& next_;
  std::vector<Now>& now_;  // of next_
  std::vector<std::array<std::uint32_t, 2>>& below_;
  std::vector<std::uint32_t>& stack_;
};

}  // namespace

bool traverse_from_front(const PairQuery& query, const StudyOptions& options, bool any, EnvironmentCut& front,
                         TraversalState& state) {
  StudySearch search(query, options, any, state);
  if (front.nodes.empty()) front.nodes.push_back({0, 0, false});
  ++front.poses;
  FrontSearch from(search, front);
  bool hit = false;
  for (const FrontNode& node : front.nodes) {
    if (hit) {
      from.keep(node);
    } else {
      hit = from.visit(node);
    }
  }
  front.nodes.swap(front.next);
  return search.finish() || hit || !state.found.empty();
}

}  // namespace graze::detail
