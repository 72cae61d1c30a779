// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/fill.h"

#include "geometry/predicates.h"

namespace graze::detail::stock {
namespace {

/// Where a line goes through a triangle, and what the winding number changes by upward.
struct Passage {
  std::uint32_t column;
  double s;
  int change;
};

/// On which side of a-b is q, moved by an infinitely small (e, e^2)? Zero only where a equals b.
int moved_side(const Vec2& a, const Vec2& b, const Vec2& q) {
  if (const int side = orient2d(a, b, q); side != 0) return side;
  if (a.y != b.y) return a.y > b.y ? 1 : -1;
  return sign_of(b.x - a.x);
}

/// Passages of all lines through all triangles, row by row, in the order of the triangles.
std::vector<std::vector<Passage>> passages(const Dexels& lines, const Mesh& mesh) {
  std::vector<std::vector<Passage>> of_row(lines.rows());
  const Grid& grid = lines.grid();
  const int k = lines.axis(), k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  for (const Triangle& triangle : mesh.triangles) {
    const Vec3 &a = mesh.vertices[triangle[0]], &b = mesh.vertices[triangle[1]], &c = mesh.vertices[triangle[2]];
    const Vec2 pa = drop(a, k), pb = drop(b, k), pc = drop(c, k);
    const double twice = orient2d_value(pa, pb, pc);
    if (twice == 0) continue;
    const int facing = twice > 0 ? 1 : -1;
    std::uint32_t i0 = 0, i1 = 0, j0 = 0, j1 = 0;
    grid.middles(k1, std::min({pa.x, pb.x, pc.x}), std::max({pa.x, pb.x, pc.x}), i0, i1);
    grid.middles(k2, std::min({pa.y, pb.y, pc.y}), std::max({pa.y, pb.y, pc.y}), j0, j1);
    const double za = coordinate(a, k), zb = coordinate(b, k), zc = coordinate(c, k);
    for (std::uint32_t j = j0; j < j1; ++j) {
      for (std::uint32_t i = i0; i < i1; ++i) {
        const Vec2 q{lines.column_at(i), lines.row_at(j)};
        if (moved_side(pa, pb, q) != facing || moved_side(pb, pc, q) != facing || moved_side(pc, pa, q) != facing) {
          continue;
        }
        const double wa = orient2d_value(pb, pc, q) / twice, wb = orient2d_value(pc, pa, q) / twice;
        const double s = zc + wa * (za - zc) + wb * (zb - zc);
        // A face that looks up ends the solid.
        of_row[j].push_back({i, std::clamp(s, std::min({za, zb, zc}), std::max({za, zb, zc})), -facing});
      }
    }
  }
  for (auto& row : of_row) {
    // Where two faces meet in a point, the stretch between them is empty in any order.
    std::stable_sort(row.begin(), row.end(), [](const Passage& p, const Passage& q) {
      return p.column != q.column ? p.column < q.column : p.s < q.s;
    });
  }
  return of_row;
}

void fill_cylinder(Dexels& lines, const Box& box, int axis) {
  const double lower[3] = {box.lower.x, box.lower.y, box.lower.z}, upper[3] = {box.upper.x, box.upper.y, box.upper.z};
  const int k = lines.axis(), k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  double centre[3], radius = 0;
  for (int i = 0; i < 3; ++i) {
    centre[i] = 0.5 * (lower[i] + upper[i]);
    if (i != axis) radius = 0.5 * (upper[i] - lower[i]);
  }
  for (std::uint32_t j = 0; j < lines.rows(); ++j) {
    for (std::uint32_t i = 0; i < lines.columns(); ++i) {
      const double x = lines.column_at(i) - centre[k1], y = lines.row_at(j) - centre[k2];
      if (k == axis) {
        if (x * x + y * y <= radius * radius) lines.set(j, i, {{lower[k], upper[k]}});
        continue;
      }
      const double beside = k1 == axis ? y : x, c2 = radius * radius - beside * beside;
      if (c2 > 0) lines.set(j, i, {{centre[k] - std::sqrt(c2), centre[k] + std::sqrt(c2)}});
    }
  }
}

}  // namespace

void fill_solid(Dexels& lines, const Mesh& mesh) {
  const auto of_row = passages(lines, mesh);
  std::vector<Span> spans;
  for (std::uint32_t j = 0; j < lines.rows(); ++j) {
    const std::vector<Passage>& row = of_row[j];
    for (std::size_t p = 0; p < row.size();) {
      const std::uint32_t column = row[p].column;
      spans.clear();
      int winding = 0;
      double begun = 0;
      for (; p < row.size() && row[p].column == column; ++p) {
        const bool before = winding >= 1;
        winding += row[p].change;
        if (!before && winding >= 1) begun = row[p].s;
        if (before && winding < 1 && row[p].s > begun) {
          if (!spans.empty() && spans.back().hi >= begun) {
            spans.back().hi = row[p].s;
          } else {
            spans.push_back({begun, row[p].s});
          }
        }
      }
      lines.set(j, column, spans);
    }
  }
}

void fill_below(Dexels& lines, const Mesh& sheet) {
  const auto of_row = passages(lines, sheet);
  const double floor = lines.grid().lower[static_cast<std::size_t>(lines.axis())];
  for (std::uint32_t j = 0; j < lines.rows(); ++j) {
    for (const Passage& p : of_row[j]) {
      if (p.change < 0 && p.s > floor) lines.set(j, p.column, {{floor, p.s}});  // ascending: the highest comes last
    }
  }
}

void fill(Dexels& lines, const nc::Stock& stock) {
  const auto k = static_cast<std::size_t>(lines.axis());
  switch (stock.kind()) {
    case nc::Stock::Kind::box:
      for (std::uint32_t j = 0; j < lines.rows(); ++j) {
        for (std::uint32_t i = 0; i < lines.columns(); ++i) {
          lines.set(j, i, {{lines.grid().lower[k], lines.grid().upper[k]}});
        }
      }
      break;
    case nc::Stock::Kind::cylinder:
      fill_cylinder(lines, stock.bounds(), stock.axis());
      break;
    case nc::Stock::Kind::solid:
      fill_solid(lines, stock.mesh());
      break;
  }
}

}  // namespace graze::detail::stock
