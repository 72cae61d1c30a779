// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "io/check.h"
#include "io/readers.h"

namespace graze::detail {
namespace {

using test::Bytes;
using Triangles = std::vector<Triangle>;

std::string header(std::string_view format, std::string_view elements) {
  return "ply\nformat " + std::string(format) + " 1.0\ncomment made by hand\n" + std::string(elements) + "end_header\n";
}

constexpr std::string_view kPlain =
    "element vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
    "element face 1\nproperty list uchar int vertex_indices\n";

std::string ascii(std::string_view body) { return header("ascii", kPlain) + std::string(body); }

TEST(Ply, AsciiKeepsDoubles) {
  const Mesh mesh = read_ply(ascii("0 0 0\n1 0 0\n0 1 0.1\n3 0 1 2\n"), "a.ply");
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.1}}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
}

TEST(Ply, UnknownElementsAndPropertiesArePassedOver) {
  const std::string text = header("ascii",
                                  "obj_info something\nelement camera 1\nproperty float view\nproperty list int int k\n"
                                  "element nothing 1000000000000\n"
                                  "element vertex 3\nproperty uchar red\nproperty float z\nproperty float y\n"
                                  "property list uchar float weights\nproperty float x\n"
                                  "element face 1\nproperty list uchar int vertex_index\nproperty int flags\n"
                                  "element edge 1\nproperty int a\nproperty int b\n") +
                           "7 2 5 6\n255 3 2 0 1\n255 3 2 2 9 9 4\n255 6 2 1 nan 7\n3 0 1 2 -1\n0 1\n";
  const Mesh mesh = read_ply(text, "a.ply");
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{1, 2, 3}, {4, 2, 3}, {7, 2, 6}}));
  EXPECT_EQ(mesh.triangles.size(), 1u);
}

TEST(Ply, FacesMayComeBeforeVertices) {
  const std::string text = header("ascii",
                                  "element face 1\nproperty list uint8 uint32 vertex_indices\n"
                                  "element vertex 4\nproperty int x\nproperty int y\nproperty int z\n") +
                           "4 0 1 2 3\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
  EXPECT_EQ(read_ply(text, "a.ply").triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

template <class T>
void expect_type(const char* name, bool big_endian) {
  Bytes bytes(big_endian);
  const std::string type(name);
  bytes.text(header(big_endian ? "binary_big_endian" : "binary_little_endian",
                    "element vertex 3\nproperty " + type + " x\nproperty " + type + " y\nproperty " + type +
                        " z\nproperty list " + (std::is_integral_v<T> ? type : "short") + " " + type +
                        " extra\nelement face 1\nproperty list " + (std::is_integral_v<T> ? type : "int") + " " +
                        (std::is_integral_v<T> ? type : "uint") + " vertex_indices\n"));
  for (int i = 0; i < 3; ++i) {
    for (int k : {3 * i, 3 * i + 1, 3 * i + 2}) bytes.put(static_cast<T>(k));
    if constexpr (std::is_integral_v<T>) {
      bytes.put(T{2});
    } else {
      bytes.put(std::int16_t{2});
    }
    bytes.put(T{1}).put(T{1});
  }
  if constexpr (std::is_integral_v<T>) {
    bytes.put(T{3}).put(T{2}).put(T{1}).put(T{0});
  } else {
    bytes.put(std::int32_t{3}).put(std::uint32_t{2}).put(std::uint32_t{1}).put(std::uint32_t{0});
  }
  bytes.text("tail");
  const Mesh mesh = read_ply(bytes.str(), "a.ply");
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}})) << name;
  EXPECT_EQ(mesh.triangles, (Triangles{{2, 1, 0}})) << name;
}

TEST(Ply, BinaryTypesInBothOrders) {
  for (bool big_endian : {false, true}) {
    for (const char* name : {"char", "int8"}) expect_type<std::int8_t>(name, big_endian);
    for (const char* name : {"uchar", "uint8"}) expect_type<std::uint8_t>(name, big_endian);
    for (const char* name : {"short", "int16"}) expect_type<std::int16_t>(name, big_endian);
    for (const char* name : {"ushort", "uint16"}) expect_type<std::uint16_t>(name, big_endian);
    for (const char* name : {"int", "int32"}) expect_type<std::int32_t>(name, big_endian);
    for (const char* name : {"uint", "uint32"}) expect_type<std::uint32_t>(name, big_endian);
    for (const char* name : {"float", "float32"}) expect_type<float>(name, big_endian);
    for (const char* name : {"double", "float64"}) expect_type<double>(name, big_endian);
  }
}

TEST(Ply, HeaderLineEnds) {
  Bytes body;
  body.put(1.0);  // 0x0A as the first byte of the body must not be taken for a line end
  for (int i = 0; i < 8; ++i) body.put(0.5 * i);
  body.put(std::uint8_t{3}).put(0).put(1).put(2);
  std::string content = body.str();
  content[0] = '\n';
  const std::string lf = header("binary_little_endian", kPlain);
  std::string crlf, cr = lf;
  for (char c : lf) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  std::replace(cr.begin(), cr.end(), '\n', '\r');
  const Mesh expected = read_ply(lf + content, "a.ply");
  EXPECT_NE(expected.vertices[0].x, 1);
  for (const std::string& head : {crlf, cr}) EXPECT_EQ(read_ply(head + content, "a.ply").vertices, expected.vertices);
}

