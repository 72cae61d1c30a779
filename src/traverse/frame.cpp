// SPDX-License-Identifier: Apache-2.0
#include "traverse/frame.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "build/pieces.h"
#include "geometry/rigid.h"

namespace graze::detail {
namespace {

/// The pose between the frames of the hierarchies, where one is not its mesh's: Qa·R·Qbᵀ and Qa·t.
void turn(const Hierarchy& a, const Hierarchy& b, double r[9], double t[3]) {
  double by_b[9], from[3] = {t[0], t[1], t[2]};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double* q = b.frame + 3 * j;
      by_b[3 * i + j] = r[3 * i] * q[0] + r[3 * i + 1] * q[1] + r[3 * i + 2] * q[2];
    }
  }
  for (int i = 0; i < 3; ++i) {
    const double* q = a.frame + 3 * i;
    for (int j = 0; j < 3; ++j) r[3 * i + j] = q[0] * by_b[j] + q[1] * by_b[3 + j] + q[2] * by_b[6 + j];
    t[i] = q[0] * from[0] + q[1] * from[1] + q[2] * from[2];
  }
}

double largest(const double v[3]) { return std::max(std::max(std::abs(v[0]), std::abs(v[1])), std::abs(v[2])); }

/// Floats from the numbers given, not from the frame's: read back as other pairs than were written they wait for the
/// store.
[[gnu::always_inline]] inline void write(const double* r, const double* t, Frame& frame) {
  for (int i = 0; i < 9; ++i) frame.rf[i] = static_cast<float>(r[i]);
  for (int i = 0; i < 3; ++i) frame.tf[i] = static_cast<float>(t[i]);
  for (int i = 0; i < 9; ++i) frame.r[i] = r[i];
  for (int i = 0; i < 3; ++i) frame.t[i] = t[i];
}

struct Ranges {
  int a, b;
};

[[gnu::always_inline]] inline Ranges ranges_of(Descent descent) {
  constexpr int kFar = 1 << 20;
  switch (descent) {
    case Descent::adaptive:
      return {2, 2};  // half octaves: a factor of two
    case Descent::larger:
      return {0, -1};
    case Descent::a_first:
    case Descent::restart:
      return {kFar, -kFar};
    case Descent::lock_step:
      return {kFar, kFar};
  }
  throw std::invalid_argument("graze: no descent rule has this number");
}

[[gnu::always_inline]] inline FrameNumbers numbers_of(const Hierarchy& a, const Hierarchy& b, double margin,
                                                      Descent descent) {
  FrameNumbers n;
  n.none = a.leaves.empty() || b.leaves.empty();
  n.like_units = a.unit == b.unit;
  n.turned = is_turned(a) || is_turned(b);
  n.per_unit = 1 / a.unit;
  n.margin = margin * n.per_unit;
  n.radii = a.radius + b.radius;
  n.touching = a.radius + 1.00001 * b.radius + n.margin;
  // Roundings of placing a corner, of the origins, of a centre's offset: docs/numerics.md, "leaf error". Corners
  // are turned in double as well, by frames that are orthonormal to 1e-14.
  n.error = 0x1p-49 * ((4 * b.max_coordinate + a.max_coordinate) * n.per_unit + 2 * n.radii) +
            (n.turned ? 0x1p-43 * n.radii : 0) +
            0x1p-1000 * n.per_unit;  // products that underflow; a denormal constant would cost an assist, 60 ns
  n.error_of_t = 0x1p-48 * n.per_unit;
  n.error_of_far = 0x1p-49 + (n.turned ? 0x1p-43 : 0);
  n.margin_up = above(n.margin * (1 + 1e-6));
  n.size_bias = 2 * std::clamp(a.size_exponent - b.size_exponent, -1000, 1000);
  const Ranges ranges = ranges_of(descent);
  n.range_a = ranges.a;
  n.range_b = ranges.b;
  const auto copy = [](const Vec3& from, double(&to)[4]) { to[0] = from.x, to[1] = from.y, to[2] = from.z, to[3] = 0; };
  copy(a.origin, n.origin_a);
  copy(b.origin, n.origin_b);
  return n;
}

/// B's origin as seen from A's, in units, its largest coordinate, and what rounding in double does to a corner.
struct Offset {
  double t[3];
  double far, error;
};

[[gnu::always_inline]] inline Offset offset_of(const Hierarchy& a, const Hierarchy& b, const FrameNumbers& n,
                                               const Pose& pose) {
  const Vec3 origin_b = placed(pose, b.origin);
  Offset out;
  out.t[0] = (origin_b.x - a.origin.x) * n.per_unit;
  out.t[1] = (origin_b.y - a.origin.y) * n.per_unit;
  out.t[2] = (origin_b.z - a.origin.z) * n.per_unit;
  const double t[3] = {pose.t.x, pose.t.y, pose.t.z};
  out.far = largest(out.t);
  out.error = n.error + n.error_of_t * largest(t) + n.error_of_far * out.far;
  return out;
}

