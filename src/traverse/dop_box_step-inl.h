// SPDX-License-Identifier: Apache-2.0
// The step for k-DOPs on one side and oriented boxes on the other, as Volume::automatic makes them: a lane a direction.
// A box's extent along every direction of the k-DOP is exact: |d·b₀|h₀ + |d·b₁|h₁ + |d·b₂|h₂.

#if defined(GRAZE_TRAVERSE_DOP_BOX_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_DOP_BOX_STEP_INL_H_
#undef GRAZE_TRAVERSE_DOP_BOX_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_DOP_BOX_STEP_INL_H_
#endif

#include <cstring>

#include "traverse/dop_step-inl.h"
#include "traverse/pair_sink-inl.h"
#include "traverse/traversal.h"
#include "volumes/dop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// kWidth is the children of a node of either model, 0 when only the layouts know.
template <int kPadded, int kWidth>
class DopBoxStep {
  using D = hn::CappedTag<float, kPadded>;
  static constexpr size_t kLanes = hn::MaxLanes(D());

 public:
  using Moved = typename Slabs<kPadded>::Moved;
  static constexpr size_t kMaxPairs = kWidth == 0 ? 64 : kWidth * kWidth;
  static constexpr size_t kBatchAll = 16, kBatchLeast = 2;

  explicit DopBoxStep(const PairQuery& query)
      : dop_is_a_(query.b.volume == Volume::obb),
        dop_(dop_is_a_ ? query.a : query.b),
        box_(dop_is_a_ ? query.b : query.a) {
    make_dop_axes(dop_.volume, query.frame, !dop_is_a_, axes_);
  }

  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    const float* node_box = box_.node(dop_is_a_ ? b : a);
    const float* node_dop = dop_.node(dop_is_a_ ? a : b);
    for (size_t j = 0; j < Lanes(box_); ++j) {
      const Ref ref = BoxRef(node_box, j);
      if (ref != kNoRef) TestDops(node_dop, Move(node_box + j, sink), ref, sink);
    }
  }

  HWY_INLINE void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    if (dop_is_a_) {
      OpenDop(a, slot, rb, sink);
    } else {
      OpenBox(a, slot, rb, sink);
    }
  }

  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    if (dop_is_a_) {
      OpenBox(b, slot, ra, sink);
    } else {
      OpenDop(b, slot, ra, sink);
    }
  }

  /// The box whose field f is box[box_row(f) * lanes], along the directions of the k-DOP.
  HWY_INLINE Moved Move(const float* box, PairSink& sink) const {
    const D d;
    ++sink.updates;
    const size_t lanes = Lanes(box_);
    const auto field_of = [&](size_t f) HWY_ATTR { return hn::Set(d, box[box_row(f) * lanes]); };
    Moved out;
    for (size_t k = 0; k < kPadded; k += kLanes) {
      const auto x = hn::Load(d, axes_.axis[0] + k), y = hn::Load(d, axes_.axis[1] + k),
                 z = hn::Load(d, axes_.axis[2] + k);
      const auto centre = hn::MulAdd(
          x, field_of(0), hn::MulAdd(y, field_of(1), hn::MulAdd(z, field_of(2), hn::Load(d, axes_.offset + k))));
      auto half = hn::Load(d, axes_.pad + k);
      for (size_t i = 0; i < 3; ++i) {
        const size_t f = field::kAxes + 3 * i;
        const auto along = hn::MulAdd(x, field_of(f), hn::MulAdd(y, field_of(f + 1), hn::Mul(z, field_of(f + 2))));
        half = hn::MulAdd(hn::Add(hn::Abs(along), hn::Set(d, kAxisSlack)), field_of(field::kObbHalf + i), half);
      }
      hn::Store(centre, d, out.centre + k);
      hn::Store(half, d, out.half + k);
    }
    return out;
  }

 private:
  static HWY_INLINE size_t Lanes(const Hierarchy& h) { return kWidth == 0 ? h.layout.lanes : kWidth; }

  HWY_INLINE Ref BoxRef(const float* node, size_t lane) const {
    Ref ref;
    memcpy(&ref, node + 15 * Lanes(box_) + lane, sizeof(ref));
    return ref;
  }

  /// Children of the k-DOP's node against the box in `slot`.
  HWY_INLINE void OpenDop(uint32_t node, uint32_t slot, Ref box, PairSink& sink) const {
    const size_t lanes = Lanes(box_);
    TestDops(dop_.node(node), Move(box_.node(slot / lanes) + slot % lanes, sink), box, sink);
  }

  /// Children of the box's node against the k-DOP in `slot`.
  HWY_INLINE void OpenBox(uint32_t node, uint32_t slot, Ref dop, PairSink& sink) const {
    const size_t lanes = Lanes(dop_);
    const float* volume = dop_.node(slot / lanes) + slot % lanes * 2 * kPadded;
    const float* node_box = box_.node(node);
    for (size_t j = 0; j < Lanes(box_); ++j) {
      const Ref ref = BoxRef(node_box, j);
      if (ref == kNoRef) continue;
      ++sink.tests;
      Push(Slabs<kPadded>::Overlap(volume, Move(node_box + j, sink)), dop, ref, sink);
    }
  }

  HWY_INLINE void Push(bool keep, Ref dop, Ref box, PairSink& sink) const {
    sink.PushOne(keep, dop_is_a_ ? dop : box, dop_is_a_ ? box : dop);
  }

  HWY_INLINE void TestDops(const float* node_dop, const Moved& moved, Ref box, PairSink& sink) const {
    DopNode<kPadded>::Test(node_dop, Lanes(dop_), moved, sink,
                           [&](bool keep, Ref ref) HWY_ATTR { Push(keep, ref, box, sink); });
  }

  // 32 units of roundoff: above the error of a computed direction cosine.
  static constexpr float kAxisSlack = 0x1p-19f;

  bool dop_is_a_;
  const Hierarchy& dop_;
  const Hierarchy& box_;
  DopAxes axes_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_DOP_BOX_STEP_INL_H_
