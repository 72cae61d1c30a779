// SPDX-License-Identifier: Apache-2.0
// graze_nc_stock PROGRAM TOOLS CELL X0 Y0 Z0 X1 Y1 Z1: moves on stock in a second, one core, by lines along z alone and
// along all axes. The program starts 50 mm above the origin; tool lengths are 0. The least of three runs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "graze/nc/stock.h"

namespace {

using namespace graze;

nc::Program read(const char* file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) throw std::runtime_error(std::string(file) + " cannot be read");
  nc::Options options;
  for (int axis = 0; axis < 3; ++axis) options.start.set(axis, axis == 2 ? 50 : 0);
  for (int tool = 1; tool < 100; ++tool) options.tools[tool] = {};
  return nc::read_program(text, file, options);
}

void measure(const nc::Program& program, const nc::ToolLibrary& tools, const nc::Stock& stock, double cell,
             bool height_field) {
  nc::StockOptions options;
  options.cell = cell;
  options.height_field = height_field;
  options.threads = 1;
  options.mesh_triangles = 0;
  double seconds = 1e300;
  nc::StockReport report;
  for (int run = 0; run < 3; ++run) {
    report = nc::simulate_stock(program, tools, stock, nullptr, options);
    seconds = std::min(seconds, report.seconds);
  }
  std::printf("%-10s %.2f s, %.0f moves/s, %.0f MB, %.1f mm3 left, %s\n", height_field ? "along z" : "along all",
              seconds, static_cast<double>(report.moves) / seconds, static_cast<double>(report.bytes) / 1e6,
              report.volume_after[2], report.proved.c_str());
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count != 10) throw std::runtime_error("usage: graze_nc_stock PROGRAM TOOLS CELL X0 Y0 Z0 X1 Y1 Z1");
    const auto number = [&](int i) { return std::strtod(words[i], nullptr); };
    const nc::Program program = read(words[1]);
    const nc::ToolLibrary tools = nc::read_tools(words[2]);
    const nc::Stock stock = nc::Stock::box({number(4), number(5), number(6)}, {number(7), number(8), number(9)});
    measure(program, tools, stock, number(3), true);
    measure(program, tools, stock, number(3), false);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graze_nc_stock: %s\n", error.what());
    return 1;
  }
  return 0;
}
