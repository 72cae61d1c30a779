// SPDX-License-Identifier: Apache-2.0
// Families of triangle pairs, from harmless to hostile.
#pragma once

#include <cmath>
#include <utility>

#include "geometry/exact.h"
#include "geometry/triangle_triangle.h"
#include "geometry/vec.h"

namespace graze::test {

using Pair = std::pair<detail::Corners, detail::Corners>;
using PairMaker = Pair (*)(Random&);

inline Pair random_pair(Random& random) {
  Pair pair;
  for (Vec3& v : pair.first.v) v = random.point();
  for (Vec3& v : pair.second.v) v = random.point();
  return pair;
}

/// Small integers: masses of coplanar, touching and degenerate pairs.
inline Pair grid_pair(Random& random) {
  const int n = 1 + random.below(3);
  Pair pair;
  for (Vec3& v : pair.first.v) v = random.grid(n);
  for (Vec3& v : pair.second.v) v = random.grid(n);
  if (random.below(3) == 0) {  // in one plane
    for (Vec3& v : pair.first.v) v.z = v.x - v.y;
    for (Vec3& v : pair.second.v) v.z = v.x - v.y;
  }
  return pair;
}

/// A point that has something to do with the triangle: a corner, on an edge, in the plane, or moved off it by ulps.
inline Vec3 related_point(Random& random, const detail::Corners& t) {
  const int i = random.below(3);
  const Vec3 &p = t.v[i], &q = t.v[(i + 1) % 3], &r = t.v[(i + 2) % 3];
  switch (random.below(8)) {
    case 0:
      return p;
    case 1:
      return 0.5 * p + 0.5 * q;
    case 2:
      return 2.0 * p - q;
    case 3:
      return 0.25 * p + (0.25 * q + 0.5 * r);
    case 4:
      return (p + q) - r;
    case 5: {
      const double s = random.unit(), u = random.unit();
      return p + (s * (q - p) + u * (r - p));
    }
    case 6:
      return random.nudge(0.5 * p + 0.5 * q, 2);
    default:
      return random.point();
  }
}

/// The second triangle shares corners, edges, the plane with the first, exactly or but for roundings.
inline Pair related_pair(Random& random) {
  Pair pair;
  const bool grid = random.below(2) == 0;
  for (Vec3& v : pair.first.v) v = grid ? random.grid(4) : random.point();
  if (random.below(10) == 0) pair.first.v[2] = related_point(random, pair.first);
  for (Vec3& v : pair.second.v) v = related_point(random, pair.first);
  return pair;
}

/// Length to width 1 : 1e6, in random directions.
inline Pair sliver_pair(Random& random) {
  Pair pair;
  for (detail::Corners* t : {&pair.first, &pair.second}) {
    const Vec3 middle = 0.2 * random.point(), along = random.point(), across = random.point();
    t->v[0] = middle - along;
    t->v[1] = middle + along;
    t->v[2] = random.below(2) ? middle + 1e-6 * across : middle + (along + 1e-6 * across);
  }
  if (random.below(3) == 0) pair.second.v[random.below(3)] = related_point(random, pair.first);
  return pair;
}

/// Sizes from 1e-9 to 1e9; offsets up to 1e9.
inline Pair scaled_pair(Random& random) {
  Pair pair = random.below(2) ? related_pair(random) : random_pair(random);
  const double size = std::pow(10.0, random.below(19) - 9);
  const double offset = random.below(2) ? size * std::pow(10.0, random.below(5)) : 0;
  const Vec3 shift = offset * random.point();
  const bool mixed = random.below(4) == 0;
  for (Vec3& v : pair.first.v) v = (size * v) + shift;
  for (Vec3& v : pair.second.v) v = ((mixed ? 1e-3 * size : size) * v) + shift;
  return pair;
}

/// Denormals, the largest doubles, and both at once.
inline Pair extreme_pair(Random& random) {
  Pair pair = random.below(2) ? related_pair(random) : grid_pair(random);
  const int kind = random.below(4);
  const double first = kind == 0 ? 0x1p-1074 : kind == 1 ? 0x1p-1022 : 0x1p1020;
  const double second = kind == 3 ? 0x1p-1040 : first;
  for (Vec3& v : pair.first.v) v = first * v;
  for (Vec3& v : pair.second.v) v = second * v;
  return pair;
}

}  // namespace graze::test
