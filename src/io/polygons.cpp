// SPDX-License-Identifier: Apache-2.0
#include "io/polygons.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "geometry/predicates.h"

namespace graze::detail {
namespace {

bool same(const Vec2& a, const Vec2& b) { return a.x == b.x && a.y == b.y; }

/// The polygon's corners in a coordinate plane where it turns counter-clockwise; empty when its area vanishes. The
/// area is rounded: it only picks the plane and the side, and may at worst send a sliver to the fan.
std::vector<Vec2> project(std::span<const std::uint32_t> corners, const std::vector<Vec3>& vertices) {
  double size = 0;
  for (std::uint32_t c : corners) {
    size = std::max({size, std::abs(vertices[c].x), std::abs(vertices[c].y), std::abs(vertices[c].z)});
  }
  // Keeps products of differences in range.
  const double scale = size > 0x1p300 ? 0x1p-600 : size < 0x1p-300 ? 0x1p600 : 1;
  const Vec3 base = vertices[corners[0]];
  const auto at = [&](std::size_t i) {
    const Vec3& v = vertices[corners[i]];
    return Vec3{v.x * scale - base.x * scale, v.y * scale - base.y * scale, v.z * scale - base.z * scale};
  };
  Vec3 n;  // twice the area vector, as a fan from the first corner
  Vec3 p = at(1);
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec3 q = at(i);
    n.x += p.y * q.z - p.z * q.y;
    n.y += p.z * q.x - p.x * q.z;
    n.z += p.x * q.y - p.y * q.x;
    p = q;
  }
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const int axis = z >= x && z >= y ? 2 : x >= y ? 0 : 1;
  const double along = axis == 2 ? n.z : axis == 0 ? n.x : n.y;
  std::vector<Vec2> points;
  if (along == 0) return points;
  points.reserve(corners.size());
  for (std::uint32_t c : corners) {
    Vec2 q = drop(vertices[c], axis);
    if (along < 0) std::swap(q.x, q.y);
    points.push_back(q);
  }
  return points;
}

bool fan_tiles(const std::vector<Vec2>& points) {
  for (std::size_t i = 2; i < points.size(); ++i) {
    if (orient2d(points[0], points[i - 1], points[i]) <= 0) return false;
  }
  return true;
}

/// Clips ears of a weakly simple polygon: one whose copies of a point (the ends of bridges to holes) may coincide.
/// Every triangle clipped turns left, or is a degenerate one at a repeated point. For a polygon that winds at most
/// once around any point this alone proves that the triangles tile it, since winding numbers add up.
class EarClipper {
 public:
  explicit EarClipper(const std::vector<Vec2>& points) : p_(points), previous_(p_.size()), next_(p_.size()) {
    const int n = static_cast<int>(p_.size());
    for (int i = 0; i < n; ++i) {
      previous_[i] = i == 0 ? n - 1 : i - 1;
      next_[i] = i + 1 == n ? 0 : i + 1;
    }
    state_.assign(p_.size(), State::convex);
    for (int i = 0; i < n; ++i) update(i);
  }

  /// Fills `triangles` with corner numbers; false when the polygon is not weakly simple.
  bool run(std::vector<std::array<int, 3>>& triangles) {
    std::vector<int> queue(p_.size());
    for (std::size_t i = 0; i < p_.size(); ++i) queue[i] = static_cast<int>(i);
    std::size_t left = p_.size();
    // A corner's state changes only when a neighbour is clipped (a corner that stops being reflex blocks no ear that
    // no other reflex corner blocks), so each clipping queues two corners and the queue holds at most 3n in all.
    for (std::size_t head = 0; head < queue.size() && left > 3; ++head) {
      const int c = queue[head];
      if (state_[c] == State::clipped || !is_ear(c)) continue;
      triangles.push_back({previous_[c], c, next_[c]});
      state_[c] = State::clipped;
      next_[previous_[c]] = next_[c];
      previous_[next_[c]] = previous_[c];
      for (int neighbour : {previous_[c], next_[c]}) {
        update(neighbour);
        queue.push_back(neighbour);
      }
      --left;
    }
    if (left > 3) return false;
    int c = 0;
    while (state_[c] == State::clipped) ++c;
    triangles.push_back({previous_[c], c, next_[c]});
    return turn(c) > 0 || has_repeated_point(c);
  }

 private:
  // Only reflex and straight corners can lie in an ear.
  enum class State : char { clipped, convex, blocker };

