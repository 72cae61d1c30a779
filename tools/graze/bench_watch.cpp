// SPDX-License-Identifier: Apache-2.0
#include "bench_watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "command.h"
#include "watch.h"

namespace graze::cli {
namespace {

constexpr double kDrawEvery = 0.2, kLineEvery = 30;  // seconds

}  // namespace

BenchWatch::BenchWatch(double seconds, std::function<void(const suite::Results&)> keep)
    : seconds_(seconds), terminal_(::isatty(STDERR_FILENO) == 1), keep_(std::move(keep)) {}

BenchWatch::~BenchWatch() {
  if (shown_) tell("\r\033[K");
}

void BenchWatch::progress(double seconds_done, double seconds_left, const std::string& what) {
  if (seconds_done - last_ < (terminal_ ? kDrawEvery : kLineEvery)) return;
  last_ = seconds_done;
  if (!terminal_) {
    tell(fmt::format("{:.0f} s, {:.0f} s left: {}\n", seconds_done, seconds_left, what));
    return;
  }
  shown_ = true;
  constexpr std::size_t kWidth = 24;
  const double share = std::clamp(seconds_done / std::max(seconds_, 1e-3), 0.0, 1.0);
  const auto filled = static_cast<std::size_t>(share * kWidth);
  tell(fmt::format("\r[{}{}] {:.0f} s left  {}\033[K", std::string(filled, '#'), std::string(kWidth - filled, '.'),
                   seconds_left, what));
  std::fflush(stderr);
}

bool BenchWatch::stop() { return interrupted(); }

void BenchWatch::scene_made(const suite::Scene& scene) {
  meshes_.emplace(bench::hash_text(scene.set.a.hash), scene.a);
  meshes_.emplace(bench::hash_text(scene.set.b.hash), scene.b);
}

void BenchWatch::scene_done(const suite::Results& so_far) { keep_(so_far); }

}  // namespace graze::cli
