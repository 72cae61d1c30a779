// SPDX-License-Identifier: Apache-2.0
// What a person at the terminal sees and does during a long run: a progress bar, Ctrl-C.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace graze::cli {

/// From now on the first SIGINT or SIGTERM only raises a flag; the second one kills as usual.
void watch_interrupts();
bool interrupted();

/// A bar on stderr, shown only at a terminal and only once the work has taken half a second.
class Progress {
 public:
  /// `noun`: the bar also tells how many of them a second.
  Progress(std::string label, std::size_t total, std::string noun = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void update(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_, noun_;
  std::size_t total_;
  bool enabled_, shown_ = false;
  Clock::time_point start_, last_;
};

}  // namespace graze::cli
