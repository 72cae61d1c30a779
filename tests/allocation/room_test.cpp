// SPDX-License-Identifier: Apache-2.0
// What grows several arrays at once may be used again after one of them found no memory: none is shorter than said.
#include <gtest/gtest.h>

#include <new>

#include "allocation/counted_new.h"
#include "traverse/front.h"
#include "traverse/pair_stack.h"

namespace graze::test {
namespace {

/// With 0, 1, 2... allocations that succeed until all do. Returns how often one failed.
template <class Grow, class Check>
long grow_again_and_again(const Grow& grow, const Check& check) {
  for (long successes = 0;; ++successes) {
    try {
      const FailingNew failing(successes);
      grow();
      return successes;
    } catch (const std::bad_alloc&) {
    }
    check();
  }
}

TEST(Room, OfAStackOfPairs) {
  detail::PairStack stack;
  const long failed =
      grow_again_and_again([&] { stack.reserve_more(5000); }, [&] { EXPECT_LE(stack.a.size(), stack.b.size()); });
  EXPECT_GE(failed, 1);
  EXPECT_GE(stack.b.size(), 5000u);
}

TEST(Room, OfAFront) {
  detail::FrontPairs pairs;
  const long failed = grow_again_and_again([&] { pairs.reserve_more(5000); },
                                           [&] {
                                             EXPECT_LE(pairs.room * detail::FrontPairs::kRows, pairs.blocks.size());
                                             EXPECT_LE(pairs.room, pairs.links.size());
                                             EXPECT_LE(pairs.room, pairs.waits.size());
                                             EXPECT_LE(pairs.room, pairs.inner.size());
                                           });
  EXPECT_GE(failed, 1);
  EXPECT_GE(pairs.room, 5000u);
}

}  // namespace
}  // namespace graze::test
