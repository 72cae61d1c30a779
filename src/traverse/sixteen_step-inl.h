// SPDX-License-Identifier: Apache-2.0
// Steps for nodes of sixteen children.

#if defined(GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
#undef GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
#endif

#include "traverse/dop_step-inl.h"
#include "traverse/lane_step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Volumes stored by field: two blocks of eight, each a node to the kernel.
template <class Test>
class SixteenStep {
 public:
  static constexpr size_t kMaxPairs = 256;
  static constexpr size_t kBatchAll = 8, kBatchLeast = 1;

  explicit SixteenStep(const PairQuery& query) : a_(query.a), b_(query.b), kernel_(query.frame) {}

  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    const float* node_a = a_.node(a);
    const float* node_b = b_.node(b);
    for (size_t j = 0; j < Blocks(b_, b); ++j) {
      for (size_t i = 0; i < Blocks(a_, a); ++i) {
        kernel_.Both(node_a + i * a_.layout.block, node_b + j * b_.layout.block, sink);
      }
    }
  }
  HWY_INLINE void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    const float* volume = Volume(b_, slot);
    for (size_t i = 0; i < Blocks(a_, a); ++i) {
      kernel_.ChildrenOfA(a_.node(a) + i * a_.layout.block, volume, rb, sink);
    }
  }
  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    const float* volume = Volume(a_, slot);
    for (size_t j = 0; j < Blocks(b_, b); ++j) {
      kernel_.ChildrenOfB(volume, ra, b_.node(b) + j * b_.layout.block, sink);
    }
  }

 private:
  /// Children fill the lanes from the first.
  static HWY_INLINE size_t Blocks(const Hierarchy& h, size_t node) { return h.ref(node, 8) == kNoRef ? 1 : 2; }
  static HWY_INLINE const float* Volume(const Hierarchy& h, uint32_t slot) {
    return h.node(slot / 16) + h.layout.start(slot % 16);
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  LaneKernel<Test, 8> kernel_;
};

/// k-DOPs: the step that asks the layout for the number of children, with room for more pairs.
template <int kPadded>
class SixteenDopStep : public DopStep<kPadded, 0> {
 public:
  using DopStep<kPadded, 0>::DopStep;
  static constexpr size_t kMaxPairs = 256;
  static constexpr size_t kBatchAll = 8;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
