// SPDX-License-Identifier: Apache-2.0
// Our own JSON, and what is common to all readers.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "nc/reader_support.h"

namespace graze::nc {
namespace {

using test::has;
using test::refusal;

std::string file_of(const std::string& tools, const std::string& unit = "mm") {
  return "{\"format\": \"graze-tools\", \"version\": 1, \"unit\": \"" + unit + "\",\n \"tools\": [\n" + tools + "\n]}";
}

TEST(ReadGraze, EveryType) {
  const ToolLibrary library = parse_tools(file_of(R"(
    {"number": 1, "name": "rough", "type": "flat", "diameter": 10, "cutting_length": 22, "shank_diameter": 10, "length": 72},
    {"number": 2, "type": "ball", "DC": 6, "APMX": 12, "DMM": 6, "OAL": 57, "LB": 30,
     "holder": {"name": "ER16", "unit": "inch", "segments": [{"height": 1, "lower_diameter": 1, "upper_diameter": 1.5}]}},
    {"number": 3, "type": "bull", "diameter": 8, "RE": 1, "cutting_length": 20},
    {"number": 4, "type": "taper", "ball_diameter": 1, "side_angle": 5, "max_diameter": 6, "cutting_length": 40},
    {"number": 5, "type": "taper", "diameter": 4, "corner_radius": 0.5, "TA": 3, "cutting_length": 40},
    {"number": 6, "type": "drill", "diameter": 5, "point_angle": 140, "cutting_length": 40},
    {"number": 7, "type": "drill", "diameter": 10, "PL": 5, "cutting_length": 40},
    {"number": 8, "type": "chamfer", "diameter": 10, "tip_diameter": 1, "KAPR": 45, "cutting_length": 5},
    {"number": 9, "type": "lollipop", "diameter": 10, "neck_diameter": 6, "neck_length": 40},
    {"number": 10, "type": "dovetail", "diameter": 20, "side_angle": 30, "cutting_length": 6, "DN": 8, "LH": 30},
    {"number": 11, "type": "slot", "diameter": 20, "corner_radius": 0.2, "cutting_length": 4},
    {"number": 12, "type": "apt", "apt": [10, 2, 3, 2, 0, 0, 30]},
    {"number": 13, "unit": "inch", "type": "flat", "diameter": 0.5, "cutting_length": 1,
     "shaft": [{"height": 1, "lower_diameter": 0.5, "upper_diameter": 0.75}]},
    {"number": 14, "type": "profile", "profile": [{"part": "cutting", "to": [3, 3], "centre": [0, 3]},
                                                  {"part": "shank", "to": [3, 20]}]}
    )"),
                                          "dir/tools.json");
  EXPECT_EQ(library.format, ToolFormat::graze);
  ASSERT_EQ(library.tools.size(), 14U);
  EXPECT_TRUE(library.refused.empty());
  EXPECT_EQ(library.at(1).name, "rough");
  EXPECT_EQ(library.at(1).height(), 72);
  EXPECT_EQ(library.at(1).source, "tools.json:4: flat");
  EXPECT_DOUBLE_EQ(library.at(2).height(), 30 + 25.4);
  EXPECT_DOUBLE_EQ(radius_at(library.at(2), 30 + 12.7), 12.7 * 1.25);
  EXPECT_EQ(radius_at(library.at(3), 1), 4);
  EXPECT_NEAR(radius_at(library.at(4), 0.5), 0.5, 0.003);
  EXPECT_EQ(radius_at(library.at(4), 40), 3);
  EXPECT_EQ(library.at(5).profile.size(), 3U);
  EXPECT_NEAR(library.at(6).profile[0].to.z, 2.5 / std::tan(70 * std::acos(-1.0) / 180), 1e-12);
  EXPECT_NEAR(library.at(7).profile[0].to.z, 5, 1e-12);
  EXPECT_NEAR(library.at(8).profile[1].to.z, 4.5, 1e-12);
  EXPECT_EQ(library.at(9).cutting_length, 9);
  EXPECT_EQ(library.at(10).height(), 30);
  EXPECT_EQ(library.at(11).type, "slot");
  EXPECT_EQ(library.at(12).cutting_length, 30);
  EXPECT_DOUBLE_EQ(radius_at(library.at(13), 25.4 + 12.7), 25.4 * 0.625 / 2);
  EXPECT_EQ(library.at(14).profile[1].part, Part::shank);
  EXPECT_EQ(library.at(14).cutting_length, 3);
}

TEST(ReadGraze, TheExampleOfTheDocumentation) {
  std::ifstream in(std::filesystem::path(GRAZE_SOURCE_DIR) / "docs/nc_tools.md");
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::size_t from = text.find("```json\n") + 8;
  const ToolLibrary library = parse_tools(text.substr(from, text.find("```", from) - from), "example.json");
  EXPECT_NEAR(library.at(1).height(), 40 + 1.2 * 25.4, 1e-9);
  EXPECT_NEAR(radius_at(library.at(2), 20), 6.35, 1e-9);
  EXPECT_EQ(convex_pieces(library.at(3)).size(), 3U);
}

TEST(ReadGraze, WrongFilesAreRefusedWithTheirLine) {
  const std::string flat = R"({"number": 1, "type": "flat", "diameter": 10, "cutting_length": 22)";
  EXPECT_TRUE(
      has(refusal(file_of(flat + ", \"corner_radius\": 1}")), "dir/t.x:3: \"corner_radius\" is not known here"));
  EXPECT_TRUE(has(refusal(file_of(flat + "},\n" + flat + "}")), ":4: tool 1 twice"));
  EXPECT_TRUE(has(refusal(file_of(flat + "}", "furlong")), "unknown unit \"furlong\""));
  EXPECT_TRUE(has(refusal(file_of(flat + ", \"diameter\": 10}")), "the key \"diameter\" twice"));
  EXPECT_TRUE(has(refusal(file_of(flat + ", \"DC\": 11}")), "mean the same and differ"));
  EXPECT_TRUE(has(refusal(file_of(flat + ", \"length\": \"72\"}")), "is not a number"));
  EXPECT_TRUE(has(refusal(file_of(flat + ", \"shank_diameter\": 6}")), ":3: a shank without a length"));
  EXPECT_TRUE(
      has(refusal(file_of("{\"number\": 1, \"type\": \"flat\",\n\"diameter\": 10}")), ":3: no \"cutting_length\""));
  EXPECT_TRUE(has(refusal(file_of("{\"number\": 1.5, \"type\": \"flat\"}")), "no tool number"));
  EXPECT_TRUE(has(refusal(file_of("{\"number\": 1, \"type\": \"spoon\"}")), "unknown type \"spoon\""));
  EXPECT_TRUE(has(refusal(file_of("{\"number\": 1, \"type\": \"apt\", \"apt\": [1, 2]}")), "[d, r, e, f"));
  EXPECT_TRUE(has(refusal(file_of("{\"number\": 1, \"type\": \"bull\", \"diameter\": 6, \"RE\": 4, \"LCF\": 9}")),
                  "at most 3"));
  EXPECT_TRUE(has(refusal(file_of("")), "no list of \"tools\""));
  EXPECT_TRUE(has(refusal(R"({"format": "graze-tools", "version": 2})"), "version 2"));
  EXPECT_TRUE(has(refusal(R"({"format": "graze-tools", "version": 1, "tools": []})"), "no \"unit\""));
  EXPECT_TRUE(has(refusal("{\"format\": \"other\"}"), "graze-tools"));
  EXPECT_TRUE(has(refusal("{\n\"format\": \n}"), ":3: malformed JSON"));
  EXPECT_TRUE(has(refusal("{\"a\": 1e999}"), "too large"));
  EXPECT_TRUE(has(refusal(std::string(100, '[')), "nested deeper"));
  EXPECT_TRUE(has(refusal("{}"), "no tool file known"));
  EXPECT_TRUE(has(refusal("PK\x03\x04rest"), "ZIP"));
  EXPECT_TRUE(has(refusal(""), "no tool file known"));
  EXPECT_TRUE(has(refusal("{\"number\": 1"), "dir/t.x:1:"));
}

TEST(ReadGraze, AMissingToolIsAnError) {
  const ToolLibrary library =
      parse_tools(file_of(R"({"number": 7, "type": "flat", "diameter": 10, "cutting_length": 22})"), "tools.json");
  try {
    library.at(3);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "tools.json: tool 3 is missing; the file has 7");
  }
  EXPECT_THROW(read_tools("no/such/file.json"), Error);
}

TEST(ReadGraze, MeshesAreLoadedByTheCaller) {
  const std::string text = file_of(R"({"number": 3, "type": "mesh", "unit": "inch", "mesh": "cube.stl"})");
  EXPECT_TRUE(has(refusal(text), "no reader of meshes"));
  ToolReadOptions options;
  std::filesystem::path asked;
  options.load_mesh = [&](const std::filesystem::path& file) {
    asked = file;
    return Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
  };
  const ToolLibrary library = parse_tools(text, "dir/t.json", options);
  EXPECT_EQ(asked, std::filesystem::path("dir/cube.stl"));
  ASSERT_TRUE(library.find_mesh(3));
  EXPECT_TRUE(library.find_mesh(3)->convex);
  EXPECT_EQ(library.find_mesh(3)->hull.vertices.size(), 4U);
  EXPECT_EQ(library.find_mesh(3)->mesh.vertices[1].x, 25.4);
  EXPECT_FALSE(library.find_mesh(4));
  EXPECT_THROW(library.at(3), Error);
}

}  // namespace
}  // namespace graze::nc
