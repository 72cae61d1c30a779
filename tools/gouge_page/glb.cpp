// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "embed/embed.h"
#include "gouge_page/mesh_files.h"
#include "gouge_page/vectors.h"

namespace graze::gouge_page {
namespace {

using GltfJson = nlohmann::ordered_json;

constexpr int kFloat = 5126, kUnsigned = 5125, kByte = 5121;  // component types
constexpr int kVertices = 34962, kIndices = 34963;            // targets
constexpr int kLineList = 1, kTriangleList = 4;               // modes
constexpr std::array<std::uint8_t, 3> kRapid = {230, 170, 20}, kFeed = {40, 110, 200}, kBad = {200, 0, 30};

/// glTF's vertex colours are linear.
std::uint8_t linear(std::uint8_t c) {
  const double s = c / 255.0;
  return static_cast<std::uint8_t>(std::lround(255 * (s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4))));
}

class Gltf {
 public:
  template <typename T>
  int accessor(const std::vector<T>& values, int component, const char* type, int width, int target,
               bool normalised = false) {
    while (binary_.size() % 4 != 0) binary_ += '\0';
    views_.push_back(
        {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", values.size() * sizeof(T)}, {"target", target}});
    GltfJson entry = {{"bufferView", views_.size() - 1},
                      {"componentType", component},
                      {"count", values.size() / static_cast<std::size_t>(width)},
                      {"type", type}};
    if (normalised) entry["normalized"] = true;
    const std::size_t start = binary_.size();
    binary_.resize(start + values.size() * sizeof(T));
    std::memcpy(binary_.data() + start, values.data(), values.size() * sizeof(T));
    accessors_.push_back(entry);
    return static_cast<int>(accessors_.size()) - 1;
  }

  /// About `origin`; the box is mandatory.
  int positions(std::span<const Vec3> points, const Vec3& origin) {
    std::vector<float> values;
    std::array<float, 3> low = {}, high = {};
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3 p = points[i] - origin;
      const std::array<float, 3> f = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = i == 0 ? f[k] : std::min(low[k], f[k]);
        high[k] = i == 0 ? f[k] : std::max(high[k], f[k]);
        values.push_back(f[k]);
      }
    }
    const int index = accessor(values, kFloat, "VEC3", 3, kVertices);
    accessors_.back()["min"] = low;
    accessors_.back()["max"] = high;
    return index;
  }

  int colours(std::span<const std::array<std::uint8_t, 3>> colours) {
    std::vector<std::uint8_t> values;  // of four bytes: a stride of three is not allowed
    for (const auto& c : colours) values.insert(values.end(), {linear(c[0]), linear(c[1]), linear(c[2]), 255});
    return accessor(values, kByte, "VEC4", 4, kVertices, true);
  }

  int triangles(const Mesh& mesh) {
    std::vector<std::uint32_t> values;
    for (const Triangle& t : mesh.triangles) values.insert(values.end(), t.begin(), t.end());
    return accessor(values, kUnsigned, "SCALAR", 1, kIndices);
  }

  void node(const std::string& name, const GltfJson& attributes, int indices, int mode, int material) {
    GltfJson primitive = {{"attributes", attributes}, {"mode", mode}, {"material", material}};
    if (indices >= 0) primitive["indices"] = indices;
    meshes_.push_back({{"name", name}, {"primitives", GltfJson::array({primitive})}});
    nodes_.push_back({{"name", name}, {"mesh", meshes_.size() - 1}});
  }

  std::string file(const Vec3& origin) {
    GltfJson children = GltfJson::array();
    for (std::size_t i = 0; i < nodes_.size(); ++i) children.push_back(i);
    // Columns of millimetres about `origin`, z up, to metres, y up: (x, z, -y) / 1000.
    constexpr double kMetre = 1e-3;
    nodes_.push_back({{"name", "graze gouge"},
                      {"children", children},
                      {"matrix",
                       {kMetre, 0, 0, 0, 0, 0, -kMetre, 0, 0, kMetre, 0, 0, kMetre * origin.x, kMetre * origin.z,
                        -kMetre * origin.y, 1}}});
    const auto material = [](std::array<double, 3> c, double alpha) {
      GltfJson m = {{"pbrMetallicRoughness",
                     {{"baseColorFactor", {c[0], c[1], c[2], alpha}}, {"metallicFactor", 0}, {"roughnessFactor", 0.8}}},
                    {"doubleSided", true}};
      if (alpha < 1) m["alphaMode"] = "BLEND";
      return m;
    };
    while (binary_.size() % 4 != 0) binary_ += '\0';
    const GltfJson document = {{"asset", {{"version", "2.0"}, {"generator", "graze gouge"}}},
                               {"scene", 0},
                               {"scenes", {{{"nodes", {nodes_.size() - 1}}}}},
                               {"nodes", nodes_},
                               {"meshes", meshes_},
                               {"materials", {material({1, 1, 1}, 1), material({0.35, 0.4, 0.5}, 0.6)}},
                               {"accessors", accessors_},
                               {"bufferViews", views_},
                               {"buffers", {{{"byteLength", binary_.size()}}}}};
    std::string json = document.dump();
    while (json.size() % 4 != 0) json += ' ';
    std::string out = "glTF";
    const auto word = [&](std::size_t value) {
      const auto v = static_cast<std::uint32_t>(value);
      char bytes[4];
      std::memcpy(bytes, &v, 4);
      out.append(bytes, 4);
    };
    word(2);
    word(12 + 8 + json.size() + 8 + binary_.size());
    word(json.size());
    out += "JSON" + json;
    word(binary_.size());
    out += std::string("BIN\0", 4) + binary_;
    return out;
  }

