// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/io.h"

namespace graze::test {

/// The text of the Error that `work` throws; empty when it throws none.
inline std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

#define EXPECT_ERROR(statement, text) EXPECT_EQ(graze::test::error_of([&] { statement; }), text)

/// Numbers as a binary file has them, in either byte order.
class Bytes {
 public:
  explicit Bytes(bool big_endian = false) : big_endian_(big_endian) {}

  template <class T>
  Bytes& put(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (big_endian_) {
      text_.append(std::reverse_iterator(raw + sizeof(T)), std::reverse_iterator(raw));
    } else {
      text_.append(raw, sizeof(T));
    }
    return *this;
  }
  Bytes& text(std::string_view s) {
    text_ += s;
    return *this;
  }
  const std::string& str() const { return text_; }

 private:
  bool big_endian_;
  std::string text_;
};

/// A folder of its own, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "graze_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::filesystem::path write(const std::string& name, std::string_view content) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::filesystem::path ScratchFolder::write(const std::string& name, std::string_view content) const {
  const std::filesystem::path file = path_ / name;
  std::FILE* stream = std::fopen(file.c_str(), "wb");
  if (stream == nullptr || std::fwrite(content.data(), 1, content.size(), stream) != content.size()) std::abort();
  std::fclose(stream);
  return file;
}

/// The shared data, where this machine has them.
inline std::optional<std::filesystem::path> shared_data() {
  std::filesystem::path folder = std::filesystem::path(GRAZE_SOURCE_DIR) / ".." / "shared" / "data";
  if (const char* given = std::getenv("GRAZE_DATA")) folder = given;
  if (!std::filesystem::is_directory(folder / "meshes")) return std::nullopt;
  return folder;
}

}  // namespace graze::test
