// SPDX-License-Identifier: Apache-2.0
// The surface is a closed mesh of oriented loops. A point is inside or outside a half-space once for all faces around
// it; then what is left of the loops, and the caps chained from their new edges, is a closed mesh again, whatever
// rounding made of points near the plane.
#include "volumes/polyhedron.h"

#include <algorithm>
#include <cmath>

namespace graze::detail {
namespace {

using Point = std::array<double, 3>;

constexpr std::uint8_t kNone = 255;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

double triple(const Point& a, const Point& b, const Point& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

}  // namespace

template <std::size_t kMost>
struct BasicPolyhedron<kMost>::Cut {
  struct Crossing {
    std::uint8_t inside, outside, point;
    std::uint8_t next;  // the crossing, by its index, that follows along the cap
  };
  std::array<double, kMost> above;
  Set outside;
  std::array<Crossing, kMost> crossings;
  std::size_t count = 0;
};

template <std::size_t kMost>
BasicPolyhedron<kMost>::BasicPolyhedron(const Point& centre, const Point& half) {
  // Point i is at the corner whose coordinates are high where i has a bit; loops are seen anticlockwise from outside.
  static constexpr std::uint8_t kLoops[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (std::uint8_t i = 0; i < 8; ++i) {
    for (std::size_t x = 0; x < 3; ++x) points_[i][x] = centre[x] + ((i >> x & 1) != 0 ? half[x] : -half[x]);
    used_.add(i);
  }
  for (const auto& loop : kLoops) {
    Face& face = faces_[face_count_++];
    for (const std::uint8_t point : loop) face.add(point);
  }
}

/// The index of the crossing on this edge; the two faces at the edge share it.
template <std::size_t kMost>
std::uint8_t BasicPolyhedron<kMost>::crossing(std::uint8_t inside, std::uint8_t outside, Cut& cut) {
  for (std::size_t i = 0; i < cut.count; ++i) {
    if (cut.crossings[i].inside == inside && cut.crossings[i].outside == outside) return static_cast<std::uint8_t>(i);
  }
  const std::size_t free = used_.first(true);
  if (free == kMost) return kNone;
  const auto point = static_cast<std::uint8_t>(free);
  used_.add(point);
  const double s = cut.above[inside] / (cut.above[inside] - cut.above[outside]);
  for (std::size_t x = 0; x < 3; ++x) {
    points_[point][x] = points_[inside][x] + s * (points_[outside][x] - points_[inside][x]);
  }
  cut.crossings[cut.count] = {inside, outside, point, kNone};
  return static_cast<std::uint8_t>(cut.count++);
}

/// What is left of a face. Where its loop leaves and enters again, the cap runs along the gap the other way.
template <std::size_t kMost>
typename BasicPolyhedron<kMost>::Face BasicPolyhedron<kMost>::clip(const Face& face, Cut& cut) {
  Face out;
  std::uint8_t first_entry = kNone, last_exit = kNone;
  for (std::size_t i = 0; i < face.count; ++i) {
    const std::uint8_t a = face.loop[i], b = face.loop[i + 1 < face.count ? i + 1 : 0];
    const bool a_inside = !cut.outside.has(a), b_inside = !cut.outside.has(b);
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

template <std::size_t kMost>
void BasicPolyhedron<kMost>::add_caps(const Cut& cut) {
  std::array<bool, kMost> taken{};
  for (std::size_t start = 0; start < cut.count && face_count_ < kMost; ++start) {
    if (taken[start]) continue;
    Face cap;
    for (std::size_t i = start; i != kNone && !taken[i]; i = cut.crossings[i].next) {
      taken[i] = true;
      cap.add(cut.crossings[i].point);
    }
    if (cap.count >= 3) faces_[face_count_++] = cap;
  }
}

template <std::size_t kMost>
void BasicPolyhedron<kMost>::cut(const Point& n, double limit) {
  Cut cut;
  used_.for_each([&](std::size_t i) {
    cut.above[i] = dot(n, points_[i]) - limit;
    if (cut.above[i] > 0) cut.outside.add(i);
  });
  if (!cut.outside.any()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < face_count_; ++i) {
    const Face& face = faces_[i];
    if (!face.points.meets(cut.outside)) {
      if (kept != i) faces_[kept] = face;
      ++kept;
    } else if (!face.points.within(cut.outside)) {
      const Face clipped = clip(face, cut);
      if (clipped.count >= 3) faces_[kept++] = clipped;
    }
  }
  face_count_ = kept;
  add_caps(cut);
  used_.remove(cut.outside);
}

template <std::size_t kMost>
double BasicPolyhedron<kMost>::volume() const {
  if (!used_.any()) return 0;
  const Point& base = points_[used_.first()];
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

template class BasicPolyhedron<64>;
template class BasicPolyhedron<192>;

namespace {

/// The inverse of Σ n nᵀ: rows, symmetric.
std::array<Point, 3> inverse_spread(const double (*unit)[3], std::size_t count) {
  Point m[3]{};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) m[r][c] += unit[i][r] * unit[i][c];
    }
  }
  const double inverse = 1 / triple(m[0], m[1], m[2]);
  std::array<Point, 3> out{};
  for (std::size_t r = 0; r < 3; ++r) {
    const Point &p = m[(r + 1) % 3], &q = m[(r + 2) % 3];
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t y = (c + 1) % 3, z = (c + 2) % 3;
      out[r][c] = inverse * (p[y] * q[z] - p[z] * q[y]);
    }
  }
  return out;
}

template <class Body>
double volume_of(const double (*unit)[3], std::size_t count, const double* lower, const double* upper) {
  // Slabs along the axes make the box to begin with; else a box about the middle, in the sense of least squares: a
  // point x of all slabs has x - middle = S⁻¹ Σ n (n·(x - middle)), with S = Σ n nᵀ.
  const std::array<Point, 3> inverse = inverse_spread(unit, count);
  const auto times = [&](const double* n) {
    return Point{dot(inverse[0], {n[0], n[1], n[2]}), dot(inverse[1], {n[0], n[1], n[2]}),
                 dot(inverse[2], {n[0], n[1], n[2]})};
  };
  Point middle{}, half{};
  for (std::size_t i = 0; i < count; ++i) {
    if (!(lower[i] <= upper[i])) return 0;
    const Point share = times(unit[i]);
    for (std::size_t x = 0; x < 3; ++x) middle[x] += 0.5 * (lower[i] + upper[i]) * share[x];
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Point share = times(unit[i]);
    const double along = unit[i][0] * middle[0] + unit[i][1] * middle[1] + unit[i][2] * middle[2];
    const double reach = std::max(upper[i] - along, along - lower[i]);
    for (std::size_t x = 0; x < 3; ++x) half[x] += 1.001 * std::abs(share[x]) * reach;
  }
  const auto axis_of = [&](std::size_t i) {
    for (std::size_t x = 0; x < 3; ++x) {
      if (unit[i][x] == 1) return x;
    }
    return std::size_t{3};
  };
  Point centre{};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t x = axis_of(i);
    if (x == 3) continue;
    centre[x] = 0.5 * (lower[i] + upper[i]) - middle[x];
    half[x] = 0.5 * (upper[i] - lower[i]);
  }
  Body body(centre, half);
  for (std::size_t i = 0; i < count; ++i) {
    if (axis_of(i) < 3) continue;
    const Point n{unit[i][0], unit[i][1], unit[i][2]};
    const double along = dot(n, middle);
    body.cut(n, upper[i] - along);
    body.cut({-n[0], -n[1], -n[2]}, along - lower[i]);
  }
  return body.volume();
}

}  // namespace

double slab_volume(const double (*unit)[3], std::size_t count, const double* lower, const double* upper) {
  return count <= 13 ? volume_of<Polyhedron>(unit, count, lower, upper)
                     : volume_of<LargePolyhedron>(unit, count, lower, upper);
}

}  // namespace graze::detail
