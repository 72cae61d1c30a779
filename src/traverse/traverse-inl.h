// SPDX-License-Identifier: Apache-2.0
// The pair traversal: one loop for every volume. Pops a batch of node pairs, lets the volume's step open each into
// the child pairs that still overlap, and tests queued leaf pairs packet against packet.

#if defined(GRAZE_TRAVERSE_TRAVERSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_TRAVERSE_INL_H_
#undef GRAZE_TRAVERSE_TRAVERSE_INL_H_
#else
#define GRAZE_TRAVERSE_TRAVERSE_INL_H_
#endif

#include <cstring>
#include <type_traits>

#include "hwy/cache_control.h"
#include "traverse/leaf_boxes-inl.h"
#include "traverse/leaf_planes-inl.h"
#include "traverse/pair_sink-inl.h"
#include "traverse/slot.h"
#include "traverse/traversal.h"
#include "traverse/tries-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Leaf pairs are tested when this many wait.
inline constexpr size_t kLeafQueueAll = 8;
inline constexpr size_t kLeafQueueAny = 1;

/// Half octaves of size from which on the planes of a leaf's triangles are tried against a node. Less costs up to 10 %
/// where nothing is won (s4, torus), and gains nothing elsewhere.
inline constexpr int kMuchLarger = 4;

/// Half octaves of size from which on two levels of the larger node are opened at once: tetras, 747, scaling -14-18 %,
/// mountain, interior -9 %, others ±1 %. From 3 on: s2 -7 % more, but pipes +5 %; from 6 on: half the gain.
inline constexpr int kDeepFrom = 4;

/// Of the pairs a boolean query pushed last.
inline constexpr size_t kPrefetchAny = 3;

/// Models of so many packets together stay in the second-level cache, half a MiB: nothing is fetched ahead.
inline constexpr size_t kCachedPackets = 2000;

/// For what was just pushed: 20-25 % less time when the caches are cold (approach-5%, s4, boolean).
HWY_INLINE void PrefetchNode(const Hierarchy& h, Ref ref) {
  if (is_leaf(ref)) return;  // not read before its partner is a leaf, too
  const char* p = reinterpret_cast<const char*>(h.node(index_of(ref)));
  hwy::Prefetch(p);
  hwy::Prefetch(p + 64);
  hwy::Prefetch(p + 128);
  hwy::Prefetch(p + 192);
}

HWY_INLINE void PrefetchLeaf(const Hierarchy& h, Ref ref) {
  const char* p = reinterpret_cast<const char*>(h.leaves.data() + index_of(ref));
  hwy::Prefetch(p);
  hwy::Prefetch(p + 64);
  hwy::Prefetch(p + 128);
}

template <class Step>
constexpr bool OpensDeep() {
  if constexpr (requires { Step::kOpensDeep; }) return Step::kOpensDeep;
  return false;
}

/// Does it tell which boxes are deep in each other?
template <class Step>
constexpr bool Ranks() {
  if constexpr (requires { Step::kRanks; }) return Step::kRanks;
  return false;
}

/// Of volumes that have landmarks.
template <class Step>
constexpr bool HasTries() {
  if constexpr (requires { Step::kHasTries; }) return Step::kHasTries;
  return false;
}

/// Opens one or both nodes of a pair. A leaf is never opened; among inner nodes the descent rule decides. Beside a leaf
/// its triangles count: all against the children's boxes, or, for k-DOPs much smaller than the leaf, their planes.
template <class Step, class Sink>
HWY_INLINE void OpenPair(const PairQuery& query, const Step& step, Ref ra, Ref rb, bool planes, LeafBoxes& boxes,
                         Sink& sink) {
  const int size_a = static_cast<int>(size_code(ra)) + query.frame.size_bias;
  const int size_b = static_cast<int>(size_code(rb));
  const bool open_a = !is_leaf(ra) && (is_leaf(rb) || size_a + query.frame.range_a >= size_b);
  const bool open_b = !is_leaf(rb) && (!open_a || size_b + query.frame.range_b >= size_a);
  if (open_a && open_b) {
    step.OpenBoth(index_of(ra), index_of(rb), sink);
  } else if (open_a) {
    if (is_leaf(rb)) {
      if (boxes.OpensA()) return boxes.OpenA(index_of(ra), rb, sink);
      if (planes && size_b >= size_a + kMuchLarger &&
          LeafPlanes::ApartFromLeafOfB(query.frame, &query.b.leaves[index_of(rb)], query.a, slot_of(query.a, ra))) {
        return;
      }
    }
    if constexpr (OpensDeep<Step>()) {
      if (size_a >= size_b + kDeepFrom) return step.OpenDeepA(index_of(ra), slot_of(query.b, rb), rb, sink);
    }
    step.OpenA(index_of(ra), slot_of(query.b, rb), rb, sink);
  } else {
    if (is_leaf(ra)) {
      if (boxes.OpensB()) return boxes.OpenB(ra, index_of(rb), sink);
      if (planes && size_a >= size_b + kMuchLarger &&
          LeafPlanes::ApartFromLeafOfA(query.frame, &query.a.leaves[index_of(ra)], query.b, slot_of(query.b, rb))) {
        return;
      }
    }
    if constexpr (OpensDeep<Step>()) {
      if (size_b >= size_a + kDeepFrom) return step.OpenDeepB(slot_of(query.a, ra), ra, index_of(rb), sink);
    }
    step.OpenB(slot_of(query.a, ra), ra, index_of(rb), sink);
  }
}

