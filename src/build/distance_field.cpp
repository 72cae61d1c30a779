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
  Builder(const Hierarchy& h, const SurfaceSamples& samples, DistanceField& out) : h_(h), samples_(samples), out_(out) {
    std::size_t stride = 1;
    for (int x = 0; x < 3; ++x) {
      stride_[x] = stride;
      stride *= static_cast<std::size_t>(out.cells[x]);
    }
    nearest_.assign(stride, kNone);
    square_.assign(stride, kReach * kReach * out.cell * out.cell);
  }

  /// To the cells of the samples and, where there is no coarser field, from neighbour to neighbour along one axis after
  /// the other, twice: nearly always the nearest. With one, only to the cells next to theirs: a third of the time.
  void spread_samples(bool everywhere) {
    const int about = everywhere ? 0 : 1;
    for (std::uint32_t i = 0; i < samples_.size(); ++i) {
      int low[3], high[3];
      for (int x = 0; x < 3; ++x) {
        const auto cell = static_cast<int>((samples_.x[x][i] - out_.lower[x]) / out_.cell);
        low[x] = std::clamp(cell - about, 0, out_.cells[x] - 1);
        high[x] = std::clamp(cell + about, 0, out_.cells[x] - 1);
      }
      for_cells(low, high, [&](const int at[3]) { offer(at, i); });
    }
    for (int round = 0; everywhere && round < 2; ++round) {
      for (int x = 0; x < 3; ++x) spread_along(x);
    }
  }

  /// For cells that know a sample: the smallest node about it that is no smaller than this.
  void write_patches() {
    // Cells. Small ones find hits soonest, large ones tell more when they find none: of 2 to 8, 3 is fastest on N.
    constexpr float kPatch = 3;
    const double least = static_cast<double>(kPatch * out_.cell);
    out_.patch.assign(nearest_.size(), kNoRef);
    for (std::size_t cell = 0; cell < nearest_.size(); ++cell) {
      if (nearest_[cell] != kNone) out_.patch[cell] = node_about(h_, samples_.slot[nearest_[cell]], least);
    }
  }

  /// Cells that know no sample are what the coarser field says of their centres.
  void write(const DistanceField* coarser) {
    out_.of_cell.resize(nearest_.size());
    const int low[3] = {0, 0, 0}, high[3] = {out_.cells[0] - 1, out_.cells[1] - 1, out_.cells[2] - 1};
    for_cells(low, high, [&](const int at[3]) {
      const std::size_t cell = index(at);
      out_.of_cell[cell] = nearest_[cell] != kNone ? entry(at) : coarser != nullptr ? copied(*coarser, at) : kFar;
    });
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  static constexpr std::uint32_t kFar = 127u << 24;  // and no gradient

  template <class Visit>
  static void for_cells(const int low[3], const int high[3], const Visit& visit) {
    for (int z = low[2]; z <= high[2]; ++z) {
      for (int y = low[1]; y <= high[1]; ++y) {
        for (int x = low[0]; x <= high[0]; ++x) {
          const int at[3] = {x, y, z};
          visit(at);
        }
      }
    }
  }

  std::size_t index(const int at[3]) const {
    std::size_t sum = 0;
    for (int x = 0; x < 3; ++x) sum += stride_[x] * static_cast<std::size_t>(at[x]);
    return sum;
  }

  void centre(const int at[3], float p[3]) const {
    for (int x = 0; x < 3; ++x) p[x] = out_.lower[x] + (static_cast<float>(at[x]) + 0.5f) * out_.cell;
  }

  void offer(const int at[3], std::uint32_t sample) {
    const std::size_t cell = index(at);
    if (sample == kNone || sample == nearest_[cell]) return;
    float p[3];
    centre(at, p);
    const float found = samples_.square(sample, p);
    if (!(found < square_[cell])) return;
    square_[cell] = found;
    nearest_[cell] = sample;
  }

  /// There and back on every line of cells.
  void spread_along(int x) {
    const int y = (x + 1) % 3, z = (x + 2) % 3, last = out_.cells[x] - 1;
    for (int plane = 0; plane < out_.cells[z]; ++plane) {
      for (int line = 0; line < out_.cells[y]; ++line) {
        int at[3];
        at[y] = line;
        at[z] = plane;
        at[x] = 0;
        const std::size_t first = index(at);
        for (int i = 1; i <= last; ++i) {
          at[x] = i;
          offer(at, nearest_[first + stride_[x] * static_cast<std::size_t>(i - 1)]);
        }
        for (int i = last; i-- > 0;) {
          at[x] = i;
          offer(at, nearest_[first + stride_[x] * static_cast<std::size_t>(i + 1)]);
        }
      }
    }
  }

  /// Near the surface of the sample's triangle, so that flat ones are at their true distance; farther away the sample.
  std::uint32_t entry(const int at[3]) const {
    constexpr float kNear = 3;  // cells; samples are about a quarter of one apart
    const std::size_t cell = index(at);
    const std::uint32_t sample = nearest_[cell];
    float p[3];
    centre(at, p);
    const bool near = square_[cell] < kNear * kNear * out_.cell * out_.cell;
    const Vec3 there = near ? nearest_of_triangle(sample, p) : from_sample(sample, p);
    const double distance = norm(there);
    return distance > 0 ? packed((-1 / distance) * there, distance / static_cast<double>(out_.cell)) : packed({}, 0);
  }

  std::uint32_t copied(const DistanceField& coarser, const int at[3]) const {
    float p[3];
    centre(at, p);
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
  std::size_t stride_[3];
  std::vector<std::uint32_t> nearest_;  // the sample known to a cell
  std::vector<float> square_;           // its squared distance
};

float cells_along(float side, float cell) { return std::max(1.0f, std::ceil(side / cell)); }

/// A smaller cell, while it is larger than wanted and there are not too many.
float finer(const float side[3], float cell, float wanted, float most) {
  constexpr float kStep = 0.95f;
  const auto count = [&](float c) {
    return cells_along(side[0], c) * cells_along(side[1], c) * cells_along(side[2], c);
  };
  while (cell > wanted && std::isfinite(1 / (kStep * cell)) && count(kStep * cell) <= most) cell *= kStep;
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
  float side[3], middle[3];
  for (int x = 0; x < 3; ++x) {
    const auto [low, high] = std::minmax_element(samples.x[x].begin(), samples.x[x].end());
    side[x] = *high - *low;
    middle[x] = *low + 0.5f * side[x];
  }
  const auto along = static_cast<float>(longest);
  out.cell = finer(side, std::max({side[0], side[1], side[2]}) / along, wanted, 0.5f * along * along * along);
  out.per_cell = 1 / out.cell;
  if (!std::isfinite(out.per_cell)) return out;
  for (int x = 0; x < 3; ++x) {
    out.cells[x] = static_cast<std::int32_t>(cells_along(side[x], out.cell));
    out.lower[x] = middle[x] - 0.5f * out.cell * static_cast<float>(out.cells[x]);
    out.shift[x] = -out.lower[x] * out.per_cell - 0.5f;
  }
  Builder builder(h, samples, out);
  builder.spread_samples(coarser == nullptr);
  builder.write(coarser);
  if (coarser != nullptr) builder.write_patches();
  return out;
}

}  // namespace graze::detail
