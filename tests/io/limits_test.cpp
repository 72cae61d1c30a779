// SPDX-License-Identifier: Apache-2.0
// Memory and time follow the bytes that are there, never the counts they claim.
#include <chrono>

#include "io/allocation_meter.h"
#include "io/check.h"
#include "io/child.h"
#include "io/readers.h"
#include "support/scale.h"

namespace graze::detail {
namespace {

using test::Bytes;
using Reader = std::function<Mesh(std::string_view)>;

// Errors, paths and small vectors; what a file of some bytes may cost whatever it says.
constexpr std::size_t kConstant = 64 << 10;

/// Refused, with less memory than `factor` times the file and a constant.
void expect_refused(const Reader& read, const std::string& bytes, std::size_t factor = 8) {
  std::string error;
  const std::size_t peak = test::peak_allocation([&] { error = test::error_of([&] { read(bytes); }); });
  EXPECT_NE(error, "");
  EXPECT_LE(peak, factor * bytes.size() + kConstant) << error;
}

/// Read, with less memory than `factor` times the file and a constant.
void expect_read(const Reader& read, const std::string& bytes, std::size_t factor) {
  const std::size_t peak = test::peak_allocation([&] { EXPECT_FALSE(read(bytes).triangles.empty()); });
  EXPECT_LE(peak, factor * bytes.size() + kConstant);
}

Mesh stl(std::string_view bytes) { return read_stl(bytes, "a.stl"); }
Mesh obj(std::string_view bytes) { return read_obj(bytes, "a.obj"); }
Mesh ply(std::string_view bytes) { return read_ply(bytes, "a.ply"); }
Mesh off(std::string_view bytes) { return read_off(bytes, "a.off"); }
Mesh gltf(std::string_view bytes) {
  return read_gltf(bytes, "a.gltf", [](const std::filesystem::path& file) -> std::string {
    throw Error(ErrorCode::io, "no such file", file);
  });
}

TEST(Limits, TheMeterMeters) {
  EXPECT_GE(test::peak_allocation([] { std::vector<char>(1 << 20).at(5) = 1; }), std::size_t{1} << 20);
}

TEST(Limits, OffCounts) {
  for (const char* counts : {"353535235358 6 0", "6 353535235358 0", "9223372036854775807 9223372036854775807 0",
                             "18446744073709551615 1 0"}) {
    expect_refused(off, "OFF\n" + std::string(counts) + "\n0 0 0\n1 0 0\n3 0 1 2\n");
  }
  expect_refused(off, "OFF\n1 1 0\n0 0 0\n4000000000 0 0 0\n");
}

TEST(Limits, StlCount) {
  for (std::uint32_t count : {0xFFFFFFFFu, 0x7FFFFFFFu, 2u}) {
    Bytes bytes;
    bytes.text(std::string(80, ' ')).put(count).text(std::string(50, '\0'));
    expect_refused(stl, bytes.str());
  }
}

TEST(Limits, PlyCounts) {
  for (std::string_view format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    const std::string start = "ply\nformat " + std::string(format) + " 1.0\n";
    const std::string coordinates = "property uchar x\nproperty uchar y\nproperty uchar z\n";
    const std::string list = "property list uint uchar vertex_indices\n";
    const std::string tail = "end_header\n" + std::string(64, '1');
    expect_refused(ply, start + "element vertex 9223372036854775807\n" + coordinates + tail);
    expect_refused(ply,
                   start + "element face 9223372036854775807\n" + list + "element vertex 1\n" + coordinates + tail);
    expect_refused(ply, start + "element vertex 1\n" + coordinates + "element face 1\n" + list + tail);
    expect_refused(ply, start + "element other 9223372036854775807\nproperty list int double a\nelement vertex 1\n" +
                            coordinates + tail);
    // without properties there is nothing to read, however often
    expect_refused(ply, start + "element other 9223372036854775807\nelement vertex 9223372036854775807\n" + tail);
  }
}

TEST(Limits, GlbLengths) {
  for (std::uint32_t length : {0xFFFFFFFFu, 28u, 0u}) {
    for (std::uint32_t chunk : {0xFFFFFFFFu, 0xFFFFFFF8u, 9u}) {
      Bytes bytes;
      bytes.text("glTF").put(2u).put(length).put(chunk).put(0x4E4F534Au).text("{}      ");
      expect_refused(gltf, bytes.str());
    }
  }
}

TEST(Limits, GltfGeometryThatNoBytesStandFor) {
  // sparse accessors are zeros but for some, and instances repeat: 64 MiB and 64 times the file, no more
  constexpr std::size_t kAllowed = 200u << 20;
  const std::string start =
      R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 12, "uri": "data:;base64,AAAAAAAAAAAAAAAA"}],
    "bufferViews": [{"buffer": 0, "byteLength": 12}], "accessors": [{"componentType": 5126, "count": )";
  const std::string rest = R"(, "type": "VEC3", "sparse": {"count": 1, "values": {"bufferView": 0},
    "indices": {"bufferView": 0, "componentType": 5125}}}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}])";
  std::string error;
  EXPECT_LE(test::peak_allocation([&] {
              error =
                  test::error_of([&] { gltf(start + "18446744073709551615" + rest + R"(, "nodes": [{"mesh": 0}]})"); });
            }),
            kAllowed);
  EXPECT_EQ(error, "a.gltf: its instances amount to more than 64 MiB and 64 times the size of the file");
  std::string nodes = R"({"mesh": 0})";
  for (int i = 0; i < 2000; ++i) nodes += R"(, {"mesh": 0})";
  EXPECT_LE(test::peak_allocation([&] {
              error = test::error_of([&] { gltf(start + "30000" + rest + R"(, "nodes": [)" + nodes + "]}"); });
            }),
            kAllowed);
  EXPECT_EQ(error, "a.gltf: its instances amount to more than 64 MiB and 64 times the size of the file");
}

