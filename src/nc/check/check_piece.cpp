// SPDX-License-Identifier: Apache-2.0
// Upper bounds: the piece is its core K and a ball of radius r, added. Let K moved aside by a vector of length s be
// outside of the part and at least d away from its surface. From a point of the part that the piece covers, a way of
// length r + s at most leads to the moved core, whose last d are clear, and must cross the surface: the point is at
// most r + s - d deep. With s = 0 this is bound A of NC.md 4.7, with d = 0 and the vector along the axis bound B.
// Pieces without rounding, and deep cuts, are moved aside, best along the normal of the contact: then it is exact for
// a plane. Lower bounds: the point of the piece that is farthest against that direction, and its own depth.
#include "nc/check/check_piece.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "nc/check/local_depth.h"
#include "nc/check/offset_patches.h"
#include "nc/check/probe.h"

namespace graze::nc::detail {
namespace {

/// A tenth of a second: an edge of 90 degrees along a move, twice as long as the ball's radius, and a tolerance 2 %
/// above the depth take 30,000.
constexpr int kMostCubes = 200000;

/// What sums of coordinates in double lose, generously.
double rounding_of(const PartData& part, const Move& move) {
  return 0x1p-44 * (core::max_abs(part.box.lower) + core::max_abs(part.box.upper) + core::max_abs(move.from) +
                    core::max_abs(move.to));
}

class PieceCheck {
 public:
  PieceCheck(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task, PieceHint& hint)
      : part_(part), piece_(piece), move_(move), task_(task), hint_(hint), rounding_(rounding_of(part, move)) {}

  PieceDepth run() {
    out_.upper = kInfinity;
    // A ball much larger than what is allowed leaves room enough; others move aside.
    const double room = std::max(4 * task_.tolerance, 2 * task_.allowed);
    const double by = piece_.rounding < room ? std::clamp(2 * hint_.upper, task_.tolerance / 2, room) : 0;
    Vec3 aside = by * hint_.aside;
    if (!take(aside) && !under_ && !sidestep(room) && !under_ && !escape()) return finished();
    if (under_) return finished();
    for (int i = 0; i < 3 && wants_more(); ++i) {
      // As the surface were a plane through the contact.
      const double depth = std::max(0.0, piece_.rounding + core::dot(aside_, normal_) - distance_);
      aside = (1.25 * depth + task_.tolerance) * normal_;
      if (!take(aside)) break;
    }
    if (!is_decided(out_, task_) && collected_) {
      decide_by_patches(part_, piece_, move_, task_, {hint_.clear_by, hint_.clearance}, hint_.near, out_);
    }
    if (!is_decided(out_, task_)) refine_depth(part_, piece_, move_, task_, out_, kMostCubes);
    if (out_.lower > task_.allowed && collected_) narrow();
    return finished();
  }

 private:
  /// How deep a gouge is, to a tenth: by patches half-way between the bounds, which are never many. Cubes could be. To
  /// 2 % it took a third of the time of a flat mill with 3 % gouges.
  void narrow() {
    const double enough = std::max(task_.gap, task_.tolerance / 2);
    for (int i = 0; i < 8 && out_.upper - out_.lower > std::max(enough, 0.1 * out_.upper); ++i) {
      DepthTask half = task_;
      half.allowed = (out_.lower + out_.upper) / 2;
      decide_by_patches(part_, piece_, move_, half, {hint_.clear_by, hint_.clearance}, hint_.near, out_);
      if (!is_decided(out_, half)) return;
    }
  }

  const PieceDepth& finished() {
    if (has_border() && out_.upper > std::max(0.0, task_.allowed)) {
      out_.upper = std::max(out_.upper, depth_at_border(part_, piece_, move_, out_.upper) + rounding_);
    }
    if (has_border() && part_.terrain && out_.upper <= task_.allowed && border_ &&
        is_below_sheet(part_, piece_, move_, *border_)) {
      out_.upper = raise_above(part_, piece_, move_, task_);
    }
    hint_.upper = out_.upper;
    if (!(out_.aside == Vec3{})) hint_.aside = out_.aside;
    return out_;
  }

  bool wants_more() const {
    if (core::max_abs(aside_) == 0) return false;
    if (!is_decided(out_, task_)) return true;
    // Of clean moves, most users want the verdict only: a third of the time of flat mills went into their bounds.
    const double enough = out_.upper <= task_.allowed ? std::max(task_.gap, task_.tolerance / 2) : task_.gap;
    return out_.upper - std::max(out_.lower, task_.floor) > enough;
  }

