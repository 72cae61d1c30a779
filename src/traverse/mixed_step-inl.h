// SPDX-License-Identifier: Apache-2.0
// The step for two models whose volumes or widths differ: both nodes' children are read as oriented boxes.

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

/// kBlocks blocks of eight children, each a node to the kernel: two where a node has sixteen.
template <size_t kBlocks>
class MixedStep {
  static constexpr size_t kLanes = 8;

  struct BoxNode {
    HWY_ALIGN float rows[(ObbTest::kFields + 1) * kLanes];
  };

 public:
  static constexpr size_t kMaxPairs = kBlocks * kLanes * kBlocks * kLanes;
  static constexpr size_t kBatchAll = 8, kBatchLeast = 1;

  explicit MixedStep(const PairQuery& query) : a_(query.a), b_(query.b), kernel_(query.frame) {}

  void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    BoxNode box_a[kBlocks], box_b[kBlocks];
    const size_t blocks_a = Boxes(a_, a, box_a), blocks_b = Boxes(b_, b, box_b);
    for (size_t j = 0; j < blocks_b; ++j) {
      for (size_t i = 0; i < blocks_a; ++i) kernel_.Both(box_a[i].rows, box_b[j].rows, sink);
    }
  }
  void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    BoxNode box_a[kBlocks], box_b;
    const size_t blocks = Boxes(a_, a, box_a);
    Box(b_, slot / b_.layout.lanes, slot % b_.layout.lanes, 0, box_b);
    for (size_t i = 0; i < blocks; ++i) kernel_.ChildrenOfA(box_a[i].rows, box_b.rows, rb, sink);
  }
  void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    BoxNode box_a, box_b[kBlocks];
    Box(a_, slot / a_.layout.lanes, slot % a_.layout.lanes, 0, box_a);
    const size_t blocks = Boxes(b_, b, box_b);
    for (size_t j = 0; j < blocks; ++j) kernel_.ChildrenOfB(box_a.rows, ra, box_b[j].rows, sink);
  }

 private:
  static void Box(const Hierarchy& h, size_t node, size_t lane, size_t to, BoxNode& out) {
    float box[ObbTest::kFields];
    as_obb(h.volume, h.layout, h.node(node), lane, box);
    for (size_t f = 0; f < ObbTest::kFields; ++f) out.rows[box_row(f) * kLanes + to] = box[f];
  }

  /// How many blocks hold a child; children fill the lanes from the first.
  static size_t Boxes(const Hierarchy& h, size_t node, BoxNode out[kBlocks]) {
    size_t blocks = 0;
    for (; blocks < kBlocks && blocks * kLanes < h.layout.lanes && h.ref(node, blocks * kLanes) != kNoRef; ++blocks) {
      BoxNode& to = out[blocks];
      memset(to.rows, 0, sizeof(to.rows));
      for (size_t i = 0; i < kLanes; ++i) {
        const size_t lane = blocks * kLanes + i;
        const Ref ref = lane < h.layout.lanes ? h.ref(node, lane) : kNoRef;
        memcpy(to.rows + ObbTest::kFields * kLanes + i, &ref, sizeof(ref));
        if (ref != kNoRef) Box(h, node, lane, i, to);
      }
    }
    return blocks;
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  LaneKernel<ObbTest, kLanes> kernel_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_MIXED_STEP_INL_H_
