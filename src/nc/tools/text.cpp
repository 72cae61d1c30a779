// SPDX-License-Identifier: Apache-2.0
#include "nc/tools/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace graze::nc::detail::tools {
namespace {

constexpr std::size_t kLongest = 60;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, kLongest)) result += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > kLongest ? result + "..." : result;
}

std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<double> take_number(std::string_view& text) {
  std::string_view rest = text;
  if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
  if (rest.empty() || rest.front() == 'i' || rest.front() == 'n' || rest.front() == 'I' || rest.front() == 'N')
    return {};
  double value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return {};
  text = rest.substr(static_cast<std::size_t>(end - rest.data()));
  return value;
}

std::optional<double> to_number(std::string_view text) {
  text = trim(text);
  const std::optional<double> value = take_number(text);
  return text.empty() ? value : std::nullopt;
}

std::optional<int> to_integer(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() > 9 || !std::all_of(text.begin(), text.end(), is_digit)) return {};
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::optional<double> to_fraction(std::string_view text) {
  text = trim(text);
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return to_number(text);
  std::string_view above = trim(text.substr(0, slash));
  double whole = 0;
  if (const std::size_t blank = above.find_first_of(" -"); blank != std::string_view::npos) {
    const std::optional<int> number = to_integer(above.substr(0, blank));
    if (!number) return {};
    whole = *number;
    above = above.substr(blank + 1);
  }
  const std::optional<int> upper = to_integer(above), below = to_integer(text.substr(slash + 1));
  if (!upper || !below || *below == 0) return {};
  return whole + static_cast<double>(*upper) / *below;
}

std::optional<double> unit_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, double>, 19> kUnits = {{{"mm", 1},
                                                                           {"millimeter", 1},
                                                                           {"millimeters", 1},
                                                                           {"millimetre", 1},
                                                                           {"millimetres", 1},
                                                                           {"metric", 1},
                                                                           {"in", 25.4},
                                                                           {"inch", 25.4},
                                                                           {"inches", 25.4},
                                                                           {"imperial", 25.4},
                                                                           {"\"", 25.4},
                                                                           {"''", 25.4},
                                                                           {"cm", 10},
                                                                           {"m", 1000},
                                                                           {"um", 1e-3},
                                                                           {"\xC2\xB5m", 1e-3},
                                                                           {"\xCE\xBCm", 1e-3},
                                                                           {"ft", 304.8},
                                                                           {"thou", 0.0254}}};
  const std::string wanted = lower(trim(name));
  for (const auto& [unit, mm] : kUnits) {
    if (unit == wanted) return mm;
  }
  return {};
}

std::optional<double> to_length(std::string_view text) {
  text = trim(text);
  const std::size_t end = text.find_last_of("0123456789.");
  if (end == std::string_view::npos) return {};
  const std::optional<double> value = to_fraction(text.substr(0, end + 1)), unit = unit_of(text.substr(end + 1));
  if (!value || !unit) return {};
  return *value * *unit;
}

std::optional<double> to_angle(std::string_view text) {
  text = trim(text);
  const std::optional<double> value = take_number(text);
  if (!value) return {};
  const std::string unit = lower(trim(text));
  if (unit == "deg" || unit == "degree" || unit == "degrees" || unit == "\xC2\xB0") return value;
  if (unit == "rad") return *value * (180 / 3.14159265358979323846);
  return {};
}

}  // namespace graze::nc::detail::tools
