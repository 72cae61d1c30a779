// SPDX-License-Identifier: Apache-2.0
// A pose checked and its frame made four numbers at a time: the same numbers as geometry/rigid.h and traverse/frame.cpp
// give one by one, in a third of the instructions. Of a query that points decide these are a quarter.

#if defined(GRAZE_TRAVERSE_PLACE_POSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_PLACE_POSE_INL_H_
#undef GRAZE_TRAVERSE_PLACE_POSE_INL_H_
#else
#define GRAZE_TRAVERSE_PLACE_POSE_INL_H_
#endif

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "geometry/rigid.h"
#include "hwy/highway.h"
#include "traverse/frame.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The twelve numbers of a pose lie one after the other, and so do those of a frame.
static_assert(sizeof(Pose) == 12 * sizeof(double) && offsetof(Pose, t) == 9 * sizeof(double));
static_assert(offsetof(Frame, t) == offsetof(Frame, r) + 9 * sizeof(double) &&
              offsetof(Frame, tf) == offsetof(Frame, rf) + 9 * sizeof(float));

class PoseLanes {
  using D = hn::CappedTag<double, 4>;
  using V = hn::Vec<D>;

 public:
  static constexpr bool kPossible = hn::MaxLanes(D()) == 4;

  HWY_INLINE explicit PoseLanes(const Pose& pose) {
    const D d;
    const auto* numbers = reinterpret_cast<const double*>(&pose);
    for (size_t i = 0; i < 3; ++i) row_[i] = hn::LoadU(d, numbers + 3 * i);
    middle_ = hn::LoadU(d, numbers + 4);
    last_ = hn::LoadU(d, numbers + 8);
  }

  /// As skew_of().
  HWY_INLINE double Skew() const {
    constexpr double kTolerance = 1e-6;
    const D d;
    const auto three = hn::FirstN(d, 3);
    V turned[3];
    for (size_t i = 0; i < 3; ++i) turned[i] = Turned(row_[i]);
    const V one = hn::Set(d, 1.0);
    const V along =
        hn::Abs(hn::Sub(Sum(hn::Mul(row_[0], row_[0]), hn::Mul(row_[1], row_[1]), hn::Mul(row_[2], row_[2])), one));
    const V across =
        hn::Abs(Sum(hn::Mul(row_[0], turned[0]), hn::Mul(row_[1], turned[1]), hn::Mul(row_[2], turned[2])));
    const V off_along = hn::IfThenElseZero(three, along), off_across = hn::IfThenElseZero(three, across);
    const V most = hn::Set(d, kTolerance);
    // The third and the second row's cross product, turned twice; with the first as often. 1 or -1 where the rest
    // holds.
    const V product = hn::Sub(hn::Mul(row_[1], turned[2]), hn::Mul(turned[1], row_[2]));
    const V determinant = hn::IfThenElseZero(three, hn::Mul(product, Turned(turned[0])));
    const auto rigid = hn::And(hn::And(hn::Le(off_along, most), hn::Le(off_across, most)),
                               hn::Le(hn::Abs(last_), hn::Set(d, std::numeric_limits<double>::max())));
    if (!hn::AllTrue(d, rigid) || !(hn::GetLane(hn::SumOfLanes(d, determinant)) > 0)) return kNotRigid;
    return hn::GetLane(hn::MaxOfLanes(d, hn::Max(off_along, off_across)));
  }

