// SPDX-License-Identifier: Apache-2.0
#include "build/surface_samples.h"

#include <cmath>

#include "build/hierarchy.h"

namespace graze::detail {
namespace {

struct Corner {
  double origin[3], edge[2][3];

  Corner(const LeafPacket& leaf, std::uint32_t t) {
    for (int x = 0; x < 3; ++x) {
      origin[x] = static_cast<double>(leaf.centre[x]) + leaf.v[0][x][t];
      for (int e = 0; e < 2; ++e) edge[e][x] = static_cast<double>(leaf.v[e + 1][x][t]) - leaf.v[0][x][t];
    }
  }
  double area() const {
    double square = 0;
    for (int x = 0; x < 3; ++x) {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      const double n = edge[0][y] * edge[1][z] - edge[0][z] * edge[1][y];
      square += n * n;
    }
    return 0.5 * std::sqrt(square);
  }
};

template <class Visit>
void for_triangles(const Hierarchy& h, const Visit& visit) {
  for (std::uint32_t i = 0, next = 0, slot = 0; i < h.leaves.size(); ++i) {
    if (i == next) {  // the first packet of a leaf
      slot = h.leaves[i].slot;
      next = i + h.leaves[i].packets;
    }
    for (std::uint32_t t = 0; t < h.leaves[i].count; ++t) visit(Corner(h.leaves[i], t), i, t, slot);
  }
}

double fraction(double x) { return x - std::floor(x); }

}  // namespace

/// A sample whenever another share of all area has gone by, at places that fill a triangle evenly; those of large
/// triangles begin with the corners, where contacts are likelier than within.
SurfaceSamples sample_surface(const Hierarchy& h, std::size_t count) {
  double total = 0;
  for_triangles(h, [&](const Corner& t, std::uint32_t, std::uint32_t, std::uint32_t) { total += t.area(); });
  SurfaceSamples out;
  if (!(total > 0) || !std::isfinite(total)) return out;
  out.area = total;
  for (auto& x : out.x) x.reserve(count);
  out.packet.reserve(count);
  out.in_packet.reserve(count);
  out.slot.reserve(count);
  const double share = total / static_cast<double>(count);
  double gone = 0;
  for_triangles(h, [&](const Corner& t, std::uint32_t packet, std::uint32_t in_packet, std::uint32_t slot) {
    gone += t.area();
    constexpr double kLarge = 4;  // samples
    int corner = t.area() >= kLarge * share ? 0 : 3;
    while (out.size() < count && (static_cast<double>(out.size()) + 0.5) * share < gone) {
      const auto i = static_cast<double>(out.size());
      double u = fraction(0.7548776662466927 * i),
             v = fraction(0.5698402909980532 * i);  // R2, a lattice of low discrepancy
      if (u + v > 1) u = 1 - u, v = 1 - v;
      if (corner < 3) {
        u = corner == 1 ? 1 : 0;
        v = corner == 2 ? 1 : 0;
        ++corner;
      }
      for (int x = 0; x < 3; ++x) {
        out.x[x].push_back(static_cast<float>(t.origin[x] + u * t.edge[0][x] + v * t.edge[1][x]));
      }
      out.packet.push_back(packet);
      out.in_packet.push_back(static_cast<std::uint8_t>(in_packet));
      out.slot.push_back(slot);
    }
  });
  return out;
}

}  // namespace graze::detail