  void update(int c) {
    const State state = turn(c) > 0 ? State::convex : State::blocker;
    if (state == State::blocker && state_[c] != state) blockers_.push_back(c);
    state_[c] = state;
  }

  int turn(int c) const { return orient2d(p_[previous_[c]], p_[c], p_[next_[c]]); }

  bool has_repeated_point(int c) const {
    const Vec2 &a = p_[previous_[c]], &b = p_[c], &d = p_[next_[c]];
    return same(a, b) || same(b, d) || same(a, d);
  }

  bool is_ear(int c) {
    const int sign = turn(c);
    if (sign <= 0) return sign == 0 && has_repeated_point(c);
    std::erase_if(blockers_, [this](int q) { return state_[q] != State::blocker; });
    return std::none_of(blockers_.begin(), blockers_.end(), [this, c](int q) { return blocks(q, c); });
  }

  bool blocks(int q, int c) const {
    const int a = previous_[c], b = next_[c];
    if (q == a || q == b) return false;
    if (same(p_[q], p_[a])) return enters(q, p_[a], p_[c], p_[b]);
    if (same(p_[q], p_[c])) return enters(q, p_[c], p_[b], p_[a]);
    if (same(p_[q], p_[b])) return enters(q, p_[b], p_[a], p_[c]);
    return orient2d(p_[a], p_[c], p_[q]) >= 0 && orient2d(p_[c], p_[b], p_[q]) >= 0 &&
           orient2d(p_[b], p_[a], p_[q]) >= 0;
  }

  /// Does an edge at q, which lies on `apex`, run into the open cone from apex–first counter-clockwise to apex–second?
  bool enters(int q, const Vec2& apex, const Vec2& first, const Vec2& second) const {
    const auto inside = [&](const Vec2& p) { return orient2d(apex, first, p) > 0 && orient2d(apex, p, second) > 0; };
    return inside(p_[previous_[q]]) || inside(p_[next_[q]]);
  }

  const std::vector<Vec2>& p_;
  std::vector<int> previous_, next_;
  std::vector<State> state_;
  std::vector<int> blockers_;
};

}  // namespace

bool triangulate(std::span<const std::uint32_t> corners, const std::vector<Vec3>& vertices,
                 std::vector<Triangle>& out) {
  if (corners.size() > 3) {
    const std::vector<Vec2> points = project(corners, vertices);
    if (!points.empty() && !fan_tiles(points)) {
      if (corners.size() > kMaxCorners) return false;
      std::vector<std::array<int, 3>> triangles;
      triangles.reserve(corners.size() - 2);
      if (EarClipper(points).run(triangles)) {
        for (const auto& t : triangles) out.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
        return true;
      }
    }
  }
  for (std::size_t i = 2; i < corners.size(); ++i) out.push_back({corners[0], corners[i - 1], corners[i]});
  return true;
}

void PolygonList::reserve(std::size_t faces, std::size_t corners) {
  corners_.reserve(corners);
  ends_.reserve(faces);
  positions_.reserve(faces);
}

void PolygonList::end_face(std::uint64_t position) {
  ends_.push_back(corners_.size());
  positions_.push_back(position);
}

void PolygonList::triangulate_into(Mesh& mesh, const std::filesystem::path& name) const {
  if (mesh.vertices.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::limit, "more than 4294967295 vertices", name);
  }
  // Every face has at least 3 corners, so this does not wrap.
  mesh.triangles.reserve(mesh.triangles.size() + corners_.size() - 2 * ends_.size());
  std::size_t begin = 0;
  for (std::size_t f = 0; f < ends_.size(); ++f) {
    const std::span<const std::uint32_t> face(corners_.data() + begin, ends_[f] - begin);
    begin = ends_[f];
    for (std::uint32_t c : face) {
      if (c < mesh.vertices.size()) continue;
      throw Error(ErrorCode::invalid_mesh,
                  "face uses vertex " + std::to_string(std::uint64_t{c} + first_) + ", but there are only " +
                      std::to_string(mesh.vertices.size()) + (first_ == 0 ? " (counted from 0)" : " (counted from 1)"),
                  name, {kind_, positions_[f]});
    }
    if (!triangulate(face, mesh.vertices, mesh.triangles)) {
      throw Error(ErrorCode::limit,
                  "face with " + std::to_string(face.size()) + " corners that is not a fan; at most " +
                      std::to_string(kMaxCorners) + " can be triangulated",
                  name, {kind_, positions_[f]});
    }
  }
}

}  // namespace graze::detail
