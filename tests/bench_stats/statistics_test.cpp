// SPDX-License-Identifier: Apache-2.0
#include "statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace graze::bench {
namespace {

std::vector<double> counting(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(Percentile, IsTheNearestRank) {
  EXPECT_EQ(percentile(counting(100), 0.99), 99);
  EXPECT_EQ(percentile(counting(100), 0.991), 100);
  EXPECT_EQ(percentile(counting(1000), 0.99), 990);
  EXPECT_EQ(percentile(counting(20), 0.99), 20);
  EXPECT_EQ(percentile(counting(7), 0.5), 4);
  EXPECT_EQ(percentile(counting(1), 0.01), 1);
  EXPECT_EQ(percentile(counting(5), 1), 5);
}

TEST(Summarise, OfKnownValues) {
  const Timing odd = summarise({9, 1, 5});
  EXPECT_EQ(odd.mean, 5);
  EXPECT_EQ(odd.median, 5);
  EXPECT_EQ(odd.p99, 9);
  EXPECT_EQ(odd.max, 9);
  EXPECT_EQ(summarise({4, 1, 2, 8}).median, 3);
  const Timing many = summarise(counting(200));
  EXPECT_EQ(many.mean, 100.5);
  EXPECT_EQ(many.p99, 198);
  EXPECT_EQ(summarise({}).mean, 0);
}

TEST(Compare, GivesRatiosOfTheStatisticsNotStatisticsOfTheRatios) {
  const Ratio r = compare(std::vector<double>{10, 20, 90}, std::vector<double>{1, 4, 5});
  EXPECT_DOUBLE_EQ(r.mean, 12);
  EXPECT_DOUBLE_EQ(r.median, 5);
  EXPECT_DOUBLE_EQ(r.max, 18);
  EXPECT_EQ(r.poses, 3u);
  EXPECT_EQ(compare({}, {}).poses, 0u);
}

TEST(Compare, IsPaired) {
  // A constant factor between times that vary a thousandfold: pose by pose there is no doubt at all.
  std::vector<double> ours, theirs;
  for (int i = 0; i < 300; ++i) {
    ours.push_back(std::pow(1000.0, (i * 37 % 300) / 300.0));
    theirs.push_back(7 * ours.back());
  }
  const Ratio r = compare(theirs, ours);
  EXPECT_NEAR(r.low, 7, 1e-9);
  EXPECT_NEAR(r.high, 7, 1e-9);
}

TEST(Compare, TheSameSeedGivesTheSameInterval) {
  const std::vector<double> ours = counting(50);
  std::vector<double> theirs = counting(50);
  std::reverse(theirs.begin(), theirs.end());
  const Ratio x = compare(theirs, ours, 3), y = compare(theirs, ours, 3), z = compare(theirs, ours, 4);
  EXPECT_EQ(x.low, y.low);
  EXPECT_EQ(x.high, y.high);
  EXPECT_NE(x.low, z.low);
  EXPECT_LT(x.low, x.mean);
  EXPECT_GT(x.high, x.mean);
}

/// How often the interval holds the ratio that the times were drawn from.
double coverage(double correlation, int poses) {
  constexpr int kTrials = 300;
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> ours, theirs;
    double drift = normal(random);
    for (int i = 0; i < poses; ++i) {
      drift = correlation * drift + std::sqrt(1 - correlation * correlation) * normal(random);
      ours.push_back(2 + 0.1 * normal(random));
      theirs.push_back(10 + drift);
    }
    const Ratio r = compare(theirs, ours, static_cast<std::uint64_t>(trial + 1));
    held += r.low <= 5 && 5 <= r.high ? 1 : 0;
  }
  return static_cast<double>(held) / kTrials;
}

TEST(Compare, TheIntervalHoldsTheTruthAboutAsOftenAsItSays) {
  // 95 % of 300 trials is 285 ± 3.8; the bootstrap of 100 values is a little narrow.
  EXPECT_GT(coverage(0, 100), 0.91);
  EXPECT_LT(coverage(0, 100), 0.985);
  // Of a flight, whose poses resemble the ones before. Drawing single poses would hold it in under 70 %.
  EXPECT_GT(coverage(0.7, 1000), 0.80);
}

TEST(GeometricMean, OfKnownValues) {
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector<double>{2, 8}), 4);
  EXPECT_DOUBLE_EQ(geometric_mean(std::vector<double>{10, 10, 10}), 10);
  EXPECT_NEAR(geometric_mean(std::vector<double>{1, 10, 100}), 10, 1e-12);
  EXPECT_EQ(geometric_mean({}), 0);
}

TEST(FitLog2, FindsTheLine) {
  std::vector<double> n, t;
  for (int i = 10; i < 22; ++i) {
    n.push_back(std::exp2(i));
    t.push_back(3 + 0.5 * i);
  }
  const LogFit fit = fit_log2(n, t);
  EXPECT_NEAR(fit.a, 3, 1e-9);
  EXPECT_NEAR(fit.b, 0.5, 1e-9);
  EXPECT_NEAR(fit.r2, 1, 1e-9);
  EXPECT_NEAR(fit.residual, 0, 1e-9);
}

TEST(FitLog2, TellsAPowerFromALogarithm) {
  std::vector<double> n, t;
  for (int i = 10; i < 22; ++i) {
    n.push_back(std::exp2(i));
    t.push_back(0.01 * std::sqrt(n.back()));
  }
  const LogFit fit = fit_log2(n, t);
  EXPECT_NEAR(fit.exponent, 0.5, 1e-9);
  EXPECT_LT(fit.r2, 0.9);
  EXPECT_GT(fit.residual, 0.5);
}

TEST(FitLog2, OfTooLittleIsNothing) {
  EXPECT_EQ(fit_log2(std::vector<double>{8}, std::vector<double>{1}).b, 0);
  EXPECT_EQ(fit_log2(std::vector<double>{8, 8}, std::vector<double>{1, 2}).b, 0);
}

}  // namespace
}  // namespace graze::bench
