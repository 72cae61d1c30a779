// SPDX-License-Identifier: Apache-2.0
#include "summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace graze::cli {

std::int64_t nearest_rank(const std::vector<std::int64_t>& sorted, double q) {
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

Summary summarise(const RunResult& result) {
  Summary summary;
  summary.steps = result.poses.size();
  summary.colliding = result.colliding;
  summary.undecided = result.undecided;
  if (result.poses.empty()) return summary;
  std::vector<std::int64_t> times;
  for (std::size_t i = 0; i < result.poses.size(); ++i) {
    const PoseResult& pose = result.poses[i];
    const std::int64_t time = pose.counters.time.count();
    times.push_back(time);
    summary.total_ns += time;
    if (time > summary.max_ns) {
      summary.max_ns = time;
      summary.max_step = i;
    }
    summary.contacts += pose.contacts;
    if (pose.contacts > summary.most_contacts) {
      summary.most_contacts = pose.contacts;
      summary.most_contacts_step = i;
    }
    summary.volume_tests += static_cast<double>(pose.counters.volume_tests);
    summary.primitive_tests += static_cast<double>(pose.counters.primitive_tests);
    summary.node_updates += static_cast<double>(pose.counters.node_updates);
    summary.exact_tests += static_cast<double>(pose.counters.exact_tests);
  }
  const auto count = static_cast<double>(result.poses.size());
  for (double* mean : {&summary.volume_tests, &summary.primitive_tests, &summary.node_updates, &summary.exact_tests}) {
    *mean /= count;
  }
  summary.mean_ns = static_cast<double>(summary.total_ns) / count;
  std::sort(times.begin(), times.end());
  summary.median_ns = nearest_rank(times, 0.5);
  summary.p90_ns = nearest_rank(times, 0.9);
  summary.p99_ns = nearest_rank(times, 0.99);
  return summary;
}

Json to_json(const Summary& s, bool all) {
  const Json unknown = nullptr;
  return {{"steps", s.steps},
          {"colliding", s.colliding},
          {"undecided", s.undecided},
          {"contacts", all ? Json(s.contacts) : unknown},
          {"most_contacts", all ? Json(s.most_contacts) : unknown},
          {"most_contacts_step", all ? Json(s.most_contacts_step) : unknown},
          {"mean_volume_tests", s.volume_tests},
          {"mean_primitive_tests", s.primitive_tests},
          {"mean_node_updates", s.node_updates},
          {"mean_exact_tests", s.exact_tests},
          {"time_ns",
           {{"total", s.total_ns},
            {"mean", s.mean_ns},
            {"median", s.median_ns},
            {"p90", s.p90_ns},
            {"p99", s.p99_ns},
            {"max", s.max_ns},
            {"max_step", s.max_step}}}};
}

std::string time_text(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.0f} ns", nanoseconds);
  if (nanoseconds < 1e6) return fmt::format("{:.1f} us", nanoseconds / 1e3);
  if (nanoseconds < 1e9) return fmt::format("{:.2f} ms", nanoseconds / 1e6);
  return fmt::format("{:.2f} s", nanoseconds / 1e9);
}

}  // namespace graze::cli
