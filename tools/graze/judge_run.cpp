// SPDX-License-Identifier: Apache-2.0
#include "judge_run.h"

#include <sys/resource.h>

#include <algorithm>

#include "summary.h"
#include "watch.h"

namespace graze::cli {
namespace {

constexpr int kWarmUp = 3;

/// How often the system took the processor away from this thread.
long preemptions() {
  rusage usage{};
  return ::getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

void start(TimedWorkspace& workspace, const JudgeOptions& options) {
  if (options.calibration != nullptr) workspace.use(*options.calibration);
  workspace.learn(options.learn);
}

}  // namespace

JudgeResult judge_poses(const Model& a, const Model& b, std::span<const Pose> poses, const JudgeOptions& options) {
  using Clock = std::chrono::steady_clock;
  JudgeResult result;
  prepare(a);
  prepare(b);
  Workspace exact;
  TimedWorkspace workspace;
  Verdict verdict;  // kept, so that nothing is allocated while the clock runs
  for (int i = 0; i < kWarmUp && !poses.empty(); ++i) judge(a, b, poses.front(), verdict, options.budget, workspace);
  start(workspace, options);
  Progress progress("judging", poses.size());
  for (std::size_t i = 0; i < poses.size() && !interrupted(); ++i) {
    JudgedPose& row = result.poses.emplace_back();
    const long before = preemptions();
    const Clock::time_point begin = Clock::now();
    judge(a, b, poses[i], verdict, options.budget, workspace);
    row.time = Clock::now() - begin;
    row.preempted = preemptions() != before;
    row.verdict = verdict;
    if (options.verify) row.wrong = row.verdict.collides != intersects(a, b, poses[i], {}, &exact);
    progress.update(i + 1);
  }
  result.complete = result.poses.size() == poses.size();
  return result;
}

JudgeSummary summarise(const JudgeResult& result, std::chrono::nanoseconds deadline) {
  JudgeSummary out;
  out.poses = result.poses.size();
  std::vector<std::int64_t> times, over;
  for (const JudgedPose& row : result.poses) {
    const Verdict& v = row.verdict;
    ++(v.certain ? (v.collides ? out.collides : out.free) : (v.collides ? out.probably_collides : out.probably_free));
    if (!v.certain) out.mean_probability += v.probability;
    times.push_back(row.time.count());
    out.wrong += row.wrong ? 1 : 0;
    out.wrong_certain += row.wrong && v.certain ? 1 : 0;
    if (deadline.count() == 0 || row.time <= deadline) continue;
    ++out.late;
    if (row.preempted) {
      ++out.preempted;
    } else {
      over.push_back((row.time - deadline).count());
    }
  }
  if (out.uncertain() > 0) out.mean_probability /= static_cast<double>(out.uncertain());
  const auto fill = [](std::vector<std::int64_t>& values, std::int64_t& median, std::int64_t& p99, std::int64_t& most) {
    if (values.empty()) return;
    std::sort(values.begin(), values.end());
    median = nearest_rank(values, 0.5);
    p99 = nearest_rank(values, 0.99);
    most = values.back();
  };
  fill(times, out.median_ns, out.p99_ns, out.max_ns);
  fill(over, out.over_median_ns, out.over_p99_ns, out.over_max_ns);
  return out;
}

}  // namespace graze::cli
