// SPDX-License-Identifier: Apache-2.0
#include "suite/warm.h"

#include <algorithm>
#include <exception>

#include "clock.h"
#include "measure.h"

namespace graze::suite {
namespace {

/// Of the slowest engine, about; short enough for all engines to see the same disturbances.
constexpr double kTurnUs = 100e3;
constexpr std::size_t kSmallestBlock = 64;
/// A turn lasts so long at least: clocks and wide vector units that slept during another's turn take 90 µs to wake.
constexpr double kLeastTurnUs = 300;
/// Queries this slow do not notice what the caches held before: no pass to warm up.
constexpr double kSlowUs = 3000;
/// From here on the thread's clock, which costs a system call, is read as well: it leaves out preemption.
constexpr double kLongUs = 50;
constexpr int kFewestRepetitions = 2;

double passes(double us) { return us < kSlowUs ? 2 : 1; }

class Turn {
 public:
  Turn(const Course& course, Contestant& contestant, Ask ask) : course_(course), contestant_(contestant), ask_(ask) {}

  void run(std::size_t begin, std::size_t end, std::vector<float>& out) {
    const double start = bench::wall_us();
    if (contestant_.us(ask_) < kSlowUs) {
      do {
        for (std::size_t p = begin; p < end; ++p) contestant_.ask(ask_, course_.order[p]);
      } while (bench::wall_us() - start < kLeastTurnUs);
    }
    for (std::size_t p = begin; p < end; ++p) {
      const auto work = [&] { contestant_.ask(ask_, course_.order[p]); };
      const double us = contestant_.us(ask_) < kLongUs ? bench::short_us(work) : bench::time_us(work);
      out[p] = static_cast<float>(us);
    }
  }

 private:
  const Course& course_;
  Contestant& contestant_;
  Ask ask_;
};

/// The block is a round of turns; it is cut so that the slowest contestant's turn is short.
std::size_t block_size(const std::vector<Contestant>& contestants, const std::vector<WarmSamples>& all, Ask ask) {
  double slowest = 1e-3;
  std::size_t most = 1;
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (all[c].asked == 0) continue;
    slowest = std::max(slowest, contestants[c].us(ask));
    most = std::max(most, all[c].asked);
  }
  const auto affordable = static_cast<std::size_t>(kTurnUs / slowest);
  return std::clamp(affordable, std::min(kSmallestBlock, most), most);
}

}  // namespace

std::vector<Allotment> allot(const Course& course, const std::vector<Contestant>& contestants, Ask ask,
                             const WarmPlan& plan) {
  std::vector<double> a_pose, needs;
  for (const Contestant& c : contestants) {
    a_pose.push_back(c.us(ask) * passes(c.us(ask)) * plan.least_repetitions);
    needs.push_back(c.instance ? a_pose.back() * static_cast<double>(c.checked) : 0);
  }
  const std::vector<double> shares = bench::share_out(plan.seconds * 1e6 / plan.slowdown, needs);
  std::vector<Allotment> result;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    const std::size_t checked = contestants[c].instance ? contestants[c].checked : 0;
    const auto affordable = static_cast<std::size_t>(std::min(1e9, shares[c] / a_pose[c] + 0.5));
    const std::size_t poses = std::min(checked, std::max(affordable, fewest_poses(course, a_pose[c], shares[c])));
    const double least_us = a_pose[c] * static_cast<double>(poses);
    const bool slow = least_us > 2 * shares[c];
    const int fewer = static_cast<int>(2 * shares[c] / least_us * plan.least_repetitions);
    result.push_back(
        {poses, slow ? std::clamp(fewer, kFewestRepetitions, plan.least_repetitions) : plan.most_repetitions});
  }
  return result;
}

std::vector<WarmSamples> measure_warm(const Course& course, std::vector<Contestant>& contestants, Ask ask,
                                      const WarmPlan& plan, const Stop& stop,
                                      const std::function<void(double)>& progress) {
  std::vector<WarmSamples> all(contestants.size());
  const std::vector<Allotment> allotted = allot(course, contestants, ask, plan);
  std::size_t most = 0;
  for (std::size_t c = 0; c < all.size(); ++c) {
    all[c].asked = allotted[c].poses;
    most = std::max(most, allotted[c].poses);
  }
  const std::size_t block = block_size(contestants, all, ask);
  const double start = bench::wall_us();
  const auto elapsed = [&] { return (bench::wall_us() - start) * 1e-6; };
  for (int repetition = 0; repetition < plan.most_repetitions; ++repetition) {
    // One more must not take the run beyond its time.
    const double each = repetition == 0 ? 0 : elapsed() / repetition;
    if (repetition >= plan.least_repetitions && elapsed() + each > plan.seconds) break;
    const auto takes_part = [&](std::size_t c) { return repetition < allotted[c].repetitions; };
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (takes_part(c)) all[c].samples.emplace_back(all[c].asked);
    }
    std::size_t first = static_cast<std::size_t>(repetition);
    bool whole = true;
    for (std::size_t begin = 0; begin < most && whole; begin += block, ++first) {
      for (std::size_t turn = 0; turn < contestants.size() && whole; ++turn) {
        const std::size_t c = (first + turn) % contestants.size();
        const std::size_t end = std::min(begin + block, all[c].asked);
        if (begin < end && contestants[c].instance && takes_part(c)) {
          try {
            Turn(course, contestants[c], ask).run(begin, end, all[c].samples.back());
          } catch (const std::exception& error) {
            contestants[c].fail(error.what());
            all[c] = {};
            all[c].samples.resize(static_cast<std::size_t>(repetition) + 1);
          }
        }
        progress(std::min(1.0, elapsed() / plan.seconds));
        whole = !stop();
      }
    }
    if (whole) continue;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (takes_part(c)) all[c].samples.pop_back();
    }
    break;
  }
  return all;
}

}  // namespace graze::suite
