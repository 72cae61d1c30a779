// SPDX-License-Identifier: Apache-2.0
// What a CheckedPart holds.
#pragma once

#include <optional>
#include <vector>

#include "build/hierarchy.h"
#include "geometry/triangle_triangle.h"
#include "graze/nc/check.h"
#include "graze/solid.h"
#include "nc/check/heights.h"
#include "nc/check/sides.h"

namespace graze::nc::detail {

namespace core = graze::detail;

/// The triangles of the leaf packet of the same number, in double. Lanes beyond its count repeat lane 0.
struct alignas(64) TrianglePacket {
  double v[3][3][4];  // [corner][axis][lane]
};

/// Triangles less than this times as high as long are taken for their edges; they are that much nearer then.
inline constexpr double kThin = 1e-7;

/// Two planes about each triangle of a packet, across its normal n: low <= n x <= high for all its points, but for
/// the rounding of coordinates.
struct alignas(64) PacketPlanes {
  double normal[3][4];  // of length 1 at most; zero for slivers
  double low[4], high[4];
  double steep[4];  // the part of the normal that is across the tool's axis
  double thick[4];  // how much nearer the triangle may be than its edges and its plane say
};

/// Where a triangle looks, of length 1; zero where it has no area.
inline Vec3 front_of(const core::Corners& t) {
  const Vec3 n = core::cross(t.v[1] - t.v[0], t.v[2] - t.v[0]);
  const double length = core::norm(n);
  return length > 0 ? (1 / length) * n : Vec3{};
}

struct PartData {
  Model model;  // axis-aligned boxes, eight children a node
  Surface surface = Surface::open;
  std::optional<SignedDistance> solid;  // of closed surfaces
  std::vector<TrianglePacket> packets;
  std::vector<PacketPlanes> planes;  // of the packet of the same number
  Box box;
  Heights heights;
  Sides sides;
  double fine = 0;         // the longest move that need not be divided, whatever the tool
  bool below = true;       // what lies behind the surface lies below it, too
  bool terrain = false;    // a sheet of which nothing looks down
  std::size_t turned = 0;  // triangles that looked the wrong way

  std::uint32_t id(std::size_t slot) const { return model.hierarchy().leaves[slot / 4].id[slot % 4]; }
  core::Corners corners(std::size_t slot) const {
    const TrianglePacket& p = packets[slot / 4];
    core::Corners out;
    for (std::size_t k = 0; k < 3; ++k) out.v[k] = {p.v[k][0][slot % 4], p.v[k][1][slot % 4], p.v[k][2][slot % 4]};
    return out;
  }
  core::Corners corners_of(std::uint32_t triangle) const {
    const Triangle& t = model.mesh().triangles[triangle];
    const std::vector<Vec3>& v = model.mesh().vertices;
    return {{v[t[0]], v[t[1]], v[t[2]]}};
  }
};

}  // namespace graze::nc::detail
