// SPDX-License-Identifier: Apache-2.0
// Prints the motions of a program, one a line, for comparison with LinuxCNC's interpreter (test_rs274.py).
//
//   nc_canon FILE [linuxcnc|fanuc]     R start end | F start end | A plane start end c1 c2 turns; ends are x y z a b c,
//   * unknown
//
//   nc_canon FILE time                 reads it five times, prints nothing but the best time
//
// Start and machine zero are all 0; tools 1 to 3 have the lengths of the script's tool table. Errors go to stderr.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "graze/nc/program.h"

namespace {

void print(const graze::nc::Axes& axes) {
  for (int axis = 0; axis < graze::nc::kAxes; ++axis) {
    if (axes.has(axis)) {
      std::printf(" %.9g", axes.value[static_cast<std::size_t>(axis)]);
    } else {
      std::printf(" *");
    }
  }
}

class Printer : public graze::nc::Listener {
 public:
  void motion(const graze::nc::Motion& m) override {
    using graze::nc::MotionKind;
    std::printf("%c", m.kind == MotionKind::rapid ? 'R' : m.kind == MotionKind::feed ? 'F' : 'A');
    if (m.kind == MotionKind::arc) std::printf(" %d", 17 + static_cast<int>(m.plane));
    print(m.start);
    print(m.end);
    if (m.kind == MotionKind::arc) std::printf(" %.9g %.9g %d", m.centre[0], m.centre[1], m.turns);
    std::printf(" @%u\n", m.place.line);
  }
};

class Counter : public graze::nc::Listener {
 public:
  void motion(const graze::nc::Motion& m) override { length += m.end.value[0] - m.start.value[0]; }
  double length = 0;
};

int time_it(const std::string& text, const graze::nc::Options& options) {
  double best = 1e99;
  std::uint64_t motions = 0;
  for (int i = 0; i < 5; ++i) {
    Counter counter;
    const auto began = std::chrono::steady_clock::now();
    motions = graze::nc::run_program(text, "f", options, counter).motions;
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
  const auto lines = std::count(text.begin(), text.end(), '\n');
  std::printf("%td lines, %llu motions, %.3f s: %.2f million lines/s\n", lines,
              static_cast<unsigned long long>(motions), best, static_cast<double>(lines) / best * 1e-6);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 3;
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) return 3;
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::string name = argv[1];
  graze::nc::Options options;
  options.dialect =
      argc > 2 && std::string(argv[2]) == "fanuc" ? graze::nc::Dialect::fanuc : graze::nc::Dialect::linuxcnc;
  options.start.known = options.machine_zero.known = (1U << graze::nc::kAxes) - 1;
  options.tools = {{1, {{0, 0, 0.5 * 25.4}, 0.125 * 25.4}},
                   {2, {{0, 0, 1.25 * 25.4}, 0.25 * 25.4}},
                   {3, {{0.1 * 25.4, 0, 2 * 25.4}, 0.5 * 25.4}}};
  options.resolve = [&](std::string_view sub) -> std::optional<std::string> {
    const std::string folder = name.substr(0, name.find_last_of('/') + 1);
    std::ifstream other(folder + std::string(sub) + ".ngc", std::ios::binary);
    if (!other) return std::nullopt;
    return std::string((std::istreambuf_iterator<char>(other)), {});
  };
  if (argc > 2 && std::string(argv[2]) == "time") return time_it(text, options);
  Printer printer;
  const graze::nc::Outcome outcome = graze::nc::run_program(text, name, options, printer);
  for (const auto& diagnostic : outcome.diagnostics) {
    std::fprintf(stderr, "%s\n", graze::nc::describe(diagnostic, outcome).c_str());
  }
  return outcome.complete() ? 0 : 2;
}
