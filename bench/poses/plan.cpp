// SPDX-License-Identifier: Apache-2.0
#include "plan.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "graze/error.h"
#include "placer.h"
#include "shapes.h"

namespace graze::bench {
namespace {

std::vector<double> both_sides(std::vector<double> positive) {
  std::vector<double> result = {0};
  for (const double level : positive) {
    result.push_back(level);
    result.push_back(-level);
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<double> joined(std::vector<double> first, const std::vector<double>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<double> steps(double first, double last, double step) {
  std::vector<double> result;
  for (int i = 0; first + i * step <= last + 1e-9; ++i) result.push_back(first + i * step);
  return result;
}

}  // namespace

std::vector<SetPlan> standard_plans(bool quick) {
  std::vector<SetPlan> plans = {
      {"near", "Within 25 % of the largest penetration, and farther outside", Placing::offset,
       joined(
           both_sides(quick ? std::vector<double>{2, 5, 10, 25} : std::vector<double>{1, 2, 3, 5, 7, 10, 15, 20, 25}),
           quick ? std::vector<double>{100} : std::vector<double>{50, 100, 200})},
      {"deep", "Penetrations up to 80 % of the largest", Placing::offset,
       quick ? std::vector<double>{-80, -50, -25, 0} : steps(-80, 0, 10)},
      {"boundary", "Within 10 % of the largest penetration, in small steps", Placing::offset,
       both_sides(quick ? std::vector<double>{0.5, 2, 5, 10}
                        : std::vector<double>{0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10})},
      {"centres", "Centres at a distance (Zachmann)", Placing::fixed_distance,
       quick ? steps(0.4, 2.4, 0.4) : steps(0.4, 2.5, 0.1)},
      {"tunnels", "Inside tunnels and cavities", Placing::interior,
       both_sides(quick ? std::vector<double>{2} : std::vector<double>{0.5, 1, 2, 5})}};
  return plans;
}

std::vector<PoseSet> make_pose_sets(const NamedMesh& a, const NamedMesh& b, const std::vector<SetPlan>& plans,
                                    const PlanOptions& options) {
  if (a.mesh.triangles.empty() || b.mesh.triangles.empty()) {
    throw Error(ErrorCode::invalid_mesh, "a mesh without triangles cannot be placed");
  }
  Placer placer(a, b, options);
  std::vector<PoseSet> sets;
  // One surface for all sets that want the level: which set, which of its levels.
  std::map<double, std::vector<std::pair<std::size_t, std::uint32_t>>> by_level;
  double total = 0;
  for (const SetPlan& plan : plans) {
    for (std::uint32_t i = 0; i < plan.levels.size(); ++i) {
      if (plan.placing == Placing::offset) by_level[plan.levels[i]].emplace_back(sets.size(), i);
      if (plan.placing == Placing::fixed_distance || plan.placing == Placing::interior) {
        total += static_cast<double>(placer.poses_per_level());
      }
    }
    sets.push_back(placer.begin(plan));
  }
  total += static_cast<double>(by_level.size() * placer.poses_per_level());
  Progress progress(options, total);

  for (const auto& [level, wanted] : by_level) {
    char what[40];
    std::snprintf(what, sizeof what, "level %+g %%", level);
    if (!progress.add(0, what)) return {};
    const double distance = placer.distance_of(level);
    const std::optional<Body> surface = placer.surface_at(distance);
    if (!surface) continue;
    std::vector<PlacedPose> poses = placer.on_surface(*surface, distance, progress, what);
    for (const auto& [set, index] : wanted) {
      for (PlacedPose& pose : poses) pose.level = index;
      sets[set].poses.insert(sets[set].poses.end(), poses.begin(), poses.end());
    }
  }
  for (std::size_t i = 0; i < plans.size(); ++i) {
    PoseSet& set = sets[i];
    if (plans[i].placing == Placing::fixed_distance) {
      for (std::uint32_t level = 0; level < set.levels.size(); ++level) {
        for (PlacedPose pose : placer.at_centres(set.levels[level], progress)) {
          pose.level = level;
          set.poses.push_back(pose);
        }
      }
    }
    if (plans[i].placing == Placing::interior) {
      placer.in_tunnels(set, progress);
    } else {
      set.generator = placer.describe();
    }
    if (!progress.add(0, set.name)) return {};
  }
  return sets;
}

Mesh scaled_for(const ModelId& id, Mesh mesh) {
  return id.scale == 1 ? mesh : scenes::scaled(std::move(mesh), id.scale);
}

Achieved achieved(const PoseSet& set) {
  Achieved result;
  result.poses = set.poses.size();
  std::vector<double> errors;
  for (const PlacedPose& pose : set.poses) {
    if (pose.verified) errors.push_back(std::abs(pose.achieved - pose.prescribed) / set.size);
  }
  result.verified = errors.size();
  if (errors.empty()) return result;
  std::sort(errors.begin(), errors.end());
  const auto quantile = [&](double q) {
    return errors[std::min(errors.size() - 1, static_cast<std::size_t>(q * static_cast<double>(errors.size())))];
  };
  result.median = quantile(0.5);
  result.p99 = quantile(0.99);
  result.max = errors.back();
  return result;
}

}  // namespace graze::bench
