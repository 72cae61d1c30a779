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

std::vector<std::size_t> affordable_poses(const Course& course, const std::vector<Contestant>& contestants, Ask ask,
                                          const WarmPlan& plan) {
  std::vector<double> a_pose, needs;
  for (const Contestant& c : contestants) {
    a_pose.push_back(c.us(ask) * passes(c.us(ask)) * plan.least_repetitions);
    needs.push_back(c.instance ? a_pose.back() * static_cast<double>(c.checked) : 0);
  }
  const std::vector<double> shares = bench::share_out(plan.seconds * 1e6, needs);
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    const std::size_t checked = contestants[c].instance ? contestants[c].checked : 0;
    const auto affordable = static_cast<std::size_t>(std::min(1e9, shares[c] / a_pose[c] + 0.5));
    result.push_back(std::min(checked, std::max(affordable, fewest_poses(course, a_pose[c], shares[c]))));
  }
  return result;
}

std::vector<WarmSamples> measure_warm(const Course& course, std::vector<Contestant>& contestants, Ask ask,
                                      const WarmPlan& plan, const Stop& stop,
                                      const std::function<void(double)>& progress) {
  std::vector<WarmSamples> all(contestants.size());
  const std::vector<std::size_t> affordable = affordable_poses(course, contestants, ask, plan);
  std::size_t most = 0;
  for (std::size_t c = 0; c < all.size(); ++c) {
    all[c].asked = affordable[c];
    most = std::max(most, affordable[c]);
  }
  const std::size_t block = block_size(contestants, all, ask);
  const double start = bench::wall_us();
  const auto elapsed = [&] { return (bench::wall_us() - start) * 1e-6; };
  for (int repetition = 0; repetition < plan.most_repetitions; ++repetition) {
    // One more must not take the run beyond its time.
    const double each = repetition == 0 ? 0 : elapsed() / repetition;
    if (repetition >= plan.least_repetitions && elapsed() + each > plan.seconds) break;
    for (WarmSamples& w : all) w.samples.emplace_back(w.asked);
    std::size_t first = static_cast<std::size_t>(repetition);
    bool whole = true;
    for (std::size_t begin = 0; begin < most && whole; begin += block, ++first) {
      for (std::size_t turn = 0; turn < contestants.size() && whole; ++turn) {
        const std::size_t c = (first + turn) % contestants.size();
        const std::size_t end = std::min(begin + block, all[c].asked);
        if (begin < end && contestants[c].instance) {
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
    for (WarmSamples& w : all) w.samples.pop_back();
    break;
  }
  return all;
}

}  // namespace graze::suite
