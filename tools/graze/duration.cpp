// SPDX-License-Identifier: Apache-2.0
#include "duration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "command.h"

namespace graze::cli {

std::chrono::nanoseconds parse_duration(const std::string& text) {
  // µ is on keyboards as U+00B5 and in Greek as U+03BC.
  constexpr std::pair<std::string_view, double> kUnits[] = {{"ns", 1},        {"us", 1e3}, {"\u00B5s", 1e3},
                                                            {"\u03BCs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  constexpr double kDay = 86400e9;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || !std::isfinite(number)) {
    throw Failure(fmt::format("'{}' is not a duration; a number and ns, us, ms or s, such as 20us", text));
  }
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  if (unit.empty()) throw Failure(fmt::format("'{}' lacks a unit: ns, us, ms or s, such as 20us", text));
  for (const auto& [name, nanoseconds] : kUnits) {
    if (unit != name) continue;
    const double value = number * nanoseconds;
    if (!(value >= 1 && value <= kDay)) throw Failure(fmt::format("'{}' is not between 1ns and 86400s", text));
    return std::chrono::nanoseconds(std::llround(value));
  }
  throw Failure(fmt::format("'{}': '{}' is no unit; ns, us, ms and s are", text, unit));
}

}  // namespace graze::cli
