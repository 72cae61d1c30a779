// SPDX-License-Identifier: Apache-2.0
// Capsules: a segment grown by a sphere. The worked example of docs/extending.md.
#include <algorithm>
#include <cmath>

#include "volumes/fit_frame.h"
#include "volumes/layout.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

// Fields: centre 0-2, unit axis 3-5, half the segment 6, radius 7.
constexpr std::size_t kAxis = 3, kHalf = 6, kRadius = 7, kFields = 8;

double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Segment {
  double centre[3], axis[3], half;
  explicit Segment(const float* f)
      : centre{f[0], f[1], f[2]}, axis{f[kAxis], f[kAxis + 1], f[kAxis + 2]}, half(f[kHalf]) {}

  /// The square of the distance to p.
  double squared(const double p[3]) const {
    const double d[3] = {p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]};
    const double s = std::clamp(dot(d, axis), -half, half);
    const double rest[3] = {d[0] - s * axis[0], d[1] - s * axis[1], d[2] - s * axis[2]};
    return dot(rest, rest);
  }
};

/// Along the longest extent of the points; as short as lets the sphere at its ends still reach them all.
void fit(const Points& points, const Moments& moments, float slack, float* out) {
  float axes[9], lower[3], upper[3];
  choose_axes(points, moments, axes);
  extents(points, axes, lower, upper);
  std::size_t longest = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (upper[i] - lower[i] > upper[longest] - lower[longest]) longest = i;
  }
  const float* axis = axes + 3 * longest;
  for (std::size_t x = 0; x < 3; ++x) {
    double c = 0;
    for (std::size_t i = 0; i < 3; ++i) c += 0.5 * (static_cast<double>(lower[i]) + upper[i]) * axes[3 * i + x];
    out[x] = static_cast<float>(c);
    out[kAxis + x] = axis[x];
  }
  out[kHalf] = 0;
  const Segment point(out);
  const auto each = [&](const auto& body) {
    for (std::size_t i = 0; i < points.count; ++i) {
      const double p[3] = {points.x[i], points.y[i], points.z[i]};
      body(p);
    }
  };
  const auto along = [&](const double p[3]) {
    const double d[3] = {p[0] - point.centre[0], p[1] - point.centre[1], p[2] - point.centre[2]};
    return dot(d, point.axis);
  };
  double radius = 0, half = 0;  // of the cylinder; squared
  each([&](const double* p) { radius = std::max(radius, point.squared(p) - along(p) * along(p)); });
  each([&](const double* p) {
    const double aside = std::max(0.0, point.squared(p) - along(p) * along(p));
    half = std::max(half, std::abs(along(p)) - std::sqrt(std::max(0.0, radius - aside)));
  });
  out[kHalf] = round_up(half);
  const Segment stored(out);
  double most = 0;
  each([&](const double* p) { most = std::max(most, stored.squared(p)); });
  out[kRadius] = round_up((std::sqrt(most) * (1 + 1e-15) + slack) * kWiden);
}

void move(const Frame& frame, const float* in, float* out) {
  for (std::size_t i = 0; i < 3; ++i) {
    const double* r = frame.r + 3 * i;
    out[i] = static_cast<float>(r[0] * in[0] + r[1] * in[1] + r[2] * in[2] + frame.t[i]);
    out[kAxis + i] = static_cast<float>(r[0] * in[kAxis] + r[1] * in[kAxis + 1] + r[2] * in[kAxis + 2]);
  }
  out[kHalf] = in[kHalf];
  out[kRadius] = in[kRadius];
}

/// The distance of two segments is the least of their ends' and, where it exists, that of the lines' nearest points.
bool separated(const float* a, const float* b, double pad) {
  const Segment p(a), q(b);
  const double reach = static_cast<double>(a[kRadius]) + b[kRadius] + pad;
  const double d[3] = {q.centre[0] - p.centre[0], q.centre[1] - p.centre[1], q.centre[2] - p.centre[2]};
  const double c = dot(p.axis, q.axis), dp = dot(d, p.axis), dq = dot(d, q.axis), sine = 1 - c * c;
  double squared = HUGE_VAL;
  for (const double end : {-1.0, 1.0}) {
    double u[3], v[3];
    for (std::size_t x = 0; x < 3; ++x) {
      u[x] = p.centre[x] + end * p.half * p.axis[x];
      v[x] = q.centre[x] + end * q.half * q.axis[x];
    }
    squared = std::min({squared, q.squared(u), p.squared(v)});
  }
  if (sine > 0x1p-40) {
    const double s = (dp - c * dq) / sine, t = (c * dp - dq) / sine;
    if (std::abs(s) <= p.half && std::abs(t) <= q.half) {
      const double rest[3] = {d[0] + t * q.axis[0] - s * p.axis[0], d[1] + t * q.axis[1] - s * p.axis[1],
                              d[2] + t * q.axis[2] - s * p.axis[2]};
      squared = std::min(squared, dot(rest, rest));
    }
  }
  return squared > reach * reach;
}

double measure(const float* f) {
  constexpr double kPi = 3.14159265358979323846;
  const double r = f[kRadius];
  return kPi * r * r * (2.0 * f[kHalf] + 4.0 / 3 * r);
}

bool is_sound(const float* f) {
  if (!std::all_of(f, f + kFields, [](float v) { return std::isfinite(v); })) return false;
  const Segment s(f);
  return s.half >= 0 && f[kRadius] >= 0 && std::abs(dot(s.axis, s.axis) - 1) <= 0x1p-20;
}

bool contains(const float* f, const double p[3], double radius) {
  const double room = f[kRadius] - radius;
  return room >= 0 && Segment(f).squared(p) <= room * room;
}

void box(const float* f, float out[15]) {
  const Segment s(f);
  // Any two axes across the first: from the coordinate axis that is farthest from it.
  std::size_t least = 0;
  for (std::size_t x = 1; x < 3; ++x) {
    if (std::abs(s.axis[x]) < std::abs(s.axis[least])) least = x;
  }
  double v[3] = {-s.axis[least] * s.axis[0], -s.axis[least] * s.axis[1], -s.axis[least] * s.axis[2]};
  v[least] += 1;
  const double length = std::sqrt(dot(v, v));
  float* axes = out + field::kAxes;
  for (std::size_t x = 0; x < 3; ++x) {
    out[x] = f[x];
    axes[x] = f[kAxis + x];
    axes[3 + x] = static_cast<float>(v[x] / length);
  }
  for (std::size_t x = 0; x < 3; ++x) {
    const std::size_t y = (x + 1) % 3, z = (x + 2) % 3;
    axes[6 + x] = static_cast<float>((s.axis[y] * v[z] - s.axis[z] * v[y]) / length);
  }
  out[field::kObbHalf] = round_up((s.half + f[kRadius]) * kWiden);
  out[field::kObbHalf + 1] = out[field::kObbHalf + 2] = round_up(f[kRadius] * kWiden);
}

}  // namespace

extern const VolumeFamily kCapsule;
const VolumeFamily kCapsule{.name = "capsule",
                            .fields = kFields,
                            .fit = fit,
                            .move = move,
                            .separated = separated,
                            .measure = measure,
                            .is_sound = is_sound,
                            .contains = contains,
                            .box = box};

}  // namespace graze::detail
