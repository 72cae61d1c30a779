// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "base/parallel.h"
#include "nc/check/check_piece.h"

namespace graze::nc {
namespace {

/// Moves that hand on what they found to the next; each run starts anew, so that answers do not depend on threads.
constexpr std::size_t kRun = 256;

void check_arguments(std::span<const ConvexPiece> tool, std::span<const Move> moves, const CheckOptions& options) {
  const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance)) refuse("the tolerance must be positive");
  if (!(options.gap > 0)) refuse("the gap must be positive");
  if (!std::isfinite(options.stock)) refuse("the stock must be finite");
  if (options.threads < 0) refuse("the number of threads is negative");
  if (tool.empty()) refuse("the tool has no pieces");
  for (const ConvexPiece& p : tool) {
    const bool finite = std::isfinite(p.z0) && std::isfinite(p.z1) && std::isfinite(p.r0) && std::isfinite(p.r1) &&
                        std::isfinite(p.rounding);
    if (!finite || p.r0 < 0 || p.r1 < 0 || p.rounding < 0 || p.z1 < p.z0) refuse("a piece of the tool is impossible");
  }
  for (const Move& m : moves) {
    if (!graze::detail::is_finite(m.from) || !graze::detail::is_finite(m.to)) refuse("a move is not finite");
  }
}

detail::DepthTask task_of(const CheckOptions& options) {
  detail::DepthTask task;
  task.allowed = options.tolerance - options.stock;
  task.floor = -options.tolerance - options.stock;
  task.gap = std::min(options.gap, options.tolerance);
  task.tolerance = options.tolerance;
  return task;
}

/// What clears one piece may bring another one under an overhang.
double common_raise(const detail::PartData& part, std::span<const ConvexPiece> tool, const Move& move,
                    const detail::DepthTask& task, double guess, std::span<const detail::PieceHint> hints) {
  double by = 0;
  for (int round = 0; round < 4; ++round) {
    std::size_t highest = 0;
    double most = 0;
    for (std::size_t i = 0; i < tool.size(); ++i) {
      const double own = clearing_raise(part, tool[i], move, task, std::max(guess, by), hints[i]);
      if (own > most) most = own, highest = i;
    }
    by = most;
    bool all = true;
    for (std::size_t i = 0; i < tool.size() && all; ++i) {
      all = i == highest || is_clear_raised(part, tool[i], move, task, by, hints[i]);
    }
    if (all) return by;
  }
  for (const ConvexPiece& piece : tool) by = std::max(by, raise_above(part, piece, move, task));
  return by;
}

MoveCheck checked(const detail::PartData& part, std::span<const ConvexPiece> tool, const Move& move,
                  const detail::DepthTask& task, std::span<detail::PieceHint> hints) {
  MoveCheck out;
  out.upper = -std::numeric_limits<double>::infinity();
  double guess = 0;
  bool proved = true;
  for (std::size_t i = 0; i < tool.size(); ++i) {
    const detail::PieceDepth depth = check_piece(part, tool[i], move, task, hints[i]);
    proved = proved && depth.upper <= task.allowed;
    out.lower = std::max(out.lower, depth.lower);
    guess = std::max(guess, depth.raise_by);
    if (!(depth.upper > out.upper)) continue;
    out.upper = depth.upper;
    out.piece = static_cast<std::uint16_t>(i);
    out.triangle = depth.triangle;
    out.contact = depth.contact;
    out.t = depth.t;
  }
  out.decision = proved ? Decision::clean : out.lower > task.allowed ? Decision::gouge : Decision::undecided;
  // Behind a sheet, but not below it, are points that do not count.
  out.lower = std::min(out.lower, out.upper);
  if (out.decision == Decision::gouge) out.raise = common_raise(part, tool, move, task, guess, hints);
  return out;
}

}  // namespace

std::vector<MoveCheck> check_moves(const CheckedPart& part, std::span<const ConvexPiece> tool,
                                   std::span<const Move> moves, const CheckOptions& options) {
  check_arguments(tool, moves, options);
  const detail::DepthTask task = task_of(options);
  std::vector<MoveCheck> out(moves.size());
  const std::size_t runs = (moves.size() + kRun - 1) / kRun;
  const auto run = [&](std::size_t i) {
    std::vector<detail::PieceHint> hints(tool.size());
    const std::size_t end = std::min(moves.size(), (i + 1) * kRun);
    for (std::size_t k = i * kRun; k < end; ++k) out[k] = checked(part.data(), tool, moves[k], task, hints);
  };
  if (options.threads == 1 || runs < 2) {
    for (std::size_t i = 0; i < runs; ++i) run(i);
  } else {
    graze::detail::with_threads(options.threads, [&] { graze::detail::parallel_for(std::size_t{0}, runs, run); });
  }
  return out;
}

MoveCheck check_move(const CheckedPart& part, std::span<const ConvexPiece> tool, const Move& move,
                     const CheckOptions& options) {
  return check_moves(part, tool, {&move, 1}, options)[0];
}

std::string_view name(Decision decision) {
  switch (decision) {
    case Decision::clean:
      return "clean";
    case Decision::gouge:
      return "gouge";
    default:
      return "undecided";
  }
}

}  // namespace graze::nc
