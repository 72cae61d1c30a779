// SPDX-License-Identifier: Apache-2.0
#include "io/scanner.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace graze::detail {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view without_plus(std::string_view token) {
  if (token.size() > 1 && token[0] == '+' && token[1] != '-' && token[1] != '+') token.remove_prefix(1);
  return token;
}

/// from_chars reports the same error for numbers too large and too small: tells them apart by the decimal exponent.
bool is_tiny(std::string_view token) {
  std::int64_t magnitude = 0;  // decimal exponent of the first digit that is not zero
  bool seen_point = false, seen_digit = false;
  std::size_t i = token.starts_with('-') ? 1 : 0;
  for (; i < token.size() && token[i] != 'e' && token[i] != 'E'; ++i) {
    if (token[i] == '.') {
      seen_point = true;
      continue;
    }
    if (token[i] != '0') seen_digit = true;
    if (seen_digit && !seen_point) ++magnitude;
    if (!seen_digit && seen_point) --magnitude;
  }
  std::int64_t exponent = 0;
  if (i < token.size()) {
    std::string_view digits = without_plus(token.substr(i + 1));
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (result.ec == std::errc::result_out_of_range) return digits.starts_with('-');
  }
  return exponent < -magnitude;
}

void append_utf8(std::string& out, char32_t c) {
  const auto byte = [&out](char32_t b) { out.push_back(static_cast<char>(b)); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | (c >> 6));
    byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | (c >> 12));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | (c >> 18));
    byte(0x80 | ((c >> 12) & 0x3F));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  }
}

/// Unpaired surrogates become U+FFFD: they can only stand in names and comments of a file that is otherwise read.
void utf16_to_utf8(std::string_view bytes, bool big_endian, std::string& out) {
  constexpr char32_t kReplacement = 0xFFFD;
  const auto unit = [&](std::size_t i) -> char32_t {
    const auto a = static_cast<unsigned char>(bytes[i]), b = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  out.reserve(bytes.size() / 2);
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    char32_t c = unit(i);
    if (c >= 0xD800 && c < 0xDC00 && i + 3 < bytes.size()) {
      const char32_t low = unit(i + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    append_utf8(out, c >= 0xD800 && c < 0xE000 ? kReplacement : c);
  }
}

}  // namespace

std::string in_quotes(std::string_view token) {
  constexpr std::size_t kLongest = 40;
  std::string text = "'";
  for (char c : token.substr(0, kLongest)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (token.size() > kLongest ? "...'" : "'");
}

std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  return std::to_string(n).append(" ").append(n == 1 ? one : many);
}

NumberStatus parse_number(std::string_view token, double& value) {
  token = without_plus(token);
  const char* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return NumberStatus::bad;
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(token)) return NumberStatus::not_finite;
    value = token.starts_with('-') ? -0.0 : 0.0;
    return NumberStatus::ok;
  }
  return std::isfinite(value) ? NumberStatus::ok : NumberStatus::not_finite;
}

bool parse_integer(std::string_view token, std::int64_t& value) {
  token = without_plus(token);
  const char* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  return error == std::errc() && stop == end;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}

std::string_view decode_text(std::string_view bytes, std::string& storage, const std::filesystem::path& name) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return bytes.substr(3);
  if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) {
    throw Error(ErrorCode::unsupported, "text in UTF-32; save it as UTF-8", name);
  }
  const bool big_endian = bytes.starts_with("\xFE\xFF"sv);
  if (!big_endian && !bytes.starts_with("\xFF\xFE"sv)) return bytes;
  utf16_to_utf8(bytes, big_endian, storage);
  return storage;
}

bool Scanner::at_line_end() const { return at_ >= text_.size() || is_line_end(text_[at_]); }

void Scanner::pass_line_end() {
  if (at_ >= text_.size()) return;
  at_ += text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n' ? 2 : 1;
  ++line_;
}

void Scanner::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
    } else if (options_.comments && text_[at_] == '#') {
      while (!at_line_end()) ++at_;
    } else if (options_.continuations && text_[at_] == '\\' && at_ + 1 < text_.size() && is_line_end(text_[at_ + 1])) {
      ++at_;
      pass_line_end();
    } else {
      return;
    }
  }
}

bool Scanner::next_line() {
  if (started_) skip_rest_of_line();
  started_ = true;
  skip_blanks();
  while (at_ < text_.size() && at_line_end()) {
    pass_line_end();
    skip_blanks();
  }
  return at_ < text_.size();
}

std::string_view Scanner::token() {
  skip_blanks();
  const std::size_t begin = at_;
  while (!at_line_end() && !is_blank(text_[at_]) && !(options_.comments && text_[at_] == '#') &&
         !(options_.continuations && text_[at_] == '\\' && at_ + 1 < text_.size() && is_line_end(text_[at_ + 1]))) {
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

std::string_view Scanner::token_on_any_line() {
  std::string_view found = token();
  while (found.empty() && at_ < text_.size()) {
    pass_line_end();
    found = token();
  }
  return found;
}

void Scanner::skip_rest_of_line() {
  while (!token().empty()) {
  }
}

double Scanner::coordinate(std::uint64_t vertex, int axis) {
  const auto where = [&] { return std::string(1, "xyz"[axis]) + " of vertex " + std::to_string(vertex); };
  const std::string_view text = token();
  double value = 0;
  if (text.empty()) fail("the line ends before " + where());
  switch (parse_number(text, value)) {
    case NumberStatus::ok:
      return value;
    case NumberStatus::not_finite:
      fail(where() + " is " + in_quotes(text) + ", not a finite number", ErrorCode::invalid_mesh);
    case NumberStatus::bad:
      fail(where() + " is " + in_quotes(text) + ", not a number");
  }
  return value;
}

Vec3 Scanner::point(std::uint64_t vertex) {
  const double x = coordinate(vertex, 0);
  const double y = coordinate(vertex, 1);
  const double z = coordinate(vertex, 2);
  return {x, y, z};
}

void Scanner::fail(const std::string& message, ErrorCode code) const {
  throw Error(code, message, *name_, Position::line(line_));
}

}  // namespace graze::detail