/// How many node pairs are opened together. All contacts: as many as hide the latencies (KERNELS lesson 4). One is
/// enough: a dive should not carry others along, so one at a time; the more steps were in vain, the likelier all will
/// be, and the more go together. Against two at a time throughout: spheres-*-a0.0001 -13-18 %, s1a -9 %, others ±4 %.
template <class Step>
class BatchSize {
 public:
  explicit BatchSize(bool any) : any_(any), size_(any ? Step::kBatchLeast : Step::kBatchAll) {}
  size_t operator()() const { return size_; }
  /// Is a hit still likelier than none? Asked for longer it costs misses 3 % (approach +1 %).
  bool Hopeful() const { return vain_ < 4; }
  bool Dives() const { return vain_ == 0; }  // for longer, near misses take 2 % more
  /// Tries that found nothing are as good a sign as so many steps in vain: on U and N 0 takes 1 and 6 % longer, 32 4
  /// and 2 %; near misses (approach +1 %) 8 % longer with 0.
  void Doubt() {
    vain_ = 0;
    InVain(16);
  }
  void InVain(size_t steps) {
    vain_ += steps;
    if (any_) size_ = HWY_MAX(Step::kBatchLeast, vain_ < 3 ? size_t{1} : vain_ < 16 ? 2 : vain_ < 32 ? 4 : 8);
  }

 private:
  bool any_;
  size_t size_, vain_ = 0;
};

/// Boxes of thin and of few parts are told apart by the axes of edges, which a dive leaves out: the 31 of 121 parts
/// that have no landmarks took up to a third longer with it, 10 % on N in the mean. The others take 1 % longer without,
/// discs and bearings up to 9.
inline bool MayDive(const PairQuery& query) {
  return !query.plain && !query.a.landmarks.empty() && !query.b.landmarks.empty();
}

/// The first step where the query knows which nodes are near; false where it does not, or the step cannot.
template <class Step>
HWY_INLINE bool StartBelow(const PairQuery& query, const Step& step, TraversalState& state) {
  if constexpr (OpensDeep<Step>()) {
    if (query.start_a == nullptr && query.start_b == nullptr) return false;
    state.stack.reserve_more(Step::kMaxPairs);
    state.leaves.reserve_more(Step::kMaxPairs);
    PairSink sink{state.stack.a.data(), state.stack.b.data(), 0, state.leaves.a.data(), state.leaves.b.data(), 0};
    if (query.start_a != nullptr) {
      step.StartInA(*query.start_a, query.b.ref(0, 0), sink);
    } else {
      step.StartInB(query.a.ref(0, 0), *query.start_b, sink);
    }
    state.stack.size = sink.stack_size;
    state.leaves.size = sink.leaf_size;
    state.counters.volume_tests += sink.tests;
    return true;
  }
  return false;
}

