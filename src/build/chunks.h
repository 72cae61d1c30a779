// SPDX-License-Identifier: Apache-2.0
// Passes over many elements, chunk by chunk, in parallel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel.h"

namespace graze::detail {

inline constexpr std::size_t kChunkOfPass = 4096;

/// body(begin, end) over chunks of [0, n).
template <class Body>
void pass(std::size_t n, const Body& body) {
  parallel_for(std::size_t{0}, (n + kChunkOfPass - 1) / kChunkOfPass,
               [&](std::size_t i) { body(i * kChunkOfPass, std::min(n, (i + 1) * kChunkOfPass)); });
}

/// fold(part(begin, end), ...) over chunks of [0, n); `fold` must not care about the order.
template <class T, class Part, class Fold>
T reduce(std::size_t n, const T& none, const Part& part, const Fold& fold) {
  std::vector<T> parts((n + kChunkOfPass - 1) / kChunkOfPass, none);
  pass(n, [&](std::size_t begin, std::size_t end) { parts[begin / kChunkOfPass] = part(begin, end); });
  T all = none;
  for (const T& p : parts) all = fold(all, p);
  return all;
}

}  // namespace graze::detail
