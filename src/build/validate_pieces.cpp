// SPDX-License-Identifier: Apache-2.0
#include "build/validate_pieces.h"

#include <string>
#include <vector>

#include "build/pieces.h"
#include "build/validate_packet.h"
#include "graze/error.h"
#include "volumes/contains.h"

namespace graze::detail {
namespace {

/// The volumes above a packet, its leaf's first.
std::vector<std::array<float, kMaxFields>> volumes_above(const Hierarchy& h, std::size_t packet) {
  while (h.leaves[packet].packets == 0) --packet;
  std::vector<std::array<float, kMaxFields>> above;
  for (std::size_t slot = h.leaves[packet].slot;; slot = h.node_slot[slot / h.layout.lanes]) {
    gather(h, slot, above.emplace_back().data());
    if (slot < h.layout.lanes) return above;
  }
}

}  // namespace

void check_pieces(const Mesh& mesh, const Hierarchy& h) {
  Normalisation frame;
  frame.origin = h.origin;
  frame.unit = h.unit;
  const Pieces pieces = make_pieces(mesh, frame, is_turned(h) ? h.frame : nullptr, h.subdivide);
  std::vector<std::uint32_t> next(pieces.size(), kNoNode), last(mesh.triangles.size());
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) last[i] = i;
  for (auto i = static_cast<std::uint32_t>(mesh.triangles.size()); i < pieces.size(); ++i) {
    next[last[pieces.owner[i]]] = i;
    last[pieces.owner[i]] = i;
  }
  std::vector<std::uint8_t> held(pieces.size(), 0);
  for (std::size_t p = 0; p < h.leaves.size(); ++p) {
    const LeafPacket& packet = h.leaves[p];
    const auto above = volumes_above(h, p);
    for (std::size_t k = 0; k < packet.count; ++k) {
      for (std::uint32_t piece = packet.id[k]; piece != kNoNode; piece = next[piece]) {
        bool inside = true;
        for (const Vec3& c : pieces.corners[piece]) {
          const double point[3] = {c.x, c.y, c.z};
          for (std::size_t i = 0; i < above.size() && inside; ++i) {
            inside = contains(h.volume, above[i].data(), point, 0);
          }
        }
        if (inside) held[piece] = 1;
      }
    }
  }
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] != 0) continue;
    throw Error(ErrorCode::corrupt_model,
                "a part of triangle " + std::to_string(pieces.owner[i]) + " is in no leaf that holds it");
  }
}

}  // namespace graze::detail
