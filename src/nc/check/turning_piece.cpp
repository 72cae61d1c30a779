// SPDX-License-Identifier: Apache-2.0
// Best first over parts of the motion, the one of the greatest upper bound next. In each, the core K stays within the
// hull H of its two ends, inflated by the deviation of the path from its chords (tool_path.cpp): upper bounds are those
// of check_piece.cpp with H for the swept core and the deviation added to the rounding. Lower bounds are depths of
// points of the tool at exact poses. A span whose deviation is small against the gap gains nothing more by being
// divided.
#include "nc/check/turning_piece.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::nc::detail {
namespace {

/// After a gouge is proved, so many spans are looked at for better bounds of its depth.
constexpr int kMoreSpans = 48;
/// Some milliseconds. Planes decide nearly all; what is left are edges that bend inward beside such that bend outward.
constexpr int kMostCubes = 4000;

struct Span : TurningSpan {
  std::uint32_t triangle = kNoTriangle;
  Vec3 contact;
  double t = 0;
  bool is_final = false;
};

bool less_deep(const Span& a, const Span& b) { return a.upper != b.upper ? a.upper < b.upper : a.t0 > b.t0; }

/// No point of a solid is farther from its surface than half its box is wide; of a sheet, than the box of both is long.
double greatest_depth(const PartData& part, const TurnedHull& hull, double radius) {
  const Vec3 d = part.box.upper - part.box.lower;
  if (part.solid) return 0.5 * std::min({d.x, d.y, d.z});
  const Vec3 low = core::min(part.box.lower, hull.at + hull.low), high = core::max(part.box.upper, hull.at + hull.high);
  return core::norm(high - low) + radius;
}

class PieceTurn {
 public:
  PieceTurn(const PartData& part, const ConvexPiece& piece, const ToolPath& path, const TurningTask& task,
            TurningHint& hint)
      : part_(part), piece_(piece), path_(path), task_(task), hint_(hint) {
    rounding_ = 0x1p-43 * (core::max_abs(part.box.lower) + core::max_abs(part.box.upper) + path.size() +
                           std::abs(piece.z0) + std::abs(piece.z1) + piece.r0 + piece.r1 + piece.rounding);
  }

  TurningDepth run() {
    add(0, 1);
    int left = kMoreSpans;
    while (true) {
      Span& worst = spans_.front();
      const bool gouge = deepest_.lower > task_.allowed;
      if (worst.upper <= task_.allowed || worst.is_final) break;
      if (gouge && (worst.upper - deepest_.lower <= task_.gap || --left < 0)) break;
      if (!gouge && poses_ >= task_.most_poses) break;
      std::pop_heap(spans_.begin(), spans_.end(), less_deep);
      const Span span = spans_.back();
      spans_.pop_back();
      divide(span);
    }
    const Span& worst = spans_.front();
    TurningDepth out;
    out.lower = deepest_.lower;
    out.upper = std::max(worst.upper, deepest_.lower);
    out.triangle = worst.triangle;
    out.contact = worst.contact;
    out.t = worst.t;
    out.poses = static_cast<std::uint32_t>(poses_);
    if (deepest_.lower > task_.allowed) {  // where it was proved
      out.t = deepest_.t;
      out.contact = deepest_.nearest.point;
      out.triangle = deepest_.nearest.triangle;
    }
    return out;
  }

 private:
  bool is_fine(const TurningSpan& span) const { return span.deviation <= task_.gap / 16; }

