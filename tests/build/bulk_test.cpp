// SPDX-License-Identifier: Apache-2.0
#include "build/bulk.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

#include "base/random.h"
#include "build/bulk_scope.h"

namespace graze::test {
namespace {

using namespace detail;

/// Arrays of some sizes about that of huge pages, made and freed in some order, each filled with its number.
void make_and_free(std::uint64_t seed, int steps) {
  Random random(seed);
  std::vector<BulkVector<std::uint32_t>> arrays(12);
  for (int step = 0; step < steps; ++step) {
    auto& array = arrays[static_cast<std::size_t>(random.below(12))];
    const bool small = random.chance(0.25);
    const std::size_t size = small ? 1000 : (std::size_t{1} << 20) + static_cast<std::size_t>(random.below(3 << 20));
    array = {};
    array.resize(size);
    const auto mark = static_cast<std::uint32_t>(&array - arrays.data());
    for (std::size_t i = 0; i < size; i += 512) array[i] = mark;
    array.back() = mark;
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (arrays[k].empty()) continue;
      ASSERT_EQ(arrays[k].front(), k);
      ASSERT_EQ(arrays[k].back(), k);
      ASSERT_EQ(arrays[k][arrays[k].size() / 1024 * 512], k);
    }
  }
}

TEST(Bulk, ArraysNeverOverlap) {
  make_and_free(1, 20);
  const BulkScope scope;
  make_and_free(2, 60);
}

TEST(Bulk, ArraysOutliveTheScope) {
  BulkVector<std::uint32_t> kept;
  {
    const BulkScope scope;
    BulkVector<std::uint32_t> first(8u << 20);
    first = {};
    kept.resize(2u << 20);
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = static_cast<std::uint32_t>(i);
  }
  make_and_free(3, 5);
  for (std::size_t i = 0; i < kept.size(); ++i) ASSERT_EQ(kept[i], i);
}

TEST(Bulk, ThreadsShareWhatIsFreed) {
  std::thread threads[3];
  for (std::uint64_t i = 0; i < 3; ++i) {
    threads[i] = std::thread([i] {
      const BulkScope scope;
      make_and_free(10 + i, 10);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace graze::test
