// SPDX-License-Identifier: Apache-2.0
// From samples to numbers: medians by hand, intervals by their laws, and the order of poses.
#include "suite/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/random.h"
#include "suite/pose_order.h"

namespace graze::suite {
namespace {

TEST(BenchSummary, MediansOfRepetitionsThenStatisticsOverPoses) {
  // Two poses of level 0, one of level 1; a disturbance in one repetition does not show.
  const Samples samples = {{1, 10, 100}, {2, 1000, 101}, {3, 12, 99}};
  const std::vector<std::uint32_t> level = {0, 0, 1};
  const Summaries s = summarise_samples(samples, level, 3);
  EXPECT_EQ(s.medians, (std::vector<double>{2, 12, 100}));
  EXPECT_EQ(s.all.poses, 3u);
  EXPECT_DOUBLE_EQ(s.all.mean, 38);
  EXPECT_DOUBLE_EQ(s.all.median, 12);
  EXPECT_DOUBLE_EQ(s.all.max, 100);
  EXPECT_DOUBLE_EQ(s.all.least_mean, (1.0 + 10 + 99) / 3);
  EXPECT_DOUBLE_EQ(s.levels[0].mean, 7);
  EXPECT_DOUBLE_EQ(s.levels[1].mean, 100);
  EXPECT_EQ(s.levels[2].poses, 0u);
}

TEST(BenchSummary, NothingGivesNothing) {
  EXPECT_EQ(summarise_samples({}, {}, 2).all.poses, 0u);
  EXPECT_EQ(summarise_samples({}, {}, 2).levels.size(), 2u);
}

/// Poses that differ by their nature, repetitions that differ by noise.
Samples noisy(std::size_t poses, int repetitions, double noise, std::uint64_t seed) {
  detail::Random random(seed);
  std::vector<double> own(poses);
  for (double& t : own) t = 10 + random.uniform(0, 10);
  Samples samples;
  for (int r = 0; r < repetitions; ++r) {
    std::vector<float>& row = samples.emplace_back();
    const double common = random.uniform(-noise, noise);
    for (const double t : own) row.push_back(static_cast<float>(t * (1 + common)));
  }
  return samples;
}

TEST(BenchSummary, IntervalsTellPosesFromNoise) {
  const std::vector<std::uint32_t> level(200, 0);
  const Times quiet = summarise_samples(noisy(200, 9, 0.001, 1), level, 1).all;
  const Times loud = summarise_samples(noisy(200, 9, 0.1, 1), level, 1).all;
  for (const Times* t : {&quiet, &loud}) {
    EXPECT_LE(t->mean_ci[0], t->mean);
    EXPECT_GE(t->mean_ci[1], t->mean);
    EXPECT_LE(t->noise_ci[0], t->mean);
    EXPECT_GE(t->noise_ci[1], t->mean);
  }
  const auto width = [](const Interval& i) { return i[1] - i[0]; };
  EXPECT_LT(width(quiet.noise_ci), 0.05);
  EXPECT_GT(width(loud.noise_ci), 10 * width(quiet.noise_ci));
  // Uniform over 10: a standard deviation of 2.9, of the mean of 200 of 0.2.
  EXPECT_NEAR(width(quiet.mean_ci), 2 * 1.96 * 2.887 / std::sqrt(200.0), 0.25);
}

TEST(BenchSummary, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  int held = 0;
  constexpr int kTrials = 200;
  const std::vector<std::uint32_t> level(100, 0);
  for (int trial = 0; trial < kTrials; ++trial) {
    const Times t = summarise_samples(noisy(100, 1, 0, static_cast<std::uint64_t>(trial) + 10), level, 1).all;
    held += t.mean_ci[0] <= 15 && 15 <= t.mean_ci[1] ? 1 : 0;
  }
  EXPECT_GT(held, 0.89 * kTrials);
  EXPECT_LT(held, 0.995 * kTrials);
}

TEST(BenchOrder, EveryPartIsSpreadOverLevels) {
  std::vector<std::uint32_t> level;
  for (std::uint32_t l = 0; l < 7; ++l) level.insert(level.end(), 10 + l, l);
  const std::vector<std::uint32_t> order = spread_order(level, 8);  // one level has no pose
  ASSERT_EQ(order.size(), level.size());
  EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), level.size());
  std::vector<int> count(8, 0);
  for (std::size_t i = 0; i < 70; ++i) {  // while all have poses left
    ++count[level[order[i]]];
    const auto [least, most] = std::minmax_element(count.begin(), count.begin() + 7);
    EXPECT_LE(*most - *least, 1) << i;
  }
  // The first four are not all at one end.
  std::set<std::uint32_t> first;
  for (std::size_t i = 0; i < 4; ++i) first.insert(level[order[i]] / 4);
  EXPECT_EQ(first.size(), 2u);
}

}  // namespace
}  // namespace graze::suite