TEST(Limits, JsonIsNotBlownUp) {
  // the densest JSON there is: two bytes an entry; a document object keeps 16 bytes for each, and grows by doubling
  std::string numbers = R"({"asset": {"version": "2.0"}, "nodes": [1)";
  for (int i = 0; i < 100000; ++i) numbers += ",1";
  expect_refused(gltf, numbers + "]", 32);
  std::string keys = R"({"asset": {"version": "2.0"})";
  for (int i = 0; i < 20000; ++i) keys += ",\"" + std::to_string(i) + "\":1";
  expect_refused(gltf, keys, 32);
  expect_refused(gltf, std::string(1 << 20, '['), 2);
}

/// Valid files of the densest kind: as much mesh as possible for a byte.
TEST(Limits, DenseFiles) {
  std::string faces = "v 0 0 0\n", vertices = "f 1 1 1\n", polygon = "v 0 0 0\nf";
  for (int i = 0; i < 100000; ++i) {
    faces += "f 1 1 1\n";
    vertices += "v 0 0 0\n";
    polygon += " 1";
  }
  expect_read(obj, faces, 16);
  expect_read(obj, vertices, 16);
  expect_read(obj, polygon, 40);
  std::string strip =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\nproperty uchar y\nproperty uchar z\n"
      "element tristrips 1\nproperty list uint uchar vertex_indices\nend_header\n" +
      std::string(9, '\0');
  Bytes bytes;
  bytes.text(strip).put(300000u);
  for (int i = 0; i < 100000; ++i) bytes.text(std::string_view("\0\1\2", 3));
  expect_read(ply, bytes.str(), 128);  // a triangle a byte
}

TEST(Limits, AFileLargerThanTheMemoryIsRefused) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers reserve address space that a limit would forbid";
  const test::ScratchFolder folder;
  const std::filesystem::path file = folder.write("a.stl", "solid");
  std::filesystem::resize_file(file, 1u << 30);  // a hole on disk
  const auto load = [&] { return test::error_of([&] { load_mesh(file); }); };
  EXPECT_EQ(run_in_child(load, {256u << 20, std::chrono::seconds(60)}, "it", "f"),
            file.string() + ": too large for the memory there is");
}

TEST(Limits, TimeFollowsTheBytesToo) {
  const auto begin = std::chrono::steady_clock::now();
  std::string many = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n";
  for (int i = 0; i < 1000; ++i) many += "element e" + std::to_string(i) + " 9223372036854775807\n";
  EXPECT_TRUE(ply(many + "end_header\n0 0 0\n").triangles.empty());
  // as many primitives as nodes: quadratic, were it not limited
  std::string primitives = R"({"mode": 0})", nodes = R"({"mesh": 0})";
  for (int i = 0; i < 5000; ++i) {
    primitives += R"(,{"mode": 0})";
    nodes += R"(,{"mesh": 0})";
  }
  EXPECT_EQ(test::error_of([&] {
              gltf(R"({"asset": {"version": "2.0"}, "meshes": [{"primitives": [)" + primitives + R"(]}], "nodes": [)" +
                   nodes + "]}");
            }),
            "a.gltf: its instances amount to more than 64 MiB and 64 times the size of the file");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(test::kSanitized ? 120 : 20));
}

}  // namespace
}  // namespace graze::detail
