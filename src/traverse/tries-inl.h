// SPDX-License-Identifier: Apache-2.0
// Where two models of like size are likely to meet: small nodes of B looked up among those of A (build/landmarks.h). A
// boolean query opens these pairs before it starts at the roots, which are then some steps away from most hits.

#if defined(GRAZE_TRAVERSE_TRIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_TRIES_INL_H_
#undef GRAZE_TRAVERSE_TRIES_INL_H_
#else
#define GRAZE_TRAVERSE_TRIES_INL_H_
#endif

#include "traverse/traversal.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class Tries {
 public:
  /// And the square of how far, in cells, a point may be from A's node. Scenarios U and N, 19 models, times
  /// depth-first: without tries 1.17, 1.00; with these 1.27, 0.99. Compared while steps in vain were not counted: two
  /// up to 0.5 1.30, 0.99; one 1.29, 0.985; four 1.30, 0.99; two up to 1 1.32, 0.98; up to 0.25 1.26, 0.995.
  static constexpr size_t kMost = 2;
  static constexpr float kFarthest = 0.5f;

  /// Are these two worth it? The nearer the centres, the likelier a hit: beyond 0.6 sums of the radii a look costs what
  /// it gains; up to 0.45 U takes 1.5 % more, up to 0.8 1 %.
  static HWY_INLINE bool Likely(const PairQuery& query) {
    constexpr double kAlike = 2, kNear = 0.6;
    const Hierarchy &a = query.a, &b = query.b;
    if (query.rough || a.landmarks.node.empty() || b.landmarks.node.empty()) return false;
    if (a.radius > kAlike * b.radius || b.radius > kAlike * a.radius) return false;
    const double* t = query.frame.t;
    const double near = kNear * (a.radius + b.radius);
    return t[0] * t[0] + t[1] * t[1] + t[2] * t[2] < near * near;
  }

  /// The nodes about those points of B that lie nearest to A's node in their cell, these first.
  explicit HWY_NOINLINE Tries(const PairQuery& query) {
    const Landmarks &in = query.a.landmarks, &of = query.b.landmarks;
    HWY_ALIGN int32_t cells[kPoints];
    HWY_ALIGN int32_t keys[kPoints];  // squares of distances, in whose last bits stands the number of the point
    LookUp(query.frame, in, of, cells, keys);
    for (int32_t last = -1; count_ < kMost; ++count_) {
      last = NextOf(keys, last);
      if (last == kFar) break;
      const auto point = static_cast<size_t>(last) % kPoints;
      a_[count_] = in.node[static_cast<size_t>(cells[point])];
      b_[count_] = of.node_of_point[point];
    }
  }

  bool None() const { return count_ == 0; }

  /// The likeliest on top; pairs of leaves apart.
  HWY_INLINE void Push(PairStack& stack, PairStack& leaves) const {
    for (size_t i = count_; i-- > 0;) (is_leaf(a_[i]) && is_leaf(b_[i]) ? leaves : stack).push(a_[i], b_[i]);
  }

 private:
  static constexpr size_t kPoints = Landmarks::kPoints;
  static constexpr int32_t kFar = 0x7FFFFFFF;

  static HWY_INLINE void LookUp(const Frame& frame, const Landmarks& in, const Landmarks& of,
                                int32_t* HWY_RESTRICT cells, int32_t* HWY_RESTRICT keys) {
    using V = hn::Vec<Wide>;
    const Wide d;
    const hn::RebindToSigned<Wide> di;
    HWY_ALIGN static constexpr int32_t kNumbers[kPoints] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const FrameLanes<Wide> lanes(frame);
    for (size_t k = 0; k < kPoints; k += hn::MaxLanes(d)) {
      V point[3], placed[3], within[3];
      for (size_t x = 0; x < 3; ++x) point[x] = hn::Load(d, of.point[x] + k);
      lanes.Place(point, placed);
      auto outside = NoLanes(d);
      auto cell = hn::Zero(di);
      for (size_t x = 3; x-- > 0;) {
        const V at = hn::MulAdd(placed[x], hn::Set(d, in.per_cell), hn::Set(d, -in.lower[x] * in.per_cell));
        const V inner = hn::Min(hn::Max(at, hn::Zero(d)), hn::Set(d, static_cast<float>(in.sides[x]) - 0.01f));
        outside = hn::Or(outside, hn::Ne(at, inner));
        const auto index = hn::ConvertTo(di, inner);
        within[x] = hn::Sub(inner, hn::ConvertTo(d, index));
        cell = hn::Add(hn::Mul(cell, hn::Set(di, in.sides[x])), index);
      }
      hn::Store(cell, di, cells + k);
      const auto place = hn::GatherIndex(di, in.place.data(), cell);
      const V from[3] = {From(within[0], hn::ShiftLeft<24>(place)), From(within[1], hn::ShiftLeft<16>(place)),
                         From(within[2], hn::ShiftLeft<8>(place))};
      const V square = hn::MulAdd(from[0], from[0], hn::MulAdd(from[1], from[1], hn::Mul(from[2], from[2])));
      const auto far = hn::Or(hn::RebindMask(di, hn::Or(outside, hn::Gt(square, hn::Set(d, kFarthest)))),
                              hn::Eq(place, hn::Set(di, Landmarks::kNothing)));
      const auto key =
          hn::Or(hn::AndNot(hn::Set(di, kPoints - 1), hn::BitCast(di, square)), hn::Load(di, kNumbers + k));
      hn::Store(hn::IfThenElse(far, hn::Set(di, kFar), key), di, keys + k);
    }
  }

  /// The least of the keys beyond one.
  static HWY_INLINE int32_t NextOf(const int32_t* keys, int32_t last) {
    const hn::RebindToSigned<Wide> di;
    const auto far = hn::Set(di, kFar);
    auto least = far;
    for (size_t k = 0; k < kPoints; k += hn::MaxLanes(di)) {
      const auto key = hn::Load(di, keys + k);
      least = hn::Min(least, hn::IfThenElse(hn::Gt(key, hn::Set(di, last)), key, far));
    }
    return hn::GetLane(hn::MinOfLanes(di, least));
  }

  /// In cells, from the byte on top.
  template <class V, class I>
  static HWY_INLINE V From(V within, I place) {
    const Wide d;
    return hn::NegMulAdd(hn::ConvertTo(d, hn::ShiftRight<24>(place)), hn::Set(d, 1 / 127.0f), within);
  }

  Ref a_[kMost], b_[kMost];
  size_t count_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_TRIES_INL_H_
