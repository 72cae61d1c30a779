// SPDX-License-Identifier: Apache-2.0
// The step of volumes stored by field: opens a pair of nodes into the pairs of children that still overlap.

#if defined(GRAZE_TRAVERSE_LANE_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_LANE_STEP_INL_H_
#undef GRAZE_TRAVERSE_LANE_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_LANE_STEP_INL_H_
#endif

#include "traverse/pair_sink-inl.h"
#include "traverse/traversal.h"
#include "volumes/lanes-inl.h"
#include "volumes/obb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// On nodes given by pointers: rows of kWidth floats, then kWidth Refs.
template <class Test, int kWidth>
class LaneKernel {
  using N = Narrow<kWidth>;
  static constexpr size_t kNarrow = hn::MaxLanes(N());
  static constexpr bool kWideBoxes = kWidth == 4 && Test::kFields == kBoxFields && MovedBoxes::kPossible;

 public:
  explicit LaneKernel(const Frame& frame) : narrow_(frame), wide_(frame), offsets_(wide_) {}

  /// Children of one node against children of another.
  HWY_INLINE void Both(const float* node_a, const float* node_b, PairSink& sink) const {
    if constexpr (kWideBoxes) {
      const MovedBoxes moved(wide_, offsets_, node_b);
      for (size_t k = 0; k < Chunks<kWidth>(); ++k) TestChunk(node_a, node_b, k, MovedBoxRows{moved, k}, sink);
    } else {
      HWY_ALIGN float moved[Test::kFields * kWidth];
      MoveRows(node_b, moved);
      for (size_t k = 0; k < Chunks<kWidth>(); ++k) TestChunk(node_a, node_b, k, SpreadRowsB<kWidth>{moved, k}, sink);
    }
  }

  /// Children of node_a against the one volume of B whose fields start at volume_b and are kWidth apart.
  HWY_INLINE void ChildrenOfA(const float* node_a, const float* volume_b, Ref rb, PairSink& sink) const {
    HWY_ALIGN float moved[Test::kFields * kNarrow];
    Test::template Move<N, Single<N>, kNarrow>(N(), narrow_, Single<N>{volume_b, kWidth}, moved);
    const hn::RebindToUnsigned<N> du;
    for (size_t k = 0; k < kWidth; k += kNarrow) {
      const auto separated = Test::Separated(N(), narrow_, Row<N>{node_a + k, kWidth}, Row<N>{moved, kNarrow});
      Emit(du, hn::RebindMask(du, separated), hn::Load(du, Refs(node_a) + k), hn::Set(du, rb), sink);
    }
  }

  HWY_INLINE void ChildrenOfB(const float* volume_a, Ref ra, const float* node_b, PairSink& sink) const {
    HWY_ALIGN float moved[Test::kFields * kWidth];
    MoveRows(node_b, moved);
    const hn::RebindToUnsigned<N> du;
    for (size_t k = 0; k < kWidth; k += kNarrow) {
      const auto separated = Test::Separated(N(), narrow_, Single<N>{volume_a, kWidth}, Row<N>{moved + k, kWidth});
      Emit(du, hn::RebindMask(du, separated), hn::Set(du, ra), hn::Load(du, Refs(node_b) + k), sink);
    }
  }

 private:
  static HWY_INLINE const Ref* Refs(const float* node) {
    return reinterpret_cast<const Ref*>(node + Test::kFields * kWidth);
  }

  template <class ReadB>
  HWY_INLINE void TestChunk(const float* node_a, const float* node_b, size_t k, const ReadB& b, PairSink& sink) const {
    const hn::RebindToUnsigned<Wide> du;
    const auto ra = SpreadA<kWidth>(Refs(node_a), k), rb = SpreadB<kWidth>(Refs(node_b), k);
    const auto separated = Test::Separated(Wide(), wide_, SpreadRowsA<kWidth>{node_a, k}, b);
    Emit(du, hn::RebindMask(du, separated), ra, rb, sink);
  }

  HWY_INLINE void MoveRows(const float* node_b, float* moved) const {
    for (size_t k = 0; k < kWidth; k += kNarrow) {
      Test::template Move<N, Row<N>, kWidth>(N(), narrow_, Row<N>{node_b + k, kWidth}, moved + k);
    }
  }

  template <class DU>
  HWY_INLINE void Emit(DU du, hn::Mask<DU> separated, hn::Vec<DU> ra, hn::Vec<DU> rb, PairSink& sink) const {
    const auto none = hn::Set(du, kNoRef);
    const auto valid = hn::And(hn::Ne(ra, none), hn::Ne(rb, none));
    sink.tests += hn::CountTrue(du, valid);
    sink.Push(du, hn::AndNot(separated, valid), ra, rb);
  }

  FrameLanes<N> narrow_;
  FrameLanes<Wide> wide_;
  MovedBoxes::Offsets offsets_;
};

/// On the nodes of two hierarchies of this very layout.
template <class Test, int kWidth>
class LaneStep {
 public:
  static constexpr size_t kMaxPairs = kWidth * kWidth;
  /// Node pairs opened together: when everything is wanted (KERNELS lesson 4), and at first when one is enough.
  static constexpr size_t kBatchAll = 8, kBatchLeast = 1;

  explicit LaneStep(const PairQuery& query) : a_(query.a), b_(query.b), kernel_(query.frame) {}

  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const { kernel_.Both(a_.node(a), b_.node(b), sink); }
  /// `slot` holds the volume that bounds the node or leaf which is not opened.
  HWY_INLINE void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    kernel_.ChildrenOfA(a_.node(a), b_.node(slot / kWidth) + slot % kWidth, rb, sink);
  }
  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    kernel_.ChildrenOfB(a_.node(slot / kWidth) + slot % kWidth, ra, b_.node(b), sink);
  }

 private:
  const Hierarchy& a_;
  const Hierarchy& b_;
  LaneKernel<Test, kWidth> kernel_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_LANE_STEP_INL_H_
