// SPDX-License-Identifier: Apache-2.0
#include "build/sketch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "build/hierarchy.h"

namespace graze::detail {
namespace {

constexpr std::size_t kSamples = 2048;  // of the surface: some in each of the 1,500 cells or so that it passes
constexpr std::size_t kCells = std::size_t{Sketch::kSide} * Sketch::kSide * Sketch::kSide;

struct Samples {
  std::vector<float> x[3];

  std::size_t size() const { return x[0].size(); }
  float square(std::size_t i, const float p[3]) const {
    const float d[3] = {x[0][i] - p[0], x[1][i] - p[1], x[2][i] - p[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  }
};

struct Corner {
  double origin[3], edge[2][3];

  Corner(const LeafPacket& leaf, std::uint32_t t) {
    for (int x = 0; x < 3; ++x) {
      origin[x] = static_cast<double>(leaf.centre[x]) + leaf.v[0][x][t];
      for (int e = 0; e < 2; ++e) edge[e][x] = static_cast<double>(leaf.v[e + 1][x][t]) - leaf.v[0][x][t];
    }
  }
  double area() const {
    double square = 0;
    for (int x = 0; x < 3; ++x) {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      const double n = edge[0][y] * edge[1][z] - edge[0][z] * edge[1][y];
      square += n * n;
    }
    return 0.5 * std::sqrt(square);
  }
};

template <class Visit>
void for_triangles(const Hierarchy& h, const Visit& visit) {
  for (const LeafPacket& leaf : h.leaves) {
    for (std::uint32_t t = 0; t < leaf.count; ++t) visit(Corner(leaf, t));
  }
}

double fraction(double x) { return x - std::floor(x); }

/// Evenly by area: a sample whenever another share of all has gone by, at places that fill a triangle evenly.
Samples sample(const Hierarchy& h) {
  double total = 0;
  for_triangles(h, [&](const Corner& t) { total += t.area(); });
  Samples out;
  if (!(total > 0) || !std::isfinite(total)) return out;
  const double share = total / kSamples;
  double gone = 0;
  for_triangles(h, [&](const Corner& t) {
    gone += t.area();
    while (out.size() < kSamples && (static_cast<double>(out.size()) + 0.5) * share < gone) {
      const auto i = static_cast<double>(out.size());
      double u = fraction(0.7548776662466927 * i),
             v = fraction(0.5698402909980532 * i);  // R2, a lattice of low discrepancy
      if (u + v > 1) u = 1 - u, v = 1 - v;
      for (int x = 0; x < 3; ++x) {
        out.x[x].push_back(static_cast<float>(t.origin[x] + u * t.edge[0][x] + v * t.edge[1][x]));
      }
    }
  });
  return out;
}

/// Each the farthest from those before; the mean distance from the nearest of them.
void spread_points(const Samples& samples, Sketch& out) {
  std::vector<float> square(samples.size(), 1e30f);
  out.points.resize(3 * Sketch::kPoints);
  std::size_t farthest = 0;
  for (std::size_t k = 0; k < Sketch::kPoints; ++k) {
    const float p[3] = {samples.x[0][farthest], samples.x[1][farthest], samples.x[2][farthest]};
    for (std::size_t x = 0; x < 3; ++x) out.points[x * Sketch::kPoints + k] = p[x];
    for (std::size_t i = 0; i < samples.size(); ++i) {
      square[i] = std::min(square[i], samples.square(i, p));
    }
    farthest = static_cast<std::size_t>(std::max_element(square.begin(), square.end()) - square.begin());
  }
  double sum = 0;
  for (const float s : square) sum += std::sqrt(static_cast<double>(s));
  out.spread = static_cast<float>(sum / static_cast<double>(samples.size()));
}

void lay_grid(const Samples& samples, Sketch& out) {
  constexpr float kFlattest = 1e-3f;  // of the longest side: flat models have cells, too
  float side[3];
  for (int x = 0; x < 3; ++x) {
    const auto [low, high] = std::minmax_element(samples.x[x].begin(), samples.x[x].end());
    out.lower[x] = *low;
    side[x] = *high - *low;
  }
  const float least = kFlattest * std::max({side[0], side[1], side[2]});
  for (int x = 0; x < 3; ++x) {
    out.cell[x] = std::max(side[x], least) / Sketch::kSide;
    out.per_cell[x] = 1 / out.cell[x];
  }
}

struct Cells {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  std::vector<std::uint32_t> nearest = std::vector<std::uint32_t>(kCells, kNone);  // sample known to a cell
  std::vector<float> square = std::vector<float>(kCells, 1e30f);                   // its squared distance

  void offer(const Samples& samples, const Sketch& grid, std::size_t cell, std::uint32_t sample) {
    if (sample == kNone) return;
    float p[3];
    std::size_t rest = cell;
    for (int x = 0; x < 3; ++x, rest /= Sketch::kSide) {
      p[x] = grid.lower[x] + (static_cast<float>(rest % Sketch::kSide) + 0.5f) * grid.cell[x];
    }
    const float found = samples.square(sample, p);
    if (!(found < square[cell])) return;
    square[cell] = found;
    nearest[cell] = sample;
  }
};

/// Cells learn of samples from all others on their line, along one axis after the other: as good as to ask every
/// sample, at a fortieth of the time.
void measure_cells(const Samples& samples, Sketch& out) {
  Cells cells;
  for (std::uint32_t i = 0; i < samples.size(); ++i) {
    std::size_t cell = 0;
    for (int x = 3; x-- > 0;) {
      const auto at = static_cast<int>((samples.x[x][i] - out.lower[x]) * out.per_cell[x]);
      cell = Sketch::kSide * cell + static_cast<std::size_t>(std::clamp(at, 0, Sketch::kSide - 1));
    }
    cells.offer(samples, out, cell, i);
  }
  for (std::size_t stride = 1; stride < kCells; stride *= Sketch::kSide) {
    const std::vector<std::uint32_t> known = cells.nearest;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const std::size_t line = cell - cell / stride % Sketch::kSide * stride;
      for (std::size_t k = 0; k < Sketch::kSide; ++k) cells.offer(samples, out, cell, known[line + k * stride]);
    }
  }
  out.distance.resize(kCells);
  for (std::size_t i = 0; i < kCells; ++i) out.distance[i] = std::sqrt(cells.square[i]);
}

}  // namespace

Sketch make_sketch(const Hierarchy& h) {
  Sketch out;
  const Samples samples = sample(h);
  if (samples.size() < kSamples / 2) return out;  // roundings take one or two
  lay_grid(samples, out);
  for (const float x : out.per_cell) {
    if (!std::isfinite(x)) return out;
  }
  measure_cells(samples, out);
  spread_points(samples, out);
  if (!(out.spread > 0)) out.spread = 0;
  return out;
}

}  // namespace graze::detail
