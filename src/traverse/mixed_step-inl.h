// SPDX-License-Identifier: Apache-2.0
// The step for two models whose volumes or widths differ: both nodes' children are read as oriented boxes, eight lanes.

#if defined(GRAZE_TRAVERSE_MIXED_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_MIXED_STEP_INL_H_
#undef GRAZE_TRAVERSE_MIXED_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_MIXED_STEP_INL_H_
#endif

#include <cstring>

#include "traverse/lane_step-inl.h"
#include "volumes/as_obb.h"
#include "volumes/obb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class MixedStep {
  static constexpr size_t kLanes = 8;

  struct BoxNode {
    HWY_ALIGN float rows[(ObbTest::kFields + 1) * kLanes];
  };

 public:
  static constexpr size_t kMaxPairs = kLanes * kLanes;
  static constexpr size_t kBatchAll = 8, kBatchLeast = 1;

  explicit MixedStep(const PairQuery& query) : a_(query.a), b_(query.b), kernel_(query.frame) {}

  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    BoxNode box_a, box_b;
    Boxes(a_, a, box_a);
    Boxes(b_, b, box_b);
    kernel_.Both(box_a.rows, box_b.rows, sink);
  }
  HWY_INLINE void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    BoxNode box_a, box_b;
    Boxes(a_, a, box_a);
    Box(b_, slot / b_.layout.lanes, slot % b_.layout.lanes, 0, box_b);
    kernel_.ChildrenOfA(box_a.rows, box_b.rows, rb, sink);
  }
  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    BoxNode box_a, box_b;
    Box(a_, slot / a_.layout.lanes, slot % a_.layout.lanes, 0, box_a);
    Boxes(b_, b, box_b);
    kernel_.ChildrenOfB(box_a.rows, ra, box_b.rows, sink);
  }

 private:
  static void Box(const Hierarchy& h, size_t node, size_t lane, size_t to, BoxNode& out) {
    float box[ObbTest::kFields];
    as_obb(h.volume, h.layout, h.node(node), lane, box);
    for (size_t f = 0; f < ObbTest::kFields; ++f) out.rows[box_row(f) * kLanes + to] = box[f];
  }

  static void Boxes(const Hierarchy& h, size_t node, BoxNode& out) {
    for (size_t i = 0; i < kLanes; ++i) {
      const Ref ref = i < h.layout.lanes ? h.ref(node, i) : kNoRef;
      memcpy(out.rows + ObbTest::kFields * kLanes + i, &ref, sizeof(ref));
      if (ref != kNoRef) {
        Box(h, node, i, i, out);
      } else {
        for (size_t f = 0; f < ObbTest::kFields; ++f) out.rows[f * kLanes + i] = 0;
      }
    }
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  LaneKernel<ObbTest, kLanes> kernel_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_MIXED_STEP_INL_H_
