// SPDX-License-Identifier: Apache-2.0
#include "build/validate_packet.h"

#include "build/pieces.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

/// Fills `corners`; false where one lies beyond what the hierarchy says of the whole mesh.
bool take_corners(const Mesh& mesh, const Hierarchy& h, const LeafPacket& packet, PacketCorners& corners) {
  double radius = 0, largest = 0;
  Normalisation frame;
  frame.origin = h.origin;
  frame.unit = h.unit;
  const double* turn = is_turned(h) ? h.frame : nullptr;
  for (std::size_t k = 0; k < packet.count; ++k) {
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3& v = mesh.vertices[mesh.triangles[packet.id[k]][c]];
      double* p = corners.p[3 * k + c];
      const Vec3 local = to_local(v, frame, turn);
      for (int x = 0; x < 3; ++x) {
        p[x] = coordinate(local, x);
        corners.bounds.lower[x] = std::min(corners.bounds.lower[x], p[x]);
        corners.bounds.upper[x] = std::max(corners.bounds.upper[x], p[x]);
      }
      radius = std::max(radius, p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      largest = std::max(largest, max_abs(v));
    }
  }
  return std::sqrt(radius) <= h.radius && largest <= h.max_coordinate;
}

/// Whether the floats are the corners, about the packet's centre, rounded to nearest.
bool has_corners(const LeafPacket& packet, const PacketCorners& corners) {
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t from = k < packet.count ? k : 0;
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t x = 0; x < 3; ++x) {
        if (!(packet.v[c][x][k] == static_cast<float>(corners.p[3 * from + c][x] - packet.centre[x]))) return false;
      }
    }
  }
  return true;
}

/// Whether radius and edge bound what they are said to bound.
bool has_bounds(const LeafPacket& packet, const PacketCorners& corners) {
  double radius = 0, edge = 0;
  for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(packet.count); ++i) {
    const double* p = corners.p[i];
    const double* q = corners.p[i % 3 == 2 ? i - 2 : i + 1];
    double r = 0, e = 0;
    for (std::size_t x = 0; x < 3; ++x) {
      r += (p[x] - packet.centre[x]) * (p[x] - packet.centre[x]);
      e += (q[x] - p[x]) * (q[x] - p[x]);
    }
    radius = std::max(radius, r);
    edge = std::max(edge, e);
  }
  return packet.radius >= std::sqrt(radius) && packet.edge >= std::sqrt(edge) && std::isfinite(packet.radius) &&
         std::isfinite(packet.edge);
}

}  // namespace

std::string check_packet(const Mesh& mesh, const Hierarchy& h, std::size_t index, PacketCorners& corners) {
  const LeafPacket& packet = h.leaves[index];
  const auto bad = [&](const char* what) { return "leaf packet " + std::to_string(index) + ": " + what; };
  for (std::size_t k = packet.count; k < 4; ++k) {
    if (packet.id[k] != kNoRef) return bad("an empty lane names a triangle");
  }
  if (packet.reserved != 0) return bad("a reserved field is not zero");
  for (const float c : packet.centre) {
    if (!(std::abs(c) <= 2 * h.radius)) return bad("its centre is out of range");
  }
  if (!take_corners(mesh, h, packet, corners)) return bad("it reaches beyond the hierarchy's radius");
  if (!has_corners(packet, corners)) return bad("its corners differ from the mesh");
  if (!has_bounds(packet, corners)) return bad("its radius or longest edge is too small");
  return {};
}

}  // namespace graze::detail
