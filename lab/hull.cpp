// SPDX-License-Identifier: Apache-2.0
#include "lab/hull.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "geometry/predicates.h"

namespace graze::lab {
namespace {

using namespace detail;
using Index = std::uint32_t;
constexpr Index kNone = ~Index{0};

/// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact orientation: a face is visible from a point strictly outside
/// its plane, so coplanar faces are visible together, what is visible is a disc, and no new face is flat.
class QuickHull {
 public:
  QuickHull(std::span<const Vec3> points, std::span<const Index> chosen) : points_(points), chosen_(chosen) {}

  bool run() {
    std::array<Index, 4> corners{};
    if (!simplex(corners)) return false;
    const auto [a, b, c, d] = corners;
    for (const auto& [p, q, r] : {std::array{a, b, c}, {a, c, d}, {a, d, b}, {b, d, c}}) add(p, q, r);
    // Faces run around their corners; each edge is found from its other side.
    for (Face& f : faces_) {
      for (int i = 0; i < 3; ++i) f.across[i] = with_edge(f.v[(i + 1) % 3], f.v[i]);
    }
    for (const Index p : chosen_) give(p, 0, 4);
    for (Index f = 0; f < faces_.size(); ++f) {
      while (faces_[f].alive && !faces_[f].outside.empty()) grow(f, farthest(faces_[f]));
    }
    return true;
  }

  void write(Hull& hull) const {
    std::vector<std::pair<Index, Index>> edges;
    for (const Face& f : faces_) {
      if (!f.alive) continue;
      hull.faces.push_back(f.v);
      for (int i = 0; i < 3; ++i) edges.emplace_back(f.v[i], f.v[(i + 1) % 3]);
    }
    std::sort(edges.begin(), edges.end());
    for (const auto& [from, to] : edges) {
      if (hull.vertices.empty() || hull.vertices.back() != from) hull.vertices.push_back(from);
    }
    const auto rank = [&](Index p) {
      return static_cast<Index>(std::lower_bound(hull.vertices.begin(), hull.vertices.end(), p) -
                                hull.vertices.begin());
    };
    for (const auto& [from, to] : edges) {
      while (hull.first_edge.size() <= rank(from)) hull.first_edge.push_back(static_cast<Index>(hull.edges.size()));
      hull.edges.push_back(rank(to));
    }
    hull.first_edge.push_back(static_cast<Index>(hull.edges.size()));
  }

 private:
  struct Face {
    std::array<Index, 3> v;
    std::array<Index, 3> across{kNone, kNone, kNone};  // the face beyond the edge v[i], v[i + 1]
    std::vector<Index> outside;                        // points strictly above that no other face was given
    bool alive = true;
    bool visible = false;
  };

  const Vec3& at(Index p) const { return points_[p]; }
  bool sees(const Face& f, Index p) const { return orient3d(at(f.v[0]), at(f.v[1]), at(f.v[2]), at(p)) > 0; }

  /// Four points that are not in a plane, seen counter-clockwise: d lies below a, b, c.
  bool simplex(std::array<Index, 4>& out) const {
    auto it = chosen_.begin();
    const auto next = [&](auto&& good) {
      it = std::find_if(it, chosen_.end(), good);
      return it == chosen_.end() ? kNone : *it;
    };
    Index &a = out[0], &b = out[1], &c = out[2], &d = out[3];
    a = next([](Index) { return true; });
    if (a == kNone) return false;
    b = next([&](Index p) { return at(p) != at(a); });
    c = next([&](Index p) { return !detail::collinear(at(a), at(b), at(p)); });
    d = next([&](Index p) { return orient3d(at(a), at(b), at(c), at(p)) != 0; });
    if (d == kNone) return false;
    if (orient3d(at(a), at(b), at(c), at(d)) > 0) std::swap(b, c);
    return true;
  }

  Index add(Index p, Index q, Index r) {
    Face face;
    face.v = {p, q, r};
    faces_.push_back(std::move(face));
    return static_cast<Index>(faces_.size() - 1);
  }

  Index with_edge(Index p, Index q) const {
    for (Index f = 0; f < faces_.size(); ++f) {
      for (int i = 0; i < 3; ++i) {
        if (faces_[f].v[i] == p && faces_[f].v[(i + 1) % 3] == q) return f;
      }
    }
    return kNone;
  }

  /// Gives the point to the first of the faces [begin, end) that it sees; else it is inside for good.
  void give(Index p, Index begin, Index end) {
    for (Index f = begin; f < end; ++f) {
      if (!sees(faces_[f], p)) continue;
      faces_[f].outside.push_back(p);
      return;
    }
  }

  /// Any point above will do; the farthest, as rounding has it, discards most.
  Index farthest(const Face& f) const {
    const detail::PlaneForm form(at(f.v[1]) - at(f.v[0]), at(f.v[2]) - at(f.v[0]));
    return *std::max_element(f.outside.begin(), f.outside.end(), [&](Index p, Index q) {
      return form(at(p) - at(f.v[0])).value < form(at(q) - at(f.v[0])).value;
    });
  }

  void grow(Index start, Index apex) {
    std::vector<Index> visible{start};
    faces_[start].visible = true;
    struct Edge {
      Index from, to, beyond;
    };
    std::vector<Edge> horizon;
    for (std::size_t i = 0; i < visible.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        const Face& f = faces_[visible[i]];
        const Index beyond = f.across[k];
        if (faces_[beyond].visible) continue;
        if (sees(faces_[beyond], apex)) {
          faces_[beyond].visible = true;
          visible.push_back(beyond);
        } else {
          horizon.push_back({f.v[k], f.v[(k + 1) % 3], beyond});
        }
      }
    }
    const auto begin = static_cast<Index>(faces_.size());
    std::map<Index, Index> from;  // the new face on the horizon's edge that starts there
    for (const Edge& e : horizon) from[e.from] = add(e.from, e.to, apex);
    for (const Edge& e : horizon) {
      const Index f = from[e.from];
      const Index after = from[e.to];
      faces_[f].across[0] = e.beyond;
      faces_[f].across[1] = after;
      faces_[after].across[2] = f;
      Face& beyond = faces_[e.beyond];
      for (int i = 0; i < 3; ++i) {
        if (beyond.v[i] == e.to && beyond.v[(i + 1) % 3] == e.from) beyond.across[i] = f;
      }
    }
    const auto end = static_cast<Index>(faces_.size());
    for (const Index f : visible) {
      faces_[f].alive = false;
      const std::vector<Index> orphans = std::exchange(faces_[f].outside, {});
      for (const Index p : orphans) {
        if (p != apex) give(p, begin, end);
      }
    }
  }

  std::span<const Vec3> points_;
  std::span<const Index> chosen_;
  std::vector<Face> faces_;
};

}  // namespace

Hull convex_hull(std::span<const Vec3> points, std::span<const Index> chosen) {
  Hull hull;
  QuickHull quick(points, chosen);
  hull.proper = quick.run();
  if (hull.proper) quick.write(hull);
  return hull;
}

}  // namespace graze::lab
