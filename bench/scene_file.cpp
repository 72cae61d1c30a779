// SPDX-License-Identifier: Apache-2.0
#include "scene_file.h"

#include <cstdint>
#include <fstream>
#include <stdexcept>

#include "run.h"
#include "scenes.h"

namespace graze::bench {
namespace {

template <typename T>
void put(std::ostream& out, const T& value) {
  out.write(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_mesh(std::ostream& out, const Mesh& mesh) {
  put(out, static_cast<std::uint64_t>(mesh.vertices.size()));
  put(out, static_cast<std::uint64_t>(mesh.triangles.size()));
  for (const Vec3& v : mesh.vertices) {
    put(out, v.x);
    put(out, v.y);
    put(out, v.z);
  }
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t i : t) put(out, i);
  }
}

}  // namespace

void export_scenes(const std::filesystem::path& folder, const std::vector<std::string>& names, std::size_t max_poses) {
  std::filesystem::create_directories(folder);
  for (const std::string& name : names) {
    scenes::Scene scene = scenes::make_scene(name);
    thin_out(scene.poses, max_poses);
    const std::filesystem::path file = folder / (name + ".scene");
    std::filesystem::path temporary = file;
    temporary += ".tmp";
    {
      std::ofstream out(temporary, std::ios::binary);
      out.write("grazescn", 8);
      put_mesh(out, scene.a);
      put_mesh(out, scene.b);
      put(out, static_cast<std::uint64_t>(scene.poses.size()));
      for (const Pose& pose : scene.poses) {
        for (const double r : pose.r) put(out, r);
        put(out, pose.t.x);
        put(out, pose.t.y);
        put(out, pose.t.z);
      }
      out.close();
      if (!out) throw std::runtime_error(temporary.string() + ": cannot write");
    }
    std::filesystem::rename(temporary, file);
  }
}

}  // namespace graze::bench
