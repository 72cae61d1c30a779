// SPDX-License-Identifier: Apache-2.0
#include "adb/filled_bins.h"

#include <algorithm>
#include <cmath>

namespace graze::detail {
namespace {

/// log i!, summed in long double: 2e-16 relative, 1e-12 of the largest, log 512! = 2686.
const std::array<double, kCells + 1>& log_factorials() {
  static const std::array<double, kCells + 1> kTable = [] {
    std::array<double, kCells + 1> table{};
    long double sum = 0;
    for (int i = 1; i <= kCells; ++i) {
      sum += std::log(static_cast<long double>(i));
      table[static_cast<std::size_t>(i)] = static_cast<double>(sum);
    }
    return table;
  }();
  return kTable;
}

}  // namespace

std::array<double, kMaxX> filled_bins(int bins, int blue, int red) {
  std::array<double, kMaxX> at_least;
  at_least.fill(0);
  const int least = std::max(0, blue + red - bins), most = std::min(blue, red);
  for (int x = 1; x <= std::min(least, kMaxX); ++x) at_least[static_cast<std::size_t>(x - 1)] = 1;
  if (least >= kMaxX || least >= most) return at_least;

  // Exactly `least`: C(red, t) C(bins - red, blue - t) / C(bins, blue).
  const auto& lf = log_factorials();
  const auto log_choose = [&](int n, int k) {
    return lf[static_cast<std::size_t>(n)] - lf[static_cast<std::size_t>(k)] - lf[static_cast<std::size_t>(n - k)];
  };
  double exactly = std::exp(log_choose(red, least) + log_choose(bins - red, blue - least) - log_choose(bins, blue));
  double fewer = 0;
  for (int t = least; t < std::min(most, kMaxX); ++t) {
    fewer += exactly;
    at_least[static_cast<std::size_t>(t)] = std::max(0.0, 1 - fewer);
    exactly *= static_cast<double>(red - t) * (blue - t) / (static_cast<double>(t + 1) * (bins - red - blue + t + 1));
  }
  return at_least;
}

double collision_probability(int bins, int blue, int red, double lb, int x_max) {
  const int most = std::min({blue, red, x_max});
  if (most <= 0) return 0;
  const std::array<double, kMaxX> at_least = filled_bins(bins, blue, red);
  double best = 0, missed = 1;
  for (int x = 1; x <= most; ++x) {
    missed *= 1 - lb;
    best = std::max(best, at_least[static_cast<std::size_t>(x - 1)] * (1 - missed));
  }
  return best;
}

double interpolated_probability(double bins, double blue, double red, double lb, int x_max) {
  struct Rounded {
    int low;
    double share;  // of low + 1
    explicit Rounded(double x) : low(static_cast<int>(x)), share(x - low) {}
  };
  const Rounded u(std::max(bins, 1.0)), v(std::min(blue, bins)), w(std::min(red, bins));
  double mean = 0;
  for (int i = 0; i < 8; ++i) {
    const double share =
        (i & 1 ? u.share : 1 - u.share) * (i & 2 ? v.share : 1 - v.share) * (i & 4 ? w.share : 1 - w.share);
    if (share == 0) continue;
    const int n = std::min(u.low + (i & 1 ? 1 : 0), kCells);
    mean += share * collision_probability(n, std::min(n, v.low + (i & 2 ? 1 : 0)), std::min(n, w.low + (i & 4 ? 1 : 0)),
                                          lb, x_max);
  }
  return std::min(mean, 1.0);  // the shares add up to one but for rounding
}

}  // namespace graze::detail
