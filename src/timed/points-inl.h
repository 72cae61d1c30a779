// SPDX-License-Identifier: Apache-2.0
// Points of the smaller model's surface looked up among the distances of the other's (build/sketch.h): what can be told
// before any step. First few points all over it; then those that the nearest of them stand for; then once more.

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

/// A field as its distances are asked for: in units of its cells, for an answer in others. Each level waits for the
/// last: what follows is in the order in which it is ready soonest.
class FieldLanes {
 public:
  using V = hn::Vec<Wide>;
  using Cells = hn::Vec<hn::RebindToSigned<Wide>>;

  FieldLanes(const DistanceField& field, float answers_per_cell)
      : of_cell_(reinterpret_cast<const int32_t*>(field.of_cell.data())) {
    const Wide d;
    // A byte of the gradient at the top of a number stands for so many 127ths.
    constexpr float kPerStep = 1 / static_cast<float>(DistanceField::kStepsPerCell),
                    kPerByte = 1 / (127.0f * (1 << 24));
    per_cell_ = hn::Set(d, field.per_cell);
    answers_ = hn::Set(d, answers_per_cell);
    per_step_ = hn::Set(d, kPerStep * answers_per_cell);
    per_byte_ = hn::Set(d, kPerByte * answers_per_cell);
    for (size_t x = 0; x < 3; ++x) {
      shift_[x] = hn::Set(d, field.shift[x]);
      along_[x] = hn::Set(d, static_cast<float>(field.cells[x]));
      last_[x] = hn::Sub(along_[x], hn::Set(d, 1.0f));
    }
  }

  /// Absolute values, to first order, and the cells they are in; beyond the box no less than the distance from it along
  /// any axis.
  HWY_INLINE V Distances(const V (&at)[3], Cells& cells) const {
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    V from[3], cell[3], beyond = hn::Zero(d);
    for (size_t x = 0; x < 3; ++x) {
      const V place = hn::MulAdd(at[x], per_cell_, shift_[x]);
      const V inner = hn::Min(hn::Max(place, hn::Zero(d)), last_[x]);
      beyond = hn::Max(beyond, hn::Abs(hn::Sub(place, inner)));
      cell[x] = hn::Round(inner);
      from[x] = hn::Sub(place, cell[x]);  // from the cell's centre
    }
    // The last bits of 2^23 + index, exact in float: ConvertTo() would look for numbers that no integer can hold.
    const V first = hn::Add(cell[0], hn::Set(d, 0x1p23f));
    const V index = hn::MulAdd(hn::MulAdd(cell[2], along_[1], cell[1]), along_[0], first);
    cells = hn::And(hn::BitCast(di, index), hn::Set(di, 0x7FFFFF));
    const auto entry = hn::GatherIndex(di, of_cell_, cells);
    // What follows a byte at the top of a number is less than one of its steps.
    const V change_x = hn::Mul(hn::ConvertTo(d, hn::ShiftLeft<24>(entry)), from[0]);
    const V change_xy = hn::MulAdd(hn::ConvertTo(d, hn::ShiftLeft<16>(entry)), from[1], change_x);
    const V change_z = hn::Mul(hn::ConvertTo(d, hn::ShiftLeft<8>(entry)), from[2]);
    const V centre = hn::Mul(hn::ConvertTo(d, hn::ShiftRight<24>(entry)), per_step_);
    const V near = hn::MulAdd(change_xy, per_byte_, hn::MulAdd(change_z, per_byte_, centre));
    const V far = hn::Mul(hn::Sub(beyond, hn::Set(d, 0.5f)), answers_);  // from the last centres to the box
    return hn::Max(far, hn::Abs(near));
  }

 private:
  const int32_t* of_cell_;
  V per_cell_, answers_, per_step_, per_byte_, shift_[3], along_[3], last_[3];
};

/// The three least numbers of each lane, in order; and of all lanes.
class ThreeLeast {
 public:
  using D = hn::RebindToSigned<Wide>;
  static constexpr int32_t kNone = 0x7FFFFFFF;

  HWY_INLINE ThreeLeast() {
    for (auto& least : least_) least = hn::Set(D(), kNone);
  }

  HWY_INLINE void Add(hn::Vec<D> v) {
    const auto second = hn::Max(least_[0], v);
    least_[0] = hn::Min(least_[0], v);
    const auto third = hn::Max(least_[1], second);
    least_[1] = hn::Min(least_[1], second);
    least_[2] = hn::Min(least_[2], third);
  }
  HWY_INLINE void OfAll(int32_t (&out)[3]) const { Reduce(D(), least_, out); }

 private:
  /// The k-th least of two ordered lists is the least of max(aᵢ, bⱼ) for i + j = k.
  template <class V>
  static HWY_INLINE void Merge(const V (&a)[3], const V (&b)[3], V (&out)[3]) {
    out[0] = hn::Min(a[0], b[0]);
    out[1] = hn::Min(hn::Max(a[0], b[0]), hn::Min(a[1], b[1]));
    out[2] = hn::Min(hn::Min(a[2], b[2]), hn::Min(hn::Max(a[0], b[1]), hn::Max(a[1], b[0])));
  }

