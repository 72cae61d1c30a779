// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "adb/skeleton.h"
#include "geometry/vec.h"
#include "graze/error.h"

namespace graze::detail {
namespace {

/// Whether the projections of triangle and cube on an axis overlap; v is about the cube's centre.
bool apart_along(const Vec3& axis, const Vec3 (&v)[3], double half) {
  const double p = dot(axis, v[0]), q = dot(axis, v[1]), r = dot(axis, v[2]);
  const double reach = half * (std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z));
  return std::min({p, q, r}) > reach || std::max({p, q, r}) < -reach;
}

/// A triangle and a closed cube, by separating axes; rounding may only keep what just misses.
bool meets(const Corners& triangle, const Vec3& centre, double half) {
  const Vec3 v[3] = {triangle.v[0] - centre, triangle.v[1] - centre, triangle.v[2] - centre};
  const double padded = half * (1 + 1e-12);
  const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vec3& axis : axes) {
    if (apart_along(axis, v, padded)) return false;
  }
  const Vec3 edges[3] = {v[1] - v[0], v[2] - v[1], v[0] - v[2]};
  if (apart_along(cross(edges[0], edges[1]), v, padded)) return false;
  for (const Vec3& axis : axes) {
    for (const Vec3& edge : edges) {
      if (apart_along(cross(axis, edge), v, padded)) return false;
    }
  }
  return true;
}

struct Cube {
  Vec3 centre;
  double half;
  int depth;
};

void set_cube(AdbNode& node, const Cube& cube) {
  node = {};
  for (int axis = 0; axis < 3; ++axis) {
    node.lower[axis] = static_cast<float>(coordinate(cube.centre, axis) - cube.half);
    node.upper[axis] = static_cast<float>(coordinate(cube.centre, axis) + cube.half);
  }
}

}  // namespace

Skeleton octree_skeleton(const Mesh& mesh, int leaf, int depth) {
  Skeleton out;
  if (mesh.triangles.empty()) return out;
  Vec3 lower = mesh.vertices[mesh.triangles[0][0]], upper = lower;
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t i : t) {
      lower = min(lower, mesh.vertices[i]);
      upper = max(upper, mesh.vertices[i]);
    }
  }
  out.origin = lower + 0.5 * (upper - lower);
  // Of five bits, so that all corners are exact in float, whose 24 bits leave 20 levels.
  double half = 1e-30;
  if (const double need = max_abs(upper - lower) / 2 * (1 + 1e-9); need > half) half = need;
  int exponent = 0;
  const double mantissa = std::frexp(half, &exponent);
  half = std::ldexp(std::ceil(mantissa * 16) / 16, exponent);

  std::vector<Cube> cubes = {{{0, 0, 0}, half, 0}};
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) out.order.push_back(i);
  out.triangles_of = {{0, out.order.size()}};
  for (std::size_t i = 0; i < cubes.size(); ++i) {
    const Cube cube = cubes[i];
    set_cube(out.nodes.emplace_back(), cube);
    out.depth = std::max(out.depth, cube.depth);
    const Skeleton::Range range = out.triangles_of[i];
    if (range.end - range.begin <= static_cast<std::uint64_t>(leaf) || cube.depth >= depth) continue;
    const std::size_t first = cubes.size(), order_end = out.order.size();
    std::uint64_t most = 0;
    for (unsigned octant = 0; octant < 8; ++octant) {
      const double h = cube.half / 2;
      const Vec3 centre = cube.centre + Vec3{octant & 1 ? h : -h, octant & 2 ? h : -h, octant & 4 ? h : -h};
      const std::uint64_t begin = out.order.size();
      for (std::uint64_t k = range.begin; k < range.end; ++k) {
        const std::uint32_t t = out.order[k];
        if (meets(corners_of(mesh, t, out.origin), centre, h)) out.order.push_back(t);
      }
      if (out.order.size() == begin) continue;
      cubes.push_back({centre, h, cube.depth + 1});
      out.triangles_of.push_back({begin, out.order.size()});
      most = std::max<std::uint64_t>(most, out.order.size() - begin);
    }
    // All around one point, such as a corner of many triangles: cubes about it would be divided for ever.
    if (most == range.end - range.begin && most <= 4 * static_cast<std::uint64_t>(leaf)) {
      cubes.resize(first);
      out.triangles_of.resize(first);
      out.order.resize(order_end);
      continue;
    }
    if (cubes.size() > AdbNode::kIndexMask) throw Error(ErrorCode::limit, "too many nodes for an ADB-tree");
    out.nodes[i].children =
        static_cast<std::uint32_t>(cubes.size() - first) << AdbNode::kChildShift | static_cast<std::uint32_t>(first);
  }
  return out;
}

}  // namespace graze::detail
