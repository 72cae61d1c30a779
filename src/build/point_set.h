// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::detail {

/// In units about a hierarchy's origin.
struct PointSet {
  std::vector<float> x[3];

  std::size_t size() const { return x[0].size(); }
  float square(std::size_t i, const float p[3]) const {
    const float d[3] = {x[0][i] - p[0], x[1][i] - p[1], x[2][i] - p[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  }
};

/// Points nearer to one of them than to its siblings; that one first.
using PointGroup = std::vector<std::uint32_t>;

/// All of them.
PointGroup whole(const PointSet& points);

/// Points of a group, each the farthest of it from those before, and for each those nearest to it. `out` holds
/// `count` of each coordinate, `parts` as many empty groups. Returns the sum of the points' distances from theirs.
double divide(const PointSet& points, const PointGroup& group, std::size_t count, float* out, PointGroup* parts);

}  // namespace graze::detail
