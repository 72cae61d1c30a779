// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "micro/kernels.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "micro/kernels.h"
#include "traverse/dop_step-inl.h"
#include "traverse/lane_step-inl.h"
#include "traverse/leaf-inl.h"
#include "traverse/pair_sink-inl.h"
#include "volumes/obb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

using ObbStep = LaneStep<ObbTest, 4>;
using Dop26Step = DopStep<16, 4>;

/// Room for what one step finds.
struct Found {
  Ref stack_a[80], stack_b[80], leaf_a[80], leaf_b[80];
  PairSink Sink() { return PairSink{stack_a, stack_b, 0, leaf_a, leaf_b, 0}; }
};

// Functions of their own, so that a disassembler finds them by name: scripts/bench_micro.py counts their instructions.
HWY_NOINLINE size_t MicroObbStep(const ObbStep& step, uint32_t a, uint32_t b, Found& found) {
  PairSink sink = found.Sink();
  step.OpenBoth(a, b, sink);
  return sink.stack_size + sink.leaf_size;
}

HWY_NOINLINE size_t MicroDopStep(const Dop26Step& step, uint32_t a, uint32_t b, Found& found) {
  PairSink sink = found.Sink();
  step.OpenBoth(a, b, sink);
  return sink.stack_size + sink.leaf_size;
}

HWY_NOINLINE size_t MicroDopRealign(const Dop26Step& step, uint32_t slot, uint32_t b, Found& found) {
  PairSink sink = found.Sink();
  step.OpenB(slot, 0, b, sink);
  return sink.stack_size + sink.leaf_size;
}

HWY_NOINLINE uint32_t MicroLeafPacket(const FrameLanes<Four>& rotation, const Frame& frame, const LeafPacket& a,
                                      const LeafPacket& b) {
  const PacketVerdict verdict = LeafTest::Test<false>(rotation, frame, a, b);
  return verdict.crossing + 2 * verdict.undecided;
}

/// `run` gets a pair and gives a number below 2^40; with `dependent` the next index waits for it.
template <class Run>
uint64_t OverPairs(const bench::IndexPairs& pairs, bool dependent, const Run& run) {
  uint64_t sum = 0;
  size_t i = 0;
  for (size_t k = 0; k < pairs.size(); ++k) {
    const uint64_t result = run(pairs[i].first, pairs[i].second);
    sum += result;
    i = k + 1 + (dependent ? static_cast<size_t>(result >> 40) : 0);
  }
  return sum;
}

uint64_t ObbSteps(const PairQuery& query, const bench::IndexPairs& nodes, bool dependent) {
  const ObbStep step(query);
  Found found;
  return OverPairs(nodes, dependent, [&](uint32_t a, uint32_t b) { return MicroObbStep(step, a, b, found); });
}

uint64_t DopSteps(const PairQuery& query, const bench::IndexPairs& nodes) {
  const Dop26Step step(query);
  Found found;
  return OverPairs(nodes, false, [&](uint32_t a, uint32_t b) { return MicroDopStep(step, a, b, found); });
}

uint64_t DopRealigns(const PairQuery& query, const bench::IndexPairs& nodes) {
  const Dop26Step step(query);
  Found found;
  return OverPairs(nodes, false, [&](uint32_t a, uint32_t b) { return MicroDopRealign(step, 4 * a, b, found); });
}

uint64_t LeafPackets(const PairQuery& query, const bench::IndexPairs& leaves, bool dependent) {
  const FrameLanes<Four> rotation(query.frame);
  return OverPairs(leaves, dependent, [&](uint32_t a, uint32_t b) -> uint64_t {
    return MicroLeafPacket(rotation, query.frame, query.a.leaves[a], query.b.leaves[b]);
  });
}

bench::Met Collect(const PairQuery& query, size_t most) {
  const ObbStep step(query);
  bench::Met met;
  Found found;
  met.nodes.emplace_back(index_of(query.a.ref(0, 0)), index_of(query.b.ref(0, 0)));
  for (size_t k = 0; k < met.nodes.size() && met.leaves.size() < most; ++k) {
    PairSink sink = found.Sink();
    step.OpenBoth(met.nodes[k].first, met.nodes[k].second, sink);
    for (size_t i = 0; i < sink.stack_size; ++i) {
      if (is_leaf(found.stack_a[i]) || is_leaf(found.stack_b[i])) continue;
      met.nodes.emplace_back(index_of(found.stack_a[i]), index_of(found.stack_b[i]));
    }
    for (size_t i = 0; i < sink.leaf_size; ++i)
      met.leaves.emplace_back(index_of(found.leaf_a[i]), index_of(found.leaf_b[i]));
  }
  return met;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(Collect);
HWY_EXPORT(ObbSteps);
HWY_EXPORT(DopSteps);
HWY_EXPORT(DopRealigns);
HWY_EXPORT(LeafPackets);

}  // namespace graze::detail

namespace graze::bench {

using namespace graze::detail;

Met collect(const PairQuery& query, std::size_t most) { return HWY_DYNAMIC_DISPATCH(Collect)(query, most); }
std::uint64_t obb_steps(const PairQuery& query, const IndexPairs& nodes, bool dependent) {
  return HWY_DYNAMIC_DISPATCH(ObbSteps)(query, nodes, dependent);
}
std::uint64_t dop_steps(const PairQuery& query, const IndexPairs& nodes) {
  return HWY_DYNAMIC_DISPATCH(DopSteps)(query, nodes);
}
std::uint64_t dop_realigns(const PairQuery& query, const IndexPairs& nodes) {
  return HWY_DYNAMIC_DISPATCH(DopRealigns)(query, nodes);
}
std::uint64_t leaf_packets(const PairQuery& query, const IndexPairs& leaves, bool dependent) {
  return HWY_DYNAMIC_DISPATCH(LeafPackets)(query, leaves, dependent);
}

}  // namespace graze::bench
#endif
