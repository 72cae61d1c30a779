// SPDX-License-Identifier: Apache-2.0
#include "suite/scene_run.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>

#include "clock.h"
#include "statistics.h"
#include "suite/cold.h"
#include "suite/cross_check.h"
#include "suite/pose_order.h"
#include "suite/summary.h"
#include "suite/throughput.h"
#include "suite/warm.h"

namespace graze::suite {
namespace {

/// Parts of a scene's time; the rest, and what others leave, is for warm queries.
constexpr double kBuildPart = 0.15, kCheckPart = 0.2, kColdPart = 0.08, kThroughputPart = 0.12;
/// Of its time that a scene measures, however long making and building it took; later scenes get less then.
constexpr double kLeastPart = 0.5;
/// A query that takes so many times the share of a run is not asked for throughput.
constexpr double kThroughputPatience = 20;

std::uint64_t hash_of(const std::vector<Pose>& poses) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  const auto mix = [&](double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; ++i) hash = (hash ^ ((bits >> (8 * i)) & 255u)) * 0x100000001B3u;
  };
  for (const Pose& pose : poses) {
    for (const double r : pose.r) mix(r);
    for (const double t : {pose.t.x, pose.t.y, pose.t.z}) mix(t);
  }
  return hash;
}

Course course_of(const Scene& scene) {
  Course course;
  course.a = scene.a.get();
  course.b = scene.b.get();
  course.levels = scene.set.levels.size();
  for (const bench::PlacedPose& pose : scene.set.poses) {
    course.poses.push_back(pose.b_in_a);
    course.level.push_back(pose.level);
  }
  course.order = spread_order(course.level, course.levels);
  return course;
}

ModelInfo info_of(const bench::ModelId& id) {
  return {id.name, id.triangles, id.vertices, bench::hash_text(id.hash), id.scale};
}

std::vector<LevelInfo> levels_of(const bench::PoseSet& set, const std::vector<std::uint8_t>& colliding) {
  std::vector<LevelInfo> levels(set.levels.size());
  std::vector<std::vector<double>> errors(levels.size());
  for (std::size_t l = 0; l < levels.size(); ++l) levels[l].value = set.levels[l];
  for (std::size_t i = 0; i < set.poses.size(); ++i) {
    const bench::PlacedPose& pose = set.poses[i];
    LevelInfo& level = levels[pose.level];
    ++level.poses;
    level.colliding += colliding[i] == 1 ? 1u : 0u;
    if (pose.verified) errors[pose.level].push_back(std::abs(pose.achieved - pose.prescribed) / set.size);
  }
  for (std::size_t l = 0; l < levels.size(); ++l) {
    levels[l].verified = errors[l].size();
    if (errors[l].empty()) continue;
    std::sort(errors[l].begin(), errors[l].end());
    levels[l].error_p99 = bench::percentile(errors[l], 0.99);
    levels[l].error_max = errors[l].back();
  }
  return levels;
}

PictureInfo picture_of(std::uint32_t level, const Pose& pose) {
  PictureInfo picture;
  picture.level = level;
  const double t[3] = {pose.t.x, pose.t.y, pose.t.z};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) picture.pose[4 * i + j] = pose.r[3 * i + j];
    picture.pose[4 * i + 3] = t[i];
  }
  return picture;
}

/// Means the same poses with warm caches, where all of them were.
void add_cold(AskResult& result, const ColdSamples& cold, std::size_t c, const std::vector<double>& medians) {
  const std::vector<double>& us = cold.us[c];
  if (us.empty()) return;
  result.cold_poses = us.size();
  result.cold_mean = bench::summarise(us).mean;
  result.cold_ci = mean_interval(us);
  std::vector<double> warm;
  for (std::size_t k = 0; k < us.size(); ++k) warm.push_back(medians[cold.positions[k]]);
  result.cold_warm_mean = bench::summarise(warm).mean;
}

/// The phases of a scene after the build, in order.
class Phases {
 public:
  Phases(const Course& course, std::vector<Contestant>& contestants, const SuiteOptions& options, const Stop& stop,
         const std::function<void(const std::string&)>& progress, double slowdown)
      : course_(course),
        contestants_(contestants),
        options_(options),
        stop_(stop),
        progress_(progress),
        slowdown_(slowdown) {}

  /// Samples of one question; nothing where it was stopped before the first repetition ended.
  void warm_and_cold(Ask ask, double warm_seconds, double cold_seconds) {
    WarmPlan plan;
    plan.seconds = warm_seconds;
    plan.slowdown = slowdown_;
    plan.least_repetitions = options_.least_repetitions;
    plan.most_repetitions = 3 * options_.least_repetitions;
    const std::string what = ask == Ask::any ? "any" : "all";
    const std::vector<WarmSamples> warm =
        measure_warm(course_, contestants_, ask, plan, stop_, [&](double) { progress_("timing '" + what + "'"); });
    std::size_t common = course_.order.size();
    for (std::size_t c = 0; c < warm.size(); ++c) {
      if (contestants_[c].instance) common = std::min(common, warm[c].asked);
    }
    ColdSamples cold;
    cold.us.resize(contestants_.size());
    if (options_.cold && !stop_()) {
      progress_("'" + what + "' with cold caches");
      ColdPlan cold_plan;
      cold_plan.seconds = cold_seconds;
      cold = measure_cold(course_, contestants_, ask, common, cold_plan, stop_);
    }
    std::vector<double> first;
    for (std::size_t c = 0; c < warm.size(); ++c) {
      if (!contestants_[c].instance || warm[c].asked == 0 || warm[c].samples.empty()) continue;
      std::vector<std::uint32_t> level;
      for (std::size_t p = 0; p < warm[c].asked; ++p) level.push_back(course_.level[course_.order[p]]);
      const Summaries summaries = summarise_samples(warm[c].samples, level, course_.levels);
      AskResult result;
      result.times = summaries.all;
      result.levels = summaries.levels;
      result.repetitions = static_cast<int>(warm[c].samples.size());
      add_cold(result, cold, c, summaries.medians);
      if (c == 0) {
        first = summaries.medians;
      } else if (!first.empty()) {
        const std::size_t both = std::min(first.size(), summaries.medians.size());
        const bench::Ratio ratio =
            bench::compare(std::span(summaries.medians).first(both), std::span(first).first(both));
        result.ratio = ratio.mean;
        result.ratio_ci = {ratio.low, ratio.high};
      }
      (ask == Ask::any ? contestants_[c].result.any : contestants_[c].result.all) = std::move(result);
    }
  }

