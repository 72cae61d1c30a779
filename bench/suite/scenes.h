// SPDX-License-Identifier: Apache-2.0
// The scenes of `graze bench`: a pose set with its two meshes each.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graze/mesh.h"
#include "poses/pose_set.h"
#include "suite/results.h"

namespace graze::suite {

struct Scene {
  bench::PoseSet set;
  std::shared_ptr<const Mesh> a, b;
  int figure = 0;  ///< of Diktas and Sahiner; 0 = none
};

/// Told what goes on; false stops it.
using Tell = std::function<bool(const std::string&)>;

/// A scene that is not made yet.
struct SceneFile {
  std::string name, what;  ///< one line
  std::function<Scene(const Tell&)>
      make;                    ///< throws graze::Error; without poses when it was stopped, or there are none
  std::function<void()> want;  ///< called before the first is made: some are cheaper together; may be empty
};

struct SceneOptions {
  bool quick = false;                            ///< two models, fewer poses
  std::vector<std::filesystem::path> models;     ///< each with itself, instead of the default ones
  std::vector<std::filesystem::path> pose_sets;  ///< instead of generated poses: JSON of docs/pose_sets.md, or CSV
  std::uint64_t seed = 1;
};

/// All that these options make, in order. A pose set's models are the files it names, beside it or as they are named,
/// or those of `models` with the hashes it states; poses as CSV want one or two models. Throws graze::Error for files
/// that cannot be read; meshes and poses are only read or made by SceneFile::make.
std::vector<SceneFile> list_scenes(const SceneOptions& options);

/// Those whose name, or whose name's part before or after the last '-', is among `names`; all when none is. Throws
/// std::invalid_argument with the names there are.
std::vector<SceneFile> choose_scenes(const std::vector<SceneFile>& scenes, const std::vector<std::string>& names);

/// The meshes of a run's scenes by their hashes, as far as they are among these files, which are named as the models
/// are.
std::map<std::string, std::shared_ptr<const Mesh>> find_models(const Results& results,
                                                               const std::vector<std::filesystem::path>& files);

/// The models that are used when none are given: bundled ones with closed surfaces, and those below GRAZE_DATA.
std::vector<std::filesystem::path> default_models(bool quick);

}  // namespace graze::suite
