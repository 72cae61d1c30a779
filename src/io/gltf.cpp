// SPDX-License-Identifier: Apache-2.0
// The default scene of a glTF 2.0 file, flattened: every mesh instance placed by its node, computed in double.
#include <cmath>
#include <limits>
#include <map>

#include "io/affine.h"
#include "io/gltf_document.h"
#include "io/readers.h"

namespace graze::detail {
namespace {

using Json = GltfDocument::Json;

/// Instances and accessors without bytes can claim any amount of geometry: what is built is limited by the file.
constexpr std::uint64_t kFreeBytes = 64u << 20, kBytesPerByte = 64;

/// 0 to 3 are points and lines.
enum Mode : std::uint64_t { kTriangles = 4, kStrip = 5, kFan = 6 };

class SceneReader {
 public:
  explicit SceneReader(const GltfDocument& document)
      : document_(document), allowance_(kFreeBytes + kBytesPerByte * document.total_bytes()) {}

  Mesh read() {
    struct Visit {
      std::uint64_t node;
      Affine parent;
    };
    std::vector<char> seen(document_.count("nodes"), 0);
    std::vector<Visit> stack;
    const auto push = [&](const Json& child, const Affine& parent, const std::string& user) {
      if (!child.is_number_unsigned()) document_.fail(user + " refers to a node by something else than its number");
      const auto node = child.get<std::uint64_t>();
      document_.entry("nodes", node, user);
      // Nodes form trees: a second visit means a cycle or two parents, and would allow 2^n instances.
      if (seen[node] != 0)
        document_.fail("nodes[" + std::to_string(node) + "] is reached twice (a cycle, or two parents)");
      seen[node] = 1;
      stack.push_back({node, parent});
    };
    const auto push_all = [&](const Json& list, const Affine& parent, const std::string& user) {
      for (auto child = list.rbegin(); child != list.rend(); ++child) push(*child, parent, user);
    };
    push_all(roots(), Affine{}, "the scene");
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      const std::string where = "nodes[" + std::to_string(visit.node) + "]";
      const Json& node = document_.entry("nodes", visit.node, where);
      const Affine placed = visit.parent * local_transform(node, where);
      if (const auto mesh = document_.integer(node, "mesh", where)) add_instance(*mesh, placed, where);
      push_all(document_.array(node, "children", where), placed, where);
    }
    return std::move(mesh_);
  }

 private:
  /// The nodes of the default scene, of the first one, or, without scenes, those that are nobody's child.
  Json roots() const {
    if (document_.count("scenes") > 0) {
      const std::uint64_t scene = document_.integer(document_.root(), "scene", "the file").value_or(0);
      return document_.array(document_.entry("scenes", scene, "the file"), "nodes", "the scene");
    }
    const std::size_t count = document_.count("nodes");
    std::vector<char> is_child(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      for (const Json& child : document_.array(document_.entry("nodes", i, "the file"), "children", "a node")) {
        if (child.is_number_unsigned() && child.get<std::uint64_t>() < count) is_child[child.get<std::uint64_t>()] = 1;
      }
    }
    Json result = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
      if (is_child[i] == 0) result.push_back(i);
    }
    return result;
  }

