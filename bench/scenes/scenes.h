// SPDX-License-Identifier: Apache-2.0
// The standard scenes: two meshes and a list of poses, from fixed seeds, by name. Shared by tests and benchmarks.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "flights.h"
#include "graze/mesh.h"

namespace graze::scenes {

struct Scene {
  std::string name;
  std::string meshes;  ///< scenes with the same word here have the same meshes
  Mesh a, b;
  std::vector<Pose> poses;  ///< of b in a's frame
};

/// Makes the oracle that places the poses of a scene.
using OracleMaker = std::function<Oracle(const Mesh& a, const Mesh& b)>;

/// graze's own answers.
Oracle graze_oracle(const Mesh& a, const Mesh& b);

struct SceneInfo {
  std::string name;
  std::string what;    ///< one line
  std::string family;  ///< near, spheres, flights, approach, scaling, growth, models
};

/// All scenes that can be made here, in the order of the reports.
const std::vector<SceneInfo>& scene_list();

struct SkippedScene {
  std::string name;
  std::string why;  ///< one line
};

/// Those whose models are not here.
const std::vector<SkippedScene>& skipped_scenes();

/// Throws std::invalid_argument for an unknown name, std::runtime_error for a skipped one.
Scene make_scene(std::string_view name, const OracleMaker& oracle = graze_oracle);

}  // namespace graze::scenes
