// SPDX-License-Identifier: Apache-2.0
#include "traverse/study.h"

namespace graze::detail {
namespace {

using Stack = std::vector<std::array<std::uint32_t, 2>>;

/// Algorithm 1 of the thesis (4.3), and its relatives that open the larger or both.
bool run(StudySearch& search, Stack& stack) {
  stack.assign(1, {0, 0});
  while (!stack.empty()) {
    const auto [a, b] = stack.back();
    stack.pop_back();
    if (!search.overlap(a, b)) continue;
    if (is_leaf(search.ref_a(a)) && is_leaf(search.ref_b(b))) {
      if (search.test_leaves(search.ref_a(a), search.ref_b(b))) return true;
    } else {
      search.open(a, b, [&](std::uint32_t child_a, std::uint32_t child_b) { stack.push_back({child_a, child_b}); });
    }
  }
  return search.finish();
}

/// The "modified" algorithm (4.3): as soon as a node of B reaches a leaf of A, its children start at A's root instead.
/// What was left of its own search is theirs to find, so that no pair of leaves is met twice.
bool run_restart(StudySearch& search, Stack& stack, std::vector<std::uint32_t>& waiting) {
  waiting.assign(1, 0);  // nodes of B
  while (!waiting.empty()) {
    const std::uint32_t b = waiting.back();
    waiting.pop_back();
    const Ref ref_b = search.ref_b(b);
    stack.assign(1, {0, b});
    while (!stack.empty()) {
      const std::uint32_t a = stack.back()[0];
      stack.pop_back();
      if (!search.overlap(a, b)) continue;
      const Ref ref_a = search.ref_a(a);
      if (!is_leaf(ref_a)) {
        StudySearch::for_children(search.query().a, ref_a, [&](std::uint32_t child) { stack.push_back({child, b}); });
      } else if (is_leaf(ref_b)) {
        if (search.test_leaves(ref_a, ref_b)) return true;
      } else {
        StudySearch::for_children(search.query().b, ref_b, [&](std::uint32_t child) { waiting.push_back(child); });
        break;
      }
    }
  }
  return search.finish();
}

}  // namespace

bool traverse_study(const PairQuery& query, const StudyOptions& options, Descent descent, bool any,
                    TraversalState& state) {
  StudySearch search(query, options, any, state);
  StudyState& study = *state.study;
  const bool hit =
      descent == Descent::restart ? run_restart(search, study.stack, study.waiting) : run(search, study.stack);
  return hit || !state.found.empty();
}

}  // namespace graze::detail
