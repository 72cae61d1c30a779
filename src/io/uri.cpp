// SPDX-License-Identifier: Apache-2.0
#include "io/uri.h"

#include <cstdint>

#include "graze/error.h"
#include "io/scanner.h"

namespace graze::detail {
namespace {

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

std::string decode_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos || !uri.substr(0, comma).ends_with(";base64")) {
    throw Error(ErrorCode::unsupported, "data URI that is not base64");
  }
  std::string_view text = uri.substr(comma + 1);
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) throw Error(ErrorCode::format, "base64 text of an impossible length");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int digit = base64_digit(text[i]);
    if (digit < 0) throw Error(ErrorCode::format, in_quotes(text.substr(i, 1)) + " in base64 text");
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<char>(bits >> held & 0xFF));
    }
  }
  return bytes;
}

std::filesystem::path decode_relative_uri(std::string_view uri) {
  std::string text;
  text.reserve(uri.size());
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_digit(uri[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(uri[i + 2]) : -1;
    if (low >= 0) {
      text.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    } else {
      text.push_back(uri[i]);
    }
  }
  std::filesystem::path path(text);
  if (text.empty() || path.is_absolute() || uri.find(':') < uri.find('/') || text.find('\0') != std::string::npos) {
    throw Error(ErrorCode::unsupported, "not a relative path");
  }
  return path;
}

}  // namespace graze::detail
