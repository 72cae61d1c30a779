// SPDX-License-Identifier: Apache-2.0
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"

namespace graze::bench {
namespace {

constexpr std::size_t kResamples = 1000;
constexpr double kTail = 0.025;  // either side of 95 %

/// Below n, which is far below 2^32: the bias of the product is of no account.
std::size_t draw_below(detail::Random& random, std::size_t n) {
  return static_cast<std::size_t>(((random.next() >> 32) * n) >> 32);
}

/// Sums of any run of `length` values, continued at the start: one number a start.
std::vector<double> run_sums(std::span<const double> values, std::size_t length) {
  const std::size_t n = values.size();
  std::vector<double> sums(n);
  double sum = 0;
  for (std::size_t i = 0; i < length; ++i) sum += values[i];
  for (std::size_t i = 0; i < n; ++i) {
    sums[i] = sum;
    sum += values[(i + length) % n] - values[i];
  }
  return sums;
}

double ratio_of(double theirs, double ours) { return ours > 0 ? theirs / ours : 0; }

struct Line {
  double a = 0, b = 0;
};

Line least_squares(std::span<const double> x, std::span<const double> y) {
  const double n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  const double b = xx > 0 ? xy / xx : 0;
  return {mean_y - b * mean_x, b};
}

}  // namespace

double percentile(std::span<const double> sorted, double p) {
  // The product may lie a rounding above a whole number: 0.99 * 100 must be the 99th value, not the 100th.
  const auto rank = static_cast<std::size_t>(std::ceil(p * static_cast<double>(sorted.size()) - 1e-9));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

Timing summarise(std::vector<double> values) {
  Timing timing;
  if (values.empty()) return timing;
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  timing.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n);
  timing.median = (values[(n - 1) / 2] + values[n / 2]) / 2;
  timing.p99 = percentile(values, 0.99);
  timing.max = values.back();
  return timing;
}

Ratio compare(std::span<const double> theirs, std::span<const double> ours, std::uint64_t seed) {
  Ratio ratio;
  const std::size_t n = ours.size();
  if (n == 0) return ratio;
  const Timing a = summarise({theirs.begin(), theirs.end()});
  const Timing b = summarise({ours.begin(), ours.end()});
  ratio.mean = ratio_of(a.mean, b.mean);
  ratio.median = ratio_of(a.median, b.median);
  ratio.p99 = ratio_of(a.p99, b.p99);
  ratio.max = ratio_of(a.max, b.max);
  ratio.poses = n;

  const auto length = static_cast<std::size_t>(std::lround(std::cbrt(static_cast<double>(n))));
  const std::size_t runs = (n + length - 1) / length;
  const std::vector<double> sums_a = run_sums(theirs, length), sums_b = run_sums(ours, length);
  detail::Random random(seed);
  std::vector<double> drawn(kResamples);
  for (double& r : drawn) {
    double sum_a = 0, sum_b = 0;
    for (std::size_t k = 0; k < runs; ++k) {
      const std::size_t start = draw_below(random, n);
      sum_a += sums_a[start];
      sum_b += sums_b[start];
    }
    r = ratio_of(sum_a, sum_b);
  }
  std::sort(drawn.begin(), drawn.end());
  ratio.low = percentile(drawn, kTail);
  ratio.high = percentile(drawn, 1 - kTail);
  return ratio;
}

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return 0;
  double sum = 0;
  for (const double v : values) sum += std::log(v);
  return std::exp(sum / static_cast<double>(values.size()));
}

LogFit fit_log2(std::span<const double> n, std::span<const double> t) {
  LogFit fit;
  std::vector<double> x, log_t;
  for (const double v : n) x.push_back(std::log2(v));
  for (const double v : t) log_t.push_back(std::log2(v));
  if (x.size() < 2 || *std::max_element(x.begin(), x.end()) == *std::min_element(x.begin(), x.end())) return fit;
  const Line line = least_squares(x, t);
  fit.a = line.a;
  fit.b = line.b;
  fit.exponent = least_squares(x, log_t).b;
  const double mean = std::accumulate(t.begin(), t.end(), 0.0) / static_cast<double>(t.size());
  double total = 0, left = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double predicted = fit.a + fit.b * x[i];
    total += (t[i] - mean) * (t[i] - mean);
    left += (t[i] - predicted) * (t[i] - predicted);
    fit.residual = std::max(fit.residual, std::abs(t[i] - predicted) / std::abs(predicted));
  }
  fit.r2 = total > 0 ? 1 - left / total : 1;
  return fit;
}

}  // namespace graze::bench
