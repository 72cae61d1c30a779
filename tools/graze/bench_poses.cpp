// SPDX-License-Identifier: Apache-2.0
// graze bench poses: pose sets for others to measure on.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "bench.h"
#include "command.h"
#include "input.h"
#include "output.h"
#include "suite/generate.h"
#include "watch.h"

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

/// What goes on, on a terminal.
class Line {
 public:
  ~Line() {
    if (shown_) tell("\r\033[K");
  }
  void show(const std::string& what) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    shown_ = true;
    tell("\r" + what + "\033[K");
    std::fflush(stderr);
  }

 private:
  bool terminal_ = ::isatty(STDERR_FILENO) == 1, shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

std::string summary(const fs::path& file, const bench::PoseSet& set) {
  std::vector<double> errors;
  for (const bench::PlacedPose& pose : set.poses) {
    if (pose.verified) errors.push_back(std::abs(pose.achieved - pose.prescribed) / set.size);
  }
  std::string text = fmt::format("{}: {} on {}", file.string(), counted(set.poses.size(), "pose"),
                                 counted(set.levels.size(), "level"));
  if (!errors.empty()) {
    std::sort(errors.begin(), errors.end());
    const std::size_t rank = (99 * errors.size() + 99) / 100 - 1;
    text += fmt::format(", {} verified, 99 % of them within {:.3g} % of the size", grouped(errors.size()),
                        100 * errors[rank]);
  }
  return text + "\n";
}

}  // namespace

int bench_poses(const BenchPoses& flags) {
  suite::SetRequest request;
  request.a = flags.model;
  request.b = flags.model_b;
  request.sets = flags.sets.empty() ? std::vector<std::string>{"near"} : flags.sets;
  request.levels = flags.levels;
  request.per_level = static_cast<std::size_t>(flags.per_level);
  request.sampling = flags.sampling;
  request.unsigned_distance = flags.unsigned_distance;
  request.seed = flags.seed;
  std::vector<fs::path> inputs = {flags.model};
  require_file(flags.model);
  if (!flags.model_b.empty()) {
    require_file(flags.model_b);
    inputs.push_back(flags.model_b);
  }
  const bool folder = request.sets.size() > 1;
  if (folder) {
    std::error_code ignored;
    fs::create_directories(flags.output, ignored);
    if (!fs::is_directory(flags.output, ignored)) {
      throw Failure(flags.output.string() + ": cannot become a folder, for several sets");
    }
  } else {
    require_output(flags.output, inputs);
    OutputFile(flags.output);  // can be written, and nothing is left behind
  }
  std::vector<bench::PoseSet> sets;
  {
    Line line;
    sets = suite::make_sets(request, [&](const std::string& what) {
      line.show(what);
      return !interrupted();
    });
  }
  if (sets.empty()) {
    tell("graze: interrupted; nothing is written\n");
    return kNotDecided;
  }
  std::string text;
  for (const bench::PoseSet& set : sets) {
    const fs::path file = folder ? flags.output / (set.name + ".json") : flags.output;
    if (set.poses.empty()) {
      if (!folder) throw Failure(fmt::format("{}: no pose: {}", set.name, set.generator));
      text += fmt::format("{}: no pose: {}\n", set.name, set.generator);
      continue;
    }
    bench::write_pose_set(file, set);
    text += summary(file, set);
  }
  write_stdout(text);
  return kNothingFound;
}

}  // namespace graze::cli
