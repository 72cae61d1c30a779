// SPDX-License-Identifier: Apache-2.0
#include "io/check.h"
#include "io/readers.h"

namespace graze::detail {
namespace {

using Triangles = std::vector<Triangle>;

TEST(Off, HeadersInEveryForm) {
  const std::string body = "0 0 0\n1 0 0\n0 1 0.1\n3 0 1 2\n";
  for (std::string_view header :
       {"OFF\n3 1 0\n", "OFF 3 1 0\n", "3 1 0\n", "OFF # c\n# c\n\n3 1\n", "NOFF\r\n3 1 0\r\n", "COFF\n3 1 0\n",
        "STOFF\n3 1 0\n", "STCNOFF\n3 1 0\n", "CNOFF 3 1 3\n", "OFF3 1 0\n"}) {
    const Mesh mesh = read_off(std::string(header) + body, "a.off");
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}})) << header;
    EXPECT_EQ(mesh.vertices[2], (Vec3{0, 1, 0.1})) << header;
  }
}

TEST(Off, NormalsColoursAndCommentsArePassedOver) {
  const Mesh mesh = read_off(
      "STCNOFF\n4 2 0\n0 0 0 0 0 1 255 0 0 255 0.5 0.5\n1 0 0 0 0 1 1 1 1 # comment\n1 1 0\n0 1 0\n"
      "4 0 1 2 3 0.5 0.5 0.5\n# between\n3 0 1 2 255 0 0",
      "a.off");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}}));
}

TEST(Off, RecognisedByItsFirstWord) {
  EXPECT_TRUE(has_off_keyword("OFF\n"));
  EXPECT_TRUE(has_off_keyword("STCN4nOFF 1 2 3"));
  EXPECT_TRUE(has_off_keyword("NOFF#"));
  EXPECT_TRUE(has_off_keyword("OFF490 518 0\n"));
  EXPECT_FALSE(has_off_keyword("OFF49x 518 0\n"));
  EXPECT_FALSE(has_off_keyword("OFF"));
  EXPECT_FALSE(has_off_keyword("OFFICE\n"));
  EXPECT_FALSE(has_off_keyword("xOFF\n"));
  EXPECT_FALSE(has_off_keyword("v 0 0 0\nOFF\n"));
}

TEST(Off, Errors) {
  const auto read = [](std::string_view text) { read_off(text, "a.off"); };
  EXPECT_ERROR(read("  \n# nothing\n"), "a.off: no OFF header: nothing but blanks and comments");
  EXPECT_ERROR(read("OFF\n"), "a.off:2: the file ends before the counts");
  EXPECT_ERROR(read("hello 3\n"), "a.off:1: expected 'OFF', found 'hello'");
  EXPECT_ERROR(read("OFF\n3\n"), "a.off:2: the number of faces is missing");
  EXPECT_ERROR(read("OFF\n3 x 0\n"), "a.off:2: the number of faces is 'x', not a count");
  EXPECT_ERROR(read("OFF\n-3 1 0\n"), "a.off:2: the number of vertices is '-3', not a count");
  EXPECT_ERROR(read("4OFF\n3 1 0\n"), "a.off:1: '4OFF' has points of other than 3 coordinates");
  EXPECT_ERROR(read("nOFF\n3\n3 1 0\n"), "a.off:1: 'nOFF' has points of other than 3 coordinates");
  EXPECT_ERROR(read("OFF BINARY\n"), "a.off:1: binary OFF is not supported; save it as text");
  EXPECT_ERROR(read("OFF\n9223372036854775807 1 0\n0 0 0\n"),
               "a.off:2: the header claims 9223372036854775807 vertices, but only 9 bytes follow");
  EXPECT_ERROR(read("OFF\n1 4000000000 0\n0 0 0\n"),
               "a.off:2: the header claims 4000000000 faces, but only 9 bytes follow");
  EXPECT_ERROR(read("OFF\n2 0 0\n0 0 0\n"), "a.off:4: the file ends after 1 of 2 vertices");
  EXPECT_ERROR(read("OFF\n1 1 0\n0 0 0\n"), "a.off:4: the file ends after 0 of 1 faces");
  EXPECT_ERROR(read("OFF\n1 0 0\n0 0\n"), "a.off:3: the line ends before z of vertex 0");
  EXPECT_ERROR(read("OFF\n1 0 0\n0 0 inf\n"), "a.off:3: z of vertex 0 is 'inf', not a finite number");
  EXPECT_ERROR(read("OFF\n1 1 0\n0 0 0\n2 0 0\n"), "a.off:4: face with 2 corners; at least 3 are needed");
  EXPECT_ERROR(read("OFF\n1 1 0\n0 0 0\n4000000000 0 0\n"), "a.off:4: the line ends after 2 of 4000000000 corners");
  EXPECT_ERROR(read("OFF\n1 1 0\n0 0 0\n3 0 0 1\n"),
               "a.off:4: face uses vertex 1, but there are only 1 (counted from 0)");
  EXPECT_ERROR(read("OFF\n1 1 0\n0 0 0\n3 0 0 -1\n"), "a.off:4: face uses vertex -1, which does not exist");
  EXPECT_ERROR(read("OFF\n1 1 0\n0 0 0\n3 0 0 0.5\n"), "a.off:4: face corner '0.5' is not an index");
  EXPECT_ERROR(read("OFF\n1 1 0\n0 0 0\n3 0 0 0\n3 0 0 0\n"), "a.off:5: more lines than the header's counts");
}

}  // namespace
}  // namespace graze::detail
