// SPDX-License-Identifier: Apache-2.0
#include "io/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <system_error>

#include "graze/error.h"

namespace graze::detail {
namespace {

struct Closer {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};
using Stream = std::unique_ptr<std::FILE, Closer>;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what, int error) {
  throw Error(ErrorCode::io, what + ": " + std::generic_category().message(error), file);
}

std::filesystem::path temporary_name(const std::filesystem::path& file) {
  std::random_device random;
  std::filesystem::path name = file;
  name += ".tmp" + std::to_string(random());
  return name;
}

}  // namespace

std::string read_file(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) throw Error(ErrorCode::io, "no such file", file);
  if (std::filesystem::is_directory(status)) throw Error(ErrorCode::io, "is a directory", file);
  if (!std::filesystem::is_regular_file(status)) throw Error(ErrorCode::io, "not a regular file", file);
  const Stream stream(std::fopen(file.c_str(), "rb"));
  if (!stream) fail(file, "cannot be opened", errno);
  std::string content(std::filesystem::file_size(file, error), '\0');
  if (error) fail(file, "cannot be read", error.value());
  const std::size_t got = std::fread(content.data(), 1, content.size(), stream.get());
  if (got != content.size() && std::ferror(stream.get()) != 0) fail(file, "cannot be read", errno);
  content.resize(got);
  return content;
}

void write_file(const std::filesystem::path& file, std::string_view content) {
  const std::filesystem::path temporary = temporary_name(file);
  Stream stream(std::fopen(temporary.c_str(), "wbx"));
  if (!stream) fail(file, "cannot be written", errno);
  bool written = std::fwrite(content.data(), 1, content.size(), stream.get()) == content.size();
  int problem = errno;
  if (std::fclose(stream.release()) != 0 && written) {
    written = false;
    problem = errno;
  }
  std::error_code error;
  if (written) {
    std::filesystem::rename(temporary, file, error);
    if (!error) return;
    problem = error.value();
  }
  std::filesystem::remove(temporary, error);
  fail(file, "cannot be written", problem);
}

}  // namespace graze::detail
