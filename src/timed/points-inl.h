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

/// Points of one model among the distances of the other's field. Each level waits for the last: what follows is in the
/// order in which it is ready soonest, and where B is comes last.
class FieldLanes {
 public:
  using V = hn::Vec<Wide>;
  using Cells = hn::Vec<hn::RebindToSigned<Wide>>;

  FieldLanes(const PlacedFloats& placed, const PointScale& scale)
      : of_cell_(reinterpret_cast<const int32_t*>(scale.of_cell)) {
    const Wide d;
    per_cell_ = hn::Set(d, scale.per_cell);
    answers_ = hn::Set(d, scale.answers);
    half_a_cell_ = hn::Set(d, 0.5f * scale.answers);
    per_step_ = hn::Set(d, scale.per_step);
    per_byte_ = hn::Set(d, scale.per_byte);
    margin_ = scale.margin;
    for (size_t i = 0; i < 9; ++i) r_[i] = hn::Set(d, placed.r[i]);
    for (size_t x = 0; x < 3; ++x) {
      shift_[x] = hn::MulAdd(hn::Set(d, placed.t[x]), per_cell_, hn::Set(d, scale.shift[x]));
      last_[x] = hn::Set(d, scale.last[x]);
    }
    for (size_t x = 0; x < 2; ++x) along_[x] = hn::Set(d, scale.along[x]);
  }

  /// Absolute values beyond the margin, to first order, and the cells they are in; beyond the box no less than the
  /// distance from it along any axis.
  HWY_INLINE V Distances(const V (&point)[3], Cells& cells) const {
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    V from[3], cell[3], beyond;
    for (size_t x = 0; x < 3; ++x) {
      const V turned = Dot(r_[3 * x], r_[3 * x + 1], r_[3 * x + 2], point[0], point[1], point[2]);
      const V place = hn::MulAdd(turned, per_cell_, shift_[x]);
      cell[x] = hn::Round(hn::Min(hn::Max(place, hn::Zero(d)), last_[x]));
      from[x] = hn::Sub(place, cell[x]);  // from the cell's centre: half a cell at most, but for points beyond the box
      const V off = hn::Abs(from[x]);
      beyond = x == 0 ? off : hn::Max(beyond, off);
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
    const V far = hn::MulSub(beyond, answers_, half_a_cell_);  // from the last centres to the box
    V out = hn::Max(far, hn::Abs(near));
    if (margin_ > 0) [[unlikely]]
      out = hn::Max(hn::Zero(d), hn::Sub(out, hn::Set(d, margin_)));
    return out;
  }

 private:
  const int32_t* of_cell_;
  float margin_;
  V per_cell_, answers_, half_a_cell_, per_step_, per_byte_, r_[9], shift_[3], along_[2], last_[3];
};

/// The three least numbers of each lane, in order; and of all.
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

  /// Of so many.
  static HWY_INLINE void Of(const int32_t* keys, size_t count, int32_t (&out)[3]) {
    ThreeLeast least;
    for (size_t k = 0; k < count; k += hn::MaxLanes(D())) least.Add(hn::Load(D(), keys + k));
    Reduce(D(), least.least_, out);
  }

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

/// Keys: distances in whose last bits stands the number of the point.
struct PointKeys {
  static constexpr int32_t kNumbers = 63;
  static HWY_INLINE float DistanceOf(int32_t key) { return std::bit_cast<float>(key & ~kNumbers); }
  static HWY_INLINE uint32_t NumberOf(int32_t key) { return static_cast<uint32_t>(key & kNumbers); }
};

/// log2 to 0.01; x > 0 and normal.
HWY_INLINE hn::Vec<Four> RoughLog2(hn::Vec<Four> x) {
  const Four d;
  const hn::RebindToSigned<Four> di;
  const auto bits = hn::BitCast(di, x);
  const auto exponent = hn::Sub(hn::ConvertTo(d, hn::ShiftRight<23>(bits)), hn::Set(d, 127.0f));
  const auto fraction = hn::Or(hn::And(bits, hn::Set(di, 0x7FFFFF)), hn::Set(di, 0x3F800000));
  const auto m = hn::Sub(hn::BitCast(d, fraction), hn::Set(d, 1.0f));
  return hn::MulAdd(m, hn::NegMulAdd(hn::Set(d, 0.3465f), m, hn::Set(d, 1.3465f)), exponent);
}

/// Halves of a vector laid over each other until four lanes are left.
template <class D, class Op>
HWY_INLINE auto FourOf(D d, hn::Vec<D> v, const Op& op) {
  if constexpr (hn::MaxLanes(D()) > 4) {
    const hn::Half<D> half;
    return FourOf(half, op(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), op);
  } else {
    (void)d;
    return v;
  }
}

/// How many points of a level are near A's surface, by two measures: distances x in units of the points' mean spacing
/// count 1 - x/0.8 and (1 - x/3)², while these are positive (Gaussians do no better); and the nearest of them.
class PointLanes {
 public:
  using V = hn::Vec<Wide>;
  using Keys = hn::RebindToSigned<Wide>;

  PointLanes(const PlacedFloats& placed, const PointScale& scale) : field_(placed, scale) {}

