// SPDX-License-Identifier: Apache-2.0
// Balls in bins against exact rational arithmetic.
#include "adb/filled_bins.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "support/scale.h"

namespace graze::test {
namespace {

using detail::collision_probability;
using detail::filled_bins;
using detail::interpolated_probability;
using detail::kCells;
using detail::kMaxX;

/// Equation 6 to the letter, in integers.
class Rationals {
 public:
  explicit Rationals(int most) : rows_(static_cast<std::size_t>(most) + 1) {
    for (std::size_t n = 0; n < rows_.size(); ++n) {
      rows_[n].resize(n + 1, 1);
      for (std::size_t k = 1; k < n; ++k) rows_[n][k] = rows_[n - 1][k - 1] + rows_[n - 1][k];
    }
  }

  std::array<double, kMaxX> filled(int u, int v, int w) const {
    std::array<double, kMaxX> out{};
    mpz_class left = choose(u, v);  // C(u, v) less the terms so far
    for (int x = 1; x <= kMaxX; ++x) {
      left -= choose(w, x - 1) * choose(u - w, v - x + 1);
      const mpz_class scaled_up = (left << 60) / choose(u, v);
      out[static_cast<std::size_t>(x - 1)] = std::ldexp(scaled_up.get_d(), -60);
    }
    return out;
  }

  const mpz_class& choose(int n, int k) const {
    static const mpz_class kNone = 0;
    return k < 0 || k > n ? kNone : rows_[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
  }

 private:
  std::vector<std::vector<mpz_class>> rows_;
};

using Filled = std::array<double, kMaxX>;

double difference(const Filled& p, const Filled& q) {
  double most = 0;
  for (std::size_t i = 0; i < kMaxX; ++i) most = std::max(most, std::abs(p[i] - q[i]));
  return most;
}

/// Equation 6 in double, from binomial coefficients computed in integers and rounded once: those of 512 are below
/// 2^508, and so is C(w, t) C(u - w, v - t), which is one of the summands of C(u, v). Conversion from integers cuts
/// off: each of three numbers is within 2^-52 of its own size, a product and a quotient add 2^-53 each: a term is
/// within 4.01 · 2^-52. All terms are positive, nine sums of them add 2^-53 each, and a sum is at most 1: with the last
/// difference within 10 · 2^-52 < 2^-48.
class Rounded {
 public:
  static constexpr double kError = 0x1p-48;

  explicit Rounded(const Rationals& exact) : table_(kSide * kSide, 0) {
    for (int n = 0; n <= kCells; ++n) {
      for (int k = 0; k <= n; ++k) table_[at(n, k)] = exact.choose(n, k).get_d();
    }
  }

  Filled filled(int u, int v, int w) const {
    Filled out;
    const double all = table_[at(u, v)];
    double fewer = 0;
    for (int t = 0; t < kMaxX; ++t) {
      if (t <= w && t <= v && v - t <= u - w) fewer += table_[at(w, t)] * table_[at(u - w, v - t)] / all;
      out[static_cast<std::size_t>(t)] = 1 - fewer;
    }
    return out;
  }

