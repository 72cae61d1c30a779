// SPDX-License-Identifier: Apache-2.0
#include "graze/error.h"

namespace graze {
namespace {

std::string one_line(const std::string& message, const std::filesystem::path& file, Position position) {
  std::string text = file.string();
  if (position.kind == Position::Kind::line) {
    text += (text.empty() ? "line " : ":") + std::to_string(position.value);
  } else if (position.kind == Position::Kind::byte) {
    text += (text.empty() ? "byte " : ": byte ") + std::to_string(position.value);
  }
  return text.empty() ? message : text + ": " + message;
}

}  // namespace

Error::Error(ErrorCode code, const std::string& message, const std::filesystem::path& file, Position position)
    : std::runtime_error(one_line(message, file, position)),
      code_(code),
      file_(file),
      position_(position),
      message_(message) {}

}  // namespace graze
