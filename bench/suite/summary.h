// SPDX-License-Identifier: Apache-2.0
// From the samples of an engine to the numbers of the results file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "suite/results.h"

namespace graze::suite {

/// Microseconds of every repetition of some poses: samples[repetition][pose].
using Samples = std::vector<std::vector<float>>;

struct Summaries {
  Times all;
  std::vector<Times> levels;
  std::vector<double> medians;  ///< of each pose
};

/// `level` of each pose, below `levels`. All zero without repetitions. The same samples give the same intervals.
Summaries summarise_samples(const Samples& samples, std::span<const std::uint32_t> level, std::size_t levels);

/// Of the mean of these, which are independent; both ends the value itself when there is one.
Interval mean_interval(std::span<const double> values);

}  // namespace graze::suite
