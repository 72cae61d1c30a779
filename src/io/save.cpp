// SPDX-License-Identifier: Apache-2.0
// Meshes to files. Text and PLY keep every bit of a double; STL has floats and no shared vertices.
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "graze/io.h"
#include "io/file.h"
#include "io/scanner.h"

namespace graze {
namespace {

static_assert(std::endian::native == std::endian::little, "binary PLY and STL are written as they lie in memory");

template <typename T>
void put(std::string& out, T value) {
  std::array<char, sizeof value> bytes;
  std::memcpy(bytes.data(), &value, sizeof value);
  out.append(bytes.data(), bytes.size());
}

template <typename T>
void print(std::string& out, char before, T value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  if (before != 0) out += before;
  out.append(text.data(), end);
}

std::string as_ply(const Mesh& mesh) {
  std::string out = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(mesh.vertices.size()) +
                    "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
                    std::to_string(mesh.triangles.size()) + "\nproperty list uchar uint vertex_indices\nend_header\n";
  out.reserve(out.size() + 24 * mesh.vertices.size() + 13 * mesh.triangles.size());
  for (const Vec3& v : mesh.vertices) {
    for (const double x : {v.x, v.y, v.z}) put(out, x);
  }
  for (const Triangle& t : mesh.triangles) {
    out += '\3';
    for (const std::uint32_t i : t) put(out, i);
  }
  return out;
}

std::string as_obj(const Mesh& mesh) {
  std::string out;
  for (const Vec3& v : mesh.vertices) {
    out += 'v';
    for (const double x : {v.x, v.y, v.z}) print(out, ' ', x);
    out += '\n';
  }
  for (const Triangle& t : mesh.triangles) {
    out += 'f';
    for (const std::uint32_t i : t) print(out, ' ', std::uint64_t{i} + 1);
    out += '\n';
  }
  return out;
}

std::string as_off(const Mesh& mesh) {
  std::string out =
      "OFF\n" + std::to_string(mesh.vertices.size()) + ' ' + std::to_string(mesh.triangles.size()) + " 0\n";
  for (const Vec3& v : mesh.vertices) {
    print(out, 0, v.x);
    print(out, ' ', v.y);
    print(out, ' ', v.z);
    out += '\n';
  }
  for (const Triangle& t : mesh.triangles) {
    out += '3';
    for (const std::uint32_t i : t) print(out, ' ', i);
    out += '\n';
  }
  return out;
}

std::string as_stl(const Mesh& mesh, const std::filesystem::path& file) {
  if (mesh.triangles.size() > 0xFFFFFFFFu) throw Error(ErrorCode::limit, "too many triangles for STL", file);
  std::string out(80, ' ');
  put(out, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Triangle& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) put(out, 0.0F);  // normal: readers compute it
    for (const std::uint32_t i : t) {
      const Vec3& v = mesh.vertices[i];
      for (const double x : {v.x, v.y, v.z}) put(out, static_cast<float>(x));
    }
    put(out, std::uint16_t{0});
  }
  return out;
}

}  // namespace

void save_mesh(const std::filesystem::path& file, const Mesh& mesh) {
  validate(mesh);
  std::string extension = file.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (extension == ".ply") return detail::write_file(file, as_ply(mesh));
  if (extension == ".obj") return detail::write_file(file, as_obj(mesh));
  if (extension == ".off") return detail::write_file(file, as_off(mesh));
  if (extension == ".stl") return detail::write_file(file, as_stl(mesh, file));
  throw Error(ErrorCode::unsupported,
              "cannot write a mesh as " + detail::in_quotes(extension) + "; .ply, .obj, .off and .stl can be", file);
}

}  // namespace graze
