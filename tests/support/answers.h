// SPDX-License-Identifier: Apache-2.0
// Comparing and hashing answers.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "graze/distance.h"
#include "graze/query.h"
#include "traverse/isa.h"

namespace graze::test {

/// But for the lower bound, which depends on what was looked at.
inline void expect_same(const Distance& x, const Distance& y, const std::string& what) {
  ASSERT_EQ(x.upper, y.upper) << what;
  ASSERT_EQ(x.triangle_a, y.triangle_a) << what;
  ASSERT_EQ(x.triangle_b, y.triangle_b) << what;
  ASSERT_EQ(x.p, y.p) << what;
  ASSERT_EQ(x.q, y.q) << what;
}

/// FNV-1a over every field of every contact, bit by bit: equal hashes mean equal lists.
class AnswerHash {
 public:
  void add(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) value_ = (value_ ^ ((word >> (8 * i)) & 255u)) * 0x100000001B3u;
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(const Contacts& contacts) {
    add(static_cast<std::uint64_t>(contacts.pairs.size()));
    for (const Contact& c : contacts.pairs) {
      add((static_cast<std::uint64_t>(c.triangle_a) << 32) | c.triangle_b);
      add(static_cast<std::uint64_t>(c.kind));
      for (const double x : {c.p.x, c.p.y, c.p.z, c.q.x, c.q.y, c.q.z}) add(x);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325u;
};

/// Restores the best instruction set when it goes out of scope.
struct IsaGuard {
  IsaGuard() = default;
  ~IsaGuard() { detail::use_isa(""); }
  IsaGuard(const IsaGuard&) = delete;
  IsaGuard& operator=(const IsaGuard&) = delete;
};

}  // namespace graze::test