  Affine local_transform(const Json& node, const std::string& where) const {
    if (node.contains("extensions") && node["extensions"].is_object() &&
        node["extensions"].contains("EXT_mesh_gpu_instancing")) {
      document_.fail(where + " uses EXT_mesh_gpu_instancing, which is not supported", ErrorCode::unsupported);
    }
    if (const auto m = document_.numbers(node, "matrix", 16, where)) {
      const std::vector<double>& c = *m;  // column-major
      if (c[3] != 0 || c[7] != 0 || c[11] != 0 || c[15] != 1)
        document_.fail(where + " has a matrix that is not affine");
      return {{c[0], c[4], c[8], c[12], c[1], c[5], c[9], c[13], c[2], c[6], c[10], c[14]}};
    }
    const std::vector<double> t =
        document_.numbers(node, "translation", 3, where).value_or(std::vector<double>(3, 0.0));
    const std::vector<double> s = document_.numbers(node, "scale", 3, where).value_or(std::vector<double>(3, 1.0));
    const std::vector<double> q =
        document_.numbers(node, "rotation", 4, where).value_or(std::vector<double>{0, 0, 0, 1});
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0) document_.fail(where + " has the rotation 0 0 0 0");
    const Pose pose = pose_from_quaternion(q[3], q[0], q[1], q[2], {t[0], t[1], t[2]});
    const double* r = pose.r;
    return {{r[0] * s[0], r[1] * s[1], r[2] * s[2], t[0], r[3] * s[0], r[4] * s[1], r[5] * s[2], t[1], r[6] * s[0],
             r[7] * s[1], r[8] * s[2], t[2]}};
  }

  void add_instance(std::uint64_t index, const Affine& placed, const std::string& user) {
    const std::string where = "meshes[" + std::to_string(index) + "]";
    const Json& primitives = document_.array(document_.entry("meshes", index, user), "primitives", where);
    std::map<std::uint64_t, std::uint32_t> bases;  // primitives often share their vertices
    for (std::size_t i = 0; i < primitives.size(); ++i) {
      spend(1, 1024);  // even a primitive that adds nothing takes time
      const std::string name = where + ".primitives[" + std::to_string(i) + "]";
      const Json& primitive = primitives[i];
      if (!primitive.is_object()) document_.fail(name + " is not an object");
      const std::uint64_t mode = document_.integer(primitive, "mode", name).value_or(kTriangles);
      if (mode > kFan) document_.fail(name + " has the unknown mode " + std::to_string(mode));
      if (mode < kTriangles) continue;  // points and lines
      const auto attributes = primitive.find("attributes");
      if (attributes == primitive.end() || !attributes->is_object()) document_.fail(name + " has no attributes");
      const auto position = document_.integer(*attributes, "POSITION", name);
      if (!position) continue;  // allowed, and draws nothing
      const std::uint64_t vertices = document_.accessor_count(*position, name);
      const auto found = bases.find(*position);
      const std::uint32_t base = found != bases.end() ? found->second : add_vertices(*position, placed, name);
      bases[*position] = base;
      add_triangles(primitive, mode, base, vertices, placed.mirrors(), name);
    }
  }

  std::uint32_t add_vertices(std::uint64_t accessor, const Affine& placed, const std::string& user) {
    spend(document_.accessor_count(accessor, user), 2 * sizeof(Vec3));
    const std::vector<Vec3> points = document_.read_points(accessor, user);
    if (mesh_.vertices.size() + points.size() > std::numeric_limits<std::uint32_t>::max()) {
      document_.fail("more than 4294967295 vertices", ErrorCode::limit);
    }
    const auto base = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (const Vec3& point : points) {
      const Vec3 v = placed(point);
      if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
        document_.fail(user + ": a node moves a vertex out of the range of double", ErrorCode::invalid_mesh);
      }
      mesh_.vertices.push_back(v);
    }
    return base;
  }

  void add_triangles(const Json& primitive, std::uint64_t mode, std::uint32_t base, std::uint64_t vertices, bool flip,
                     const std::string& where) {
    const auto accessor = document_.integer(primitive, "indices", where);
    const std::uint64_t count = accessor ? document_.accessor_count(*accessor, where) : vertices;
    spend(count, sizeof(std::uint32_t) + sizeof(Triangle));
    std::vector<std::uint32_t> indices;
    if (accessor) {
      indices = document_.read_indices(*accessor, where);
    } else {
      for (std::uint64_t i = 0; i < count; ++i) indices.push_back(static_cast<std::uint32_t>(i));
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (indices[i] < vertices) continue;
      document_.fail(where + ": index " + std::to_string(i) + " is " + std::to_string(indices[i]) +
                         ", but there are only " + std::to_string(vertices) + " vertices",
                     ErrorCode::invalid_mesh);
    }
    if (mode == kTriangles && count % 3 != 0) {
      document_.fail(where + " has " + std::to_string(count) + " corners, not a multiple of 3");
    }
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      mesh_.triangles.push_back({base + a, base + (flip ? c : b), base + (flip ? b : c)});
    };
    for (std::uint64_t i = 2; i < count; i += mode == kTriangles ? 3 : 1) {
      if (mode == kTriangles) {
        add(indices[i - 2], indices[i - 1], indices[i]);
      } else if (mode == kFan) {
        add(indices[i - 1], indices[i], indices[0]);
      } else if (indices[i - 2] != indices[i - 1] && indices[i - 1] != indices[i] && indices[i] != indices[i - 2]) {
        const bool odd = i % 2 == 1;  // strips turn at every triangle; those that repeat an index only stitch
        add(indices[i - 2], indices[odd ? i : i - 1], indices[odd ? i - 1 : i]);
      }
    }
  }

  void spend(std::uint64_t count, std::uint64_t bytes_each) {
    if (count > allowance_ / bytes_each) {
      document_.fail("its instances amount to more than 64 MiB and 64 times the size of the file", ErrorCode::limit);
    }
    allowance_ -= count * bytes_each;
  }

  const GltfDocument& document_;
  std::uint64_t allowance_;
  Mesh mesh_;
};

}  // namespace

Mesh read_gltf(std::string_view bytes, const std::filesystem::path& name, const BufferLoader& load_buffer) {
  return SceneReader(GltfDocument(bytes, name, load_buffer)).read();
}

}  // namespace graze::detail
