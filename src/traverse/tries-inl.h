// SPDX-License-Identifier: Apache-2.0
// Where two models of like size are likely to meet: points of B looked up among small nodes of A (build/landmarks.h). A
// boolean query opens these pairs before it starts at the roots, which are then some steps away from most hits.

#if defined(GRAZE_TRAVERSE_TRIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_TRIES_INL_H_
#undef GRAZE_TRAVERSE_TRIES_INL_H_
#else
#define GRAZE_TRAVERSE_TRIES_INL_H_
#endif

#include <bit>

#include "traverse/traversal.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Points looked up in a grid: the cells they fell into, and keys: squares of how far, in cells, they are from what
/// these know, in whose last bits stands the number of the point.
class PlacedPoints {
 public:
  static constexpr size_t kMost = 32;

  static HWY_INLINE uint32_t NumberOf(int32_t key) { return static_cast<uint32_t>(key) % kMost; }
  static HWY_INLINE bool Within(int32_t key, float square) { return key < std::bit_cast<int32_t>(square); }

  size_t Cell(uint32_t number) const { return static_cast<size_t>(cells_[number]); }

  /// `points`: kCount of each coordinate, which get the numbers from `first` on.
  template <size_t kCount>
  HWY_INLINE void Add(const FrameLanes<Wide>& lanes, const Landmarks::Grid& grid, const float* points, size_t first) {
    using V = hn::Vec<Wide>;
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    HWY_ALIGN static constexpr int32_t kNumbers[kMost] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                          11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                          22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    for (size_t k = 0; k < kCount; k += hn::MaxLanes(d)) {
      V point[3], placed[3], within[3], inner[3];
      for (size_t x = 0; x < 3; ++x) point[x] = hn::Load(d, points + kCount * x + k);
      lanes.Place(point, placed);
      for (size_t x = 0; x < 3; ++x) {
        const V at = hn::MulAdd(placed[x], hn::Set(d, grid.per_cell), hn::Set(d, grid.shift[x]));
        inner[x] = hn::Round(hn::Min(hn::Max(at, hn::Zero(d)), hn::Set(d, grid.last[x])));
        within[x] = hn::Sub(at, inner[x]);
      }
      // The last bits of 2^23 + index, exact in float.
      const V column = hn::MulAdd(inner[2], hn::Set(d, grid.along[1]), inner[1]);
      const V index = hn::MulAdd(column, hn::Set(d, grid.along[0]), hn::Add(inner[0], hn::Set(d, 0x1p23f)));
      const auto cell = hn::And(hn::BitCast(di, index), hn::Set(di, 0x7FFFFF));
      hn::Store(cell, di, cells_ + first + k);
      const auto place = hn::GatherIndex(di, grid.place.data(), cell);
      const V from[3] = {From(within[0], hn::ShiftLeft<24>(place)), From(within[1], hn::ShiftLeft<16>(place)),
                         From(within[2], hn::ShiftLeft<8>(place))};
      const V square = hn::MulAdd(from[0], from[0], hn::MulAdd(from[1], from[1], hn::Mul(from[2], from[2])));
      const auto number = hn::Load(di, kNumbers + first + k);
      const auto key = hn::Or(hn::AndNot(hn::Set(di, kMost - 1), hn::BitCast(di, square)), number);
      hn::Store(key, di, keys_ + first + k);
    }
  }

  /// The least of so many keys beyond one; the largest number when there is none.
  HWY_INLINE int32_t Next(int32_t last, size_t count) const {
    const hn::RebindToSigned<Wide> di;
    const auto none = hn::Set(di, 0x7FFFFFFF);
    auto least = none;
    for (size_t k = 0; k < count; k += hn::MaxLanes(di)) {
      const auto key = hn::Load(di, keys_ + k);
      least = hn::Min(least, hn::IfThenElse(hn::Gt(key, hn::Set(di, last)), key, none));
    }
    return hn::GetLane(hn::MinOfLanes(di, least));
  }

