// SPDX-License-Identifier: Apache-2.0
// Where a contact may be when nothing is known of where it is: what of A's box B's may share. Most verdicts on poses at
// random are made before the first step and come with this one.

#if defined(GRAZE_TIMED_WHOLE_REGION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TIMED_WHOLE_REGION_INL_H_
#undef GRAZE_TIMED_WHOLE_REGION_INL_H_
#else
#define GRAZE_TIMED_WHOLE_REGION_INL_H_
#endif

#include <cmath>
#include <cstring>

#include "timed/regions.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Four numbers that compilers keep in one register where there are such: half the instructions of three coordinates
/// one by one. Through arrays they would wait for their stores: 15 ns of a query that the first look decides.
using Numbers = double __attribute__((vector_size(32)));

HWY_INLINE void Store(const Numbers& v, Vec3& out) { out = {v[0], v[1], v[2]}; }
HWY_INLINE void Load(const Padded& from, Numbers& out) { memcpy(&out, from.of, sizeof(out)); }
HWY_INLINE void Turn(const Numbers (&column)[3], const Padded& v, Numbers& out) {
  out = column[0] * v.of[0] + column[1] * v.of[1] + column[2] * v.of[2];
}

/// Along the axes of A's hierarchy.
HWY_INLINE void WriteWholeRegion(const Wholes& whole, const Frame& frame, double probability, Region& out) {
  const double *r = frame.r, *t = frame.t;
  const Numbers column[3] = {{r[0], r[3], r[6], 0}, {r[1], r[4], r[7], 0}, {r[2], r[5], r[8], 0}};
  Numbers size[3];
  for (size_t i = 0; i < 3; ++i) size[i] = column[i] < 0 ? -column[i] : column[i];
  Numbers lower_a, upper_a, centre_a, origin, centre, reach, thin;
  Load(whole.lower_a, lower_a);
  Load(whole.upper_a, upper_a);
  Load(whole.centre_a, centre_a);
  Load(whole.origin, origin);
  Turn(column, whole.centre_b, centre);
  centre += Numbers{t[0], t[1], t[2], 0};
  Turn(size, whole.reach_b, reach);
  Numbers lower = centre - reach, upper = centre + reach;
  // Where they share nothing, on the side of A's that is nearest.
  lower = lower > lower_a ? lower : lower_a;
  lower = lower < upper_a ? lower : upper_a;
  upper = upper < upper_a ? upper : upper_a;
  upper = upper > lower ? upper : lower;
  if (whole.thin_is_of_a) {
    Load(whole.thin, thin);
  } else {
    Turn(column, whole.thin, thin);
  }
  const Numbers along = thin * (centre - centre_a);
  lower = origin + whole.unit * lower;
  upper = origin + whole.unit * upper;
  Store(lower, out.lower);
  Store(upper, out.upper);
  Store(0.5 * (lower + upper), out.point);
  Store(std::copysign(1, along[0] + along[1] + along[2]) * thin, out.normal);
  out.probability = probability;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_WHOLE_REGION_INL_H_
