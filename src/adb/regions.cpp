// SPDX-License-Identifier: Apache-2.0
#include "adb/regions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze::detail {
namespace {

/// Pyramids are numbered 2 · axis + (1 on the positive side).
int pyramid_of(int x, int y, int z) {
  const int c[3] = {2 * x - (kSide - 1), 2 * y - (kSide - 1), 2 * z - (kSide - 1)};
  const int far = std::max({std::abs(c[0]), std::abs(c[1]), std::abs(c[2])});
  int ties[3] = {}, count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::abs(c[axis]) == far) ties[count++] = axis;
  }
  int chosen = ties[0];
  if (count == 2) chosen = ties[(c[ties[0]] > 0) == (c[ties[1]] > 0) ? 0 : 1];
  if (count == 3) chosen = ((c[0] > 0 ? 1 : 0) + (c[1] > 0 ? 1 : 0) + (c[2] > 0 ? 1 : 0) + far) % 3;
  return 2 * chosen + (c[chosen] > 0 ? 1 : 0);
}

RegionTable make_table(AdbRegions regions) {
  RegionTable table;
  table.count = regions == AdbRegions::grid ? 8 : regions == AdbRegions::pyramids ? 6 : 1;
  for (int i = 0; i < kCells; ++i) {
    const int x = i % kSide, y = i / kSide % kSide, z = i / (kSide * kSide);
    constexpr int kMiddle = kSide / 2;
    const int region = regions == AdbRegions::grid
                           ? (x >= kMiddle ? 1 : 0) + (y >= kMiddle ? 2 : 0) + (z >= kMiddle ? 4 : 0)
                       : regions == AdbRegions::pyramids ? pyramid_of(x, y, z)
                                                         : 0;
    table.of_cell[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(region);
    ++table.cells[static_cast<std::size_t>(region)];
  }
  return table;
}

/// Of the pyramid {0 ≤ p ≤ 1, |q| ≤ p, |r| ≤ p}, 4/3 in all: the part in a box. Its section at p is a product of two
/// lengths, linear between corners: two points of Gauss are exact there.
double pyramid_part(double p0, double p1, double q0, double q1, double r0, double r1) {
  p0 = std::max(p0, 0.0);
  p1 = std::min(p1, 1.0);
  if (!(p1 > p0)) return 0;
  const auto length = [](double p, double low, double high) {
    return std::max(0.0, std::min(high, p) - std::max(low, -p));
  };
  double corners[6] = {p0, std::abs(q0), std::abs(q1), std::abs(r0), std::abs(r1), p1};
  for (double& c : corners) c = std::clamp(c, p0, p1);
  std::sort(std::begin(corners), std::end(corners));
  double sum = 0;
  for (int i = 0; i < 5; ++i) {
    const double middle = (corners[i] + corners[i + 1]) / 2, half = (corners[i + 1] - corners[i]) / 2;
    for (const double at : {middle - half / std::sqrt(3.0), middle + half / std::sqrt(3.0)}) {
      sum += half * length(at, q0, q1) * length(at, r0, r1);
    }
  }
  return sum;
}

}  // namespace

const RegionTable& region_table(AdbRegions regions) {
  static const RegionTable kTables[3] = {make_table(AdbRegions::none), make_table(AdbRegions::grid),
                                         make_table(AdbRegions::pyramids)};
  return kTables[static_cast<std::size_t>(regions)];
}

int cells_of(const AdbNode& node, AdbRegions regions) {
  if (regions == AdbRegions::none) return cells_of(node, regions, 0);
  int sum = 0;
  for (const std::uint8_t c : node.cells) sum += c;
  return sum;
}

void set_cells(AdbNode& node, AdbRegions regions, const std::array<int, kMaxRegions>& counts) {
  const RegionTable& table = region_table(regions);
  if (regions == AdbRegions::none) {
    const int count = std::min(counts[0], kCells);
    node.cells[0] = static_cast<std::uint8_t>(count % 256);
    node.cells[1] = static_cast<std::uint8_t>(count / 256);
    return;
  }
  for (std::size_t j = 0; j < kMaxRegions; ++j) {
    node.cells[j] = static_cast<std::uint8_t>(std::min(counts[j], table.cells[j]));
  }
}

std::array<double, kMaxRegions> region_shares(AdbRegions regions, const double (&low)[3], const double (&high)[3]) {
  std::array<double, kMaxRegions> shares = {};
  double l[3], h[3];
  for (int i = 0; i < 3; ++i) {
    l[i] = std::max(low[i], -1.0);
    h[i] = std::min(high[i], 1.0);
    if (!(h[i] > l[i])) return shares;
  }
  if (regions == AdbRegions::grid) {
    double part[3][2];  // lengths below and above the centre
    for (int i = 0; i < 3; ++i) {
      part[i][0] = std::max(0.0, std::min(h[i], 0.0) - l[i]);
      part[i][1] = std::max(0.0, h[i] - std::max(l[i], 0.0));
    }
    for (std::size_t j = 0; j < 8; ++j) shares[j] = part[0][j & 1] * part[1][j >> 1 & 1] * part[2][j >> 2];
  } else if (regions == AdbRegions::pyramids) {
    for (int axis = 0; axis < 3; ++axis) {
      const int q = (axis + 1) % 3, r = (axis + 2) % 3;
      const auto at = static_cast<std::size_t>(2 * axis);
      shares[at] = 0.75 * pyramid_part(-h[axis], -l[axis], l[q], h[q], l[r], h[r]);
      shares[at + 1] = 0.75 * pyramid_part(l[axis], h[axis], l[q], h[q], l[r], h[r]);
    }
  } else {
    shares[0] = (h[0] - l[0]) * (h[1] - l[1]) * (h[2] - l[2]) / 8;
  }
  return shares;
}

}  // namespace graze::detail
