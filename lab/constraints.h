// SPDX-License-Identifier: Apache-2.0
// What a mesh must conform with: points, edges cut into chains of points, and triangles with the points on them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "lab/environment.h"

namespace graze::lab {

class Constraints {
 public:
  using Id = std::uint32_t;

  struct Segment {
    std::vector<Id> chain;      // of points, from end to end
    std::vector<Id> triangles;  // it is a side of
  };
  struct Face {
    std::array<Id, 3> corners;
    std::vector<Id> segments;  // three; one or none where the triangle is a segment or a point
    std::vector<Id> inner;     // points that are not on its sides
    bool flat = false;         // no area: nothing but its sides to conform with
  };

  explicit Constraints(const Environment& environment);

  std::vector<Vec3> points;
  std::vector<Segment> segments;
  std::vector<Face> faces;  // by triangle of the environment
  double tolerance = 0;     // points nearer than this lie on an edge or triangle

  Id add_point(const Vec3& p) {
    points.push_back(p);
    on_segments_.emplace_back();
    on_faces_.emplace_back();
    return static_cast<Id>(points.size() - 1);
  }

  /// Puts a point between chain[i] and chain[i + 1].
  void split(Id segment, std::size_t i, Id point);
  /// Puts a point on a triangle.
  void put_inside(Id face, Id point);
  /// The same for whatever else the edge p, q lies on: there the point is, too.
  void put_on_edge(Id p, Id q, Id point);

  /// All points on a triangle: on its sides, then inner ones.
  void points_on(Id face, std::vector<Id>& out) const;
  /// The longest link of the chains around a triangle: segment and place in its chain.
  std::pair<Id, std::size_t> longest_side(Id face) const;
  bool on_face(Id point, Id face) const { return contains(on_faces_[point], face); }
  detail::Corners corners(Id face) const {
    const auto& c = faces[face].corners;
    return {{points[c[0]], points[c[1]], points[c[2]]}};
  }
  const std::vector<Id>& segments_at(Id point) const { return on_segments_[point]; }
  const std::vector<Id>& faces_at(Id point) const { return on_faces_[point]; }
  bool is_corner(Id point) const { return point < corners_; }

 private:
  static bool contains(const std::vector<Id>& list, Id id) {
    return std::find(list.begin(), list.end(), id) != list.end();
  }
  Id segment_between(Id p, Id q, Id face);

  Id corners_ = 0;  // points before this are the environment's
  std::map<std::pair<Id, Id>, Id> by_ends_;
  std::vector<std::vector<Id>> on_segments_, on_faces_;  // by point
};

/// Constraints to look at again, each once.
class Agenda {
 public:
  void add_all(std::size_t count) {
    noted_.assign(count, 1);
    list_.resize(count);
    std::iota(list_.begin(), list_.end(), 0u);
  }
  void add(std::uint32_t id) {
    if (noted_[id] != 0) return;
    noted_[id] = 1;
    list_.push_back(id);
  }
  bool empty() const { return list_.empty(); }
  std::vector<std::uint32_t> take() {
    for (const std::uint32_t id : list_) noted_[id] = 0;
    return std::exchange(list_, {});
  }

 private:
  std::vector<char> noted_;
  std::vector<std::uint32_t> list_;
};

/// How far a point is from a segment, and from a triangle; rounded.
double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b);
double distance_to_triangle(const Vec3& p, const detail::Corners& t);

/// Does the segment meet the triangle in one point, its border and the segment's ends included? Exact.
bool pierces(const detail::Corners& t, const Vec3& p, const Vec3& q);
/// That point, rounded.
Vec3 piercing_point(const detail::Corners& t, const Vec3& p, const Vec3& q);

}  // namespace graze::lab
