// SPDX-License-Identifier: Apache-2.0
// Points of B's surface looked up among the distances of A's (build/sketch.h): what can be told before any step. First
// few points all over B; then those that the nearest of them stand for; then once more.

#if defined(GRAZE_TIMED_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TIMED_POINTS_INL_H_
#undef GRAZE_TIMED_POINTS_INL_H_
#else
#define GRAZE_TIMED_POINTS_INL_H_
#endif

#include "build/sketch.h"
#include "timed/judge_state.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

// Iota() of a number that the compiler does not know is written to memory lane by lane.
HWY_ALIGN inline constexpr int32_t kLaneNumbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/// A field as its distances are asked for, in units of its cells.
class FieldLanes {
 public:
  using V = hn::Vec<Wide>;

  explicit FieldLanes(const DistanceField& field) : of_cell_(reinterpret_cast<const int32_t*>(field.of_cell.data())) {
    const float per_cell = 1 / field.cell;
    per_cell_ = hn::Set(Wide(), per_cell);
    for (size_t x = 0; x < 3; ++x) {
      lower_[x] = hn::Set(Wide(), -field.lower[x] * per_cell);
      last_[x] = hn::Set(Wide(), static_cast<float>(field.cells[x]) - 0.01f);
      cells_[x] = hn::Set(hn::RebindToSigned<Wide>(), field.cells[x]);
    }
  }

  /// Absolute values, to first order, and the cells they are in; beyond the box no less than the distance from it along
  /// any axis.
  HWY_INLINE V Distances(const V (&at)[3], int32_t* cells) const {
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    V from[3], beyond = hn::Zero(d);  // from the cell's centre
    auto index = hn::Zero(di);
    for (size_t x = 3; x-- > 0;) {
      const V place = hn::MulAdd(at[x], per_cell_, lower_[x]);
      const V inner = hn::Min(hn::Max(place, hn::Zero(d)), last_[x]);
      beyond = hn::Max(beyond, hn::Abs(hn::Sub(place, inner)));
      const auto cell = hn::ConvertTo(di, inner);
      from[x] = hn::Sub(place, hn::Add(hn::ConvertTo(d, cell), hn::Set(d, 0.5f)));
      index = hn::Add(hn::Mul(index, cells_[x]), cell);
    }
    hn::Store(index, di, cells);
    const auto entry = hn::GatherIndex(di, of_cell_, index);
    const V gradient[3] = {hn::ConvertTo(d, hn::ShiftRight<24>(hn::ShiftLeft<24>(entry))),
                           hn::ConvertTo(d, hn::ShiftRight<24>(hn::ShiftLeft<16>(entry))),
                           hn::ConvertTo(d, hn::ShiftRight<24>(hn::ShiftLeft<8>(entry)))};
    V change = hn::Mul(gradient[0], from[0]);
    for (size_t x = 1; x < 3; ++x) change = hn::MulAdd(gradient[x], from[x], change);
    constexpr float kPerStep = 127.0f / static_cast<float>(DistanceField::kStepsPerCell), kPerByte = 1 / 127.0f;
    const V centre = hn::ConvertTo(d, hn::ShiftRight<24>(entry));
    return hn::Max(beyond, hn::Mul(hn::Abs(hn::MulAdd(centre, hn::Set(d, kPerStep), change)), hn::Set(d, kPerByte)));
  }

 private:
  const int32_t* of_cell_;
  V per_cell_, lower_[3], last_[3];
  hn::Vec<hn::RebindToSigned<Wide>> cells_[3];
};

/// How many points of a level are near A's surface, by two measures: distances x in units of the points' mean spacing
/// count 1 - x/0.8 and (1 - x/3)², while these are positive (Gaussians do no better); and the least of them.
class PointLanes {
 public:
  using V = hn::Vec<Wide>;

  PointLanes(const Frame& frame, const DistanceField& field, float spread)
      : frame_(frame), field_(field), per_spread_(hn::Set(Wide(), field.cell / spread)) {}

