// SPDX-License-Identifier: Apache-2.0
// The separating axes of two boxes, given c[3i+j] = a_i·b_j, s = |c|, t = the offset along A's axes, and the
// half-widths. Early-outs after 3, 6 and 15 axes, never per axis (KERNELS lesson 9). Every rounding is covered by the
// pad and the widening of the fit: docs/numerics.md.

#if defined(GRAZE_VOLUMES_BOX_AXES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_BOX_AXES_INL_H_
#undef GRAZE_VOLUMES_BOX_AXES_INL_H_
#else
#define GRAZE_VOLUMES_BOX_AXES_INL_H_
#endif

#include "volumes/lanes-inl.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The three face normals of A.
template <class D, class V>
HWY_INLINE hn::Mask<D> FacesOfASeparated(D, V pad, const V t[3], const V s[9], const V ha[3], const V hb[3]) {
  const auto gap = [&](size_t i) HWY_ATTR {
    V r = hn::Add(ha[i], pad);
    for (size_t j = 0; j < 3; ++j) r = hn::MulAdd(hb[j], s[3 * i + j], r);
    return hn::Gt(hn::Abs(t[i]), r);
  };
  return hn::Or(gap(0), hn::Or(gap(1), gap(2)));
}

/// The three face normals of B.
template <class D, class V>
HWY_INLINE hn::Mask<D> FacesOfBSeparated(D, V pad, const V t[3], const V c[9], const V s[9], const V ha[3],
                                         const V hb[3]) {
  const auto gap = [&](size_t j) HWY_ATTR {
    V r = hn::Add(hb[j], pad);
    for (size_t i = 0; i < 3; ++i) r = hn::MulAdd(ha[i], s[3 * i + j], r);
    return hn::Gt(hn::Abs(Dot(t[0], t[1], t[2], c[j], c[3 + j], c[6 + j])), r);
  };
  return hn::Or(gap(0), hn::Or(gap(1), gap(2)));
}

template <class D, class V>
HWY_INLINE hn::Mask<D> FacesSeparated(D d, V pad, const V t[3], const V c[9], const V s[9], const V ha[3],
                                      const V hb[3]) {
  const auto separated = FacesOfASeparated(d, pad, t, s, ha, hb);
  if (hn::AllTrue(d, separated)) return separated;
  return hn::Or(separated, FacesOfBSeparated(d, pad, t, c, s, ha, hb));
}

/// The axis a_i × b_j, not normalised: its length is at most 1.
template <class V>
HWY_INLINE auto EdgeSeparated(size_t i, size_t j, V pad, const V t[3], const V c[9], const V s[9], const V ha[3],
                              const V hb[3]) {
  const size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  V r = hn::MulAdd(ha[i1], s[3 * i2 + j], pad);
  r = hn::MulAdd(ha[i2], s[3 * i1 + j], r);
  r = hn::MulAdd(hb[j1], s[3 * i + j2], r);
  r = hn::MulAdd(hb[j2], s[3 * i + j1], r);
  const V distance = hn::MulSub(t[i2], c[3 * i1 + j], hn::Mul(t[i1], c[3 * i2 + j]));
  return hn::Gt(hn::Abs(distance), r);
}

/// Boxes that are so deep in each other along the faces of A, in shares of what would part them, are opened first by a
/// boolean query that hopes for a hit: approach -5 %, -1 % -16 %, spheres-20k-a0.0001 -14 %, torus, s5 -9 %. Nothing
/// is ranked, which would cost more than it gains (docs/performance.md). 0.6 does the same, 0.5 and 0.8 less.
inline constexpr float kDeep = 0.65f;

/// The faces of both. `deep`: as above, where A's faces leave it open.
template <class D, class V>
HWY_INLINE hn::Mask<D> FacesSeparatedOrDeep(D d, V pad, const V t[3], const V c[9], const V s[9], const V ha[3],
                                            const V hb[3], hn::Mask<D>& deep) {
  const V share = hn::Set(d, kDeep);
  V distance[3], reach[3];
  for (size_t i = 0; i < 3; ++i) {
    distance[i] = hn::Abs(t[i]);
    reach[i] = hn::Add(ha[i], pad);
    for (size_t j = 0; j < 3; ++j) reach[i] = hn::MulAdd(hb[j], s[3 * i + j], reach[i]);
  }
  const auto beyond = [&](size_t i) HWY_ATTR { return hn::Gt(distance[i], reach[i]); };
  const auto within = [&](size_t i) HWY_ATTR { return hn::Lt(distance[i], hn::Mul(share, reach[i])); };
  const auto separated = hn::Or(beyond(0), hn::Or(beyond(1), beyond(2)));
  if (hn::AllTrue(d, separated)) return separated;
  const auto faces = hn::Or(separated, FacesOfBSeparated(d, pad, t, c, s, ha, hb));
  deep = hn::AndNot(faces, hn::And(within(0), hn::And(within(1), within(2))));
  return faces;
}

/// All nine of them.
template <class D, class V>
HWY_INLINE hn::Mask<D> EdgesSeparated(D d, V pad, const V t[3], const V c[9], const V s[9], const V ha[3],
                                      const V hb[3]) {
  auto separated = NoLanes(d);
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) separated = hn::Or(separated, EdgeSeparated(i, j, pad, t, c, s, ha, hb));
  }
  return separated;
}

template <class D, class V>
HWY_INLINE hn::Mask<D> BoxesSeparated(D d, V pad, const V t[3], const V c[9], const V s[9], const V ha[3],
                                      const V hb[3]) {
  const auto faces = FacesSeparated(d, pad, t, c, s, ha, hb);
  if (hn::AllTrue(d, faces)) return faces;
  return hn::Or(faces, EdgesSeparated(d, pad, t, c, s, ha, hb));
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_BOX_AXES_INL_H_
