// SPDX-License-Identifier: Apache-2.0
#include "scenes.h"

#include <stdexcept>

#include "catalogue.h"
#include "models.h"

namespace graze::scenes {
namespace {

struct Lists {
  Catalogue entries;
  std::vector<SceneInfo> ready;
  std::vector<SkippedScene> skipped;
};

std::string why_skipped(const Entry& entry) {
  for (const std::string& file : entry.files) {
    std::string why = why_missing(file);
    if (!why.empty()) return why;
  }
  return {};
}

const Lists& lists() {
  static const Lists kLists = [] {
    Lists lists;
    add_standard(lists.entries);
    add_bodies(lists.entries);
    add_series(lists.entries);
    add_models(lists.entries);
    for (const Entry& entry : lists.entries) {
      std::string why = why_skipped(entry);
      if (why.empty()) {
        lists.ready.push_back(entry.info);
      } else {
        lists.skipped.push_back({entry.info.name, std::move(why)});
      }
    }
    return lists;
  }();
  return kLists;
}

}  // namespace

const std::vector<SceneInfo>& scene_list() { return lists().ready; }

const std::vector<SkippedScene>& skipped_scenes() { return lists().skipped; }

Scene make_scene(std::string_view name, const OracleMaker& oracle) {
  for (const Entry& entry : lists().entries) {
    if (entry.info.name != name) continue;
    const std::string why = why_skipped(entry);
    if (!why.empty()) throw std::runtime_error("scene '" + entry.info.name + "': " + why);
    Scene scene = entry.make(oracle);
    scene.name = entry.info.name;
    if (scene.meshes.empty()) scene.meshes = scene.name;
    return scene;
  }
  throw std::invalid_argument("unknown scene '" + std::string(name) + "'");
}

}  // namespace graze::scenes
