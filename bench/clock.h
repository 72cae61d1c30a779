// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

namespace graze::bench {

inline double wall_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Time that this thread was running.
inline double thread_us() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

/// Time that all threads of this process were running, together.
inline double process_us() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

/// Microseconds that `work` takes. The thread's clock leaves out preemption but costs a system call, so short
/// work is judged by the wall clock, which is read inside the other.
template <typename Work>
double time_us(const Work& work) {
  const double thread_start = thread_us();
  const double wall_start = wall_us();
  work();
  const double wall = wall_us() - wall_start;
  return std::min(wall, thread_us() - thread_start);
}

}  // namespace graze::bench
