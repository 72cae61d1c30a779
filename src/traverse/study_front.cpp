// SPDX-License-Identifier: Apache-2.0
// The thesis's front (6.4.3): a cut through A's tree, in order, from which B's root is let down again at the next pose.
// Whatever cut it starts from, a search finds every pair; the front only saves the tests above it.
#include <utility>

#include "traverse/study.h"

namespace graze::detail {
namespace {

/// Every so many poses a front that may rise by several levels looks above nodes that never overlapped: they were
/// beside some that did, or below a node that did as a whole.
constexpr std::uint32_t kRetry = 8;

class FrontSearch {
 public:
  FrontSearch(StudySearch& search, EnvironmentCut& front)
      : search_(search), h_(search.query().a), levels_(front.levels), retry_(front.poses % kRetry == 0) {
    next_.reserve(front.nodes.size() + 16);
  }

  /// Lets B's root down from this node of the last front. True when that is enough.
  bool visit(const FrontNode& node) {
    below_.assign(1, node.slot);
    bool first = true;
    while (!below_.empty()) {
      const std::uint32_t slot = below_.back();
      below_.pop_back();
      const bool here = std::exchange(first, false);
      if (!search_.overlap(slot, 0)) {
        push(slot, here && node.overlapped, Now::free);
        rise();
        continue;
      }
      const Ref ref = search_.ref_a(slot);
      if (!is_leaf(ref)) {
        StudySearch::for_children(h_, ref, [&](std::uint32_t child) { below_.push_back(child); });
        continue;
      }
      push(slot, true, Now::overlapping);
      if (!descend_b(slot)) continue;
      for (; !below_.empty(); below_.pop_back()) push(below_.back(), false, Now::unknown);  // for the next query
      return true;
    }
    return false;
  }

  void keep(const FrontNode& node) { push(node.slot, node.overlapped, Now::unknown); }
  std::vector<FrontNode>& nodes() { return next_; }

 private:
  enum class Now : std::uint8_t { free, overlapping, unknown };

  void push(std::uint32_t slot, bool overlapped, Now now) {
    next_.push_back({slot, overlapped});
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
        StudySearch::for_children(search_.query().b, ref_b, [&](std::uint32_t child) { stack_.push_back(child); });
      }
    }
    return false;
  }

  /// When the last nodes are all the children of one, all free, and one overlapped at the last pose, their parent takes
  /// their place. It is not tested before the next pose, when, should it be free, the front rises there again: by one
  /// level a pose, as in the thesis. To rise further at once takes a test for each level.
  void rise() {
    for (int level = 0; level < levels_; ++level) {
      if (level > 0) {
        if (search_.overlap(next_.back().slot, 0)) return;
        now_.back() = Now::free;
      }
      const std::size_t node = next_.back().slot / h_.layout.lanes;
      std::size_t children = 0;
      while (children < h_.layout.lanes && h_.ref(node, children) != kNoRef) ++children;
      if (node == 0 || next_.size() < children) return;
      const std::size_t begin = next_.size() - children;
      bool before = false;
      for (std::size_t i = 0; i < children; ++i) {
        if (next_[begin + i].slot != node * h_.layout.lanes + i || now_[begin + i] != Now::free) return;
        before = before || next_[begin + i].overlapped;
      }
      if (!before && !(retry_ && levels_ > 1 && !search_.overlap(h_.node_slot[node], 0))) return;
      next_.resize(begin);
      now_.resize(begin);
      push(h_.node_slot[node], true, Now::unknown);
    }
  }

  StudySearch& search_;
  const Hierarchy& h_;
  int levels_;
  bool retry_;
  std::vector<FrontNode> next_;
  std::vector<Now> now_;  // of next_
  std::vector<std::uint32_t> below_, stack_;
};

}  // namespace

bool traverse_from_front(const PairQuery& query, const StudyOptions& options, bool any, EnvironmentCut& front,
                         TraversalState& state) {
  StudySearch search(query, options, any, state);
  if (front.nodes.empty()) front.nodes.push_back({0, false});
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
  front.nodes = std::move(from.nodes());
  return search.finish() || hit || !state.found.empty();
}

}  // namespace graze::detail
