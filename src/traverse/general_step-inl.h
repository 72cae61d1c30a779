// SPDX-License-Identifier: Apache-2.0
// The step of registered volumes (volumes/registry.h): one pair after the other, by the family's own functions.

#if defined(GRAZE_TRAVERSE_GENERAL_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_GENERAL_STEP_INL_H_
#undef GRAZE_TRAVERSE_GENERAL_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_GENERAL_STEP_INL_H_
#endif

#include "traverse/pair_sink-inl.h"
#include "traverse/traversal.h"
#include "volumes/registry.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class GeneralStep {
  static constexpr size_t kMaxLanes = 16, kMaxFields = 32;

  /// The volumes of a node's children, those of B moved into A's frame.
  struct Children {
    size_t count = 0;
    Ref ref[kMaxLanes];
    float fields[kMaxLanes][kMaxFields];
  };

 public:
  static constexpr size_t kMaxPairs = kMaxLanes * kMaxLanes;
  static constexpr size_t kBatchAll = 8, kBatchLeast = 1;

  explicit GeneralStep(const PairQuery& query)
      : a_(query.a), b_(query.b), frame_(query.frame), family_(*family_of(query.a.volume)) {}

  void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    Children of_a, of_b;
    Gather(a_, a, nullptr, of_a);
    Gather(b_, b, &sink, of_b);
    Test(of_a, of_b, sink);
  }
  void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    Children of_a, single;
    Gather(a_, a, nullptr, of_a);
    Add(b_, slot / b_.layout.lanes, slot % b_.layout.lanes, rb, &sink, single);
    Test(of_a, single, sink);
  }
  void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    Children single, of_b;
    Add(a_, slot / a_.layout.lanes, slot % a_.layout.lanes, ra, nullptr, single);
    Gather(b_, b, &sink, of_b);
    Test(single, of_b, sink);
  }

 private:
  /// With a sink to count the updates in, moved.
  void Add(const Hierarchy& h, size_t node, size_t lane, Ref ref, PairSink* moved, Children& out) const {
    float fields[kMaxFields];
    float* to = moved != nullptr ? fields : out.fields[out.count];
    for (size_t f = 0; f < h.layout.fields; ++f) to[f] = h.node(node)[h.layout.at(f, lane)];
    if (moved != nullptr) {
      family_.move(frame_, fields, out.fields[out.count]);
      ++moved->updates;
    }
    out.ref[out.count++] = ref;
  }

  void Gather(const Hierarchy& h, size_t node, PairSink* moved, Children& out) const {
    for (size_t lane = 0; lane < h.layout.lanes; ++lane) {
      const Ref ref = h.ref(node, lane);
      if (ref != kNoRef) Add(h, node, lane, ref, moved, out);
    }
  }

  void Test(const Children& of_a, const Children& of_b, PairSink& sink) const {
    for (size_t j = 0; j < of_b.count; ++j) {
      for (size_t i = 0; i < of_a.count; ++i) {
        ++sink.tests;
        sink.PushOne(!family_.separated(of_a.fields[i], of_b.fields[j], frame_.pad), of_a.ref[i], of_b.ref[j]);
      }
    }
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  const Frame& frame_;
  const VolumeFamily& family_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_GENERAL_STEP_INL_H_
