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

#include "geometry/point_triangle.h"
#include "nc/check/border.h"
#include "nc/check/local_depth.h"
#include "nc/check/offset_patches.h"

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

ClosestPoint nearest_on(const PartData& part, std::size_t slot, const Vec3& p) {
  const core::Corners corners = part.corners(slot);
  core::Corners about;
  for (std::size_t k = 0; k < 3; ++k) about.v[k] = corners.v[k] - p;
  const core::NearestOnTriangle nearest = core::nearest_to_origin(about);
  return {std::sqrt(nearest.squared), core::point_of(nearest, corners), part.id(slot), nearest.feature, nearest.index};
}

bool outside_box(const Box& box, const Vec3& p) {
  return p.x < box.lower.x || p.x > box.upper.x || p.y < box.lower.y || p.y > box.upper.y || p.z < box.lower.z ||
         p.z > box.upper.z;
}

/// Is p in the part, whose nearest point is given?
bool is_inside(const PartData& part, const Vec3& p, const ClosestPoint& nearest) {
  if (part.solid) return !outside_box(part.box, p) && part.solid->inside(p);
  return part.sides.behind(p, nearest, part.model.mesh());
}

/// The same for a point without a surface nearby.
bool is_deep_inside(const PartData& part, const Vec3& p) {
  if (part.solid) return !outside_box(part.box, p) && part.solid->inside(p);
  return is_inside(part, p, closest_point(part.model, p));
}

/// One search, for the core moved aside.
class Probe {
 public:
  Probe(const ConvexPiece& piece, const Move& move, const Vec3& aside, double limit, double gap) : aside_(aside) {
    search_.core = {move.from + aside, move.to - move.from, piece.z0, piece.r0, piece.z1, piece.r1};
    search_.gap = gap;
    search_.lower = limit;
  }
  Probe& collect(double within, std::vector<std::size_t>& near) {
    near.clear();
    search_.collect = within;
    search_.near = &near;
    return *this;
  }
  Probe& along(const Vec3& guess) {
    search_.along = guess;
    return *this;
  }
  /// Distances above `enough` need not be known well, if a plane across `along` shows it.
  Probe& until(double enough, const Vec3& along) {
    search_.enough = enough;
    search_.along = along;
    return *this;
  }
  Probe& run(const PartData& part, std::size_t packet) {
    search_core(part, search_, packet);
    return *this;
  }
  bool by_plane() const { return search_.by_plane; }

  bool found() const { return search_.slot != kNoSlot; }
  bool clear() const { return search_.lower > 0; }
  double lower() const { return search_.lower; }
  const core::CoreDistance& nearest() const { return search_.nearest; }
  std::size_t slot() const { return search_.slot; }
  const SearchCounts& counts() const { return search_.counts; }
  const Vec3& aside() const { return aside_; }

  /// Some point of the core.
  Vec3 point() const { return search_.core.at + Vec3{0, 0, search_.core.z0}; }

  bool inside(const PartData& part) const {
    if (!found() || by_plane()) return is_deep_inside(part, point());
    const Vec3& p = nearest().on_core;
    if (!is_inside(part, p, nearest_on(part, slot(), p))) return false;
    return is_inside(part, p, closest_point(part.model, p));
  }

  /// Of the core where it is.
  BorderQuery border_query(const PartData& part, double allowed) const {
    BorderQuery query{{}, point(), std::nullopt, allowed};
    if (found() && !by_plane()) {
      query.point = nearest().on_core;
      query.nearest = nearest_on(part, slot(), query.point);
    }
    return query;
  }

  /// From the surface to the core, of length 1; zero where they are too close to tell.
  Vec3 normal() const {
    const Vec3 way = nearest().on_core - nearest().on_triangle;
    const double length = core::norm(way);
    return length > 0 ? (1 / length) * way : Vec3{};
  }

 private:
  CoreSearch search_;
  Vec3 aside_;
};

/// Does the part lie below the piece, with a clearance of -floor, all along the move? Then so does its inside.
bool is_above_part(const PartData& part, const ConvexPiece& piece, const Move& move, double floor) {
  if (!part.below) return false;
  const double spare = std::max(0.0, -floor);
  const double reach = std::max(piece.r0, piece.r1) + piece.rounding + spare;
  const double low = std::min(move.from.z, move.to.z) + piece.z0 - piece.rounding;
  const double error = 0x1p-48 * (std::abs(low) + std::abs(piece.z0) + reach);
  if (part.box.upper.z <= low + floor - error) return true;
  if (part.box.lower.z > low + floor) return false;
  const auto [x0, x1] = std::minmax(move.from.x, move.to.x);
  const auto [y0, y1] = std::minmax(move.from.y, move.to.y);
  return part.heights.above(x0 - reach, x1 + reach, y0 - reach, y1 + reach) <= low + floor - error;
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
    return finished();
  }

 private:
  const PieceDepth& finished() {
    if (has_border() && out_.upper > std::max(0.0, task_.allowed)) {
      out_.upper = std::max(out_.upper, depth_at_border(part_, piece_, move_, out_.upper) + rounding_);
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
    // Where it was clear before, and all between is, it is on the same side of the surface, unless that has a border.
    const bool known = !has_border() && hint_.clear_at && *hint_.clear_at == move_.from &&
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

  bool has_border() const { return !part_.solid && part_.sides.has_border(); }

  /// False: the core is not proved to be outside, and only lifting the whole piece above the sheet helps.
  bool out_of_border(const Probe& probe) {
    BorderQuery query = probe.border_query(part_, task_.allowed);
    query.aside = probe.aside();
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
  bool collected_ = false;  // hint_.near is all that lies about the cut
  bool under_ = false;      // the border of a sheet
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
