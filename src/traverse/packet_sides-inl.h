// SPDX-License-Identifier: Apache-2.0
// Pairs of triangles that no plane of either separates, all corners surely off the other's plane: their planes meet in
// a line, each triangle in an open segment of it, between the two edges of the corner that is alone on its side. Two
// determinants of these edges tell whether the segments overlap (Guigue and Devillers 2003), a pair a lane.

#if defined(GRAZE_TRAVERSE_PACKET_SIDES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_PACKET_SIDES_INL_H_
#undef GRAZE_TRAVERSE_PACKET_SIDES_INL_H_
#else
#define GRAZE_TRAVERSE_PACKET_SIDES_INL_H_
#endif

#include "traverse/packet_planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct PacketSides : PacketPlanes {
  /// A triangle's corners in the order that the test of sides wants: the one alone on its side of the other plane,
  /// then the others, turned so that the other triangle's lone corner is above.
  struct Sides {
    V p[3], q[3], r[3];  // p, and the ways from it to q and r
    template <class In>
    HWY_INLINE Sides(const In& corner, M s0, M s1, M s2, M natural) {
      const M d01 = hn::Xor(s0, s1), d02 = hn::Xor(s0, s2);
      const M first = hn::And(d01, d02), second = hn::AndNot(d02, d01), third = hn::AndNot(d01, d02);
      const M q0 = hn::Or(hn::And(third, natural), hn::AndNot(natural, second));
      const M q1 = hn::Or(hn::And(first, natural), hn::AndNot(natural, third));
      const M r0 = hn::Or(hn::And(second, natural), hn::AndNot(natural, third));
      const M r1 = hn::Or(hn::And(third, natural), hn::AndNot(natural, first));
      for (size_t x = 0; x < 3; ++x) {
        const V c0 = corner(0, x), c1 = corner(1, x), c2 = corner(2, x);
        p[x] = hn::IfThenElse(first, c0, hn::IfThenElse(second, c1, c2));
        q[x] = hn::Sub(hn::IfThenElse(q0, c0, hn::IfThenElse(q1, c1, c2)), p[x]);
        r[x] = hn::Sub(hn::IfThenElse(r0, c0, hn::IfThenElse(r1, c1, c2)), p[x]);
      }
    }
  };

  static HWY_INLINE V Determinant(const V a[3], const V b[3], const V c[3]) {
    V out = hn::Mul(c[0], hn::MulSub(a[1], b[2], hn::Mul(a[2], b[1])));
    out = hn::MulAdd(c[1], hn::MulSub(a[2], b[0], hn::Mul(a[0], b[2])), out);
    return hn::MulAdd(c[2], hn::MulSub(a[0], b[1], hn::Mul(a[1], b[0])), out);
  }

  /// Undecided where a corner may lie in the other plane or an edge may pass another's line.
  static HWY_INLINE PacketVerdict Test(const Planes& pa, const Planes& pb, const Distances& distances, size_t k,
                                       const Tolerances& tolerances) {
    const Wide d;
    const V tolerance = hn::Set(d, tolerances.side), zero = hn::Zero(d);
    const auto least = [](const V v[3])
                           HWY_ATTR { return hn::Min(hn::Abs(v[0]), hn::Min(hn::Abs(v[1]), hn::Abs(v[2]))); };
    M sa[3], sb[3];
    for (size_t i = 0; i < 3; ++i) {
      sa[i] = hn::Gt(distances.a[i], zero);
      sb[i] = hn::Gt(distances.b[i], zero);
    }
    const M above_a = hn::Xor(sa[0], hn::Xor(sa[1], sa[2])), above_b = hn::Xor(sb[0], hn::Xor(sb[1], sb[2]));
    const auto in_a = [&](size_t i, size_t x) HWY_ATTR { return SpreadA<4>(pa.corner[i][x], k); };
    const auto in_b = [&](size_t i, size_t x) HWY_ATTR { return SpreadB<4>(pb.corner[i][x], k); };
    const Sides a(in_a, sa[0], sa[1], sa[2], above_b), b(in_b, sb[0], sb[1], sb[2], above_a);
    V between[3];
    for (size_t x = 0; x < 3; ++x) between[x] = hn::Sub(b.p[x], a.p[x]);
    const V one = Determinant(a.q, b.q, between), two = hn::Neg(Determinant(a.r, b.r, between));
    const V low = hn::Min(one, two);  // crossing when both are positive
    const M sure = hn::And(hn::Gt(least(distances.a), hn::Set(d, tolerances.a)),
                           hn::Gt(least(distances.b), hn::Set(d, tolerances.b)));
    PacketVerdict verdict;
    verdict.crossing = Bits(hn::And(sure, hn::Gt(low, tolerance)));
    verdict.undecided = ~verdict.crossing & ~Bits(hn::And(sure, hn::Lt(low, hn::Neg(tolerance))));
    return verdict;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_PACKET_SIDES_INL_H_
