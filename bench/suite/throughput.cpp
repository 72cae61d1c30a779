// SPDX-License-Identifier: Apache-2.0
#include "suite/throughput.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <exception>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "clock.h"

namespace graze::suite {
namespace {

constexpr int kRuns = 3;

/// Threads that take poses from a common list; each has an instance of its own, made by itself.
class Crew {
 public:
  Crew(const Course& course, Contestant& contestant, Ask ask, const std::vector<std::size_t>& poses, unsigned threads)
      : course_(course), contestant_(contestant), ask_(ask), poses_(poses), threads_(threads), gate_(threads) {}

  /// Seconds of the best run.
  double run() {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads_; ++t) others.emplace_back([this] { help(); });
    work(contestant_.instance.get());
    others.clear();
    if (error_) std::rethrow_exception(error_);
    return best_us_ * 1e-6;
  }

 private:
  void help() {
    std::unique_ptr<Rival> own;
    try {
      own = contestant_.instance->share();
      if (!own) {
        own = contestant_.entry.make();
        own->build(*course_.a, *course_.b);
        own->set_poses(course_.poses);
      }
    } catch (...) {
      keep_error();
    }
    work(own.get());
  }

  /// All threads pass the gates together, whoever failed: nobody waits for ever.
  void work(Rival* instance) {
    const bool leads = instance == contestant_.instance.get();
    for (int run = 0; run <= kRuns; ++run) {  // the first warms up
      gate_.arrive_and_wait();
      if (leads) next_ = 0;
      gate_.arrive_and_wait();
      const double start = bench::wall_us();
      try {
        if (instance != nullptr) take(*instance);
      } catch (...) {
        keep_error();
      }
      gate_.arrive_and_wait();
      if (leads && run > 0) best_us_ = std::min(best_us_, bench::wall_us() - start);
    }
  }

  void take(Rival& instance) {
    for (std::size_t i = next_++; i < poses_.size(); i = next_++) {
      if (ask_ == Ask::any) {
        instance.intersects(poses_[i]);
      } else {
        instance.find_all(poses_[i]);
      }
    }
  }

  void keep_error() {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = std::current_exception();
  }

  const Course& course_;
  Contestant& contestant_;
  Ask ask_;
  const std::vector<std::size_t>& poses_;
  unsigned threads_;
  std::barrier<> gate_;
  std::atomic<std::size_t> next_ = 0;
  double best_us_ = std::numeric_limits<double>::infinity();
  std::mutex mutex_;
  std::exception_ptr error_;
};

double batch_seconds(Batching& engine, const std::vector<Pose>& poses, int threads) {
  std::vector<std::uint8_t> answers(poses.size());
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run <= kRuns; ++run) {
    const double start = bench::wall_us();
    engine.intersects_all(poses, answers, threads);
    if (run > 0) best = std::min(best, bench::wall_us() - start);
  }
  return best * 1e-6;
}

bool may_use_threads(const Course& course, const Contestant& contestant, const ThroughputPlan& plan) {
  if (!contestant.entry.description.threads || plan.cores < 2) return false;
  if (contestant.instance->share()) return true;
  const double triangles = static_cast<double>(course.a->triangles.size() + course.b->triangles.size());
  return contestant.result.bytes_per_triangle * triangles * plan.cores <= plan.most_gib * 0x1p30;
}

}  // namespace

Throughput measure_throughput(const Course& course, Contestant& contestant, Ask ask, std::size_t asked,
                              const ThroughputPlan& plan) {
  Throughput result;
  if (asked == 0) return result;
  const auto affordable = static_cast<std::size_t>(plan.seconds * 1e6 / std::max(contestant.us(ask), 1e-3));
  const std::size_t some = std::min(asked, std::max<std::size_t>(affordable, 4 * std::size_t{plan.cores}));
  // Poses may be few and queries short: the list is repeated until it fills its time.
  const std::size_t rounds = std::clamp<std::size_t>(affordable / some, 1, 1000);
  std::vector<std::size_t> poses;
  for (std::size_t r = 0; r < rounds; ++r) {
    poses.insert(poses.end(), course.order.begin(), course.order.begin() + static_cast<std::ptrdiff_t>(some));
  }
  const double count = static_cast<double>(poses.size());
  auto* const batching = ask == Ask::any ? dynamic_cast<Batching*>(contestant.instance.get()) : nullptr;
  if (batching != nullptr) {
    std::vector<Pose> list;
    list.reserve(poses.size());
    for (const std::size_t pose : poses) list.push_back(course.poses[pose]);
    result.one_core = count / batch_seconds(*batching, list, 1);
    result.all_cores =
        plan.cores < 2 ? result.one_core : count / batch_seconds(*batching, list, static_cast<int>(plan.cores));
    return result;
  }
  result.one_core = count / Crew(course, contestant, ask, poses, 1).run();
  if (plan.cores < 2) result.all_cores = result.one_core;
  if (may_use_threads(course, contestant, plan)) {
    result.all_cores = count / Crew(course, contestant, ask, poses, plan.cores).run();
  }
  return result;
}

}  // namespace graze::suite
