// SPDX-License-Identifier: Apache-2.0
// Slabs between 4 × 4 pairs of triangles, in float, all corners in one frame. Whatever direction is tried, all six
// corners are projected on it, so that the slab's width bounds the distance but for the roundings of corners and
// products: how a direction was found does not matter.

#if defined(GRAZE_QUERY_TRIANGLE_GAPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_TRIANGLE_GAPS_INL_H_
#undef GRAZE_QUERY_TRIANGLE_GAPS_INL_H_
#else
#define GRAZE_QUERY_TRIANGLE_GAPS_INL_H_
#endif

#include "query/box_bounds-inl.h"
#include "traverse/packet_planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

template <class V>
HWY_INLINE V Least(V x, V y, V z) {
  return hn::Min(x, hn::Min(y, z));
}
template <class V>
HWY_INLINE V Most(V x, V y, V z) {
  return hn::Max(x, hn::Max(y, z));
}
template <class V>
HWY_INLINE V Dot3(const V a[3], const V b[3]) {
  return Dot(a[0], a[1], a[2], b[0], b[1], b[2]);
}

/// What pairs need of four triangles: rows of four floats.
struct TriangleRows {
  HWY_ALIGN float low[3][4], high[3][4];
  HWY_ALIGN float end[4];  // of its shadow on the line
  HWY_ALIGN float corner[3][3][4], edge[3][3][4];
  HWY_ALIGN float square[3][4], per_square[3][4];      // of an edge's length
  HWY_ALIGN float normal[3][4], per_normal_square[4];  // 0 where it is lost
  HWY_ALIGN float inward[3][3][4];                     // from each edge, in the plane

  using V4 = hn::Vec<Four>;

  /// Of the first triangle's shadow on the line the far end counts, of the second's the near one.
  HWY_INLINE void SetExtent(const V4 c[3][3], const float line[3], bool first) {
    const Four d;
    const V4 n[3] = {hn::Set(d, line[0]), hn::Set(d, line[1]), hn::Set(d, line[2])};
    for (size_t x = 0; x < 3; ++x) {
      hn::Store(Least(c[0][x], c[1][x], c[2][x]), d, low[x]);
      hn::Store(Most(c[0][x], c[1][x], c[2][x]), d, high[x]);
    }
    const V4 along[3] = {Dot3(n, c[0]), Dot3(n, c[1]), Dot3(n, c[2])};
    hn::Store(first ? Most(along[0], along[1], along[2]) : Least(along[0], along[1], along[2]), d, end);
  }

  HWY_INLINE void SetShape(const V4 c[3][3]) {
    const Four d;
    V4 e[3][3], n[3];
    for (size_t i = 0; i < 3; ++i) {
      PacketPlanes::Subtract(c[(i + 1) % 3], c[i], e[i]);
      const V4 length = Square3(e[i]);
      hn::Store(length, d, square[i]);
      hn::Store(Inverse(length), d, per_square[i]);
      for (size_t x = 0; x < 3; ++x) {
        hn::Store(c[i][x], d, corner[i][x]);
        hn::Store(e[i][x], d, edge[i][x]);
      }
    }
    PacketPlanes::Cross(e[0], e[1], n);
    hn::Store(Inverse(Square3(n)), d, per_normal_square);
    for (size_t i = 0; i < 3; ++i) {
      V4 m[3];
      PacketPlanes::Cross(n, e[i], m);
      hn::Store(n[i], d, normal[i]);
      for (size_t x = 0; x < 3; ++x) hn::Store(m[x], d, inward[i][x]);
    }
  }

 private:
  static HWY_INLINE V4 Inverse(V4 x) {
    const Four d;
    return hn::IfThenElseZero(hn::Gt(x, hn::Set(d, 1e-30f)), hn::Div(hn::Set(d, 1.0f), x));
  }
};

/// Along the line and along the frame's axes.
HWY_INLINE hn::Vec<Wide> ExtentGap(const TriangleRows& a, const TriangleRows& b, size_t k) {
  using V = hn::Vec<Wide>;
  V gap[3];
  for (size_t x = 0; x < 3; ++x) {
    gap[x] = hn::Max(hn::Max(hn::Sub(SpreadB<4>(b.low[x], k), SpreadA<4>(a.high[x], k)),
                             hn::Sub(SpreadA<4>(a.low[x], k), SpreadB<4>(b.high[x], k))),
                     hn::Zero(Wide()));
  }
  return hn::Max(hn::Sub(SpreadB<4>(b.end, k), SpreadA<4>(a.end, k)), hn::Sqrt(Square3(gap)));
}

/// Along the way between the closest points, found as `nearest` in geometry/triangle_distance.cpp finds it.
class ClosestWay {
  using V = hn::Vec<Wide>;
  using M = hn::Mask<Wide>;

 public:
  V way[3];
  V square = hn::Set(Wide(), hwy::HighestValue<float>());

  HWY_INLINE ClosestWay() { way[0] = way[1] = way[2] = hn::Zero(Wide()); }

