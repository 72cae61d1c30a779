// SPDX-License-Identifier: Apache-2.0
// How far a piece must be lifted until it is clear of the part.
#include <algorithm>
#include <array>

#include "nc/check/probe.h"

namespace graze::nc::detail {

namespace {

struct Lifted {
  bool clear = false;
  double left = 0, steep = 0;  // how much of the piece's radius is missing, and how much of a lift counts
};

Lifted lifted(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task, double by,
              const PieceHint& hint) {
  const Vec3 up{0, 0, by};
  if (is_above_part(part, piece, {move.from + up, move.to + up}, 0)) return {true, 0, 0};
  Probe probe(piece, move, up, piece.rounding + task.gap, task.gap / 8);
  probe.until(piece.rounding, hint.aside).run(part, hint.packet);
  const bool bordered = !part.solid && part.sides.has_border();
  const bool known = !bordered && hint.clear_at && *hint.clear_at == move.to &&
                     core::norm(up - hint.clear_by) < std::max(hint.clearance, probe.lower());
  bool clear = probe.clear() && probe.lower() >= piece.rounding && (known || !probe.inside(part));
  if (clear && bordered) {
    std::array<Vec3, 2> under;
    clear = !is_under_border(part, piece, {move.from + up, move.to + up}, probe.border_query(part, 0), under);
  }
  return {clear, piece.rounding - probe.nearest().lower, probe.clear() ? probe.normal().z : 0};
}

}  // namespace

double raise_above(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task) {
  return part.box.upper.z - (std::min(move.from.z, move.to.z) + piece.z0 - piece.rounding) + task.gap;
}

bool is_clear_raised(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task, double by,
                     const PieceHint& hint) {
  return by >= raise_above(part, piece, move, task) || lifted(part, piece, move, task, by, hint).clear;
}

double clearing_raise(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                      double guess, const PieceHint& hint) {
  const double all = raise_above(part, piece, move, task);
  double by = 1.001 * std::max(0.0, guess) + task.gap / 4;
  for (int i = 0; i < 12 && by < all; ++i) {
    const Lifted at = lifted(part, piece, move, task, by, hint);
    if (at.clear) return by;
    by = at.steep > 0.05 && at.left > 0 ? by + 1.1 * at.left / at.steep + task.gap / 4 : 2 * by + task.tolerance;
  }
  return std::max(all, 0.0);
}

}  // namespace graze::nc::detail
