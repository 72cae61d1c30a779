// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "graze/nc/tool_library.h"

namespace graze::nc::test {

/// The message of the Error that reading throws; it must name the file.
inline std::string refusal(std::string_view text, const ToolReadOptions& options = {}, const char* name = "dir/t.x") {
  try {
    parse_tools(text, name, options);
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find(name), 0U) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "read without an error: " << text;
  return {};
}

/// Why the only tool of the text is refused.
inline std::string reason(std::string_view text, const ToolReadOptions& options = {}, const char* name = "dir/t.x") {
  const ToolLibrary library = parse_tools(text, name, options);
  EXPECT_TRUE(library.tools.empty()) << text;
  if (library.refused.size() != 1) {
    ADD_FAILURE() << library.refused.size() << " refused in " << text;
    return {};
  }
  EXPECT_EQ(library.refused[0].reason.find(name), 0U) << library.refused[0].reason;
  EXPECT_THROW(library.at(library.refused[0].number), Error);
  return library.refused[0].reason;
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace graze::nc::test
