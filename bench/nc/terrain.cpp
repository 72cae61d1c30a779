// SPDX-License-Identifier: Apache-2.0
#include "nc/terrain.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace graze::bench {
namespace {

constexpr int kSide = 300;  // quads a side
constexpr double kSize = 100;

std::vector<double> read_tile(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  constexpr std::size_t kTile = 1201;
  if (bytes.size() != 2 * kTile * kTile) throw std::runtime_error("not a tile of 1201 x 1201 elevations: " + file);
  std::vector<double> heights;
  for (std::size_t y = 400; y <= 400 + kSide; ++y) {
    for (std::size_t x = 400; x <= 400 + kSide; ++x) {
      const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(bytes[2 * (y * kTile + x) + i]));
      };
      heights.push_back(static_cast<double>(static_cast<std::int16_t>(byte(0) << 8 | byte(1))));
    }
  }
  return heights;
}

std::vector<double> made_up() {
  std::vector<double> heights;
  for (int y = 0; y <= kSide; ++y) {
    for (int x = 0; x <= kSide; ++x) {
      double h = 0, size = 1;
      for (int octave = 1; octave <= 64; octave *= 2, size /= 2.2) {
        h += size * std::sin(0.021 * octave * x + 1.3 * octave) *
             std::cos(0.017 * octave * y + 0.7 * octave + 0.005 * x);
      }
      heights.push_back(h);
    }
  }
  return heights;
}

}  // namespace

Mesh terrain(const std::string& tile, double rise) {
  const std::vector<double> heights = tile.empty() ? made_up() : read_tile(tile);
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  const double from = *low, scale = rise / (*high - *low);
  Mesh mesh;
  for (int y = 0; y <= kSide; ++y) {
    for (int x = 0; x <= kSide; ++x) {
      const double h = heights[static_cast<std::size_t>(y * (kSide + 1) + x)];
      mesh.vertices.push_back({kSize * x / kSide, kSize * y / kSide, (h - from) * scale});
    }
  }
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const std::uint32_t a = y * (kSide + 1) + x, b = a + 1, c = a + kSide + 1, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  }
  return mesh;
}

std::vector<Vec3> touching(const nc::CheckedPart& part, const std::vector<nc::ConvexPiece>& tool, double top,
                           double step, int rows) {
  std::vector<nc::Move> spots;
  for (int row = 0; row < rows; ++row) {
    const double y = 10 + 80 * (row + 0.37) / rows;
    for (double x = 10; x <= 90; x += step) spots.push_back({{row % 2 == 0 ? x : 100 - x, y, 0}, {}});
  }
  std::vector<double> low(spots.size(), 0), high(spots.size(), top);
  nc::CheckOptions options;
  options.tolerance = 0.05;  // far from what is looked for: nothing is left undecided
  options.gap = 1e-6;
  options.threads = 1;
  for (int i = 0; i < 36; ++i) {
    for (std::size_t k = 0; k < spots.size(); ++k) {
      spots[k].from.z = (low[k] + high[k]) / 2;
      spots[k].to = spots[k].from;
    }
    const std::vector<nc::MoveCheck> checks = check_moves(part, tool, spots, options);
    for (std::size_t k = 0; k < spots.size(); ++k) (checks[k].upper > 0 ? low : high)[k] = spots[k].from.z;
  }
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < spots.size(); ++k) points.push_back({spots[k].from.x, spots[k].from.y, high[k]});
  return points;
}

std::vector<nc::Move> path(const std::vector<Vec3>& points, double lift) {
  std::vector<nc::Move> moves;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (std::abs(points[i].y - points[i - 1].y) > 0) continue;
    moves.push_back({points[i - 1], points[i]});
    moves.back().from.z += lift;
    moves.back().to.z += lift;
  }
  return moves;
}

}  // namespace graze::bench
