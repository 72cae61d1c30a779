// SPDX-License-Identifier: Apache-2.0
#include "graze/nc/program.h"

#include <stdexcept>

#include "nc/gcode/interpreter.h"

namespace graze::nc {
namespace {

class Collector : public Listener {
 public:
  explicit Collector(std::vector<Motion>& path) : path_(path) {}
  void motion(const Motion& motion) override { path_.push_back(motion); }

 private:
  std::vector<Motion>& path_;
};

void check(const Options& options) {
  if (options.max_errors < 1) throw std::invalid_argument("max_errors must be at least 1");
  if ((options.tcp_axes & ~0x38) != 0) throw std::invalid_argument("tcp_axes has bits for A B C only");
  if (options.max_nesting < 1 || options.max_nesting > 256) throw std::invalid_argument("max_nesting must be 1 to 256");
  if (options.max_calls < 1 || options.max_calls > 10'000) throw std::invalid_argument("max_calls must be 1 to 10000");
}

}  // namespace

Outcome run_program(std::string_view text, std::string_view name, const Options& options, Listener& listener) {
  check(options);
  Outcome outcome;
  outcome.dialect = options.dialect == Dialect::automatic ? detect_dialect(text) : options.dialect;
  detail::Interpreter(options, outcome.dialect, listener, outcome).run(text, name);
  return outcome;
}

Program read_program(std::string_view text, std::string_view name, const Options& options) {
  Program program;
  Collector collector(program.path);
  static_cast<Outcome&>(program) = run_program(text, name, options, collector);
  return program;
}

}  // namespace graze::nc
