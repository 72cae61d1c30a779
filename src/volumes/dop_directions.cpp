// SPDX-License-Identifier: Apache-2.0
#include "volumes/dop_directions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "geometry/convex_hull.h"
#include "geometry/vec.h"
#include "graze/error.h"

namespace graze::detail {
namespace {

/// Sine of the least angle between two directions, and the least distance from the origin of a facet of their hull.
/// Rounding in double then stays below 1e-10 of a model's size, and the pad of a query (5e-6) covers it many times.
constexpr double kLeastSine = 1e-4, kLeastDepth = 1e-3;

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::invalid_option, what); }

std::string text(const Vec3& v) {
  const auto number = [](double x) {  // six digits: std::to_string writes 309 of the largest numbers
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.begin(), digits.end(), x, std::chars_format::general, 6).ptr;
    return std::string(digits.begin(), end);
  };
  return "(" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + ")";
}

std::vector<Vec3> standard(bool axes, bool corners, bool edges) {
  std::vector<Vec3> out;
  if (axes) out.insert(out.end(), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  if (corners) out.insert(out.end(), {{1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {1, -1, -1}});
  if (edges) out.insert(out.end(), {{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}});
  return out;
}

}  // namespace

DirectionSet::DirectionSet(std::span<const Vec3> directions) : given_(directions.begin(), directions.end()) {
  if (given_.size() < 3 || given_.size() > kMostDirections) {
    refuse("volume custom needs 3 to 32 directions, not " + std::to_string(given_.size()));
  }
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const std::string which = "direction " + std::to_string(i);
    if (!is_finite(given_[i])) refuse(which + " is not finite");
    const double largest = max_abs(given_[i]);
    if (largest == 0) refuse(which + " is zero");
    int exponent = 0;
    std::frexp(largest, &exponent);  // so that no square overflows or vanishes
    const Vec3 scaled{std::ldexp(given_[i].x, -exponent), std::ldexp(given_[i].y, -exponent),
                      std::ldexp(given_[i].z, -exponent)};
    unit_.push_back((1 / norm(scaled)) * scaled);
    for (std::size_t j = 0; j < i; ++j) {
      if (norm(cross(unit_[i], unit_[j])) < kLeastSine) {
        refuse(which + " " + text(given_[i]) + " is parallel to direction " + std::to_string(j) + " " +
               text(given_[j]));
      }
    }
  }
  find_cones();
  find_spread();
}

void DirectionSet::find_cones() {
  std::vector<Vec3> points;
  for (const Vec3& n : unit_) points.insert(points.end(), {n, -n});
  const HullGraph hull = convex_hull(points);
  const auto refuse_flat = [] { refuse("the directions of volume custom do not span space"); };
  if (hull.facets.empty()) refuse_flat();
  const auto find = [this](const Vec3& p, double& sign) {
    for (std::size_t i = 0; i < unit_.size(); ++i) {
      if (unit_[i] == p || -unit_[i] == p) {
        sign = unit_[i] == p ? 1 : -1;
        return i;
      }
    }
    return unit_.size();
  };
  for (const auto& facet : hull.facets) {
    const Vec3 p[3] = {hull.corners[facet[0]], hull.corners[facet[1]], hull.corners[facet[2]]};
    const Vec3 across = cross(p[1] - p[0], p[2] - p[0]);
    const double det = dot(across, p[0]);
    if (!(det > kLeastDepth * norm(across))) refuse_flat();
    Cone cone;
    cone.normal = (1 / det) * across;
    for (std::size_t i = 0; i < 3; ++i) {
      double sign = 1;
      cone.index[i] = find(p[i], sign);
      // The plane through the other two corners and the origin, scaled to 1 at this corner.
      cone.dual[i] = (sign / det) * cross(p[(i + 1) % 3], p[(i + 2) % 3]);
    }
    cones_.push_back(cone);
  }
}

void DirectionSet::find_spread() {
  spread_.push_back(0);
  while (spread_.size() < unit_.size()) {
    std::size_t best = 0;
    double least = 2;
    for (std::size_t i = 0; i < unit_.size(); ++i) {
      if (std::find(spread_.begin(), spread_.end(), i) != spread_.end()) continue;
      double nearest = 0;
      for (const std::uint8_t j : spread_) nearest = std::max(nearest, std::abs(dot(unit_[i], unit_[j])));
      if (nearest < least - 1e-12) {
        least = nearest;
        best = i;
      }
    }
    spread_.push_back(static_cast<std::uint8_t>(best));
  }
}

DirectionSet::Combination DirectionSet::combine(const Vec3& v) const {
  // The ray along v leaves through the facet whose plane it meets first; of facets in one plane, or when it leaves
  // through an edge, through the one that needs the least coefficients.
  double most = 0;
  for (const Cone& cone : cones_) most = std::max(most, dot(cone.normal, v));
  Combination best{};
  double least = HUGE_VAL;
  for (const Cone& cone : cones_) {
    if (dot(cone.normal, v) < most * (1 - 1e-9)) continue;
    const std::array<double, 3> c = {dot(cone.dual[0], v), dot(cone.dual[1], v), dot(cone.dual[2], v)};
    if (const double sum = std::abs(c[0]) + std::abs(c[1]) + std::abs(c[2]); sum < least) {
      least = sum;
      best = {cone.index, c};
    }
  }
  return best;
}

const DirectionSet* DirectionSet::of(Volume volume) {
  switch (volume) {
    case Volume::aabb: {
      static const DirectionSet set(standard(true, false, false));
      return &set;
    }
    case Volume::dop8: {
      static const DirectionSet set(standard(false, true, false));
      return &set;
    }
    case Volume::dop12: {
      static const DirectionSet set(standard(false, false, true));
      return &set;
    }
    case Volume::dop14: {
      static const DirectionSet set(standard(true, true, false));
      return &set;
    }
    case Volume::dop18: {
      static const DirectionSet set(standard(true, false, true));
      return &set;
    }
    case Volume::dop20: {
      static const DirectionSet set(standard(false, true, true));
      return &set;
    }
    case Volume::dop26: {
      static const DirectionSet set(standard(true, true, true));
      return &set;
    }
    default:
      return nullptr;
  }
}

}  // namespace graze::detail
