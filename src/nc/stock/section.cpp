// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/section.h"

namespace graze::detail::stock {
namespace {

Vec3 unit(int axis) { return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0}; }

}  // namespace

ToolFrame frame_of(const Vec3& axis) {
  ToolFrame frame;
  frame.z = axis;
  const double x = std::abs(axis.x), y = std::abs(axis.y), z = std::abs(axis.z);
  if (z == 1) {
    frame.x = {1, 0, 0};
  } else if (x == 1) {
    frame.x = {0, 1, 0};
  } else if (y == 1) {
    frame.x = {0, 0, 1};
  } else {
    const Vec3 other = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    const Vec3 across = other - dot(other, axis) * axis;
    frame.x = (1 / norm(across)) * across;
  }
  frame.y = cross(frame.z, frame.x);
  return frame;
}

void Action::fit_box() {
  const auto fit = [&](int k, double& lower, double& upper) {
    const double a = coordinate(frame.z, k), across = std::sqrt(std::max(0.0, 1 - a * a));
    const double w0 = shape.r0 * across + shape.rho, w1 = shape.r1 * across + shape.rho;
    lower = std::min(shape.z0 * a - w0, shape.z1 * a - w1);
    upper = std::max(shape.z0 * a + w0, shape.z1 * a + w1);
    const double slack = 1e-9 * (1 + std::abs(lower) + std::abs(upper));
    lower -= slack;
    upper += slack;
  };
  fit(0, low.x, high.x);
  fit(1, low.y, high.y);
  fit(2, low.z, high.z);
}

Section::Section(const Action& action, int axis)
    : shape_(action.shape),
      way_(action.frame.into(action.way)),
      along_(action.shape, way_),
      d_(action.frame.into(unit(axis))),
      e1_(action.frame.into(unit((axis + 1) % 3))),
      e2_(action.frame.into(unit((axis + 2) % 3))),
      from1_(coordinate(action.from, (axis + 1) % 3)),
      from2_(coordinate(action.from, (axis + 2) % 3)),
      from_(coordinate(action.from, axis)) {
  const double travel = coordinate(action.way, axis);
  within_ = {coordinate(action.low, axis) + std::min(0.0, travel),
             coordinate(action.high, axis) + std::max(0.0, travel)};
  if (std::abs(d_.z) == 1) {
    mode_ = Mode::along;
  } else if (shape_.is_capsule()) {
    mode_ = Mode::capsule;
  } else if (d_.z == 0 && way_.z == 0) {
    mode_ = Mode::level;
  } else if (d_.z == 0 && way_.x == 0 && way_.y == 0) {
    mode_ = Mode::plunge;
  }
}

Span Section::operator()(double c1, double c2, double above) const {
  const Vec3 o = (c1 - from1_) * e1_ + (c2 - from2_) * e2_;
  Span span;
  switch (mode_) {
    case Mode::along: {
      const bool up = d_.z > 0;
      const Span z = along_(o.x, o.y, up ? above - from_ : std::numeric_limits<double>::infinity());
      if (!z.empty()) span = up ? z : Span{-z.hi, -z.lo};
      break;
    }
    case Mode::capsule:
      span = shape_.is_ball() ? through_capsule({0, 0, shape_.z0}, way_, shape_.rho, o, d_)
                              : through_rounded_quad(shape_, way_, o, d_);
      break;
    case Mode::level:
      if (o.z >= shape_.low() && o.z <= shape_.high()) span = through_stadium(way_, radius_at(shape_, o.z), o, d_);
      break;
    case Mode::plunge: {
      // Heights of the line in the tool's frame during the move; the piece is widest between z0 and z1.
      const double low = std::max(std::min(o.z, o.z - way_.z), shape_.low());
      const double high = std::min(std::max(o.z, o.z - way_.z), shape_.high());
      if (low > high) break;
      const double widest_low = shape_.r1 > shape_.r0 ? shape_.z1 : shape_.z0;
      const double widest_high = shape_.r0 > shape_.r1 ? shape_.z0 : shape_.z1;
      const double z = std::clamp(std::clamp(low, widest_low, widest_high), low, high);
      span = through_stadium({}, radius_at(shape_, z), o, d_);
      break;
    }
    case Mode::any:
      span = through_any(shape_, way_, o, d_, within_);
      break;
  }
  if (span.empty()) return {};
  return {span.lo + from_, span.hi + from_};
}

double first_time(const Action& action, const Vec3& p) {
  const double length = norm(action.way);
  if (length == 0) return 0;
  // In the tool's frame p goes backward, through the piece at rest.
  const Vec3 o = action.frame.into(p - action.from), d = action.frame.into((-1 / length) * action.way);
  const Span span = through_any(action.shape, {}, o, d, {0, length});
  return span.empty() ? 0 : std::clamp(span.lo / length, 0.0, 1.0);
}

}  // namespace graze::detail::stock
