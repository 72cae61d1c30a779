// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "io/check.h"
#include "io/readers.h"

namespace graze::detail {
namespace {

using test::Bytes;

constexpr std::string_view kFacet =
    "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1 0.1\n endloop\nendfacet\n";

std::string in_solid(std::string_view facets) { return "solid part 7\n" + std::string(facets) + "endsolid part 7\n"; }

std::string binary(std::string_view header, std::uint32_t claimed, int written, float last = 0) {
  Bytes bytes;
  std::string padded(header);
  padded.resize(80, ' ');
  bytes.text(padded).put(claimed);
  for (int i = 0; i < written; ++i) {
    for (float value : {0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, last}) bytes.put(value);
    bytes.put(std::uint16_t{0xFFFF});
  }
  return bytes.str();
}

TEST(Stl, AsciiKeepsDoubles) {
  const Mesh mesh = read_stl(in_solid(kFacet), "a.stl");
  ASSERT_EQ(mesh.vertices.size(), 3u);
  ASSERT_EQ(mesh.triangles.size(), 1u);
  EXPECT_EQ(mesh.triangles[0], (Triangle{0, 1, 2}));
  EXPECT_EQ(mesh.vertices[2], (Vec3{0, 1, 0.1}));
}

TEST(Stl, AsciiInAnyCaseLayoutAndLineEnd) {
  const std::string text =
      "\r\n SOLID\r\nFacet Normal nan -nan(ind) 1.#QNAN Outer Loop Vertex 1 2 3 VERTEX +4 5. 6e0\r\n"
      "vertex 7 8 9 endloop endfacet\r\nENDSOLID";
  const Mesh mesh = read_stl(text, "a.stl");
  ASSERT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.vertices[1], (Vec3{4, 5, 6}));
}

TEST(Stl, AsciiWithSeveralSolidsSomeEmpty) {
  const std::string text = in_solid(kFacet) + "solid\nendsolid\n" + in_solid(std::string(kFacet) + std::string(kFacet));
  const Mesh mesh = read_stl(text, "a.stl");
  EXPECT_EQ(mesh.triangles.size(), 3u);
  EXPECT_EQ(mesh.vertices.size(), 9u);
}

TEST(Stl, BinaryIsToldBySizeNotByTheWordSolid) {
  for (std::string_view header : {"solid made by a CAD system", "exported", ""}) {
    const Mesh mesh = read_stl(binary(header, 2, 2, 0.5f), "a.stl");
    ASSERT_EQ(mesh.triangles.size(), 2u) << header;
    EXPECT_EQ(mesh.triangles[1], (Triangle{3, 4, 5}));
    EXPECT_EQ(mesh.vertices[5], (Vec3{0, 1, 0.5}));
  }
}

TEST(Stl, BinaryMayHaveBytesBehind) {
  EXPECT_EQ(read_stl(binary("x", 1, 1) + "tail", "a.stl").triangles.size(), 1u);
  std::string with_zero = binary("solid", 1, 1) + "tail";  // "solid" and text-like, but for the zero bytes
  EXPECT_EQ(read_stl(with_zero, "a.stl").triangles.size(), 1u);
}

TEST(Stl, BinaryErrors) {
  EXPECT_ERROR(read_stl(binary("x", 3, 2), "a.stl"),
               "a.stl: byte 80: the header claims 3 triangles, but there are bytes for only 2");
  EXPECT_ERROR(read_stl(binary("x", 0xFFFFFFFFu, 1), "a.stl"),
               "a.stl: byte 80: the header claims 4294967295 triangles, but there are bytes for only 1");
  EXPECT_ERROR(read_stl("short", "a.stl"),
               "a.stl: neither ASCII STL (no 'solid' in front) nor binary STL (5 bytes, its header alone has 84)");
  EXPECT_ERROR(read_stl(binary("x", 1, 1, std::numeric_limits<float>::infinity()), "a.stl"),
               "a.stl: byte 128: z of vertex 2 is not finite");
}

TEST(Stl, AsciiErrors) {
  EXPECT_ERROR(read_stl("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2\nvertex", "a.stl"),
               "a.stl:4: the line ends before z of vertex 0");
  EXPECT_ERROR(read_stl("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 x\n", "a.stl"),
               "a.stl:4: z of vertex 0 is 'x', not a number");
  EXPECT_ERROR(read_stl("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 nan 0\n", "a.stl"),
               "a.stl:4: y of vertex 0 is 'nan', not a finite number");
  EXPECT_ERROR(read_stl("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 1 2 3\nvertex 1 2 3\n"
                        "vertex 1 2 3\nendloop\nendfacet\nendsolid\n",
                        "a.stl"),
               "a.stl:7: expected 'endloop', found 'vertex'");
  EXPECT_ERROR(read_stl("solid\nfacet normal 0 0 1\nouter loop\n", "a.stl"),
               "a.stl:4: expected 'vertex', but the file ends");
  EXPECT_ERROR(read_stl("solid\n" + std::string(kFacet), "a.stl"), "a.stl:9: the file ends without 'endsolid'");
  EXPECT_ERROR(read_stl("solid\nhello\n", "a.stl"), "a.stl:2: expected 'facet' or 'endsolid', found 'hello'");
  EXPECT_ERROR(read_stl("solid\nendsolid\nfacet", "a.stl"), "a.stl:3: expected 'solid', found 'facet'");
}

}  // namespace
}  // namespace graze::detail
