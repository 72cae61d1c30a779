// SPDX-License-Identifier: Apache-2.0
// One part of a tool along the paths of a batch of motions, against one body: a depth for every motion.
#pragma once

#include <memory>
#include <span>

#include "graze/nc/turning.h"
#include "nc/verify/mesh_sweep.h"
#include "nc/verify/paths.h"

namespace graze::nc::detail {

/// The pieces of a tool that are one part of it.
struct ToolGroup {
  Part part = Part::cutting;
  std::vector<ConvexPiece> pieces;
  std::shared_ptr<const MeshSweep> mesh;  // instead of pieces
  double excess = 0;                      // how far the pieces may stand out of the tool
};

struct SweptQuery {
  const ToolGroup* tool = nullptr;
  const CheckedPart* body = nullptr;
  double tolerance = 0, stock = 0, gap = 0;
  int threads = 0;

  double allowed() const { return tolerance - stock; }
};

/// The worst of what was checked of a motion.
struct PathDepth {
  Decision decision = Decision::clean;
  bool near = false;  // closer than the clearance
  std::uint32_t triangle = kNoTriangle;
  double lower = -std::numeric_limits<double>::infinity(), upper = -std::numeric_limits<double>::infinity();
  double t = 0, raise = 0;  // of gouges; infinite: not known
  Vec3 contact, tip, axis{0, 0, 1};
};

/// A motion of rotary axes.
struct Turn {
  std::uint32_t motion = 0;  // of the batch
  TurningMove move;
};

struct SweptCounts {
  std::uint64_t moves = 0;
  double deviation = 0;  // the greatest of a chord that decided something
};

/// Straight legs as they are. Arcs as chords: what a chord less its deviation allowed proves clean is clean, what one
/// more proves a gouge is one, the rest is divided (NC.md 4.9). `out` has an entry for every motion of the batch.
SweptCounts check_paths(const SweptQuery& query, std::span<const Leg> legs, std::span<const ArcPath> arcs,
                        std::span<PathDepth> out);

/// The same for motions that turn; the tool is not a mesh.
SweptCounts check_turns(const SweptQuery& query, const TurningPart& body, const Kinematics& machine, double gauge,
                        std::span<const Turn> turns, std::span<PathDepth> out);

}  // namespace graze::nc::detail