  /// Those first that need all of oneTBB's threads; what holds them is destroyed meanwhile and built again.
  void throughput(double seconds) {
    std::vector<Contestant*> holders;
    for (Contestant& c : contestants_) {
      if (c.instance && c.entry.description.holds_tbb) {
        holders.push_back(&c);
        c.instance.reset();
      }
    }
    std::size_t asks = 0;
    for (const Contestant& c : contestants_) asks += (c.result.any ? 1u : 0u) + (c.result.all ? 1u : 0u);
    ThroughputPlan plan;
    plan.cores = options_.cores;
    plan.seconds =
        std::clamp(seconds / (8.0 * slowdown_ * static_cast<double>(std::max<std::size_t>(1, asks))), 0.002, 0.3);
    for (Contestant& c : contestants_) one_throughput(c, plan);
    for (Contestant* c : holders) {
      if (stop_()) return;
      try {
        c->instance = c->entry.make();
        c->instance->build(*course_.a, *course_.b);
        c->instance->set_poses(course_.poses);
      } catch (const std::exception& error) {
        c->fail(error.what());
      }
      one_throughput(*c, plan);
      c->instance.reset();
    }
  }

 private:
  void one_throughput(Contestant& c, const ThroughputPlan& plan) {
    for (const Ask ask : {Ask::any, Ask::all}) {
      std::optional<AskResult>& result = ask == Ask::any ? c.result.any : c.result.all;
      if (!result || !c.instance || stop_()) continue;
      if (2.0 * plan.cores * c.us(ask) * 1e-6 > kThroughputPatience * plan.seconds) continue;
      progress_("throughput of " + c.entry.name);
      try {
        const Throughput measured = measure_throughput(course_, c, ask, result->times.poses, plan);
        result->one_core_per_second = measured.one_core;
        result->all_cores_per_second = measured.all_cores;
      } catch (const std::exception& error) {
        c.fail(error.what());
      }
    }
  }

  const Course& course_;
  std::vector<Contestant>& contestants_;
  const SuiteOptions& options_;
  const Stop& stop_;
  const std::function<void(const std::string&)>& progress_;
  double slowdown_;
};

SceneResult header_of(const Scene& scene, const Course& course) {
  SceneResult result;
  result.name = scene.set.name;
  result.title = scene.set.title;
  result.levels_are = scene.set.levels_are;
  result.generator = scene.set.generator;
  result.figure = scene.figure;
  result.a = info_of(scene.set.a);
  result.b = info_of(scene.set.b);
  result.size = scene.set.size;
  result.max_penetration = scene.set.max_penetration;
  result.poses_hash = bench::hash_text(hash_of(course.poses));
  std::vector<bool> shown(course.levels, false);
  for (const std::uint32_t pose : course.order) {
    const std::uint32_t level = course.level[pose];
    if (shown[level]) continue;
    shown[level] = true;
    result.pictures.push_back(picture_of(level, course.poses[pose]));
  }
  return result;
}

}  // namespace

SceneResult run_scene(const Scene& scene, Stable& stable, const SuiteOptions& options, double seconds, const Stop& stop,
                      const std::function<void(const std::string&)>& progress) {
  const double start = bench::wall_us();
  const auto left = [&] { return std::max(seconds - (bench::wall_us() - start) * 1e-6, 0.0); };
  const Course course = course_of(scene);
  SceneResult result = header_of(scene, course);
  progress("building");
  Judge judge(*scene.a, *scene.b);
  stable.build(scene, kBuildPart * seconds, stop);
  std::vector<Contestant>& contestants = stable.contestants();

  const double time = std::max(left(), kLeastPart * seconds);
  progress("cross-checking");
  CheckReport report =
      cross_check(course, contestants, judge, kCheckPart * time / static_cast<double>(contestants.size()), stop);
  result.levels = levels_of(scene.set, report.colliding);
  result.disagreements = std::move(report.rows);

  Phases phases(course, contestants, options, stop, progress, report.slowdown);
  const int asks = (options.any ? 1 : 0) + (options.all ? 1 : 0);
  const double throughput = options.throughput ? kThroughputPart * time : 0;
  const double cold = options.cold ? kColdPart * time / std::max(asks, 1) : 0;
  int asks_left = asks;
  for (const Ask ask : {Ask::any, Ask::all}) {
    if (!(ask == Ask::any ? options.any : options.all) || stop()) continue;
    const double warm = std::max(left() - throughput, 0.3 * time) / asks_left - cold;
    phases.warm_and_cold(ask, warm, cold);
    --asks_left;
  }
  if (options.throughput && !stop()) phases.throughput(throughput);
  result.complete = !stop();
  for (const Contestant& c : contestants) result.engines.push_back(c.result);
  return result;
}

}  // namespace graze::suite
