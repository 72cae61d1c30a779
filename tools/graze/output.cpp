// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "command.h"

namespace graze::cli {
namespace fs = std::filesystem;

void require_output(const fs::path& file, const std::vector<fs::path>& inputs) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) throw Failure(fmt::format("{}: is a directory, cannot write it", file.string()));
  if (!fs::exists(status)) return;
  // Renaming over a device would replace it.
  if (!fs::is_regular_file(status)) throw Failure(fmt::format("{}: not a regular file", file.string()));
  for (const fs::path& input : inputs) {
    if (fs::equivalent(file, input, ignored)) {
      throw Failure(fmt::format("{}: is an input; refusing to overwrite it", file.string()));
    }
  }
}

OutputFile::OutputFile(const fs::path& file) {
  std::error_code error;
  file_ = fs::weakly_canonical(file, error);  // renaming over a link would cut it
  if (error || file_.empty()) file_ = file;
  if (fs::is_symlink(file_, error)) file_ = file_.parent_path() / fs::read_symlink(file_, error);  // to no file yet
  temporary_ = file_;
  temporary_ += fmt::format(".{}.tmp", ::getpid());
  stream_ = std::fopen(temporary_.c_str(), "wbx");
  if (stream_ == nullptr) fail(errno);
}

OutputFile::~OutputFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void OutputFile::fail(int error) const {
  throw Failure(fmt::format("{}: cannot write: {}", file_.string(), std::strerror(error)));
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail(errno);
}

void OutputFile::commit() {
  std::FILE* const stream = stream_;
  stream_ = nullptr;
  if (std::fclose(stream) != 0) fail(errno);
  if (std::rename(temporary_.c_str(), file_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void write_stdout(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE) throw Failure(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace graze::cli
