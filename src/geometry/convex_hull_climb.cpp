// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "geometry/convex_hull.h"
#include "geometry/exact_number.h"
#include "geometry/predicates.h"

namespace graze::detail {

int compare_along(const Vec3& d, const Vec3& p, const Vec3& q) {
  const double x = d.x * (p.x - q.x), y = d.y * (p.y - q.y), z = d.z * (p.z - q.z);
  const double value = x + y + z;
  // Each term is off by two roundings, the sum by two more of at most the sum of magnitudes; underflow by 2^-1073 each.
  const double bound = 0x1p-50 * (std::abs(x) + std::abs(y) + std::abs(z)) + 0x1p-1000;
  if (std::abs(value) > bound) return sign_of(value);  // false for NaN and infinite bounds
  const auto product = [](double s, double to, double from) {
    return ExactNumber(s) * (ExactNumber(to) - ExactNumber(from));
  };
  return (product(d.x, p.x, q.x) + product(d.y, p.y, q.y) + product(d.z, p.z, q.z)).sign();
}

std::uint32_t climb(const HullGraph& hull, const Vec3& d, std::uint32_t start, ClimbMarks& marks) {
  if (marks.seen.size() < hull.corners.size()) marks.seen.resize(hull.corners.size(), 0);
  std::uint32_t top = start;
  for (;;) {
    // Steepest first; on a plateau, all of it: a corner within a face may have no way up of its own.
    std::uint32_t best = top;
    bool level = false;
    const auto look = [&](std::uint32_t from) {
      for (std::uint32_t i = hull.first[from]; i < hull.first[from + 1]; ++i) {
        const std::uint32_t to = hull.neighbours[i];
        const int up = compare_along(d, hull.corners[to], hull.corners[best]);
        if (up > 0) best = to;
        level = level || (up == 0 && to != top);
      }
    };
    look(top);
    if (best != top) {
      top = best;
      continue;
    }
    if (!level) return top;
    if (++marks.stamp == 0) {
      std::fill(marks.seen.begin(), marks.seen.end(), 0);
      marks.stamp = 1;
    }
    marks.level.assign(1, top);
    marks.seen[top] = marks.stamp;
    for (std::size_t k = 0; k < marks.level.size() && best == top; ++k) {
      const std::uint32_t from = marks.level[k];
      look(from);
      for (std::uint32_t i = hull.first[from]; i < hull.first[from + 1] && best == top; ++i) {
        const std::uint32_t to = hull.neighbours[i];
        if (marks.seen[to] == marks.stamp || compare_along(d, hull.corners[to], hull.corners[top]) != 0) continue;
        marks.seen[to] = marks.stamp;
        marks.level.push_back(to);
      }
    }
    if (best == top) return top;
    top = best;
  }
}

}  // namespace graze::detail
