// SPDX-License-Identifier: Apache-2.0
#include "suite/summary.h"

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "statistics.h"

namespace graze::suite {
namespace {

/// Of poses, and of repetitions, which cost a median a pose each: ends of an interval are the third from either end of
/// a hundred then, good enough for the intervals of means.
constexpr std::size_t kPoseResamples = 400, kNoiseResamples = 100;
constexpr double kTail = 0.025;
constexpr std::size_t kFewInLevel = 4;

std::size_t draw_below(detail::Random& random, std::size_t n) {
  return static_cast<std::size_t>(((random.next() >> 32) * n) >> 32);
}

Interval ends_of(std::vector<double>& drawn) {
  std::sort(drawn.begin(), drawn.end());
  return {bench::percentile(drawn, kTail), bench::percentile(drawn, 1 - kTail)};
}

/// The lower one of an even number: disturbances only ever add.
double lower_median(std::vector<float>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return static_cast<double>(*middle);
}

double mean_of(std::span<const double> values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Times times_of(const std::vector<double>& medians, const std::vector<double>& least) {
  const bench::Timing timing = bench::summarise(medians);
  Times times;
  times.poses = medians.size();
  times.mean = timing.mean;
  times.median = timing.median;
  times.p99 = timing.p99;
  times.max = timing.max;
  times.least_mean = mean_of(least);
  return times;
}

/// Means over `groups` (the levels, and all of them last) when so chosen repetitions are all there are.
std::vector<double> chosen_means(const Samples& samples, const std::vector<std::size_t>& chosen,
                                 std::span<const std::uint32_t> level, std::size_t levels) {
  std::vector<double> sums(levels + 1, 0), counts(levels + 1, 0);
  std::vector<float> values(chosen.size());
  for (std::size_t i = 0; i < level.size(); ++i) {
    for (std::size_t k = 0; k < chosen.size(); ++k) values[k] = samples[chosen[k]][i];
    const double median = lower_median(values);
    for (const std::size_t group : {static_cast<std::size_t>(level[i]), levels}) {
      sums[group] += median;
      counts[group] += 1;
    }
  }
  for (std::size_t g = 0; g <= levels; ++g) sums[g] /= std::max(counts[g], 1.0);
  return sums;
}

}  // namespace

Interval mean_interval(std::span<const double> values) {
  if (values.empty()) return {};
  detail::Random random(values.size());
  std::vector<double> drawn(kPoseResamples);
  for (double& mean : drawn) {
    double sum = 0;
    for (std::size_t k = 0; k < values.size(); ++k) sum += values[draw_below(random, values.size())];
    mean = sum / static_cast<double>(values.size());
  }
  return ends_of(drawn);
}

Summaries summarise_samples(const Samples& samples, std::span<const std::uint32_t> level, std::size_t levels) {
  Summaries result;
  result.levels.resize(levels);
  if (samples.empty() || level.empty()) return result;
  std::vector<std::vector<double>> medians(levels), least(levels);
  std::vector<double> all_least;
  std::vector<float> values(samples.size());
  for (std::size_t i = 0; i < level.size(); ++i) {
    for (std::size_t r = 0; r < samples.size(); ++r) values[r] = samples[r][i];
    result.medians.push_back(lower_median(values));
    all_least.push_back(static_cast<double>(*std::min_element(values.begin(), values.end())));
    medians[level[i]].push_back(result.medians.back());
    least[level[i]].push_back(all_least.back());
  }
  result.all = times_of(result.medians, all_least);
  for (std::size_t l = 0; l < levels; ++l) {
    result.levels[l] = times_of(medians[l], least[l]);
    result.levels[l].mean_ci = mean_interval(medians[l]);
  }

  // Levels are what was asked for, not a sample: poses are drawn within each, unless there are too few of them.
  std::size_t used = 0;
  for (const std::vector<double>& of_level : medians) used += of_level.empty() ? 0u : 1u;
  if (level.size() < kFewInLevel * used) medians.assign(1, result.medians);
  detail::Random random(level.size());
  std::vector<double> drawn(kPoseResamples);
  for (double& mean : drawn) {
    double sum = 0;
    for (const std::vector<double>& of_level : medians) {
      for (std::size_t k = 0; k < of_level.size(); ++k) sum += of_level[draw_below(random, of_level.size())];
    }
    mean = sum / static_cast<double>(level.size());
  }
  result.all.mean_ci = ends_of(drawn);

  // What disturbs a repetition disturbs neighbouring poses alike: whole repetitions are drawn.
  std::vector<std::vector<double>> noise(levels + 1);
  std::vector<std::size_t> chosen(samples.size());
  for (std::size_t k = 0; k < kNoiseResamples; ++k) {
    for (std::size_t& r : chosen) r = draw_below(random, samples.size());
    const std::vector<double> means = chosen_means(samples, chosen, level, levels);
    for (std::size_t g = 0; g <= levels; ++g) noise[g].push_back(means[g]);
  }
  for (std::size_t l = 0; l < levels; ++l) result.levels[l].noise_ci = ends_of(noise[l]);
  result.all.noise_ci = ends_of(noise[levels]);
  return result;
}

}  // namespace graze::suite
