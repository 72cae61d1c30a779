// SPDX-License-Identifier: Apache-2.0
#include "judge_cases.h"

#include <filesystem>

#include "datasets.h"
#include "models.h"
#include "poses.h"
#include "shapes.h"
#include "vector.h"

namespace graze::reproduce {
namespace {

// Seeds of the poses that are fitted on, and of those that are measured.
constexpr std::uint64_t kFitSeed = 101, kSeed = 11;

std::vector<std::uint8_t> outcomes(const Model& a, const Model& b, const std::vector<Pose>& poses) {
  std::vector<std::uint8_t> out;
  Workspace workspace;
  for (const Pose& pose : poses) out.push_back(intersects(a, b, pose, {}, &workspace) ? 1 : 0);
  return out;
}

}  // namespace

std::vector<std::string> judge_models(bool fitted) {
  static const std::vector<std::string> kFitted = {"bundled/hand.ply",
                                                   "bundled/airplane.ply",
                                                   "bundled/turbine_wheel.ply",
                                                   "meshes/armadillo.ply",
                                                   "meshes/boeing.off",
                                                   "meshes/bunny.ply",
                                                   "meshes/dragon_res2.ply",
                                                   "meshes/featuretype.stl",
                                                   "meshes/lucy100k.ply",
                                                   "meshes/turbineblade.ply",
                                                   "meshes/pr2_head_pan_ascii.stl",
                                                   "meshes/voron_exhaust_filter_housing.ply"};
  static const std::vector<std::string> kOthers = {"bundled/car_rim.ply",
                                                   "bundled/car_brake_pad.ply",
                                                   "bundled/car_hood.ply",
                                                   "bundled/car_panels.ply",
                                                   "assemblies/CesiumMilkTruck.glb",
                                                   "assemblies/cycloidal_drive/p000_60355K430.ply",
                                                   "assemblies/cycloidal_drive/p001_disc_cam_B.ply",
                                                   "assemblies/cycloidal_drive/p010_fixed_lower.ply",
                                                   "assemblies/car_concept/p003_BodyWindshieldWipers.ply",
                                                   "assemblies/car_concept/p019_InteriorSeatsFrame1.ply"};
  std::vector<std::string> out;
  for (const std::string& file : fitted ? kFitted : kOthers) {
    if (scenes::why_missing(file).empty()) out.push_back(file);
  }
  return out;
}

JudgeCase make_judge_case(const std::string& file, bool quick) {
  const Model model = Model::build(scenes::model(file));
  JudgeCase out{std::filesystem::path(file).stem().string(), model, model, {}, {}, {}, {}, {}, {}, {}};
  prepare(model);
  out.far = bench::poses_at_distances(model, model, quick ? 20 : 300, kSeed, &out.kinds[0]);
  out.near = bench::poses_near_contact(model, model, quick ? 60 : 800, kSeed + 1);
  for (std::size_t i = 0; i < out.near.size(); ++i) out.kinds[1].push_back(static_cast<int>(i % 6 / 2));
  out.hits[0] = outcomes(model, model, out.far);
  out.hits[1] = outcomes(model, model, out.near);
  out.path = bench::paths_to_contact(model, model, quick ? 6 : 60, 100, kSeed + 2);
  std::vector<Pose> fit = bench::poses_at_distances(model, model, 30, kFitSeed);
  const std::vector<Pose> near = bench::poses_near_contact(model, model, 84, kFitSeed + 1);
  out.own[0] = calibrate(model, model, fit);
  out.own[1] = calibrate(model, model, near);
  out.own[2] = calibrate(model, model, bench::paths_to_contact(model, model, 10, 100, kFitSeed + 2));
  fit.insert(fit.end(), near.begin(), near.end());
  out.mixed = calibrate(model, model, fit);
  return out;
}

JudgeCase make_long_case(bool quick) {
  constexpr int kPoints = 10002;  // 20,000 triangles, as in the thesis's table 24
  constexpr double kGap = 0.002;
  const Mesh sphere = random_sphere(kPoints, 1);
  JudgeCase out{"nested spheres",
                Model::build(sphere),
                Model::build(scenes::scaled(sphere, 1 - kGap)),
                {},
                {},
                {},
                {},
                {},
                {},
                {}};
  prepare(out.a);
  prepare(out.b);
  scenes::Random random(kSeed);
  for (int i = 0; i < (quick ? 40 : 1000); ++i) {
    out.near.push_back(scenes::to_pose(scenes::random_rotation(random), {}));
  }
  return out;
}

}  // namespace graze::reproduce
