// SPDX-License-Identifier: Apache-2.0
// One frame's time for many pairs: a look at each, then where a step is likeliest to change a verdict.
#include <algorithm>
#include <bit>
#include <deque>
#include <stdexcept>
#include <string>

#include "timed/timed_workspace.h"

namespace graze {
namespace {

using Clock = std::chrono::steady_clock;

/// A verdict that is not certain yet.
struct Open {
  double probability;  // that it is right; more than 1: nothing can be told before the end (Stop::extreme)
  std::size_t pair;
  std::uint64_t steps;  // to take next
  TimedWorkspace* at;   // where the query can be resumed; null: nowhere
};

/// For a heap: the least certain on top, of several the first in the list.
bool surer(const Open& a, const Open& b) {
  return a.probability != b.probability ? a.probability > b.probability : a.pair > b.pair;
}

}  // namespace

/// First looks share workspaces, which stay in the caches; who is open after that begins once more, in one for itself.
/// 1,000 poses of N of the bunny to the end: 10.4 ms with a full workspace for each pair and a search through the list
/// instead of a heap; 3.7 with a small one for each, but first looks of 5,000 take twice as long; 5.3 with shared ones
/// alone; 2.7 so, with the time shared out; 2.4 one after the other.
struct FrameWorkspace::Impl {
  static constexpr std::size_t kShared = 64;  // a power of two

  std::vector<TimedWorkspace> shared;                // by models: what a workspace knows of two is kept
  std::vector<std::unique_ptr<TimedWorkspace>> own;  // of pairs that were asked for
  std::deque<TimedWorkspace> open_for;               // of others that are open; these stay where they are
  std::vector<TimedWorkspace*> idle;                 // of those
  std::vector<Open> open;
  Verdict again;          // of a query that begins once more
  std::size_t first = 0;  // the pair that the next frame begins with

  Impl() {
    for (std::size_t i = 0; i < kShared; ++i) shared.push_back(small());
  }
  static TimedWorkspace small() { return TimedWorkspace(detail::PairQueue::kLeast); }

  TimedWorkspace* own_of(std::size_t i) { return i < own.size() ? own[i].get() : nullptr; }
  TimedWorkspace& shared_by(const TimedPair& pair) {
    const auto number = [](const Model* m) { return reinterpret_cast<std::uintptr_t>(&m->hierarchy()) >> 4; };
    const std::uint64_t hash = (number(pair.a) + 3 * number(pair.b)) * 0x9E3779B97F4A7C15u;
    return shared[hash >> (64 - std::bit_width(kShared - 1))];
  }
  TimedWorkspace& for_open() {
    if (idle.empty()) return open_for.emplace_back(small());
    TimedWorkspace& out = *idle.back();
    idle.pop_back();
    return out;
  }
};

FrameWorkspace::FrameWorkspace() : impl_(std::make_unique<Impl>()) {}
FrameWorkspace::~FrameWorkspace() = default;
FrameWorkspace::FrameWorkspace(FrameWorkspace&&) noexcept = default;
FrameWorkspace& FrameWorkspace::operator=(FrameWorkspace&&) noexcept = default;

TimedWorkspace& FrameWorkspace::of(std::size_t i) {
  constexpr std::size_t kMost = std::size_t{1} << 24;
  if (i >= kMost) throw std::invalid_argument("graze: FrameWorkspace::of: no list is so long as to have this place");
  if (impl_->own.size() <= i) impl_->own.resize(i + 1);
  if (impl_->own[i] == nullptr) impl_->own[i] = std::make_unique<TimedWorkspace>(Impl::small());
  return *impl_->own[i];
}

namespace {

class Frame {
 public:
  Frame(std::span<const TimedPair> pairs, Clock::time_point end, std::span<Verdict> out, FrameWorkspace::Impl& impl)
      : pairs_(pairs), end_(end), out_(out), impl_(impl) {}

  void run() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) say_unknown(i);
    impl_.open.clear();
    impl_.idle.clear();
    for (TimedWorkspace& workspace : impl_.open_for) impl_.idle.push_back(&workspace);
    constexpr std::int64_t kHeap = 10;  // ns a pair
    if (!look_at_each() || left().count() < kHeap * static_cast<std::int64_t>(impl_.open.size())) return;
    std::make_heap(impl_.open.begin(), impl_.open.end(), surer);
    while (!impl_.open.empty() && go_on()) {
    }
  }

 private:
  std::chrono::nanoseconds left() const { return end_ - Clock::now(); }

