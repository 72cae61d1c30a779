// SPDX-License-Identifier: Apache-2.0
// Faces as files give them, until all vertices are known; then triangles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "graze/error.h"
#include "graze/mesh.h"

namespace graze::detail {

/// Ear clipping takes time that grows with the square of the corners in the worst case; beyond this many, only
/// polygons that are a fan seen from their first corner are accepted.
inline constexpr std::size_t kMaxCorners = 16384;

/// Appends corners.size() - 2 triangles (at least 3 corners, indices in range, coordinates finite) that keep the
/// polygon's orientation. Polygons that are simple when projected along the dominant axis of their normal are tiled
/// exactly, decided by exact predicates: by the fan from the first corner when that tiles them, else by ear clipping.
/// Polygons that are not (collinear, crossing themselves) become that fan. False, and nothing appended, when there
/// are more than kMaxCorners corners and the fan does not tile.
bool triangulate(std::span<const std::uint32_t> corners, const std::vector<Vec3>& vertices, std::vector<Triangle>& out);

class PolygonList {
 public:
  /// `first` is how the format counts vertices (0 or 1), `kind` how positions are told; both for messages.
  PolygonList(int first, Position::Kind kind) : first_(first), kind_(kind) {}

  void reserve(std::size_t faces, std::size_t corners);

  void add_corner(std::uint32_t index) { corners_.push_back(index); }
  /// Ends the face whose corners were added; `position` is where it stands in the file.
  void end_face(std::uint64_t position);

  std::size_t faces() const { return ends_.size(); }
  std::size_t open_corners() const { return corners_.size() - (ends_.empty() ? 0 : ends_.back()); }

  /// Triangulates all faces into the mesh, whose vertices are complete now. Throws Error for an index out of range.
  void triangulate_into(Mesh& mesh, const std::filesystem::path& name) const;

 private:
  int first_;
  Position::Kind kind_;
  std::vector<std::uint32_t> corners_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> positions_;
};

}  // namespace graze::detail
