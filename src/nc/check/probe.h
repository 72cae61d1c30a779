// SPDX-License-Identifier: Apache-2.0
// Questions about a core at one place: how far from the surface, and on which side of it.
#pragma once

#include "nc/check/border.h"
#include "nc/check/check_piece.h"

namespace graze::nc::detail {

ClosestPoint nearest_on(const PartData& part, std::size_t slot, const Vec3& p);

/// Is p in the part, whose nearest point is given?
bool is_inside(const PartData& part, const Vec3& p, const ClosestPoint& nearest);

/// The same for a point without a surface nearby.
bool is_deep_inside(const PartData& part, const Vec3& p);

/// Does the part lie below the piece, with a clearance of -floor, all along the move? Then so does its inside.
bool is_above_part(const PartData& part, const ConvexPiece& piece, const Move& move, double floor);

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

}  // namespace graze::nc::detail
