// SPDX-License-Identifier: Apache-2.0
#include "traverse/frame.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

Reach make_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, double margin, Descent descent,
                 Frame& frame) {
  const FrameNumbers n = numbers_of(a, b, margin, descent);
  if (n.none) return Reach::apart;
  if (!n.like_units) return clearly_apart(a, b, pose, margin) ? Reach::apart : Reach::extreme;
  const Offset o = offset_of(a, b, n, pose);
  const double touching = n.touching + 4 * o.error;
  if (o.far > touching) return Reach::apart;
  if (!(n.margin + o.error < FrameNumbers::kExtreme)) return Reach::extreme;
  const double distance = std::sqrt(o.t[0] * o.t[0] + o.t[1] * o.t[1] + o.t[2] * o.t[2]);
  if (distance > touching * (1 + 1e-9)) return Reach::apart;
  fill(a, b, n, pose, skew, o, distance, frame);
  return Reach::possible;
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
