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
#include "graze/io.h"

namespace graze::cli {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

void require_file(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw Failure(fmt::format("{}: no such file", file.string()));
  if (fs::is_directory(status)) throw Failure(fmt::format("{}: is a directory, not a file", file.string()));
  if (!fs::is_regular_file(status)) throw Failure(fmt::format("{}: not a regular file", file.string()));
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
    return {file, true, bytes, std::move(model), Clock::now() - start, {}};
  }
  Mesh mesh = load_mesh(file);
  const Clock::time_point loaded = Clock::now();
  Model model = Model::build(std::move(mesh), options);
  return {file, false, bytes, std::move(model), loaded - start, Clock::now() - loaded};
}

void refuse_idle_build_options(bool any_given, const std::vector<fs::path>& files) {
  if (!any_given) return;
  for (const fs::path& file : files) {
    require_file(file);
    if (!is_saved_model(file)) return;
  }
  throw Failure("hierarchy options have no effect on saved models; give the mesh files instead");
}

std::vector<Pose> read_poses(const std::optional<std::string>& text, const std::optional<std::string>& file) {
  std::vector<Pose> poses;
  std::string source = "--pose";
  if (file == "-") {
    source = "standard input";
    const std::string all{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    poses = parse_poses(all, source);
  } else if (file) {
    require_file(*file);
    source = *file;
    poses = load_poses(*file);
  } else if (text) {
    poses = parse_poses(*text, source);
    if (poses.size() > 1) throw Failure(fmt::format("--pose: {} poses given, one expected", poses.size()));
  } else {
    poses.emplace_back();
  }
  if (poses.empty()) throw Failure(source + ": no pose in it");
  return poses;
}

}  // namespace graze::cli
