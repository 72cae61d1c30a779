// SPDX-License-Identifier: Apache-2.0
// One step of a search for the closest triangles: a pair of nodes of four oriented boxes each becomes the pairs of
// their children that may be close enough, with bounds of their distances.

#if defined(GRAZE_QUERY_DISTANCE_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_DISTANCE_STEP_INL_H_
#undef GRAZE_QUERY_DISTANCE_STEP_INL_H_
#else
#define GRAZE_QUERY_DISTANCE_STEP_INL_H_
#endif

#include <type_traits>

#include "build/hierarchy.h"
#include "query/box_bounds-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Bounds are in units. What is farther than the reach is left out, and the least bound of all that was is kept.
class DistanceStep {
 public:
  explicit DistanceStep(const Frame& frame) : frame_(frame), narrow_(frame), wide_(frame), offsets_(wide_) {
    SetLine({});
  }

  /// A line, in A's frame, a unit vector or zero, along which B is likely to lie beyond A.
  void SetLine(const Vec3& line) {
    const double n[3] = {line.x, line.y, line.z};
    for (int x = 0; x < 3; ++x) {
      line_a_[x] = static_cast<float>(n[x]);
      line_b_[x] = static_cast<float>(frame_.r[x] * n[0] + frame_.r[3 + x] * n[1] + frame_.r[6 + x] * n[2]);
    }
    ahead_ = static_cast<float>(n[0] * frame_.t[0] + n[1] * frame_.t[1] + n[2] * frame_.t[2]) - frame_.pad;
  }
  void SetReach(float reach) { reach_ = reach; }

  const float* line() const { return line_a_; }
  float reach() const { return reach_; }
  const FrameLanes<Four>& frame() const { return narrow_; }
  uint64_t tests() const { return tests_; }
  /// The least bounds left out, any lane's; packets of triangles lower them as well.
  hn::Vec<Wide>& left_out() { return left_out_wide_; }
  float LeastLeftOut() const {
    return HWY_MIN(hn::GetLane(hn::MinOfLanes(Wide(), left_out_wide_)),
                   hn::GetLane(hn::MinOfLanes(Four(), left_out_narrow_)));
  }

  static HWY_INLINE const Ref* Refs(const float* node) { return reinterpret_cast<const Ref*>(node + kBoxFields * 4); }

