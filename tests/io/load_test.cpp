// SPDX-License-Identifier: Apache-2.0
// Which reader gets a file, and what happens around the readers.
#include <algorithm>

#include "io/check.h"

namespace graze {
namespace {

constexpr std::string_view kObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
constexpr std::string_view kOff = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
constexpr std::string_view kStl =
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
constexpr std::string_view kPly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

class LoadMesh : public testing::Test {
 protected:
  std::string error(const std::string& name, std::string_view content) {
    const std::filesystem::path file = folder_.write(name, content);
    std::string text = test::error_of([&] { load_mesh(file); });
    EXPECT_TRUE(text.starts_with(file.string())) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
    return text.substr(std::min(text.size(), file.string().size()));
  }
  std::size_t triangles(const std::string& name, std::string_view content) {
    return load_mesh(folder_.write(name, content)).triangles.size();
  }
  test::ScratchFolder folder_;
};

TEST_F(LoadMesh, ByExtensionInAnyCase) {
  EXPECT_EQ(triangles("a.obj", kObj), 1u);
  EXPECT_EQ(triangles("a.OBJ", kObj), 1u);
  EXPECT_EQ(triangles("a.Stl", kStl), 1u);
  EXPECT_EQ(triangles("a.Off", kOff.substr(4)), 1u);
}

TEST_F(LoadMesh, ByContentWhateverTheName) {
  EXPECT_EQ(triangles("a.obj", kPly), 1u);
  EXPECT_EQ(triangles("a.stl", kOff), 1u);
  EXPECT_EQ(triangles("noextension", kPly), 1u);
}

TEST_F(LoadMesh, ABinaryStlMayBeginLikeAnything) {
  test::Bytes bytes;
  std::string header = "OFF file converted";
  header.resize(80, ' ');
  bytes.text(header).put(1u);
  for (float v : {0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) bytes.put(v);
  bytes.put(std::uint16_t{0});
  EXPECT_EQ(triangles("a.stl", bytes.str()), 1u);
}

TEST_F(LoadMesh, MeshesWithoutTrianglesAreRefused) {
  EXPECT_EQ(error("a.obj", ""), ": empty file");
  EXPECT_EQ(error("a.obj", "# nothing\n"), ": holds no faces");
  EXPECT_EQ(error("a.obj", "v 0 0 0\n"), ": holds 1 point and no faces");
  EXPECT_EQ(error("a.off", "OFF\n2 0 0\n0 0 0\n1 1 1\n"), ": holds 2 points and no faces");
}

TEST_F(LoadMesh, UnknownAndUnreadableFiles) {
  EXPECT_EQ(error("a.txt", "hello"), ": unknown format: neither the content nor the extension '.txt' is known");
  EXPECT_EQ(error("a", "hello"), ": unknown format: neither the content nor the extension '' is known");
  EXPECT_EQ(error("a.ply.xz", std::string_view("\xFD\x37zXZ\0\0\0", 8)), ": compressed with xz; decompress it first");
  EXPECT_EQ(error("a.ply.gz", "\x1F\x8B\x08"), ": compressed with gzip; decompress it first");
  EXPECT_ERROR(load_mesh("no/such.stl"), "no/such.stl: no such file");
  EXPECT_ERROR(load_mesh(folder_.path()), folder_.path().string() + ": is a directory");
  EXPECT_ERROR(load_mesh("/dev/null"), "/dev/null: not a regular file");
}

TEST_F(LoadMesh, ErrorsCarryCodeFileAndPosition) {
  const std::filesystem::path file = folder_.write("a.obj", "v 0 0 0\nf 1 1 2\n");
  try {
    load_mesh(file);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_mesh);
    EXPECT_EQ(error.file(), file);
    EXPECT_EQ(error.position().kind, Position::Kind::line);
    EXPECT_EQ(error.position().value, 2u);
    EXPECT_EQ(error.message(), "face uses vertex 2, but there are only 1 (counted from 1)");
  }
}

TEST_F(LoadMesh, GltfBuffersLieBesideTheFile) {
  test::Bytes buffer;
  for (float v : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) buffer.put(v);
  folder_.write("b.bin", buffer.str());
  const std::string json = R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": "b.bin"}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}]})";
  EXPECT_EQ(triangles("a.gltf", json), 1u);
  std::filesystem::remove(folder_.path() / "b.bin");
  EXPECT_EQ(error("a.gltf", json), ": buffers[0]: 'b.bin': no such file");
}

}  // namespace
}  // namespace graze
