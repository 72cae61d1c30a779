// SPDX-License-Identifier: Apache-2.0
#include "suite/scenes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "graze/error.h"
#include "graze/io.h"
#include "models.h"
#include "suite/generate.h"

namespace graze::suite {
namespace {

namespace fs = std::filesystem;

/// Closed surfaces; the first two are a quick run's.
constexpr const char* kBundledModels[] = {"bundled/hand.ply", "bundled/turbine_wheel.ply", "bundled/airplane.ply"};
constexpr const char* kOtherModels[] = {"meshes/dragon_res2.ply", "meshes/armadillo.ply", "meshes/lucy100k.ply",
                                        "meshes/turbineblade.ply", "meshes/voron_exhaust_filter_housing.ply"};
constexpr std::size_t kQuickModels = 2;

/// A mesh that several scenes use is read once, when the first needs it.
using MeshSource = std::function<std::shared_ptr<const Mesh>()>;

MeshSource lazily(const fs::path& file) {
  return [file, kept = std::make_shared<std::shared_ptr<const Mesh>>()] {
    if (!*kept) {
      *kept = std::make_shared<const Mesh>(load_mesh(file));
      if ((*kept)->triangles.empty()) throw Error(ErrorCode::invalid_mesh, "has no triangles", file);
    }
    return *kept;
  };
}

void require_file(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) throw Error(ErrorCode::io, "no such file", file);
}

double box_diagonal(const Mesh& mesh) {
  Vec3 low = mesh.vertices.front(), high = low;
  for (const Vec3& v : mesh.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return std::hypot(high.x - low.x, high.y - low.y, high.z - low.z);
}

/// A pose set may be of copies in another size.
std::shared_ptr<const Mesh> load_scaled(const fs::path& file, double scale) {
  Mesh mesh = load_mesh(file);
  for (Vec3& v : mesh.vertices) v = {scale * v.x, scale * v.y, scale * v.z};
  return std::make_shared<const Mesh>(std::move(mesh));
}

/// The mesh of a pose set: the file it names, or one that was given.
std::shared_ptr<const Mesh> mesh_of(const bench::ModelId& id, const fs::path& set, const std::vector<fs::path>& given) {
  std::error_code ignored;
  for (const fs::path& file : given) {
    auto mesh = load_scaled(file, id.scale);
    if (bench::mesh_hash(*mesh) == id.hash) return mesh;
  }
  std::vector<fs::path> places = {set.parent_path() / id.file, id.file};
  if (const fs::path data = scenes::data_path("bundled/" + fs::path(id.file).filename().string()); !id.file.empty()) {
    places.push_back(data);
  }
  for (const fs::path& file : places) {
    if (id.file.empty() || !fs::is_regular_file(file, ignored)) continue;
    auto mesh = load_scaled(file, id.scale);
    bench::expect_model(id, *mesh, set);
    return mesh;
  }
  throw Error(ErrorCode::io,
              "its model '" + id.name + "' (" + std::to_string(id.triangles) + " triangles, hash " +
                  bench::hash_text(id.hash) + ") is neither beside it nor among those given with --models",
              set);
}

SceneFile scene_of_set(const fs::path& file, const std::vector<fs::path>& models) {
  require_file(file);
  const bench::PoseSet set = bench::read_pose_set(file);
  return {set.name, set.title.empty() ? "poses of " + file.filename().string() : set.title,
          [set, file, models](const Tell&) {
            Scene scene;
            scene.set = set;
            scene.a = mesh_of(set.a, file, models);
            scene.b = set.b.hash == set.a.hash ? scene.a : mesh_of(set.b, file, models);
            scene.figure = figure_of(set.name);
            return scene;
          },
          nullptr};
}

SceneFile scene_of_csv(const fs::path& file, const std::vector<fs::path>& models) {
  require_file(file);
  if (models.empty() || models.size() > 2) {
    throw Error(ErrorCode::format, "poses without models; give one or two with --models", file);
  }
  const std::string name = models.front().stem().string() + "-" + file.stem().string();
  return {name, "poses of " + file.filename().string(),
          [name, file, models](const Tell&) {
            Scene scene;
            scene.a = lazily(models.front())();
            scene.b = models.size() == 1 ? scene.a : lazily(models.back())();
            bench::PoseSet& set = scene.set;
            set.name = name;
            set.title = "poses of " + file.filename().string();
            set.a = bench::identify(*scene.a, models.front().stem().string(), models.front().string());
            set.b = bench::identify(*scene.b, models.back().stem().string(), models.back().string());
            set.size = std::max(box_diagonal(*scene.a), box_diagonal(*scene.b));
            set.levels = {0};
            set.levels_are = "all poses";
            set.generator = "given as CSV";
            for (const Pose& pose : load_poses(file)) {
              bench::PlacedPose placed;
              placed.b_in_a = pose;
              set.poses.push_back(placed);
            }
            if (set.poses.empty()) throw Error(ErrorCode::format, "holds no pose", file);
            return scene;
          },
          nullptr};
}

/// Names are how scenes are chosen and how two runs are compared.
std::vector<SceneFile> unique(std::vector<SceneFile> list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (list[i].name == list[k].name) throw std::invalid_argument("two scenes are called '" + list[i].name + "'");
    }
  }
  return list;
}

}  // namespace

