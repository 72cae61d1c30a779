// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes: an end within the budget, motions that hang together, and an error for all that was not executed.
#include <cmath>
#include <optional>
#include <string>

#include "check.h"
#include "graze/nc/program.h"

namespace {

using graze::fuzz::require;

class Watcher : public graze::nc::Listener {
 public:
  void motion(const graze::nc::Motion& m) override {
    check(m.start);
    check(m.end);
    require(std::isfinite(m.feed) && m.feed >= 0, "a feed is finite and not negative");
    require(m.place.line > 0 && m.place.column > 0, "a motion has a place");
    if (m.kind == graze::nc::MotionKind::arc) {
      require(std::isfinite(m.sweep) && m.sweep != 0, "an arc turns");
      require(std::isfinite(m.centre[0]) && std::isfinite(m.centre[1]), "an arc has a centre");
      require((m.sweep > 0) == (m.turns > 0), "turns have the sign of the sweep");
    }
    ++motions;
  }
  void block(const graze::nc::Place&, graze::nc::BlockClass c) override {
    unsupported = unsupported || c == graze::nc::BlockClass::unsupported;
  }
  std::uint64_t motions = 0;
  bool unsupported = false;

 private:
  static void check(const graze::nc::Axes& axes) {
    for (int i = 0; i < graze::nc::kAxes; ++i) {
      const double v = axes.value[static_cast<std::size_t>(i)];
      require(std::isfinite(v) && std::fabs(v) < 1e11, "positions are finite");
      require(axes.has(i) || v == 0, "an unknown position is 0");
    }
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  graze::nc::Options options;
  options.dialect = static_cast<graze::nc::Dialect>(data[0] % 3);
  options.block_skip = (data[0] & 8) != 0;
  if ((data[0] & 16) != 0) options.start.known = options.machine_zero.known = 63;
  options.max_steps = 1000;
  options.tools[1] = {{0, 0, 30}, 6};
  options.resolve = [&](std::string_view name) -> std::optional<std::string> {
    if (name.size() > 1) return std::nullopt;
    return std::string(text);
  };
  Watcher watcher;
  const graze::nc::Outcome outcome = graze::nc::run_program(text, "f", options, watcher);
  require(outcome.motions == watcher.motions && outcome.motions <= options.max_steps, "motions are counted");
  require(!watcher.unsupported || !outcome.complete(), "an unsupported block is an error");
  require(outcome.severities[2] <= 100, "errors have a limit");
  for (const graze::nc::Diagnostic& d : outcome.diagnostics) {
    const std::string shown = graze::nc::describe(d, outcome);
    require(shown.starts_with("f:") || d.place.file != 0, "a diagnostic names the file");
    for (const char c : shown) require((c >= ' ' && c <= '~') || c == '\n', "a diagnostic is printable");
  }
  return 0;
}
