// SPDX-License-Identifier: Apache-2.0
#include "traverse/isa.h"

#include <gtest/gtest.h>

#include "graze/query.h"
#include "support/answers.h"

namespace graze::test {
namespace {

TEST(Isa, EveryAvailableOneCanBeChosenAndNamesItself) {
  const IsaGuard guard;
  const auto names = detail::available_isas();
  ASSERT_GE(names.size(), 2u) << "the scalar path and at least one SIMD instruction set";
  for (const std::string_view name : names) {
    ASSERT_TRUE(detail::use_isa(name));
    EXPECT_EQ(instruction_set(), name);
  }
  EXPECT_EQ(names.back(), "EMU128");
}

TEST(Isa, AnUnknownNameChangesNothing) {
  const IsaGuard guard;
  ASSERT_TRUE(detail::use_isa(""));
  const std::string_view before = instruction_set();
  EXPECT_FALSE(detail::use_isa("MMX"));
  EXPECT_EQ(instruction_set(), before);
}

}  // namespace
}  // namespace graze::test
