// SPDX-License-Identifier: Apache-2.0
// Lines across or oblique to the tool's axis. Where the boundary of the swept body is made of simple surfaces, the
// stretch is the hull of what the line has of each; else it is searched for.
#include "nc/stock/swept_line.h"

namespace graze::detail::stock {
namespace {

Span through_ball(const Vec3& centre, double rho, const Vec3& o, const Vec3& d) {
  const Vec3 q = o - centre;
  const double along = dot(q, d);
  const Vec3 beside = q - along * d;
  const double c2 = rho * rho - dot(beside, beside);
  if (!(c2 >= 0)) return {};
  const double c = std::sqrt(c2);
  return {-along - c, -along + c};
}

/// {s : low <= base + s rate <= high}, cut from `span`.
void clip(double base, double rate, double low, double high, Span& span) {
  if (rate == 0) {
    if (base < low || base > high) span = {};
    return;
  }
  const double a = (low - base) / rate, b = (high - base) / rate;
  span = {std::max(span.lo, std::min(a, b)), std::min(span.hi, std::max(a, b))};
}

constexpr double kFar = std::numeric_limits<double>::max();

/// The least distance of p to the frustum as it goes along `way`, from below: off by kSearchGap / 2 at most. `gradient`
/// is such that value + gradient . (q - p) is not above the distance of q either. The distance is convex in place and
/// time; of the tangents at two times, one where it falls and one where it rises, the mixture that is level in time is
/// such a bound. The gradient at the best time found is not: near the body it turns quickly.
double swept_distance(const Shape& shape, const Vec3& way, const Vec3& p, Vec3& gradient) {
  Vec3 grad_a, grad_b, grad;
  double a = 0, b = 1;
  double f_a = core_distance(shape, p, grad_a);
  double rise_a = -dot(grad_a, way);
  gradient = grad_a;
  if (rise_a >= 0) return f_a;
  double f_b = core_distance(shape, p - way, grad_b);
  double rise_b = -dot(grad_b, way);
  gradient = grad_b;
  if (rise_b <= 0) return f_b;
  double best = std::min(f_a, f_b), bound = 0;
  for (int i = 0;; ++i) {
    const double share = rise_b / (rise_b - rise_a);
    gradient = share * grad_a + (1 - share) * grad_b;
    bound = share * (f_a - rise_a * a) + (1 - share) * (f_b - rise_b * b);
    if (best - bound <= 0.5 * kSearchGap || i == 100) break;
    const double cross = a + (bound - f_a) / rise_a;
    const double x = i % 3 == 2 ? 0.5 * (a + b) : std::clamp(cross, a + 0.01 * (b - a), b - 0.01 * (b - a));
    if (!(x > a && x < b)) break;
    const double f = core_distance(shape, p - x * way, grad);
    const double rise = -dot(grad, way);
    best = std::min(best, f);
    if (rise == 0) {
      gradient = grad;
      return f;
    }
    if (rise < 0) {
      a = x;
      f_a = f;
      rise_a = rise;
      grad_a = grad;
    } else {
      b = x;
      f_b = f;
      rise_b = rise;
      grad_b = grad;
    }
  }
  return bound;
}

/// Newton's method on a convex function comes from outside and never steps over its zero. Where the line first comes
/// within kSearchGap of the body, from s on; infinite: never.
double first_within(const Shape& shape, const Vec3& way, const Vec3& o, const Vec3& d, double s, double end) {
  Vec3 gradient;
  for (int i = 0; i < 200 && s <= end; ++i) {
    const double f = swept_distance(shape, way, o + s * d, gradient) - shape.rho;
    if (f <= kSearchGap) return s;
    const double rate = dot(gradient, d);
    if (!(rate < 0)) break;
    s += f / -rate;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

Span through_capsule(const Vec3& a, const Vec3& way, double rho, const Vec3& o, const Vec3& d) {
  Span span = hull(through_ball(a, rho, o, d), through_ball(a + way, rho, o, d));
  const double square = dot(way, way);
  if (square == 0) return span;
  // The cylinder between the balls: the line's distance to the axis, squared, is a quadratic.
  const Vec3 q = o - a;
  const double w = 1 / std::sqrt(square);
  const Vec3 e = w * way;
  const double de = dot(d, e), qe = dot(q, e);
  const Vec3 d_across = d - de * e, q_across = q - qe * e;
  const double aa = dot(d_across, d_across), ab = dot(d_across, q_across);
  Span side{-kFar, kFar};
  if (aa > 1e-24) {
    const Vec3 beside = q_across - (ab / aa) * d_across;
    const double c2 = (rho * rho - dot(beside, beside)) / aa;
    if (!(c2 >= 0)) return span;
    const double c = std::sqrt(c2);
    side = {-ab / aa - c, -ab / aa + c};
  } else if (dot(q_across, q_across) > rho * rho) {
    return span;
  }
  clip(qe, de, 0, square * w, side);
  return hull(span, side);
}

Span through_stadium(const Vec3& way, double r, const Vec3& o, const Vec3& d) {
  const Vec3 q{o.x, o.y, 0}, along{way.x, way.y, 0};
  const auto flat_d = Vec3{d.x, d.y, 0};
  Span span = hull(through_ball({}, r, q, flat_d), through_ball(along, r, q, flat_d));
  const double length = norm(along);
  if (length == 0) return span;
  const double ex = along.x / length, ey = along.y / length;
  Span side{-kFar, kFar};
  clip(q.x * ex + q.y * ey, d.x * ex + d.y * ey, 0, length, side);
  if (!side.empty()) clip(q.x * ey - q.y * ex, d.x * ey - d.y * ex, -r, r, side);
  return hull(span, side);
}

Span through_rounded_quad(const Shape& shape, const Vec3& way, const Vec3& o, const Vec3& d) {
  const Vec3 low{0, 0, shape.z0}, up{0, 0, shape.z1 - shape.z0};
  Span span = hull(through_capsule(low, way, shape.rho, o, d), through_capsule(low + up, way, shape.rho, o, d));
  if (up.z == 0) return span;
  span = hull(span, through_capsule(low, up, shape.rho, o, d));
  span = hull(span, through_capsule(low + way, up, shape.rho, o, d));
  // The two faces: the parallelogram's plane, moved by rho to either side. Its normal is horizontal.
  const double length = std::hypot(way.x, way.y);
  if (length == 0) return span;
  const double nx = way.y / length, ny = -way.x / length;
  const double rate = d.x * nx + d.y * ny, base = o.x * nx + o.y * ny;
  if (rate == 0) return span;  // the line runs along the faces and leaves through an edge
  for (const double side : {-shape.rho, shape.rho}) {
    const double s = (side - base) / rate;
    const Vec3 p = o + s * d;
    const double t = (p.x * way.x + p.y * way.y) / (length * length), z = p.z - shape.z0 - t * way.z;
    if (t >= 0 && t <= 1 && z >= 0 && z <= up.z) span = hull(span, {s, s});
  }
  return span;
}

Span through_any(const Shape& shape, const Vec3& way, const Vec3& o, const Vec3& d, const Span& within) {
  const double lo = first_within(shape, way, o, d, within.lo, within.hi);
  if (!(lo <= within.hi)) return {};
  const double hi = -first_within(shape, way, o, -d, -within.hi, -lo);
  return {lo, std::max(lo, hi)};
}

}  // namespace graze::detail::stock
