// SPDX-License-Identifier: Apache-2.0
// The triangles about a cut, to which no way through the tree is needed any more.
#pragma once

#include <span>

#include "nc/check/core_search.h"

namespace graze::nc::detail {

struct NearFace {
  core::Corners corners;
  Vec3 normal;       // zero: no plane
  double level = 0;  // of the plane along the normal
  std::uint32_t id = 0;

  bool has_plane() const { return !(normal == Vec3{}); }

  /// How far below the plane p is.
  double below(const Vec3& p) const { return level - core::dot(normal, p); }

  const Vec3& corner(std::size_t k) const { return corners.v[k % 3]; }

  /// Across the wall that stands on edge k, into the prism below the face; not of length 1.
  Vec3 inward(std::size_t k) const { return core::cross(normal, corner(k + 1) - corner(k)); }
};

class NearFaces {
 public:
  NearFaces(const PartData& part, std::span<const std::size_t> slots);

  bool empty() const { return faces_.empty(); }
  std::size_t size() const { return faces_.size(); }
  const NearFace& operator[](std::size_t i) const { return faces_[i]; }
  auto begin() const { return faces_.begin(); }
  auto end() const { return faces_.end(); }

  void bounds(Vec3& low, Vec3& high) const;

  /// Not for none.
  ClosestPoint closest(const Vec3& p) const;

  /// The face with this number of the part's mesh; null: it is not among them.
  const NearFace* find(std::uint32_t id) const;

 private:
  std::vector<NearFace> faces_;
};

/// All triangles within `within` of a core.
std::vector<std::size_t> slots_within(const PartData& part, const core::SweptCore& core, double within);

}  // namespace graze::nc::detail
