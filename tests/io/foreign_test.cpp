// SPDX-License-Identifier: Apache-2.0
// Formats that assimp reads for us, in a child process that may die without consequence.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "io/check.h"
#include "io/child.h"
#include "io/readers.h"
#include "support/scale.h"

namespace graze::detail {
namespace {

using namespace std::chrono_literals;

constexpr ChildLimits kLimits{256u << 20, 20s};

TEST(Child, ReturnsTheBytesOfTheWork) {
  const std::string large(3 << 20, 'x');
  EXPECT_EQ(run_in_child([&] { return large; }, kLimits, "it", "f"), large);
  EXPECT_EQ(run_in_child([] { return std::string(); }, kLimits, "it", "f"), "");
}

TEST(Child, ReportsWhatWentWrong) {
  EXPECT_ERROR(run_in_child([]() -> std::string { throw std::runtime_error("bad"); }, kLimits, "it", "f"),
               "f: it cannot read it: bad");
  EXPECT_ERROR(run_in_child(
                   []() -> std::string {
                     std::raise(SIGKILL);
                     return {};
                   },
                   kLimits, "it", "f"),
               "f: it crashed on it (signal 9)");
  EXPECT_ERROR(run_in_child([]() -> std::string { _exit(3); }, kLimits, "it", "f"), "f: it stopped without a result");
  EXPECT_ERROR(run_in_child(
                   []() -> std::string {
                     for (;;) pause();
                   },
                   {1u << 20, 1s}, "it", "f"),
               "f: it did not finish in 1 s");
  EXPECT_ERROR(run_in_child([] { return std::string(3 << 20, 'x'); }, {2u << 20, 20s}, "it", "f"),
               test::kSanitized ? "f: it gave more than 2 MiB" : "f: it needs more than 2 MiB for it");
}

TEST(Child, MemoryIsLimited) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers reserve address space that a limit would forbid";
  const auto greedy = [] {
    std::string all;
    for (;;) all += std::string(1 << 20, 'x');
    return all;
  };
  EXPECT_ERROR(run_in_child(greedy, {64u << 20, 20s}, "it", "f"), "f: it needs more than 64 MiB for it");
}

constexpr std::string_view kCollada = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><up_axis>Y_UP</up_axis></asset>
 <library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="pa" count="12">0 0 0 4 0 0 1 1 0 0 4 0</float_array>
   <technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
    <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s">
  <node id="a"><instance_geometry url="#g"/></node>
  <node id="b"><translate>10 0 0</translate>
   <node id="c"><scale>-1 1 1</scale><instance_geometry url="#g"/></node></node>
 </visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>)";

TEST(Foreign, ColladaInstancesAreFlattenedAndPolygonsTriangulatedHere) {
  const test::ScratchFolder folder;
  const Mesh mesh = load_mesh(folder.write("a.dae", kCollada));
  ASSERT_EQ(mesh.triangles.size(), 4u);
  ASSERT_EQ(mesh.vertices.size(), 8u);
  double lowest = 1e9, highest = -1e9;
  for (const Vec3& v : mesh.vertices) {
    lowest = std::min(lowest, v.x);
    highest = std::max(highest, v.x);
  }
  EXPECT_EQ(lowest, 0);
  EXPECT_EQ(highest, 10);
  for (const Triangle& t : mesh.triangles) {  // the fan from corner 0 would turn one of them around
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    EXPECT_GT((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x), 0);
  }
}

TEST(Foreign, BrokenFilesAreRefusedInOneLine) {
  const test::ScratchFolder folder;
  for (const char* name : {"a.dae", "a.3ds", "a.fbx", "a.lwo", "a.x", "a.ac", "a.blend", "a.3mf", "a.dxf"}) {
    for (std::string_view content :
         {std::string_view("garbage\n\n"), kCollada.substr(0, 700), std::string_view("solid\nOFF\n")}) {
      const std::filesystem::path file = folder.write(name, content);
      const std::string text = test::error_of([&] { load_mesh(file); });
      EXPECT_TRUE(text.starts_with(file.string() + ": ")) << name << ": " << text;
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
  }
}

TEST(Foreign, OurFormatsNeverReachAssimp) {
  const test::ScratchFolder folder;
  // read_foreign is asked directly: without our importers it cannot even tell what these are
  for (const char* name : {"a.off", "a.stl", "a.obj", "a.ply", "a.gltf", "a.glb"}) {
    const auto file = folder.write(name, "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    EXPECT_NE(test::error_of([&] { read_foreign(file); }), "") << name;
  }
}

}  // namespace
}  // namespace graze::detail