  /// Of so many, whose coordinates lie `count` apart. Keys: distances in whose last bits stands `first` and their
  /// number.
  template <size_t kCount>
  HWY_INLINE void Add(const float* points, uint32_t first, PointSearch& search) {
    constexpr float kNear = 1 / 0.8f, kWide = 1 / 3.0f;
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    for (size_t k = 0; k < kCount; k += hn::MaxLanes(d)) {
      V in[3], placed[3];
      for (size_t x = 0; x < 3; ++x) in[x] = hn::Load(d, points + x * kCount + k);
      frame_.Place(in, placed);
      const V share = hn::Mul(field_.Distances(placed, search.cells + first + k), per_spread_);
      near_ = hn::Add(near_, hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kNear), one)));
      const V far = hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kWide), one));
      wide_ = hn::MulAdd(far, far, wide_);
      least_ = hn::Min(least_, share);
      const auto number = hn::Add(hn::Load(di, kLaneNumbers), hn::Set(di, static_cast<int32_t>(first + k)));
      hn::Store(hn::Or(hn::AndNot(hn::Set(di, kNumbers), hn::BitCast(di, share)), number), di, search.keys + first + k);
    }
  }

  PointSums Sums() const {
    const Wide d;
    return {static_cast<double>(hn::GetLane(hn::SumOfLanes(d, near_))),
            static_cast<double>(hn::GetLane(hn::SumOfLanes(d, wide_))),
            static_cast<double>(hn::GetLane(hn::MinOfLanes(d, least_)))};
  }

  static constexpr int32_t kNumbers = 63;

 private:
  const FrameLanes<Wide> frame_;
  const FieldLanes field_;
  const V per_spread_;
  V near_ = hn::Zero(Wide()), wide_ = hn::Zero(Wide()), least_ = hn::Set(Wide(), 1e30f);
};

/// The numbers of the nearest points.
template <size_t kCount, size_t kFound>
HWY_INLINE void FindNearest(const int32_t* keys, uint32_t (&out)[kFound]) {
  const hn::RebindToSigned<Wide> di;
  constexpr size_t kLanes = hn::MaxLanes(hn::RebindToSigned<Wide>());
  const auto none = hn::Set(di, 0x7FFFFFFF);
  hn::Vec<hn::RebindToSigned<Wide>> left[kCount / kLanes];
  for (size_t k = 0; k < kCount / kLanes; ++k) left[k] = hn::Load(di, keys + k * kLanes);
  for (uint32_t& number : out) {
    auto least = left[0];
    for (size_t k = 1; k < kCount / kLanes; ++k) least = hn::Min(least, left[k]);
    least = hn::MinOfLanes(di, least);
    number = static_cast<uint32_t>(hn::GetLane(least) & PointLanes::kNumbers);
    for (size_t k = 0; k < kCount / kLanes; ++k) left[k] = hn::IfThenElse(hn::Eq(left[k], least), none, left[k]);
  }
}

/// The next level: all points of the first, of others the children of the nearest of the level before.
HWY_INLINE PointSums LookUpPoints(const Frame& frame, const Sketch& a, const Sketch& b, PointSearch& search) {
  static_assert(kBestPoints * Sketch::kChildren <= PointLanes::kNumbers + 1 && Sketch::kPoints <= PointLanes::kNumbers);
  const size_t level = search.level++;
  PointLanes points(frame, level == 0 ? a.coarse : a.fine, b.spread[level]);
  if (level == 0) {
    points.Add<Sketch::kPoints>(b.points[0].data(), 0, search);
    return points.Sums();
  }
  uint32_t nearest[kBestPoints];
  if (level == 1) {
    FindNearest<Sketch::kPoints>(search.keys, nearest);
  } else {
    FindNearest<kBestPoints * Sketch::kChildren>(search.keys, nearest);
    for (uint32_t& n : nearest) n = search.parents[n / Sketch::kChildren] * Sketch::kChildren + n % Sketch::kChildren;
  }
  for (uint32_t i = 0; i < kBestPoints; ++i) {
    search.parents[i] = nearest[i];
    points.Add<Sketch::kChildren>(b.points[level].data() + size_t{3} * Sketch::kChildren * nearest[i],
                                  i * Sketch::kChildren, search);
  }
  return points.Sums();
}

/// Where the surfaces seem nearest after the last level: small nodes of A and B. Of the six nearest points; three find
/// 96 and 88 of a hundred hits on U and N, six 98 and 92, ten 99 and 94 but take 200 ns more.
struct NearPairs {
  static constexpr size_t kMost = 6;
  Ref a[kMost], b[kMost];
  size_t count = 0;

  void Add(Ref ra, Ref rb) {
    if (ra == kNoRef) return;
    for (size_t i = 0; i < count; ++i) {
      if (a[i] == ra && b[i] == rb) return;
    }
    a[count] = ra;
    b[count++] = rb;
  }
};

HWY_INLINE NearPairs FindNearPairs(const Sketch& a, const Sketch& b, const PointSearch& search) {
  uint32_t nearest[NearPairs::kMost];
  FindNearest<kBestPoints * Sketch::kChildren>(search.keys, nearest);
  NearPairs out;
  for (const uint32_t n : nearest) {
    out.Add(a.fine.patch[static_cast<size_t>(search.cells[n])],
            b.node_of_point[search.parents[n / Sketch::kChildren] * Sketch::kChildren + n % Sketch::kChildren]);
  }
  return out;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_POINTS_INL_H_
