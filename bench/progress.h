// SPDX-License-Identifier: Apache-2.0
// How far a run is, on stderr: a bar on a terminal, otherwise a line now and then.
#pragma once

#include <cstddef>
#include <string>

namespace graze::bench {

class Progress {
 public:
  explicit Progress(std::size_t steps);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Step `done` (from 0) begins with `what`.
  void begin(std::size_t done, const std::string& what);
  /// Removes the bar so that a table can be printed; the next begin() draws it again.
  void clear();

 private:
  std::size_t steps_;
  bool terminal_;
  double start_us_;
  double last_line_us_ = 0;
};

}  // namespace graze::bench
