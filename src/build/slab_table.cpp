// SPDX-License-Identifier: Apache-2.0
#include "build/slab_table.h"

#include <algorithm>

#include "base/parallel.h"
#include "build/pieces.h"
#include "geometry/vec.h"
#include "volumes/dop_directions.h"
#include "volumes/layout.h"

namespace graze::detail {

bool needs_slab_table(const BuildOptions& options) {
  if (options.building == Building::bottom_up) return false;
  // Exact volumes of k-DOPs at every centre would take hours: best and sampled weigh boxes.
  const bool weighs = (options.split == Split::min_sum || options.split == Split::min_max) &&
                      options.point != SplitPoint::best && options.point != SplitPoint::sampled;
  return options.split_axes == SplitAxes::all ||
         ((dop_directions(options.volume) > 0 || options.volume == Volume::custom) && weighs);
}

std::unique_ptr<const SlabTable> make_slab_table(const Pieces& pieces, const BuildOptions& options) {
  if (!needs_slab_table(options)) return nullptr;
  auto table = std::make_unique<SlabTable>();
  static_assert(SlabTable::kMost >= kMostDirections);
  const auto take = [&](const DirectionSet& set) {
    table->count = set.count();
    for (std::size_t i = 0; i < set.count(); ++i) {
      const Vec3& n = set.unit(i);
      const double unit[3] = {n.x, n.y, n.z};
      std::copy(unit, unit + 3, table->unit[i]);
    }
  };
  if (options.volume == Volume::custom) {
    take(DirectionSet(options.directions));
  } else {
    take(*DirectionSet::of(dop_directions(options.volume) > 0 ? options.volume : Volume::dop26));
  }
  table->extents.resize(pieces.size() * 2 * table->count);
  constexpr std::size_t kPiecesATask = 1024;
  parallel_for(std::size_t{0}, (pieces.size() + kPiecesATask - 1) / kPiecesATask, [&](std::size_t chunk) {
    for (std::size_t p = chunk * kPiecesATask; p < std::min(pieces.size(), (chunk + 1) * kPiecesATask); ++p) {
      float* out = table->extents.data() + p * 2 * table->count;
      const std::array<Vec3, 3>& c = pieces.corners[p];
      for (std::size_t i = 0; i < table->count; ++i) {
        const Vec3 n{table->unit[i][0], table->unit[i][1], table->unit[i][2]};
        const double x = dot(n, c[0]), y = dot(n, c[1]), z = dot(n, c[2]);
        out[2 * i] = static_cast<float>(std::min({x, y, z}));
        out[2 * i + 1] = static_cast<float>(std::max({x, y, z}));
      }
    }
  });
  return table;
}

}  // namespace graze::detail
