// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "timed/judge_state.h"

namespace graze::detail {

void TriedPairs::Ranges::clear() {
  for (auto& of : first) std::fill_n(of, kMost, std::numeric_limits<std::int32_t>::max());
  for (auto& of : last) std::fill_n(of, kMost, -1);
}

void TriedPairs::Ranges::set(std::size_t i, Ref ref, const Priors& priors) {
  const auto at = static_cast<std::int32_t>(index_of(ref));
  if (is_leaf(ref)) {
    first[1][i] = last[1][i] = at;
    return;
  }
  const Subtree& below = priors.subtrees[index_of(ref)];
  first[0][i] = at;
  last[0][i] = below.last_node;
  first[1][i] = below.first_packet;
  last[1][i] = below.last_packet;
}

void TriedPairs::find_ranges(const Priors& priors_a, const Priors& priors_b) {
  if (priors_a.subtrees.empty() || priors_b.subtrees.empty()) count = 0;
  if (count == 0) return;
  of_a.clear();
  of_b.clear();
  for (std::size_t i = 0; i < count; ++i) {
    of_a.set(i, a[i], priors_a);
    of_b.set(i, b[i], priors_b);
  }
}

}  // namespace graze::detail
