// SPDX-License-Identifier: Apache-2.0
// Tools as other programs write them.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "nc/reader_support.h"

namespace graze::nc {
namespace {

using test::has;
using test::reason;
using test::refusal;

std::string fusion(const std::string& type, const std::string& geometry, const std::string& more = "",
                   const std::string& unit = "millimeters") {
  return "{\"version\": 36, \"data\": [\n{\"type\": \"" + type + "\", \"unit\": \"" + unit +
         "\", \"description\": \"a tool\", \"guid\": \"x\",\n\"geometry\": {\"HAND\": true, \"NOF\": 3, " + geometry +
         "}, \"post-process\": {\"number\": 12, \"turret\": 0}" + more + "}]}";
}

TEST(ReadFusion, ToolsWithShaftsAndHolders) {
  const std::string text =
      fusion("bull nose end mill", R"("DC": 0.5, "RE": 0.03, "LCF": 1, "LB": 2, "OAL": 4, "SFDM": 0.5,
             "shoulder-length": 1.5, "shoulder-diameter": 0.45)",
             R"(, "holder": {"description": "CAT40", "unit": "millimeters",
             "segments": [{"height": 10, "lower-diameter": 30, "upper-diameter": 40},
                          {"height": 5, "lower-diameter": 63, "upper-diameter": 63}]})",
             "inches");
  const ToolLibrary library = parse_tools(text, "lib.json");
  EXPECT_EQ(library.format, ToolFormat::fusion);
  const Tool& tool = library.at(12);
  EXPECT_EQ(tool.type, "bull");
  EXPECT_DOUBLE_EQ(tool.stick_out, 50.8);
  EXPECT_DOUBLE_EQ(tool.height(), 65.8);
  EXPECT_DOUBLE_EQ(radius_at(tool, 20), 6.35);
  EXPECT_DOUBLE_EQ(radius_at(tool, 30), 0.45 * 12.7);
  EXPECT_DOUBLE_EQ(radius_at(tool, 45), 6.35);
  EXPECT_DOUBLE_EQ(radius_at(tool, 55.8), 17.5);
  EXPECT_DOUBLE_EQ(radius_at(tool, 65), 31.5);
  EXPECT_TRUE(has(tool.source, "lib.json:2: bull nose end mill, holder CAT40")) << tool.source;
  EXPECT_EQ(tool.name, "a tool");
}

TEST(ReadFusion, Types) {
  const auto tool = [](const std::string& type, const std::string& geometry) {
    return parse_tools(fusion(type, geometry), "lib.json").at(12);
  };
  const std::string lengths = R"(, "LCF": 12, "LB": 30, "OAL": 60, "SFDM": 6)";
  EXPECT_EQ(tool("flat end mill", R"("DC": 6, "RE": 0)" + lengths).type, "flat");
  EXPECT_EQ(tool("ball end mill", R"("DC": 6, "RE": 3)" + lengths).type, "ball");
  EXPECT_EQ(tool("ball end mill", R"("DC": 6, "RE": 3)" + lengths).height(), 60);
  EXPECT_NEAR(tool("drill", R"("DC": 6, "SIG": 118)" + lengths).profile[0].to.z,
              3 / std::tan(59 * std::acos(-1.0) / 180), 1e-12);
  EXPECT_NEAR(tool("chamfer mill", R"("DC": 6, "TA": 45, "tip-diameter": 1)" + lengths).profile[1].to.z, 2.5, 1e-12);
  EXPECT_EQ(tool("lollipop mill", R"("DC": 10)" + lengths).cutting_length, 9);
  EXPECT_EQ(tool("slot mill", R"("DC": 20, "RE": 0.5)" + lengths).type, "slot");
  EXPECT_EQ(tool("dovetail mill", R"("DC": 20, "TA": 30)" + lengths).type, "dovetail");
  EXPECT_TRUE(has(tool("tap right hand", R"("DC": 6)" + lengths).source, "cylinder around its threads"));
  // The maker's numbers of a tapered ball, rounded to four digits of an inch.
  const Tool ball =
      parse_tools(fusion("tapered mill", R"("DC": 0.0568, "RE": 0.03125, "TA": 5.5, "LCF": 1, "SFDM": 0.25,
                                       "OAL": 3)",
                         "", "inches"),
                  "lib.json")
          .at(12);
  EXPECT_NEAR(ball.profile[ball.profile[0].arc ? 0 : 1].centre.r, 0, 1e-3);
}

