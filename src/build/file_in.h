// SPDX-License-Identifier: Apache-2.0
// Reading saved models.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "build/file_checksum.h"
#include "build/file_format.h"
#include "graze/error.h"

namespace graze::detail {

/// Reads in order, and sums what it reads. All sizes come from the open file, not from its name: another process may
/// rename a new file to it at any time.
class FileIn {
 public:
  explicit FileIn(const std::filesystem::path& file) : file_(file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found) throw Error(ErrorCode::io, "no such file", file);
    if (std::filesystem::is_directory(status)) throw Error(ErrorCode::io, "is a directory", file);
    if (!std::filesystem::is_regular_file(status)) throw Error(ErrorCode::io, "not a regular file", file);
    stream_.reset(std::fopen(file.c_str(), "rb"));
    if (!stream_ || std::fseek(stream_.get(), 0, SEEK_END) != 0) fail(errno);
    const long end = std::ftell(stream_.get());
    if (end < 0 || std::fseek(stream_.get(), 0, SEEK_SET) != 0) fail(errno);
    size_ = static_cast<std::uint64_t>(end);
  }

  std::uint64_t size() const { return size_; }

  /// Bytes that count in the checksum.
  void get(void* to, std::uint64_t bytes) {
    get_raw(to, bytes);
    checksum_.update(to, bytes);
  }

  /// The zeros that follow a section of so many bytes.
  void get_padding(std::uint64_t section_bytes) {
    unsigned char padding[kModelAlignment];
    const std::uint64_t bytes = padded_bytes(section_bytes) - section_bytes;
    get(padding, bytes);
    if (std::any_of(padding, padding + bytes, [](unsigned char c) { return c != 0; })) {
      refuse("corrupt: bytes between sections are not zero");
    }
  }

  template <class Vector>
  void get_array(Vector& out, std::uint64_t count) {
    const std::uint64_t bytes = count * sizeof(out[0]);
    out.resize(count);
    get(out.data(), bytes);
    get_padding(bytes);
  }

  void check_sum() {
    std::uint64_t stored = 0;
    get_raw(&stored, sizeof stored);
    if (stored != checksum_.digest()) refuse("corrupt: its content does not match its checksum");
  }

  [[noreturn]] void refuse(const std::string& what) const { throw Error(ErrorCode::corrupt_model, what, file_); }

 private:
  struct Closer {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  void get_raw(void* to, std::uint64_t bytes) {
    if (bytes == 0 || std::fread(to, 1, bytes, stream_.get()) == bytes) return;
    if (std::ferror(stream_.get()) != 0) fail(errno);
    refuse("corrupt: it became shorter while it was read");
  }
  [[noreturn]] void fail(int error) const {
    throw Error(ErrorCode::io, "cannot be read: " + std::generic_category().message(error), file_);
  }

  const std::filesystem::path& file_;
  std::unique_ptr<std::FILE, Closer> stream_;
  std::uint64_t size_ = 0;
  Checksum checksum_;
};

}  // namespace graze::detail
