// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <unistd.h>

#include <cstdio>

#include "clock.h"

namespace graze::bench {
namespace {

constexpr int kBarWidth = 30;
constexpr double kLineEveryUs = 30e6;

}  // namespace

Progress::Progress(std::size_t steps) : steps_(steps), terminal_(isatty(STDERR_FILENO) != 0), start_us_(wall_us()) {}

Progress::~Progress() { clear(); }

void Progress::begin(std::size_t done, const std::string& what) {
  const double now = wall_us();
  const double seconds = (now - start_us_) * 1e-6;
  if (terminal_) {
    const int filled = steps_ == 0 ? kBarWidth : static_cast<int>(kBarWidth * done / steps_);
    std::string bar(static_cast<std::size_t>(filled), '#');
    bar.resize(kBarWidth, '.');
    std::fprintf(stderr, "\r\033[K[%s] %zu/%zu  %.0f s  %s", bar.c_str(), done, steps_, seconds, what.c_str());
    std::fflush(stderr);
  } else if (last_line_us_ == 0 || now - last_line_us_ > kLineEveryUs) {
    std::fprintf(stderr, "%zu of %zu, %.0f s: %s\n", done, steps_, seconds, what.c_str());
    last_line_us_ = now;
  }
}

void Progress::clear() {
  if (!terminal_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace graze::bench