  void divide(Span span) {
    if (is_fine(span)) {
      if (deepest_.lower <= task_.allowed) {
        if (span.clear) bound_by_planes(part_, piece_, path_, task_, span, deepest_);
        if (span.upper > task_.allowed && deepest_.lower <= task_.allowed) {
          refine_turning(part_, piece_, path_, task_, span, deepest_, kMostCubes);
        }
      }
      span.is_final = true;
      push(span);
      return;
    }
    // As many at a time as make their deviation a part of the tolerance, if they are few.
    const double wanted = task_.tolerance / 4, parts = std::ceil(std::sqrt(span.deviation / wanted));
    const int n = static_cast<int>(std::clamp(parts, 2.0, 8.0));
    for (int i = 0; i < n; ++i) {
      const double width = span.t1 - span.t0;
      add(i == 0 ? span.t0 : span.t0 + width * i / n, i + 1 == n ? span.t1 : span.t0 + width * (i + 1) / n);
    }
  }

  void push(const Span& span) {
    spans_.push_back(span);
    std::push_heap(spans_.begin(), spans_.end(), less_deep);
  }

  void add(double t0, double t1) {
    ++poses_;
    span_ = {};
    span_.t0 = t0;
    span_.t1 = t1;
    span_.deviation = path_.deviation(t0, t1, piece_);
    span_.radius = piece_.rounding + span_.deviation;
    span_.t = (t0 + t1) / 2;
    first_ = path_.at(t0);
    second_ = path_.at(t1);
    span_.upper = greatest_depth(part_, TurnedHull(piece_, first_, second_, {}), span_.radius);
    look();
    push(span_);
  }

  void look() {
    if (is_clear_of_box()) {
      span_.upper = std::min(span_.upper, task_.floor);
      return;
    }
    const bool coarse = span_.deviation > task_.tolerance / 4;
    const double room = std::max(4 * task_.tolerance, 2 * task_.allowed);
    const Vec3 aside = (piece_.rounding < room ? room : 0) * hint_.aside;
    if (!take(aside) && !sidestep(room) && (coarse || !escape())) return;
    for (int i = 0; !coarse && i < 3 && wants_more(); ++i) {
      // As if the surface were a plane through the contact.
      const double depth = std::max(0.0, span_.radius + core::dot(aside_, normal_) - distance_);
      if (!take((1.25 * depth + task_.tolerance) * normal_)) break;
    }
  }

  bool wants_more() const {
    if (core::max_abs(aside_) == 0 || normal_ == Vec3{}) return false;
    return span_.upper > task_.allowed && span_.upper - deepest_.lower > task_.gap;
  }

  bool is_clear_of_box() const {
    const TurnedHull hull(piece_, first_, second_, {});
    const double reach = span_.radius - task_.floor + rounding_;
    const Vec3 low = hull.at + hull.low, high = hull.at + hull.high;
    const Box& box = part_.box;
    return low.x - reach > box.upper.x || high.x + reach < box.lower.x || low.y - reach > box.upper.y ||
           high.y + reach < box.lower.y || low.z - reach > box.upper.z || high.z + reach < box.lower.z;
  }

  /// Bounds with the hull moved aside; false when that is not clear of the part.
  bool take(const Vec3& aside) {
    const double by = core::norm(aside), reach = span_.radius + by;
    const TurnedHull hull(piece_, first_, second_, aside);
    TurningSearch search;
    search.lower = reach - task_.floor;
    search.gap = task_.gap / 8;
    search_hull(part_, hull, search, hint_.slot);
    const bool found = search.slot != kNoTurningSlot;
    if (!(search.lower > 0)) {
      note_contact(search, false);
      face_ = front_of(part_.corners(search.slot));
      return false;
    }
    const Vec3 p = found ? search.nearest.on_hull : hull.point();
    if (is_inside(p, search.lower)) {
      note_inside(found, search);
      return false;
    }
    span_.upper = std::min(span_.upper, std::max(task_.floor, reach - search.lower + rounding_));
    span_.clear = true;
    span_.aside = aside;
    if (!found) return true;
    note_contact(search, true);
    const Vec3 way = search.nearest.on_hull - search.nearest.on_other;
    const double length = core::norm(way);
    normal_ = length > 0 ? (1 / length) * way : Vec3{};
    aside_ = aside;
    distance_ = search.nearest.upper;
    if (normal_ == Vec3{}) return true;
    hint_.aside = normal_;
    witness(span_.t0 + search.nearest.t * (span_.t1 - span_.t0), normal_);
    return true;
  }

