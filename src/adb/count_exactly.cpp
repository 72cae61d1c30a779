// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "adb/cells.h"
#include "adb/count.h"
#include "adb/regions.h"
#include "base/parallel.h"

namespace graze::detail {

void count_exactly(const Mesh& mesh, AdbRegions regions, double theta, Skeleton& skeleton, AdbCells* cells) {
  // Nodes of one task: enough to add up cells seldom, few enough to spread those near the root, which hold the most
  // triangles.
  constexpr std::size_t kGrain = 64;
  const RegionTable& table = region_table(regions);
  const std::size_t nodes = skeleton.nodes.size(), tasks = (nodes + kGrain - 1) / kGrain;
  std::vector<AdbCells> parts(cells != nullptr ? tasks : 0);
  parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    CellAreas areas;
    for (std::size_t i = task * kGrain; i < std::min(nodes, (task + 1) * kGrain); ++i) {
      AdbNode& node = skeleton.nodes[i];
      const CellGrid grid(node);
      areas.fill(0);
      for (const std::uint32_t t : skeleton.triangles(i)) {
        add_fragments(grid, corners_of(mesh, t, skeleton.origin), areas);
      }
      const double enough = theta * max_area(grid.cell);
      std::array<int, kMaxRegions> counts = {};
      for (std::size_t c = 0; c < kCells; ++c) {
        if (areas[c] < enough) continue;
        ++counts[table.of_cell[c]];
        if (cells != nullptr) ++parts[task].nodes_of_cell[c];
      }
      set_cells(node, regions, counts);
      if (cells != nullptr) ++parts[task].nodes_of_count[static_cast<std::size_t>(cells_of(node, regions))];
    }
  });
  if (cells == nullptr) return;
  *cells = {};
  for (const AdbCells& part : parts) {
    for (std::size_t i = 0; i < cells->nodes_of_cell.size(); ++i) cells->nodes_of_cell[i] += part.nodes_of_cell[i];
    for (std::size_t i = 0; i < cells->nodes_of_count.size(); ++i) cells->nodes_of_count[i] += part.nodes_of_count[i];
  }
}

}  // namespace graze::detail
