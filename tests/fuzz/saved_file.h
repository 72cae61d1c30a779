// SPDX-License-Identifier: Apache-2.0
// Files with a checksum as their last eight bytes: edited, or made of the input alone, the checksum always right.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "build/file_checksum.h"
#include "check.h"
#include "graze/error.h"

namespace graze::fuzz {

/// A file without a name, its content replaced for each input.
class Scratch {
 public:
  Scratch() : file_(memfd_create("model", 0)), path_("/proc/self/fd/" + std::to_string(file_)) {}
  const std::string& path() const { return path_; }
  void fill(const std::string& bytes) const {
    require(ftruncate(file_, 0) == 0, "the scratch file can be emptied");
    require(pwrite(file_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()), "and filled");
  }

 private:
  int file_;
  std::string path_;
};

inline std::string content_of(const std::string& file) {
  std::FILE* stream = std::fopen(file.c_str(), "rb");
  std::string bytes(1 << 16, '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), stream));
  std::fclose(stream);
  return bytes;
}

/// Edits of six bytes: where, in words of four bytes from the start, modulo the size; and what is put there.
inline std::string edited(std::string bytes, const std::uint8_t* data, std::size_t size) {
  for (; size >= 6; data += 6, size -= 6) {
    std::uint16_t word = 0;
    std::memcpy(&word, data, 2);
    std::memcpy(bytes.data() + 4 * (word % (bytes.size() / 4)), data + 2, 4);
  }
  return bytes;
}

inline void make_checksum_right(std::string& bytes) {
  if (bytes.size() < 8) return;
  detail::Checksum checksum;
  checksum.update(bytes.data(), bytes.size() - 8);
  const std::uint64_t digest = checksum.digest();
  std::memcpy(bytes.data() + bytes.size() - 8, &digest, 8);
}

/// The first byte of the input, which is not empty, chooses a file to edit, or none.
inline std::string saved_file(const std::vector<std::string>& files, const std::uint8_t* data, std::size_t size) {
  std::string bytes = data[0] < 200 ? edited(files[data[0] % files.size()], data + 1, size - 1)
                                    : std::string(reinterpret_cast<const char*>(data) + 1, size - 1);
  make_checksum_right(bytes);
  return bytes;
}

inline void check_refusal(const Error& error, const std::string& path) {
  const std::string text = error.what();
  require(text.rfind(path + ": ", 0) == 0 && text.size() < 400, "an error is one line and names the file");
  for (const char c : text) require(c >= ' ' && c <= '~', "an error is one line of printable characters");
}

}  // namespace graze::fuzz
