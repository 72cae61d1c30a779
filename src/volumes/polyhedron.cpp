// SPDX-License-Identifier: Apache-2.0
// The surface is a closed mesh of oriented loops. A point is inside or outside a half-space once for all faces around
// it; then what is left of the loops, and the caps chained from their new edges, is a closed mesh again, whatever
// rounding made of points near the plane.
#include "volumes/polyhedron.h"

#include <algorithm>
#include <bit>

namespace graze::detail {
namespace {

using Point = Polyhedron::Point;

constexpr std::uint8_t kNone = 255;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

double triple(const Point& a, const Point& b, const Point& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

}  // namespace

struct Polyhedron::Cut {
  struct Crossing {
    std::uint8_t inside, outside, point;
    std::uint8_t next;  // the crossing, by its index, that follows along the cap
  };
  std::array<double, kMax> above;
  Set outside = 0;
  std::array<Crossing, kMax> crossings;
  std::size_t count = 0;
};

Polyhedron::Polyhedron(const Point& centre, const Point& half) {
  // Point i is at the corner whose coordinates are high where i has a bit; loops are seen anticlockwise from outside.
  static constexpr std::uint8_t kLoops[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (std::uint8_t i = 0; i < 8; ++i) {
    for (std::size_t x = 0; x < 3; ++x) points_[i][x] = centre[x] + ((i >> x & 1) != 0 ? half[x] : -half[x]);
    used_ |= Set{1} << i;
  }
  for (const auto& loop : kLoops) {
    Face& face = faces_[face_count_++];
    for (const std::uint8_t point : loop) face.add(point);
  }
}

/// The index of the crossing on this edge; the two faces at the edge share it.
std::uint8_t Polyhedron::crossing(std::uint8_t inside, std::uint8_t outside, Cut& cut) {
  for (std::size_t i = 0; i < cut.count; ++i) {
    if (cut.crossings[i].inside == inside && cut.crossings[i].outside == outside) return static_cast<std::uint8_t>(i);
  }
  if (~used_ == 0) return kNone;
  const auto point = static_cast<std::uint8_t>(std::countr_zero(~used_));
  used_ |= Set{1} << point;
  const double s = cut.above[inside] / (cut.above[inside] - cut.above[outside]);
  for (std::size_t x = 0; x < 3; ++x) {
    points_[point][x] = points_[inside][x] + s * (points_[outside][x] - points_[inside][x]);
  }
  cut.crossings[cut.count] = {inside, outside, point, kNone};
  return static_cast<std::uint8_t>(cut.count++);
}

/// What is left of a face. Where its loop leaves and enters again, the cap runs along the gap the other way.
Polyhedron::Face Polyhedron::clip(const Face& face, Cut& cut) {
  Face out;
  std::uint8_t first_entry = kNone, last_exit = kNone;
  for (std::size_t i = 0; i < face.count; ++i) {
    const std::uint8_t a = face.loop[i], b = face.loop[i + 1 < face.count ? i + 1 : 0];
    const bool a_inside = (cut.outside >> a & 1) == 0, b_inside = (cut.outside >> b & 1) == 0;
    if (a_inside) out.add(a);
    if (a_inside == b_inside) continue;
    const std::uint8_t at = a_inside ? crossing(a, b, cut) : crossing(b, a, cut);
    if (at == kNone) continue;
    out.add(cut.crossings[at].point);
    if (a_inside) {
      last_exit = at;
    } else if (last_exit == kNone) {
      first_entry = at;
    } else {
      cut.crossings[at].next = last_exit;
      last_exit = kNone;
    }
  }
  if (first_entry != kNone) cut.crossings[first_entry].next = last_exit;
  return out;
}

void Polyhedron::add_caps(const Cut& cut) {
  std::array<bool, kMax> taken{};
  for (std::size_t start = 0; start < cut.count && face_count_ < kMax; ++start) {
    if (taken[start]) continue;
    Face cap;
    for (std::size_t i = start; i != kNone && !taken[i]; i = cut.crossings[i].next) {
      taken[i] = true;
      cap.add(cut.crossings[i].point);
    }
    if (cap.count >= 3) faces_[face_count_++] = cap;
  }
}

void Polyhedron::cut(const Point& n, double limit) {
  Cut cut;
  for (Set left = used_; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    cut.above[i] = dot(n, points_[i]) - limit;
    cut.outside |= Set{cut.above[i] > 0} << i;
  }
  if (cut.outside == 0) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < face_count_; ++i) {
    const Face& face = faces_[i];
    if ((face.points & cut.outside) == 0) {
      if (kept != i) faces_[kept] = face;
      ++kept;
    } else if ((face.points & ~cut.outside) != 0) {
      const Face clipped = clip(face, cut);
      if (clipped.count >= 3) faces_[kept++] = clipped;
    }
  }
  face_count_ = kept;
  add_caps(cut);
  used_ &= ~cut.outside;
}

double Polyhedron::volume() const {
  if (used_ == 0) return 0;
  const Point& base = points_[static_cast<std::size_t>(std::countr_zero(used_))];
  double sum = 0;
  for (std::size_t f = 0; f < face_count_; ++f) {
    const Face& face = faces_[f];
    const Point first = difference(points_[face.loop[0]], base);
    Point last = difference(points_[face.loop[1]], base);
    for (std::size_t i = 2; i < face.count; ++i) {
      const Point next = difference(points_[face.loop[i]], base);
      sum += triple(first, last, next);
      last = next;
    }
  }
  return std::max(0.0, sum / 6);
}

}  // namespace graze::detail
