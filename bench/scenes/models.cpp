// SPDX-License-Identifier: Apache-2.0
#include "models.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#ifdef GRAZE_SCENES_IO
#include "graze/io.h"
#endif
#include "bodies.h"
#include "shapes.h"
#include "vector.h"

namespace graze::scenes {
namespace {

constexpr std::string_view kBundled = "bundled/";

}  // namespace

std::filesystem::path data_path(const std::string& file) {
  if (file.starts_with(kBundled)) return std::filesystem::path(GRAZE_BUNDLED_DATA) / file.substr(kBundled.size());
  const char* folder = std::getenv("GRAZE_DATA");
  return folder == nullptr ? std::filesystem::path() : std::filesystem::path(folder) / file;
}

#ifdef GRAZE_SCENES_IO

std::string why_missing(const std::string& file) {
  const std::filesystem::path path = data_path(file);
  if (path.empty()) return "needs " + file + " below the folder that GRAZE_DATA names";
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? "" : "there is no " + path.string();
}

Mesh model(const std::string& file) { return load_mesh(data_path(file)); }

std::vector<Pose> recorded(const std::string& file) { return load_poses(data_path(file)); }

#else

std::string why_missing(const std::string& file) { return "needs " + file + ", and graze is built without GRAZE_IO"; }

Mesh model(const std::string& file) { throw std::runtime_error(why_missing(file)); }

std::vector<Pose> recorded(const std::string& file) { throw std::runtime_error(why_missing(file)); }

#endif

Mesh assembly(const std::string& folder) {
  std::ifstream list(data_path(folder + "/assembly.txt"));
  Mesh whole;
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string name;
    words >> name;
    Pose pose;
    for (int row = 0; row < 3; ++row) {
      words >> pose.r[3 * row] >> pose.r[3 * row + 1] >> pose.r[3 * row + 2];
      words >> (row == 0 ? pose.t.x : row == 1 ? pose.t.y : pose.t.z);
    }
    name.insert(0, folder + "/");
    append(whole, placed(pose, model(name)));
  }
  return whole;
}

Mesh fitted(Mesh mesh, double size) {
  mesh = centred(std::move(mesh));
  double half = 0;
  for (const Vec3& v : mesh.vertices) half = std::max({half, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  return scaled(std::move(mesh), size / (2 * half));
}

}  // namespace graze::scenes
