// SPDX-License-Identifier: Apache-2.0
#include "cost_model.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::reproduce {
namespace {

constexpr std::size_t kTerms = 4;
using Vector = std::array<double, kTerms>;

struct Normal {
  std::array<Vector, kTerms> matrix{};
  Vector right{};
  double constant = 0;
};

/// Of Σ w (Σ c_i n_i / t - 1)².
Normal normal_equations(std::span<const Sample> samples) {
  Normal n;
  for (const Sample& s : samples) {
    if (!(s.us > 0)) continue;
    Vector row;
    for (std::size_t i = 0; i < kTerms; ++i) row[i] = s.counts[i] / s.us;
    for (std::size_t i = 0; i < kTerms; ++i) {
      for (std::size_t j = 0; j < kTerms; ++j) n.matrix[i][j] += s.weight * row[i] * row[j];
      n.right[i] += s.weight * row[i];
    }
    n.constant += s.weight;
  }
  return n;
}

/// The minimum over the terms of `subset`, by elimination; none when they are dependent.
std::optional<Vector> solve(const Normal& normal, unsigned subset) {
  std::array<std::size_t, kTerms> at{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < kTerms; ++i) {
    if ((subset >> i & 1u) != 0) at[count++] = i;
  }
  std::array<std::array<double, kTerms + 1>, kTerms> m{};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) m[i][j] = normal.matrix[at[i]][at[j]];
    m[i][count] = normal.right[at[i]];
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double scale = normal.matrix[at[i]][at[i]];
    if (!(m[i][i] > 1e-9 * scale) || scale <= 0) return std::nullopt;
    for (std::size_t k = i + 1; k < count; ++k) {
      const double factor = m[k][i] / m[i][i];
      for (std::size_t j = i; j <= count; ++j) m[k][j] -= factor * m[i][j];
    }
  }
  Vector x{};
  for (std::size_t i = count; i-- > 0;) {
    double value = m[i][count];
    for (std::size_t j = i + 1; j < count; ++j) value -= m[i][j] * x[at[j]];
    x[at[i]] = value / m[i][i];
  }
  return x;
}

double residual(const Normal& n, const Vector& x) {
  double sum = n.constant;
  for (std::size_t i = 0; i < kTerms; ++i) {
    sum -= 2 * n.right[i] * x[i];
    for (std::size_t j = 0; j < kTerms; ++j) sum += x[i] * n.matrix[i][j] * x[j];
  }
  return sum;
}

}  // namespace

double Costs::predicted_us(const Counters& total, std::size_t queries) const {
  return 1e-3 *
         (static_cast<double>(total.volume_tests) * volume + static_cast<double>(total.primitive_tests) * primitive +
          static_cast<double>(total.node_updates) * update + static_cast<double>(queries) * query);
}

Costs fit_costs(std::span<const Sample> samples) {
  const Normal normal = normal_equations(samples);
  Vector best{};
  double least = residual(normal, best);
  for (unsigned subset = 1; subset < 1u << kTerms; ++subset) {
    const std::optional<Vector> x = solve(normal, subset);
    if (!x || std::any_of(x->begin(), x->end(), [](double c) { return c < 0; })) continue;
    const double r = residual(normal, *x);
    if (r >= least) continue;
    least = r;
    best = *x;
  }
  return {1e3 * best[0], 1e3 * best[1], 1e3 * best[2], 1e3 * best[3]};
}

Costs fit_costs_evenly(const std::vector<std::vector<Sample>>& flights) {
  constexpr int kRounds = 40;
  constexpr double kNear = 0.15;
  std::vector<double> weights(flights.size(), 1), off(flights.size());
  Costs best;
  std::size_t most_near = 0;
  double least = HUGE_VAL;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Sample> all;
    for (std::size_t i = 0; i < flights.size(); ++i) {
      for (Sample s : flights[i]) {
        s.weight *= weights[i];
        all.push_back(s);
      }
    }
    const Costs costs = fit_costs(all);
    double worst = 0, mean = 0;
    std::size_t near = 0;
    for (std::size_t i = 0; i < flights.size(); ++i) {
      const Sample& whole = flights[i].back();
      const std::array<double, kTerms> c = {costs.volume, costs.primitive, costs.update, costs.query};
      double ns = 0;
      for (std::size_t k = 0; k < kTerms; ++k) ns += c[k] * whole.counts[k];
      off[i] = whole.us > 0 ? std::abs(1e-3 * ns / whole.us - 1) : 0;
      worst = std::max(worst, off[i]);
      if (off[i] <= kNear) ++near;
      mean += off[i] / static_cast<double>(flights.size());
    }
    if (near > most_near || (near == most_near && worst < least)) {
      most_near = near;
      least = worst;
      best = costs;
    }
    if (!(mean > 0)) break;
    // Half a step of Lawson's: the groups within flights keep a say.
    for (std::size_t i = 0; i < flights.size(); ++i) weights[i] *= std::sqrt(std::max(off[i] / mean, 0.01));
  }
  return best;
}

bool is_calibration_pose(std::size_t pose) { return pose / 10 % 2 == 0; }

std::vector<Sample> calibration_samples(const FlightResult& flight) {
  constexpr std::size_t kGroups = 20;
  std::vector<std::size_t> poses;
  for (std::size_t i = 0; i < flight.us.size(); ++i) {
    if (is_calibration_pose(i)) poses.push_back(i);
  }
  std::stable_sort(poses.begin(), poses.end(), [&](std::size_t i, std::size_t j) {
    return flight.counters[i].volume_tests < flight.counters[j].volume_tests;
  });
  double all = 0;
  for (const std::size_t i : poses) all += flight.us[i];
  std::vector<Sample> samples;
  for (const std::size_t i : poses) {
    if (samples.empty() || samples.back().us >= all / kGroups) samples.emplace_back();
    Sample& s = samples.back();
    const Counters& c = flight.counters[i];
    s.counts[0] += static_cast<double>(c.volume_tests);
    s.counts[1] += static_cast<double>(c.primitive_tests);
    s.counts[2] += static_cast<double>(c.node_updates);
    s.counts[3] += 1;
    s.us += flight.us[i];
  }
  Sample whole;
  for (const Sample& s : samples) {
    for (std::size_t k = 0; k < kTerms; ++k) whole.counts[k] += s.counts[k];
    whole.us += s.us;
  }
  whole.weight = static_cast<double>(samples.size());
  samples.push_back(whole);
  return samples;
}

}  // namespace graze::reproduce
