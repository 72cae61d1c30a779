// SPDX-License-Identifier: Apache-2.0
#include "volumes/piece_lanes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace graze::detail {
namespace {

/// The power of two at or below x, at least the least normal float.
float power_below(float x) {
  const std::uint32_t exponent = std::bit_cast<std::uint32_t>(x) & 0x7F800000u;
  return std::bit_cast<float>(std::max(exponent, 0x00800000u));
}

/// Points of the piece that are taken: all, or some at even distances.
struct Sample {
  std::size_t count, step = 1, unit = 1;
  Sample(std::size_t points, Sampling sampling) : count(points) {
    if (points <= PieceLanes::kPoints) return;
    unit = sampling == Sampling::triangles ? 3 : 1;
    const std::size_t units = points / unit, most = PieceLanes::kPoints / unit;
    step = (units + most - 1) / most;
    count = unit * ((units + step - 1) / step);
  }
  std::size_t index(std::size_t i) const { return i / unit * unit * step + i % unit; }
};

template <class Index>
void gather_lane(const Points& piece, std::size_t count, const Index& index, std::size_t lane, PieceLanes& out) {
  const float* from[3] = {piece.x, piece.y, piece.z};
  float most = 0;
  for (std::size_t x = 0; x < 3; ++x) {
    const float first = from[x][0];
    for (std::size_t i = 0; i < count; ++i) {
      const float d = from[x][index(i)] - first;
      out.at[x][i][lane] = d;
      most = std::max(most, std::abs(d));
    }
    for (std::size_t i = count; i < out.rows; ++i) out.at[x][i][lane] = 0;
    out.first[x][lane] = first;
  }
  out.unscale[lane] = power_below(most);
  out.points[lane] = static_cast<float>(count);
  out.whole[lane] = count == piece.count;
}

}  // namespace

void gather(const Points* pieces, std::size_t count, Sampling sampling, PieceLanes& out) {
  out.rows = 0;
  for (std::size_t i = 0; i < count; ++i) out.rows = std::max(out.rows, Sample(pieces[i].count, sampling).count);
  for (std::size_t lane = 0; lane < kFitLanes; ++lane) {
    const Points& piece = pieces[lane < count ? lane : 0];
    const Sample sample(piece.count, sampling);
    if (sample.count == piece.count) {
      gather_lane(
          piece, sample.count, [](std::size_t i) { return i; }, lane, out);
    } else {
      gather_lane(
          piece, sample.count, [&](std::size_t i) { return sample.index(i); }, lane, out);
    }
  }
  float scale[kFitLanes];
  for (std::size_t lane = 0; lane < kFitLanes; ++lane) scale[lane] = 1 / out.unscale[lane];
  for (auto& axis : out.at) {
    for (std::size_t i = 0; i < out.rows; ++i) {
      for (std::size_t lane = 0; lane < kFitLanes; ++lane) axis[i][lane] *= scale[lane];
    }
  }
}

Moments merge(const Moments* parts, std::size_t count) {
  Moments out;
  for (std::size_t i = 0; i < count; ++i) out.area += parts[i].area;
  if (!(out.area > 0)) return out;
  for (std::size_t i = 0; i < count; ++i) {
    const float weight = parts[i].area / out.area;
    for (std::size_t x = 0; x < 3; ++x) {
      out.mean[x] += weight * parts[i].mean[x];
      out.normal[x] += weight * parts[i].normal[x];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const float weight = parts[i].area / out.area;
    const float d[3] = {parts[i].mean[0] - out.mean[0], parts[i].mean[1] - out.mean[1], parts[i].mean[2] - out.mean[2]};
    constexpr std::size_t kPairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (std::size_t k = 0; k < 6; ++k) {
      out.covariance[k] += weight * (parts[i].covariance[k] + d[kPairs[k][0]] * d[kPairs[k][1]]);
    }
  }
  return out;
}

}  // namespace graze::detail
