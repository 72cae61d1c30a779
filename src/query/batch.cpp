// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/parallel.h"
#include "query/workspace.h"

namespace graze {

void intersects_batch(const Model& a, const Model& b, std::span<const Pose> poses, std::span<std::uint8_t> out,
                      const BatchOptions& options) {
  if (poses.size() != out.size()) {
    throw std::invalid_argument("graze: intersects_batch got " + std::to_string(poses.size()) + " poses and room for " +
                                std::to_string(out.size()) + " answers");
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (!is_rigid(poses[i])) {
      throw std::invalid_argument("graze: pose " + std::to_string(i) +
                                  " is not a rigid motion (finite, rotation orthonormal to 1e-6)");
    }
  }
  if (options.threads < 0) throw std::invalid_argument("graze: intersects_batch: threads is negative");
  detail::check_query({}, options.query);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int workers = options.threads > 0 ? std::min(options.threads, cores) : cores;
  // Some poses at a time, taken by whoever is free: query times differ by orders of magnitude. A thirty-second of a
  // worker's share, so that none waits long at the end; at most a cache line of answers, which they would contend for.
  const std::size_t take = std::clamp<std::size_t>(poses.size() / (32 * static_cast<std::size_t>(workers)), 1, 64);
  std::atomic<std::size_t> next{0};
  const auto work = [&](int) {
    Workspace workspace;
    detail::TraversalState& state = workspace.impl().state;
    for (std::size_t begin = next.fetch_add(take); begin < poses.size(); begin = next.fetch_add(take)) {
      const std::size_t end = std::min(poses.size(), begin + take);
      for (std::size_t i = begin; i < end; ++i) {
        out[i] = detail::find_pairs(a, b, poses[i], options.query, true, state) ? 1 : 0;
      }
    }
  };
  detail::with_threads(workers, [&] { detail::parallel_for(0, workers, work); });
}

}  // namespace graze