  /// r: from a point of A's edge e to one of B's edge f.
  HWY_INLINE void EdgeEdge(const V r[3], const V e[3], V e_square, V per_e, const V f[3], V f_square, V per_f) {
    const V b = Dot3(e, f), c = Dot3(e, r), g = Dot3(f, r);
    const V determinant = hn::Max(hn::NegMulAdd(b, b, hn::Mul(e_square, f_square)), hn::Set(Wide(), 1e-36f));
    V s = Clamp(hn::Div(hn::MulSub(c, f_square, hn::Mul(b, g)), determinant));
    const V t = Clamp(hn::Mul(hn::MulSub(s, b, g), per_f));
    s = Clamp(hn::Mul(hn::MulAdd(t, b, c), per_e));
    V d[3];
    for (size_t x = 0; x < 3; ++x) d[x] = hn::NegMulAdd(s, e[x], hn::MulAdd(t, f[x], r[x]));
    Offer(d, Square3(d));
  }

  /// w[i]: from corner i of a face to a corner of the other triangle; sign: -1 where that is A's.
  HWY_INLINE void CornerFace(const V w[3][3], const V n[3], V per_square, const V inward[3][3], float sign) {
    const V zero = hn::Zero(Wide());
    const M inside = hn::And(hn::Ge(Dot3(inward[0], w[0]), zero),
                             hn::And(hn::Ge(Dot3(inward[1], w[1]), zero), hn::Ge(Dot3(inward[2], w[2]), zero)));
    const V h = hn::Mul(Dot3(n, w[0]), hn::Mul(per_square, hn::Set(Wide(), sign)));
    const V d[3] = {hn::Mul(h, n[0]), hn::Mul(h, n[1]), hn::Mul(h, n[2])};
    const M possible = hn::And(inside, hn::Gt(per_square, zero));
    Offer(d, hn::IfThenElse(possible, Square3(d), hn::Set(Wide(), hwy::HighestValue<float>())));
  }

 private:
  static HWY_INLINE V Clamp(V x) { return hn::Min(hn::Max(x, hn::Zero(Wide())), hn::Set(Wide(), 1.0f)); }

  HWY_INLINE void Offer(const V d[3], V length) {
    const M closer = hn::Lt(length, square);
    square = hn::IfThenElse(closer, length, square);
    for (size_t x = 0; x < 3; ++x) way[x] = hn::IfThenElse(closer, d[x], way[x]);
  }
};

/// The width of the slab between the triangles, perpendicular to the way between their closest points; 0 where float
/// cannot tell.
HWY_INLINE hn::Vec<Wide> TriangleGap(const TriangleRows& a, const TriangleRows& b, size_t k) {
  using V = hn::Vec<Wide>;
  const auto in_a = [k](const float* row) HWY_ATTR { return SpreadA<4>(row, k); };
  const auto in_b = [k](const float* row) HWY_ATTR { return SpreadB<4>(row, k); };
  const auto three = [](const auto& in, const float rows[3][4], V out[3]) HWY_ATTR {
    for (size_t x = 0; x < 3; ++x) out[x] = in(rows[x]);
  };
  V r[3][3][3];  // from corner i of A to corner j of B
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) {
      for (size_t x = 0; x < 3; ++x) r[i][j][x] = hn::Sub(in_b(b.corner[j][x]), in_a(a.corner[i][x]));
    }
  }
  ClosestWay closest;
  for (size_t i = 0; i < 3; ++i) {
    V e[3], f[3];
    three(in_a, a.edge[i], e);
    for (size_t j = 0; j < 3; ++j) {
      three(in_b, b.edge[j], f);
      closest.EdgeEdge(r[i][j], e, in_a(a.square[i]), in_a(a.per_square[i]), f, in_b(b.square[j]),
                       in_b(b.per_square[j]));
    }
  }
  V n[3], inward[3][3], w[3][3];
  three(in_a, a.normal, n);
  for (size_t i = 0; i < 3; ++i) three(in_a, a.inward[i], inward[i]);
  for (size_t j = 0; j < 3; ++j) {
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) w[i][x] = r[i][j][x];
    }
    closest.CornerFace(w, n, in_a(a.per_normal_square), inward, 1);
  }
  three(in_b, b.normal, n);
  for (size_t j = 0; j < 3; ++j) three(in_b, b.inward[j], inward[j]);
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) {
      for (size_t x = 0; x < 3; ++x) w[j][x] = hn::Neg(r[i][j][x]);
    }
    closest.CornerFace(w, n, in_b(b.per_normal_square), inward, -1);
  }
  V end_a[3], end_b[3];
  for (size_t i = 0; i < 3; ++i) {
    V corner[3];
    three(in_a, a.corner[i], corner);
    end_a[i] = Dot3(closest.way, corner);
    three(in_b, b.corner[i], corner);
    end_b[i] = Dot3(closest.way, corner);
  }
  const V width = hn::Sub(Least(end_b[0], end_b[1], end_b[2]), Most(end_a[0], end_a[1], end_a[2]));
  return hn::IfThenElseZero(hn::Gt(closest.square, hn::Set(Wide(), 1e-30f)), hn::Div(width, hn::Sqrt(closest.square)));
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_QUERY_TRIANGLE_GAPS_INL_H_
