// SPDX-License-Identifier: Apache-2.0
// The step of volumes stored by field: opens a pair of nodes into the pairs of children that still overlap.

#if defined(GRAZE_TRAVERSE_LANE_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_LANE_STEP_INL_H_
#undef GRAZE_TRAVERSE_LANE_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_LANE_STEP_INL_H_
#endif

#include "traverse/traversal.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Takes the surviving pairs of a step: leaf pairs to their queue, the others to the stack.
struct PairSink {
  Ref* stack_a;
  Ref* stack_b;
  size_t stack_size;
  Ref* leaf_a;
  Ref* leaf_b;
  size_t leaf_size;
  uint64_t tests = 0;

  template <class DU>
  HWY_INLINE void Push(DU d, hn::Mask<DU> mask, hn::Vec<DU> a, hn::Vec<DU> b) {
    const hn::RebindToSigned<DU> ds;
    const auto both_leaves = hn::RebindMask(d, hn::MaskFromVec(hn::BroadcastSignBit(hn::BitCast(ds, hn::And(a, b)))));
    const auto leaves = hn::And(mask, both_leaves);
    const auto inner = hn::AndNot(both_leaves, mask);
    hn::StoreU(hn::Compress(a, inner), d, stack_a + stack_size);
    hn::StoreU(hn::Compress(b, inner), d, stack_b + stack_size);
    stack_size += hn::CountTrue(d, inner);
    if (!hn::AllFalse(d, leaves)) {
      hn::StoreU(hn::Compress(a, leaves), d, leaf_a + leaf_size);
      hn::StoreU(hn::Compress(b, leaves), d, leaf_b + leaf_size);
      leaf_size += hn::CountTrue(d, leaves);
    }
  }
};

template <class Test, int kWidth>
class LaneStep {
  using N = Narrow<kWidth>;

 public:
  static constexpr size_t kMaxPairs = kWidth * kWidth;

  explicit LaneStep(const PairQuery& query)
      : a_(query.a), b_(query.b), narrow_(query.frame), pad_(hn::Set(Wide(), query.frame.pad)) {}

  /// Children of node a against children of node b.
  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    HWY_ALIGN float moved[Test::kMovedFields * kWidth];
    const float* node_a = a_.node(a);
    const float* node_b = b_.node(b);
    MoveRows(node_b, moved);
    const hn::RebindToUnsigned<Wide> du;
    const Ref* refs_a = reinterpret_cast<const Ref*>(node_a + Test::kFields * kWidth);
    const Ref* refs_b = reinterpret_cast<const Ref*>(node_b + Test::kFields * kWidth);
    for (size_t k = 0; k < Chunks<kWidth>(); ++k) {
      const auto ra = SpreadA<kWidth>(refs_a, k), rb = SpreadB<kWidth>(refs_b, k);
      const auto separated =
          Test::Separated(Wide(), pad_, SpreadRowsA<kWidth>{node_a, k}, SpreadRowsB<kWidth>{moved, k});
      Emit(du, hn::RebindMask(du, separated), ra, rb, sink);
    }
  }

  /// Children of node a against the one volume of B in `slot`, which bounds `rb`.
  HWY_INLINE void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    HWY_ALIGN float moved[Test::kMovedFields * hn::MaxLanes(N())];
    const float* node_b = b_.node(slot / kWidth) + slot % kWidth;
    const float* node_a = a_.node(a);
    Test::Move(N(), narrow_, Single<N>{node_b, kWidth}, moved);
    const hn::RebindToUnsigned<N> du;
    constexpr size_t kLanes = hn::MaxLanes(N());
    for (size_t k = 0; k < kWidth; k += kLanes) {
      const auto separated = Test::Separated(N(), narrow_.pad, Row<N>{node_a + k, kWidth}, Row<N>{moved, kLanes});
      const auto ra = hn::Load(du, reinterpret_cast<const Ref*>(node_a + Test::kFields * kWidth) + k);
      Emit(du, hn::RebindMask(du, separated), ra, hn::Set(du, rb), sink);
    }
  }

  /// The one volume of A in `slot`, which bounds `ra`, against the children of node b.
  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    HWY_ALIGN float moved[Test::kMovedFields * kWidth];
    const float* node_a = a_.node(slot / kWidth) + slot % kWidth;
    const float* node_b = b_.node(b);
    MoveRows(node_b, moved);
    const hn::RebindToUnsigned<N> du;
    constexpr size_t kLanes = hn::MaxLanes(N());
    for (size_t k = 0; k < kWidth; k += kLanes) {
      const auto separated = Test::Separated(N(), narrow_.pad, Single<N>{node_a, kWidth}, Row<N>{moved + k, kWidth});
      const auto rb = hn::Load(du, reinterpret_cast<const Ref*>(node_b + Test::kFields * kWidth) + k);
      Emit(du, hn::RebindMask(du, separated), hn::Set(du, ra), rb, sink);
    }
  }

  /// Volumes moved into A's frame are part of every step here and not counted apart.
  uint64_t updates() const { return 0; }

 private:
  HWY_INLINE void MoveRows(const float* node_b, float* moved) const {
    constexpr size_t kLanes = hn::MaxLanes(N());
    for (size_t k = 0; k < kWidth; k += kLanes) {
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

  const Hierarchy& a_;
  const Hierarchy& b_;
  FrameLanes<N> narrow_;
  hn::Vec<Wide> pad_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_LANE_STEP_INL_H_
