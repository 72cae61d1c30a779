// SPDX-License-Identifier: Apache-2.0
// Steps for nodes of sixteen children.

#if defined(GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
#undef GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
#endif

#include <cstring>

#include "traverse/dop_step-inl.h"
#include "traverse/lane_step-inl.h"
#include "volumes/as_obb.h"

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

/// Volumes that differ, or widths of which one is sixteen: as oriented boxes, in blocks of eight.
class SixteenMixedStep {
  static constexpr size_t kLanes = 8;

  struct BoxNode {
    HWY_ALIGN float rows[(ObbTest::kFields + 1) * kLanes];
  };

 public:
  static constexpr size_t kMaxPairs = 256;
  static constexpr size_t kBatchAll = 8, kBatchLeast = 1;

  explicit SixteenMixedStep(const PairQuery& query) : a_(query.a), b_(query.b), kernel_(query.frame) {}

  void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    BoxNode box_a[2], box_b[2];
    const size_t blocks_a = Boxes(a_, a, box_a), blocks_b = Boxes(b_, b, box_b);
    for (size_t j = 0; j < blocks_b; ++j) {
      for (size_t i = 0; i < blocks_a; ++i) kernel_.Both(box_a[i].rows, box_b[j].rows, sink);
    }
  }
  void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    BoxNode box_a[2], box_b;
    const size_t blocks = Boxes(a_, a, box_a);
    Box(b_, slot / b_.layout.lanes, slot % b_.layout.lanes, 0, box_b);
    for (size_t i = 0; i < blocks; ++i) kernel_.ChildrenOfA(box_a[i].rows, box_b.rows, rb, sink);
  }
  void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    BoxNode box_a, box_b[2];
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

  /// How many blocks hold a child.
  static size_t Boxes(const Hierarchy& h, size_t node, BoxNode out[2]) {
    size_t blocks = 0;
    for (; blocks < 2 && blocks * kLanes < h.layout.lanes && h.ref(node, blocks * kLanes) != kNoRef; ++blocks) {
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

#endif  // GRAZE_TRAVERSE_SIXTEEN_STEP_INL_H_