TEST(Ply, TriangleStrips) {
  const std::string text = header("ascii",
                                  "element vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
                                  "element tristrips 1\nproperty list int int vertex_indices\n") +
                           "0 0 0\n0 1 0\n1 0 0\n1 1 0\n2 0 0\n10 0 1 2 3 -1 2 3 4 4 0\n";
  EXPECT_EQ(read_ply(text, "a.ply").triangles, (Triangles{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(Ply, HeaderErrors) {
  const auto read = [](std::string_view text) { read_ply(text, "a.ply"); };
  EXPECT_ERROR(read("plx\n"), "a.ply: no 'ply' in front");
  EXPECT_ERROR(read("ply\nformat ascii 1.0\n"), "a.ply:3: the file ends inside the header");
  EXPECT_ERROR(read("ply\nformat ascii 2.0\n"), "a.ply:2: PLY version '2.0'; only 1.0 is known");
  EXPECT_ERROR(read("ply\nformat middle 1.0\n"), "a.ply:2: unknown PLY format 'middle'");
  EXPECT_ERROR(read("ply\nend_header\n"), "a.ply:2: the header has no 'format'");
  EXPECT_ERROR(read("ply\nproperty int x\n"), "a.ply:2: property before any element");
  EXPECT_ERROR(read("ply\nelement vertex -1\n"), "a.ply:2: the number of elements 'vertex' is '-1', not a count");
  EXPECT_ERROR(read("ply\nelement vertex 1\nproperty long x\n"), "a.ply:3: unknown property type 'long'");
  EXPECT_ERROR(read("ply\nelement vertex 1\nproperty\n"), "a.ply:3: property without a type");
  EXPECT_ERROR(read("ply\nelement vertex 1\nproperty int\n"), "a.ply:3: property without a name");
  EXPECT_ERROR(read("ply\nelement face 1\nproperty list float int vertex_indices\n"),
               "a.ply:3: the count of a list must be of an integer type");
  EXPECT_ERROR(read("ply\nelement face 1\nproperty list uchar float vertex_indices\n"),
               "a.ply:3: 'vertex_indices' must be a list of an integer type");
  EXPECT_ERROR(read("ply\nelement vertex 1\nproperty int x\nproperty int x\n"), "a.ply:4: property 'x' appears twice");
  EXPECT_ERROR(read("ply\nhello\n"), "a.ply:2: unknown header line 'hello'");
  EXPECT_ERROR(read(header("ascii", "")), "a.ply: the header has no element 'vertex'");
  EXPECT_ERROR(read(header("ascii", "element vertex 1\nproperty int x\n")),
               "a.ply:4: element 'vertex' without the properties x, y and z");
  EXPECT_ERROR(read(header("ascii",
                           "element vertex 0\nproperty int x\nproperty int y\nproperty int z\n"
                           "element face 1\nproperty int a\n")),
               "a.ply:8: element 'face' without the list vertex_indices");
}

TEST(Ply, AsciiErrors) {
  const auto read = [](std::string_view body) { read_ply(ascii(body), "a.ply"); };
  EXPECT_ERROR(read("0 0 0\n1 0\n0 1 0\n3 0 1 2\n"), "a.ply:12: the line ends too early");
  EXPECT_ERROR(read("0 0 0\n1 0 0 0\n0 1 0\n3 0 1 2\n"), "a.ply:12: '0' is more than the properties of 'vertex'");
  EXPECT_ERROR(read("0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n"), "a.ply:12: 'x' is not a number");
  EXPECT_ERROR(read("0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n"), "a.ply:12: z of vertex 1 is not finite");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n"), "a.ply:14: the file ends after 0 of 1 elements 'face'");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n\n\n \n"), "a.ply:17: the file ends after 0 of 1 elements 'face'");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"),
               "a.ply:14: face uses vertex 3, but there are only 3 (counted from 0)");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"), "a.ply:14: face uses vertex -1, which does not exist");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n2 0 1\n"), "a.ply:14: face with 2 corners; at least 3 are needed");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n-2 0 1\n"), "a.ply:14: a list of -2 entries");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n99 0 1\n"), "a.ply:14: a list claims 99 entries, but only 6 bytes follow");
  EXPECT_ERROR(read("0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n"), "a.ply:15: more lines than the header's counts");
  EXPECT_ERROR(
      read_ply(
          header("ascii", "element vertex 99999999999\nproperty int x\nproperty int y\nproperty int z\n") + "1 2 3\n",
          "a.ply"),
      "a.ply:4: the header claims 99999999999 elements 'vertex', but only 7 bytes are left for them");
}

TEST(Ply, BinaryErrors) {
  const std::string head = header("binary_little_endian", kPlain);
  const std::string at = "a.ply: byte ";
  Bytes vertices;
  for (int i = 0; i < 9; ++i) vertices.put(static_cast<double>(i));
  const auto read = [&](const std::string& body) { read_ply(head + body, "a.ply"); };
  EXPECT_ERROR(read(vertices.str().substr(0, 71)),
               "a.ply:4: the header claims 3 elements 'vertex', but only 71 bytes are left for them");
  EXPECT_ERROR(read(vertices.str()),
               "a.ply:8: the header claims 1 elements 'face', but only 0 bytes are left for them");
  EXPECT_ERROR(read(vertices.str() + '\xFF'),
               at + std::to_string(head.size() + 73) + ": a list claims 255 entries, but only 0 bytes follow");
  Bytes far = vertices;
  far.put(std::uint8_t{3}).put(0).put(1).put(7);
  EXPECT_ERROR(read(far.str()),
               at + std::to_string(head.size() + 72) + ": face uses vertex 7, but there are only 3 (counted from 0)");
  std::string broken = far.str();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::memcpy(broken.data() + 32, &nan, sizeof nan);
  EXPECT_ERROR(read(broken), at + std::to_string(head.size() + 32) + ": y of vertex 1 is not finite");
}

}  // namespace
}  // namespace graze::detail
