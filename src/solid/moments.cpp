// SPDX-License-Identifier: Apache-2.0
#include "solid/moments.h"

#include <array>
#include <numbers>

namespace graze::detail {
namespace {

constexpr double kExact = std::numeric_limits<double>::infinity();
constexpr double kFirstOpening = 2;  // 1.5 to 3 measure alike
constexpr double kLastOpening = 64;  // then, exactly

template <class F>
void for_each_below(const SurfaceTree& tree, TreeRef ref, const F& f) {
  if (ref.is_leaf()) {
    for (const TreeTriangle& t : tree.leaf(ref)) f(t);
    return;
  }
  const TreeNode& node = tree.nodes()[ref.index()];
  for (int i = 0; i < 4; ++i) {
    if (node.lower[0][i] <= node.upper[0][i]) for_each_below(tree, node.child[i], f);
  }
}

SurfaceMoments moments_of(const SurfaceTree& tree, TreeRef ref) {
  SurfaceMoments m{};
  double area = 0;
  Vec3 weighted, any;
  for_each_below(tree, ref, [&](const TreeTriangle& t) {
    const Vec3 n = 0.5 * cross(t.v[1] - t.v[0], t.v[2] - t.v[0]);
    const double a = norm(n);
    area += a;
    weighted = weighted + (a / 3) * (t.v[0] + t.v[1] + t.v[2]);
    any = t.v[0];
  });
  m.centre = area > 0 ? (1 / area) * weighted : any;
  for_each_below(tree, ref, [&](const TreeTriangle& t) {
    const Vec3 n = 0.5 * cross(t.v[1] - t.v[0], t.v[2] - t.v[0]);
    const Vec3 c[3] = {t.v[0] - m.centre, t.v[1] - m.centre, t.v[2] - m.centre};
    const Vec3 mean = (1.0 / 3) * (c[0] + c[1] + c[2]);
    m.normal = m.normal + n;
    const double y[3] = {mean.x, mean.y, mean.z}, nn[3] = {n.x, n.y, n.z};
    for (int i = 0; i < 9; ++i) m.first[i] += y[i / 3] * nn[i % 3];
    // Of |y|² over a triangle: area / 6 times the sum of the products of corners.
    const double square =
        dot(c[0], c[0]) + dot(c[1], c[1]) + dot(c[2], c[2]) + dot(c[0], c[1]) + dot(c[1], c[2]) + dot(c[2], c[0]);
    m.second += norm(n) / 6 * square;
    for (const Vec3& v : c) m.radius = std::max(m.radius, norm(v));
  });
  m.radius *= 1 + 1e-14;
  m.second *= 1 + 1e-10;
  return m;
}

}  // namespace

double triangle_winding(const TreeTriangle& t, const Vec3& p) {
  const Vec3 a = t.v[0] - p, b = t.v[1] - p, c = t.v[2] - p;
  const double x = norm(a), y = norm(b), z = norm(c);
  const double up = dot(a, cross(b, c));
  const double down = x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y;
  if (up == 0 && down <= 0) return 0;  // p in the triangle's plane: neither side
  return std::atan2(up, down) / (2 * std::numbers::pi);
}

WindingTree::WindingTree(const SurfaceTree& tree) : tree_(tree), moments_(4 * tree.nodes().size()) {
  for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
    const TreeNode& node = tree.nodes()[n];
    for (std::size_t i = 0; i < 4; ++i) {
      if (node.lower[0][i] <= node.upper[0][i]) moments_[4 * n + i] = moments_of(tree, node.child[i]);
    }
  }
}

WindingTree::Value WindingTree::at(const Vec3& p, double opening) const {
  Value result;
  std::array<TreeRef, SurfaceTree::kStack> stack;
  std::size_t size = 0, terms = 0;
  if (!tree_.nodes().empty()) stack[size++] = TreeRef::node(0);
  while (size > 0) {
    const TreeRef ref = stack[--size];
    const TreeNode& node = tree_.nodes()[ref.index()];
    for (std::size_t i = 0; i < 4; ++i) {
      if (!(node.lower[0][i] <= node.upper[0][i])) continue;
      const SurfaceMoments& m = moments_[4 * ref.index() + i];
      const Vec3 d = m.centre - p;
      const double squared = dot(d, d), distance = std::sqrt(squared);
      if (!(distance > opening * m.radius)) {
        if (!node.child[i].is_leaf()) {
          stack[size++] = node.child[i];
          continue;
        }
        for (const TreeTriangle& t : tree_.leaf(node.child[i])) result.winding += triangle_winding(t, p);
        terms += 4;
        continue;
      }
      // G(d) = d / |d|³ and its derivative, 1 / |d|³ - 3 d dᵀ / |d|⁵, applied to the moments.
      const double cube = squared * distance;
      const double trace = m.first[0] + m.first[4] + m.first[8];
      const double e[3] = {d.x, d.y, d.z};
      double quadratic = 0;
      for (int k = 0; k < 9; ++k) quadratic += m.first[k] * e[k / 3] * e[k % 3];
      result.winding +=
          (dot(m.normal, d) / cube + trace / cube - 3 * quadratic / (cube * squared)) / (4 * std::numbers::pi);
      // The l-th term of the expansion is at most (l + 1) |y|^l / |d|^(l + 2), as derivatives of 1 / |d| of order k are
      // at most k! / |d|^(k + 1); summed from l = 2 on, with q = radius / |d|.
      const double q = m.radius / distance;
      result.bound += m.second * (3 - 2 * q) / ((1 - q) * (1 - q)) / (squared * squared) / (4 * std::numbers::pi);
      ++terms;
    }
  }
  result.bound = result.bound * (1 + 1e-10) + 1e-15 * static_cast<double>(terms);
  return result;
}

double WindingTree::at_least_as_good(const Vec3& p, double tolerance) const {
  for (double opening = kFirstOpening; opening <= kLastOpening; opening *= 2) {
    const Value value = at(p, opening);
    if (value.bound <= tolerance) return value.winding;
  }
  return at(p, kExact).winding;
}

bool WindingTree::above_half(const Vec3& p) const {
  for (double opening = kFirstOpening; opening <= kLastOpening; opening *= 2) {
    const Value value = at(p, opening);
    if (std::abs(value.winding - 0.5) > value.bound) return value.winding > 0.5;
  }
  return at(p, kExact).winding > 0.5;
}

}  // namespace graze::detail
