// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

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

/// What two readings of the wall clock add to the time between them: some 20-40 ns, a third of the shortest queries.
inline double clock_overhead_us() {
  static const double kOverhead = [] {
    double least = 1;
    for (int i = 0; i < 10000; ++i) {
      const double start = wall_us();
      least = std::min(least, wall_us() - start);
    }
    return std::max(0.0, least);
  }();
  return kOverhead;
}

/// Microseconds on the wall clock that short `work` takes, without the clock's own; preemption is left to repetitions.
template <typename Work>
double short_us(const Work& work) {
  const double overhead = clock_overhead_us();
  const double start = wall_us();
  work();
  return std::max(wall_us() - start - overhead, 1e-3);
}

/// How often this thread has waited of its own accord: for another thread, a device, a timer.
inline long thread_waits() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

/// The same for any work. The thread's clock leaves out preemption but costs a system call, so short work is judged by
/// the wall clock, which is read inside the other. Work that waited was done elsewhere meanwhile, by threads of an
/// engine's own or a device: there the thread's clock tells nothing, and preemption is left to repetitions.
template <typename Work>
double time_us(const Work& work) {
  const long waits = thread_waits();
  const double thread_start = thread_us();
  const double wall = short_us(work);
  const double thread = thread_us() - thread_start;
  return thread_waits() == waits ? std::min(wall, thread) : wall;
}

}  // namespace graze::bench
