// SPDX-License-Identifier: Apache-2.0
// graze_nc_moves [options] [TILE.hgt]: moves checked in a second on a terrain of 180,000 triangles and 100 mm a side.
// Paths touch the terrain at their points. Of each setting the least of several runs; how many moves were clean,
// gouging, undecided; and how wide the bounds of depths are.
//   --threads N   1: processor time, else wall time       --rise MM,...   25,60: how high the terrain is
//   --only TEXT   tools whose name has it                 --step MM,...   0.2: from point to point
//   --tolerance MM,...  0.005,0.02                        --runs N        3
//   --rows N      20 rows of 80 mm
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <sstream>
#include <stdexcept>

#include "nc/terrain.h"

namespace {

using namespace graze;
using nc::ConvexPiece;
using nc::Move;
using nc::MoveCheck;
using nc::Part;

struct Options {
  std::string tile, only;
  int threads = 1, runs = 3, rows = 20;
  std::vector<double> rises{25, 60}, steps{0.2}, tolerances{0.005, 0.02};
};

std::vector<double> numbers(const std::string& text) {
  std::vector<double> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) out.push_back(std::stod(word));
  return out;
}

Options options_of(int count, char** arguments) {
  Options out;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name.rfind("--", 0) != 0) {
      out.tile = name;
      continue;
    }
    if (i + 1 == count) throw std::runtime_error(name + " needs a value");
    const std::string value = arguments[++i];
    if (name == "--threads") {
      out.threads = std::stoi(value);
    } else if (name == "--runs") {
      out.runs = std::stoi(value);
    } else if (name == "--rows") {
      out.rows = std::stoi(value);
    } else if (name == "--only") {
      out.only = value;
    } else if (name == "--rise") {
      out.rises = numbers(value);
    } else if (name == "--step") {
      out.steps = numbers(value);
    } else if (name == "--tolerance") {
      out.tolerances = numbers(value);
    } else {
      throw std::runtime_error("unknown option " + name);
    }
  }
  return out;
}

void measure(const std::string& name, const nc::CheckedPart& part, const std::vector<ConvexPiece>& tool,
             const std::vector<Move>& moves, double tolerance, const Options& settings) {
  nc::CheckOptions options;
  options.tolerance = tolerance;
  options.threads = settings.threads;
  double least = 1e300;
  std::vector<MoveCheck> checks;
  for (int run = 0; run < settings.runs; ++run) {
    // Processor time where one thread works: others on the machine do not count.
    const std::clock_t ticks = std::clock();
    const auto start = std::chrono::steady_clock::now();
    checks = check_moves(part, tool, moves, options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const double own = static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC;
    least = std::min(least, settings.threads == 1 ? own : took.count());
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
      "%-32s %5.0f %9.0f /s  clean %6zu gouges %5zu undecided %zu  deepest %6.1f um  bounds apart: median %.2f, 95 %% "
      "%.2f, most %.2f um\n",
      name.c_str(), 1000 * tolerance, static_cast<double>(moves.size()) / least, counts[0], counts[1], counts[2],
      deepest > -1 ? 1000 * deepest : -tolerance * 1000, at(0.5), at(0.95), at(1));
  std::fflush(stdout);
}

struct NamedTool {
  const char* name;
  std::vector<ConvexPiece> pieces;
};

std::vector<ConvexPiece> with_holder(std::vector<ConvexPiece> cutter) {
  cutter.push_back({Part::shank, 20, 2, 40, 2, 0});
  for (int i = 0; i < 6; ++i) {
    cutter.push_back({Part::holder, 40.0 + 8 * i, 8.0 + 3 * i, 48.0 + 8 * i, 10.0 + 3 * i, 0});
  }
  return cutter;
}

std::vector<NamedTool> tools() {
  const auto mill = [](const nc::Tool& tool) { return nc::convex_pieces(tool); };
  nc::Body body;
  body.cutting_length = 20;
  const std::vector<ConvexPiece> ball = mill(nc::ball_mill(3, body));
  return {{"ball tip R 1.5", {{Part::cutting, 1.5, 0, 1.5, 0, 1.5}}},
          {"ball tip R 5", {{Part::cutting, 5, 0, 5, 0, 5}}},
          {"ball mill R 1.5", ball},
          {"ball mill R 5", mill(nc::ball_mill(10, body))},
          {"bull mill R 1.5/0.5", mill(nc::bull_mill(3, 0.5, body))},
          {"flat mill R 1.5", mill(nc::flat_mill(3, body))},
          {"taper ball mill R 0.5", mill(nc::taper_ball_mill(1, 5, 0, body))},
          {"ball mill, shank, 6 frusta", with_holder(ball)},
          {"bull mill, shank, 6 frusta", with_holder(mill(nc::bull_mill(3, 0.5, body)))}};
}

void measure_all(const Options& options, double rise) {
  const nc::CheckedPart part(Model::build(bench::terrain(options.tile, rise)), nc::Surface::open);
  for (const NamedTool& tool : tools()) {
    if (std::string(tool.name).find(options.only) == std::string::npos) continue;
    for (const double step : options.steps) {
      const std::vector<Vec3> points = bench::touching(part, tool.pieces, rise + 5, step, options.rows);
      char name[64];
      std::snprintf(name, sizeof name, "%s, %.2g mm", tool.name, step);
      for (const double tolerance : options.tolerances) {
        measure(name, part, tool.pieces, bench::path(points, 0), tolerance, options);
      }
      if (std::string(tool.name).find("frusta") == std::string::npos) continue;
      measure("  1 mm above", part, tool.pieces, bench::path(points, 1), options.tolerances[0], options);
      measure("  10 mm above", part, tool.pieces, bench::path(points, 10), options.tolerances[0], options);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const Options options = options_of(count, arguments);
    for (const double rise : options.rises) {
      std::printf("terrain %.0f mm high; tool and step, tolerance um, moves\n", rise);
      measure_all(options, rise);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graze_nc_moves: %s\n", error.what());
    return 3;
  }
  return 0;
}