TEST(ReadFusion, WhatIsMissingOrImpossibleIsRefused) {
  const std::string lengths = R"(, "LCF": 12, "OAL": 60, "SFDM": 6)";
  EXPECT_TRUE(has(reason(fusion("ball end mill", R"("RE": 3)" + lengths)), "dir/t.x:3: no \"DC\""));
  EXPECT_TRUE(has(reason(fusion("ball end mill", R"("DC": 6, "RE": 1)" + lengths)), "corner radius of 1"));
  EXPECT_TRUE(has(reason(fusion("flat end mill", R"("DC": -6)" + lengths)), ":2: the diameter is -6"));
  EXPECT_TRUE(has(reason(fusion("flat end mill", R"("DC": 6, "OAL": 60)")), "no \"LCF\""));
  EXPECT_TRUE(has(reason(fusion("form mill", R"("DC": 6)" + lengths)), "\"form mill\""));
  EXPECT_TRUE(has(reason(fusion("drill", R"("DC": 6)" + lengths)), "no point angle"));
  EXPECT_TRUE(has(reason(fusion("chamfer mill", R"("DC": 6, "TA": 45)" + lengths)), "no tip diameter"));
  EXPECT_TRUE(has(reason(fusion("flat end mill", R"("DC": 6)" + lengths, "", "barleycorns")), "unknown unit"));
  EXPECT_TRUE(has(reason(fusion("flat end mill", R"("DC": "6")" + lengths)), "\"DC\" is not a number"));
  EXPECT_TRUE(
      has(reason(fusion("flat end mill", R"("DC": 6)" + lengths,
                        R"(, "holder": {"segments": [{"height": 3, "lower-diameter": 9, "upper-diameter": 9}]})")),
          "a holder without the stick-out"));
  EXPECT_TRUE(has(reason(fusion("flat end mill", R"("DC": 6, "LB": 20)" + lengths,
                                R"(, "holder": {"unit": "miles", "segments": []})")),
                  "unknown unit \"miles\""));
  EXPECT_TRUE(has(refusal("{\"data\": []}"), "no tools"));
  EXPECT_TRUE(has(refusal("{\"data\": [3]}"), "must be an object"));
}

TEST(ReadFusion, CataloguesKeepWhatIsUsable) {
  const std::string text =
      R"([{"type": "holder", "unit": "inches", "geometry": {}, "segments": []},
          {"type": "flat end mill", "unit": "millimeters", "geometry": {"DC": 6, "LCF": 9}, "post-process": {"number": 1}},
          {"type": "flat end mill", "unit": "millimeters", "geometry": {"DC": 8, "LCF": 9}, "post-process": {"number": 1}},
          {"type": "turning general", "unit": "millimeters", "geometry": {"DC": 8, "LCF": 9}, "post-process": {"number": 2}},
          {"type": "flat end mill", "unit": "millimeters", "geometry": {"DC": 9, "LCF": 9}, "post-process": {"number": 3}}])";
  const ToolLibrary library = parse_tools(text, "lib.json");
  EXPECT_EQ(library.tools.size(), 3U);
  EXPECT_EQ(library.refused.size(), 1U);
  EXPECT_EQ(radius_at(library.at(3), 4), 4.5);
  EXPECT_TRUE(has(library.at(3).source, "nothing is known above the flutes"));
  try {
    library.at(1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "more than once"));
  }
  try {
    library.at(2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "lib.json:4: no profile is known for the type \"turning general\"")) << error.what();
  }
}

std::string bit(const std::string& shape, const std::string& parameters) {
  return "{\"version\": 2, \"name\": \"bit\", \"shape\": \"" + shape + ".fcstd\",\n\"parameter\": {" + parameters +
         "}, \"attribute\": {}}";
}