  /// Bounds with the core moved aside; false when that is not clear of the part.
  bool take(const Vec3& aside) {
    const double by = core::norm(aside), reach = piece_.rounding + by;
    // All triangles about a cut as deep as the last one.
    const double slack = std::clamp(1.5 * hint_.upper, task_.tolerance / 8, task_.tolerance);
    Probe probe(piece_, move_, aside, reach - task_.floor, task_.gap / 8);
    probe.collect(reach + slack, hint_.near).along(hint_.aside);
    collected_ = false;
    probe.run(part_, hint_.packet);
    out_.counts.nodes += probe.counts().nodes;
    out_.counts.packets += probe.counts().packets;
    out_.counts.closed_forms += probe.counts().closed_forms;
    out_.counts.iterated += probe.counts().iterated;
    if (!probe.clear()) {
      note_contact(probe);
      face_ = probe.found() ? front_of(part_.corners(probe.slot())) : Vec3{};
      return false;
    }
    // Where it was clear before, and all between is, it is on the same side of the surface, unless its border is near.
    const bool known = !has_border_within(by + reach - task_.floor) && hint_.clear_at &&
                       *hint_.clear_at == move_.from &&
                       core::norm(aside - hint_.clear_by) < std::max(hint_.clearance, probe.lower());
    hint_.clear_at.reset();
    if (!known && probe.inside(part_)) {
      note_inside(probe);
      return false;
    }
    if (has_border() && !out_of_border(probe)) return false;
    hint_.clear_at = move_.to;
    hint_.clear_by = aside;
    hint_.clearance = probe.lower();
    out_.upper = std::min(out_.upper, std::max(task_.floor, reach - probe.lower() + rounding_));
    if (!probe.found()) return true;
    hint_.packet = probe.slot() / 4;
    note_contact(probe);
    normal_ = out_.aside = probe.normal();
    aside_ = aside;
    distance_ = probe.nearest().upper;
    if (normal_.z > 0.05) out_.raise_by = (piece_.rounding + core::dot(aside_, normal_) - distance_) / normal_.z;
    if (by_distance(probe)) return true;
    const Vec3 w = (probe.nearest().on_core - aside_) - piece_.rounding * normal_;
    if (out_.upper > 0) {
      look_about(reach, slack, {aside, hint_.near, normal_, w, probe.nearest().t});
    } else {
      out_.lower = std::max(out_.lower, point_depth(part_, w, task_.tolerance - task_.floor) - rounding_);
    }
    return true;
  }

  /// By the triangles about the cut, of which those within `slack` are known.
  void look_about(double reach, double slack, LocalCut cut) {
    if (out_.upper > slack) {
      Probe(piece_, move_, cut.aside, -1, task_.gap).collect(reach + out_.upper, hint_.near).run(part_, kNoSlot);
      cut.near = hint_.near;
    }
    local_depth(part_, piece_, move_, task_, cut, out_);
    collected_ = true;
  }

  void note_contact(const Probe& probe) {
    if (!probe.found()) return;
    hint_.packet = probe.slot() / 4;
    if (out_.triangle != kNoTriangle && !probe.clear()) return;
    out_.triangle = part_.id(probe.slot());
    out_.contact = probe.nearest().on_triangle;
    out_.t = probe.nearest().t;
  }

  /// Outside, depth is minus the distance.
  bool by_distance(const Probe& probe) {
    const double depth = piece_.rounding - probe.nearest().upper - rounding_;
    if (core::max_abs(aside_) != 0 || depth > 0) return false;
    out_.lower = std::max(out_.lower, depth);
    return true;
  }

  /// A core behind the surface: any point of it is as deep as it is far from the surface.
  void note_inside(const Probe& probe) {
    const Vec3 p = (probe.found() ? probe.nearest().on_core : probe.point()) - probe.aside();
    const double depth = point_depth(part_, p, kInfinity);
    if (depth - rounding_ <= out_.lower) return;
    out_.lower = depth - rounding_;
    const ClosestPoint nearest = closest_point(part_.model, p);
    out_.contact = nearest.point;
    out_.triangle = nearest.triangle;
  }

