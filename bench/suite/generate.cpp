// SPDX-License-Identifier: Apache-2.0
#include "suite/generate.h"

#include <algorithm>
#include <stdexcept>

#include "graze/error.h"
#include "graze/io.h"
#include "poses/plan.h"

namespace graze::suite {
namespace {

using MeshSource = std::function<std::shared_ptr<const Mesh>()>;

constexpr std::size_t kPerLevel = 100, kQuickPerLevel = 16;
/// Three times as fast as the default; poses are as exact, for they settle (bench/poses/placer.cpp).
constexpr double kQuickOffsetBound = 0.005;

std::function<bool(double, const std::string&)> progress_for(const Tell& tell) {
  return [tell](double done, const std::string& what) {
    return tell("poses, " + what + ", " + std::to_string(static_cast<int>(100 * done)) + " %");
  };
}

/// The sets of one model: those that are wanted share their offset surfaces, so they are made together.
class Generator {
 public:
  Generator(const std::filesystem::path& file, MeshSource mesh, const SceneOptions& options)
      : name_(file.stem().string()), file_(file.filename().string()), mesh_(std::move(mesh)) {
    plan_.poses_per_level = options.quick ? kQuickPerLevel : kPerLevel;
    plan_.seed = options.seed;
    if (options.quick) plan_.offset_bound = kQuickOffsetBound;
  }

  void want(const bench::SetPlan& plan) { wanted_.push_back(plan); }

  Scene make(const std::string& plan, const Tell& tell) {
    if (!made_) make_all(tell);
    Scene scene;
    scene.a = scene.b = mesh_();
    scene.figure = figure_of(name_ + "-" + plan);
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (wanted_[i].name == plan) scene.set = sets_[i];
    }
    if (scene.set.b.scale != 1) {
      scene.b = std::make_shared<const Mesh>(bench::scaled_for(scene.set.b, *scene.a));
    }
    return scene;
  }

 private:
  void make_all(const Tell& tell) {
    const bench::NamedMesh model{*mesh_(), name_, file_};
    bench::PlanOptions options = plan_;
    options.progress = progress_for(tell);
    sets_ = bench::make_pose_sets(model, model, wanted_, options);
    made_ = !sets_.empty();  // stopped otherwise
  }

  std::string name_, file_;
  MeshSource mesh_;
  bench::PlanOptions plan_;
  std::vector<bench::SetPlan> wanted_;
  std::vector<bench::PoseSet> sets_;
  bool made_ = false;
};

}  // namespace

std::vector<SceneFile> generated_scenes(const std::filesystem::path& file, const MeshSource& mesh,
                                        const SceneOptions& options) {
  const auto generator = std::make_shared<Generator>(file, mesh, options);
  std::vector<SceneFile> scenes;
  for (const bench::SetPlan& plan : bench::standard_plans(options.quick)) {
    scenes.push_back({file.stem().string() + "-" + plan.name, plan.title,
                      [generator, kind = plan.name](const Tell& tell) { return generator->make(kind, tell); },
                      [generator, plan] { generator->want(plan); }});
  }
  return scenes;
}

std::vector<bench::PoseSet> make_sets(const SetRequest& request, const Tell& tell) {
  std::vector<bench::SetPlan> plans;
  for (const std::string& name : request.sets) {
    std::string known;
    for (const bench::SetPlan& plan : bench::standard_plans(false)) {
      known += (known.empty() ? "" : ", ") + plan.name;
      if (plan.name != name) continue;
      plans.push_back(plan);
      if (!request.levels.empty()) plans.back().levels = request.levels;
    }
    if (plans.empty() || plans.back().name != name) {
      throw std::invalid_argument("no set '" + name + "'; there are: " + known);
    }
  }
  const auto named = [](const std::filesystem::path& file) {
    return bench::NamedMesh{load_mesh(file), file.stem().string(), file.filename().string()};
  };
  bench::PlanOptions options;
  options.poses_per_level = request.per_level;
  if (const auto sampling = bench::sampling_from(request.sampling)) options.sampling = *sampling;
  if (request.unsigned_distance) options.sign = Sign::unsigned_distance;
  options.seed = request.seed;
  options.progress = progress_for(tell);
  const bench::NamedMesh a = named(request.a);
  return bench::make_pose_sets(a, request.b.empty() ? a : named(request.b), plans, options);
}

}  // namespace graze::suite
