// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all, and a standard output that may be a closed pipe.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>
#include <vector>

namespace graze::cli {

/// Throws Failure when `file` cannot become an output: a directory, a device, or one of the inputs.
void require_output(const std::filesystem::path& file, const std::vector<std::filesystem::path>& inputs);

/// Created under a temporary name beside `file`, so that a path that cannot be written fails before the work;
/// `commit` renames it. Without commit nothing stays behind.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path& file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(int error) const;
  std::filesystem::path file_, temporary_;
  std::FILE* stream_ = nullptr;
};

/// A reader that went away (head, a pager) is no error; a full disk is.
void write_stdout(std::string_view text);

}  // namespace graze::cli