  /// Seen from above.
  bool has_border_within(double reach) const {
    const double by = reach + std::max(piece_.r0, piece_.r1) + piece_.rounding;
    const auto [x0, x1] = std::minmax(move_.from.x, move_.to.x);
    const auto [y0, y1] = std::minmax(move_.from.y, move_.to.y);
    return !part_.solid && part_.sides.has_border(x0 - by, x1 + by, y0 - by, y1 + by);
  }

  bool has_border() const { return !part_.solid && part_.sides.has_border(); }

  /// False: the core is not proved to be outside, and only lifting the whole piece above the sheet helps.
  bool out_of_border(const Probe& probe) {
    BorderQuery query = probe.border_query(part_, task_.allowed);
    query.aside = probe.aside();
    border_ = query;
    std::array<Vec3, 2> points;
    if (!is_under_border(part_, piece_, move_, query, points)) return true;
    under_ = true;
    out_.upper = part_.box.upper.z - (std::min(move_.from.z, move_.to.z) + piece_.z0 - piece_.rounding) + rounding_;
    for (const Vec3& p : points) out_.lower = std::max(out_.lower, point_depth(part_, p, kInfinity) - rounding_);
    return false;
  }

  /// Along the normal of the face that was met: walls are cut sideways.
  bool sidestep(double by) {
    for (int i = 0; i < 4; ++i, by *= 4) {
      if (face_ == Vec3{}) return false;
      if (take(by * face_)) return true;
    }
    return false;
  }

  /// Lifts the core until it is clear of the part: above all of it, it is.
  bool escape() {
    const double all = part_.box.upper.z - (std::min(move_.from.z, move_.to.z) + piece_.z0) + task_.tolerance;
    for (double by = 4 * std::max({task_.tolerance, task_.allowed, piece_.rounding});; by *= 4) {
      const bool last = by >= all;
      if (take({0, 0, last ? std::max(all, 0.0) : by})) return true;
      if (last) return false;
    }
  }

  const PartData& part_;
  const ConvexPiece& piece_;
  const Move& move_;
  const DepthTask& task_;
  PieceHint& hint_;
  double rounding_;
  PieceDepth out_;
  Vec3 normal_, aside_;  // of the last search that was clear
  Vec3 face_;            // normal of what was met by the last that was not
  double distance_ = 0;
  bool collected_ = false;             // hint_.near is all that lies about the cut
  std::optional<BorderQuery> border_;  // of the last search that was clear
  bool under_ = false;                 // the border of a sheet
};

}  // namespace

double depth_at(const PartData& part, const Vec3& p, const ClosestPoint& nearest) {
  return nearest.distance > 0 && is_inside(part, p, nearest) ? nearest.distance : -nearest.distance;
}

double point_depth(const PartData& part, const Vec3& p, double reach) {
  const ClosestPoint nearest = closest_point(part.model, p, reach);
  if (nearest.triangle == kNoTriangle) {
    if (!is_deep_inside(part, p)) return -kInfinity;
    return closest_point(part.model, p).distance;
  }
  return depth_at(part, p, nearest);
}

PieceDepth check_piece(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                       PieceHint& hint) {
  if (is_above_part(part, piece, move, task.floor)) {
    PieceDepth out;
    out.upper = task.floor;
    return out;
  }
  // The boxes of long moves are mostly empty.
  const Vec3 way = move.to - move.from;
  if (core::max_abs(way) > 4 * (std::max(piece.r0, piece.r1) + piece.rounding + task.tolerance) + part.fine) {
    const Vec3 middle = move.from + 0.5 * way;
    PieceDepth first = check_piece(part, piece, {move.from, middle}, task, hint);
    PieceDepth second = check_piece(part, piece, {middle, move.to}, task, hint);
    first.t = first.t / 2;
    second.t = (1 + second.t) / 2;
    const SearchCounts &a = first.counts, &b = second.counts;
    const SearchCounts sum{a.nodes + b.nodes, a.packets + b.packets, a.closed_forms + b.closed_forms,
                           a.iterated + b.iterated};
    const double lower = std::max(first.lower, second.lower), raise = std::max(first.raise_by, second.raise_by);
    PieceDepth& worse = first.upper >= second.upper ? first : second;
    worse.lower = lower;
    worse.raise_by = raise;
    worse.counts = sum;
    return worse;
  }
  return PieceCheck(part, piece, move, task, hint).run();
}

}  // namespace graze::nc::detail
