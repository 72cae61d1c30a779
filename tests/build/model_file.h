// SPDX-License-Identifier: Apache-2.0
// A folder for saved models, and ways to spoil them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "build/file_checksum.h"
#include "build/file_format.h"
#include "graze/error.h"
#include "graze/model.h"

namespace graze::test {

/// A fixture with an empty folder that is gone afterwards.
class ModelFile : public testing::Test {
 protected:
  ModelFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "graze_test_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~ModelFile() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::filesystem::path path(const std::string& file = "model.graze") const { return folder_ / file; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::string read(const std::filesystem::path& file) const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::filesystem::path& file, const std::string& bytes) const {
    std::filesystem::remove(file);  // ext4 flushes what replaces a truncated file: thousands of writes would take long
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  /// Opening must fail with this code, in one line that begins with the file's name. Returns the message.
  std::string refusal(const std::filesystem::path& file, ErrorCode code = ErrorCode::corrupt_model) const {
    try {
      Model::open(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      EXPECT_EQ(error.file(), file);
      EXPECT_EQ(std::string(error.what()).rfind(file.string() + ": ", 0), 0u) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      EXPECT_FALSE(error.message().empty());
      return error.message();
    }
    ADD_FAILURE() << "opened";
    return {};
  }

 private:
  std::filesystem::path folder_;
};

inline detail::ModelHeader header_of(const std::string& bytes) {
  detail::ModelHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

inline void set_header(std::string& bytes, const detail::ModelHeader& header) {
  std::memcpy(bytes.data(), &header, sizeof header);
}

/// Makes the checksum right again: what is left to refuse the file is what it says.
inline std::string forged(std::string bytes) {
  detail::Checksum checksum;
  checksum.update(bytes.data(), bytes.size() - 8);
  const std::uint64_t digest = checksum.digest();
  std::memcpy(bytes.data() + bytes.size() - 8, &digest, 8);
  return bytes;
}

}  // namespace graze::test
