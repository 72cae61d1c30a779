// SPDX-License-Identifier: Apache-2.0
// The box of least area among: axis-aligned; and three normals (mean normal, thinnest and longest principal axis),
// each with eight angles about it (KERNELS lesson 6: 10-12 % fewer tests than principal axes alone).
// No fused operations: the same box on every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "volumes/fit_obb.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "hwy/highway.h"
#include "volumes/fit.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;
using Angles = hn::CappedTag<float, 8>;

struct Interval {
  float lower, upper;
};

/// The points projected on an axis; `out` may be null when only the interval is wanted.
HWY_INLINE Interval Project(const Points& points, const float axis[3], float* out) {
  const Lanes d;
  constexpr size_t kLanes = hn::MaxLanes(d);
  const auto ax = hn::Set(d, axis[0]), ay = hn::Set(d, axis[1]), az = hn::Set(d, axis[2]);
  auto lower = hn::Set(d, HUGE_VALF), upper = hn::Set(d, -HUGE_VALF);
  size_t i = 0;
  const auto take = [&](hn::Vec<Lanes> x, hn::Vec<Lanes> y, hn::Vec<Lanes> z) HWY_ATTR {
    const auto p = hn::Add(hn::Add(hn::Mul(x, ax), hn::Mul(y, ay)), hn::Mul(z, az));
    lower = hn::Min(lower, p);
    upper = hn::Max(upper, p);
    return p;
  };
  for (; i + kLanes <= points.count; i += kLanes) {
    const auto p = take(hn::LoadU(d, points.x + i), hn::LoadU(d, points.y + i), hn::LoadU(d, points.z + i));
    if (out != nullptr) hn::StoreU(p, d, out + i);
  }
  Interval interval{hn::GetLane(hn::MinOfLanes(d, lower)), hn::GetLane(hn::MaxOfLanes(d, upper))};
  for (; i < points.count; ++i) {
    const float p = points.x[i] * axis[0] + points.y[i] * axis[1] + points.z[i] * axis[2];
    interval.lower = std::min(interval.lower, p);
    interval.upper = std::max(interval.upper, p);
    if (out != nullptr) out[i] = p;
  }
  return interval;
}

struct Planar {
  float area;
  size_t angle;  // in sixteenths of a half turn: lane of the eight angles tried
};

/// Of the points (u, v) turned by eight angles over a quarter turn: the box of least area, with thickness `depth`.
HWY_INLINE Planar BestAngle(const float* u, const float* v, size_t count, float depth) {
  constexpr float kStep = 0.19634954f;  // pi / 16
  alignas(64) static const float kCos[8] = {1,
                                            std::cos(kStep),
                                            std::cos(2 * kStep),
                                            std::cos(3 * kStep),
                                            std::cos(4 * kStep),
                                            std::cos(5 * kStep),
                                            std::cos(6 * kStep),
                                            std::cos(7 * kStep)};
  alignas(64) static const float kSin[8] = {0,
                                            std::sin(kStep),
                                            std::sin(2 * kStep),
                                            std::sin(3 * kStep),
                                            std::sin(4 * kStep),
                                            std::sin(5 * kStep),
                                            std::sin(6 * kStep),
                                            std::sin(7 * kStep)};
  const Angles d;
  HWY_ALIGN float area[8];
  for (size_t k = 0; k < 8; k += hn::MaxLanes(d)) {
    const auto c = hn::Load(d, kCos + k), s = hn::Load(d, kSin + k);
    auto low0 = hn::Set(d, HUGE_VALF), low1 = low0, high0 = hn::Set(d, -HUGE_VALF), high1 = high0;
    for (size_t i = 0; i < count; ++i) {
      const auto pu = hn::Set(d, u[i]), pv = hn::Set(d, v[i]);
      const auto p0 = hn::Add(hn::Mul(pu, c), hn::Mul(pv, s));
      const auto p1 = hn::Sub(hn::Mul(pv, c), hn::Mul(pu, s));
      low0 = hn::Min(low0, p0);
      high0 = hn::Max(high0, p0);
      low1 = hn::Min(low1, p1);
      high1 = hn::Max(high1, p1);
    }
    const auto w0 = hn::Sub(high0, low0), w1 = hn::Sub(high1, low1);
    hn::Store(hn::Add(hn::Mul(w0, w1), hn::Mul(hn::Add(w0, w1), hn::Set(d, depth))), d, area + k);
  }
  const auto best = static_cast<size_t>(std::min_element(area, area + 8) - area);
  return {area[best], best};
}

