// SPDX-License-Identifier: Apache-2.0
// Does a tool that moves along straight lines cut into a part, and how deep? Every move as a whole, not samples of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "graze/distance.h"
#include "graze/model.h"
#include "graze/nc/tool.h"

namespace graze::nc {

/// What lies on which side of a part's surface.
enum class Surface : std::uint8_t {
  automatic,  ///< closed where the mesh bounds a solid (graze/solid.h), else open
  closed,     ///< the boundary of a solid
  open,       ///< a sheet such as a terrain: the part is what lies behind its faces (the outside is where their normals
              ///< point, corners counterclockwise); beyond its border there is no part
};

/// Which way the triangles of a part are taken to look.
enum class Facing : std::uint8_t {
  outward,  ///< those that look the wrong way are turned: against their neighbours, solids that are inside out, sheets
            ///< of which most looks down (tools come from above)
  as_given,
};

namespace detail {
struct PartData;
}

/// A part made ready for checking. Immutable; copies share their content; any number of threads may check against it.
/// The tool's axis is +z: for another (3+2 axes), turn the mesh and the moves so that it is.
class CheckedPart {
 public:
  /// Throws Error (not_solid) when `closed` is asked of what bounds no solid, for a model without triangles, and where
  /// no turning of triangles makes neighbours agree which side is outside.
  explicit CheckedPart(const Model& model, Surface surface = Surface::automatic, Facing facing = Facing::outward);

  Surface surface() const;     ///< closed or open
  std::size_t turned() const;  ///< triangles that looked the wrong way
  const detail::PartData& data() const { return *data_; }

 private:
  std::shared_ptr<const detail::PartData> data_;
};

/// The tool's tip goes straight from one point to the other.
struct Move {
  Vec3 from, to;
};

struct CheckOptions {
  double tolerance = 0.01;  ///< how deep a cut is none yet; positive
  double stock = 0;         ///< to be left on the part, or, negative, allowed to be cut off it
  double gap = 1e-3;  ///< how far apart the bounds of a depth may stay, where the surface allows better; those of a
                      ///< move that is clean, half the tolerance
  int threads = 0;    ///< 0 = all cores; answers do not depend on it
};

enum class Decision : std::uint8_t {
  clean,      ///< proved: upper + stock <= tolerance
  gouge,      ///< proved: lower + stock > tolerance
  undecided,  ///< neither, within what was spent on it
};

/// What is known of a move. Its depth is the greatest distance to the part's surface of a point of the part that the
/// moving tool takes away; for a tool that stays clear of the part, minus its distance from it.
struct MoveCheck {
  Decision decision = Decision::clean;
  std::uint8_t reserved = 0;
  std::uint16_t piece = 0;               ///< of the tool: where the upper bound comes from
  std::uint32_t triangle = kNoTriangle;  ///< that it meets; none: it stays clear
  /// lower <= depth <= upper. Of a move that is clear by more than the tolerance, not all is known: lower may be
  /// -infinity. An open surface has depths at its up side only.
  double lower = -std::numeric_limits<double>::infinity(), upper = 0;
  Vec3 contact;      ///< on the triangle
  double t = 0;      ///< where on the move, 0..1
  double raise = 0;  ///< of a gouge: lifted by this much along its axis, the tool does not cut into the part at all
};

/// One move after another, as they stand. Throws std::invalid_argument for coordinates that are not finite, a tool
/// without pieces or with impossible ones, and options out of range.
std::vector<MoveCheck> check_moves(const CheckedPart& part, std::span<const ConvexPiece> tool,
                                   std::span<const Move> moves, const CheckOptions& options = {});

/// The same for one.
MoveCheck check_move(const CheckedPart& part, std::span<const ConvexPiece> tool, const Move& move,
                     const CheckOptions& options = {});

std::string_view name(Decision decision);
std::string_view name(Surface surface);

}  // namespace graze::nc
