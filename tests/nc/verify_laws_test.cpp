// SPDX-License-Identifier: Apache-2.0
// Laws: threads, batches, splitting, reversing, moving change nothing; planted gouges are found at their line.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/random.h"
#include "support/scale.h"
#include "verify_support.h"

namespace graze {
namespace {

using nc::FindingKind;
using nc::GougeReport;
using nc::GougeVerdict;

/// Waves, as a sheet of n x n cells of 1 mm about the origin.
struct Field {
  int n = 40;
  double height(double x, double y) const { return 1.5 * std::sin(0.31 * x) * std::cos(0.23 * y); }
  Mesh mesh() const {
    Mesh m;
    for (int j = 0; j <= n; ++j) {
      for (int i = 0; i <= n; ++i) {
        const double x = i - n / 2, y = j - n / 2;
        m.vertices.push_back({x, y, height(x, y)});
      }
    }
    const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        m.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        m.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    }
    return m;
  }
};

struct Path {
  std::vector<Vec3> points;
};

/// A zigzag over the field, as high as a ball of radius 2 must be, by lifting until the check is content.
Path zigzag(const nc::CheckedPart& part, std::span<const nc::ConvexPiece> ball) {
  Path path;
  for (int row = 0; row < 8; ++row) {
    for (int k = 0; k <= 30; ++k) {
      const double x = (row % 2 == 0 ? -15.0 + k : 15.0 - k), y = -14.0 + 4 * row;
      path.points.push_back({x, y, 0});
    }
  }
  nc::CheckOptions options;
  options.tolerance = 1e-3;
  for (Vec3& p : path.points) {
    p.z = 4;
    for (double step = 2; step > 1e-4; step /= 2) {
      const Vec3 lower{p.x, p.y, p.z - step};
      if (nc::check_move(part, ball, {lower, lower}, options).decision == nc::Decision::clean) p = lower;
    }
  }
  // Chords between points cut crests: lift both ends by what is missing.
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
      const nc::MoveCheck c = nc::check_move(part, ball, {path.points[i], path.points[i + 1]}, options);
      if (c.decision == nc::Decision::clean) continue;
      path.points[i].z += c.raise + 1e-4;
      path.points[i + 1].z += c.raise + 1e-4;
    }
  }
  return path;
}

std::string text_of(const std::vector<Vec3>& points) {
  std::ostringstream out;
  out.precision(9);
  out << std::fixed << "G21 G90\nT1 M6\nG0 X" << points[0].x << " Y" << points[0].y << "\nF500\n";
  for (const Vec3& p : points) out << "G1 X" << p.x << " Y" << p.y << " Z" << p.z << "\n";  // from line 5
  out << "G0 Z50\nM2\n";
  return out.str();
}

class VerifyLaws : public testing::Test {
 protected:
  VerifyLaws() : mesh_(Field().mesh()), part_(test::body_of(mesh_)), tools_(test::library_of(test::ball_tool(4))) {
    path_ = zigzag(part_.mesh, nc::convex_pieces(tools_.tools[0]));
  }
  GougeReport run(const std::vector<Vec3>& points, const nc::VerifyOptions& options = {}) const {
    return nc::verify(test::program_of(text_of(points)), tools_, part_, {}, options);
  }

  Mesh mesh_;
  nc::CheckedBody part_;
  nc::ToolLibrary tools_;
  Path path_;
};

TEST_F(VerifyLaws, APlantedGougeIsFoundAtItsLine) {
  const GougeReport clean = run(path_.points);
  ASSERT_EQ(clean.verdict, GougeVerdict::clean) << clean.proved;
  detail::Random random(7);
  for (int i = 0; i < test::scaled(20); ++i) {
    std::vector<Vec3> points = path_.points;
    const auto k = static_cast<std::size_t>(1 + random.below(static_cast<int>(points.size()) - 2));
    // Down until 20 um are beyond the tolerance at the point itself.
    nc::CheckOptions options;
    options.tolerance = 0.03;
    while (nc::check_move(part_.mesh, nc::convex_pieces(tools_.tools[0]), {points[k], points[k]}, options).decision !=
           nc::Decision::gouge) {
      points[k].z -= 0.005;
    }
    const GougeReport r = run(points);
    EXPECT_EQ(r.verdict, GougeVerdict::findings);
    ASSERT_FALSE(r.findings.empty());
    const nc::Finding& f = r.findings[0];
    EXPECT_EQ(f.kind, FindingKind::gouge_cutter);
    const std::size_t line = 5 + k;
    EXPECT_LE(f.first.line, line);
    EXPECT_GE(f.last.line, line);
    EXPECT_LE(f.last.line - f.first.line, 1U) << "the planted point's two motions and no other";
    EXPECT_GT(f.lower, 0.03 - 1e-9);
  }
}

