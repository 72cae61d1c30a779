// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "command.h"
#include "watch.h"

namespace graze::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// What one thread keeps between poses, so that queries do not allocate.
struct Scratch {
  explicit Scratch(const RunOptions& options) : environment(options.front_levels, options.front_pairs) {}
  Workspace workspace;
  Front pairs;
  EnvironmentFront environment;
  Contacts found;
};

/// One query, as the options have it.
Counters ask(const Model& a, const Model& b, const Pose& pose, const RunOptions& options, Scratch& scratch,
             PoseResult& result) {
  const QueryOptions& query = options.query;
  if (options.bounded) {
    Bounded bounded = contacts_bounded(a, b, pose, options.limits, query, &scratch.workspace);
    result.collides = bounded.outcome == Outcome::colliding;
    result.undecided = bounded.outcome == Outcome::possible;
    result.finished = bounded.complete;
    result.penetration = bounded.penetration;
    result.study = scratch.workspace.study_counters();
    scratch.found = std::move(bounded.contacts);
    return scratch.found.counters;
  }
  switch (options.front) {
    case FrontKind::none:
      if (options.all) {
        contacts(a, b, pose, scratch.found, query, &scratch.workspace);
      } else {
        result.collides = intersects(a, b, pose, query, &scratch.workspace);
      }
      if (query.method == Method::study) result.study = scratch.workspace.study_counters();
      return scratch.workspace.counters();
    case FrontKind::pairs:
      if (options.all) {
        contacts(a, b, pose, scratch.found, scratch.pairs, query);
      } else {
        result.collides = intersects(a, b, pose, scratch.pairs, query);
      }
      return scratch.pairs.counters();
    case FrontKind::environment:
      if (options.all) {
        contacts(a, b, pose, scratch.found, scratch.environment, query);
      } else {
        result.collides = intersects(a, b, pose, scratch.environment, query);
      }
      result.study = scratch.environment.study_counters();
      return scratch.environment.counters();
  }
  return {};
}

void examine(const Model& a, const Model& b, const Pose& pose, const RunOptions& options, Scratch& scratch,
             PoseResult& result) {
  const Clock::time_point start = Clock::now();
  const Counters counters = ask(a, b, pose, options, scratch, result);
  const std::chrono::nanoseconds time = Clock::now() - start;
  const bool again = result.counters.time.count() != 0;
  const std::chrono::nanoseconds best = again ? std::min(time, result.counters.time) : time;
  result.counters = counters;
  result.counters.time = best;
}

void keep(const Contacts& found, bool pairs, PoseResult& result) {
  result.collides = !found.pairs.empty();
  result.contacts = found.pairs.size();
  for (const Contact& contact : found.pairs) ++result.kinds[static_cast<std::size_t>(contact.kind)];
  if (pairs) result.pairs = found.pairs;
}

[[noreturn]] void rethrow(const std::exception_ptr& failure, const RunOptions& options) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::invalid_argument& error) {  // poses and margins are checked before: the volumes
    if (options.query.method != Method::study) throw;
    throw Failure(std::string(error.what()) + "; for example --volume dop18, or a model saved with it");
  }
}

}  // namespace

RunResult run(const Model& a, const Model& b, std::span<const Pose> poses, const RunOptions& options) {
  RunResult result;
  result.poses.resize(poses.size());
  Progress progress(options.label, poses.size());
  std::atomic<std::size_t> next{0};
  std::mutex failure_lock;
  std::exception_ptr failure;

  // Every index taken is finished, so what is done is always the first so many poses.
  const auto work = [&](bool first) {
    try {
      Scratch scratch(options);
      while (!interrupted()) {
        const std::size_t i = next.fetch_add(1);
        if (i >= poses.size()) break;
        for (int k = 0; k < options.repeat; ++k) examine(a, b, poses[i], options, scratch, result.poses[i]);
        if (options.all) keep(scratch.found, options.keep_contacts, result.poses[i]);
        if (first) progress.update(i + 1);
      }
    } catch (...) {
      const std::lock_guard<std::mutex> guard(failure_lock);
      failure = std::current_exception();
      next = poses.size();
    }
  };

  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = options.threads == 0 ? cores : static_cast<std::size_t>(options.threads);
  const std::size_t count = std::min(wanted, std::max<std::size_t>(1, poses.size()));
  const Clock::time_point start = Clock::now();
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < count; ++t) others.emplace_back(work, false);
    work(true);
  }
  result.elapsed = Clock::now() - start;
  if (failure) rethrow(failure, options);
  const std::size_t done = std::min(next.load(), poses.size());
  result.complete = done == poses.size();
  result.poses.resize(done);
  for (const PoseResult& pose : result.poses) {
    result.colliding += pose.collides ? 1 : 0;
    result.undecided += pose.undecided ? 1 : 0;
    result.unfinished += pose.undecided || (options.all && !pose.finished) ? 1 : 0;
  }
  return result;
}

std::string limits_note(const RunResult& result, const std::string& noun) {
  if (result.unfinished == 0) return {};
  return fmt::format("graze: the limit ended {} of {} early; {} undecided\n", grouped(result.unfinished),
                     counted(result.poses.size(), noun), grouped(result.undecided));
}

std::string colliding_ranges(const RunResult& result, std::size_t most) {
  std::string text;
  std::size_t ranges = 0;
  const std::size_t count = result.poses.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!result.poses[i].collides) continue;
    std::size_t last = i;
    while (last + 1 < count && result.poses[last + 1].collides) ++last;
    if (ranges++ == most) return text + ", ...";
    if (!text.empty()) text += ", ";
    text += last == i ? fmt::format("{}", i) : fmt::format("{}-{}", i, last);
    i = last;
  }
  return text;
}

std::string collides_field(const PoseResult& pose) { return pose.undecided ? "" : pose.collides ? "1" : "0"; }

std::string kinds_text(const PoseResult& pose) {
  std::string text;
  for (std::size_t k = 0; k < kKinds; ++k) {
    if (pose.kinds[k] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", pose.kinds[k], name(static_cast<ContactKind>(k)));
  }
  return text;
}

}  // namespace graze::cli
