// SPDX-License-Identifier: Apache-2.0
#include "nc/check/sides.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace graze::nc::detail {
namespace {

using graze::detail::cross;
using graze::detail::dot;
using graze::detail::norm;

/// For each vertex the least number of those equal to it.
std::vector<std::uint32_t> merged(const std::vector<Vec3>& vertices) {
  std::vector<std::uint32_t> order(vertices.size()), first(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) { return std::tie(vertices[i].x, vertices[i].y, vertices[i].z); };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    first[order[i]] = i > 0 && key(order[i]) == key(order[i - 1]) ? first[order[i - 1]] : order[i];
  }
  return first;
}

struct EdgeUse {
  std::uint64_t ends;
  std::uint32_t triangle;
  std::uint32_t edge;
};

Vec3 face_normal(const Mesh& mesh, std::size_t i) {
  const Triangle& t = mesh.triangles[i];
  const Vec3 n = cross(mesh.vertices[t[1]] - mesh.vertices[t[0]], mesh.vertices[t[2]] - mesh.vertices[t[0]]);
  const double length = norm(n);
  return length > 0 ? (1 / length) * n : Vec3{};
}

double angle_at(const Mesh& mesh, const Triangle& t, std::size_t k) {
  const Vec3 a = mesh.vertices[t[(k + 1) % 3]] - mesh.vertices[t[k]];
  const Vec3 b = mesh.vertices[t[(k + 2) % 3]] - mesh.vertices[t[k]];
  return std::atan2(norm(cross(a, b)), dot(a, b));
}

}  // namespace

Sides::Sides(const Mesh& mesh) : normals_(mesh.triangles.size()) {
  const std::vector<std::uint32_t> first = merged(mesh.vertices);
  std::vector<Vec3> at_vertex(mesh.vertices.size());
  std::vector<bool> border(mesh.vertices.size());
  std::vector<EdgeUse> uses;
  uses.reserve(3 * mesh.triangles.size());
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    const Vec3 n = face_normal(mesh, i);
    for (std::uint32_t k = 0; k < 3; ++k) {
      Vec3& sum = at_vertex[first[t[k]]];
      sum = sum + angle_at(mesh, t, k) * n;
      const std::uint64_t a = first[t[k]], b = first[t[(k + 1) % 3]];
      if (a != b) uses.push_back({std::min(a, b) << 32 | std::max(a, b), i, k});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.ends, a.triangle) < std::tie(b.ends, b.triangle);
  });
  for (std::size_t begin = 0, end = 0; begin < uses.size(); begin = end) {
    Vec3 sum;
    for (end = begin; end < uses.size() && uses[end].ends == uses[begin].ends; ++end) {
      sum = sum + face_normal(mesh, uses[end].triangle);
    }
    if (end - begin == 1) {
      sum = {};
      const Triangle& t = mesh.triangles[uses[begin].triangle];
      const Vec3 &p = mesh.vertices[t[uses[begin].edge]], &q = mesh.vertices[t[(uses[begin].edge + 1) % 3]];
      // Where vertices that ought to be one differ by rounding, nothing goes through.
      if (norm(q - p) > 1e-12 * (norm(p) + norm(q))) border_.push_back({p, q});
      border[uses[begin].ends >> 32] = border[uses[begin].ends & 0xFFFFFFFFu] = true;
    }
    for (std::size_t i = begin; i < end; ++i) normals_[uses[i].triangle].edge[uses[i].edge] = sum;
    if (end - begin == 2) {
      normals_[uses[begin].triangle].neighbour[uses[begin].edge] = uses[begin + 1].triangle;
      normals_[uses[begin + 1].triangle].neighbour[uses[begin + 1].edge] = uses[begin].triangle;
    }
  }
  count_border();
  for (std::size_t i = 0; i < normals_.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = first[mesh.triangles[i][k]];
      if (!border[v]) normals_[i].corner[k] = at_vertex[v];
    }
  }
}

