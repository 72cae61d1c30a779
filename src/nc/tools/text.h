// SPDX-License-Identifier: Apache-2.0
// Words and numbers of texts that people and other programs wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace graze::nc::detail::tools {

/// For an error message: in quotes, shortened, without what does not print.
std::string in_quotes(std::string_view text);
/// The same without quotes, for names.
std::string printable(std::string_view text);

std::string lower(std::string_view text);
std::string_view trim(std::string_view text);

/// A finite decimal number, the whole text; a sign and a bare point at either end are fine ("6.", ".5", "+1").
std::optional<double> to_number(std::string_view text);
std::optional<int> to_integer(std::string_view text);  // not negative, below a thousand million
/// Also "1/4" and "1 1/4".
std::optional<double> to_fraction(std::string_view text);

/// A number at the start of `text`, which then goes on behind it.
std::optional<double> take_number(std::string_view& text);

/// mm in one unit of that name ("mm", "inch", "inches", ...); nothing: not known.
std::optional<double> unit_of(std::string_view name);
/// "6.000 mm", "1/4 in": a length in mm; "118 °": an angle in degrees. Nothing without a known unit.
std::optional<double> to_length(std::string_view text);
std::optional<double> to_angle(std::string_view text);

}  // namespace graze::nc::detail::tools
