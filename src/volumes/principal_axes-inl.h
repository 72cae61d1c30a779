// SPDX-License-Identifier: Apache-2.0
// Principal axes of symmetric 3 × 3 matrices, one a lane: cyclic Jacobi rotations. No fused operations, and only those
// that round correctly: the same floats on every instruction set.

#if defined(GRAZE_VOLUMES_PRINCIPAL_AXES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_PRINCIPAL_AXES_INL_H_
#undef GRAZE_VOLUMES_PRINCIPAL_AXES_INL_H_
#else
#define GRAZE_VOLUMES_PRINCIPAL_AXES_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Vector {
  V x, y, z;
};

template <class V>
HWY_INLINE V DotOf(const Vector<V>& a, const Vector<V>& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

template <class V>
HWY_INLINE Vector<V> CrossOf(const Vector<V>& a, const Vector<V>& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

template <class V>
HWY_INLINE Vector<V> ScaleBy(const Vector<V>& a, V s) {
  return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}

template <class V>
HWY_INLINE Vector<V> Minus(const Vector<V>& a, const Vector<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

template <class M, class V>
HWY_INLINE Vector<V> Select(M mask, const Vector<V>& yes, const Vector<V>& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}

/// One rotation that makes entry (p, q) vanish; r is the third index.
template <class D, class V>
HWY_INLINE void Rotate(D d, V& pp, V& qq, V& pq, V& rp, V& rq, Vector<V>& vp, Vector<V>& vq) {
  const V one = hn::Set(d, 1.0f), zero = hn::Zero(d);
  const V theta = hn::Div(hn::Sub(qq, pp), hn::Add(pq, pq));
  const V root = hn::Add(hn::Abs(theta), hn::Sqrt(hn::Add(hn::Mul(theta, theta), one)));
  // A quotient that overflowed gives 0, as it should; one that is not a number comes of an entry that is 0 already.
  V t = hn::CopySign(hn::Div(one, root), theta);
  t = hn::IfThenElse(hn::Ne(pq, zero), t, zero);
  const V c = hn::Div(one, hn::Sqrt(hn::Add(hn::Mul(t, t), one)));
  const V s = hn::Mul(t, c);
  pp = hn::Sub(pp, hn::Mul(t, pq));
  qq = hn::Add(qq, hn::Mul(t, pq));
  pq = zero;
  const V new_rp = hn::Sub(hn::Mul(c, rp), hn::Mul(s, rq));
  rq = hn::Add(hn::Mul(s, rp), hn::Mul(c, rq));
  rp = new_rp;
  const Vector<V> new_vp = Minus(ScaleBy(vp, c), ScaleBy(vq, s));
  vq = {hn::Add(hn::Mul(vp.x, s), hn::Mul(vq.x, c)), hn::Add(hn::Mul(vp.y, s), hn::Mul(vq.y, c)),
        hn::Add(hn::Mul(vp.z, s), hn::Mul(vq.z, c))};
  vp = new_vp;
}

/// Sorts two eigenvectors so that the first has the larger eigenvalue.
template <class V>
HWY_INLINE void SortPair(V& value0, V& value1, Vector<V>& v0, Vector<V>& v1) {
  const auto swap = hn::Lt(value0, value1);
  const V value = value0;
  value0 = hn::IfThenElse(swap, value1, value0);
  value1 = hn::IfThenElse(swap, value, value1);
  const Vector<V> v = v0;
  v0 = Select(swap, v1, v0);
  v1 = Select(swap, v, v1);
}

/// Unit eigenvectors by falling eigenvalue of the matrix xx yy zz xy xz yz, whose entries are at most about 1.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void PrincipalAxes(D d, const V m[6], Vector<V> out[3]) {
  V xx = m[0], yy = m[1], zz = m[2], xy = m[3], xz = m[4], yz = m[5];
  const V one = hn::Set(d, 1.0f), zero = hn::Zero(d);
  Vector<V> x{one, zero, zero}, y{zero, one, zero}, z{zero, zero, one};
  // Convergence is quadratic: four sweeps leave nothing of float precision to gain.
  for (int sweep = 0; sweep < 4; ++sweep) {
    Rotate(d, xx, yy, xy, xz, yz, x, y);
    Rotate(d, xx, zz, xz, xy, yz, x, z);
    Rotate(d, yy, zz, yz, xy, xz, y, z);
  }
  SortPair(xx, yy, x, y);
  SortPair(xx, zz, x, z);
  SortPair(yy, zz, y, z);
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_PRINCIPAL_AXES_INL_H_
