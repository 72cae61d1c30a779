// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "base/parallel.h"
#include "nc/check/turned_parts.h"
#include "nc/check/turning_piece.h"

namespace graze::nc {
namespace {

using detail::ToolPath;

/// Motions that hand on what they found to the next; each run starts anew, so that answers do not depend on threads.
constexpr std::size_t kTurningRun = 32;

/// Turning a part about takes some microseconds a triangle, and saves tens of microseconds a motion.
bool is_worth_turning(std::size_t moves, std::size_t triangles) { return moves >= 64 + triangles / 16; }

struct Turned {
  ToolPath path;
  bool fixed = false;  // checked as a straight move
};

class TurningCheckRun {
 public:
  TurningCheckRun(const TurningPart& part, std::span<const ConvexPiece> tool, const TurningOptions& options)
      : part_(part), tool_(tool), options_(options) {
    task_.allowed = options.tolerance - options.stock;
    task_.floor = -options.tolerance - options.stock;
    task_.gap = std::min(options.gap, options.tolerance);
    task_.tolerance = options.tolerance;
    task_.most_poses = options.most_poses;
  }

  void add(const Kinematics& machine, const TurningMove& move) {
    paths_.push_back({ToolPath(machine, move, options_.gauge)});
  }

  std::vector<TurningCheck> run() {
    out_.resize(paths_.size());
    check_fixed();
    const std::size_t runs = (paths_.size() + kTurningRun - 1) / kTurningRun;
    const auto run = [&](std::size_t i) {
      std::vector<detail::TurningHint> hints(tool_.size());
      const std::size_t end = std::min(paths_.size(), (i + 1) * kTurningRun);
      for (std::size_t k = i * kTurningRun; k < end; ++k) {
        if (!paths_[k].fixed) out_[k] = turning(paths_[k].path, hints);
      }
    };
    if (options_.threads == 1 || runs < 2) {
      for (std::size_t i = 0; i < runs; ++i) run(i);
    } else {
      graze::detail::with_threads(options_.threads, [&] { graze::detail::parallel_for(std::size_t{0}, runs, run); });
    }
    return std::move(out_);
  }

 private:
  TurningCheck turning(const ToolPath& path, std::span<detail::TurningHint> hints) const {
    TurningCheck out;
    out.upper = -detail::kInfinity;
    bool proved = true;
    bool shown = false;  // a gouge is told before what is not decided
    double deepest = -detail::kInfinity;
    for (std::size_t i = 0; i < tool_.size(); ++i) {
      const detail::TurningDepth depth = check_turning_piece(part_.part().data(), tool_[i], path, task_, hints[i]);
      proved = proved && depth.upper <= task_.allowed;
      out.poses += depth.poses;
      out.lower = std::max(out.lower, depth.lower);
      out.upper = std::max(out.upper, depth.upper);
      const bool gouge = depth.lower > task_.allowed;
      if (gouge == shown ? !(depth.upper > deepest) : shown) continue;
      shown = gouge;
      deepest = depth.upper;
      out.piece = static_cast<std::uint16_t>(i);
      out.triangle = depth.triangle;
      out.contact = depth.contact;
      out.t = depth.t;
    }
    out.decision = decide(proved, out.lower);
    out.pose = path.at(out.t);
    return out;
  }

  Decision decide(bool proved, double lower) const {
    return proved ? Decision::clean : lower > task_.allowed ? Decision::gouge : Decision::undecided;
  }

  /// Straight moves of one orientation, against the part turned about.
  void check_fixed() {
    std::map<std::tuple<double, double, double>, std::vector<std::size_t>> by_axis;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (paths_[i].path.turns() || paths_[i].path.bends()) continue;
      const Vec3 u = paths_[i].path.at(0).axis;
      by_axis[{u.x, u.y, u.z}].push_back(i);
    }
    const std::size_t triangles = part_.part().data().model.mesh().triangles.size();
    for (const auto& [key, moves] : by_axis) {
      const Vec3 axis{std::get<0>(key), std::get<1>(key), std::get<2>(key)};
      const bool is_up = axis.z == 1;
      if (!is_up && !is_worth_turning(moves.size(), triangles)) continue;
      check_straight(axis, is_up, moves);
    }
  }

  void check_straight(const Vec3& axis, bool is_up, std::span<const std::size_t> which) {
    const std::shared_ptr<const detail::TurnedPart> turned = is_up ? nullptr : part_.turned().turned(axis);
    const Pose pose = turned ? turned->pose : Pose{};
    const Pose back = inverse(pose);
    std::vector<Move> moves;
    double size = 0;
    for (const std::size_t i : which) {
      const ToolPath& path = paths_[i].path;
      moves.push_back({place(pose, path.at(0).tip), place(pose, path.at(1).tip)});
      size = std::max(size, path.size());
    }
    // The moves round as well, and the axis is +z but for rounding.
    double reach = 0;
    for (const ConvexPiece& p : tool_) reach = std::max(reach, std::abs(p.z0) + std::abs(p.z1) + p.r0 + p.r1);
    const double rounding = turned ? turned->rounding + 0x1p-46 * (size + reach) : 0x1p-46 * size;
    const std::vector<MoveCheck> checks = check_moves(turned ? turned->part : part_.part(), tool_, moves, options_);
    for (std::size_t k = 0; k < which.size(); ++k) {
      TurningCheck& out = out_[which[k]];
      static_cast<MoveCheck&>(out) = checks[k];
      out.lower -= rounding;
      out.upper += rounding;
      out.contact = place(back, out.contact);
      const bool proved = out.decision == Decision::clean && out.upper <= task_.allowed;
      out.decision = decide(proved, out.lower);
      out.pose = paths_[which[k]].path.at(out.t);
      paths_[which[k]].fixed = true;
    }
  }

  const TurningPart& part_;
  std::span<const ConvexPiece> tool_;
  const TurningOptions& options_;
  detail::TurningTask task_;
  std::vector<Turned> paths_;
  std::vector<TurningCheck> out_;
};

}  // namespace

TurningMove turning_move(const Motion& motion, Interpolation interpolation) {
  TurningMove move{motion.start, motion.end, interpolation};
  if (motion.kind != MotionKind::arc) return move;
  move.arc = true;
  move.plane = motion.plane;
  move.centre = motion.centre;
  move.sweep = motion.sweep;
  return move;
}

bool can_turn(const Kinematics& machine, const Motion& motion) {
  for (int axis = 0; axis < kAxes; ++axis) {
    if (axis >= 3 && !machine.has(axis)) continue;
    if (!motion.start.has(axis) || !motion.end.has(axis)) return false;
  }
  return true;
}

bool is_turned(const Kinematics& machine, const Motion& motion) {
  for (int axis = 3; axis < kAxes; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (machine.has(axis) && (motion.start.value[i] != 0 || motion.end.value[i] != 0)) return true;
  }
  return false;
}

ToolPose pose_at(const Kinematics& machine, const TurningMove& move, double t, double gauge) {
  return ToolPath(machine, move, gauge).at(t);
}

std::vector<TurningCheck> check_turning(const TurningPart& part, const Kinematics& machine,
                                        std::span<const ConvexPiece> tool, std::span<const TurningMove> moves,
                                        const TurningOptions& options) {
  validate(machine);
  check_moves(part.part(), tool, {}, options);  // throws for what is wrong with them
  if (options.most_poses < 1) throw std::invalid_argument("at least one pose must be allowed");
  TurningCheckRun run(part, tool, options);
  for (const TurningMove& move : moves) run.add(machine, move);
  return run.run();
}

}  // namespace graze::nc
