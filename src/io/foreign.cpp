// SPDX-License-Identifier: Apache-2.0
// Formats we have no reader for, through assimp: in a child process, since its importers cannot be trusted with
// broken files. The scene is flattened by its nodes in double; polygons are triangulated by us.
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "io/affine.h"
#include "io/child.h"
#include "io/polygons.h"
#include "io/readers.h"

namespace graze::detail {
namespace {

// Formats read by ourselves: their assimp importers are taken out, so that no content makes them run.
constexpr const char* kOwnExtensions[] = {"stl", "obj", "ply", "off", "gltf", "glb"};

// Text formats need some hundred bytes of assimp's structures for the few bytes of a number.
constexpr std::uint64_t kMemory = 512u << 20, kMemoryPerByte = 128;
constexpr std::chrono::milliseconds kTime{20000}, kTimePerMegabyte{5000};

Affine to_affine(const aiMatrix4x4& m) {
  return {{m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4}};
}

std::string one_line(const char* text) {
  constexpr std::size_t kLongest = 200;
  std::string line;
  for (; *text != '\0' && line.size() < kLongest; ++text) line += *text >= ' ' && *text <= '~' ? *text : ' ';
  return line;
}

void add_instance(const aiMesh& from, const Affine& placed, Mesh& mesh) {
  if (from.mNumVertices == 0 || from.mVertices == nullptr || from.mFaces == nullptr) return;
  const std::size_t base = mesh.vertices.size();
  if (base + from.mNumVertices > std::numeric_limits<std::uint32_t>::max()) {
    throw std::runtime_error("more than 4294967295 vertices");
  }
  for (unsigned i = 0; i < from.mNumVertices; ++i) {
    const Vec3 v = placed({from.mVertices[i].x, from.mVertices[i].y, from.mVertices[i].z});
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
      throw std::runtime_error("vertex " + std::to_string(i) + " of mesh '" + one_line(from.mName.C_Str()) +
                               "' is not finite");
    }
    mesh.vertices.push_back(v);
  }
  std::vector<std::uint32_t> corners;
  for (unsigned f = 0; f < from.mNumFaces; ++f) {
    const aiFace& face = from.mFaces[f];
    if (face.mNumIndices < 3 || face.mIndices == nullptr) continue;  // points and lines
    corners.clear();
    for (unsigned i = 0; i < face.mNumIndices; ++i) {
      if (face.mIndices[i] >= from.mNumVertices) {
        throw std::runtime_error("face " + std::to_string(f) + " of mesh '" + one_line(from.mName.C_Str()) +
                                 "' uses vertex " + std::to_string(face.mIndices[i]) + ", but there are only " +
                                 std::to_string(from.mNumVertices));
      }
      corners.push_back(static_cast<std::uint32_t>(base + face.mIndices[i]));
    }
    if (placed.mirrors()) std::reverse(corners.begin(), corners.end());
    if (!triangulate(corners, mesh.vertices, mesh.triangles)) {
      throw std::runtime_error("face with " + std::to_string(corners.size()) + " corners");
    }
  }
}

Mesh flatten(const aiScene& scene) {
  struct Visit {
    const aiNode* node;
    Affine parent;
  };
  Mesh mesh;
  std::vector<Visit> stack{{scene.mRootNode, {}}};
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (visit.node == nullptr) continue;
    const Affine placed = visit.parent * to_affine(visit.node->mTransformation);
    for (unsigned i = 0; i < visit.node->mNumMeshes; ++i) {
      const unsigned index = visit.node->mMeshes[i];
      if (index >= scene.mNumMeshes) throw std::runtime_error("a node uses a mesh that does not exist");
      if (scene.mMeshes[index] != nullptr) add_instance(*scene.mMeshes[index], placed, mesh);
    }
    for (unsigned i = visit.node->mNumChildren; i-- > 0;) stack.push_back({visit.node->mChildren[i], placed});
  }
  return mesh;
}

Mesh import(const std::filesystem::path& file) {
  Assimp::Importer importer;
  for (const char* extension : kOwnExtensions) {
    while (Assimp::BaseImporter* own = importer.GetImporter(extension)) importer.UnregisterLoader(own);
  }
  const aiScene* scene = importer.ReadFile(file.string(), 0);
  if (scene == nullptr) throw std::runtime_error(one_line(importer.GetErrorString()));
  return flatten(*scene);
}

template <class T>
void append_bytes(std::string& bytes, const std::vector<T>& values) {
  const std::uint64_t count = values.size();
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  if (count > 0) bytes.append(reinterpret_cast<const char*>(values.data()), count * sizeof(T));
}

template <class T>
bool take_bytes(std::string_view& bytes, std::vector<T>& values) {
  std::uint64_t count = 0;
  if (bytes.size() < sizeof count) return false;
  std::memcpy(&count, bytes.data(), sizeof count);
  bytes.remove_prefix(sizeof count);
  if (count > bytes.size() / sizeof(T)) return false;
  values.resize(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return true;
}

}  // namespace

bool is_foreign_extension(const std::string& extension) {
  return !extension.empty() && Assimp::Importer().IsExtensionSupported(extension);
}

Mesh read_foreign(const std::filesystem::path& file) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(file, error);
  if (error) throw Error(ErrorCode::io, "cannot be read: " + error.message(), file);
  const ChildLimits limits{kMemory + kMemoryPerByte * size, kTime + (size >> 20) * kTimePerMegabyte};
  const auto work = [&file] {
    const Mesh mesh = import(file);
    std::string bytes;
    append_bytes(bytes, mesh.vertices);
    append_bytes(bytes, mesh.triangles);
    return bytes;
  };
  const std::string result = run_in_child(work, limits, "assimp", file);
  std::string_view bytes = result;
  Mesh mesh;
  if (!take_bytes(bytes, mesh.vertices) || !take_bytes(bytes, mesh.triangles)) {
    throw Error(ErrorCode::format, "assimp gave an incomplete result", file);
  }
  return mesh;
}

}  // namespace graze::detail
