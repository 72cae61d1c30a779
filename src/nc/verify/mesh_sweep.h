// SPDX-License-Identifier: Apache-2.0
// A mesh as a tool that is moved without turning, against a part: sound bounds, coarser than those of profiles.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graze/model.h"
#include "graze/nc/check.h"
#include "graze/nc/mesh_tool.h"
#include "graze/solid.h"

namespace graze::nc::detail {

class MeshSweep {
 public:
  explicit MeshSweep(const MeshTool& tool);

  /// As check_moves. Upper bounds: a tool that is clear of the part all along, moved aside by s, cuts s deep at most
  /// (NC.md 4.7 B); whether it is clear, first_impact tells with certainty. Lower bounds: its deepest point at some
  /// places of the move. Where a clearance is asked for, distances at some places, which change by no more than the way
  /// between them.
  std::vector<MoveCheck> check(const CheckedPart& part, std::span<const Move> moves, double tolerance, double stock,
                               int threads) const;

 private:
  MoveCheck cut(const PartData& part, const Move& move, double allowed) const;
  MoveCheck clearance(const PartData& part, const Move& move, double allowed) const;
  bool clear(const PartData& part, const Move& move, const Vec3& aside, MoveCheck& touched) const;
  std::vector<Vec3> ways_out(const PartData& part, const Move& move, double t) const;
  bool apart(const PartData& part, const Vec3& at) const;
  double lift(const PartData& part, const Move& move, double up) const;
  double deepest(const PartData& part, const Vec3& at, double allowed) const;

  Model model_;
  std::optional<SignedDistance> solid_;
  Box box_;
  std::size_t shells_ = 1;
};

}  // namespace graze::nc::detail