TEST_F(VerifyLaws, ReportsDoNotDependOnThreadsNorOnHowTheProgramIsGiven) {
  std::vector<Vec3> points = path_.points;
  for (std::size_t i = 0; i < points.size(); i += 17) points[i].z -= 0.2;
  nc::VerifyOptions options;
  options.threads = 1;
  const GougeReport one = run(points, options);
  EXPECT_GT(one.findings.size(), 3U);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    nc::Outcome outcome;
    const GougeReport many =
        nc::verify(text_of(points), "test.nc", test::started(), tools_, part_, {}, options, {}, &outcome);
    EXPECT_EQ(outcome.files.size(), 1U);
    ASSERT_EQ(many.findings.size(), one.findings.size());
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
      EXPECT_EQ(many.findings[i].message, one.findings[i].message);
      EXPECT_EQ(many.findings[i].upper, one.findings[i].upper);
      EXPECT_EQ(many.findings[i].place.line, one.findings[i].place.line);
    }
    EXPECT_EQ(many.depth_of_triangle, one.depth_of_triangle);
    EXPECT_EQ(many.lines.size(), one.lines.size());
  }
}

TEST_F(VerifyLaws, SplittingReversingAndMovingChangeNothing) {
  std::vector<Vec3> points = path_.points;
  for (std::size_t i = 5; i < points.size(); i += 23) points[i].z -= 0.15;
  const GougeReport plain = run(points);
  const auto same = [&](const GougeReport& r, const char* what) {
    EXPECT_EQ(r.verdict, plain.verdict) << what;
    EXPECT_NEAR(r.deepest_upper, plain.deepest_upper, 0.002) << what;
    EXPECT_NEAR(r.deepest_lower, plain.deepest_lower, 0.002) << what;
    EXPECT_EQ(r.undecided, 0U) << what;
  };
  std::vector<Vec3> split;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) {
      const Vec3 &a = points[i - 1], &b = points[i];
      split.push_back({(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2});
    }
    split.push_back(points[i]);
  }
  same(run(split), "split");
  same(run({points.rbegin(), points.rend()}), "reversed");
  // Turned about z by 90 degrees, and by an angle, and shifted: the part with the path.
  for (const double angle : {90.0, 33.0}) {
    const double c = std::cos(angle * M_PI / 180), s = std::sin(angle * M_PI / 180);
    const auto moved = [&](const Vec3& v) { return Vec3{c * v.x - s * v.y + 100, s * v.x + c * v.y - 40, v.z + 3}; };
    Mesh mesh = mesh_;
    for (Vec3& v : mesh.vertices) v = moved(v);
    std::vector<Vec3> there = points;
    for (Vec3& v : there) v = moved(v);
    const nc::Program program = test::program_of(text_of(there), test::started(100, -40, 80));
    same(nc::verify(program, tools_, test::body_of(mesh), {}), "moved");
  }
}