  /// As make_frame(), where these numbers allow it.
  HWY_INLINE Reach Place(const FrameNumbers& n, const Hierarchy& a, const Hierarchy& b, double skew,
                         Frame& frame) const {
    const D d;
    const auto three = hn::FirstN(d, 3);
    const V zero = hn::Zero(d);
    const V t01 = hn::InterleaveLower(d, row_[0], row_[1]), t23 = hn::InterleaveUpper(d, row_[0], row_[1]);
    const V u01 = hn::InterleaveLower(d, row_[2], zero), u23 = hn::InterleaveUpper(d, row_[2], zero);
    const V column[3] = {hn::ConcatLowerLower(d, u01, t01), hn::ConcatLowerLower(d, u23, t23),
                         hn::ConcatUpperUpper(d, u01, t01)};
    const V given = hn::IfThenElseZero(three, Rotated<1>(last_));
    V at = Sum(hn::Mul(column[0], hn::Set(d, b.origin.x)), hn::Mul(column[1], hn::Set(d, b.origin.y)),
               hn::Mul(column[2], hn::Set(d, b.origin.z)));
    const V origin_a = hn::ConcatLowerLower(d, hn::InterleaveLower(d, hn::Set(d, a.origin.z), zero),
                                            hn::InterleaveLower(d, hn::Set(d, a.origin.x), hn::Set(d, a.origin.y)));
    at = hn::Mul(hn::Sub(hn::Add(at, given), origin_a), hn::Set(d, n.per_unit));
    const V size = hn::Abs(at), size_given = hn::Abs(given);
    const V larger = hn::Max(hn::InterleaveLower(d, size, size_given), hn::InterleaveUpper(d, size, size_given));
    const hn::Half<D> half;
    const auto largest = hn::Max(hn::LowerHalf(half, larger), hn::UpperHalf(half, larger));
    const double far = hn::GetLane(largest), far_given = hn::GetLane(hn::Reverse(half, largest));
    const double error = n.error + n.error_of_t * far_given + n.error_of_far * far;
    const double touching = n.touching + 4 * error;
    if (far > touching) return Reach::apart;
    if (!(n.margin + error < FrameNumbers::kExtreme)) return Reach::extreme;
    const V squares = hn::Mul(at, at);
    const auto low = hn::LowerHalf(half, squares);
    const double distance =
        std::sqrt(hn::GetLane(low) + hn::GetLane(hn::Reverse(half, low)) + hn::GetLane(hn::UpperHalf(half, squares)));
    if (distance > touching * (1 + 1e-9)) return Reach::apart;
    Write(at, frame);
    write_pads(n, skew, error, distance, frame);
    return Reach::possible;
  }

 private:
  /// In the order of rigid.h, whose roundings depend on it.
  static HWY_INLINE V Sum(V a, V b, V c) { return hn::Add(hn::Add(a, b), c); }

  /// Lane i from lane i + k.
  template <size_t k>
  static HWY_INLINE V Rotated(V v) {
    alignas(32) static constexpr int64_t kFrom[4] = {k % 4, (k + 1) % 4, (k + 2) % 4, (k + 3) % 4};
    return hn::TableLookupLanes(v, hn::SetTableIndices(D(), kFrom));
  }
  /// The first three, lane i from lane i + 1.
  static HWY_INLINE V Turned(V v) {
    alignas(32) static constexpr int64_t kFrom[4] = {1, 2, 0, 3};
    return hn::TableLookupLanes(v, hn::SetTableIndices(D(), kFrom));
  }

  HWY_INLINE void Write(V at, Frame& frame) const {
    const D d;
    const hn::Rebind<float, D> df;
    const V end = hn::IfThenElse(hn::FirstN(d, 1), last_, Rotated<3>(at));
    auto* numbers = reinterpret_cast<double*>(&frame);
    auto* floats = reinterpret_cast<float*>(numbers + 12);
    hn::StoreU(hn::DemoteTo(df, row_[0]), df, floats);
    hn::StoreU(hn::DemoteTo(df, middle_), df, floats + 4);
    hn::StoreU(hn::DemoteTo(df, end), df, floats + 8);
    hn::StoreU(row_[0], d, numbers);
    hn::StoreU(middle_, d, numbers + 4);
    hn::StoreU(end, d, numbers + 8);
  }

  V row_[3], middle_, last_;  // from numbers 0, 3, 6, 4, 8 on
};

/// A pose checked and, if it is rigid, placed. None when it is not. The numbers are the query's; where they do not
/// serve they are made again: to hand them over, they would all have to be in memory, and most are never asked for
/// where the models are far apart.
HWY_INLINE std::optional<Reach> PlacePose(const FrameNumbers& n, Descent descent, const Pose& pose, PairQuery& query) {
  double skew;
  if constexpr (PoseLanes::kPossible) {
    const PoseLanes lanes(pose);
    skew = lanes.Skew();
    if (skew != kNotRigid && !n.none && n.like_units && !n.turned) [[likely]]
      return lanes.Place(n, query.a, query.b, skew, query.frame);
  } else {
    skew = skew_of(pose);
  }
  if (skew == kNotRigid) [[unlikely]]
    return std::nullopt;
  return make_frame(query.a, query.b, pose, skew, query.margin, descent, query.frame);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_PLACE_POSE_INL_H_
