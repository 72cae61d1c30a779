// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "timed/probability.h"

namespace graze {

std::uint64_t shipped_weights() {
  // What is made of the log-odds besides (Doubts, judge_state.h): calibrations were fitted without any before it was 2,
  // without that of round bodies before it was 3.
  constexpr std::uint64_t kMethod = 3;
  std::uint64_t hash = 0xCBF29CE484222325u ^ kMethod;  // FNV-1a
  const auto add = [&](const auto& groups) {
    for (const auto& group : groups) {
      for (const double weight : group) hash = (hash ^ std::bit_cast<std::uint64_t>(weight)) * 0x100000001B3u;
    }
  };
  for (const detail::Weights& weights :
       {detail::kJudgeWeights, detail::kUnlikeWeights.at, detail::kUnlikeWeights.per_octave}) {
    add(weights.points);
    add(weights.states);
    add(weights.boxes);
  }
  return hash;
}

}  // namespace graze
