// SPDX-License-Identifier: Apache-2.0
#include "lab/constraints.h"

#include <tuple>

#include "geometry/predicates.h"

namespace graze::lab {

using namespace detail;

Constraints::Constraints(const Environment& environment) {
  double magnitude = 0;
  std::map<std::tuple<double, double, double>, Id> known;
  const auto id_of = [&](const Vec3& v) {
    const Vec3 p = v + Vec3{0, 0, 0};  // no negative zeros
    const auto [it, fresh] = known.try_emplace({p.x, p.y, p.z}, static_cast<Id>(points.size()));
    if (fresh) add_point(p);
    magnitude = std::max(magnitude, max_abs(p));
    return it->second;
  };
  for (Id t = 0; t < environment.size(); ++t) {
    const Corners c = environment.corners(t);
    Face face;
    face.corners = {id_of(c.v[0]), id_of(c.v[1]), id_of(c.v[2])};
    face.flat = collinear(c.v[0], c.v[1], c.v[2]);
    faces.push_back(face);
  }
  corners_ = static_cast<Id>(points.size());
  tolerance = 0x1p-44 * magnitude + 1e-300;
  for (Id f = 0; f < faces.size(); ++f) {
    const auto [a, b, c] = faces[f].corners;
    for (const Id v : {a, b, c}) on_faces_[v].push_back(f);
    for (const auto& [p, q] : {std::pair{a, b}, {b, c}, {c, a}}) {
      if (p != q) faces[f].segments.push_back(segment_between(p, q, f));
    }
  }
}

Constraints::Id Constraints::segment_between(Id p, Id q, Id face) {
  const auto [it, fresh] = by_ends_.try_emplace(std::minmax(p, q), static_cast<Id>(segments.size()));
  if (fresh) {
    segments.push_back({{it->first.first, it->first.second}, {}});
    on_segments_[p].push_back(it->second);
    on_segments_[q].push_back(it->second);
  }
  segments[it->second].triangles.push_back(face);
  return it->second;
}

void Constraints::split(Id segment, std::size_t i, Id point) {
  Segment& s = segments[segment];
  if (contains(on_segments_[point], segment)) return;
  s.chain.insert(s.chain.begin() + static_cast<std::ptrdiff_t>(i) + 1, point);
  on_segments_[point].push_back(segment);
  for (const Id f : s.triangles) {
    if (!on_face(point, f)) on_faces_[point].push_back(f);
    std::erase(faces[f].inner, point);
  }
}

void Constraints::put_inside(Id face, Id point) {
  if (on_face(point, face)) return;
  on_faces_[point].push_back(face);
  faces[face].inner.push_back(point);
}

void Constraints::put_on_edge(Id p, Id q, Id point) {
  const std::vector<Id> candidates = on_segments_[p];
  for (const Id s : candidates) {
    if (!contains(on_segments_[q], s)) continue;
    const std::vector<Id>& chain = segments[s].chain;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      if (std::minmax(chain[i], chain[i + 1]) == std::minmax(p, q)) {
        split(s, i, point);
        break;
      }
    }
  }
  const std::vector<Id> on_p = on_faces_[p];
  for (const Id f : on_p) {
    if (on_face(q, f) && !faces[f].flat) put_inside(f, point);
  }
}

void Constraints::points_on(Id face, std::vector<Id>& out) const {
  out.assign(faces[face].corners.begin(), faces[face].corners.end());
  for (const Id s : faces[face].segments) {
    const std::vector<Id>& chain = segments[s].chain;
    out.insert(out.end(), chain.begin() + 1, chain.end() - 1);
  }
  out.insert(out.end(), faces[face].inner.begin(), faces[face].inner.end());
}

std::pair<Constraints::Id, std::size_t> Constraints::longest_side(Id face) const {
  double longest = -1;
  std::pair<Id, std::size_t> best;
  for (const Id s : faces[face].segments) {
    const std::vector<Id>& chain = segments[s].chain;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      const double length = norm(points[chain[i + 1]] - points[chain[i]]);
      if (length <= longest) continue;
      longest = length;
      best = {s, i};
    }
  }
  return best;
}

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a, w = p - a;
  const double length = dot(d, d);
  const double s = length > 0 ? std::clamp(dot(w, d) / length, 0.0, 1.0) : 0;
  return norm(s < 0.5 ? w - s * d : (p - b) + (1 - s) * d);
}

double distance_to_triangle(const Vec3& p, const Corners& t) {
  double nearest = distance_to_segment(p, t.v[0], t.v[1]);
  nearest = std::min(nearest, distance_to_segment(p, t.v[1], t.v[2]));
  nearest = std::min(nearest, distance_to_segment(p, t.v[2], t.v[0]));
  const Vec3 n = cross(t.v[1] - t.v[0], t.v[2] - t.v[0]);
  const double size = norm(n);
  if (!(size > 0)) return nearest;
  for (int i = 0; i < 3; ++i) {
    const Vec3& a = t.v[i];
    if (dot(cross(t.v[(i + 1) % 3] - a, p - a), n) < 0) return nearest;
  }
  return std::min(nearest, std::abs(dot(p - t.v[0], n)) / size);
}

bool pierces(const Corners& t, const Vec3& p, const Vec3& q) {
  const int below = orient3d(t.v[0], t.v[1], t.v[2], p), above = orient3d(t.v[0], t.v[1], t.v[2], q);
  if (below * above > 0 || (below == 0 && above == 0)) return false;
  const int a = orient3d(p, q, t.v[0], t.v[1]), b = orient3d(p, q, t.v[1], t.v[2]), c = orient3d(p, q, t.v[2], t.v[0]);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

Vec3 piercing_point(const Corners& t, const Vec3& p, const Vec3& q) {
  const ValuePair sides = orient3d_pair(t.v[0], t.v[1], t.v[2], p, q);
  const double s = sides.p / (sides.p - sides.q);
  return s < 0.5 ? p + s * (q - p) : q - (1 - s) * (q - p);
}

}  // namespace graze::lab