 private:
  /// In cells, from the byte on top.
  template <class V, class I>
  static HWY_INLINE V From(V within, I place) {
    const Wide d;
    return hn::NegMulAdd(hn::ConvertTo(d, hn::ShiftRight<24>(place)), hn::Set(d, 1 / Landmarks::kStepsPerCell), within);
  }

  HWY_ALIGN int32_t cells_[kMost];
  HWY_ALIGN int32_t keys_[kMost];
};

/// Pairs of small nodes.
class Tries {
 public:
  // Scenario U, 22 models, in streams, times the queries that there were before landmarks: 1.58.
  static constexpr size_t kMost = 2;           // one: 6 % longer; three: as long
  static constexpr float kFarthest = 0.5f;     // square of cells; 0.25: 2 % longer; 0.65: as long
  static constexpr size_t kParents = 2;        // of the few; one: 6 % longer; three: as long
  static constexpr float kFarthestFew = 1.6f;  // mean distances of the surface from them; 1.3: as long; 2.5: 2 % longer

  /// Are these two worth it? Where the centres are this far apart, in sums of the radii, the first look tells.
  /// Up to 0.5 1.36, up to 0.7 1.54, up to 1.2 as up to 0.9.
  static HWY_INLINE bool Likely(const PairQuery& query) {
    constexpr double kAlike = 2, kNear = 0.9;
    const Hierarchy &a = query.a, &b = query.b;
    if (query.rough || a.landmarks.empty() || b.landmarks.empty()) return false;
    if (a.radius > kAlike * b.radius || b.radius > kAlike * a.radius) return false;
    const double* t = query.frame.t;
    const double near = kNear * (a.radius + b.radius);
    return t[0] * t[0] + t[1] * t[1] + t[2] * t[2] < near * near;
  }

  /// The nodes about those points of B that lie nearest to A's surface, these first: of those that the nearest of the
  /// few stand for.
  HWY_NOINLINE Tries(const PairQuery& query, const FrameLanes<Wide>& lanes) {
    constexpr size_t kFew = Landmarks::kFew, kEach = Landmarks::kEach;
    static_assert(kFew <= PlacedPoints::kMost && kParents * kEach <= PlacedPoints::kMost);
    const Landmarks &in = query.a.landmarks, &of = query.b.landmarks;
    PlacedPoints few, many;
    few.Add<kFew>(lanes, in.coarse, of.few.data(), 0);
    const float about = kFarthestFew * of.spread * in.coarse.per_cell;
    uint32_t parent[kParents];
    size_t parents = 0;
    for (int32_t key = -1; parents < kParents; ++parents) {
      key = few.Next(key, kFew);
      if (!PlacedPoints::Within(key, about * about)) break;
      parent[parents] = PlacedPoints::NumberOf(key);
      many.Add<kEach>(lanes, in.fine, of.many.data() + 3 * kEach * parent[parents], kEach * parents);
    }
    for (int32_t key = -1; count_ < kMost;) {
      key = many.Next(key, kEach * parents);
      if (!PlacedPoints::Within(key, kFarthest)) break;
      const uint32_t n = PlacedPoints::NumberOf(key);
      const Ref a = in.node[many.Cell(n)], b = of.node_of_many[kEach * parent[n / kEach] + n % kEach];
      // Where nothing is known a point may be as far beyond the grid as nothing is said to be.
      if (a == kNoRef || (count_ > 0 && a == a_[0] && b == b_[0])) continue;
      a_[count_] = a;
      b_[count_++] = b;
    }
  }

  /// The likeliest on top; pairs of leaves apart.
  HWY_INLINE void Push(PairStack& stack, PairStack& leaves) const {
    for (size_t i = count_; i-- > 0;) (is_leaf(a_[i]) && is_leaf(b_[i]) ? leaves : stack).push(a_[i], b_[i]);
  }

 private:
  static_assert(kMost <= 2);  // more would have to be compared with more than the first
  Ref a_[kMost], b_[kMost];
  size_t count_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_TRIES_INL_H_
