// SPDX-License-Identifier: Apache-2.0
// How much the randomised tests do: less under sanitizers, more in `./dev test --long`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace graze::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GRAZE_TEST_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GRAZE_TEST_SANITIZED 1
#endif

#ifdef GRAZE_TEST_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// `n` repetitions, at least one: a tenth under sanitizers, times GRAZE_TEST_SCALE where the environment has it.
inline int scaled(int n) {
  double factor = kSanitized ? 0.1 : 1.0;
  if (const char* text = std::getenv("GRAZE_TEST_SCALE")) factor *= std::max(0.0, std::atof(text));
  return std::max(1, static_cast<int>(std::lround(n * factor)));
}

}  // namespace graze::test
