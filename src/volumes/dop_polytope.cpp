// SPDX-License-Identifier: Apache-2.0
// As polyhedron.cpp, for any number of faces: a corner is inside or outside once for all faces around it, so that what
// is left of them and the caps chained from their new edges close up again.
#include "volumes/dop_polytope.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/vec.h"

namespace graze::detail {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

}  // namespace

void DopPolytope::build(const DirectionSet& set, std::span<const double> lower, std::span<const double> upper) {
  // A box to begin with: the bounds that duality gives along the axes, and a little more, as they were rounded.
  double low[3], high[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Vec3 d{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    const DirectionSet::Combination combination = set.combine(d);
    double centre = 0, half = 0, size = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t k = combination.index[i];
      centre += combination.c[i] * 0.5 * (upper[k] + lower[k]);
      half += std::abs(combination.c[i]) * 0.5 * (upper[k] - lower[k]);
      size += std::abs(combination.c[i]) * std::max(std::abs(lower[k]), std::abs(upper[k]));
    }
    low[axis] = centre - half - 1e-12 * size;
    high[axis] = centre + half + 1e-12 * size;
  }
  corners_.clear();
  for (unsigned i = 0; i < 8; ++i) {
    corners_.push_back(
        {(i & 1) != 0 ? high[0] : low[0], (i & 2) != 0 ? high[1] : low[1], (i & 4) != 0 ? high[2] : low[2]});
  }
  faces_ = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (std::size_t i = 0; i < set.count(); ++i) {
    cut(set.unit(i), upper[i]);
    cut(-set.unit(i), -lower[i]);
  }
}

DopPolytope::Index DopPolytope::crossing(Index inside, Index outside) {
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    if (crossings_[i].inside == inside && crossings_[i].outside == outside) return static_cast<Index>(i);
  }
  const double s = above_[inside] / (above_[inside] - above_[outside]);
  const auto point = static_cast<Index>(corners_.size());
  corners_.push_back(corners_[inside] + s * (corners_[outside] - corners_[inside]));
  crossings_.push_back({inside, outside, point, kNone});
  return static_cast<Index>(crossings_.size() - 1);
}

/// What is left of a face. Where its loop leaves and enters again, the cap runs along the gap the other way.
void DopPolytope::clip(const std::vector<Index>& loop, std::vector<Index>& out) {
  out.clear();
  Index first_entry = kNone, last_exit = kNone;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Index a = loop[i], b = loop[i + 1 < loop.size() ? i + 1 : 0];
    const bool a_inside = above_[a] <= 0, b_inside = above_[b] <= 0;
    if (a_inside) out.push_back(a);
    if (a_inside == b_inside) continue;
    const Index at = a_inside ? crossing(a, b) : crossing(b, a);
    out.push_back(crossings_[at].point);
    if (a_inside) {
      last_exit = at;
    } else if (last_exit == kNone) {
      first_entry = at;
    } else {
      crossings_[at].next = last_exit;
      last_exit = kNone;
    }
  }
  if (first_entry != kNone) crossings_[first_entry].next = last_exit;
}

void DopPolytope::add_caps() {
  std::vector<bool> taken(crossings_.size(), false);
  for (std::size_t start = 0; start < crossings_.size(); ++start) {
    std::vector<Index> cap;
    for (std::size_t i = start; i != kNone && !taken[i]; i = crossings_[i].next) {
      taken[i] = true;
      cap.push_back(crossings_[i].point);
    }
    if (cap.size() >= 3) faces_.push_back(std::move(cap));
  }
}

void DopPolytope::cut(const Vec3& n, double limit) {
  const std::size_t before = corners_.size();
  above_.resize(before);
  bool any = false;
  for (std::size_t i = 0; i < before; ++i) {
    above_[i] = dot(n, corners_[i]) - limit;
    any = any || above_[i] > 0;
  }
  if (!any) return;
  crossings_.clear();
  std::vector<Index> clipped;
  std::size_t kept = 0;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    clip(faces_[f], clipped);
    if (clipped.size() >= 3) faces_[kept++] = clipped;
  }
  faces_.resize(kept);
  add_caps();
  for (std::size_t i = before; i < corners_.size(); ++i) above_.push_back(0);
  compact();
}

/// Drops the corners that were cut off.
void DopPolytope::compact() {
  std::vector<Index> number(corners_.size(), kNone);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    if (above_[i] > 0) continue;
    number[i] = static_cast<Index>(kept);
    corners_[kept++] = corners_[i];
  }
  corners_.resize(kept);
  for (std::vector<Index>& face : faces_) {
    for (Index& i : face) i = number[i];
  }
}

double DopPolytope::volume() const {
  double sum = 0;
  for (const std::vector<Index>& face : faces_) {
    const Vec3 first = corners_[face[0]] - corners_[0];
    for (std::size_t i = 2; i < face.size(); ++i) {
      sum += dot(first, cross(corners_[face[i - 1]] - corners_[0], corners_[face[i]] - corners_[0]));
    }
  }
  return std::max(0.0, sum / 6);
}

}  // namespace graze::detail
