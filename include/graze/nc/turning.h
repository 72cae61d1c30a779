// SPDX-License-Identifier: Apache-2.0
// Does a tool that turns while it moves cut into a part, and how deep? Motions of machines with rotary axes, each as a
// whole. docs/nc_machines.md has the bounds.
//
//   TurningPart part(model);                                    // once for a part or fixture
//   Kinematics machine = machine_preset("xyzac-trt");           // or load_machine(file)
//   std::vector<TurningMove> moves;
//   for (const Motion& m : program.path)                        // those with all axes of the machine known:
//     if (can_turn(machine, m)) moves.push_back(turning_move(m, interpolation_of(program.setups[m.setup])));
//   auto checks = check_turning(part, machine, pieces, moves);  // one for each, in order
//
// Motions without a change of orientation are checked as straight ones (graze/nc/check.h) against the part turned about
// so that the tool's axis is +z; where an orientation occurs too seldom for that, and where it changes, by subdivision
// of the motion.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/nc/check.h"
#include "graze/nc/machine.h"

namespace graze::nc {

namespace detail {
struct TurnedParts;
}

/// A part made ready for tools of any orientation. Copies share their content; any number of threads may use it.
class TurningPart {
 public:
  /// Throws as CheckedPart does.
  explicit TurningPart(const Model& model, Surface surface = Surface::automatic);
  explicit TurningPart(const CheckedPart& part);

  const CheckedPart& part() const;  ///< as it stands
  detail::TurnedParts& turned() const { return *turned_; }

 private:
  std::shared_ptr<detail::TurnedParts> turned_;
};

/// One motion of all axes.
struct TurningMove {
  Axes start, end;
  Interpolation interpolation = Interpolation::machine;
  // An arc in X Y Z, as in Motion.
  bool arc = false;
  Plane plane = Plane::xy;
  std::array<double, 2> centre{};
  double sweep = 0;
};

TurningMove turning_move(const Motion&, Interpolation);

/// Are X Y Z and the machine's rotary axes known at both ends? Else the motion cannot be checked.
bool can_turn(const Kinematics&, const Motion&);
/// Does a rotary axis of the machine leave 0 in this motion? If not, it is one of graze/nc/check.h.
bool is_turned(const Kinematics&, const Motion&);

struct TurningOptions : CheckOptions {
  double gauge = -1;      ///< from the gauge point to the tip, mm; negative: not known (graze/nc/machine.h)
  int most_poses = 2000;  ///< sub-motions of one motion and piece; then it is undecided
};

/// `raise` is 0, not known, where the orientation changes. Piece, triangle, contact and t are those of the piece with
/// the greatest upper bound, of those proved to gouge if there are any.
struct TurningCheck : MoveCheck {
  ToolPose pose;            ///< of the tool at `t`, in the part's frame
  std::uint32_t poses = 0;  ///< how many sub-motions were looked at; 0: checked as a straight move
};

/// One motion after another. Contacts are in the part's frame as it stands. Answers do not depend on the number of
/// threads. Throws std::invalid_argument as check_moves and forward do, and for Interpolation::tcp_slerp between
/// opposite axes.
std::vector<TurningCheck> check_turning(const TurningPart& part, const Kinematics& machine,
                                        std::span<const ConvexPiece> tool, std::span<const TurningMove> moves,
                                        const TurningOptions& options = {});

/// Where the tool is at t, 0..1.
ToolPose pose_at(const Kinematics& machine, const TurningMove& move, double t, double gauge = -1);

}  // namespace graze::nc