void Sides::count_border() {
  if (border_.empty()) return;
  double high_x = border_[0][0].x, high_y = border_[0][0].y;
  border_x_ = high_x, border_y_ = high_y;
  for (const std::array<Vec3, 2>& e : border_) {
    for (const Vec3& p : e) {
      border_x_ = std::min(border_x_, p.x), high_x = std::max(high_x, p.x);
      border_y_ = std::min(border_y_, p.y), high_y = std::max(high_y, p.y);
    }
  }
  cells_per_x_ = high_x > border_x_ ? kCells / (high_x - border_x_) : 0;
  cells_per_y_ = high_y > border_y_ ? kCells / (high_y - border_y_) : 0;
  constexpr std::size_t kWidth = kCells + 1;
  border_sums_.assign(kWidth * kWidth, 0);
  const auto cell = [](double x) { return static_cast<std::size_t>(std::clamp(x, 0.0, kCells - 1.0)); };
  for (const std::array<Vec3, 2>& e : border_) {
    const auto [x0, x1] = std::minmax(e[0].x, e[1].x);
    const auto [y0, y1] = std::minmax(e[0].y, e[1].y);
    for (std::size_t i = cell((x0 - border_x_) * cells_per_x_); i <= cell((x1 - border_x_) * cells_per_x_); ++i) {
      for (std::size_t k = cell((y0 - border_y_) * cells_per_y_); k <= cell((y1 - border_y_) * cells_per_y_); ++k) {
        ++border_sums_[(i + 1) * kWidth + k + 1];
      }
    }
  }
  for (std::size_t i = 1; i < kWidth; ++i) {
    for (std::size_t k = 1; k < kWidth; ++k) {
      std::uint32_t& sum = border_sums_[i * kWidth + k];
      sum += border_sums_[(i - 1) * kWidth + k] + border_sums_[i * kWidth + k - 1] -
             border_sums_[(i - 1) * kWidth + k - 1];
    }
  }
}

bool Sides::may_have_border(double x0, double x1, double y0, double y1) const {
  if (border_.empty()) return false;
  constexpr std::size_t kWidth = kCells + 1;
  // A cell more on either side: quotients are rounded.
  const auto low = [](double x) { return static_cast<std::size_t>(std::clamp(x - 1, 0.0, kCells - 1.0)); };
  const auto high = [](double x) { return static_cast<std::size_t>(std::clamp(x + 2, 1.0, kCells + 0.0)); };
  const std::size_t i0 = low((x0 - border_x_) * cells_per_x_), i1 = high((x1 - border_x_) * cells_per_x_);
  const std::size_t k0 = low((y0 - border_y_) * cells_per_y_), k1 = high((y1 - border_y_) * cells_per_y_);
  return border_sums_[i1 * kWidth + k1] + border_sums_[i0 * kWidth + k0] !=
         border_sums_[i0 * kWidth + k1] + border_sums_[i1 * kWidth + k0];
}

bool Sides::has_border(double x0, double x1, double y0, double y1) const {
  return may_have_border(x0, x1, y0, y1) &&
         std::any_of(border_.begin(), border_.end(), [&](const std::array<Vec3, 2>& e) {
           return std::max(e[0].x, e[1].x) >= x0 && std::min(e[0].x, e[1].x) <= x1 && std::max(e[0].y, e[1].y) >= y0 &&
                  std::min(e[0].y, e[1].y) <= y1;
         });
}

bool Sides::behind(const Vec3& p, const ClosestPoint& nearest, const Mesh& mesh) const {
  const Vec3 from = p - nearest.point;
  switch (nearest.feature) {
    case Feature::face:
      return dot(from, face_normal(mesh, nearest.triangle)) < 0;
    case Feature::edge:
      return dot(from, normals_[nearest.triangle].edge[nearest.index]) < 0;
    default:
      return dot(from, normals_[nearest.triangle].corner[nearest.index]) < 0;
  }
}

}  // namespace graze::nc::detail
