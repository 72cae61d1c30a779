// SPDX-License-Identifier: Apache-2.0
// How far a point leaves its chord: at most h²/8 times its greatest acceleration, h being the part of the motion. That
// is bounded from the tool outward. Let y be the point as the inner joints move it, |y'| <= s, |y''| <= a. A linear
// joint adds its own speed and acceleration. A rotary one, at the constant rate w about a line that y stays within rho
// of, gives speeds up to s + w rho and accelerations up to a + 2 w s + w² rho (derivatives of E(wt) y;
// docs/nc_machines.md).
#include "nc/machine/tool_path.h"

#include <cmath>
#include <stdexcept>

#include "geometry/vec.h"

namespace graze::nc::detail {

namespace {

using graze::detail::cross;
using graze::detail::dot;
using graze::detail::max_abs;
using graze::detail::norm;

constexpr double kRadians = 3.14159265358979323846 / 180;

/// v turned about the direction d (Rodrigues).
Vec3 turned(const Vec3& v, const Vec3& d, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * v + s * cross(d, v) + ((1 - c) * dot(d, v)) * d;
}

double coordinate(const Vec3& v, int axis) { return graze::detail::coordinate(v, axis); }

}  // namespace

int axis_index(char letter) {
  const std::size_t at = std::string_view("XYZABC").find(letter);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

Vec3 unit_of(const Vec3& direction) { return (1 / norm(direction)) * direction; }

ToolPath::ToolPath(const Kinematics& machine, const TurningMove& move, double gauge) {
  const bool tcp = move.interpolation != Interpolation::machine;
  for (int i = 0; i < kAxes; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (i >= 3 && !machine.has(i)) continue;
    if (!move.start.has(i) || !move.end.has(i)) throw std::invalid_argument("an axis of the machine is not known");
    if (!std::isfinite(move.start.value[k]) || !std::isfinite(move.end.value[k])) {
      throw std::invalid_argument("the value of an axis is not finite");
    }
  }
  if (needs_gauge(machine, move.interpolation) && !(gauge >= 0 && std::isfinite(gauge))) {
    throw std::invalid_argument("a head that turns without tool-centre-point control needs the tool's gauge length");
  }
  from_ = {move.start.value[0], move.start.value[1], move.start.value[2]};
  way_ = Vec3{move.end.value[0], move.end.value[1], move.end.value[2]} - from_;
  if (move.arc) {
    arc_ = true;
    first_ = move.plane == Plane::xy ? 0 : move.plane == Plane::zx ? 2 : 1;
    second_ = move.plane == Plane::xy ? 1 : move.plane == Plane::zx ? 0 : 2;
    const Vec3 to = from_ + way_;
    centre_[0] = move.centre[0];
    centre_[1] = move.centre[1];
    const double u = coordinate(from_, first_) - centre_[0], v = coordinate(from_, second_) - centre_[1];
    radius_ = std::hypot(u, v);
    widening_ = std::hypot(coordinate(to, first_) - centre_[0], coordinate(to, second_) - centre_[1]) - radius_;
    angle_ = std::atan2(v, u);
    sweep_ = move.sweep;
    if (!std::isfinite(sweep_) || !std::isfinite(radius_)) throw std::invalid_argument("an arc is not finite");
  }
  if (tcp) {
    add_linear(0, {1, 0, 0});
    add_linear(1, {0, 1, 0});
    add_linear(2, {0, 0, 1});
  }
  for (const MachineAxis& a : machine.chain) {
    if (a.kind == AxisKind::rotary) {
      const Vec3 at = a.side == Side::head ? a.point + Vec3{0, 0, gauge} : a.point;
      add_rotary(a, move, tcp ? Vec3{} : at);
    } else if (!tcp) {
      add_linear(axis_index(a.letter), static_cast<double>(a.sign) * unit_of(a.direction));
    }
  }
  if (move.interpolation == Interpolation::tcp_slerp) make_slerp();
  size_ =
      max_abs(from_) + max_abs(way_) + 2 * radius_ + std::abs(widening_) + std::abs(centre_[0]) + std::abs(centre_[1]);
  for (const Joint& j : joints_) {
    turns_ = turns_ || j.rate != 0;
    size_ += 2 * max_abs(j.point);
  }
}

void ToolPath::add_linear(int axis, const Vec3& direction) {
  Joint joint;
  joint.axis = axis;
  joint.direction = direction;
  joints_.push_back(joint);
}

void ToolPath::add_rotary(const MachineAxis& axis, const TurningMove& move, const Vec3& point) {
  const auto i = static_cast<std::size_t>(axis_index(axis.letter));
  Joint joint;
  joint.rotary = true;
  joint.direction = static_cast<double>(axis.sign) * unit_of(axis.direction);
  joint.point = point;
  joint.from = kRadians * move.start.value[i];
  joint.rate = kRadians * (move.end.value[i] - move.start.value[i]);
  joints_.push_back(joint);
}

/// One rotation, about the line that both axes are across to.
void ToolPath::make_slerp() {
  const Vec3 a = at(0).axis, b = at(1).axis, across = cross(a, b);
  const double sine = norm(across), angle = std::atan2(sine, dot(a, b));
  if (dot(a, b) < 0 && sine < 1e-9) {
    throw std::invalid_argument("there is no great circle of its own between opposite orientations");
  }
  joints_.resize(3);
  axis_ = a;
  if (sine == 0) return;
  Joint joint;
  joint.rotary = true;
  joint.direction = (1 / sine) * across;
  joint.rate = angle;
  joints_.push_back(joint);
}

double ToolPath::value(int axis, double t) const {
  if (!arc_ || (axis != first_ && axis != second_)) return coordinate(from_, axis) + t * coordinate(way_, axis);
  if (t == 0) return coordinate(from_, axis);
  if (t == 1) return coordinate(from_ + way_, axis);
  const double r = radius_ + t * widening_, angle = angle_ + t * sweep_;
  return axis == first_ ? centre_[0] + r * std::cos(angle) : centre_[1] + r * std::sin(angle);
}

ToolPose ToolPath::at(double t) const {
  ToolPose pose{{}, axis_};
  for (std::size_t i = joints_.size(); i-- > 0;) {
    const Joint& j = joints_[i];
    if (j.rotary) {
      const double angle = j.from + t * j.rate;
      pose.tip = j.point + turned(pose.tip - j.point, j.direction, angle);
      pose.axis = turned(pose.axis, j.direction, angle);
    } else {
      pose.tip = pose.tip + value(j.axis, t) * j.direction;
    }
  }
  pose.axis = unit_of(pose.axis);
  if (pose.axis.x == 0 && pose.axis.y == 0) pose.axis.z = std::copysign(1.0, pose.axis.z);  // whatever C is
  return pose;
}

Pose ToolPath::pose(double t) const {
  Vec3 tip, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  for (std::size_t i = joints_.size(); i-- > 0;) {
    const Joint& j = joints_[i];
    if (j.rotary) {
      const double angle = j.from + t * j.rate;
      tip = j.point + turned(tip - j.point, j.direction, angle);
      for (Vec3* v : {&x, &y, &z}) *v = turned(*v, j.direction, angle);
    } else {
      tip = tip + value(j.axis, t) * j.direction;
    }
  }
  Pose pose;
  const Vec3 columns[3] = {x, y, z};
  for (int c = 0; c < 3; ++c) {
    pose.r[c] = columns[c].x;
    pose.r[3 + c] = columns[c].y;
    pose.r[6 + c] = columns[c].z;
  }
  pose.t = tip;
  return pose;
}

/// Of all points within `spread` of a point of the tool's axis; or, without translations, of a direction.
ToolPath::Bounds ToolPath::bounds(const Vec3& of, double spread, bool direction, double t0, double t1) const {
  const double h = t1 - t0, middle = t0 + h / 2;
  Vec3 y = of;
  Bounds out;
  Vec3 velocity;  // of linear joints in a row
  for (std::size_t i = joints_.size(); i-- > 0;) {
    const Joint& j = joints_[i];
    if (!j.rotary) {
      if (direction) continue;
      y = y + value(j.axis, middle) * j.direction;
      if (arc_ && (j.axis == first_ || j.axis == second_)) {
        const double r = radius_ + std::max(0.0, widening_), w = std::abs(sweep_), b = std::abs(widening_);
        out.speed += r * w + b;
        out.acceleration += r * w * w + 2 * b * w;
      } else {
        velocity = velocity + coordinate(way_, j.axis) * j.direction;
      }
      continue;
    }
    out.speed += norm(velocity);
    velocity = {};
    const Vec3 point = direction ? Vec3{} : j.point;
    const Vec3 from = y - point;
    const double w = std::abs(j.rate);
    const double rho = norm(from - dot(from, j.direction) * j.direction) + spread + out.speed * h / 2;
    out.acceleration += 2 * w * out.speed + w * w * rho;
    out.speed += w * rho;
    y = point + turned(from, j.direction, j.from + middle * j.rate);
  }
  out.speed += norm(velocity);
  return out;
}

double ToolPath::deviation(double t0, double t1, const ConvexPiece& piece) const {
  if (!turns_ && !arc_) return 0;
  const double h = t1 - t0, z = (piece.z0 + piece.z1) / 2, half = (piece.z1 - piece.z0) / 2;
  const double r = std::max(piece.r0, piece.r1);
  const double whole = bounds(z * axis_, std::hypot(r, half), false, t0, t1).acceleration;
  // How a body of revolution spins about its axis u is not seen: its points may be taken along without spinning, where
  // a radius e has e'' = -(e.u'')u - (e.u')u'.
  const Bounds tilt = bounds(axis_, 0, true, t0, t1);
  const double unspun = bounds(z * axis_, 0, false, t0, t1).acceleration + half * tilt.acceleration +
                        r * (tilt.acceleration + tilt.speed * tilt.speed);
  return std::min(whole, unspun) * h * h / 8 * (1 + 1e-9);
}

}  // namespace graze::nc::detail
