// SPDX-License-Identifier: Apache-2.0
#include "volumes/dop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "volumes/fit.h"
#include "volumes/layout.h"

namespace graze::detail {
namespace {

using Integer3 = std::array<int, 3>;

/// Of an integer direction, by the sum of its squares.
constexpr double kLength[4] = {0, 1, 1.4142135623730951, 1.7320508075688772};

struct DopSet {
  DopDirections directions;
  alignas(64) double row[3][16];  // the directions by coordinate, zero beyond them
  bool axes, corners, edges;
  std::array<std::int8_t, 27> index;  // of the direction (x, y, z) in {-1, 0, 1}³, or of its opposite; -1: absent
  std::array<std::int8_t, 27> sign;
};

std::size_t cell(const Integer3& v) { return static_cast<std::size_t>((v[0] + 1) * 9 + (v[1] + 1) * 3 + v[2] + 1); }

DopSet make_set(bool axes, bool corners, bool edges) {
  static constexpr Integer3 kAxes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static constexpr Integer3 kCorners[] = {{1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {1, -1, -1}};
  static constexpr Integer3 kEdges[] = {{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
  DopSet set{};
  set.axes = axes;
  set.corners = corners;
  set.edges = edges;
  set.index.fill(-1);
  const auto add = [&set](const Integer3& v) {
    const int i = set.directions.count++;
    const double length = kLength[v[0] * v[0] + v[1] * v[1] + v[2] * v[2]];
    for (std::size_t x = 0; x < 3; ++x) set.row[x][i] = set.directions.unit[i][x] = v[x] / length;
    const Integer3 opposite{-v[0], -v[1], -v[2]};
    set.index[cell(v)] = set.index[cell(opposite)] = static_cast<std::int8_t>(i);
    set.sign[cell(v)] = 1;
    set.sign[cell(opposite)] = -1;
  };
  if (axes) std::for_each(std::begin(kAxes), std::end(kAxes), add);
  if (corners) std::for_each(std::begin(kCorners), std::end(kCorners), add);
  if (edges) std::for_each(std::begin(kEdges), std::end(kEdges), add);
  return set;
}

const DopSet& set_of(Volume volume) {
  static const DopSet k8 = make_set(false, true, false), k12 = make_set(false, false, true),
                      k14 = make_set(true, true, false), k18 = make_set(true, false, true),
                      k20 = make_set(false, true, true), k26 = make_set(true, true, true);
  switch (volume) {
    case Volume::dop8:
      return k8;
    case Volume::dop12:
      return k12;
    case Volume::dop14:
      return k14;
    case Volume::dop18:
      return k18;
    case Volume::dop20:
      return k20;
    default:
      return k26;
  }
}

/// A non-negative combination of three integer directions that gives (a, b, c), a >= b >= c >= 0.
struct Cone {
  double coefficient[3];
  Integer3 direction[3];
};

/// The cone of the hull of the set's directions, by its symmetry only in the chamber a >= b >= c >= 0.
Cone cone_in_chamber(const DopSet& set, double a, double b, double c) {
  if (set.axes && set.corners && set.edges) return {{a - b, b - c, c}, {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}};
  if (set.edges) {
    if (a >= b + c) {
      if (set.axes) return {{a - b - c, b, c}, {{1, 0, 0}, {1, 1, 0}, {1, 0, 1}}};
      return {{(a + b - c) / 2, c, (a - b - c) / 2}, {{1, 1, 0}, {1, 0, 1}, {1, -1, 0}}};
    }
    if (set.corners) return {{a - c, a - b, b + c - a}, {{1, 1, 0}, {1, 0, 1}, {1, 1, 1}}};
    return {{(a + b - c) / 2, (a + c - b) / 2, (b + c - a) / 2}, {{1, 1, 0}, {1, 0, 1}, {0, 1, 1}}};
  }
  if (set.axes) return {{a - b, (b + c) / 2, (b - c) / 2}, {{1, 0, 0}, {1, 1, 1}, {1, 1, -1}}};
  return {{(a + c) / 2, (b - c) / 2, (a - b) / 2}, {{1, 1, 1}, {1, 1, -1}, {1, -1, -1}}};
}

}  // namespace

const DopDirections& directions_of(Volume volume) { return set_of(volume).directions; }

void make_dop_frame(Volume volume, const Frame& frame, DopFrame& out) {
  const DopSet& set = set_of(volume);
  for (std::size_t lane = 0; lane < 16; ++lane) {
    for (std::size_t i = 0; i < 3; ++i) {
      out.index[i][lane] = 0;
      out.half[i][lane] = out.centre[i][lane] = 0;
    }
    out.offset[lane] = 0;
    out.pad[lane] = std::numeric_limits<float>::infinity();
    if (lane >= static_cast<std::size_t>(set.directions.count)) continue;
    out.pad[lane] = frame.pad;
    const double* d = set.directions.unit[lane];
    out.offset[lane] = static_cast<float>(d[0] * frame.t[0] + d[1] * frame.t[1] + d[2] * frame.t[2]);
    // Rᵀd, then sorted by magnitude into the chamber.
    double v[3];
    for (std::size_t x = 0; x < 3; ++x) v[x] = frame.r[x] * d[0] + frame.r[3 + x] * d[1] + frame.r[6 + x] * d[2];
    std::array<std::size_t, 3> by_size{0, 1, 2};
    const auto smaller = [&v](std::size_t p, std::size_t q) { return std::abs(v[p]) < std::abs(v[q]); };
    if (smaller(by_size[0], by_size[1])) std::swap(by_size[0], by_size[1]);
    if (smaller(by_size[1], by_size[2])) std::swap(by_size[1], by_size[2]);
    if (smaller(by_size[0], by_size[1])) std::swap(by_size[0], by_size[1]);
    const Cone cone = cone_in_chamber(set, std::abs(v[by_size[0]]), std::abs(v[by_size[1]]), std::abs(v[by_size[2]]));
    for (std::size_t i = 0; i < 3; ++i) {
      Integer3 n{};
      int squared = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        n[by_size[x]] = v[by_size[x]] < 0 ? -cone.direction[i][x] : cone.direction[i][x];
        squared += n[by_size[x]] * n[by_size[x]];
      }
      const auto coefficient = static_cast<float>(cone.coefficient[i] * kLength[squared]);
      out.index[i][lane] = set.index[cell(n)];
      out.half[i][lane] = coefficient;
      out.centre[i][lane] = set.sign[cell(n)] < 0 ? -coefficient : coefficient;
    }
  }
}

void make_dop_axes(Volume volume, const Frame& frame, bool reverse, DopAxes& out) {
  const DopSet& set = set_of(volume);
  const double* r = frame.r;
  const double* t = frame.t;
  const std::size_t count = static_cast<std::size_t>(set.directions.count);
  // d·(R x + t) = (Rᵀd)·x + d·t; reversed, with Rᵀ for the inverse: d·Rᵀ(x - t) = (R d)·x - (R d)·t.
  const double m[9] = {r[0], reverse ? r[1] : r[3], reverse ? r[2] : r[6], reverse ? r[3] : r[1],
                       r[4], reverse ? r[5] : r[7], reverse ? r[6] : r[2], reverse ? r[7] : r[5],
                       r[8]};
  // Plain loops over all lanes, which the compiler turns into vectors: this is part of every query.
  for (std::size_t lane = 0; lane < 16; ++lane) {
    const double x = set.row[0][lane], y = set.row[1][lane], z = set.row[2][lane];
    const double sx = m[0] * x + m[1] * y + m[2] * z, sy = m[3] * x + m[4] * y + m[5] * z,
                 sz = m[6] * x + m[7] * y + m[8] * z;
    out.axis[0][lane] = static_cast<float>(sx);
    out.axis[1][lane] = static_cast<float>(sy);
    out.axis[2][lane] = static_cast<float>(sz);
    const double offset = reverse ? -(sx * t[0] + sy * t[1] + sz * t[2]) : x * t[0] + y * t[1] + z * t[2];
    out.offset[lane] = static_cast<float>(offset);
  }
  for (std::size_t lane = 0; lane < 16; ++lane) {
    out.pad[lane] = lane < count ? frame.pad : std::numeric_limits<float>::infinity();
  }
}

void dop_box(Volume volume, const float* fields, float centre[3], float half[3]) {
  const DopSet& set = set_of(volume);
  const std::size_t padded = layout_of(volume, 2).fields / 2;
  const Cone cone = cone_in_chamber(set, 1, 0, 0);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double c = 0, h = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      Integer3 n{};
      int squared = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        n[(axis + x) % 3] = cone.direction[i][x];
        squared += n[(axis + x) % 3] * n[(axis + x) % 3];
      }
      const double coefficient = cone.coefficient[i] * kLength[squared];
      const auto slab = static_cast<std::size_t>(set.index[cell(n)]);
      c += set.sign[cell(n)] * coefficient * fields[slab];
      h += coefficient * fields[padded + slab];
    }
    centre[axis] = static_cast<float>(c);
    half[axis] = round_up((h + std::abs(c - centre[axis]) + 1e-15 * std::abs(c)) * kWiden);
  }
}

}  // namespace graze::detail
