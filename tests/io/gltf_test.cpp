// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "io/check.h"
#include "io/readers.h"

namespace graze::detail {
namespace {

using test::Bytes;
using Triangles = std::vector<Triangle>;

/// Four vertices of a square (48 bytes), then the indices 0 1 2 0 2 3 as 16 bit (12 bytes).
std::string square_buffer() {
  Bytes bytes;
  for (float v : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 1.f, 0.f, 0.f, 1.f, 0.f}) bytes.put(v);
  for (int i : {0, 1, 2, 0, 2, 3}) bytes.put(static_cast<std::uint16_t>(i));
  return bytes.str();
}

constexpr std::string_view kGeometry = R"(
  "buffers": [{"byteLength": 60, "uri": "square%20a.bin"}],
  "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}])";
constexpr std::string_view kMesh = R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}])";
constexpr std::string_view kScene = R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}])";

std::string document(std::string_view geometry, std::string_view mesh, std::string_view scene) {
  return R"({"asset": {"version": "2.0"},)" + std::string(geometry) + "," + std::string(mesh) + "," +
         std::string(scene) + "}";
}

Mesh read(std::string_view text) {
  return read_gltf(text, "a.gltf", [](const std::filesystem::path& path) -> std::string {
    if (path != "square a.bin") throw Error(ErrorCode::io, "no such file", path);
    return square_buffer();
  });
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

const std::string kSquare = document(kGeometry, kMesh, kScene);

std::string glb(std::string json, std::string_view binary) {
  while (json.size() % 4 != 0) json += ' ';
  Bytes bytes;
  bytes.text("glTF").put(2u).put(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + binary.size()));
  bytes.put(static_cast<std::uint32_t>(json.size())).put(0x4E4F534Au).text(json);
  bytes.put(static_cast<std::uint32_t>(binary.size())).put(0x004E4942u).text(binary);
  return bytes.str();
}

TEST(Gltf, ABufferBeside) {
  const Mesh mesh = read(kSquare);
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Gltf, AsGlb) {
  const std::string json = replaced(kSquare, R"(, "uri": "square%20a.bin")", "");
  EXPECT_EQ(read(glb(json, square_buffer())).triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
  const std::string file = glb(json, square_buffer());
  for (std::size_t length = 4; length < file.size(); ++length) {
    EXPECT_NE(test::error_of([&] { read(file.substr(0, length)); }), "") << length;
  }
}

TEST(Gltf, DataUri) {
  // base64 of three vertices (0 0 0), (1 0 0), (0 1 0), and no indices
  const std::string text = R"({"asset": {"version": "2.0"}, "scene": 0,
    "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}]})";
  const Mesh mesh = read(text);
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
  EXPECT_ERROR(read(replaced(text, "AAAAAAAAAAAAAAAAAACAPw", "*")),
               "a.gltf: buffers[0]: 'data:application/octet-stream;base64,*AA...': '*' in base64 text");
  EXPECT_ERROR(read(replaced(text, "AAAAAAAAAAAAAAAAAACAPwAA", "")), "a.gltf: buffers[0] claims 36 bytes, but has 18");
  EXPECT_ERROR(read(replaced(text, ";base64", "")),
               "a.gltf: buffers[0]: 'data:application/octet-stream,AAAAAAAAAA...': data URI that is not base64");
}

TEST(Gltf, InstancesAreFlattenedThroughTheTree) {
  const Mesh mesh = read(document(kGeometry, kMesh, R"("scene": 1, "scenes": [{"nodes": [0]}, {"nodes": [0, 3]}],
    "nodes": [{"children": [1, 2], "translation": [10, 0, 0], "scale": [2, 2, 2]},
              {"mesh": 0},
              {"mesh": 0, "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476], "translation": [0, 0, 5]},
              {"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,-1,0, 1,2,3,1]},
              {"mesh": 0, "translation": [99, 99, 99]}])"));
  ASSERT_EQ(mesh.vertices.size(), 12u);
  ASSERT_EQ(mesh.triangles.size(), 6u);
  EXPECT_EQ(mesh.vertices[2], (Vec3{12, 2, 0}));
  EXPECT_NEAR(mesh.vertices[5].x, 10, 1e-14);
  EXPECT_NEAR(mesh.vertices[5].y, 2, 1e-14);
  EXPECT_EQ(mesh.vertices[5].z, 10);
  EXPECT_EQ(mesh.vertices[10], (Vec3{2, 3, 3}));
  EXPECT_EQ(mesh.triangles[2], (Triangle{4, 5, 6}));
  EXPECT_EQ(mesh.triangles[4], (Triangle{8, 10, 9})) << "a mirror turns triangles around";
}

TEST(Gltf, WithoutScenesAllRootsCount) {
  EXPECT_EQ(
      read(document(kGeometry, kMesh, R"("nodes": [{"children": [1]}, {"mesh": 0}, {"mesh": 0}])")).triangles.size(),
      4u);
}

TEST(Gltf, StripsFansPointsAndSharedVertices) {
  const Mesh mesh = read(document(kGeometry, R"("meshes": [{"primitives": [
    {"attributes": {"POSITION": 0}, "mode": 5}, {"attributes": {"POSITION": 0}, "mode": 6},
    {"attributes": {"POSITION": 0}, "mode": 0}, {"attributes": {"POSITION": 0}, "mode": 1},
    {"attributes": {"NORMAL": 0}}, {"attributes": {"POSITION": 0}, "indices": 1, "mode": 5}]}])",
                                  kScene));
  EXPECT_EQ(mesh.vertices.size(), 4u);
  // the last strip is 0 1 2 0 2 3: triangles that repeat an index are left out
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {1, 3, 2}, {1, 2, 0}, {2, 3, 0}, {0, 1, 2}, {1, 0, 2}, {0, 3, 2}}));
}

