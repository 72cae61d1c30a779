// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace graze {

enum class ErrorCode {
  io,              ///< the file cannot be opened, read or written
  format,          ///< the file's content is not what its format demands
  unsupported,     ///< valid, but nothing here can handle it
  limit,           ///< too large for a stated limit
  invalid_mesh,    ///< non-finite coordinate, index out of range
  invalid_option,  ///< an option outside its range
  corrupt_model,   ///< a saved model that fails its checks
  not_solid,       ///< a mesh that bounds no solid where one is needed
};

/// Where in a file: a line (counted from 1), a byte offset, or nowhere in particular.
struct Position {
  enum class Kind { none, line, byte } kind = Kind::none;
  std::uint64_t value = 0;
  static Position line(std::uint64_t n) { return {Kind::line, n}; }
  static Position byte(std::uint64_t n) { return {Kind::byte, n}; }
};

/// Thrown by building, loading, saving and parsing. what() is one line: "file:line: message".
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, const std::filesystem::path& file = {}, Position position = {});
  ErrorCode code() const { return code_; }
  const std::filesystem::path& file() const { return file_; }
  Position position() const { return position_; }
  const std::string& message() const { return message_; }  ///< without file and position

 private:
  ErrorCode code_;
  std::filesystem::path file_;
  Position position_;
  std::string message_;
};

}  // namespace graze