  /// Beforehand for all: what has no time left for a look has none left to write this.
  void say_unknown(std::size_t i) {
    Verdict& out = out_[i];
    detail::say_nothing_is_known(*pairs_[i].a, *pairs_[i].b, out);
    out.triangle_a = out.triangle_b = 0;
    out.steps = 0;
    out.counters = {};
    // Where no look follows there is nothing to resume, not even the query of the frame before.
    if (TimedWorkspace* own = impl_.own_of(i); own != nullptr) own->impl().state.open = false;
  }

  void judge_pair(std::size_t i, const Budget& budget, TimedWorkspace& workspace, Verdict& out) {
    judge(*pairs_[i].a, *pairs_[i].b, pairs_[i].b_in_a, out, budget, workspace);
  }

  static double rank_of(const Verdict& verdict, TimedWorkspace& workspace) {
    constexpr double kLast = 2;
    return workspace.impl().state.extreme ? kLast : verdict.probability;
  }

  /// What one of so many pairs may take of the time: the first look at points; where there is more, all its looks or
  /// some steps, since most pairs are clear at once; where there is plenty, all that it needs within its share.
  static Budget share_of(std::int64_t rest, std::size_t pairs) {
    constexpr std::int64_t kLooks = 350, kSome = 1500, kPlenty = 4000;  // ns
    const std::int64_t share = rest / static_cast<std::int64_t>(pairs);
    Budget budget;
    budget.epsilon = share < kLooks ? 0.49 : share < kPlenty ? 0.1 : 0;
    if (share < kLooks) {
      budget.steps = 1;  // the clock would take a sixth of a look
    } else if (share < kSome || share >= kPlenty) {
      budget.time = std::chrono::nanoseconds(share);
    } else {
      budget.time = std::chrono::nanoseconds(rest);
      budget.steps = 4;
    }
    return budget;
  }

  /// False when the time was over before each had its look.
  bool look_at_each() {
    const std::size_t count = pairs_.size();
    if (impl_.first >= count) impl_.first = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t i = (impl_.first + k) % count;
      const std::int64_t rest = left().count();
      if (rest <= 0 && k > 0) {  // one at least, or very long lists would never be looked at
        impl_.first = i;
        return false;
      }
      TimedWorkspace* own = impl_.own_of(i);
      TimedWorkspace& workspace = own != nullptr ? *own : impl_.shared_by(pairs_[i]);
      Verdict& out = out_[i];
      judge_pair(i, share_of(rest, count - k), workspace, out);
      if (!out.certain) impl_.open.push_back({rank_of(out, workspace), i, std::max(kMore, kTimes * out.steps), own});
    }
    impl_.first = 0;
    return true;
  }

  /// With the pair that is least certain, for several times as many steps each time. False when the time is over.
  bool go_on() {
    constexpr std::chrono::microseconds kToBeginAgain(2);
    constexpr std::uint64_t kMost = std::uint64_t{1} << 60;
    Budget budget;
    budget.time = left();
    if (budget.time.count() <= 0) return false;
    if (impl_.open.front().at == nullptr && budget.time < kToBeginAgain) return false;
    std::pop_heap(impl_.open.begin(), impl_.open.end(), surer);
    Open& open = impl_.open.back();
    Verdict& out = out_[open.pair];
    budget.steps = open.steps;
    if (open.at != nullptr) {
      resume(out, budget, *open.at);
    } else {
      open.at = &impl_.for_open();
      judge_pair(open.pair, budget, *open.at, impl_.again);
      if (impl_.again.certain || impl_.again.steps >= out.steps) std::swap(out, impl_.again);
    }
    if (out.certain) {
      if (open.at != impl_.own_of(open.pair)) impl_.idle.push_back(open.at);
      impl_.open.pop_back();
      return true;
    }
    open.probability = rank_of(out, *open.at);
    open.steps = std::min(open.steps * kTimes, kMost);
    std::push_heap(impl_.open.begin(), impl_.open.end(), surer);
    return true;
  }

  static constexpr std::uint64_t kMore = 16, kTimes = 4;

  std::span<const TimedPair> pairs_;
  Clock::time_point end_;
  std::span<Verdict> out_;
  FrameWorkspace::Impl& impl_;
};

}  // namespace

void judge_all(std::span<const TimedPair> pairs, std::chrono::nanoseconds time, std::span<Verdict> out,
               FrameWorkspace& workspace) {
  const Clock::time_point now = Clock::now();
  if (out.size() != pairs.size()) throw std::invalid_argument("graze: judge_all needs a verdict for each pair");
  if (time.count() <= 0) throw std::invalid_argument("graze: judge_all needs some time");
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].a == nullptr || pairs[i].b == nullptr) {
      throw std::invalid_argument("graze: judge_all: pair " + std::to_string(i) + " lacks a model");
    }
  }
  Frame(pairs, now + std::min(time, Clock::time_point::max() - now), out, workspace.impl()).run();
}

}  // namespace graze
