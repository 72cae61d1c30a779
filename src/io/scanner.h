// SPDX-License-Identifier: Apache-2.0
// Text formats are read line by line, token by token, with the line kept for errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "graze/error.h"
#include "graze/math.h"

namespace graze::detail {

/// A token for an error message: in quotes, shortened, without control characters.
std::string in_quotes(std::string_view token);

/// "1 vertex", "2 vertices": counts read well in messages.
std::string counted(std::uint64_t n, std::string_view one, std::string_view many);

enum class NumberStatus { ok, bad, not_finite };

/// A decimal number, an optional sign in front; too small becomes 0, too large counts as not finite.
NumberStatus parse_number(std::string_view token, double& value);

/// A decimal integer with an optional sign, the whole token.
bool parse_integer(std::string_view token, std::int64_t& value);

bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Drops a UTF-8 byte order mark; turns UTF-16 with a byte order mark into UTF-8. Text that needed no conversion
/// is returned as a view of `bytes`, else of `storage`. Refuses UTF-32.
std::string_view decode_text(std::string_view bytes, std::string& storage, const std::filesystem::path& name);

/// Lines end with LF, CR LF or CR. Blank lines and lines with only a comment do not count as lines of content.
class Scanner {
 public:
  struct Options {
    bool comments = false;       // '#' starts one, up to the end of the line
    bool continuations = false;  // a backslash at the end of a line joins the next one
  };

  Scanner(std::string_view text, const std::filesystem::path& name, Options options)
      : text_(text), name_(&name), options_(options) {}

  /// Goes to the next line that has a token; false at the end of the text.
  bool next_line();

  /// The next token of the current line; empty at its end.
  std::string_view token();

  /// The next token wherever it is; empty at the end of the text.
  std::string_view token_on_any_line();

  /// The next token of the line as a coordinate; throws Error when it is missing, no number or not finite.
  double coordinate(std::uint64_t vertex, int axis);
  Vec3 point(std::uint64_t vertex);

  void skip_rest_of_line();

  std::uint64_t line() const { return line_; }
  std::size_t remaining() const { return text_.size() - at_; }
  std::size_t offset() const { return at_; }
  const std::filesystem::path& name() const { return *name_; }

  [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::format) const;

 private:
  void skip_blanks();
  bool at_line_end() const;
  void pass_line_end();

  std::string_view text_;
  const std::filesystem::path* name_;
  Options options_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  bool started_ = false;
};

}  // namespace graze::detail