 private:
  static constexpr std::size_t kSide = kCells + 1;
  static std::size_t at(int n, int k) { return static_cast<std::size_t>(n) * kSide + static_cast<std::size_t>(k); }
  std::vector<double> table_;
};

/// The bar is 1e-6; the header says 1e-11.
constexpr double kBar = 1e-11;

TEST(FilledBins, SmallOnesAreExact) {
  const Rationals exact(24);
  for (int u = 1; u <= 24; ++u) {
    for (int v = 0; v <= u; ++v) {
      for (int w = 0; w <= u; ++w) {
        ASSERT_LT(difference(filled_bins(u, v, w), exact.filled(u, v, w)), kBar) << u << ' ' << v << ' ' << w;
      }
    }
  }
}

/// What every triple is compared with below.
TEST(FilledBins, RoundedAgreesWithRationals) {
  const Rationals exact(kCells);
  const Rounded rounded(exact);
  const auto check = [&](int u, int v, int w) {
    ASSERT_LT(difference(rounded.filled(u, v, w), exact.filled(u, v, w)), Rounded::kError) << u << ' ' << v << ' ' << w;
  };
  for (int u = 1; u <= kCells; u += kSanitized ? 17 : 1) {  // few or nearly all balls
    for (const int v : {0, 1, 2, u / 2, u - 1, u}) {
      for (const int w : {0, 1, 10, u / 3, u - 1, u}) {
        if (v >= 0 && w >= 0 && v <= u && w <= u) check(u, v, w);
      }
    }
  }
  detail::Random random(6);
  for (int i = scaled(20'000); i > 0; --i) {
    const int u = 1 + random.below(kCells), v = random.below(u + 1);
    check(u, v, random.below(u + 1));
  }
}

/// All 45 million u, v, w, and all ten x of each.
TEST(FilledBins, EveryTripleAgreesWithRationals) {
  const Rounded rounded{Rationals(kCells)};
  double worst = 0;
  for (int u = 1; u <= kCells; u += kSanitized ? 73 : 1) {
    for (int v = 0; v <= u; ++v) {
      for (int w = 0; w <= u; ++w) {
        const double d = difference(filled_bins(u, v, w), rounded.filled(u, v, w));
        ASSERT_LT(d, kBar - Rounded::kError) << u << ' ' << v << ' ' << w;
        worst = std::max(worst, d);
      }
    }
  }
  RecordProperty("worst", std::to_string(worst * 1e12) + "e-12");
}

TEST(FilledBins, EquationSeven) {
  for (const auto& [u, v, w] : {std::array{300, 40, 30}, std::array{512, 64, 64}, std::array{9, 4, 3}}) {
    double none = 1;
    for (int i = 1; i <= v; ++i) none *= 1 - static_cast<double>(w) / (u - v + i);
    EXPECT_NEAR(filled_bins(u, v, w)[0], 1 - none, 1e-12);
    EXPECT_EQ(filled_bins(u, v, w)[0], filled_bins(u, w, v)[0]);
  }
}

TEST(FilledBins, EquationEight) {
  // Two of two bins hold both: x = 2 is certain.
  EXPECT_DOUBLE_EQ(collision_probability(2, 2, 2, 0.5, 10), 0.75);
  EXPECT_DOUBLE_EQ(collision_probability(2, 2, 2, 0.5, 1), 0.5);  // equation 1
  EXPECT_DOUBLE_EQ(collision_probability(2, 1, 1, 0.5, 10), 0.25);
  EXPECT_EQ(collision_probability(5, 0, 3, 1, 10), 0);
  EXPECT_EQ(collision_probability(0, 0, 0, 1, 10), 0);
  // 000, figure 8: the maximum is at a small x; more x never give less.
  detail::Random random(3);
  for (int i = 0; i < scaled(2000); ++i) {
    const int u = 1 + random.below(kCells), v = random.below(u + 1), w = random.below(u + 1);
    const double lb = random.uniform();
    double last = 0;
    for (int x = 1; x <= kMaxX; ++x) {
      const double p = collision_probability(u, v, w, lb, x);
      EXPECT_GE(p, last);
      EXPECT_LE(p, 1);
      last = p;
    }
  }
}

TEST(FilledBins, InterpolationMeetsTheIntegers) {
  detail::Random random(4);
  for (int i = 0; i < scaled(500); ++i) {
    const int u = 1 + random.below(60), v = random.below(u + 1), w = random.below(u + 1);
    EXPECT_NEAR(interpolated_probability(u, v, w, 0.4, 10), collision_probability(u, v, w, 0.4, 10), 1e-12);
  }
  // Where rounding to the nearest integer sees no collision.
  EXPECT_GT(interpolated_probability(3.4, 0.4, 0.3, 0.5, 10), 0);
  EXPECT_GT(interpolated_probability(0.3, 0.2, 0.2, 0.5, 10), 0);
  EXPECT_NEAR(interpolated_probability(100, 0.5, 8, 1, 10), 0.5 * collision_probability(100, 1, 8, 1, 10), 1e-12);
}

TEST(FilledBins, NoInterpolationRoundsToMoreThanCertain) {
  detail::Random random(5);
  for (int i = 0; i < scaled(2000); ++i) {
    const double bins = 1 + random.uniform(0, 500), blue = bins * random.uniform(0.9, 1),
                 red = bins * random.uniform(0.9, 1);
    EXPECT_LE(interpolated_probability(bins, blue, red, 1, 10), 1);
  }
}

}  // namespace
}  // namespace graze::test