  /// Of so many, whose coordinates lie `kCount` apart; `first` is the number of the first of them. Cells are kept for
  /// tries.
  template <size_t kCount>
  HWY_INLINE void Add(const float* points, uint32_t first, bool keep_cells, PointSearch& search) {
    constexpr float kNear = 1 / 0.8f, kWide = 1 / 3.0f;
    const Wide d;
    const Keys di;
    const V zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    for (size_t k = 0; k < kCount; k += hn::MaxLanes(d)) {
      V in[3];
      for (size_t x = 0; x < 3; ++x) in[x] = hn::Load(d, points + x * kCount + k);
      FieldLanes::Cells cells;
      const V share = field_.Distances(in, cells);
      near_ = hn::Add(near_, hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kNear), one)));
      const V far = hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kWide), one));
      wide_ = hn::MulAdd(far, far, wide_);
      const auto number = hn::Add(hn::Load(di, kLaneNumbers), hn::Set(di, static_cast<int32_t>(first + k)));
      const auto key = hn::Or(hn::AndNot(hn::Set(di, PointKeys::kNumbers), hn::BitCast(di, share)), number);
      least_ = hn::Min(least_, key);
      hn::Store(key, di, search.keys + first + k);
      if (keep_cells) hn::Store(cells, di, search.cells + first + k);
    }
  }

  /// log2 of the two sums and of the least distance; 1.
  HWY_INLINE hn::Vec<Four> Logs() const {
    constexpr float kLeast = 0.02f;
    const Four d;
    const hn::RebindToSigned<Four> di;
    const auto add = [](auto a, auto b) HWY_ATTR { return hn::Add(a, b); };
    const auto near = FourOf(Wide(), near_, add), wide = FourOf(Wide(), wide_, add);
    auto least = FourOf(Keys(), least_, [](auto a, auto b) HWY_ATTR { return hn::Min(a, b); });
    least = hn::Min(least, hn::Shuffle1032(least));
    least = hn::AndNot(hn::Set(di, PointKeys::kNumbers), hn::Min(least, hn::Shuffle2301(least)));
    const auto two = hn::Add(hn::InterleaveLower(d, near, wide), hn::InterleaveUpper(d, near, wide));
    const auto sums = hn::Add(two, hn::Shuffle1032(two));
    const auto all = hn::Add(hn::ConcatUpperLower(d, hn::BitCast(d, least), sums), hn::Set(d, kLeast));
    return RoughLog2(hn::IfThenElse(hn::FirstN(d, 3), all, hn::Set(d, 2.0f)));
  }

 private:
  const FieldLanes field_;
  V near_ = hn::Zero(Wide()), wide_ = hn::Zero(Wide());
  hn::Vec<Keys> least_ = hn::Set(Keys(), ThreeLeast::kNone);
};

/// What a level told.
HWY_INLINE void AddPoints(hn::Vec<Four> logs, JudgeState& state) {
  const Four d;
  const size_t level = state.points.level - 1;
  const PointForm& form = state.forms[level];
  hn::Store(logs, d, state.points.logs[level]);
  auto by = hn::MulAdd(hn::Broadcast<0>(logs), hn::Load(d, form.row[0]), hn::Load(d, form.row[3]));
  by = hn::MulAdd(hn::Broadcast<1>(logs), hn::Load(d, form.row[1]), by);
  by = hn::MulAdd(hn::Broadcast<2>(logs), hn::Load(d, form.row[2]), by);
  auto sum = hn::Mul(by, logs);
  sum = hn::Add(sum, hn::Shuffle1032(sum));
  sum = hn::Add(sum, hn::Shuffle2301(sum));
  state.seen_tries.told = static_cast<double>(hn::GetLane(sum));
  state.told = doubted(state.seen_tries.told, state);
}

/// All points of the first level.
HWY_INLINE void LookUpFirst(const PlacedFloats& placed, const Sketch& of, JudgeState& state) {
  static_assert(Sketch::kPoints <= PointKeys::kNumbers + 1);
  state.points.level = 1;
  PointLanes points(placed, state.scales[0]);
  points.Add<Sketch::kPoints>(of.points[0].data(), 0, false, state.points);
  AddPoints(points.Logs(), state);
}

/// The next level: the children of the nearest of the level before.
HWY_INLINE void LookUpNext(const PlacedFloats& placed, const Sketch& of, JudgeState& state) {
  static_assert(kBestPoints * Sketch::kChildren <= PointKeys::kNumbers + 1);
  PointSearch& search = state.points;
  const size_t level = search.level++;
  int32_t nearest[kBestPoints];
  ThreeLeast::Of(search.keys, level == 1 ? Sketch::kPoints : kBestPoints * Sketch::kChildren, nearest);
  uint32_t parents[kBestPoints];
  for (uint32_t i = 0; i < kBestPoints; ++i) {
    const uint32_t n = PointKeys::NumberOf(nearest[i]);
    parents[i] = level == 1 ? n : search.parents[n / Sketch::kChildren] * Sketch::kChildren + n % Sketch::kChildren;
  }
  PointLanes points(placed, state.scales[level]);
  for (uint32_t i = 0; i < kBestPoints; ++i) {
    search.parents[i] = parents[i];
    points.Add<Sketch::kChildren>(of.points[level].data() + size_t{3} * Sketch::kChildren * parents[i],
                                  i * Sketch::kChildren, search.level == Sketch::kLevels, search);
  }
  AddPoints(points.Logs(), state);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_POINTS_INL_H_