TEST_F(VerifyLaws, ConvexAndOtherMeshesAsToolsAgreeWithTheProfile) {
  // A square mill, 4 x 4.
  const Mesh cube = test::box_mesh({-2, -2, 0}, {2, 2, 12});
  Mesh notched = cube;  // the same with a point pushed in: not convex
  notched.vertices.push_back({0, 0, 9});
  notched.triangles.erase(notched.triangles.begin() + 2, notched.triangles.begin() + 4);  // its top
  notched.triangles.insert(notched.triangles.end(), {{4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}});
  for (const Mesh& shape : {cube, notched}) {
    nc::ToolLibrary tools;
    tools.meshes.push_back(nc::mesh_tool(shape));
    tools.meshes[0].number = 1;
    EXPECT_EQ(tools.meshes[0].convex, shape.vertices.size() == 8);
    const nc::CheckedBody block = test::body_of(test::block_mesh());
    const auto verdict = [&](const std::string& text, double clearance = 0) {
      nc::VerifyOptions options;
      options.clearance = clearance;
      return nc::verify(test::program_of("G21 G90\nT1 M6\n" + text), tools, block, {}, options);
    };
    EXPECT_EQ(verdict("G0 X-10 Y0\nG1 Z0 F100\nX10\nG0 Z50\n").verdict, GougeVerdict::clean);
    EXPECT_EQ(verdict("G0 X-10 Y0\nG1 Z-.009 F100\nX10\nG0 Z50\n").verdict, GougeVerdict::clean);
    const GougeReport deep = verdict("G0 X-10 Y0\nG1 Z-.03 F100\nX10\nG0 Z50\n");
    EXPECT_EQ(deep.verdict, GougeVerdict::findings);
    EXPECT_LE(deep.deepest_lower, 0.03 + 1e-9);
    EXPECT_GE(deep.deepest_upper, 0.03 - 1e-9);
    EXPECT_EQ(verdict("G0 X30 Y0\nG1 Z-5 F100\nX22\nY10\nG0 Z50\n").verdict, GougeVerdict::clean) << "along the wall";
    EXPECT_EQ(verdict("G0 X30 Y0\nG1 Z-5 F100\nX21\nG0 X30\nG0 Z50\n").verdict, GougeVerdict::findings);
    EXPECT_EQ(verdict("G0 X-10 Y0\nZ1\nX10\n", 0.9).verdict, GougeVerdict::clean);
    EXPECT_EQ(verdict("G0 X-10 Y0\nZ1\nX10\n", 1.1).verdict, GougeVerdict::findings);
    EXPECT_EQ(verdict("G0 X0 Y0\nG1 Z-9.5 F100\n").verdict, GougeVerdict::findings);
  }
}

TEST(VerifyRealPrograms, ThePairOfPlateAndProgram) {
  const char* data = std::getenv("GRAZE_DATA");
  if (data == nullptr) GTEST_SKIP() << "GRAZE_DATA is not set";
  // Points of a binary PLY of floats, which graze::io would read; this library does without.
  std::ifstream file(std::string(data) + "/nc/pair_plate/plate.ply", std::ios::binary);
  if (!file) GTEST_SKIP() << "no pair_plate in GRAZE_DATA";
  std::size_t vertices = 0, faces = 0;
  for (std::string line; std::getline(file, line) && line != "end_header";) {
    std::istringstream words(line);
    std::string element, what;
    words >> element >> what;
    if (element == "element") words >> (what == "vertex" ? vertices : faces);
  }
  Mesh mesh;
  for (std::size_t i = 0; i < vertices; ++i) {
    float p[3];
    file.read(reinterpret_cast<char*>(p), sizeof(p));
    mesh.vertices.push_back({p[0], p[1], p[2]});
  }
  for (std::size_t i = 0; i < faces; ++i) {
    file.get();
    std::int32_t t[3];
    file.read(reinterpret_cast<char*>(t), sizeof(t));
    mesh.triangles.push_back(
        {static_cast<std::uint32_t>(t[0]), static_cast<std::uint32_t>(t[1]), static_cast<std::uint32_t>(t[2])});
  }
  std::ifstream source(std::string(data) + "/nc/pair_plate/Op_Parallel_Internal_Exact.gcode");
  std::ostringstream text;
  text << source.rdbuf();
  nc::VerifyOptions options;
  options.first_tool = 1;
  const nc::ToolLibrary tools = test::library_of(test::flat_tool(3, 12));
  const nc::CheckedBody part = test::body_of(mesh);
  const GougeReport r = nc::verify(text.str(), "plate", test::started(), tools, part, {}, options);
  EXPECT_EQ(r.verdict, GougeVerdict::clean) << r.proved;
  EXPECT_EQ(r.clean, 2096U);
  // 30 um lower it is not, and the floor of the pocket is where.
  nc::Options lower = test::started();
  lower.work_offsets[1] = {0, 0, -0.03, 0, 0, 0};
  EXPECT_EQ(nc::verify(text.str(), "plate", lower, tools, part, {}, options).verdict, GougeVerdict::findings);
}

}  // namespace
}  // namespace graze