[[gnu::always_inline]] inline void fill(const Hierarchy& a, const Hierarchy& b, const FrameNumbers& n, const Pose& pose,
                                        double skew, const Offset& offset, double distance, Frame& frame) {
  if (n.turned) {
    double r[9], t[3] = {offset.t[0], offset.t[1], offset.t[2]};
    std::copy_n(pose.r, 9, r);
    turn(a, b, r, t);
    write(r, t, frame);
  } else {
    write(pose.r, offset.t, frame);
  }
  write_pads(n, skew, offset.error, distance, frame);
}

[[gnu::always_inline]] inline Reach make_with(const Hierarchy& a, const Hierarchy& b, const FrameNumbers& n,
                                              const Pose& pose, double skew, Frame& frame) {
  if (n.none) return Reach::apart;
  if (!n.like_units) return Reach::extreme;
  const Offset o = offset_of(a, b, n, pose);
  const double touching = n.touching + 4 * o.error;
  if (o.far > touching) return Reach::apart;
  if (!(n.margin + o.error < FrameNumbers::kExtreme)) return Reach::extreme;
  const double distance = std::sqrt(o.t[0] * o.t[0] + o.t[1] * o.t[1] + o.t[2] * o.t[2]);
  if (distance > touching * (1 + 1e-9)) return Reach::apart;
  fill(a, b, n, pose, skew, o, distance, frame);
  return Reach::possible;
}

}  // namespace

FrameMaker::FrameMaker(const Hierarchy& a, const Hierarchy& b, double margin, Descent descent)
    : a_(a), b_(b), n_(numbers_of(a, b, margin, descent)) {}

Reach FrameMaker::make(const Pose& pose, double skew, Frame& frame) const {
  return make_with(a_, b_, n_, pose, skew, frame);
}

/// With numbers of its own: those that a query of models far apart does not need are not made.
Reach make_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, double margin, Descent descent,
                 Frame& frame) {
  return make_with(a, b, numbers_of(a, b, margin, descent), pose, skew, frame);
}

Reach make_distance_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, Frame& frame) {
  const FrameNumbers n = numbers_of(a, b, 0, Descent::adaptive);
  if (n.none || !n.like_units) return Reach::extreme;
  constexpr double kFarthest = 8;  // in sums of the radii: the pad is within 2^-14 of that sum
  const Offset o = offset_of(a, b, n, pose);
  // A unit below this might make a bound, in the meshes' units, a denormal that is rounded up.
  if (!(o.error < FrameNumbers::kExtreme) || !(o.far <= kFarthest * n.radii) || a.unit < 0x1p-900) {
    return Reach::extreme;
  }
  fill(a, b, n, pose, skew, o, std::sqrt(o.t[0] * o.t[0] + o.t[1] * o.t[1] + o.t[2] * o.t[2]), frame);
  return Reach::possible;
}

namespace {

/// A's origin as seen from B: the inverse rotation is the transposed one, to the skew that the pad has.
void origin_in_b(const Frame& frame, double out[3]) {
  const double* r = frame.r;
  const double* t = frame.t;
  for (int x = 0; x < 3; ++x) out[x] = -(r[x] * t[0] + r[3 + x] * t[1] + r[6 + x] * t[2]);
}

bool in_hollow(const Hierarchy& a, const Hierarchy& b, const Frame& frame) {
  if (a.clearance.greatest > b.radius && a.clearance.at(frame.t) > 1.00001 * b.radius + frame.pad) return true;
  if (!(b.clearance.greatest > a.radius)) return false;
  double origin_a[3];
  origin_in_b(frame, origin_a);
  return b.clearance.at(origin_a) > 1.00001 * a.radius + frame.pad;
}

}  // namespace

bool find_apart_or_start(PairQuery& query) {
  const Hierarchy &a = query.a, &b = query.b;
  if (in_hollow(a, b, query.frame)) return true;
  const double ball_a = 1.00001 * a.radius + query.frame.pad, ball_b = 1.00001 * b.radius + query.frame.pad;
  if (ball_b <= a.entries.greatest) {
    query.start_a = a.entries.of(ball_b).at(query.frame.t);
    return query.start_a == nullptr || query.start_a->empty();
  }
  if (ball_a <= b.entries.greatest) {
    double origin_a[3];
    origin_in_b(query.frame, origin_a);
    query.start_b = b.entries.of(ball_a).at(origin_a);
    return query.start_b == nullptr || query.start_b->empty();
  }
  return false;
}

}  // namespace graze::detail
