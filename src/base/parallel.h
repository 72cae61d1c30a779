// SPDX-License-Identifier: Apache-2.0
// Fork and join: oneTBB, or plain threads under ThreadSanitizer.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GRAZE_PLAIN_THREADS
#endif
#endif

#ifdef GRAZE_PLAIN_THREADS
#include <atomic>
#include <thread>
#else
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#endif

namespace graze::detail {

#ifndef GRAZE_PLAIN_THREADS

/// body(i) for every i in [begin, end), in any order, on the threads of the calling arena.
template <class Index, class Body>
void parallel_for(Index begin, Index end, const Body& body) {
  tbb::parallel_for(begin, end, body);
}

template <class First, class Second>
void parallel_invoke(const First& first, const Second& second) {
  tbb::parallel_invoke(first, second);
}

/// body(), with at most this many threads at work below it; 0 = all cores. Never more than cores: TBB would only
/// complain on stderr.
template <class Body>
void with_threads(int threads, const Body& body) {
  const int cores = tbb::info::default_concurrency();
  tbb::task_arena arena(threads > 0 ? std::min(threads, cores) : cores);
  arena.execute(body);
}

#else

// The distributed libtbb is not instrumented: ThreadSanitizer would see neither that a task starts after it was
// spawned nor that a wait returns after it ended, and call both races. Bodies race here as they would there.

class HelperThread {
 public:
  /// Runs `work` in a thread, or not at all when enough are busy.
  template <class Work>
  explicit HelperThread(const Work& work) {
    if (busy().fetch_add(1) < kMaxBusy) {
      thread_ = std::thread(work);
    } else {
      busy().fetch_sub(1);
    }
  }
  ~HelperThread() { join(); }
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  /// Whether it ran.
  bool join() {
    if (!thread_.joinable()) return false;
    thread_.join();
    busy().fetch_sub(1);
    return true;
  }

 private:
  static constexpr int kMaxBusy = 6;
  static std::atomic<int>& busy() {
    static std::atomic<int> count{0};
    return count;
  }
  std::thread thread_;
};

template <class Index, class Body>
void parallel_for(Index begin, Index end, const Body& body) {
  std::atomic<Index> next{begin};
  const auto work = [&] {
    for (Index i = next++; i < end; i = next++) body(i);
  };
  HelperThread first(work), second(work), third(work);
  work();
}

template <class First, class Second>
void parallel_invoke(const First& first, const Second& second) {
  HelperThread helper(second);
  first();
  if (!helper.join()) second();
}

template <class Body>
void with_threads(int, const Body& body) {
  body();
}

#endif

}  // namespace graze::detail