TEST(ReadFreecad, Bits) {
  ToolReadOptions options;
  options.number = 4;
  const auto tool = [&](const std::string& shape, const std::string& parameters) {
    return parse_tools(bit(shape, parameters), "b.fctb", options).at(4);
  };
  const std::string body = R"("CuttingEdgeHeight": "20.000 mm", "Length": "50.000 mm", "ShankDiameter": "1/4 in")";
  const Tool flat = tool("endmill", R"("Diameter": "5.000 mm", )" + body);
  EXPECT_EQ(radius_at(flat, 3), 2.5);
  EXPECT_DOUBLE_EQ(radius_at(flat, 40), 3.175);
  EXPECT_EQ(flat.height(), 50);
  EXPECT_EQ(flat.name, "bit");
  EXPECT_EQ(tool("ballend", R"("Diameter": "0.5 cm", )" + body).type, "ball");
  EXPECT_EQ(tool("bullnose", R"("Diameter": "6 mm", "CornerRadius": "1.5 mm", )" + body).profile[0].to.r, 1.5);
  EXPECT_NEAR(tool("v-bit", R"("Diameter": "10 mm", "TipDiameter": "0 mm", "CuttingEdgeAngle": "60.0000 \u00b0")")
                  .cutting_length,
              5 / std::tan(std::acos(-1.0) / 6), 1e-12);
  EXPECT_NEAR(tool("drill", R"("Diameter": "5 mm", "Length": "50 mm", "TipAngle": "118 deg")").profile[0].to.z,
              2.5 / std::tan(59 * std::acos(-1.0) / 180), 1e-12);
  const Tool taper =
      tool("taperedballnose", R"("Diameter": "1 mm", "TaperAngle": "10 °", "TaperDiameter": "4 mm", )" + body);
  EXPECT_NEAR(radius_at(taper, 0.5), 0.5, 0.003);
  EXPECT_EQ(radius_at(taper, 20), 3.175);  // the shank's step
  EXPECT_EQ(tool("probe", R"("Diameter": "6 mm", "ShaftDiameter": "4 mm", "Length": "50 mm")").type, "lollipop");
  // FreeCAD's chamfer bit: 45 degrees by its angle, 60 by its height.
  const Tool chamfer = tool("chamfer", R"("CuttingEdgeAngle": "45.0 °", "CuttingEdgeHeight": "6.35 mm",
      "Diameter": "12.3323 mm", "Length": "30 mm", "ShankDiameter": "6.35 mm", "TipDiameter": "5 mm")");
  EXPECT_TRUE(has(chamfer.source, "the wider is taken"));
  EXPECT_NEAR(radius_at(chamfer, 3), 2.5 + 3 * std::tan(std::acos(-1.0) / 6), 1e-4);
}

TEST(ReadFreecad, WhatIsMissingOrImpossibleIsRefused) {
  const std::string body = R"("CuttingEdgeHeight": "20 mm", "Length": "50 mm", "ShankDiameter": "6 mm")";
  EXPECT_TRUE(has(reason(bit("endmill", body)), "dir/t.x:2: no \"Diameter\""));
  EXPECT_TRUE(has(reason(bit("endmill", R"("Diameter": "5", )" + body)), "a length with a unit"));
  EXPECT_TRUE(has(reason(bit("endmill", R"("Diameter": 5, )" + body)), "a length with a unit"));
  EXPECT_TRUE(has(reason(bit("endmill", R"("Diameter": "5,0 mm", )" + body)), "\"5,0 mm\""));
  EXPECT_TRUE(has(reason(bit("endmill", R"("Diameter": "5 deg", )" + body)), "a length with a unit"));
  EXPECT_TRUE(has(reason(bit("endmill", R"("Diameter": "nan mm", )" + body)), "a length with a unit"));
  EXPECT_TRUE(has(reason(bit("slittingsaw", body)), "\"slittingsaw\""));
  EXPECT_TRUE(has(reason(bit("bullnose", R"("Diameter": "6 mm", "CornerRadius": "4 mm", )" + body)), "at most 3"));
}

TEST(ReadFreecad, LibrariesFindTheirBits) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "graze_fctl";
  std::filesystem::create_directories(folder / "Library");
  std::filesystem::create_directories(folder / "Bit");
  std::ofstream(folder / "Library/shop.fctl")
      << "{\"tools\": [{\"nr\": 3, \"path\": \"a.fctb\"},\n{\"nr\": 5, \"path\": \"none.fctb\"}], \"version\": 1}";
  std::ofstream(folder / "Bit/a.fctb") << bit("endmill", R"("Diameter": "5 mm", "CuttingEdgeHeight": "9 mm")");
  const ToolLibrary library = read_tools(folder / "Library/shop.fctl");
  EXPECT_EQ(library.format, ToolFormat::freecad_library);
  EXPECT_EQ(radius_at(library.at(3), 1), 2.5);
  EXPECT_EQ(library.at(3).name, "a");
  ASSERT_EQ(library.refused.size(), 1U);
  EXPECT_EQ(library.refused[0].number, 5);
  EXPECT_TRUE(has(library.refused[0].reason, "no such file"));
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(has(refusal(R"({"tools": [{"nr": 1, "path": "../../a.fctb"}]})"), "outside"));
  EXPECT_TRUE(has(refusal(R"({"tools": [{"path": "a.fctb"}]})"), "no \"nr\""));
  EXPECT_TRUE(has(reason(R"({"tools": [{"nr": 1, "path": "a.fctb"}]})"), "not read here"));
}

