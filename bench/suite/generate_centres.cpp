// SPDX-License-Identifier: Apache-2.0
// Without OpenVDB: poses that need no offset surface.
#include "suite/generate.h"

#include <algorithm>
#include <cmath>

#include "graze/error.h"
#include "graze/model.h"
#include "timed/poses.h"

namespace graze::suite {
namespace {

using MeshSource = std::function<std::shared_ptr<const Mesh>()>;

/// Directions with an orientation each.
constexpr int kDirections = 60, kQuickDirections = 12;
constexpr int kDistances = 22;  // poses_at_distances

bench::PoseSet empty_set(const std::string& model, const std::filesystem::path& file, const Mesh& mesh,
                         const std::string& kind) {
  bench::PoseSet set;
  set.name = model + "-" + kind;
  set.a = set.b = bench::identify(mesh, model, file.filename().string());
  Vec3 low = mesh.vertices.front(), high = low;
  for (const Vec3& v : mesh.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  set.size = std::hypot(high.x - low.x, high.y - low.y, high.z - low.z);
  return set;
}

bench::PlacedPose placed(const Pose& pose, std::uint32_t level, bench::Placing placing) {
  bench::PlacedPose result;
  result.b_in_a = pose;
  result.level = level;
  result.placing = placing;
  return result;
}

/// Zachmann's: the centres at fixed distances.
Scene centres(const std::string& model, const std::filesystem::path& file, const MeshSource& mesh, int directions,
              std::uint64_t seed) {
  Scene scene;
  scene.a = scene.b = mesh();
  scene.set = empty_set(model, file, *scene.a, "centres");
  scene.set.title = model + " and its copy, centres at fixed distances";
  scene.set.levels_are = std::string(bench::kCentres);
  scene.set.generator = "any direction and orientation, boxes that meet";
  scene.set.seed = seed;
  for (int i = 0; i < kDistances; ++i) scene.set.levels.push_back(0.4 + 0.1 * i);
  const Model built = Model::build(*scene.a);
  std::vector<int> distances;
  const std::vector<Pose> poses = bench::poses_at_distances(built, built, directions, seed, &distances);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    scene.set.poses.push_back(
        placed(poses[i], static_cast<std::uint32_t>(distances[i]), bench::Placing::fixed_distance));
  }
  return scene;
}

}  // namespace

std::vector<SceneFile> generated_scenes(const std::filesystem::path& file, const MeshSource& mesh,
                                        const SceneOptions& options) {
  const std::string model = file.stem().string();
  const int directions = options.quick ? kQuickDirections : kDirections;
  const std::uint64_t seed = options.seed;
  return {{model + "-centres", "the centres of two of them at fixed distances (Zachmann)",
           [=](const Tell&) { return centres(model, file, mesh, directions, seed); }, nullptr}};
}

std::vector<bench::PoseSet> make_sets(const SetRequest&, const Tell&) {
  throw Error(ErrorCode::unsupported, "poses at prescribed distances need OpenVDB; this graze was built without it");
}

}  // namespace graze::suite
