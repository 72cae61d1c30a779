// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/straight_moves.h"

#include <algorithm>
#include <cmath>

#include "geometry/vec.h"

namespace graze::detail::stock {
namespace {

constexpr double kMaxPieces = 1e6;

Vec3 xyz(const nc::Axes& axes) { return {axes.value[0], axes.value[1], axes.value[2]}; }

bool off_zero(const nc::Axes& axes) {
  for (int k = 3; k < nc::kAxes; ++k) {
    if (axes.has(k) && axes.value[static_cast<std::size_t>(k)] != 0) return true;
  }
  return false;
}

/// The plane's first axis: x, z or y.
std::size_t first_axis(nc::Plane plane) { return (3 - static_cast<std::size_t>(plane)) % 3; }

double radius_of(const nc::Motion& motion, const nc::Axes& axes) {
  const std::size_t first = first_axis(motion.plane), second = (first + 1) % 3;
  return std::hypot(axes.value[first] - motion.centre[0], axes.value[second] - motion.centre[1]);
}

/// Chords of an arc whose radius goes linearly from one to the other. A curve leaves the chord of an angle a by at most
/// a^2 / 8 times its second derivative, which is r + 2 r' at most; the third axis, linear, adds nothing.
double pieces_of_arc(const nc::Motion& motion, double chord, double& deviation) {
  const double r0 = radius_of(motion, motion.start), r1 = radius_of(motion, motion.end), r = std::max(r0, r1);
  const double sweep = std::abs(motion.sweep), change = sweep > 0 ? std::abs(r1 - r0) / sweep : 0;
  const auto leaves = [&](double n) {
    const double a = sweep / n;
    return a * a / 8 * (r + 2 * change);
  };
  double n = std::max(1.0, std::ceil(sweep / std::sqrt(8 * chord / std::max(r, chord))));
  while (n < kMaxPieces && leaves(n) > chord) n *= 1.1;
  n = std::ceil(n);
  deviation = leaves(n);
  return n;
}

double angle_between(const Vec3& a, const Vec3& b) { return std::atan2(norm(cross(a, b)), dot(a, b)); }

}  // namespace

bool turned(const nc::Motion& motion) { return off_zero(motion.start) || off_zero(motion.end); }

Vec3 point_on(const nc::Motion& motion, double t) {
  const Vec3 a = xyz(motion.start), b = xyz(motion.end);
  if (t <= 0) return a;
  if (t >= 1) return b;
  if (motion.kind != nc::MotionKind::arc) return a + t * (b - a);
  const std::size_t first = first_axis(motion.plane), second = (first + 1) % 3, third = (first + 2) % 3;
  const double r = radius_of(motion, motion.start) * (1 - t) + radius_of(motion, motion.end) * t;
  const double begin =
      std::atan2(motion.start.value[second] - motion.centre[1], motion.start.value[first] - motion.centre[0]);
  const double angle = begin + t * motion.sweep;
  double p[3];
  p[first] = motion.centre[0] + r * std::cos(angle);
  p[second] = motion.centre[1] + r * std::sin(angle);
  p[third] = motion.start.value[third] * (1 - t) + motion.end.value[third] * t;
  return {p[0], p[1], p[2]};
}

std::string divide(const nc::Motion& motion, const nc::StockOptions& options, double reach, double cell,
                   std::vector<StraightMove>& moves, Division& division) {
  if (!motion.start.has_xyz() || !motion.end.has_xyz()) return "from or to a position that is not known";
  const double chord = options.chord > 0 ? options.chord : options.tolerance / 4;
  double pieces = 1, deviation = 0;
  if (motion.kind == nc::MotionKind::arc) pieces = pieces_of_arc(motion, chord, deviation);
  if (!(pieces < kMaxPieces) || !std::isfinite(deviation)) return "an arc of more than a million chords";
  division.chord = std::max(division.chord, deviation);
  if (!options.place) {
    if (turned(motion)) return "with rotary axes of a machine that was not described";
    Vec3 from = point_on(motion, 0);
    for (double i = 0; i < pieces; ++i) {
      const double t0 = i / pieces, t1 = (i + 1) / pieces;
      const Vec3 to = point_on(motion, t1);
      moves.push_back({from, to, {0, 0, 1}, t0, t1});
      from = to;
    }
    return {};
  }

  // A tool that turns by an angle a while it moves is taken at the middle of its turn: a point of it at most `reach`
  // from the tip is then off by reach a / 2, and the tip by how far its path leaves the chord, of which the middle
  // tells (four thirds of it where the path is a parabola). Halved until both are small enough.
  const double allowed = options.turn > 0 ? options.turn : cell / 2;
  struct Piece {
    double t0, t1;
  };
  std::vector<Piece> stack;
  for (double i = pieces; i > 0; --i) stack.push_back({(i - 1) / pieces, i / pieces});
  const std::size_t before = moves.size();
  while (!stack.empty()) {
    const Piece piece = stack.back();
    stack.pop_back();
    const double half = 0.5 * (piece.t0 + piece.t1);
    const auto a = options.place(motion, piece.t0), m = options.place(motion, half),
               b = options.place(motion, piece.t1);
    if (!a || !m || !b) {
      moves.resize(before);
      return "with a place of the tool that is not known";
    }
    if (!is_finite(a->tip) || !is_finite(b->tip) || !(std::abs(norm(m->axis) - 1) < 1e-6)) {
      moves.resize(before);
      return "with a place of the tool that is none";
    }
    const double angle = std::max(angle_between(a->axis, m->axis), angle_between(m->axis, b->axis));
    const double off = reach * angle + 4.0 / 3 * norm(m->tip - 0.5 * (a->tip + b->tip));
    if (off > allowed) {
      if (piece.t1 - piece.t0 < 1e-6) {
        moves.resize(before);
        return "with a turn that small steps do not follow";
      }
      stack.push_back({half, piece.t1});
      stack.push_back({piece.t0, half});
      continue;
    }
    division.turn = std::max(division.turn, off);
    moves.push_back({a->tip, b->tip, (1 / norm(m->axis)) * m->axis, piece.t0, piece.t1});
  }
  return {};
}

}  // namespace graze::detail::stock