TEST(Gltf, SparseAndQuantisedPositions) {
  Bytes bytes;
  for (int v : {0, 0, 0, 32767, 0, 0, 0, -32768, 16384}) bytes.put(static_cast<std::int16_t>(v));
  bytes.put(std::uint8_t{1}).put(std::uint8_t{0});                  // at 18: sparse index, padding
  for (int v : {1, 2, 3}) bytes.put(static_cast<std::int16_t>(v));  // at 20
  const std::string buffer = bytes.str();
  const auto load = [&](const std::filesystem::path&) { return buffer; };
  const std::string text = R"({"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_mesh_quantization"],
    "buffers": [{"byteLength": 26, "uri": "b"}],
    "bufferViews": [{"buffer": 0, "byteLength": 18}, {"buffer": 0, "byteOffset": 18, "byteLength": 1},
                    {"buffer": 0, "byteOffset": 20, "byteLength": 6}],
    "accessors": [{"bufferView": 0, "componentType": 5122, "count": 3, "type": "VEC3", "normalized": true},
                  {"componentType": 5122, "count": 3, "type": "VEC3", "sparse": {"count": 1,
                   "indices": {"bufferView": 1, "componentType": 5121}, "values": {"bufferView": 2}}}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}, {"attributes": {"POSITION": 1}}]}],
    "nodes": [{"mesh": 0}]})";
  const Mesh mesh = read_gltf(text, "a.gltf", load);
  EXPECT_EQ(mesh.vertices,
            (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, -1, 16384.0 / 32767}, {0, 0, 0}, {1, 2, 3}, {0, 0, 0}}));
  EXPECT_EQ(mesh.triangles.size(), 2u);
  EXPECT_ERROR(read_gltf(replaced(text, R"("count": 1,)", R"("count": 4,)"), "a.gltf", load),
               "a.gltf: accessors[1].sparse has more elements than its accessor");
}

TEST(Gltf, InterleavedVertices) {
  // positions at stride 20: only elements that really fit are allowed
  const std::string text = replaced(replaced(kSquare, R"("byteLength": 48})", R"("byteLength": 52, "byteStride": 20})"),
                                    R"("count": 4)", R"("count": 3)");
  const Mesh mesh = read(replaced(text, R"(, "indices": 1)", ""));
  EXPECT_EQ(mesh.vertices[1], (Vec3{0, 1, 1}));
  EXPECT_NE(test::error_of([&] { read(replaced(text, R"("count": 3)", R"("count": 4)")); }), "");
}

