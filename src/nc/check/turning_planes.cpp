// SPDX-License-Identifier: Apache-2.0
// The depth of a cut at an edge or corner that bends outward, from the planes of the faces about it.
//
// The tool T of a span lies within R of the hull H; H moved aside by s is outside of the part. Let u bound the depth,
// and C be all points within R + |s| + u of the moved hull: a convex set that holds T and all points within u of it.
// Let the triangles that meet C lie below a plane n x = c, and some point q of the moved hull above it. Then no point
// of the part in C is above it, for the straight way from there to q would cross the surface. About a point p of T of
// depth D
// <= u, the ball of radius D is all part and in C: D <= c - n p. So with weights w_j of sum 1 over such planes,
// D <= sum w_j c_j + max over T of (-sum w_j n_j) x: convex in the weights, minimized here by Frank and Wolfe's method.
// The point of T where the best mean is attained is the one to be asked for the lower bound.
#include <algorithm>
#include <cmath>

#include "nc/check/turning_piece.h"

namespace graze::nc::detail {
namespace {

constexpr std::size_t kMostNear = 160;

/// About hull.at.
struct SupportPlane {
  Vec3 normal;
  double level = 0;
};

/// The gradient of a smooth function that exceeds the support function of hull and ball by little: where many points
/// are nearly as far against n, some point between them. Steps towards the minimum would else end at every edge of the
/// tool. `first` to `last`: which poses. It is a point of the tool.
Vec3 blurred_point(const TurnedHull& hull, int first, int last, const Vec3& n, double radius, double blur) {
  Vec3 points[4];
  double far[4], most = -kInfinity;
  int count = 0;
  for (int pose = first; pose < last; ++pose) {
    const Vec3& u = hull.axis[pose];
    const double along = -core::dot(n, u);
    Vec3 across = -n - along * u;
    across = across - core::dot(across, u) * u;
    for (const auto& [z, r] : {std::pair{hull.z0, hull.r0}, std::pair{hull.z1, hull.r1}}) {
      const double soft = r > 0 ? blur / (2 * r) : 0;
      const double length = std::sqrt(core::dot(across, across) + soft * soft);
      points[count] = hull.tip[pose] + z * u + (length > 0 ? r / length : 0) * across;
      far[count] = -core::dot(n, hull.tip[pose]) + z * along + r * length;
      most = std::max(most, far[count++]);
    }
  }
  Vec3 p;
  double all = 0;
  for (int i = 0; i < count; ++i) {
    const double w = std::exp((far[i] - most) / blur);
    p = p + w * points[i];
    all += w;
  }
  const double length = core::norm(n);
  return (1 / all) * p - (length > 0 ? radius / length : 0) * n;
}

class PlaneMix {
 public:
  PlaneMix(const TurnedHull& hull, double radius, double good)
      : hull_(hull), radius_(radius), good_(good), blur_(good / 2) {}

  std::vector<SupportPlane> planes;

  /// The least bound found; normal() is that mean's. In each step weight goes from the plane that is the farthest above
  /// the lowest point of the tool to the one that is the nearest, as much as serves.
  double least() {
    std::size_t first = 0;
    double best = kInfinity;
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const double bound = planes[i].level + extent(planes[i].normal);
      if (bound < best) best = bound, first = i;
    }
    std::vector<double> weight(planes.size());
    weight[first] = 1;
    mean_ = planes[first];
    for (int round = 0; round < 60; ++round) {
      const Vec3 p = point(mean_.normal);
      std::size_t to = 0, from = 0;
      double nearest = kInfinity, farthest = -kInfinity;
      for (std::size_t i = 0; i < planes.size(); ++i) {
        const double h = planes[i].level - core::dot(planes[i].normal, p);
        if (h < nearest) nearest = h, to = i;
        if (weight[i] > 0 && h > farthest) farthest = h, from = i;
      }
      if (farthest - nearest <= good_) break;
      const SupportPlane way{planes[to].normal - planes[from].normal, planes[to].level - planes[from].level};
      const double by = best_step(way, weight[from]);
      if (by == 0) break;
      mean_ = {mean_.normal + by * way.normal, mean_.level + by * way.level};
      weight[to] += by;
      weight[from] = by == weight[from] ? 0 : weight[from] - by;
      best = std::min(best, mean_.level + extent(mean_.normal));
    }
    return best;
  }

  const Vec3& normal() const { return mean_.normal; }

 private:
  /// Farthest against n but for some blur, about hull.at.
  Vec3 point(const Vec3& n) const { return blurred_point(hull_, 0, 2, n, radius_, blur_); }

  double extent(const Vec3& n) const {
    int pose = 0;
    return -core::dot(n, hull_.support(-n, pose)) + radius_ * core::norm(n);
  }

