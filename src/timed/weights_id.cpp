// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "timed/probability.h"

namespace graze {

std::uint64_t shipped_weights() {
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const auto& group : detail::kStateWeights) {
    for (const auto weight : group) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(static_cast<double>(weight))) * 0x100000001B3u;
    }
  }
  return hash;
}

}  // namespace graze
