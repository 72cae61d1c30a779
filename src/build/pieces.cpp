// SPDX-License-Identifier: Apache-2.0
#include "build/pieces.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "base/tuning.h"
#include "build/fit_packets.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

struct Shape {
  double longest = 0;    // squared
  std::size_t edge = 0;  // the longest, from this corner to the next
  bool skinny = false;
};

Shape shape_of(const std::array<Vec3, 3>& c) {
  Shape shape;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 e = c[(i + 1) % 3] - c[i];
    const double squared = dot(e, e);
    if (squared > shape.longest) {
      shape.longest = squared;
      shape.edge = i;
    }
  }
  const Vec3 n = cross(c[1] - c[0], c[2] - c[0]);
  // length / height = length² / (2 area)
  shape.skinny = shape.longest > 0 && shape.longest >= tuning().skinny * norm(n);
  return shape;
}

struct Candidate {
  double longest;
  std::uint32_t piece;
  bool operator<(const Candidate& other) const {
    return longest != other.longest ? longest < other.longest : piece > other.piece;
  }
};

/// In the mesh's own frame, so that the cuts do not depend on how it is turned.
void cut_skinny(Pieces& pieces, std::size_t more) {
  std::priority_queue<Candidate> queue;
  const auto offer = [&](std::size_t i) {
    const Shape shape = shape_of(pieces.corners[i]);
    if (shape.skinny) queue.push({shape.longest, static_cast<std::uint32_t>(i)});
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) offer(i);
  for (; more > 0 && !queue.empty(); --more) {
    const std::uint32_t i = queue.top().piece;
    queue.pop();
    std::array<Vec3, 3> first = pieces.corners[i], second = first;
    const std::size_t from = shape_of(first).edge, to = (from + 1) % 3;
    const Vec3 middle = 0.5 * first[from] + 0.5 * first[to];
    first[to] = second[from] = middle;
    pieces.corners[i] = first;
    pieces.corners.push_back(second);
    pieces.owner.push_back(pieces.owner[i]);
    offer(i);
    offer(pieces.size() - 1);
  }
}

}  // namespace

Vec3 to_local(const Vec3& v, const Normalisation& frame, const double* turn) {
  const Vec3 d = (1 / frame.unit) * (v - frame.origin);
  if (turn == nullptr) return d;
  const auto row = [&](int i) { return turn[3 * i] * d.x + turn[3 * i + 1] * d.y + turn[3 * i + 2] * d.z; };
  return {row(0), row(1), row(2)};
}

Pieces make_pieces(const Mesh& mesh, const Normalisation& frame, const double* turn, double share) {
  Pieces pieces;
  const std::size_t n = mesh.triangles.size();
  pieces.corners.resize(n);
  pieces.owner.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    pieces.owner[i] = static_cast<std::uint32_t>(i);
    for (std::size_t k = 0; k < 3; ++k) {
      pieces.corners[i][k] = to_local(mesh.vertices[mesh.triangles[i][k]], frame, nullptr);
    }
  }
  cut_skinny(pieces, static_cast<std::size_t>(share * static_cast<double>(n)));
  if (turn != nullptr) {
    for (auto& corners : pieces.corners) {
      for (Vec3& c : corners) c = to_local(c, {}, turn);
    }
  }
  return pieces;
}

BulkVector<Primitive> primitives(const Pieces& pieces) {
  BulkVector<Primitive> out(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::array<Vec3, 3>& c = pieces.corners[i];
    const Vec3 low = min(min(c[0], c[1]), c[2]), high = max(max(c[0], c[1]), c[2]);
    out[i].triangle = static_cast<std::uint32_t>(i);
    out[i].reserved = 0;
    for (int axis = 0; axis < 3; ++axis) {
      constexpr double kUlp = 0x1p-23, kLeast = 1e-37;
      const double l = coordinate(low, axis), h = coordinate(high, axis);
      out[i].lower[axis] = static_cast<float>(l - kUlp * std::abs(l) - kLeast);
      out[i].upper[axis] = static_cast<float>(h + kUlp * std::abs(h) + kLeast);
    }
  }
  return out;
}

Leaves make_leaves(const Mesh& mesh, const Normalisation& frame, const double* turn, const Pieces& pieces,
                   const Topology& topology) {
  Leaves out;
  out.first_packet.assign(topology.nodes.size(), kNoNode);
  for (auto* coordinates : {&out.surface.x, &out.surface.y, &out.surface.z}) coordinates->resize(3 * pieces.size());
  for (std::size_t i = 0; i < topology.order.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& c = pieces.corners[topology.order[i]][k];
      out.surface.x[3 * i + k] = static_cast<float>(c.x);
      out.surface.y[3 * i + k] = static_cast<float>(c.y);
      out.surface.z[3 * i + k] = static_cast<float>(c.z);
    }
  }
  std::vector<std::uint32_t> members;
  for (std::size_t node = 0; node < topology.nodes.size(); ++node) {
    const BinaryNode& leaf = topology.nodes[node];
    if (!leaf.is_leaf()) continue;
    members.clear();
    for (std::uint32_t i = leaf.begin; i < leaf.end; ++i) members.push_back(pieces.owner[topology.order[i]]);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    const std::size_t first = out.packets.size(), packets = (members.size() + 3) / 4;
    out.first_packet[node] = static_cast<std::uint32_t>(first);
    out.packets.resize(first + packets);
    for (std::size_t p = 0; p < packets; ++p) {
      PacketCorners corners;
      const std::size_t count = std::min<std::size_t>(4, members.size() - 4 * p);
      for (std::size_t k = 0; k < 4; ++k) {
        const Triangle& triangle = mesh.triangles[members[4 * p + (k < count ? k : 0)]];
        for (std::size_t c = 0; c < 3; ++c) {
          const Vec3 v = to_local(mesh.vertices[triangle[c]], frame, turn);
          corners.at[c][0][k] = v.x;
          corners.at[c][1][k] = v.y;
          corners.at[c][2][k] = v.z;
        }
      }
      fit_packets(&corners, 1, &out.packets[first + p]);
      name_triangles(members.data() + 4 * p, count, out.packets[first + p]);
    }
    out.packets[first].packets = static_cast<std::uint16_t>(packets);
  }
  return out;
}

}  // namespace graze::detail