  /// Bisection of the slope, which increases.
  double best_step(const SupportPlane& way, double most) const {
    const auto slope = [&](double by) {
      return way.level - core::dot(way.normal, point(mean_.normal + by * way.normal));
    };
    if (slope(most) <= 0) return most;
    double low = 0, high = most;
    for (int i = 0; i < 24; ++i) {
      const double middle = (low + high) / 2;
      (slope(middle) < 0 ? low : high) = middle;
    }
    return low;
  }

  const TurnedHull& hull_;
  double radius_, good_, blur_;
  SupportPlane mean_;
};

/// All that the hull's neighbourhood has of the surface, about hull.at.
class NearSurface {
 public:
  NearSurface(const PartData& part, const TurnedHull& moved, const TurningSpan& span) {
    if (!collect_near(part, moved, span.radius + core::norm(span.aside) + std::max(0.0, span.upper), kMostNear,
                      slots_)) {
      return;
    }
    for (const std::size_t slot : slots_) {
      const std::uint32_t id = part.id(slot);
      for (std::size_t k = 0; k < 3 && !part.solid; ++k) {  // beyond a border, sides are not told by crossings
        if (part.sides.neighbour(id, k) == kNoTriangle) return;
      }
      corners_.push_back(part.corners(slot));
    }
    usable_ = true;
  }

  /// Planes of faces below which all is, but for `little`, and above which some point is known to be outside.
  std::vector<SupportPlane> planes(const PartData& part, const TurnedHull& hull, const TurnedHull& moved, double radius,
                                   double little, double rounding) const {
    std::vector<SupportPlane> out;
    if (!usable_) return out;
    for (const core::Corners& c : corners_) {
      const Vec3 e = c.v[1] - c.v[0], f = c.v[2] - c.v[0];
      Vec3 n = core::cross(e, f);
      const double area = core::norm(n);
      if (!(area > 1e-7 * std::max(core::dot(e, e), core::dot(f, f)))) continue;
      n = (1 / area) * n;
      const double level = core::dot(n, c.v[0] - hull.at);
      double top = level;
      for (const core::Corners& other : corners_) {
        for (const Vec3& v : other.v) top = std::max(top, core::dot(n, v - hull.at));
        if (top > level + little) break;
      }
      if (top > level + little) continue;
      if (!reaches_above(part, hull, moved, radius, n, top + rounding)) continue;
      out.push_back({n, top + rounding});
    }
    return out;
  }

 private:
  /// The moved hull is outside as a whole; the tool's highest point may be.
  static bool reaches_above(const PartData& part, const TurnedHull& hull, const TurnedHull& moved, double radius,
                            const Vec3& n, double level) {
    int pose = 0;
    if (core::dot(n, (moved.at - hull.at) + moved.support(n, pose)) > level) return true;
    const Vec3 highest = hull.support(n, pose) + radius * n;
    return core::dot(n, highest) > level && point_depth(part, hull.at + highest, kInfinity) < 0;
  }

  std::vector<std::size_t> slots_;
  std::vector<core::Corners> corners_;
  bool usable_ = false;
};

}  // namespace

void bound_by_planes(const PartData& part, const ConvexPiece& piece, const ToolPath& path, const DepthTask& task,
                     TurningSpan& span, TurningWitness& deepest) {
  const ToolPose first = path.at(span.t0), second = path.at(span.t1);
  const TurnedHull hull(piece, first, second, {}), moved(piece, first, second, span.aside);
  const double rounding =
      0x1p-43 * (core::max_abs(part.box.lower) + core::max_abs(part.box.upper) + path.size() + hull.size + span.radius);
  const double good = task.gap / 16;
  PlaneMix mix(hull, span.radius, good);
  mix.planes = NearSurface(part, moved, span).planes(part, hull, moved, span.radius, task.gap / 4, rounding);
  if (mix.planes.empty()) return;
  // Not below minus `upper`: what is clear by more, other triangles may be nearer to.
  span.upper = std::min(span.upper, std::max({task.floor, -span.upper, mix.least() + rounding}));
  const double length = core::norm(mix.normal());
  if (!(length > 0)) return;
  const Vec3 n = (1 / length) * mix.normal();
  for (const double t : {span.t0, (span.t0 + span.t1) / 2, span.t1}) {
    const ToolPose pose = path.at(t);
    const TurnedHull here(piece, pose, pose, {});
    const Vec3 w = here.at + blurred_point(here, 0, 1, n, piece.rounding, good / 2);
    const ClosestPoint nearest = closest_point(part.model, w, std::max(span.upper, -task.floor) + task.tolerance);
    if (nearest.triangle == kNoTriangle) continue;
    const double depth = depth_at(part, w, nearest) - rounding;
    if (depth > deepest.lower) deepest = {depth, t, nearest};
  }
}

}  // namespace graze::nc::detail
