// SPDX-License-Identifier: Apache-2.0
// One frame's time for many pairs: judge_all beside equal shares of the time for each, one after the other.
#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>

#include "judge_cases.h"
#include "laboratory.h"

namespace graze::reproduce {
namespace {

using Clock = std::chrono::steady_clock;

struct Frames {
  double open = 0, unknown = 0, wrong = 0;  // verdicts, over all frames
  std::vector<double> overshoot;            // µs
};

/// What an application would do by itself: each pair gets its share of what is left, and what gets none is free.
void in_equal_shares(const std::vector<TimedPair>& pairs, std::chrono::nanoseconds time, std::vector<Verdict>& out,
                     TimedWorkspace& workspace) {
  const Clock::time_point end = Clock::now() + time;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Budget budget;
    budget.time = (end - Clock::now()) / static_cast<std::int64_t>(pairs.size() - i);
    if (budget.time.count() > 0) {
      judge(*pairs[i].a, *pairs[i].b, pairs[i].b_in_a, out[i], budget, workspace);
    } else {
      out[i].collides = out[i].certain = false;
      out[i].probability = 0.5;
      out[i].steps = 0;
    }
  }
}

}  // namespace

void measure_judge_frames(Laboratory& lab, const std::vector<TimedPair>& pairs, int frames) {
  std::vector<std::uint8_t> truth;
  for (const TimedPair& p : pairs) truth.push_back(intersects(*p.a, *p.b, p.b_in_a) ? 1 : 0);
  std::vector<Verdict> out(pairs.size());
  FrameWorkspace workspace;
  TimedWorkspace single;
  for (const int us : {100, 200, 500, 1000, 2000, 5000, 10000}) {
    const auto time = std::chrono::microseconds(us);
    Frames all, shares;
    const auto run = [&](Frames& sums, const std::function<void()>& frame) {
      const Clock::time_point began = Clock::now();
      frame();
      const double took = std::chrono::duration<double, std::micro>(Clock::now() - began).count();
      sums.overshoot.push_back(took - us);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const Verdict& v = out[i];
        sums.open += v.certain ? 0 : 1;
        sums.unknown += !v.certain && v.steps == 0 && v.probability == 0.5 ? 1 : 0;
        sums.wrong += v.collides != (truth[i] != 0) ? 1 : 0;
        if (v.certain && v.collides != (truth[i] != 0)) throw std::runtime_error("a certain verdict is wrong");
      }
    };
    for (int frame = 0; frame < frames; ++frame) {
      run(all, [&] { judge_all(pairs, time, out, workspace); });
      run(shares, [&] { in_equal_shares(pairs, time, out, single); });
    }
    for (auto& [method, sums] : {std::pair{"judge_all", &all}, std::pair{"equal shares", &shares}}) {
      const auto row = [&](const char* quantity, double value) {
        lab.record("judge_frames", "", method, std::to_string(us), quantity, value);
      };
      const double verdicts = static_cast<double>(pairs.size()) * frames;
      std::sort(sums->overshoot.begin(), sums->overshoot.end());
      row("pairs", static_cast<double>(pairs.size()));
      row("open", 100 * sums->open / verdicts);
      row("unknown", 100 * sums->unknown / verdicts);
      row("wrong", 100 * sums->wrong / verdicts);
      row("overshoot p50", sums->overshoot[sums->overshoot.size() / 2]);
      row("overshoot p90", sums->overshoot[sums->overshoot.size() * 9 / 10]);
    }
  }
}

}  // namespace graze::reproduce