/// A frame: three rows, orthonormal to float.
struct Axes {
  float row[3][3];
};

HWY_INLINE Axes Turn(const Axes& axes, size_t angle) {
  const float c = std::cos(0.19634954f * static_cast<float>(angle));
  const float s = std::sin(0.19634954f * static_cast<float>(angle));
  Axes out = axes;
  for (size_t x = 0; x < 3; ++x) {
    out.row[0][x] = c * axes.row[0][x] + s * axes.row[1][x];
    out.row[1][x] = c * axes.row[1][x] - s * axes.row[0][x];
  }
  return out;
}

/// The better of `best` and the frames about candidate.row[2]. `scratch` holds two rows of points.count floats.
HWY_INLINE void TryNormal(const Points& sample, const Axes& candidate, float* scratch, float& best_area, Axes& best) {
  const Interval depth = Project(sample, candidate.row[2], nullptr);
  Project(sample, candidate.row[0], scratch);
  Project(sample, candidate.row[1], scratch + sample.count);
  const Planar planar = BestAngle(scratch, scratch + sample.count, sample.count, depth.upper - depth.lower);
  if (planar.area < best_area) {
    best_area = planar.area;
    best = Turn(candidate, planar.angle);
  }
}

/// The frame among `candidates` (and the coordinate axes) whose box over the sample is least.
void ChooseAxes(const Points& sample, const float candidates[][9], size_t count, float axes[9]) {
  Axes best{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  float w[3];
  for (size_t i = 0; i < 3; ++i) {
    const Interval interval = Project(sample, best.row[i], nullptr);
    w[i] = interval.upper - interval.lower;
  }
  float best_area = w[0] * w[1] + w[1] * w[2] + w[2] * w[0];
  HWY_ALIGN float scratch[2 * 64];
  for (size_t k = 0; k < count; ++k) {
    Axes candidate;
    std::copy(candidates[k], candidates[k] + 9, &candidate.row[0][0]);
    TryNormal(sample, candidate, scratch, best_area, best);
  }
  std::copy(&best.row[0][0], &best.row[0][0] + 9, axes);
}

void Extents(const Points& points, const float axes[9], float lower[3], float upper[3]) {
  for (size_t i = 0; i < 3; ++i) {
    const Interval interval = Project(points, axes + 3 * i, nullptr);
    lower[i] = interval.lower;
    upper[i] = interval.upper;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <Eigen/Eigenvalues>

#include "volumes/fit_frame.h"

namespace graze::detail {

HWY_EXPORT(ChooseAxes);
HWY_EXPORT(Extents);

namespace {

/// Frames are chosen on at most this many points; the extents are then taken over all of them.
constexpr std::size_t kSample = 64;

using Eigen::Matrix3d;
using Eigen::Vector3d;

bool store_frame(const Vector3d& longest, const Vector3d& normal, float out[9]) {
  const Vector3d n = normal.normalized();
  Vector3d u = longest - n * n.dot(longest);
  if (u.squaredNorm() < 1e-6 * longest.squaredNorm() || !(u.squaredNorm() > 0)) u = n.unitOrthogonal();
  u.normalize();
  const Vector3d v = n.cross(u);
  for (int x = 0; x < 3; ++x) {
    out[x] = static_cast<float>(u[x]);
    out[3 + x] = static_cast<float>(v[x]);
    out[6 + x] = static_cast<float>(n[x]);
  }
  return std::all_of(out, out + 9, [](float f) { return std::isfinite(f); });
}

Matrix3d covariance(const Points& points, const Moments& moments) {
  Matrix3d c = Matrix3d::Zero();
  if (moments.area > 0) {
    const Vector3d mean = Vector3d(moments.first[0], moments.first[1], moments.first[2]) / moments.area;
    const double* s = moments.second;
    c << s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2];
    return c / moments.area - mean * mean.transpose();
  }
  Vector3d mean = Vector3d::Zero();
  const auto point = [&](std::size_t i) { return Vector3d(points.x[i], points.y[i], points.z[i]); };
  for (std::size_t i = 0; i < points.count; ++i) mean += point(i);
  mean /= static_cast<double>(points.count);
  for (std::size_t i = 0; i < points.count; ++i) c += (point(i) - mean) * (point(i) - mean).transpose();
  return c;
}

}  // namespace

void choose_axes(const Points& points, const Moments& moments, float axes[9]) {
  // An even sample, moved to its first point: differences are what counts, and they are exact or nearly so.
  HWY_ALIGN float coordinates[3][kSample];
  const std::size_t step = (points.count + kSample - 1) / kSample;
  const std::size_t count = (points.count + step - 1) / step;
  for (std::size_t i = 0; i < count; ++i) {
    coordinates[0][i] = points.x[i * step] - points.x[0];
    coordinates[1][i] = points.y[i * step] - points.y[0];
    coordinates[2][i] = points.z[i * step] - points.z[0];
  }
  const Points sample{coordinates[0], coordinates[1], coordinates[2], count};

  Eigen::SelfAdjointEigenSolver<Matrix3d> solver;
  const Matrix3d c = covariance(moments.area > 0 ? points : sample, moments);
  // Scaled, because the closed-form solver works in absolute tolerances.
  const double scale = c.cwiseAbs().maxCoeff();
  float candidates[3][9];
  std::size_t used = 0;
  if (scale > 0 && std::isfinite(scale)) {
    solver.computeDirect(c / scale);
    const Vector3d thin = solver.eigenvectors().col(0), middle = solver.eigenvectors().col(1),
                   longest = solver.eigenvectors().col(2);
    const Vector3d normal(moments.normal[0], moments.normal[1], moments.normal[2]);
    // Closed pieces have no mean normal worth a try.
    if (normal.norm() > 0.1 * moments.area) used += store_frame(longest, normal, candidates[used]) ? 1 : 0;
    used += store_frame(longest, thin, candidates[used]) ? 1 : 0;
    used += store_frame(middle, longest, candidates[used]) ? 1 : 0;
  }
  HWY_DYNAMIC_DISPATCH(ChooseAxes)(sample, candidates, used, axes);
  // Turning in float left a few units of roundoff; the tests count on one.
  store_frame(Vector3d(axes[0], axes[1], axes[2]), Vector3d(axes[6], axes[7], axes[8]), axes);
}

void extents(const Points& points, const float axes[9], float lower[3], float upper[3]) {
  HWY_DYNAMIC_DISPATCH(Extents)(points, axes, lower, upper);
}

void fit_obb(const Points& points, const Moments& moments, float slack, float out[15]) {
  float* axes = out + field::kAxes;
  choose_axes(points, moments, axes);
  float lower[3], upper[3];
  extents(points, axes, lower, upper);
  float* centre = out + field::kCentre;
  for (std::size_t x = 0; x < 3; ++x) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += 0.5 * (static_cast<double>(lower[i]) + upper[i]) * axes[3 * i + x];
    centre[x] = static_cast<float>(sum);
  }
  double half[3], total = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double along = 0;
    for (std::size_t x = 0; x < 3; ++x) along += static_cast<double>(axes[3 * i + x]) * centre[x];
    half[i] = std::max(upper[i] - along, along - lower[i]) + slack;
    total += half[i];
  }
  // The axes are orthonormal to float only: a point within the slabs is centre + Σ yᵢ axisᵢ with |yᵢ| up to
  // 8 units of roundoff of the box larger than its slab coordinate.
  for (std::size_t i = 0; i < 3; ++i) out[field::kObbHalf + i] = round_up((half[i] + 0x1p-21 * total) * kWiden);
}

}  // namespace graze::detail
#endif
