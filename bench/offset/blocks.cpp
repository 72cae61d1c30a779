// SPDX-License-Identifier: Apache-2.0
#include "blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "solid/probe.h"

namespace graze::bench {
namespace {

using detail::Probed;

constexpr std::int32_t kSide = 8;
constexpr double kAll = std::numeric_limits<double>::infinity();

/// A cube of lattice points.
struct Cube {
  std::array<std::int32_t, 3> corner{};
  Probed centre;
};

class Filler {
 public:
  Filler(const SignedDistance& field, const Lattice& lattice, const NearLevel& near)
      : field_(field), lattice_(lattice), near_(near) {}

  /// The cubes of eight points a side that hold points within the band.
  std::vector<Cube> cubes() const {
    const Box& box = field_.box();
    const double reach = std::max(near_.level, 0.0) + (near_.band + 1) * lattice_.voxel;
    double farthest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double middle = detail::coordinate(lattice_.origin, axis);
      farthest = std::max({farthest, detail::coordinate(box.upper, axis) - middle + reach,
                           middle - detail::coordinate(box.lower, axis) + reach});
    }
    std::int32_t side = 2 * kSide;
    while (side / 2 * lattice_.voxel < farthest) side *= 2;
    std::vector<Cube> kept(1);
    kept[0].corner.fill(-side / 2);
    kept[0].centre = probe(kept[0].corner, side, nullptr);
    while (side > kSide) {
      side /= 2;
      std::vector<Cube> parts(8 * kept.size());
      detail::parallel_for(std::size_t{0}, kept.size(), [&](std::size_t i) {
        for (std::int32_t k = 0; k < 8; ++k) {
          Cube& part = parts[8 * i + static_cast<std::size_t>(k)];
          for (int axis = 0; axis < 3; ++axis) part.corner[axis] = kept[i].corner[axis] + (k >> axis & 1) * side;
          part.centre = probe(part.corner, side, &kept[i].centre);
        }
      });
      std::erase_if(parts, [&](const Cube& cube) { return !meets(cube.centre, side); });
      kept = std::move(parts);
    }
    return kept;
  }

  void fill(const Cube& cube, Block& block) const {
    block.corner = cube.corner;
    fill_part({0, 0, 0}, kSide, cube.centre, block);
  }

 private:
  /// Points of the block from `first` on; `centre` is their centre's. Cubes that do not meet the band get its sign.
  void fill_part(const std::array<std::int32_t, 3>& first, std::int32_t side, const Probed& centre,
                 Block& block) const {
    if (!meets(centre, side)) {
      const float value = std::copysign(static_cast<float>(near_.band), static_cast<float>(centre.value - near_.level));
      for (std::int32_t x = 0; x < side; ++x) {
        for (std::int32_t y = 0; y < side; ++y) {
          for (std::int32_t z = 0; z < side; ++z) block.value[place(first[0] + x, first[1] + y, first[2] + z)] = value;
        }
      }
      return;
    }
    if (side == 1) {
      block.value[place(first[0], first[1], first[2])] = stored(centre.value);
      return;
    }
    const std::int32_t half = side / 2;
    Probed last = centre;
    for (const int part : {0, 1, 3, 2, 6, 7, 5, 4}) {  // each beside the one before
      std::array<std::int32_t, 3> begin = first, corner = block.corner;
      for (int axis = 0; axis < 3; ++axis) {
        begin[axis] += (part >> axis & 1) * half;
        corner[axis] += begin[axis];
      }
      last = probe(corner, half, &last);
      fill_part(begin, half, last, block);
    }
  }

  static std::size_t place(std::int32_t x, std::int32_t y, std::int32_t z) {
    return static_cast<std::size_t>((x * kSide + y) * kSide + z);
  }

  /// At the centre of `side`³ points.
  Probed probe(const std::array<std::int32_t, 3>& corner, std::int32_t side, const Probed* near) const {
    const double half = 0.5 * (side - 1);
    const Vec3 index{corner[0] + half, corner[1] + half, corner[2] + half};
    Probed result;
    detail::Prober(field_.field()).below(lattice_.origin + lattice_.voxel * index, kAll, near, result);
    return result;
  }

  bool meets(const Probed& centre, std::int32_t side) const {
    const double radius = 0.5 * std::sqrt(3.0) * (side - 1);
    return std::abs(centre.value - near_.level) <= (radius + near_.band) * lattice_.voxel * (1 + 1e-12);
  }

  float stored(double value) const {
    return static_cast<float>(std::clamp((value - near_.level) / lattice_.voxel, -near_.band, near_.band));
  }

  const SignedDistance& field_;
  const Lattice& lattice_;
  const NearLevel& near_;
};

}  // namespace

std::vector<Block> fill_blocks(const SignedDistance& field, const Lattice& lattice, const NearLevel& near) {
  std::vector<Block> blocks;
  detail::with_threads(near.threads, [&] {
    const Filler filler(field, lattice, near);
    const std::vector<Cube> cubes = filler.cubes();
    blocks.resize(cubes.size());
    detail::parallel_for(std::size_t{0}, cubes.size(), [&](std::size_t i) { filler.fill(cubes[i], blocks[i]); });
  });
  return blocks;
}

}  // namespace graze::bench