  template <class T>
  static HWY_INLINE void Reduce(T d, const hn::Vec<T> (&v)[3], int32_t (&out)[3]) {
    if constexpr (hn::MaxLanes(T()) > 4) {
      const hn::Half<T> half;
      hn::Vec<hn::Half<T>> low[3], high[3], merged[3];
      for (size_t i = 0; i < 3; ++i) low[i] = hn::LowerHalf(half, v[i]), high[i] = hn::UpperHalf(half, v[i]);
      Merge(low, high, merged);
      Reduce(half, merged, out);
    } else {
      hn::Vec<T> other[3], two[3], one[3];
      for (size_t i = 0; i < 3; ++i) other[i] = hn::Shuffle1032(v[i]);
      Merge(v, other, two);
      for (size_t i = 0; i < 3; ++i) other[i] = hn::Shuffle2301(two[i]);
      Merge(two, other, one);
      for (size_t i = 0; i < 3; ++i) out[i] = hn::GetLane(one[i]);
    }
    (void)d;
  }

  hn::Vec<D> least_[3];
};

/// How many points of a level are near A's surface, by two measures: distances x in units of the points' mean spacing
/// count 1 - x/0.8 and (1 - x/3)², while these are positive (Gaussians do no better); and the nearest of them.
class PointLanes {
 public:
  using V = hn::Vec<Wide>;

  PointLanes(const Frame& frame, const DistanceField& field, float spread)
      : frame_(frame), field_(field, field.cell / spread) {}

  /// Of so many, whose coordinates lie `kCount` apart. Keys: distances in whose last bits stands `first` and their
  /// number. All of them, and the cells, are kept of the last level only: tries go through these.
  template <size_t kCount>
  HWY_INLINE void Add(const float* points, uint32_t first, bool keep, PointSearch& search) {
    constexpr float kNear = 1 / 0.8f, kWide = 1 / 3.0f;
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    for (size_t k = 0; k < kCount; k += hn::MaxLanes(d)) {
      V in[3], placed[3];
      for (size_t x = 0; x < 3; ++x) in[x] = hn::Load(d, points + x * kCount + k);
      frame_.Place(in, placed);
      FieldLanes::Cells cells;
      const V share = field_.Distances(placed, cells);
      near_ = hn::Add(near_, hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kNear), one)));
      const V far = hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kWide), one));
      wide_ = hn::MulAdd(far, far, wide_);
      const auto number = hn::Add(hn::Load(di, kLaneNumbers), hn::Set(di, static_cast<int32_t>(first + k)));
      const auto key = hn::Or(hn::AndNot(hn::Set(di, kNumbers), hn::BitCast(di, share)), number);
      least_.Add(key);
      if (keep) {
        hn::Store(key, di, search.keys + first + k);
        hn::Store(cells, di, search.cells + first + k);
      }
    }
  }

  PointSums Sums(PointSearch& search) const {
    const Wide d;
    least_.OfAll(search.nearest);
    return {static_cast<double>(hn::GetLane(hn::SumOfLanes(d, near_))),
            static_cast<double>(hn::GetLane(hn::SumOfLanes(d, wide_))),
            static_cast<double>(DistanceOf(search.nearest[0]))};
  }

  static constexpr int32_t kNumbers = 63;
  static HWY_INLINE float DistanceOf(int32_t key) { return std::bit_cast<float>(key & ~kNumbers); }
  static HWY_INLINE uint32_t NumberOf(int32_t key) { return static_cast<uint32_t>(key & kNumbers); }

 private:
  const FrameLanes<Wide> frame_;
  const FieldLanes field_;
  V near_ = hn::Zero(Wide()), wide_ = hn::Zero(Wide());
  ThreeLeast least_;
};

/// The next level: all points of the first, of others the children of the nearest of the level before.
HWY_INLINE PointSums LookUpPoints(const Frame& frame, const DistanceField& field, const Sketch& of,
                                  PointSearch& search) {
  static_assert(kBestPoints * Sketch::kChildren <= PointLanes::kNumbers + 1 && Sketch::kPoints <= PointLanes::kNumbers);
  const size_t level = search.level++;
  PointLanes points(frame, field, of.spread[level]);
  if (level == 0) {
    points.Add<Sketch::kPoints>(of.points[0].data(), 0, false, search);
    return points.Sums(search);
  }
  uint32_t parents[kBestPoints];
  for (uint32_t i = 0; i < kBestPoints; ++i) {
    const uint32_t n = PointLanes::NumberOf(search.nearest[i]);
    parents[i] = level == 1 ? n : search.parents[n / Sketch::kChildren] * Sketch::kChildren + n % Sketch::kChildren;
  }
  for (uint32_t i = 0; i < kBestPoints; ++i) {
    search.parents[i] = parents[i];
    points.Add<Sketch::kChildren>(of.points[level].data() + size_t{3} * Sketch::kChildren * parents[i],
                                  i * Sketch::kChildren, search.level == Sketch::kLevels, search);
  }
  return points.Sums(search);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_POINTS_INL_H_
