// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "build/pieces.h"
#include "graze/distance.h"
#include "query/point_walk.h"

namespace graze {
namespace detail {

ClosestPoint PointSearch::answer() const {
  if (triangle_ == kNoTriangle) return {};
  const Triangle& t = mesh_.triangles[triangle_];
  const Corners corners{{mesh_.vertices[t[0]], mesh_.vertices[t[1]], mesh_.vertices[t[2]]}};
  return {std::sqrt(nearest_.squared) / per_unit_, point_of(nearest_, corners), triangle_, nearest_.feature,
          nearest_.index};
}

namespace {

/// For points so far away, or models so scattered, that the hierarchy's floats cannot tell.
ClosestPoint search_all(const Mesh& mesh, const Vec3& from, double limit) {
  double largest = max_abs(from);
  for (const Vec3& v : mesh.vertices) largest = std::max(largest, max_abs(v));
  const double per_unit = std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000));
  PointSearch search(mesh, from, per_unit, limit * per_unit);
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) search.offer(i);
  return search.answer();
}

}  // namespace
}  // namespace detail

ClosestPoint closest_point(const Model& model, const Vec3& from, double limit) {
  if (!detail::is_finite(from)) throw std::invalid_argument("graze: the point is not finite");
  if (!(limit >= 0)) throw std::invalid_argument("graze: the limit must not be negative");
  const detail::Hierarchy& h = model.hierarchy();
  if (h.leaves.empty()) return {};
  const double per_unit = 1 / h.unit;
  const Vec3 d = detail::to_local(from, {h.origin, h.unit, 0}, detail::is_turned(h) ? h.frame : nullptr);
  if (!(detail::max_abs(d) < detail::kFarthest)) return detail::search_all(model.mesh(), from, limit);
  const double point[3] = {d.x, d.y, d.z};
  detail::PointSearch search(model.mesh(), from, per_unit, limit * per_unit);
  detail::walk_to_point(h, point, search);
  return search.answer();
}

std::string_view name(Feature feature) {
  switch (feature) {
    case Feature::face:
      return "face";
    case Feature::edge:
      return "edge";
    case Feature::vertex:
      return "vertex";
  }
  return "unknown";
}

}  // namespace graze
