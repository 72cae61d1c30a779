// SPDX-License-Identifier: Apache-2.0
// JSON as a tree that knows its lines, so that errors do. nlohmann's header stays in json.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze::nc::detail::tools {

struct Json {
  enum class Kind : std::uint8_t { null, boolean, number, text, list, object };

  Kind kind = Kind::null;
  bool boolean = false;
  std::uint64_t line = 1;  // where the value ends, or, of lists and objects, begins
  double number = 0;
  std::string text;
  std::vector<Json> items;
  std::vector<std::string> keys;  // of an object, one for each item

  bool is(Kind k) const { return kind == k; }
  const Json* find(std::string_view key) const;  // nothing where the key or the object is missing
};

/// Throws Error (format) with the line; a key twice in one object and nesting beyond 64 are refused, too.
Json parse_json(std::string_view text, const std::filesystem::path& name);

}  // namespace graze::nc::detail::tools
