// SPDX-License-Identifier: Apache-2.0
// An interruptible search (thesis, 4.3). The pair of volumes that overlaps deepest is opened first, so that the bound
// on what may be hidden in the pairs that are left falls with every step.
#include <algorithm>
#include <chrono>

#include "geometry/vec.h"
#include "traverse/study.h"

namespace graze::detail {
namespace {

struct Waiting {
  double depth;
  std::uint32_t a, b;
  /// For a heap with the deepest on top; the rest only makes the order the same everywhere.
  friend bool operator<(const Waiting& x, const Waiting& y) {
    return x.depth != y.depth ? x.depth < y.depth : x.a != y.a ? x.a > y.a : x.b > y.b;
  }
};

class Clock {
 public:
  explicit Clock(const Limits& limits) : limits_(limits) {
    const auto now = std::chrono::steady_clock::now();
    end_ = now + std::min(limits.time, decltype(end_)::max() - now);  // nanoseconds::max() would overflow
  }
  bool expired(std::uint64_t steps) const {
    if (limits_.steps > 0 && steps >= limits_.steps) return true;
    return limits_.time.count() > 0 && std::chrono::steady_clock::now() >= end_;
  }

 private:
  const Limits& limits_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

StudyBound traverse_bounded(const PairQuery& query, const StudyOptions& options, const Limits& limits,
                            TraversalState& state) {
  const Clock clock(limits);
  StudySearch search(query, options, false, state);
  std::vector<Waiting> heap;
  Vec3 towards;
  const double root = search.depth(0, 0, &towards);
  if (root >= 0) heap.push_back({root, 0, 0});
  StudyBound out;
  double found = 0;  // the depth of the deepest leaves that meet
  std::uint64_t steps = 0;
  while (!heap.empty() && !clock.expired(steps)) {
    ++steps;
    std::pop_heap(heap.begin(), heap.end());
    const Waiting pair = heap.back();
    heap.pop_back();
    if (is_leaf(search.ref_a(pair.a)) && is_leaf(search.ref_b(pair.b))) {
      const std::size_t before = state.found.size();
      search.test_leaves(search.ref_a(pair.a), search.ref_b(pair.b));
      search.finish();
      if (state.found.size() > before) found = std::max(found, pair.depth);
      continue;
    }
    search.open(pair.a, pair.b, [&](std::uint32_t a, std::uint32_t b) {
      // What holds for all triangles of the parents holds for these: a child's own bound may be the looser one, as
      // re-aligned volumes do not nest.
      const double depth = std::min(pair.depth, search.depth(a, b));
      if (depth < 0) return;
      heap.push_back({depth, a, b});
      std::push_heap(heap.begin(), heap.end());
    });
  }
  out.complete = heap.empty();
  if (heap.empty() && state.found.empty()) return out;
  out.penetration = heap.empty() ? found : std::max(found, heap.front().depth);
  // Beyond the pads on either side of the overlap, there is room for the rounding of the translation.
  out.escape[0] = root * towards.x;
  out.escape[1] = root * towards.y;
  out.escape[2] = root * towards.z;
  return out;
}

}  // namespace graze::detail
