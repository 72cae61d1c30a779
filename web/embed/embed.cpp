// SPDX-License-Identifier: Apache-2.0
#include "embed/embed.h"

#include <stdexcept>

namespace graze::web {
namespace {

constexpr std::string_view kSlot = "\"GRAZE_REPORT_DATA\"";

}  // namespace

std::string base64(const void* data, std::size_t size) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    const unsigned b0 = bytes[i], b1 = i + 1 < size ? bytes[i + 1] : 0u, b2 = i + 2 < size ? bytes[i + 2] : 0u;
    text += kDigits[b0 >> 2];
    text += kDigits[(b0 & 3u) << 4 | b1 >> 4];
    text += i + 1 < size ? kDigits[(b1 & 15u) << 2 | b2 >> 6] : '=';
    text += i + 2 < size ? kDigits[b2 & 63u] : '=';
  }
  return text;
}

std::string filled(std::span<const std::string_view> pieces, std::string_view json) {
  std::string page;
  for (const std::string_view piece : pieces) page += piece;
  const std::size_t slot = page.find(kSlot);
  if (slot == std::string::npos) throw std::logic_error("the page has no place for the data");
  std::string text;
  text.reserve(json.size() + json.size() / 64);
  // Inside <script> the text "</" could end the element; the escape is the same string in JSON.
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return page.replace(slot, kSlot.size(), text);
}

}  // namespace graze::web
