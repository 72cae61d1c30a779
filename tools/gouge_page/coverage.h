// SPDX-License-Identifier: Apache-2.0
// How deep a point lies within the tool while that moves: for colours, not for verdicts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gouge_page/path.h"
#include "graze/mesh.h"
#include "graze/nc/report.h"

namespace graze::gouge_page {

/// A straight piece of the path, with the tool's axis fixed.
struct SweptMove {
  Vec3 from, way, axis;
  std::uint32_t tool = 0;  ///< of GougeReport::tools
  double most = 0;         ///< mm: cuts deeper than this are known not to be there
  bool gouges = false;
};

/// The moves of the path that have a known tool: those of findings about the part first, worst findings first.
std::vector<SweptMove> swept_moves(const nc::GougeReport& report, const Path& path);

/// Point by point, the radius of the largest ball about it that the tool contains at some moment, in mm; where the
/// tool stays away, minus the distance. What lies within such a ball is gone: at a point of a smooth surface it bounds
/// the depth of the cut from below. Numbers below -reach are left out: -infinity.
class Coverage {
 public:
  Coverage(const nc::GougeReport& report, std::span<const SweptMove> moves) : report_(report), moves_(moves) {}

  /// `values` has a number for every point and is only ever raised. Ends early when `budget` pairs of points and
  /// pieces of moves were looked at, so that a page takes seconds, not hours; returns how many moves were done.
  std::size_t raise(std::span<const Vec3> points, double reach, std::span<float> values, std::size_t& budget) const;

 private:
  const nc::GougeReport& report_;
  std::span<const SweptMove> moves_;
};

}  // namespace graze::gouge_page
