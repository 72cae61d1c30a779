// SPDX-License-Identifier: Apache-2.0
// graze_nc_moves [HGT]: moves checked in a second, one core, on a terrain of 180,000 triangles and 100 mm a side: cut
// from a tile of elevations (SRTM, 1201 x 1201), or made up. Paths touch the terrain at points 0.2 mm apart.
// The least of several runs; how many were clean, gouging, undecided; and how wide the bounds of depths are.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "graze/nc/check.h"

namespace {

using namespace graze;
using nc::ConvexPiece;
using nc::Decision;
using nc::Move;
using nc::MoveCheck;
using nc::Part;

constexpr int kSide = 300;  // quads a side
constexpr double kSize = 100, kStep = 0.2, kRise = 25;

std::vector<double> heights_of(const char* file) {
  std::vector<double> heights;
  if (file != nullptr) {
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    constexpr std::size_t kTile = 1201;
    if (bytes.size() != 2 * kTile * kTile) throw std::runtime_error("not a tile of 1201 x 1201 elevations");
    for (std::size_t y = 400; y <= 400 + kSide; ++y) {
      for (std::size_t x = 400; x <= 400 + kSide; ++x) {
        const auto byte = [&](std::size_t i) {
          return static_cast<unsigned>(static_cast<unsigned char>(bytes[2 * (y * kTile + x) + i]));
        };
        heights.push_back(static_cast<double>(static_cast<std::int16_t>(byte(0) << 8 | byte(1))));
      }
    }
  } else {
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
  }
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  const double from = *low, scale = kRise / (*high - *low);
  for (double& h : heights) h = (h - from) * scale;
  return heights;
}

Mesh terrain(const std::vector<double>& heights) {
  Mesh mesh;
  for (int y = 0; y <= kSide; ++y) {
    for (int x = 0; x <= kSide; ++x) {
      mesh.vertices.push_back(
          {kSize * x / kSide, kSize * y / kSide, heights[static_cast<std::size_t>(y * (kSide + 1) + x)]});
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

/// Points along rows, as low as the tool can go: bisected all together.
std::vector<Vec3> touching(const nc::CheckedPart& part, const std::vector<ConvexPiece>& tool, int rows) {
  std::vector<Move> spots;
  for (int row = 0; row < rows; ++row) {
    const double y = 10 + 80 * (row + 0.37) / rows;
    for (double x = 10; x <= 90; x += kStep) spots.push_back({{row % 2 == 0 ? x : 100 - x, y, 0}, {}});
  }
  std::vector<double> low(spots.size(), 0), high(spots.size(), kRise + 5);
  nc::CheckOptions options;
  options.tolerance = 0.05;  // far from what is looked for: nothing is left undecided
  options.gap = 1e-6;
  for (int i = 0; i < 36; ++i) {
    for (std::size_t k = 0; k < spots.size(); ++k) {
      spots[k].from.z = (low[k] + high[k]) / 2;
      spots[k].to = spots[k].from;
    }
    const std::vector<MoveCheck> checks = check_moves(part, tool, spots, options);
    for (std::size_t k = 0; k < spots.size(); ++k) (checks[k].upper > 0 ? low : high)[k] = spots[k].from.z;
  }
  std::vector<Vec3> points;
  for (std::size_t k = 0; k < spots.size(); ++k) points.push_back({spots[k].from.x, spots[k].from.y, high[k]});
  return points;
}

void measure(const char* name, const nc::CheckedPart& part, const std::vector<ConvexPiece>& tool,
             const std::vector<Move>& moves, double tolerance, int threads) {
  nc::CheckOptions options;
  options.tolerance = tolerance;
  options.threads = threads;
  double least = 1e300;
  std::vector<MoveCheck> checks;
  for (int run = 0; run < 3; ++run) {
    // Processor time where one thread works: others on the machine do not count.
    const std::clock_t ticks = std::clock();
    const auto start = std::chrono::steady_clock::now();
    checks = check_moves(part, tool, moves, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const double own = static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC;
    least = std::min(least, threads == 1 ? own : took.count());
  }
  std::size_t counts[3] = {0, 0, 0};
  std::vector<double> widths;
  double deepest = -1e300;
  for (const MoveCheck& c : checks) {
    ++counts[static_cast<std::size_t>(c.decision)];
    if (c.upper > -tolerance) widths.push_back(1000 * (c.upper - std::max(c.lower, -tolerance)));
    deepest = std::max(deepest, c.lower);
  }
  std::sort(widths.begin(), widths.end());
  const auto at = [&](double q) {
    return widths.empty() ? 0.0 : widths[static_cast<std::size_t>(q * static_cast<double>(widths.size() - 1))];
  };
  std::printf(
      "%-28s tol %4.0f um %9.0f moves/s; clean %zu, gouges %zu, undecided %zu of %zu; deepest %.1f um; bounds apart: "
      "median %.2f um, 95 %% %.2f, most %.2f\n",
      name, 1000 * tolerance, static_cast<double>(moves.size()) / least, counts[0], counts[1], counts[2], moves.size(),
      deepest > -1 ? 1000 * deepest : -tolerance * 1000, at(0.5), at(0.95), at(1));
}

std::vector<Move> path(const std::vector<Vec3>& points, double lift) {
  std::vector<Move> moves;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (std::abs(points[i].y - points[i - 1].y) > 0) continue;
    moves.push_back({points[i - 1], points[i]});
    moves.back().from.z += lift;
    moves.back().to.z += lift;
  }
  return moves;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const nc::CheckedPart part(Model::build(terrain(heights_of(count > 1 ? arguments[1] : nullptr))),
                               nc::Surface::open);
    const int threads = count > 2 ? std::atoi(arguments[2]) : 1;
    const std::vector<ConvexPiece> tip{{Part::cutting, 1.5, 0, 1.5, 0, 1.5}};
    const std::vector<ConvexPiece> ball{{Part::cutting, 1.5, 0, 18.5, 0, 1.5}};
    const std::vector<ConvexPiece> bull{{Part::cutting, 0.5, 1.0, 19.5, 1.0, 0.5}};
    const std::vector<ConvexPiece> flat{{Part::cutting, 0, 1.5, 20, 1.5, 0}};
    const std::vector<ConvexPiece> taper{{Part::cutting, 0.5, 0, 20, 1.7, 0.5}};
    std::vector<ConvexPiece> whole = ball;
    whole.push_back({Part::shank, 20, 2, 40, 2, 0});
    for (int i = 0; i < 6; ++i)
      whole.push_back({Part::holder, 40.0 + 8 * i, 8.0 + 3 * i, 48.0 + 8 * i, 10.0 + 3 * i, 0});
    const auto both = [&](const char* name, const std::vector<ConvexPiece>& tool) {
      const std::vector<Vec3> points = touching(part, tool, 20);
      for (const double tolerance : {0.005, 0.02}) measure(name, part, tool, path(points, 0), tolerance, threads);
      return points;
    };
    const std::vector<Vec3> points = both("ball tip", tip);
    both("ball", ball);
    both("bull", bull);
    both("flat", flat);
    both("taper", taper);
    measure("cutter, shank, 6 frusta", part, whole, path(points, 0), 0.005, threads);
    measure("ball, 1 mm above", part, ball, path(points, 1), 0.005, threads);
    measure("clear, 10 mm above", part, whole, path(points, 10), 0.005, threads);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graze_nc_moves: %s\n", error.what());
    return 3;
  }
  return 0;
}
