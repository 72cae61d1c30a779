// SPDX-License-Identifier: Apache-2.0
#include "geometry/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/predicates.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

using Index = std::uint32_t;
using Edge = std::pair<Index, Index>;
constexpr Index kNone = 0xFFFFFFFFu;

bool before(const Vec3& p, const Vec3& q) { return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z; }

struct Facet {
  std::array<Index, 3> corner;
  std::array<Index, 3> beyond{};  // the facet across the edge from corner i to corner i + 1
  std::vector<Index> outside;     // points above it that no other facet has
  bool dead = false;
  Index asked = 0;  // the round in which its side was last looked at
};

/// The hull of at least four points that do not lie in one plane.
class Quickhull {
 public:
  Quickhull(const std::vector<Vec3>& points, const std::array<Index, 4>& simplex)
      : points_(points), by_start_(points.size(), kNone) {
    auto [a, b, c, d] = simplex;
    if (orient3d(points[a], points[b], points[c], points[d]) > 0) std::swap(b, c);
    facets_ = {
        {{a, b, c}, {2, 3, 1}, {}}, {{a, c, d}, {0, 3, 2}, {}}, {{a, d, b}, {1, 3, 0}, {}}, {{b, d, c}, {2, 1, 0}, {}}};
    std::vector<Index> rest;
    for (Index i = 0; i < points.size(); ++i) {
      if (i != a && i != b && i != c && i != d) rest.push_back(i);
    }
    assign(rest, 0);
    waiting_ = {0, 1, 2, 3};
  }

  std::vector<std::array<Index, 3>> run() {
    while (!waiting_.empty()) {
      const Index f = waiting_.back();
      if (facets_[f].dead || facets_[f].outside.empty()) {
        waiting_.pop_back();
      } else {
        add(f, farthest(facets_[f]));
      }
    }
    std::vector<std::array<Index, 3>> out;
    for (const Facet& facet : facets_) {
      if (!facet.dead) out.push_back(facet.corner);
    }
    return out;
  }

 private:
  double height(const Facet& facet, Index p) const {
    return orient3d_value(points_[facet.corner[0]], points_[facet.corner[1]], points_[facet.corner[2]], points_[p]);
  }

  /// Any point outside would do; the farthest makes most others inner ones.
  Index farthest(const Facet& facet) const {
    Index best = facet.outside[0];
    double most = height(facet, best);
    for (const Index p : facet.outside) {
      if (const double h = height(facet, p); h > most) {
        most = h;
        best = p;
      }
    }
    return best;
  }

  /// To the first facet from `begin` on that a point is strictly above. Whoever is above none is inside: had it been
  /// above a facet that is gone and were it still above one that stays, it would see both sides of an edge of the
  /// horizon, and so the new facet there, whose normal lies between theirs.
  void assign(const std::vector<Index>& points, std::size_t begin) {
    for (const Index p : points) {
      for (std::size_t f = begin; f < facets_.size(); ++f) {
        if (height(facets_[f], p) <= 0) continue;
        facets_[f].outside.push_back(p);
        break;
      }
    }
  }

  /// Replaces all facets that p is strictly above, f among them, by a cone from p over their rim.
  void add(Index f, Index p) {
    ++round_;
    std::vector<Index> seen{f}, orphans;
    std::vector<std::pair<Edge, Index>> rim;  // an edge of a facet that goes, and the facet beyond it
    facets_[f].asked = round_;
    facets_[f].dead = true;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const Facet& facet = facets_[seen[i]];
      orphans.insert(orphans.end(), facet.outside.begin(), facet.outside.end());
      for (std::size_t e = 0; e < 3; ++e) {
        const Index g = facet.beyond[e];
        if (facets_[g].asked != round_) {
          facets_[g].asked = round_;
          if (height(facets_[g], p) > 0) {
            facets_[g].dead = true;
            seen.push_back(g);
          }
        }
        if (!facets_[g].dead) rim.push_back({{facet.corner[e], facet.corner[(e + 1) % 3]}, g});
      }
    }
    for (const Index g : seen) std::vector<Index>().swap(facets_[g].outside);
    std::erase(orphans, p);
    const std::size_t begin = facets_.size();
    for (const auto& [edge, outer] : rim) {
      const auto added = static_cast<Index>(facets_.size());
      by_start_[edge.first] = added;
      for (std::size_t e = 0; e < 3; ++e) {
        if (facets_[outer].corner[e] == edge.second) facets_[outer].beyond[e] = added;
      }
      facets_.push_back({{edge.first, edge.second, p}, {outer, kNone, kNone}, {}});
      waiting_.push_back(added);
    }
    // The rim is one loop: each corner starts one edge.
    for (std::size_t i = begin; i < facets_.size(); ++i) {
      const Index next = by_start_[facets_[i].corner[1]];
      facets_[i].beyond[1] = next;
      facets_[next].beyond[2] = static_cast<Index>(i);
    }
    assign(orphans, begin);
  }

  const std::vector<Vec3>& points_;
  std::vector<Index> by_start_;  // the new facet whose rim edge starts at a point
  std::vector<Facet> facets_;
  std::vector<Index> waiting_;
  Index round_ = 0;
};

