// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "graze/error.h"
#include "nc/check/orient_part.h"
#include "nc/check/part_data.h"

namespace graze::nc {
namespace {

using graze::detail::cross, graze::detail::dot, graze::detail::norm;

Model with_boxes(Mesh mesh) {
  BuildOptions options;
  options.volume = Volume::aabb;
  options.width = 8;
  return Model::build(std::move(mesh), options);
}

Box box_of(const Mesh& mesh) {
  const double most = std::numeric_limits<double>::infinity();
  Box box{{most, most, most}, {-most, -most, -most}};
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) {
      box.lower = graze::detail::min(box.lower, mesh.vertices[v]);
      box.upper = graze::detail::max(box.upper, mesh.vertices[v]);
    }
  }
  return box;
}

std::vector<detail::TrianglePacket> packets_of(const Model& model) {
  const auto& leaves = model.hierarchy().leaves;
  std::vector<detail::TrianglePacket> packets(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const Triangle& t = model.mesh().triangles[leaves[i].id[lane < leaves[i].count ? lane : 0]];
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& v = model.mesh().vertices[t[k]];
        packets[i].v[k][0][lane] = v.x;
        packets[i].v[k][1][lane] = v.y;
        packets[i].v[k][2][lane] = v.z;
      }
    }
  }
  return packets;
}

detail::PacketPlanes planes_of(const detail::TrianglePacket& packet) {
  detail::PacketPlanes out;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    graze::detail::Corners c;
    for (std::size_t k = 0; k < 3; ++k) c.v[k] = {packet.v[k][0][lane], packet.v[k][1][lane], packet.v[k][2][lane]};
    const Vec3 e = c.v[1] - c.v[0], f = c.v[2] - c.v[1], g = c.v[0] - c.v[2];
    const double longest = std::max({dot(e, e), dot(f, f), dot(g, g)});
    Vec3 n = cross(e, f);
    const double area = norm(n);
    const bool flat = area > detail::kThin * longest;
    // A normal is off by the rounding of a product of edges, over the area.
    out.thick[lane] = std::sqrt(longest) * (flat ? 0x1p-50 * longest / area : detail::kThin);
    n = flat ? ((1 - 0x1p-50) / area) * n : Vec3{};
    const double levels[3] = {dot(n, c.v[0]), dot(n, c.v[1]), dot(n, c.v[2])};
    out.normal[0][lane] = n.x;
    out.normal[1][lane] = n.y;
    out.normal[2][lane] = n.z;
    out.low[lane] = std::min({levels[0], levels[1], levels[2]});
    out.high[lane] = std::max({levels[0], levels[1], levels[2]});
    out.steep[lane] = std::sqrt(n.x * n.x + n.y * n.y);
  }
  return out;
}

}  // namespace

CheckedPart::CheckedPart(const Model& model, Surface surface, Facing facing) {
  if (model.mesh().triangles.empty()) throw Error(ErrorCode::not_solid, "no triangles");
  Mesh mesh = model.mesh();
  detail::OrientedPart oriented;
  if (facing == Facing::outward) oriented = detail::orient_part(mesh);
  if (surface == Surface::automatic) {
    const bool solid = facing == Facing::outward ? oriented.solid : inspect_solid(mesh).solid;
    surface = solid ? Surface::closed : Surface::open;
  }
  const Box box = box_of(mesh);
  const double up = detail::looks_up(mesh);
  const bool below = surface == Surface::closed || up > 0, terrain = surface == Surface::open && up > 1 - 1e-12;
  auto data = std::make_shared<detail::PartData>(detail::PartData{with_boxes(mesh),
                                                                  surface,
                                                                  std::nullopt,
                                                                  {},
                                                                  {},
                                                                  box,
                                                                  detail::Heights(mesh, box),
                                                                  detail::Sides(mesh),
                                                                  0,
                                                                  below,
                                                                  terrain,
                                                                  oriented.turned});
  if (data->surface == Surface::closed) data->solid.emplace(data->model, Sign::closed);
  data->packets = packets_of(data->model);
  data->planes.resize(data->packets.size());
  std::transform(data->packets.begin(), data->packets.end(), data->planes.begin(), planes_of);
  data->fine = 1e-3 * graze::detail::norm(box.upper - box.lower);
  data_ = std::move(data);
}

std::size_t CheckedPart::turned() const { return data_->turned; }

Surface CheckedPart::surface() const { return data_->surface; }

std::string_view name(Surface surface) {
  switch (surface) {
    case Surface::automatic:
      return "automatic";
    case Surface::closed:
      return "closed";
    default:
      return "open";
  }
}

}  // namespace graze::nc
