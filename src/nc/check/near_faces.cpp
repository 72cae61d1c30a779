// SPDX-License-Identifier: Apache-2.0
#include "nc/check/near_faces.h"

#include <algorithm>
#include <cmath>

#include "geometry/point_triangle.h"

namespace graze::nc::detail {

NearFaces::NearFaces(const PartData& part, std::span<const std::size_t> slots) {
  faces_.reserve(slots.size());
  for (const std::size_t slot : slots) {
    NearFace f{part.corners(slot), {}, 0, part.id(slot)};
    const Vec3 e = f.corners.v[1] - f.corners.v[0], g = f.corners.v[2] - f.corners.v[0];
    const Vec3 n = core::cross(e, g);
    const double area = core::norm(n);
    if (area > 1e-7 * std::max(core::dot(e, e), core::dot(g, g))) {
      f.normal = (1 / area) * n;
      f.level = core::dot(f.normal, f.corners.v[0]);
    }
    faces_.push_back(f);
  }
}

void NearFaces::bounds(Vec3& low, Vec3& high) const {
  for (const NearFace& f : faces_) {
    for (const Vec3& v : f.corners.v) low = core::min(low, v), high = core::max(high, v);
  }
}

ClosestPoint NearFaces::closest(const Vec3& p) const {
  const NearFace* best = nullptr;
  core::NearestOnTriangle at;
  double squared = std::numeric_limits<double>::infinity();
  for (const NearFace& f : faces_) {
    const double h = f.below(p);  // 0 where there is no plane
    if (h * h * (1 - 1e-9) >= squared) continue;
    core::Corners about;
    for (std::size_t k = 0; k < 3; ++k) about.v[k] = f.corners.v[k] - p;
    const core::NearestOnTriangle found = core::nearest_to_origin(about);
    if (found.squared < squared) squared = found.squared, at = found, best = &f;
  }
  return {std::sqrt(squared), core::point_of(at, best->corners), best->id, at.feature, at.index};
}

const NearFace* NearFaces::find(std::uint32_t id) const {
  const auto at = std::find_if(faces_.begin(), faces_.end(), [&](const NearFace& f) { return f.id == id; });
  return at == faces_.end() ? nullptr : &*at;
}

std::vector<std::size_t> slots_within(const PartData& part, const core::SweptCore& core, double within) {
  std::vector<std::size_t> out;
  CoreSearch search;
  search.core = core;
  search.lower = -1;
  search.collect = within;
  search.near = &out;
  search_core(part, search, kNoSlot);
  return out;
}

}  // namespace graze::nc::detail