  bool is_inside(const Vec3& p, double at_least) const {
    const Box& b = part_.box;
    if (part_.solid && (p.x < b.lower.x || p.x > b.upper.x || p.y < b.lower.y || p.y > b.upper.y || p.z < b.lower.z ||
                        p.z > b.upper.z)) {
      return false;
    }
    return point_depth(part_, p, 2 * at_least) > 0;
  }

  void note_contact(const TurningSearch& search, bool clear) {
    hint_.slot = search.slot;
    if (span_.triangle != kNoTriangle && !clear) return;
    span_.triangle = part_.id(search.slot);
    span_.contact = search.nearest.on_other;
    span_.t = span_.t0 + search.nearest.t * (span_.t1 - span_.t0);
  }

  /// The point of the tool at t that is farthest against n.
  void witness(double t, const Vec3& n) {
    const ToolPose pose = path_.at(t);
    const TurnedHull here(piece_, pose, pose, {});
    int which = 0;
    const Vec3 w = here.at + here.support(-n, which) - piece_.rounding * n;
    const ClosestPoint nearest =
        closest_point(part_.model, w, std::max(span_.upper, -task_.floor) + task_.tolerance + span_.radius);
    if (nearest.triangle != kNoTriangle) note_lower(depth_at(part_, w, nearest) - rounding_, t, nearest);
  }

  /// The hull, moved aside or not, is in the part and meets no surface.
  void note_inside(bool found, const TurningSearch& search) {
    const double t = found ? span_.t0 + search.nearest.t * (span_.t1 - span_.t0) : span_.t0;
    const ToolPose pose = path_.at(t);
    for (const double z : {piece_.z0, piece_.z1}) {
      const Vec3 p = pose.tip + z * pose.axis;
      const ClosestPoint nearest = closest_point(part_.model, p);
      note_lower(depth_at(part_, p, nearest) - rounding_, t, nearest);
    }
    face_ = found ? front_of(part_.corners(search.slot)) : Vec3{};
  }

  void note_lower(double lower, double t, const ClosestPoint& nearest) {
    if (lower > deepest_.lower) deepest_ = {lower, t, nearest};
  }

  /// Along the normal of the face that was met: walls are cut sideways.
  bool sidestep(double by) {
    for (int i = 0; i < 8 && by < 4 * span_.upper; ++i, by *= 4) {
      if (face_ == Vec3{}) return false;
      if (take(by * face_)) return true;
    }
    return false;
  }

  /// Backward along the tool's axis: far enough, it is clear of all of the part.
  bool escape() {
    const TurnedHull hull(piece_, first_, second_, {});
    const Vec3 low = core::min(hull.at + hull.low, part_.box.lower),
               high = core::max(hull.at + hull.high, part_.box.upper);
    const double all = core::norm(high - low) + task_.tolerance;
    for (double by = 4 * std::max({task_.tolerance, task_.allowed, piece_.rounding});; by *= 4) {
      const bool last = by >= all;
      if (take((last ? all : by) * first_.axis)) return true;
      if (last) return false;
    }
  }

  const PartData& part_;
  const ConvexPiece& piece_;
  const ToolPath& path_;
  const TurningTask& task_;
  TurningHint& hint_;
  double rounding_ = 0;
  std::vector<Span> spans_;
  int poses_ = 0;
  TurningWitness deepest_;
  // Of the span that is looked at:
  Span span_;
  ToolPose first_, second_;
  Vec3 normal_, aside_, face_;
  double distance_ = 0;
};

}  // namespace

TurningDepth check_turning_piece(const PartData& part, const ConvexPiece& piece, const ToolPath& path,
                                 const TurningTask& task, TurningHint& hint) {
  return PieceTurn(part, piece, path, task, hint).run();
}

}  // namespace graze::nc::detail