/// The corners of a flat set's polygon, in order, by Andrew's chains. The projection along `axis` is one to one.
std::vector<Index> polygon(const std::vector<Vec3>& points, int axis) {
  std::vector<Index> order(points.size()), out;
  for (Index i = 0; i < order.size(); ++i) order[i] = i;
  const auto at = [&](Index i) { return drop(points[i], axis); };
  std::sort(order.begin(), order.end(), [&](Index p, Index q) {
    const Vec2 u = at(p), v = at(q);
    return u.x != v.x ? u.x < v.x : u.y < v.y;
  });
  for (int chain = 0; chain < 2; ++chain) {
    const std::size_t bottom = out.size();
    for (const Index i : order) {
      while (out.size() >= bottom + 2 && orient2d(at(out[out.size() - 2]), at(out.back()), at(i)) <= 0) out.pop_back();
      out.push_back(i);
    }
    out.pop_back();  // the first of the other chain
    std::reverse(order.begin(), order.end());
  }
  return out;
}

/// The graph of these edges, each given once or twice; only points that have one become corners.
void link(const std::vector<Vec3>& points, std::vector<Edge> edges, HullGraph& out) {
  std::vector<Index> corner(points.size(), kNone);
  const auto number = [&](Index& i) {
    if (corner[i] == kNone) {
      corner[i] = static_cast<Index>(out.corners.size());
      out.corners.push_back(points[i]);
    }
    i = corner[i];
  };
  const std::size_t given = edges.size();
  for (std::size_t i = 0; i < given; ++i) {
    number(edges[i].first);
    number(edges[i].second);
    edges.emplace_back(edges[i].second, edges[i].first);
  }
  for (auto& facet : out.facets) std::for_each(facet.begin(), facet.end(), number);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  out.first.assign(out.corners.size() + 1, 0);
  for (const Edge& edge : edges) {
    ++out.first[edge.first + 1];
    out.neighbours.push_back(edge.second);
  }
  for (std::size_t i = 0; i < out.corners.size(); ++i) out.first[i + 1] += out.first[i];
}

/// Of those for which `size` is largest, or, when its rounding takes all for zero, the first that `counts`.
template <class Size, class Counts>
Index pick(Index count, const Size& size, const Counts& counts) {
  Index best = 0;
  double most = -1;
  for (Index i = 0; i < count; ++i) {
    if (const double s = size(i); s > most) {
      most = s;
      best = i;
    }
  }
  if (counts(best)) return best;
  for (Index i = 0; i < count; ++i) {
    if (counts(i)) return i;
  }
  return kNone;
}

}  // namespace

HullGraph convex_hull(std::span<const Vec3> given) {
  std::vector<Vec3> points(given.begin(), given.end());
  std::sort(points.begin(), points.end(), before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  const auto count = static_cast<Index>(points.size());
  HullGraph out;
  if (count == 1) {
    out.corners = points;
    out.first = {0, 0};
    return out;
  }
  const Index a = 0, b = count - 1;  // least and greatest: the ends, when all lie on a line
  const Vec3 along = points[b] - points[a];
  const Index c = pick(
      count, [&](Index i) { return max_abs(cross(along, points[i] - points[a])); },
      [&](Index i) { return !collinear(points[a], points[b], points[i]); });
  if (c == kNone) {
    link(points, {{a, b}}, out);
    return out;
  }
  const auto height = [&](Index i) { return orient3d_value(points[a], points[b], points[c], points[i]); };
  const Index d = pick(
      count, [&](Index i) { return std::abs(height(i)); }, [&](Index i) { return height(i) != 0; });
  std::vector<Edge> edges;
  if (d == kNone) {
    int axis = 0;
    while (orient2d(drop(points[a], axis), drop(points[b], axis), drop(points[c], axis)) == 0) ++axis;
    const std::vector<Index> loop = polygon(points, axis);
    for (std::size_t i = 0; i < loop.size(); ++i) edges.emplace_back(loop[i], loop[(i + 1) % loop.size()]);
  } else {
    out.facets = Quickhull(points, {a, b, c, d}).run();
    for (const auto& f : out.facets) edges.insert(edges.end(), {{f[0], f[1]}, {f[1], f[2]}, {f[2], f[0]}});
  }
  link(points, std::move(edges), out);
  return out;
}

}  // namespace graze::detail
