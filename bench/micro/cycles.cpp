// SPDX-License-Identifier: Apache-2.0
#include "cycles.h"

#include <algorithm>
#include <cstdint>

#include "clock.h"
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace graze::bench {
namespace {

constexpr int kAttempts = 40;
constexpr double kWorkUs = 100;
constexpr int kRounds = 1500, kAddsARound = 20;  // some 10 µs: shorter than most interruptions are apart

/// kRounds * kAddsARound additions, each waiting for the one before. The loop's own count runs beside them.
void add_chain() {
  std::uint64_t x = 0;
  for (int i = 0; i < kRounds; ++i) {
#if defined(__x86_64__)
    asm volatile(
        ".rept 20\n\t"
        "add $1, %0\n\t"
        ".endr"
        : "+r"(x)
        :
        : "cc");
#else
    asm volatile(
        ".rept 20\n\t"
        "add %0, %0, #1\n\t"
        ".endr"
        : "+r"(x));
#endif
  }
}

}  // namespace

double core_ghz_after(const std::function<void()>& work) {
  double best = 0;
  for (int i = 0; i < kAttempts; ++i) {
    for (const double start = wall_us(); wall_us() - start < kWorkUs;) work();
    const double us = short_us(add_chain);
    best = std::max(best, kRounds * kAddsARound / (us * 1e3));
  }
  return best;
}

double tsc_ghz() {
#if defined(__x86_64__)
  const double start_us = wall_us();
  const std::uint64_t start = __rdtsc();
  double us = 0;
  while (us < 20000) us = wall_us() - start_us;
  return static_cast<double>(__rdtsc() - start) / (us * 1e3);
#else
  return 0;
#endif
}

}  // namespace graze::bench
