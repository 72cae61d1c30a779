// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>

#include "clock.h"
#include "suite/scene_run.h"

namespace graze::suite {
namespace {

constexpr std::size_t kMostBuilds = 7;

/// Builds again while its share of the time lasts: at least once, where it is cheap often enough for an interval.
void build_one(Contestant& c, const Mesh& a, const Mesh& b, double seconds, const Stop& stop) {
  std::vector<double> times;
  double spent = 0;
  try {
    do {
      c.instance.reset();
      c.instance = c.entry.make();
      const double us = bench::time_us([&] { c.instance->build(a, b); });
      times.push_back(1e-3 * us);
      spent += us * 1e-6;
    } while (times.size() < kMostBuilds &&
             spent * static_cast<double>(times.size() + 1) / static_cast<double>(times.size()) < seconds && !stop());
    c.result.bytes_per_triangle = c.instance->bytes_per_triangle();
  } catch (const std::exception& error) {
    c.fail(error.what());
    return;
  }
  std::sort(times.begin(), times.end());
  c.result.build_ms = times[(times.size() - 1) / 2];
  c.result.build_ci = {times.front(), times.back()};
  c.result.build_repetitions = static_cast<int>(times.size());
}

}  // namespace

Stable::Stable(const std::vector<EngineEntry>& engines) {
  for (const EngineEntry& entry : engines) contestants_.push_back({entry, nullptr, {}, 0, 0, 0});
}

void Stable::build(const Scene& scene, double seconds, const Stop& stop) {
  const bool same = hash_a_ == scene.set.a.hash && hash_b_ == scene.set.b.hash && a_ != nullptr;
  if (!same) {
    for (Contestant& c : contestants_) c.instance.reset();
    a_ = scene.a;
    b_ = scene.b;
    hash_a_ = scene.set.a.hash;
    hash_b_ = scene.set.b.hash;
  }
  std::vector<Pose> poses;
  for (const bench::PlacedPose& pose : scene.set.poses) poses.push_back(pose.b_in_a);
  for (Contestant& c : contestants_) {
    const EngineResult before = c.result;
    c.result = {};
    c.result.name = c.entry.name;
    c.result.version = c.entry.description.version;
    c.result.settings = c.entry.description.settings;
    c.result.arithmetic = name_of(c.entry.description.arithmetic);
    c.result.exact_any = c.entry.abilities.exact_any;
    c.result.exact_pairs = c.entry.abilities.exact_pairs;
    c.result.early_exit = c.entry.abilities.early_exit;
    c.checked = 0;
    if (stop()) {
      c.fail("interrupted");
      continue;
    }
    if (c.instance) {
      c.result.build_ms = before.build_ms;
      c.result.build_ci = before.build_ci;
      c.result.build_repetitions = before.build_repetitions;
      c.result.bytes_per_triangle = before.bytes_per_triangle;
    } else {
      build_one(c, *a_, *b_, seconds / static_cast<double>(contestants_.size()), stop);
    }
    if (!c.instance) continue;
    try {
      c.instance->set_poses(poses);
    } catch (const std::exception& error) {
      c.fail(error.what());
    }
  }
}

}  // namespace graze::suite
