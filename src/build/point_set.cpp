// SPDX-License-Identifier: Apache-2.0
#include "build/point_set.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace graze::detail {
namespace {

/// Of points the nearest of those chosen so far. Squares of distances by their bits, in the order of which they are:
/// compilers make vectors of comparisons of integers, not of these of floats.
struct Nearest {
  std::vector<std::int32_t> square, owner;
  std::int32_t count = 0;

  explicit Nearest(std::size_t points) : square(points, std::bit_cast<std::int32_t>(1e30f)), owner(points, 0) {}

  /// One more. Returns the first of the points that are farthest from theirs.
  std::size_t add(const float* __restrict x, const float* __restrict y, const float* __restrict z, const float p[3]) {
    const float px = p[0], py = p[1], pz = p[2];
    const std::int32_t k = count++;
    std::int32_t* __restrict least = square.data();
    std::int32_t* __restrict whose = owner.data();
    std::int32_t most = -1;
    const std::size_t n = square.size();
    for (std::size_t i = 0; i < n; ++i) {
      const float dx = x[i] - px, dy = y[i] - py, dz = z[i] - pz;
      const auto found = std::bit_cast<std::int32_t>(dx * dx + dy * dy + dz * dz) & 0x7FFFFFFF;  // no sign of a NaN
      const std::int32_t nearer = -static_cast<std::int32_t>(found < least[i]);  // all bits or none: no branch
      whose[i] = (k & nearer) | (whose[i] & ~nearer);
      least[i] = (found & nearer) | (least[i] & ~nearer);
      most = std::max(most, least[i]);
    }
    return static_cast<std::size_t>(std::find(least, least + n, most) - least);
  }
};

}  // namespace

PointGroup whole(const PointSet& points) {
  PointGroup out(points.size());
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

double divide(const PointSet& points, const PointGroup& group, std::size_t count, float* out, PointGroup* parts) {
  std::vector<float> of[3];
  for (std::size_t x = 0; x < 3; ++x) {
    of[x].resize(group.size());
    for (std::size_t i = 0; i < group.size(); ++i) of[x][i] = points.x[x][group[i]];
  }
  Nearest nearest(group.size());
  PointGroup chosen(count);
  std::size_t farthest = 0;
  for (std::size_t k = 0; k < count; ++k) {
    chosen[k] = group[farthest];
    float p[3];
    for (std::size_t x = 0; x < 3; ++x) out[x * count + k] = p[x] = of[x][farthest];
    farthest = nearest.add(of[0].data(), of[1].data(), of[2].data(), p);
  }
  double sum = 0;
  for (std::size_t i = 0; i < group.size(); ++i) {
    parts[static_cast<std::size_t>(nearest.owner[i])].push_back(group[i]);
    sum += std::sqrt(static_cast<double>(std::bit_cast<float>(nearest.square[i])));
  }
  // Of points in one place a single one owns all: the others are given themselves.
  for (std::size_t k = 0; k < count; ++k) {
    if (parts[k].empty()) parts[k].push_back(chosen[k]);
    std::swap(parts[k].front(), *std::find(parts[k].begin(), parts[k].end(), chosen[k]));
  }
  return sum;
}

}  // namespace graze::detail
