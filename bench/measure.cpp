// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "clock.h"

namespace graze::bench {
namespace {

/// A turn takes about this long where a query is slow, and a whole flight where it is not.
constexpr double kTurnUs = 250e3;
constexpr std::size_t kSmallestBlock = 256;

/// Passes over the block in a turn: the first finds the caches full of the other engines' models.
constexpr int kPassesPerTurn = 2;
/// A turn lasts so long at least, whoever's it is: clocks and wide vector units that slept during another's turn take
/// 90 µs to wake, longer than twenty poses of a fast engine.
constexpr double kLeastTurnUs = 300;
/// Queries this slow do not notice what the caches held before.
constexpr double kSlowUs = 3000;
/// Part of the time that makes a contender too dear to be repeated more than the least.
constexpr double kDear = 0.1;
/// From here on the thread's clock, which costs a system call, is read as well.
constexpr double kLongUs = 100;

/// Poses [begin, end) once. The least times so far are kept.
void pass(const Contender& contender, const std::vector<Pose>& poses, std::size_t begin, std::size_t end,
          Measured& measured, bool count) {
  Engine& engine = *contender.engine;
  const std::size_t stride = engine.stride;
  for (std::size_t i = (begin + stride - 1) / stride * stride; i < end; i += stride) {
    double& least = measured.us[i];
    const auto work = [&] { engine.ask(contender.ask, poses[i], i); };
    least = std::min(least, least < kLongUs ? short_us(work) : time_us(work));
    if (!count || engine.rival) continue;
    const Counters& counters = engine.counters();
    measured.sums.volume_tests += counters.volume_tests;
    measured.sums.primitive_tests += counters.primitive_tests;
    measured.sums.node_updates += counters.node_updates;
    measured.sums.exact_tests += counters.exact_tests;
  }
}

}  // namespace

std::vector<Measured> measure(const std::vector<Contender>& contenders, const std::vector<Pose>& poses,
                              const MeasureLimits& limits) {
  const std::size_t n = poses.size();
  std::vector<Measured> measured(contenders.size());
  for (Measured& m : measured) m.us.assign(n, std::numeric_limits<double>::infinity());
  if (n == 0 || contenders.empty()) return measured;
  double slowest = 0;  // for a pose of the scene, asked or not
  std::vector<int> passes;
  for (const Contender& c : contenders) {
    passes.push_back(passes_a_turn(c.us));
    slowest = std::max(slowest, c.us / static_cast<double>(c.engine->stride));
  }
  const auto affordable = static_cast<std::size_t>(kTurnUs / std::max(slowest, 1e-3));
  const std::size_t block = std::clamp(affordable, std::min(kSmallestBlock, n), n);

  std::vector<double> spent_us(contenders.size(), 0);
  std::vector<bool> has_left(contenders.size(), false);
  const double start = wall_us();
  const auto goes_on = [&](int repetition) {
    if (std::ranges::all_of(has_left, std::identity())) return false;
    return repetition < limits.least || (repetition < limits.most && wall_us() - start < limits.cheap_us);
  };
  for (int repetition = 0; goes_on(repetition); ++repetition) {
    std::size_t first = static_cast<std::size_t>(repetition);
    for (std::size_t begin = 0; begin < n; begin += block, ++first) {
      for (std::size_t turn = 0; turn < contenders.size(); ++turn) {
        const std::size_t c = (first + turn) % contenders.size();
        if (has_left[c]) continue;
        const double turn_start = wall_us();
        for (int p = 0; p < passes[c] || wall_us() - turn_start < kLeastTurnUs; ++p) {
          contenders[c].engine->take_turn();
          pass(contenders[c], poses, begin, std::min(begin + block, n), measured[c], repetition == 0 && p == 0);
        }
        spent_us[c] += wall_us() - turn_start;
      }
    }
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      if (has_left[c]) continue;
      ++measured[c].repetitions;
      const double allowance = contenders[c].engine->allowance_us;
      has_left[c] = (allowance > 0 && spent_us[c] > allowance) ||
                    (repetition + 1 >= limits.least && spent_us[c] > kDear * limits.cheap_us);
    }
  }
  return measured;
}

int passes_a_turn(double us) { return us < kSlowUs ? kPassesPerTurn : 1; }

double pilot_us(Engine& engine, Ask ask, const std::vector<Pose>& poses) {
  constexpr std::size_t kPoses = 7;
  constexpr double kEnoughUs = 20e3;
  if (poses.empty()) return 0;
  engine.take_turn();
  const auto mean = [&] {
    double sum = 0;
    std::size_t asked = 0;
    for (; asked < kPoses && sum < kEnoughUs; ++asked) {
      const std::size_t i = (2 * asked + 1) * poses.size() / (2 * kPoses);
      sum += time_us([&] { engine.ask(ask, poses[i], i); });
    }
    return sum / static_cast<double>(asked);
  };
  const double first = mean();
  return first < kSlowUs ? mean() : first;  // caches and allocators have warmed up
}

std::size_t stride_for(std::size_t poses, double affordable, std::size_t fewest) {
  const double wanted = std::max(affordable, static_cast<double>(fewest));
  if (static_cast<double>(poses) <= wanted) return 1;
  const auto stride = static_cast<std::size_t>(std::ceil(static_cast<double>(poses) / wanted));
  const std::size_t odd = stride | 1u;
  // Rounding up must not leave fewer than promised.
  return (poses + odd - 1) / odd >= fewest ? odd : std::max<std::size_t>(1, (stride - 1) | 1u);
}

std::vector<double> share_out(double total, const std::vector<double>& needs) {
  constexpr double kFirst = 3;
  std::vector<double> shares(needs.size(), 0);
  std::vector<bool> served(needs.size(), false);
  double left = total;
  for (std::size_t round = 0; round < needs.size(); ++round) {
    double weights = 0;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (!served[i]) weights += i == 0 ? kFirst : 1;
    }
    bool changed = false;
    for (std::size_t i = 0; i < needs.size(); ++i) {
      const double share = left * (i == 0 ? kFirst : 1) / weights;
      if (served[i] || needs[i] > share) continue;
      shares[i] = needs[i];
      served[i] = changed = true;
    }
    if (changed) {
      left = total;
      for (std::size_t i = 0; i < needs.size(); ++i) left -= served[i] ? shares[i] : 0;
      continue;
    }
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (!served[i]) shares[i] = left * (i == 0 ? kFirst : 1) / weights;
    }
    break;
  }
  return shares;
}

}  // namespace graze::bench
