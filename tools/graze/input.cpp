// SPDX-License-Identifier: Apache-2.0
#include "input.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "command.h"
#include "graze/error.h"
#include "graze/io.h"

namespace graze::cli {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

const std::string kExample = "; for example \"0 0 5 1 0 0 0\", 5 along z and not turned";

/// There, and no directory.
fs::file_status require_readable(const fs::path& file) {
  if (file.empty()) throw Failure("'': an empty file name");
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) {
    const bool missing = !error || error == std::errc::no_such_file_or_directory;
    throw Failure(fmt::format("{}: {}", file.string(), missing ? "no such file" : error.message()));
  }
  if (fs::is_directory(status)) throw Failure(fmt::format("{}: is a directory, not a file", file.string()));
  return status;
}

Model built(Mesh mesh, const BuildOptions& options, const fs::path& file) {
  try {
    return Model::build(std::move(mesh), options);
  } catch (const Error& error) {  // knows the mesh, not where it is from
    throw Failure(fmt::format("{}: {}", file.string(), error.what()));
  }
}

std::string all_of(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

void require_file(const fs::path& file) {
  if (!fs::is_regular_file(require_readable(file))) throw Failure(fmt::format("{}: not a regular file", file.string()));
}

bool is_saved_model(const fs::path& file) {
  // The start of the magic number of docs/model_file.md; what follows is for Model::open to judge.
  constexpr std::string_view kMagic = "\x8Bgraze";
  std::array<char, kMagic.size()> start{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(start.data(), start.size());
  return stream && std::string_view(start.data(), start.size()) == kMagic;
}

Input load(const fs::path& file, const BuildOptions& options) {
  require_file(file);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  const std::uintmax_t bytes = error ? 0 : size;
  const Clock::time_point start = Clock::now();
  if (is_saved_model(file)) {
    Model model = Model::open(file);
    return {file, true, bytes, model, Clock::now() - start, {}};
  }
  Mesh mesh = load_mesh(file);
  const Clock::time_point loaded = Clock::now();
  Model model = built(std::move(mesh), options, file);
  return {file, false, bytes, model, loaded - start, Clock::now() - loaded};
}

void refuse_idle_build_options(bool any_given, const std::vector<fs::path>& files) {
  if (!any_given) return;
  for (const fs::path& file : files) {
    std::error_code ignored;  // what cannot be read is for `load` to name
    if (!fs::is_regular_file(file, ignored) || !is_saved_model(file)) return;
  }
  throw Failure("hierarchy options have no effect on saved models; give the mesh files instead");
}

std::vector<Pose> read_poses(const std::optional<std::string>& text, const std::optional<std::string>& file) {
  std::vector<Pose> poses;
  std::string source = "--pose";
  if (file == "-") {
    source = "standard input";
    poses = parse_poses(all_of(std::cin), source);
  } else if (file && fs::is_fifo(require_readable(*file))) {  // <(a command) of a shell
    source = *file;
    std::ifstream stream(*file, std::ios::binary);
    poses = parse_poses(all_of(stream), source);
  } else if (file) {
    require_file(*file);
    source = *file;
    poses = load_poses(*file);
  } else if (text) {
    try {
      poses = parse_poses(*text, source);
    } catch (const Error& error) {
      throw Failure(error.what() + kExample);
    }
    if (poses.size() > 1) throw Failure(fmt::format("--pose: {} poses given, one expected", poses.size()));
  } else {
    poses.emplace_back();
  }
  if (poses.empty()) {
    throw Failure(source + ": no pose in it; 7 numbers (tx ty tz qw qx qy qz) or 12 (rows of [R|t]) are needed" +
                  kExample);
  }
  return poses;
}

}  // namespace graze::cli
