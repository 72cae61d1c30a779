// SPDX-License-Identifier: Apache-2.0
// Two triangles that meet, all six corners strictly off the other's plane: each plane cuts off one corner of the other
// triangle, and the four cut edges pierce the planes at four points of one line (Moeller). If moreover the four side
// products of those edges are not zero, no two of the points coincide, so the open triangles meet. All ten signs are
// certified by a static bound: a determinant of three differences with components at most X, Y, Z, evaluated as below,
// is off by at most 8 roundings of six products, 48·2^-53·XYZ; the test asks for 64·2^-53·XYZ.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/cross_triangles.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "geometry/cross_triangles.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, kCrossBatch>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;

struct V3 {
  V x, y, z;
};

HWY_INLINE V3 Sub(const V3& a, const V3& b) { return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)}; }
HWY_INLINE V Dot(const V3& a, const V3& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE V3 Cross(const V3& a, const V3& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE V Largest(const V3& a) { return hn::Max(hn::Abs(a.x), hn::Max(hn::Abs(a.y), hn::Abs(a.z))); }
HWY_INLINE V3 Select(M m, const V3& a, const V3& b) {
  return {hn::IfThenElse(m, a.x, b.x), hn::IfThenElse(m, a.y, b.y), hn::IfThenElse(m, a.z, b.z)};
}

struct Corner {
  V3 point;
  V distance;  // times the other triangle's normal: to its plane
};

/// |value| exceeds what rounding can have done to a determinant of vectors of these sizes.
HWY_INLINE M Certain(V value, V x, V y, V z) {
  const D d;
  const V bound = hn::Add(hn::Mul(hn::Set(d, 0x1p-47), hn::Mul(x, hn::Mul(y, z))), hn::Set(d, 1e-270));
  return hn::Gt(hn::Abs(value), bound);
}

/// Distances of corners to the plane of triangle t; certain only when all three are.
HWY_INLINE M Distances(const V3 t[3], Corner corners[3]) {
  const V3 e = Sub(t[1], t[0]), f = Sub(t[2], t[0]);
  const V3 normal = Cross(e, f);
  const V size_e = Largest(e), size_f = Largest(f);
  M certain = hn::MaskFromVec(hn::Zero(D()));
  for (int i = 0; i < 3; ++i) {
    const V3 v = Sub(corners[i].point, t[0]);
    corners[i].distance = Dot(normal, v);
    const M sure = Certain(corners[i].distance, size_e, size_f, Largest(v));
    certain = i == 0 ? sure : hn::And(certain, sure);
  }
  return certain;
}

/// Brings the corner that is alone on its side to the front. False where all are on one side.
HWY_INLINE M LoneFirst(Corner c[3]) {
  const V zero = hn::Zero(D());
  const M s0 = hn::Gt(c[0].distance, zero), s1 = hn::Gt(c[1].distance, zero), s2 = hn::Gt(c[2].distance, zero);
  const M differ01 = hn::Xor(s0, s1), differ02 = hn::Xor(s0, s2), differ12 = hn::Xor(s1, s2);
  const M second = hn::And(differ01, differ12);  // corner 1 alone
  const M third = hn::And(differ02, differ12);
  const Corner old[3] = {c[0], c[1], c[2]};
  for (int i = 0; i < 3; ++i) {
    const Corner &r1 = old[(i + 1) % 3], &r2 = old[(i + 2) % 3];
    c[i].point = Select(second, r1.point, Select(third, r2.point, old[i].point));
    c[i].distance = hn::IfThenElse(second, r1.distance, hn::IfThenElse(third, r2.distance, old[i].distance));
  }
  return hn::Or(differ01, differ02);
}

/// Where the edge from the lone corner to c meets the plane.
HWY_INLINE V3 Pierce(const Corner& lone, const Corner& c) {
  const V s = hn::Div(lone.distance, hn::Sub(lone.distance, c.distance));
  const V3 e = Sub(c.point, lone.point);
  return {hn::Add(lone.point.x, hn::Mul(s, e.x)), hn::Add(lone.point.y, hn::Mul(s, e.y)),
          hn::Add(lone.point.z, hn::Mul(s, e.z))};
}

/// Two points of the line, the lower along it first.
struct Span {
  V3 low, high;
  V t_low, t_high;
  HWY_INLINE Span(const V3& p, const V3& q, const V3& direction) {
    const V tp = Dot(p, direction), tq = Dot(q, direction);
    const M ordered = hn::Le(tp, tq);
    low = Select(ordered, p, q);
    high = Select(ordered, q, p);
    t_low = hn::Min(tp, tq);
    t_high = hn::Max(tp, tq);
  }
};

HWY_INLINE M LexicographicallyLess(const V3& a, const V3& b) {
  const M z = hn::Lt(a.z, b.z);
  const M y = hn::Or(hn::Lt(a.y, b.y), hn::And(hn::Eq(a.y, b.y), z));
  return hn::Or(hn::Lt(a.x, b.x), hn::And(hn::Eq(a.x, b.x), y));
}

/// In the order of graze::place: the same numbers.
HWY_INLINE V3 Place(const Pose& pose, const V3& v) {
  const D d;
  const auto row = [&](const double* r, double t) HWY_ATTR {
    const V xy = hn::Add(hn::Mul(hn::Set(d, r[0]), v.x), hn::Mul(hn::Set(d, r[1]), v.y));
    return hn::Add(hn::Add(xy, hn::Mul(hn::Set(d, r[2]), v.z)), hn::Set(d, t));
  };
  return {row(pose.r, pose.t.x), row(pose.r + 3, pose.t.y), row(pose.r + 6, pose.t.z)};
}

HWY_INLINE uint32_t CrossChunk(const TrianglePairs& pairs, const Pose& pose, size_t k, CrossingSegments& out) {
  const D d;
  const auto load = [k](const double(*rows)[kCrossBatch], int corner) HWY_ATTR {
    return V3{hn::Load(D(), rows[3 * corner] + k), hn::Load(D(), rows[3 * corner + 1] + k),
              hn::Load(D(), rows[3 * corner + 2] + k)};
  };
  Corner a[3], b[3];
  V3 points_a[3], points_b[3];
  for (int i = 0; i < 3; ++i) {
    points_a[i] = a[i].point = load(pairs.a, i);
    points_b[i] = b[i].point = Place(pose, load(pairs.b, i));
  }
  M certain = hn::And(Distances(points_b, a), Distances(points_a, b));
  certain = hn::And(certain, hn::And(LoneFirst(a), LoneFirst(b)));

  const V3 offset = Sub(b[0].point, a[0].point);
  const V size_offset = Largest(offset);
  for (int i = 1; i < 3; ++i) {
    const V3 e = Sub(a[i].point, a[0].point);
    const V size_e = Largest(e);
    for (int j = 1; j < 3; ++j) {
      const V3 f = Sub(b[j].point, b[0].point);
      certain = hn::And(certain, Certain(Dot(Cross(e, f), offset), size_e, Largest(f), size_offset));
    }
  }

  // Along the line; any positive multiple of its direction orders the points, and both triangles use the same.
  const V3 line = Cross(Cross(Sub(a[1].point, a[0].point), Sub(a[2].point, a[0].point)),
                        Cross(Sub(b[1].point, b[0].point), Sub(b[2].point, b[0].point)));
  const V scale = hn::Div(hn::Set(d, 1.0), Largest(line));
  const V3 direction{hn::Mul(line.x, scale), hn::Mul(line.y, scale), hn::Mul(line.z, scale)};
  const Span in_a(Pierce(a[0], a[1]), Pierce(a[0], a[2]), direction);
  const Span in_b(Pierce(b[0], b[1]), Pierce(b[0], b[2]), direction);
  const V3 low = Select(hn::Ge(in_a.t_low, in_b.t_low), in_a.low, in_b.low);
  const V3 high = Select(hn::Le(in_a.t_high, in_b.t_high), in_a.high, in_b.high);
  const M ordered = LexicographicallyLess(low, high);
  const V3 p = Select(ordered, low, high), q = Select(ordered, high, low);
  hn::Store(p.x, d, out.p[0] + k);
  hn::Store(p.y, d, out.p[1] + k);
  hn::Store(p.z, d, out.p[2] + k);
  hn::Store(q.x, d, out.q[0] + k);
  hn::Store(q.y, d, out.q[1] + k);
  hn::Store(q.z, d, out.q[2] + k);
  uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, certain, bytes);
  return bytes[0];
}

void CrossTriangles(const TrianglePairs& pairs, const Pose& pose, CrossingSegments& out) {
  out.crossing = 0;
  for (size_t k = 0; k < kCrossBatch; k += hn::MaxLanes(D())) out.crossing |= CrossChunk(pairs, pose, k, out) << k;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(CrossTriangles);

void cross_triangles(const TrianglePairs& pairs, const Pose& b_in_a, CrossingSegments& out) {
  HWY_DYNAMIC_DISPATCH(CrossTriangles)(pairs, b_in_a, out);
}

}  // namespace graze::detail
#endif
