// SPDX-License-Identifier: Apache-2.0
// Writing saved models.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>

#include "build/file_checksum.h"
#include "build/file_format.h"
#include "graze/error.h"

namespace graze::detail {

/// A new file under a temporary name beside the wanted one, which takes its place in `publish` or vanishes.
class FileOut {
 public:
  explicit FileOut(const std::filesystem::path& file) : file_(file), temporary_(file) {
    std::random_device random;
    temporary_ += ".tmp" + std::to_string(random());
    stream_ = std::fopen(temporary_.c_str(), "wbx");
    if (stream_ == nullptr) fail(errno);
  }
  FileOut(const FileOut&) = delete;
  FileOut& operator=(const FileOut&) = delete;
  ~FileOut() {
    if (stream_ != nullptr) std::fclose(stream_);
    std::error_code ignored;
    if (!published_) std::filesystem::remove(temporary_, ignored);
  }

  /// The bytes, then zeros up to the next multiple of kModelAlignment.
  void put_section(const void* data, std::uint64_t bytes) {
    constexpr unsigned char kZeros[kModelAlignment] = {};
    put(data, bytes);
    put(kZeros, padded_bytes(bytes) - bytes);
  }

  void put_checksum() {
    const std::uint64_t digest = checksum_.digest();
    put(&digest, sizeof digest);
  }

  void publish() {
    std::FILE* stream = stream_;
    stream_ = nullptr;
    if (std::fclose(stream) != 0) fail(errno);
    std::error_code error;
    std::filesystem::rename(temporary_, file_, error);
    if (error) fail(error.value());
    published_ = true;
  }

 private:
  void put(const void* data, std::uint64_t bytes) {
    checksum_.update(data, bytes);
    if (bytes > 0 && std::fwrite(data, 1, bytes, stream_) != bytes) fail(errno);
  }
  [[noreturn]] void fail(int error) const {
    throw Error(ErrorCode::io, "cannot be written: " + std::generic_category().message(error), file_);
  }

  const std::filesystem::path& file_;
  std::filesystem::path temporary_;
  std::FILE* stream_ = nullptr;
  Checksum checksum_;
  bool published_ = false;
};

}  // namespace graze::detail