/// Opens pairs of nodes as long as there are any and `wanted(…)` says so. True when something meets. Not inlined: three
/// such loops in one function share its registers badly (turbines, pipes, car-wheel, car-hood took 1 to 2 % longer).
template <class Sink, class Step, class Wanted>
HWY_NOINLINE bool Advance(const PairQuery& query, const Step& step, bool any, BatchSize<Step>& batch_size,
                          LeafBoxes& boxes, TraversalState& state, const Wanted& wanted) {
  const size_t enough_leaves = any ? kLeafQueueAny : kLeafQueueAll;
  const LeafTester test_leaves = leaf_tester(any, query.margin > 0);
  const bool planes = LeafPlanes::Serves(query.a) && LeafPlanes::Serves(query.b);
  const bool cached = query.a.leaves.size() + query.b.leaves.size() <= kCachedPackets;
  const bool dives = MayDive(query);
  PairStack &stack = state.stack, &leaves = state.leaves;
  bool hit = false;
  while (stack.size > 0 && !hit && wanted()) {
    const size_t batch = HWY_MIN(batch_size(), stack.size);
    stack.size -= batch;
    // A fixed number: the stack always has room for so many more, and a copy of unknown length is a call.
    stack.reserve_more(Step::kBatchAll * (Step::kMaxPairs + 1));
    Ref batch_a[Step::kBatchAll], batch_b[Step::kBatchAll];
    memcpy(batch_a, stack.a.data() + stack.size, sizeof(batch_a));
    memcpy(batch_b, stack.b.data() + stack.size, sizeof(batch_b));
    leaves.reserve_more(Step::kBatchAll * Step::kMaxPairs);
    Sink sink;
    static_cast<PairSink&>(sink) = {stack.a.data(),  stack.b.data(),  stack.size,
                                    leaves.a.data(), leaves.b.data(), leaves.size};
    if constexpr (std::is_same_v<Sink, DeepSink>) sink.dives = dives && batch_size.Dives();
    for (size_t i = 0; i < batch; ++i) OpenPair(query, step, batch_a[i], batch_b[i], planes, boxes, sink);
    if (sink.stack_size == stack.size && sink.leaf_size == leaves.size) batch_size.InVain(batch);
    // What is soon read: a boolean query may never come to the rest (s5 -8 %, approach-5% -4 %).
    const size_t soon = cached ? 0 : any ? kPrefetchAny : sink.stack_size;
    for (size_t i = HWY_MAX(stack.size, sink.stack_size - HWY_MIN(soon, sink.stack_size)); i < sink.stack_size; ++i) {
      PrefetchNode(query.a, stack.a[i]);
      PrefetchNode(query.b, stack.b[i]);
    }
    stack.size = sink.stack_size;
    for (size_t i = cached ? sink.leaf_size : leaves.size; i < sink.leaf_size; ++i) {
      PrefetchLeaf(query.a, leaves.a[i]);
      PrefetchLeaf(query.b, leaves.b[i]);
    }
    leaves.size = sink.leaf_size;
    state.counters.volume_tests += sink.tests;
    state.counters.node_updates += sink.updates;
    state.opened += batch;
    if (leaves.size >= enough_leaves) hit = test_leaves(query, state);
  }
  return hit;
}

template <class Step>
bool RunTraversal(const PairQuery& query, TraversalState& state, bool any) {
  const Step step(query);
  BatchSize<Step> batch_size(any);
  LeafBoxes boxes(query);
  PairStack &stack = state.stack, &leaves = state.leaves;
  stack.size = leaves.size = 0;
  // From the roots, whose own volumes the balls about the models have stood in for (make_frame).
  const Ref root_a = query.a.ref(0, 0), root_b = query.b.ref(0, 0);
  if (!StartBelow(query, step, state)) (is_leaf(root_a) && is_leaf(root_b) ? leaves : stack).push(root_a, root_b);
  // As long as a hit is likelier than none: where tries are worth it, while they are not over (to go on like this after
  // them gains nothing on U and N).
  if constexpr (Ranks<Step>()) {
    if (any && HasTries<Step>() && !query.plain && Tries::Likely(query) && state.tries.worth(query.a, query.b)) {
      const size_t tries_from = stack.size;
      Tries(query, step.frame()).Push(stack, leaves);
      const auto left = [&]() HWY_ATTR { return stack.size > tries_from; };
      if ((leaves.size > 0 && leaf_tester(any, query.margin > 0)(query, state)) ||
          Advance<DeepSink>(query, step, any, batch_size, boxes, state, left)) {
        state.tries.found();
        return true;
      }
      state.tries.found_nothing();
      batch_size.Doubt();
    } else if (any) {
      const auto hopeful = [&]() HWY_ATTR { return batch_size.Hopeful(); };
      if (Advance<DeepSink>(query, step, any, batch_size, boxes, state, hopeful)) return true;
    }
  }
  const auto always = []() HWY_ATTR { return true; };
  const bool hit = Advance<PairSink>(query, step, any, batch_size, boxes, state, always);
  return hit || (leaves.size > 0 && leaf_tester(any, query.margin > 0)(query, state)) || !state.found.empty();
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_TRAVERSE_INL_H_
