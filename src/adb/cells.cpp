// SPDX-License-Identifier: Apache-2.0
#include "adb/cells.h"

#include <algorithm>
#include <cmath>

#include "geometry/vec.h"

namespace graze::detail {
namespace {

/// A planar convex polygon in units of cells. A cut adds one corner at most, and two cuts along each axis bound a
/// fragment: nine, were it not for rounding, which may bend an edge that runs along the plane of a cut.
struct Polygon {
  static constexpr int kMost = 16;
  double p[kMost][3];
  int count = 0;
  void add(const double* v) {
    if (count == kMost) return;
    std::copy(v, v + 3, p[count]);
    ++count;
  }
};

/// Cuts at p[axis] = at. A corner in the plane belongs to both parts.
void cut(const Polygon& whole, int axis, double at, Polygon& below, Polygon& above) {
  below.count = above.count = 0;
  const double* last = whole.p[whole.count - 1];
  for (int i = 0; i < whole.count; ++i) {
    const double* next = whole.p[i];
    const double from = last[axis] - at, to = next[axis] - at;
    if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
      const double share = from / (from - to);
      double crossing[3];
      for (int k = 0; k < 3; ++k) crossing[k] = last[k] + share * (next[k] - last[k]);
      crossing[axis] = at;
      below.add(crossing);
      above.add(crossing);
    }
    if (to <= 0) below.add(next);
    if (to >= 0) above.add(next);
    last = next;
  }
}

class Clipper {
 public:
  /// Areas are measured in the plane of the two axes other than `flat`, and multiplied.
  Clipper(int flat, double factor, CellAreas& areas)
      : u_((flat + 1) % 3), v_((flat + 2) % 3), factor_(factor), areas_(areas) {}

  void run(const Polygon& polygon, int axis, std::size_t cell) {
    if (polygon.count < 3) return;
    if (axis == 3) {
      areas_[cell] += factor_ * flat_area(polygon);
      return;
    }
    double low = polygon.p[0][axis], high = low;
    for (int i = 1; i < polygon.count; ++i) {
      low = std::min(low, polygon.p[i][axis]);
      high = std::max(high, polygon.p[i][axis]);
    }
    if (low > kSide || high < 0) return;
    const int first = std::clamp(static_cast<int>(std::floor(std::max(low, 0.0))), 0, kSide - 1);
    const int last = std::clamp(static_cast<int>(std::ceil(std::min(high, double{kSide}))) - 1, first, kSide - 1);
    const std::size_t step = axis == 0 ? 1 : axis == 1 ? kSide : kSide * kSide;
    const bool sticks_out = low < 0 || high > kSide;
    if (first == last && !sticks_out) return run(polygon, axis + 1, cell + step * static_cast<std::size_t>(first));
    Polygon rest = polygon, below, above;
    if (low < 0) {
      cut(rest, axis, 0, below, above);
      rest = above;
    }
    for (int k = first; k < last + (high > kSide ? 1 : 0); ++k) {
      if (rest.count < 3) return;
      cut(rest, axis, k + 1, below, above);
      run(below, axis + 1, cell + step * static_cast<std::size_t>(k));
      rest = above;
    }
    if (high <= kSide) run(rest, axis + 1, cell + step * static_cast<std::size_t>(last));
  }

 private:
  double flat_area(const Polygon& polygon) const {
    const double* o = polygon.p[0];
    double twice = 0;
    for (int i = 2; i < polygon.count; ++i) {
      const double *p = polygon.p[i - 1], *q = polygon.p[i];
      twice += (p[u_] - o[u_]) * (q[v_] - o[v_]) - (p[v_] - o[v_]) * (q[u_] - o[u_]);
    }
    return std::abs(twice) / 2;
  }

  int u_, v_;
  double factor_;
  CellAreas& areas_;
};

}  // namespace

CellGrid::CellGrid(const AdbNode& node)
    : lower{static_cast<double>(node.lower[0]), static_cast<double>(node.lower[1]), static_cast<double>(node.lower[2])},
      cell{(static_cast<double>(node.upper[0]) - lower.x) / kSide,
           (static_cast<double>(node.upper[1]) - lower.y) / kSide,
           (static_cast<double>(node.upper[2]) - lower.z) / kSide} {}

double max_area(const Vec3& sides) {
  const double longest = std::max({sides.x, sides.y, sides.z});
  return longest * std::sqrt(std::max(0.0, dot(sides, sides) - longest * longest));
}

double area_of(const Corners& t) { return norm(cross(t.v[1] - t.v[0], t.v[2] - t.v[0])) / 2; }

void add_fragments(const CellGrid& grid, const Corners& triangle, CellAreas& areas) {
  const double area = area_of(triangle);
  if (!(area > 0)) return;
  Polygon polygon;
  for (const Vec3& v : triangle.v) {
    const double p[3] = {(v.x - grid.lower.x) / grid.cell.x, (v.y - grid.lower.y) / grid.cell.y,
                         (v.z - grid.lower.z) / grid.cell.z};
    polygon.add(p);
  }
  const Vec3 a = {polygon.p[1][0] - polygon.p[0][0], polygon.p[1][1] - polygon.p[0][1],
                  polygon.p[1][2] - polygon.p[0][2]};
  const Vec3 b = {polygon.p[2][0] - polygon.p[0][0], polygon.p[2][1] - polygon.p[0][1],
                  polygon.p[2][2] - polygon.p[0][2]};
  const Vec3 n = cross(a, b);
  const int flat = std::abs(n.x) >= std::abs(n.y) ? (std::abs(n.x) >= std::abs(n.z) ? 0 : 2)
                                                  : (std::abs(n.y) >= std::abs(n.z) ? 1 : 2);
  const double shadow = std::abs(coordinate(n, flat)) / 2;
  if (!(shadow > 0)) return;
  Clipper(flat, area / shadow, areas).run(polygon, 0, 0);
}

}  // namespace graze::detail
