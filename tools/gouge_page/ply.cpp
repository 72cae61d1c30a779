// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "gouge_page/mesh_files.h"

namespace graze::gouge_page {
namespace {

template <typename T>
void put(std::string& out, T value) {  // little-endian, as this machine is (graze/io reads and writes so, too)
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

}  // namespace

std::string painted_ply(const PaintedPart& part) {
  const Scale& scale = part.scale;
  std::string out = "ply\nformat binary_little_endian 1.0\ncomment written by graze gouge; millimetres\n";
  out += "comment depth: red above " + std::to_string(scale.allowed) + ", green from " + std::to_string(-scale.green) +
         ", not known below " + std::to_string(-scale.band) + "\n";
  out += "element vertex " + std::to_string(part.mesh.vertices.size()) +
         "\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\n"
         "property uchar blue\nproperty float depth\nelement face " +
         std::to_string(part.mesh.triangles.size()) + "\nproperty list uchar int vertex_indices\nend_header\n";
  out.reserve(out.size() + 19 * part.mesh.vertices.size() + 13 * part.mesh.triangles.size());
  for (std::size_t i = 0; i < part.mesh.vertices.size(); ++i) {
    const Vec3& v = part.mesh.vertices[i];
    for (const double x : {v.x, v.y, v.z}) put(out, static_cast<float>(x));
    for (const std::uint8_t c : scale.colour(static_cast<double>(part.depth[i]))) put(out, c);
    put(out, part.depth[i]);
  }
  for (const Triangle& t : part.mesh.triangles) {
    put(out, std::uint8_t{3});
    for (const std::uint32_t i : t) put(out, static_cast<std::int32_t>(i));
  }
  return out;
}

}  // namespace graze::gouge_page
