// SPDX-License-Identifier: Apache-2.0
#include "build/stats.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"
#include "build/slabs.h"
#include "volumes/fit.h"
#include "volumes/hybrid.h"

namespace graze::detail {
namespace {

/// Nodes summed by one task. Fixed, and the partial sums are added in order: the total does not depend on threads.
constexpr std::size_t kGrain = 256;

struct Sums {
  double volume = 0;
  std::size_t children = 0, spheres = 0, rounded = 0, boxes = 0;
};

Sums sums_of_range(const Hierarchy& h, std::size_t begin, std::size_t end) {
  Sums sums;
  std::vector<float> fields(h.layout.fields);
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      if (h.ref(i, lane) == kNoRef) continue;
      if (h.volume == Volume::custom) {
        sums.volume += measure_slabs(h, i * h.layout.lanes + lane);
      } else {
        for (std::size_t f = 0; f < h.layout.fields; ++f) fields[f] = h.node(i)[h.layout.at(f, lane)];
        sums.volume += measure(h.volume, fields.data());
      }
      if (i > 0) ++sums.children;
      if (h.volume != Volume::hybrid) continue;
      const HybridShape shape(fields.data());
      ++(shape.is_box() ? sums.boxes : shape.is_sphere() ? sums.spheres : sums.rounded);
    }
  }
  return sums;
}

Sums sums_of(const Hierarchy& h) {
  const std::size_t nodes = h.node_count();
  std::vector<Sums> parts((nodes + kGrain - 1) / kGrain);
  parallel_for(std::size_t{0}, parts.size(),
               [&](std::size_t i) { parts[i] = sums_of_range(h, i * kGrain, std::min(nodes, (i + 1) * kGrain)); });
  Sums total;
  for (const Sums& part : parts) {
    total.volume += part.volume;
    total.children += part.children;
    total.spheres += part.spheres;
    total.rounded += part.rounded;
    total.boxes += part.boxes;
  }
  return total;
}

}  // namespace

HierarchyStats stats_of(const Mesh& mesh, const Hierarchy& h) {
  HierarchyStats s;
  s.volume = h.volume;
  s.split = h.split;
  s.width = h.width;
  s.leaf_size = h.leaf_size;
  s.triangles = mesh.triangles.size();
  s.nodes = h.node_count() > 0 ? h.node_count() - 1 : 0;  // without the holder
  s.leaves = static_cast<std::size_t>(
      std::count_if(h.leaves.begin(), h.leaves.end(), [](const LeafPacket& p) { return p.packets > 0; }));
  for (const LeafPacket& packet : h.leaves) s.pieces += packet.count;
  s.height = h.height;
  const Sums sums = sums_of(h);
  s.spheres = sums.spheres;
  s.rounded_boxes = sums.rounded;
  s.boxes = sums.boxes;
  s.total_volume = sums.volume * h.unit * h.unit * h.unit;
  if (s.nodes > 0) s.child_fill = static_cast<double>(sums.children) / static_cast<double>(s.nodes) / h.width;
  if (!h.leaves.empty()) s.leaf_fill = static_cast<double>(s.pieces) / (4.0 * static_cast<double>(h.leaves.size()));
  s.node_bytes = (h.nodes.size() + h.slabs.size()) * sizeof(float) + h.node_slot.size() * sizeof(std::uint32_t) +
                 h.clearance.steps.size() + h.landmarks.bytes();
  for (const EntryGrid& grid : h.entries.grids) s.node_bytes += grid.cells.size() * sizeof(EntryGrid::Cell);
  s.leaf_bytes = h.leaves.size() * sizeof(LeafPacket);
  if (s.triangles > 0) {
    s.bytes_per_triangle = static_cast<double>(s.node_bytes + s.leaf_bytes) / static_cast<double>(s.triangles);
  }
  return s;
}

}  // namespace graze::detail