  /// Children of A's node against those of B's: bounds[4 * b + a], and the bits of those within reach.
  HWY_INLINE uint32_t Both(const float* node_a, const float* node_b, float* bounds) {
    const Four d4;
    const Wide d;
    const hn::RebindToUnsigned<Wide> du;
    HWY_ALIGN float end_a[4], end_b[4];
    hn::Store(ShadowEnd(d4, Row<Four>{node_a, 4}, line_a_, 1), d4, end_a);
    hn::Store(hn::Add(ShadowEnd(d4, Row<Four>{node_b, 4}, line_b_, -1), hn::Set(d4, ahead_)), d4, end_b);
    const auto valid_of = [&](size_t k) HWY_ATTR {
      const auto none = hn::Set(du, kNoRef);
      const auto ra = SpreadA<4>(Refs(node_a), k), rb = SpreadB<4>(Refs(node_b), k);
      return hn::RebindMask(d, hn::And(hn::Ne(ra, none), hn::Ne(rb, none)));
    };
    uint32_t left = 0;
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      const auto valid = valid_of(k);
      tests_ += hn::CountTrue(d, valid);
      const V<Wide> bound = hn::Mul(hn::Set(d, kShrink), hn::Sub(SpreadB<4>(end_b, k), SpreadA<4>(end_a, k)));
      hn::Store(bound, d, bounds + k * hn::MaxLanes(d));
      left |= Within(d, valid, bound) << (k * hn::MaxLanes(d));
    }
    if (left == 0) return 0;
    const uint32_t open = left;
    left = 0;
    const auto test = [&](size_t k, const auto& rows_b) HWY_ATTR {
      const V<Wide> bound = hn::Max(hn::Load(d, bounds + k * hn::MaxLanes(d)),
                                    BoxDistance(d, wide_.pad, SpreadRowsA<4>{node_a, k}, rows_b));
      hn::Store(bound, d, bounds + k * hn::MaxLanes(d));
      left |= Within(d, valid_of(k), bound) << (k * hn::MaxLanes(d));
    };
    if constexpr (MovedBoxes::kPossible) {
      const MovedBoxes moved(wide_, offsets_, node_b);
      for (size_t k = 0; k < Chunks<4>(); ++k) test(k, MovedBoxRows{moved, k});
    } else {
      HWY_ALIGN float moved[kBoxFields * 4];
      ObbTest::Move<Four, Row<Four>, 4>(d4, narrow_, Row<Four>{node_b, 4}, moved);
      for (size_t k = 0; k < Chunks<4>(); ++k) test(k, SpreadRowsB<4>{moved, k});
    }
    return left & open;
  }

  /// Children of one against the one volume whose fields start there and are four floats apart: bounds[child].
  HWY_INLINE uint32_t ChildrenOfA(const float* node_a, const float* volume_b, float* bounds) {
    const Four d;
    const Single<Four> single{volume_b, 4};
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Single<Four>, 4>(d, narrow_, single, moved);
    const V<Four> end_b = hn::Add(ShadowEnd(d, single, line_b_, -1), hn::Set(d, ahead_));
    const V<Four> line = hn::Sub(end_b, ShadowEnd(d, Row<Four>{node_a, 4}, line_a_, 1));
    return OfFour(Refs(node_a), Row<Four>{node_a, 4}, Row<Four>{moved, 4}, line, bounds);
  }

  HWY_INLINE uint32_t ChildrenOfB(const float* volume_a, const float* node_b, float* bounds) {
    const Four d;
    const Single<Four> single{volume_a, 4};
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Row<Four>, 4>(d, narrow_, Row<Four>{node_b, 4}, moved);
    const V<Four> end_b = hn::Add(ShadowEnd(d, Row<Four>{node_b, 4}, line_b_, -1), hn::Set(d, ahead_));
    const V<Four> line = hn::Sub(end_b, ShadowEnd(d, single, line_a_, 1));
    return OfFour(Refs(node_b), single, Row<Four>{moved, 4}, line, bounds);
  }

 private:
  template <class D>
  using V = hn::Vec<D>;

  /// The lanes of those that are valid and within reach; the others are left out.
  template <class D>
  HWY_INLINE uint32_t Within(D d, hn::Mask<D> valid, V<D> bound) {
    const auto beyond = hn::And(valid, hn::Gt(bound, hn::Set(d, reach_)));
    const auto lower = [&](V<D>& least) HWY_ATTR { least = hn::Min(least, hn::IfThenElse(beyond, bound, least)); };
    if constexpr (std::is_same_v<D, Four>) {
      lower(left_out_narrow_);
    } else {
      lower(left_out_wide_);
    }
    return Bits(d, hn::AndNot(beyond, valid));
  }

  template <class D>
  static HWY_INLINE uint32_t Bits(D d, hn::Mask<D> mask) {
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    return bytes[0] | (static_cast<uint32_t>(bytes[1]) << 8);
  }

  template <class ReadA, class ReadB>
  HWY_INLINE uint32_t OfFour(const Ref* refs, const ReadA& a, const ReadB& b, V<Four> line, float* bounds) {
    const Four d;
    const hn::RebindToUnsigned<Four> du;
    const auto valid = hn::RebindMask(d, hn::Ne(hn::Load(du, refs), hn::Set(du, kNoRef)));
    tests_ += hn::CountTrue(d, valid);
    V<Four> bound = hn::Mul(hn::Set(d, kShrink), line);
    const auto near = hn::AndNot(hn::Gt(bound, hn::Set(d, reach_)), valid);
    if (!hn::AllFalse(d, near)) bound = hn::Max(bound, BoxDistance(d, narrow_.pad, a, b));
    hn::Store(bound, d, bounds);
    return Within(d, valid, bound);
  }

  const Frame& frame_;
  FrameLanes<Four> narrow_;
  FrameLanes<Wide> wide_;
  MovedBoxes::Offsets offsets_;
  hn::Vec<Wide> left_out_wide_ = hn::Set(Wide(), hwy::HighestValue<float>());
  hn::Vec<Four> left_out_narrow_ = hn::Set(Four(), hwy::HighestValue<float>());
  float reach_ = hwy::HighestValue<float>(), ahead_ = 0;
  float line_a_[3], line_b_[3];
  uint64_t tests_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_QUERY_DISTANCE_STEP_INL_H_