 private:
  std::string binary_;
  GltfJson views_ = GltfJson::array(), accessors_ = GltfJson::array(), meshes_ = GltfJson::array(),
           nodes_ = GltfJson::array();
};

void add_path(Gltf& gltf, const Scene& scene, const Vec3& origin) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> bad;
  for (const nc::Finding& f : scene.report.findings)
    if (f.severity == nc::Severity::error) bad.emplace_back(f.first_motion, f.last_motion);
  std::vector<Vec3> points;
  std::vector<std::array<std::uint8_t, 3>> colours;
  for (std::size_t k = 1; k < scene.path.points.size(); ++k) {
    const PathPoint &a = scene.path.points[k - 1], &b = scene.path.points[k];
    if (b.leg == Leg::none) continue;
    const double middle = (a.at + b.at) / 2;
    const bool found = std::any_of(bad.begin(), bad.end(), [&](const auto& range) {
      return middle >= static_cast<double>(range.first) && middle <= static_cast<double>(range.second) + 1;
    });
    points.insert(points.end(), {a.tool.tip, b.tool.tip});
    colours.insert(colours.end(), 2, found ? kBad : b.leg == Leg::rapid ? kRapid : kFeed);
  }
  if (points.empty()) return;
  const int places = gltf.positions(points, origin);  // in this order: arguments have none
  const int tints = gltf.colours(colours);
  gltf.node("path", {{"POSITION", places}, {"COLOR_0", tints}}, -1, kLineList, 0);
}

/// Octahedra about the contacts.
void add_marks(Gltf& gltf, const Scene& scene, const Vec3& origin, double size) {
  Mesh marks;
  for (const nc::Finding& f : scene.report.findings) {
    if (f.triangle == kNoTriangle) continue;
    const auto base = static_cast<std::uint32_t>(marks.vertices.size());
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sign : {-size, size})
        marks.vertices.push_back(f.contact + Vec3{axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0});
    }
    for (std::uint32_t k = 0; k < 8; ++k) {
      const std::uint32_t x = base + (k & 1), y = base + 2 + (k >> 1 & 1), z = base + 4 + (k >> 2);
      const bool turned = ((k & 1) + (k >> 1 & 1) + (k >> 2)) % 2 == 0;
      marks.triangles.push_back(turned ? Triangle{x, z, y} : Triangle{x, y, z});
    }
  }
  if (marks.triangles.empty()) return;
  const std::vector<std::array<std::uint8_t, 3>> colours(marks.vertices.size(), kBad);
  const int places = gltf.positions(marks.vertices, origin);
  const int tints = gltf.colours(colours);
  const int indices = gltf.triangles(marks);
  gltf.node("findings", {{"POSITION", places}, {"COLOR_0", tints}}, indices, kTriangleList, 0);
}

}  // namespace

std::string scene_glb(const Scene& scene) {
  const Mesh& part = scene.part.mesh;
  const Box box = web::box_of(part);
  const Vec3 origin = 0.5 * (box.lower + box.upper);
  std::vector<std::array<std::uint8_t, 3>> colours;
  for (const float d : scene.part.depth) colours.push_back(scene.part.scale.colour(static_cast<double>(d)));
  Gltf gltf;
  const int places = gltf.positions(part.vertices, origin);
  const int tints = gltf.colours(colours);
  const int depths = gltf.accessor(scene.part.depth, kFloat, "SCALAR", 1, kVertices);
  const int indices = gltf.triangles(part);
  gltf.node("part", {{"POSITION", places}, {"COLOR_0", tints}, {"_DEPTH", depths}}, indices, kTriangleList, 0);
  for (const Mesh& fixture : scene.fixtures) {
    if (fixture.triangles.empty()) continue;
    const int at = gltf.positions(fixture.vertices, origin);
    const int of = gltf.triangles(fixture);
    gltf.node("fixture", {{"POSITION", at}}, of, kTriangleList, 1);
  }
  add_path(gltf, scene, origin);
  const Vec3 size = box.upper - box.lower;
  add_marks(gltf, scene, origin, graze::detail::norm(size) / 400);
  return gltf.file(origin);
}

}  // namespace graze::gouge_page
