// SPDX-License-Identifier: Apache-2.0
// Keys of contacts come out sorted whatever their number, with and without a key twice, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "query/sort_by_rank.h"
#include "query/workspace.h"
#include "support/answers.h"
#include "support/soup.h"

namespace graze::test {
namespace {

TEST(SortKeys, AsStdSort) {
  const IsaGuard guard;
  const hwy::Sorter sorter;
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    SoupRandom random(1);
    bool ranked = false;
    for (std::size_t count = 0; count < 140; ++count) {
      for (const int different : {1 << 30, 40}) {
        std::vector<std::uint64_t> keys(count);
        for (std::uint64_t& key : keys) {
          key = (static_cast<std::uint64_t>(random.below(different)) << 32) |
                static_cast<std::uint32_t>(random.below(different));
        }
        if (count % 7 == 3) keys.back() = ~std::uint64_t{0};
        std::vector<std::uint64_t> expected = keys;
        std::sort(expected.begin(), expected.end());
        if (count <= detail::kMostRanked) {
          std::vector<std::uint64_t> by_rank = keys;
          const bool sorted = detail::sort_by_rank(by_rank.data(), count);
          EXPECT_EQ(by_rank, sorted ? expected : keys);
          ranked = ranked || sorted;
        }
        detail::sort_keys(keys, sorter);
        EXPECT_EQ(keys, expected);
      }
    }
    if (isa.substr(0, 4) == "AVX3") {
      EXPECT_TRUE(ranked);
    }
  }
}

}  // namespace
}  // namespace graze::test
