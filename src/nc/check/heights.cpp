// SPDX-License-Identifier: Apache-2.0
#include "nc/check/heights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::nc::detail {
namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();
constexpr double kMostCells = 512;

float rounded_up(double x) { return std::nextafter(static_cast<float>(x), std::numeric_limits<float>::infinity()); }

/// The cell of a coordinate, in [0, count).
std::size_t cell_of(double x, std::size_t count) {
  return x <= 0 ? 0 : std::min(static_cast<std::size_t>(std::min(x, 1e9)), count - 1);
}

}  // namespace

Heights::Heights(const Mesh& mesh, const Box& box) : x_(box.lower.x), y_(box.lower.y) {
  // About as many cells as triangles: a cell then has the size of a triangle of a terrain.
  const double wide = box.upper.x - box.lower.x, deep = box.upper.y - box.lower.y;
  const double side = std::clamp(std::sqrt(static_cast<double>(mesh.triangles.size()) / 2), 1.0, kMostCells);
  Level finest;
  finest.width = finest.height = static_cast<std::size_t>(side);
  finest.top.assign(finest.width * finest.height, kNothing);
  per_cell_x_ = wide > 0 ? static_cast<double>(finest.width) / wide : 0;
  per_cell_y_ = deep > 0 ? static_cast<double>(finest.height) / deep : 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    // A cell more on every side: what rounding takes from a coordinate is less.
    const std::size_t x0 = cell_of((std::min({a.x, b.x, c.x}) - x_) * per_cell_x_ - 1e-3, finest.width);
    const std::size_t x1 = cell_of((std::max({a.x, b.x, c.x}) - x_) * per_cell_x_ + 1e-3, finest.width);
    const std::size_t y0 = cell_of((std::min({a.y, b.y, c.y}) - y_) * per_cell_y_ - 1e-3, finest.height);
    const std::size_t y1 = cell_of((std::max({a.y, b.y, c.y}) - y_) * per_cell_y_ + 1e-3, finest.height);
    const float top = rounded_up(std::max({a.z, b.z, c.z}));
    for (std::size_t y = y0; y <= y1; ++y) {
      for (std::size_t x = x0; x <= x1; ++x) {
        float& cell = finest.top[y * finest.width + x];
        cell = std::max(cell, top);
      }
    }
  }
  levels_.push_back(std::move(finest));
  while (levels_.back().width > 1) {
    const Level& fine = levels_.back();
    Level coarse;
    coarse.width = (fine.width + 1) / 2;
    coarse.height = (fine.height + 1) / 2;
    coarse.top.assign(coarse.width * coarse.height, kNothing);
    for (std::size_t y = 0; y < fine.height; ++y) {
      for (std::size_t x = 0; x < fine.width; ++x) {
        float& cell = coarse.top[y / 2 * coarse.width + x / 2];
        cell = std::max(cell, fine.top[y * fine.width + x]);
      }
    }
    levels_.push_back(std::move(coarse));
  }
}

double Heights::above(double x0, double x1, double y0, double y1) const {
  const Level& finest = levels_.front();
  const auto width = static_cast<double>(finest.width), height = static_cast<double>(finest.height);
  const double left = (x0 - x_) * per_cell_x_, right = (x1 - x_) * per_cell_x_;
  const double front = (y0 - y_) * per_cell_y_, back = (y1 - y_) * per_cell_y_;
  if (right < -1e-3 || left > width + 1e-3 || back < -1e-3 || front > height + 1e-3) return kNothing;
  std::size_t i0 = cell_of(left, finest.width), i1 = cell_of(right, finest.width);
  std::size_t j0 = cell_of(front, finest.height), j1 = cell_of(back, finest.height);
  std::size_t level = 0;
  while (i1 - i0 > 3 || j1 - j0 > 3) {
    i0 /= 2, i1 /= 2, j0 /= 2, j1 /= 2;
    ++level;
  }
  float top = kNothing;
  for (std::size_t j = j0; j <= j1; ++j) {
    for (std::size_t i = i0; i <= i1; ++i) top = std::max(top, levels_[level].top[j * levels_[level].width + i]);
  }
  return static_cast<double>(top);
}

}  // namespace graze::nc::detail