TEST(Gltf, ContainerErrors) {
  const auto fails = [](const std::string& from, const std::string& to) {
    return test::error_of([&] { read(replaced(kSquare, from, to)); });
  };
  EXPECT_EQ(test::error_of([] { read("{\"asset\": }"); }), "a.gltf: byte 11: not valid JSON");
  EXPECT_EQ(test::error_of([] { read("[]"); }), "a.gltf: the JSON is not an object");
  EXPECT_EQ(test::error_of([] { read("{}"); }), "a.gltf: no 'asset'; not a glTF file");
  EXPECT_EQ(test::error_of([] { read(std::string(100000, '[')); }), "a.gltf: JSON nested deeper than 64");
  EXPECT_EQ(fails("2.0", "1.0"), "a.gltf: glTF version '1.0'; only 2 is supported");
  EXPECT_EQ(fails("\"buffers\"", R"("extensionsRequired": ["KHR_draco_mesh_compression"], "buffers")"),
            "a.gltf: requires the extension 'KHR_draco_mesh_compression', which is not supported");
  EXPECT_EQ(fails("square%20a.bin", "other.bin"), "a.gltf: buffers[0]: 'other.bin': no such file");
  EXPECT_EQ(fails("square%20a.bin", "/etc/passwd"), "a.gltf: buffers[0]: '/etc/passwd': not a relative path");
  EXPECT_EQ(fails("square%20a.bin", "http://x/y"), "a.gltf: buffers[0]: 'http://x/y': not a relative path");
  EXPECT_EQ(fails(R"(, "uri": "square%20a.bin")", ""), "a.gltf: buffers[0] has no data");
  EXPECT_EQ(fails(R"("byteLength": 60)", R"("byteLength": 4000000000)"),
            "a.gltf: buffers[0] claims 4000000000 bytes, but has 60");
  EXPECT_EQ(fails(R"("byteLength": 48)", R"("byteLength": 61)"),
            "a.gltf: bufferViews[0] reaches beyond the 60 bytes of its buffer");
  EXPECT_EQ(fails(R"("byteLength": 48)", R"("byteLength": 18446744073709551615)"),
            "a.gltf: bufferViews[0] reaches beyond the 60 bytes of its buffer");
  EXPECT_EQ(fails(R"("count": 4)", R"("count": 5)"),
            "a.gltf: accessors[0] claims 5 elements, more than the 48 bytes of bufferViews[0] can hold");
  EXPECT_EQ(
      fails(R"("count": 4)", R"("count": 18446744073709551615)"),
      "a.gltf: accessors[0] claims 18446744073709551615 elements, more than the 48 bytes of bufferViews[0] can hold");
  EXPECT_EQ(fails(R"("count": 4)", R"("count": -4)"), "a.gltf: 'count' of accessors[0] is not a non-negative integer");
  EXPECT_EQ(fails(R"({"bufferView": 0, )", "{"), "a.gltf: accessors[0] has no data");
  EXPECT_EQ(fails("VEC3", "VEC2"), "a.gltf: accessors[0] of meshes[0].primitives[0] does not hold positions");
  EXPECT_EQ(fails("5123", "5126"),
            "a.gltf: accessors[1] claims 6 elements, more than the 12 bytes of bufferViews[1] can hold");
}

TEST(Gltf, SceneErrors) {
  const auto fails = [](const std::string& from, const std::string& to) {
    return test::error_of([&] { read(replaced(kSquare, from, to)); });
  };
  EXPECT_EQ(fails(R"("indices": 1)", R"("indices": 7)"),
            "a.gltf: meshes[0].primitives[0] refers to accessors[7], but there are only 2");
  EXPECT_EQ(fails(R"({"mesh": 0})", R"({"mesh": 1})"), "a.gltf: nodes[0] refers to meshes[1], but there are only 1");
  EXPECT_EQ(fails(R"({"mesh": 0})", R"({"children": [0]})"),
            "a.gltf: nodes[0] is reached twice (a cycle, or two parents)");
  EXPECT_EQ(fails(R"({"mesh": 0})", R"({"children": [1]}, {"children": [2, 2]}, {"mesh": 0})"),
            "a.gltf: nodes[2] is reached twice (a cycle, or two parents)");
  EXPECT_EQ(fails(R"("nodes": [0])", R"("nodes": [3])"), "a.gltf: the scene refers to nodes[3], but there are only 1");
  EXPECT_EQ(fails(R"({"mesh": 0})", R"({"mesh": 0, "rotation": [0, 0, 0, 0]})"),
            "a.gltf: nodes[0] has the rotation 0 0 0 0");
  EXPECT_EQ(fails(R"({"mesh": 0})", R"({"mesh": 0, "scale": [1, 1]})"), "a.gltf: 'scale' of nodes[0] is not 3 numbers");
  EXPECT_EQ(fails(R"({"mesh": 0})", R"({"mesh": 0, "matrix": [1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]})"),
            "a.gltf: nodes[0] has a matrix that is not affine");
  EXPECT_EQ(
      fails(R"({"mesh": 0})", R"({"children": [1], "scale": [1e200, 1, 1]}, {"mesh": 0, "scale": [1e200, 1, 1]})"),
      "a.gltf: meshes[0].primitives[0]: a node moves a vertex out of the range of double");
  EXPECT_EQ(fails(R"("count": 6)", R"("count": 5)"),
            "a.gltf: meshes[0].primitives[0] has 5 corners, not a multiple of 3");
  EXPECT_EQ(fails(R"("count": 4)", R"("count": 3)"),
            "a.gltf: meshes[0].primitives[0]: index 5 is 3, but there are only 3 vertices");
  EXPECT_EQ(fails(R"("mesh": 0})", R"("mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {}}})"),
            "a.gltf: nodes[0] uses EXT_mesh_gpu_instancing, which is not supported");
}

}  // namespace
}  // namespace graze::detail