std::vector<fs::path> default_models(bool quick) {
  std::vector<fs::path> files;
  const auto add = [&](const char* model) {
    if (scenes::why_missing(model).empty()) files.push_back(scenes::data_path(model));
  };
  for (const char* model : kBundledModels) add(model);
  if (quick) {
    files.resize(std::min(files.size(), kQuickModels));
    return files;
  }
  for (const char* model : kOtherModels) add(model);
  return files;
}

std::vector<SceneFile> list_scenes(const SceneOptions& options) {
  std::vector<SceneFile> list;
  for (const fs::path& file : options.models) require_file(file);
  for (const fs::path& file : options.pose_sets) {
    list.push_back(file.extension() == ".csv" ? scene_of_csv(file, options.models)
                                              : scene_of_set(file, options.models));
  }
  if (!options.pose_sets.empty()) return unique(std::move(list));
  for (const fs::path& file : options.models.empty() ? default_models(options.quick) : options.models) {
    const MeshSource mesh = lazily(file);
    for (SceneFile& scene : generated_scenes(file, mesh, options)) list.push_back(std::move(scene));
  }
  return unique(std::move(list));
}

std::map<std::string, std::shared_ptr<const Mesh>> find_models(const Results& results,
                                                               const std::vector<fs::path>& files) {
  std::map<std::string, std::shared_ptr<const Mesh>> found;
  for (const fs::path& file : files) {
    require_file(file);
    for (const SceneResult& scene : results.scenes) {
      for (const ModelInfo* model : {&scene.a, &scene.b}) {
        if (found.contains(model->hash) || model->name != file.stem().string()) continue;
        std::shared_ptr<const Mesh> mesh = load_scaled(file, model->scale);
        if (bench::hash_text(bench::mesh_hash(*mesh)) == model->hash) found.emplace(model->hash, std::move(mesh));
      }
    }
  }
  return found;
}

int figure_of(std::string_view scene) {
  if (scene.ends_with("-near")) return 10;
  if (scene.ends_with("-deep")) return 11;
  return scene.ends_with("-boundary") ? 12 : 0;
}

std::vector<SceneFile> choose_scenes(const std::vector<SceneFile>& scenes, const std::vector<std::string>& names) {
  if (names.empty()) return scenes;
  const auto belongs = [](const SceneFile& scene, const std::string& word) {
    const std::size_t dash = scene.name.rfind('-');
    return scene.name == word ||
           (dash != std::string::npos && (scene.name.substr(0, dash) == word || scene.name.substr(dash + 1) == word));
  };
  for (const std::string& word : names) {
    if (std::ranges::any_of(scenes, [&](const SceneFile& s) { return belongs(s, word); })) continue;
    std::string known;
    for (const SceneFile& s : scenes) known += (known.empty() ? "" : ", ") + s.name;
    throw std::invalid_argument("no scene '" + word + "' here; there are: " + known);
  }
  std::vector<SceneFile> chosen;
  for (const SceneFile& s : scenes) {
    if (std::ranges::any_of(names, [&](const std::string& word) { return belongs(s, word); })) chosen.push_back(s);
  }
  return chosen;
}

}  // namespace graze::suite
