// SPDX-License-Identifier: Apache-2.0
#include "build/distance_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/point_triangle.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

constexpr float kReach = 7;  // cells: no entry can say more

/// How a cell's distance and gradient are written.
std::uint32_t packed(const Vec3& gradient, double cells) {
  const auto byte = [](double x, int shift) {
    const auto whole = static_cast<std::int32_t>(std::lround(std::clamp(x, -127.0, 127.0)));
    return static_cast<std::uint32_t>(whole & 0xFF) << shift;
  };
  return byte(127 * gradient.x, 0) | byte(127 * gradient.y, 8) | byte(127 * gradient.z, 16) |
         byte(DistanceField::kStepsPerCell * cells, 24);
}

class Builder {
 public:
  Builder(const Hierarchy& h, const SurfaceSamples& samples, DistanceField& out)
      : h_(h), samples_(samples), out_(out), cells_(out, samples, kReach * out.cell) {}

  /// To the cells of the samples and, where there is no coarser field, from neighbour to neighbour. With one, only to
  /// the cells next to theirs: a third of the time.
  void spread_samples(bool everywhere) {
    cells_.add_points(everywhere ? 0 : 1);
    if (everywhere) cells_.spread(2);
  }

  /// For cells that know a sample: the smallest node about it that is no smaller than this.
  void write_patches() {
    // Cells. Small ones find hits soonest, large ones tell more when they find none: of 2 to 8, 3 is fastest on N.
    constexpr float kPatch = 3;
    const double least = static_cast<double>(kPatch * out_.cell);
    out_.patch.assign(out_.count(), kNoRef);
    for (std::size_t cell = 0; cell < out_.count(); ++cell) {
      const std::uint32_t sample = cells_.nearest(cell);
      if (sample != NearestCells::kNone) out_.patch[cell] = node_about(h_, samples_.slot[sample], least);
    }
  }

  /// Cells that know no sample are what the coarser field says of their centres.
  void write(const DistanceField* coarser) {
    out_.of_cell.resize(out_.count());
    out_.for_cells([&](const int at[3]) {
      const bool known = cells_.nearest(out_.index(at)) != NearestCells::kNone;
      out_.of_cell[out_.index(at)] = known ? entry(at) : coarser != nullptr ? copied(*coarser, at) : kFar;
    });
  }

 private:
  static constexpr std::uint32_t kFar = 127u << 24;  // and no gradient

  /// Near the surface of the sample's triangle, so that flat ones are at their true distance; farther away the sample.
  std::uint32_t entry(const int at[3]) const {
    constexpr float kNear = 3;  // cells; samples are about a quarter of one apart
    const std::size_t cell = out_.index(at);
    const std::uint32_t sample = cells_.nearest(cell);
    float p[3];
    out_.centre(at, p);
    const bool near = cells_.square(cell) < kNear * kNear * out_.cell * out_.cell;
    const Vec3 there = near ? nearest_of_triangle(sample, p) : from_sample(sample, p);
    const double distance = norm(there);
    return distance > 0 ? packed((-1 / distance) * there, distance / static_cast<double>(out_.cell)) : packed({}, 0);
  }

  std::uint32_t copied(const DistanceField& coarser, const int at[3]) const {
    float p[3];
    out_.centre(at, p);
    std::size_t cell = 0;
    float from[3];
    for (int x = 3; x-- > 0;) {
      const float place = (p[x] - coarser.lower[x]) / coarser.cell;
      const int in = std::clamp(static_cast<int>(place), 0, coarser.cells[x] - 1);
      from[x] = place - static_cast<float>(in) - 0.5f;
      cell = cell * static_cast<std::size_t>(coarser.cells[x]) + static_cast<std::size_t>(in);
    }
    const std::uint32_t there = coarser.of_cell[cell];
    const auto byte = [there](int shift) { return static_cast<float>(static_cast<std::int8_t>(there >> shift)); };
    const float change = (byte(0) * from[0] + byte(8) * from[1] + byte(16) * from[2]) / 127;
    const float steps = (byte(24) + DistanceField::kStepsPerCell * change) * (coarser.cell / out_.cell);
    return (there & 0xFFFFFFu) | static_cast<std::uint32_t>(std::clamp(steps, 0.0f, 127.0f)) << 24;
  }

  Vec3 from_sample(std::uint32_t sample, const float p[3]) const {
    return {static_cast<double>(samples_.x[0][sample] - p[0]), static_cast<double>(samples_.x[1][sample] - p[1]),
            static_cast<double>(samples_.x[2][sample] - p[2])};
  }

  /// Both as seen from `p`.
  Vec3 nearest_of_triangle(std::uint32_t sample, const float p[3]) const {
    const LeafPacket& leaf = h_.leaves[samples_.packet[sample]];
    const std::size_t t = samples_.in_packet[sample];
    Corners corners;
    for (std::size_t k = 0; k < 3; ++k) {
      double c[3];
      for (std::size_t x = 0; x < 3; ++x) {
        c[x] = static_cast<double>(leaf.centre[x]) + leaf.v[k][x][t] - static_cast<double>(p[x]);
      }
      corners.v[k] = {c[0], c[1], c[2]};
    }
    return point_of(nearest_to_origin(corners), corners);
  }

  const Hierarchy& h_;
  const SurfaceSamples& samples_;
  DistanceField& out_;
  NearestCells cells_;
};

/// A smaller cell, while it is larger than wanted and there are not too many.
float finer(const float side[3], float cell, float wanted, float most) {
  constexpr float kStep = 0.95f;
  while (cell > wanted && std::isfinite(1 / (kStep * cell)) && cells_over(side, kStep * cell) <= most) cell *= kStep;
  return cell;
}

}  // namespace

Ref node_about(const Hierarchy& h, std::uint32_t slot, double diagonal) {
  const auto ref_in = [&](std::uint32_t s) { return h.ref(s / h.layout.lanes, s % h.layout.lanes); };
  const double octaves = 2 * (std::log2(diagonal) - h.size_exponent) + 63;
  while (size_code(ref_in(slot)) < octaves && slot >= h.layout.lanes) slot = h.node_slot[slot / h.layout.lanes];
  return ref_in(slot);
}

DistanceField make_distance_field(const Hierarchy& h, const SurfaceSamples& samples, int longest, float wanted,
                                  const DistanceField* coarser) {
  DistanceField out;
  float lower[3], side[3];
  for (int x = 0; x < 3; ++x) {
    const auto [low, high] = std::minmax_element(samples.x[x].begin(), samples.x[x].end());
    lower[x] = *low;
    side[x] = *high - *low;
  }
  const auto along = static_cast<float>(longest);
  const float cell = finer(side, std::max({side[0], side[1], side[2]}) / along, wanted, 0.5f * along * along * along);
  out.per_cell = 1 / cell;
  if (!std::isfinite(out.per_cell)) return out;
  static_cast<CubeGrid&>(out) = grid_over(lower, side, cell);
  for (int x = 0; x < 3; ++x) out.shift[x] = -out.lower[x] * out.per_cell - 0.5f;
  Builder builder(h, samples, out);
  builder.spread_samples(coarser == nullptr);
  builder.write(coarser);
  if (coarser != nullptr) builder.write_patches();
  return out;
}

}  // namespace graze::detail
