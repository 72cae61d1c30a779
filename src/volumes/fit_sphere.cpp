// SPDX-License-Identifier: Apache-2.0
// The smallest sphere, nearly: the smallest one about a few points on its surface, to which the farthest point left
// outside is added until it is hardly outside.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "volumes/fit_points.h"
#include "volumes/layout.h"

namespace graze::detail {
namespace {

using Point = std::array<double, 3>;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Ball {
  Point centre{};
  double squared = -1;  // radius
};

/// The smallest ball with all of these points on its surface. False when they are dependent or nearly so.
bool ball_through(std::span<const Point> p, Ball& ball) {
  // centre = p0 + Σ xᵢ vᵢ, where vᵢ = pᵢ - p0 and Σⱼ (vᵢ·vⱼ) xⱼ = |vᵢ|²/2.
  const std::size_t n = p.size() - 1;
  Point v[3]{};
  double g[3][4]{};
  for (std::size_t i = 0; i < n; ++i) v[i] = minus(p[i + 1], p[0]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) g[i][j] = dot(v[i], v[j]);
    g[i][3] = 0.5 * g[i][i];
  }
  for (std::size_t k = 0; k < n; ++k) {  // symmetric and definite: no pivoting
    if (!(g[k][k] > 2e-9 * g[k][3])) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = g[i][k] / g[k][k];
      for (std::size_t j = k; j < n; ++j) g[i][j] -= f * g[k][j];
      g[i][3] -= f * g[k][3];
    }
  }
  double x[3];
  Point offset{};
  for (std::size_t k = n; k-- > 0;) {
    x[k] = g[k][3];
    for (std::size_t j = k + 1; j < n; ++j) x[k] -= g[k][j] * x[j];
    x[k] /= g[k][k];
    for (std::size_t i = 0; i < 3; ++i) offset[i] += x[k] * v[k][i];
  }
  ball.squared = dot(offset, offset);
  for (std::size_t i = 0; i < 3; ++i) ball.centre[i] = p[0][i] + offset[i];
  return true;
}

/// At most four points, and the smallest ball that holds them: each lies on its surface.
struct Support {
  std::array<Point, 4> points;
  std::size_t count = 0;
  Ball ball;
};

/// The smallest ball of the support and one more point, which lies outside and so on the new surface. False when
/// rounding hides it.
bool add(Support& support, const Point& p) {
  Support best;
  for (unsigned chosen = 0; chosen < (1u << support.count); ++chosen) {
    Support candidate;
    candidate.points[candidate.count++] = p;
    for (std::size_t i = 0; i < support.count; ++i) {
      if (((chosen >> i) & 1u) == 0) continue;
      if (candidate.count == 4) {
        candidate.count = 5;
        break;
      }
      candidate.points[candidate.count++] = support.points[i];
    }
    if (candidate.count > 4 || !ball_through({candidate.points.data(), candidate.count}, candidate.ball)) continue;
    if (best.count > 0 && candidate.ball.squared >= best.ball.squared) continue;
    bool holds = true;
    for (std::size_t i = 0; i < support.count && holds; ++i) {
      const Point d = minus(support.points[i], candidate.ball.centre);
      holds = dot(d, d) <= candidate.ball.squared * (1 + 1e-9);
    }
    if (holds) best = candidate;
  }
  if (best.count == 0) return false;
  support = best;
  return true;
}

}  // namespace

void fit_sphere(const Points& points, float slack, float out[4]) {
  // Enough for a radius within half a percent of the least (tests/volumes/fit_test.cpp).
  constexpr int kRounds = 8;
  constexpr double kNear = 1 + 1e-3;  // of the square: a twentieth of a percent of the radius
  float box[6];
  fit_aabb(points, 0, box);
  float centre[3] = {box[0], box[1], box[2]}, least = HUGE_VALF;
  Support support;
  for (int round = 0; round < kRounds; ++round) {
    const Farthest farthest = farthest_point(points, centre);
    if (farthest.squared < least) {
      least = farthest.squared;
      std::copy(centre, centre + 3, out);
    }
    if (support.count > 0 && farthest.squared <= support.ball.squared * kNear) break;
    const std::size_t i = farthest.index;
    if (!add(support, {points.x[i], points.y[i], points.z[i]})) break;
    if (support.count == 1) {  // the point farthest from the first completes a pair
      const float first[3] = {points.x[i], points.y[i], points.z[i]};
      const std::size_t j = farthest_point(points, first).index;
      if (!add(support, {points.x[j], points.y[j], points.z[j]})) break;
    }
    for (std::size_t x = 0; x < 3; ++x) centre[x] = static_cast<float>(support.ball.centre[x]);
  }
  // `least` is off by 8 units of roundoff, its root by half as many.
  out[field::kSphereRadius] = round_up((std::sqrt(static_cast<double>(least)) * (1 + 0x1p-21) + slack) * kWiden);
}

}  // namespace graze::detail