TEST(ReadCamotics, Shapes) {
  const ToolLibrary library = parse_tools(R"({"units": "metric", "tools": {
    "1": {"units": "metric", "shape": "ballnose", "length": 10, "diameter": 2, "description": "ball"},
    "2": {"units": "imperial", "shape": "cylindrical", "length": 1, "diameter": 0.25},
    "3": {"units": "metric", "shape": "conical", "length": 8, "diameter": 4},
    "4": {"units": "metric", "shape": "SNUBNOSE", "length": 10, "diameter": 6, "snub_diameter": 2},
    "5": {"units": "metric", "shape": "spheroid", "length": 6, "diameter": 10},
    "6": {"units": "metric", "shape": "spheroid", "length": 6, "diameter": 6}}, "files": ["a.nc"]})",
                                          "p.camotics");
  EXPECT_EQ(library.format, ToolFormat::camotics);
  EXPECT_EQ(library.at(1).type, "ball");
  EXPECT_EQ(library.at(1).cutting_length, 10);
  EXPECT_EQ(library.at(1).name, "ball");
  EXPECT_DOUBLE_EQ(radius_at(library.at(2), 20), 3.175);
  EXPECT_EQ(radius_at(library.at(3), 4), 1);
  EXPECT_EQ(radius_at(library.at(4), 5), 2);
  for (double z = 0.05; z < 6; z += 0.1) {
    const double exact = 5 * std::sqrt(1 - (z - 3) * (z - 3) / 9);
    EXPECT_GE(radius_at(library.at(5), z), exact - 1e-12);
    EXPECT_LE(radius_at(library.at(5), z), exact + 0.02);  // along r; the surface is flat at the poles
  }
  EXPECT_NEAR(radius_at(library.at(5), 3), 5, 1e-3);
  EXPECT_EQ(convex_pieces(library.at(6)).size(), 1U);
  EXPECT_EQ(convex_pieces(library.at(6))[0].rounding, 3);
}

TEST(ReadCamotics, WhatIsMissingOrImpossibleIsRefused) {
  const auto why = [](const std::string& tool) { return reason("{\"tools\": {\n\"1\": {" + tool + "}}}"); };
  EXPECT_TRUE(has(why(R"("shape": "ballnose", "length": 10, "diameter": 2)"), "dir/t.x:2: no \"units\""));
  EXPECT_TRUE(has(why(R"("units": "cubits", "shape": "ballnose", "length": 10, "diameter": 2)"), "unknown unit"));
  EXPECT_TRUE(has(why(R"("units": "metric", "shape": "ballnose", "length": 10)"), "no \"diameter\""));
  EXPECT_TRUE(has(why(R"("units": "metric", "shape": "ballnose", "diameter": 10)"), "no \"length\""));
  EXPECT_TRUE(
      has(why(R"("units": "metric", "shape": "torus", "length": 10, "diameter": 2)"), "unknown shape \"torus\""));
  EXPECT_TRUE(has(why(R"("units": "metric", "shape": "snubnose", "length": 10, "diameter": 2)"), "snub_diameter"));
  EXPECT_TRUE(has(why(R"("units": "metric", "shape": "ballnose", "length": 0.5, "diameter": 2)"), "below the corner"));
  EXPECT_TRUE(has(refusal("{\"tools\": {}}"), "no tools"));
  EXPECT_TRUE(has(refusal("{\"tools\": {\"x\": {}}}"), "no tool number"));
}

TEST(ReadCamotics, TheSharedProject) {
  const char* set = std::getenv("GRAZE_DATA");
  const std::filesystem::path data = set ? set : std::filesystem::path(GRAZE_SOURCE_DIR) / "../shared/data";
  if (!std::filesystem::exists(data / "nc/cameo.camotics")) GTEST_SKIP() << "no shared data here";
  const ToolLibrary library = read_tools(data / "nc/cameo.camotics");
  EXPECT_EQ(library.at(1).type, "ball");
  EXPECT_EQ(radius_at(library.at(1), 5), 1);
}

}  // namespace
}  // namespace graze::nc
