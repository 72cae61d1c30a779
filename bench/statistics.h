// SPDX-License-Identifier: Apache-2.0
// The statistics of the reports: over the poses of a scene, and over scenes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::bench {

/// Over poses, in microseconds.
struct Timing {
  double mean = 0, median = 0, p99 = 0, max = 0;
};

/// The least value that at least the fraction p of them do not exceed (nearest rank). `sorted` is not empty and
/// ascending, 0 < p <= 1.
double percentile(std::span<const double> sorted, double p);

/// All zero for no values. The median of an even number of values is the mean of the middle two.
Timing summarise(std::vector<double> values);

/// How many times slower `theirs` is than `ours`, pose by pose the same; low to high holds the ratio of means that
/// further poses of this kind would give, with a confidence of 95 %.
struct Ratio {
  double mean = 0, low = 0, high = 0;
  double median = 0, p99 = 0, max = 0;  ///< ratios of the two medians, of the two 99th percentiles, of the maxima
  std::size_t poses = 0;
};

/// Paired bootstrap of the ratio of means. Poses of a flight follow each other closely, so runs of about n^(1/3)
/// successive poses are drawn, not single ones (circular block bootstrap). The same seed gives the same interval.
/// Both spans have one length; all zero when they are empty.
Ratio compare(std::span<const double> theirs, std::span<const double> ours, std::uint64_t seed = 1);

/// Of positive values; 0 when there are none.
double geometric_mean(std::span<const double> values);

/// t = a + b log2 n by least squares, and how well.
struct LogFit {
  double a = 0, b = 0;
  double r2 = 0;        ///< share of the variance explained
  double residual = 0;  ///< largest |t - fit| / fit
  double exponent = 0;  ///< of the power law t = c n^e through the same points, by least squares on logarithms
};

/// Two points at least, of different n > 0 and t > 0; all zero otherwise.
LogFit fit_log2(std::span<const double> n, std::span<const double> t);

}  // namespace graze::bench
