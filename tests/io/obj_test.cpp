// SPDX-License-Identifier: Apache-2.0
#include "io/check.h"
#include "io/readers.h"

namespace graze::detail {
namespace {

using Triangles = std::vector<Triangle>;

constexpr std::string_view kFour = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

Mesh read_four(std::string_view rest) { return read_obj(std::string(kFour) + std::string(rest), "a.obj"); }

TEST(Obj, CornersInEveryForm) {
  const Mesh mesh =
      read_four("vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\nf 1// 2// 3//\n");
  EXPECT_EQ(mesh.triangles, Triangles(5, Triangle{0, 1, 2}));
  EXPECT_EQ(mesh.vertices.size(), 4u);
}

TEST(Obj, NegativeIndicesCountBackFromTheLine) {
  const Mesh mesh = read_four("f -4 -3 -2\nv 5 5 5\nf -5/-1 -2//-1 -1\n");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 3, 4}}));
}

TEST(Obj, VerticesMayComeAfterTheFace) {
  const Mesh mesh = read_obj("f 1 2 3 4\n" + std::string(kFour), "a.obj");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Obj, LineEndsCommentsAndContinuations) {
  const std::string text =
      "# head\r\n\r\nv 0 0 0 # origin\r\nv 1 \\\r\n 0 0\r\nv 0 1 0\r\n  f 1 2\\\r\n3# close\r\nf 3 2 1";
  const Mesh mesh = read_obj(text, "a.obj");
  EXPECT_EQ(mesh.vertices[1], (Vec3{1, 0, 0}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {2, 1, 0}}));
  EXPECT_EQ(read_obj("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", "a.obj").triangles.size(), 1u);
}

TEST(Obj, WeightsAndColoursArePassedOver) {
  const Mesh mesh = read_obj("v 1 2 3 0.5\nv 4 5 6 0.1 0.2 0.3\nv 0.1 0 0 1 0 0 0\nf 1 2 3\n", "a.obj");
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}, {0.1, 0, 0}}));
}

TEST(Obj, OtherStatementsArePassedOver) {
  const Mesh mesh =
      read_four("mtllib a b\no part\ng x y\ns off\nusemtl m\np 1\nl 1 2 3\ncurv 0 1 1 2\nfo 1 2 3\nvp 0\n");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
}

TEST(Obj, Utf16) {
  std::string wide = "\xFF\xFE";
  for (char c : std::string(kFour) + "f 1 2 3\n") wide += {c, '\0'};
  EXPECT_EQ(read_obj(wide, "a.obj").triangles.size(), 1u);
}

TEST(Obj, Errors) {
  EXPECT_ERROR(read_four("f 1 2 5\n"), "a.obj:5: face uses vertex 5, but there are only 4 (counted from 1)");
  EXPECT_ERROR(read_four("f 0 2 3\n"), "a.obj:5: face uses vertex 0, but OBJ counts from 1");
  EXPECT_ERROR(read_four("f 1 2 -5\n"), "a.obj:5: face uses vertex -5, but only 4 come before");
  EXPECT_ERROR(read_four("f 1 2 -9223372036854775808\n"),
               "a.obj:5: face uses vertex -9223372036854775808, but only 4 come before");
  EXPECT_ERROR(read_four("f 1 2 4294967297\n"), "a.obj:5: face uses vertex 4294967297, beyond the limit of 4294967295");
  EXPECT_ERROR(read_four("f 1 2 99999999999999999999\n"),
               "a.obj:5: face corner '99999999999999999999' is not an index");
  EXPECT_ERROR(read_four("f 1 2 x\n"), "a.obj:5: face corner 'x' is not an index");
  EXPECT_ERROR(read_four("f 1 2 3/a\n"), "a.obj:5: face corner '3/a' is not an index");
  EXPECT_ERROR(read_four("f 1 2 /3\n"), "a.obj:5: face corner '/3' is not an index");
  EXPECT_ERROR(read_four("f 1 2\n"), "a.obj:5: face with 2 corners; at least 3 are needed");
  EXPECT_ERROR(read_four("f\n"), "a.obj:5: face with 0 corners; at least 3 are needed");
  EXPECT_ERROR(read_four("v 1 2\n"), "a.obj:5: the line ends before z of vertex 5");
  EXPECT_ERROR(read_four("v 1 2 1e999\n"), "a.obj:5: z of vertex 5 is '1e999', not a finite number");
  EXPECT_ERROR(read_four("\nv 1 2. 3.1+e2\n"), "a.obj:6: z of vertex 5 is '3.1+e2', not a number");
}

}  // namespace
}  // namespace graze::detail
