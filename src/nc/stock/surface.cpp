// SPDX-License-Identifier: Apache-2.0
// Surface nets (Gibson 1998) on crossings that dexels know exactly.
#include "nc/stock/surface.h"

namespace graze::detail::stock {
namespace {

/// Nodes along an axis: indices of the grid's middles, and one beyond each end.
struct NodeAxis {
  std::vector<std::uint32_t> middle;
  std::vector<double> at;
  std::size_t size() const { return at.size(); }
};

NodeAxis node_axis(const Grid& grid, int axis, std::uint32_t stride) {
  const auto k = static_cast<std::size_t>(axis);
  NodeAxis nodes;
  for (std::uint32_t i = 0; i < grid.count[k]; i += stride) nodes.middle.push_back(i);
  if (nodes.middle.back() != grid.count[k] - 1) nodes.middle.push_back(grid.count[k] - 1);
  nodes.at.push_back(grid.lower[k] - grid.cell[k]);
  for (const std::uint32_t i : nodes.middle) nodes.at.push_back(grid.middle(axis, i));
  nodes.at.push_back(grid.upper[k] + grid.cell[k]);
  return nodes;
}

class Nets {
 public:
  Nets(const std::vector<const Dexels*>& sets, std::size_t triangles) {
    for (const Dexels* lines : sets) sets_[static_cast<std::size_t>(lines->axis())] = lines;
    const Grid& grid = sets.front()->grid();
    std::array<double, 3> n{};
    for (std::size_t k = 0; k < 3; ++k) n[k] = static_cast<double>(grid.count[k]);
    // Three times the sides of the box, in triangles.
    const double all = 12 * (n[0] * n[1] + n[1] * n[2] + n[2] * n[0]);
    const auto stride =
        static_cast<std::uint32_t>(std::clamp(std::ceil(std::sqrt(all / static_cast<double>(triangles))), 1.0, 1e6));
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t few = std::max(1U, grid.count[static_cast<std::size_t>(k)] / 16);  // flat stock keeps layers
      axes_[static_cast<std::size_t>(k)] = node_axis(grid, k, std::min(stride, few));
    }
    mark();
  }

  Mesh run() {
    vertex_.assign((axes_[0].size() - 1) * (axes_[1].size() - 1) * (axes_[2].size() - 1), kNone);
    for (int k = 0; k < 3; ++k) edges(k);
    for (std::size_t v = 0; v < mesh_.vertices.size(); ++v) mesh_.vertices[v] = (1 / weight_[v]) * mesh_.vertices[v];
    return std::move(mesh_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  using Index = std::array<std::size_t, 3>;

  bool& inside(const Index& i) { return inside_[(i[2] * axes_[1].size() + i[1]) * axes_[0].size() + i[0]].value; }

  /// Material at the nodes, by lines along z.
  void mark() {
    inside_.resize(axes_[0].size() * axes_[1].size() * axes_[2].size());
    for (std::size_t y = 1; y + 1 < axes_[1].size(); ++y) {
      for (std::size_t x = 1; x + 1 < axes_[0].size(); ++x) {
        const std::uint32_t row = axes_[1].middle[y - 1], column = axes_[0].middle[x - 1];
        for (std::size_t z = 1; z + 1 < axes_[2].size(); ++z) {
          inside({x, y, z}) = sets_[2]->contains(row, column, axes_[2].at[z]);
        }
      }
    }
  }

  /// Where the material ends on the line of axis k between node i, and the next one.
  double crossing(const Index& i, int k, bool from_inside) {
    const auto axis = static_cast<std::size_t>(k), k1 = (axis + 1) % 3, k2 = (axis + 2) % 3;
    const double a = axes_[axis].at[i[axis]], b = axes_[axis].at[i[axis] + 1];
    const Dexels* lines = sets_[axis];
    if (lines != nullptr) {
      spans_.clear();
      lines->get(axes_[k2].middle[i[k2] - 1], axes_[k1].middle[i[k1] - 1], spans_);
      for (const Span& span : spans_) {
        if (from_inside && span.lo <= a && span.hi >= a) return std::clamp(span.hi, a, b);
        if (!from_inside && span.lo <= b && span.hi >= b) return std::clamp(span.lo, a, b);
      }
    }
    // Without such lines; or they see the node, on the very edge, otherwise than those along z.
    const Grid& grid = sets_[2]->grid();
    return std::clamp(0.5 * (a + b), grid.lower[axis], grid.upper[axis]);
  }

  std::uint32_t vertex_of(const Index& cell) {
    std::uint32_t& v = vertex_[(cell[2] * (axes_[1].size() - 1) + cell[1]) * (axes_[0].size() - 1) + cell[0]];
    if (v == kNone) {
      v = static_cast<std::uint32_t>(mesh_.vertices.size());
      mesh_.vertices.push_back({});
      weight_.push_back(0);
    }
    return v;
  }

  /// All edges along an axis that leave or enter the material: a quad around each.
  void edges(int k) {
    const auto axis = static_cast<std::size_t>(k), k1 = (axis + 1) % 3, k2 = (axis + 2) % 3;
    Index i{};
    for (i[k2] = 1; i[k2] + 1 < axes_[k2].size(); ++i[k2]) {
      for (i[k1] = 1; i[k1] + 1 < axes_[k1].size(); ++i[k1]) {
        for (i[axis] = 0; i[axis] + 1 < axes_[axis].size(); ++i[axis]) {
          Index next = i;
          ++next[axis];
          const bool a = inside(i), b = inside(next);
          if (a != b) quad(i, k, a);
        }
      }
    }
  }

  void quad(const Index& i, int k, bool from_inside) {
    const auto axis = static_cast<std::size_t>(k), k1 = (axis + 1) % 3, k2 = (axis + 2) % 3;
    double p[3];
    p[axis] = crossing(i, k, from_inside);
    p[k1] = axes_[k1].at[i[k1]];
    p[k2] = axes_[k2].at[i[k2]];
    std::array<std::uint32_t, 4> v{};
    constexpr std::size_t kBack[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};  // counterclockwise about the axis
    for (std::size_t c = 0; c < 4; ++c) {
      Index cell = i;
      cell[k1] -= kBack[c][0];
      cell[k2] -= kBack[c][1];
      v[c] = vertex_of(cell);
      mesh_.vertices[v[c]] = mesh_.vertices[v[c]] + Vec3{p[0], p[1], p[2]};
      weight_[v[c]] += 1;
    }
    if (!from_inside) std::swap(v[1], v[3]);
    mesh_.triangles.push_back({v[0], v[1], v[2]});
    mesh_.triangles.push_back({v[0], v[2], v[3]});
  }

  struct Flag {
    bool value = false;
  };
  std::array<const Dexels*, 3> sets_{};
  std::array<NodeAxis, 3> axes_;
  std::vector<Flag> inside_;
  std::vector<std::uint32_t> vertex_;
  std::vector<double> weight_;
  std::vector<Span> spans_;
  Mesh mesh_;
};

}  // namespace

Mesh surface_mesh(const std::vector<const Dexels*>& sets, std::size_t triangles) { return Nets(sets, triangles).run(); }

}  // namespace graze::detail::stock
