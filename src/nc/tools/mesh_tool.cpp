// SPDX-License-Identifier: Apache-2.0
#include "graze/nc/mesh_tool.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/convex_hull.h"
#include "graze/distance.h"
#include "graze/model.h"
#include "graze/solid.h"
#include "nc/tools/outline.h"

namespace graze::nc {
namespace {

double volume_of(const Mesh& mesh) {
  double volume = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    volume += a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x);
  }
  return volume / 6;
}

}  // namespace

MeshTool mesh_tool(Mesh mesh, double tolerance) {
  detail::tools::require_within(tolerance, 0, 0.1, "the tolerance");
  if (mesh.triangles.empty()) throw Error(ErrorCode::invalid_mesh, "a tool's mesh without triangles");
  MeshTool tool;
  const SolidReport report = inspect_solid(mesh);  // refuses coordinates and indices that are none
  tool.mesh = std::move(mesh);
  if (!report.solid) {
    tool.reason = report.reason();
    return tool;
  }
  std::vector<Vec3> corners;  // of triangles: vertices that none uses are no part of the tool
  for (const Triangle& t : tool.mesh.triangles) {
    for (const std::uint32_t corner : t) corners.push_back(tool.mesh.vertices[corner]);
  }
  const graze::detail::HullGraph graph = graze::detail::convex_hull(corners);
  Mesh hull{graph.corners, graph.facets};
  if (hull.triangles.empty()) {
    tool.reason = "flat: it bounds no solid";
    return tool;
  }
  Vec3 low = hull.vertices.front(), high = low;
  for (const Vec3& v : hull.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  const double diagonal = std::hypot(high.x - low.x, high.y - low.y, high.z - low.z);
  // The depth below a face of the hull is linear and not negative on a triangle of the mesh: three times that of the
  // centroid bounds it everywhere. So if all centroids are shallow, the whole surface is, and what lies deeper than
  // three times that is all inside or all outside the mesh; the volumes tell which.
  double depth = 0;
  const Model model = Model::build(hull);
  for (std::size_t i = 0; i < tool.mesh.triangles.size(); ++i) {
    const Triangle& t = tool.mesh.triangles[i];
    const Vec3 &a = tool.mesh.vertices[t[0]], &b = tool.mesh.vertices[t[1]], &c = tool.mesh.vertices[t[2]];
    const double d =
        closest_point(model, {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3}).distance;
    depth = std::max(depth, d);
    if (d > tolerance * diagonal) {
      tool.reason = "not convex: triangle " + std::to_string(i) + " lies " + detail::tools::number_text(d) +
                    " below the convex hull";
      return tool;
    }
  }
  const double inside = volume_of(tool.mesh), all = volume_of(hull);
  if (!(inside > 0.5 * all && inside < 1.5 * all)) {
    tool.reason = "not convex: the mesh winds about its inside more than once";
    return tool;
  }
  tool.convex = true;
  tool.excess = 3 * depth;
  tool.hull = std::move(hull);
  return tool;
}

}  // namespace graze::nc
