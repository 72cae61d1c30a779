// SPDX-License-Identifier: Apache-2.0
#include "traverse/frame.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "build/pieces.h"
#include "geometry/rigid.h"

namespace graze::detail {
namespace {

void set_descent(const Hierarchy& a, const Hierarchy& b, Descent descent, Frame& frame) {
  constexpr int kFar = 1 << 20;
  frame.size_bias = 2 * std::clamp(a.size_exponent - b.size_exponent, -1000, 1000);
  switch (descent) {
    case Descent::adaptive:
      frame.range_a = frame.range_b = 2;
      break;  // half octaves: a factor of two
    case Descent::larger:
      frame.range_a = 0;
      frame.range_b = -1;
      break;
    case Descent::a_first:
    case Descent::restart:
      frame.range_a = kFar;
      frame.range_b = -kFar;
      break;
    case Descent::lock_step:
      frame.range_a = frame.range_b = kFar;
      break;
    default:
      throw std::invalid_argument("graze: no descent rule has this number");
  }
}

/// At least x >= 0, by up to four units of roundoff more. Without the branch of round_up, which is taken at random and
/// mispredicted half the time: 60 -> 25 ns for a frame.
float above(double x) { return static_cast<float>(x * (1 + 0x1p-22)) + 0x1p-149f; }

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

/// B's origin as seen from A's, in units, and what rounding in double does to a corner: docs/numerics.md, "leaf error".
struct Offset {
  double t[3];
  double error;

  [[gnu::always_inline]] Offset(const Hierarchy& a, const Hierarchy& b, const Pose& pose, bool turned) {
    const double per_unit = 1 / a.unit;  // exact: a power of two
    const Vec3 origin_b = placed(pose, b.origin);
    t[0] = (origin_b.x - a.origin.x) * per_unit;
    t[1] = (origin_b.y - a.origin.y) * per_unit;
    t[2] = (origin_b.z - a.origin.z) * per_unit;
    const double largest_t = std::max({std::abs(pose.t.x), std::abs(pose.t.y), std::abs(pose.t.z)});
    // Roundings of placing a corner, of the origins, of a centre's offset. Corners are turned in double as well, by
    // frames that are orthonormal to 1e-14.
    error = (turned ? 0x1p-43 * (a.radius + b.radius + far()) : 0) +
            0x1p-49 * ((4 * b.max_coordinate + 2 * largest_t + a.max_coordinate) * per_unit + 2 * a.radius +
                       2 * b.radius + far()) +
            0x1p-1000 * per_unit;  // products that underflow; a denormal constant would cost an assist, 60 ns
  }
  double far() const { return std::max({std::abs(t[0]), std::abs(t[1]), std::abs(t[2])}); }
  double length() const { return std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]); }
};

/// Floats from the numbers given, not from the frame's: read back as other pairs than were written they wait for the
/// store.
[[gnu::always_inline]] inline void write(const double* r, const double* t, Frame& frame) {
  for (int i = 0; i < 9; ++i) frame.rf[i] = static_cast<float>(r[i]);
  for (int i = 0; i < 3; ++i) frame.tf[i] = static_cast<float>(t[i]);
  for (int i = 0; i < 9; ++i) frame.r[i] = r[i];
  for (int i = 0; i < 3; ++i) frame.t[i] = t[i];
}

[[gnu::always_inline]] inline void fill(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew,
                                        double margin_units, const Offset& offset, double distance, bool turned,
                                        Descent descent, Frame& frame) {
  if (turned) {
    double r[9], t[3] = {offset.t[0], offset.t[1], offset.t[2]};
    std::copy_n(pose.r, 9, r);
    turn(a, b, r, t);
    write(r, t, frame);
  } else {
    write(pose.r, offset.t, frame);
  }
  const double magnitude = 2 * a.radius + 2 * b.radius + distance;
  frame.margin = above(margin_units * (1 + 1e-6));
  frame.leaf_error = above(offset.error);
  frame.pad =
      above(0x1.8p-18 * magnitude + 16 * skew * magnitude + 4 * offset.error + margin_units * (1 + 1e-6) + 1e-36);
  set_descent(a, b, descent, frame);
}

}  // namespace

Reach make_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, double margin, Descent descent,
                 Frame& frame) {
  if (a.leaves.empty() || b.leaves.empty()) return Reach::apart;
  if (a.unit != b.unit) return Reach::extreme;
  const bool turned = is_turned(a) || is_turned(b);
  const Offset offset(a, b, pose, turned);
  const double margin_units = margin / a.unit;
  const double touching = a.radius + 1.00001 * b.radius + margin_units + 4 * offset.error;
  if (offset.far() > touching) return Reach::apart;
  // Beyond this, products of three lengths leave the float range, and squares the double range.
  if (!(margin_units + offset.error < 0x1p36)) return Reach::extreme;
  const double distance = offset.length();
  if (distance > touching * (1 + 1e-9)) return Reach::apart;
  fill(a, b, pose, skew, margin_units, offset, distance, turned, descent, frame);
  return Reach::possible;
}

Reach make_distance_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, Frame& frame) {
  if (a.leaves.empty() || b.leaves.empty() || a.unit != b.unit) return Reach::extreme;
  constexpr double kFarthest = 8;  // in sums of the radii: the pad is within 2^-14 of that sum
  const bool turned = is_turned(a) || is_turned(b);
  const Offset offset(a, b, pose, turned);
  const double sizes = a.radius + b.radius;
  // A unit below this might make a bound, in the meshes' units, a denormal that is rounded up.
  if (!(offset.error < 0x1p36) || !(offset.far() <= kFarthest * sizes) || a.unit < 0x1p-900) return Reach::extreme;
  fill(a, b, pose, skew, 0, offset, offset.length(), turned, Descent::adaptive, frame);
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
