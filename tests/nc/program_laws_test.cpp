// SPDX-License-Identifier: Apache-2.0
// Splitting and reversing all motions of a program, arcs and drilling included, and moving them together with the part,
// change neither verdicts nor depths.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "nc/program_sources.h"
#include "support/scale.h"

namespace graze::test::planted {
namespace {

/// Motions as text again: all axes, arcs by their centres.
class Writer {
 public:
  Writer(const nc::Program& program, const std::vector<Motion>& motions) {
    out_.precision(10);
    out_ << std::fixed << "G21 G90 G17 G91.1 F100\n";
    const bool tcp =
        std::any_of(program.setups.begin(), program.setups.end(), [](const nc::Setup& s) { return s.tcp; });
    if (tcp) {  // from high above: turning it on forgets where the tool is, unless the rotary axes are at 0
      out_ << "M428\nG0";
      axes(motions.front().start, tcp);
    }
    for (const Motion& m : motions) {
      if (m.kind == MotionKind::arc) {
        arc(m);
      } else {
        out_ << (m.kind == MotionKind::rapid ? "G0" : "G1");
        axes(m.end, tcp);
      }
    }
    out_ << "M2\n";
  }
  std::string text() const { return out_.str(); }

 private:
  void axes(const nc::Axes& a, bool rotary) {
    for (std::size_t i = 0; i < (rotary ? 6 : 3); ++i) {
      if (i != 4) out_ << ' ' << "XYZABC"[i] << a.value[i];
    }
    out_ << '\n';
  }
  void arc(const Motion& m) {
    const auto plane = static_cast<std::size_t>(m.plane);
    out_ << "G" << 17 + plane << (m.sweep > 0 ? " G3" : " G2");
    for (std::size_t i = 0; i < 3; ++i) out_ << ' ' << "XYZ"[i] << m.end.value[i];
    for (std::size_t k = 0; k < 2; ++k) {
      out_ << ' ' << "IJK"[kAxesOfPlane[plane][k]] << m.centre[k] - m.start.value[kAxesOfPlane[plane][k]];
    }
    if (std::abs(m.turns) > 1) out_ << " P" << std::abs(m.turns);
    out_ << '\n';
  }
  std::ostringstream out_;
};

std::vector<Motion> split(const std::vector<Motion>& motions) {
  std::vector<Motion> out;
  for (const Motion& m : motions) {
    Motion a = m, b = m;
    for (std::size_t i = 0; i < nc::kAxes; ++i) a.end.value[i] = (m.start.value[i] + m.end.value[i]) / 2;
    if (m.kind == MotionKind::arc) {
      const auto& axes = kAxesOfPlane[static_cast<std::size_t>(m.plane)];
      const double x = m.start.value[axes[0]] - m.centre[0], y = m.start.value[axes[1]] - m.centre[1];
      const double angle = std::atan2(y, x) + m.sweep / 2, radius = std::hypot(x, y);
      a.end.value[axes[0]] = m.centre[0] + radius * std::cos(angle);
      a.end.value[axes[1]] = m.centre[1] + radius * std::sin(angle);
      a.sweep = b.sweep = m.sweep / 2;
      const int turns = static_cast<int>(std::ceil(std::abs(a.sweep) / (2 * M_PI) - 1e-6));
      a.turns = b.turns = m.sweep > 0 ? turns : -turns;
    }
    b.start = a.end;
    out.push_back(a);
    out.push_back(b);
  }
  return out;
}

std::vector<Motion> reversed(const std::vector<Motion>& motions) {
  std::vector<Motion> out(motions.rbegin(), motions.rend());
  for (Motion& m : out) {
    std::swap(m.start, m.end);
    m.sweep = -m.sweep;
    m.turns = -m.turns;
  }
  return out;
}

/// Turned about z, unless there are arcs in other planes than XY, and shifted.
struct Placement {
  double cosine, sine;
  Vec3 shift;
  Vec3 operator()(const Vec3& p) const {
    return {cosine * p.x - sine * p.y + shift.x, sine * p.x + cosine * p.y + shift.y, p.z + shift.z};
  }
};

std::vector<Motion> placed(std::vector<Motion> motions, const Placement& to) {
  for (Motion& m : motions) {
    for (nc::Axes* axes : {&m.start, &m.end}) {
      const Vec3 p = to({axes->value[0], axes->value[1], axes->value[2]});
      axes->value = {p.x, p.y, p.z};
    }
    const auto& axes = kAxesOfPlane[static_cast<std::size_t>(m.plane)];
    std::array<double, 3> about{};
    about[axes[0]] = m.centre[0];
    about[axes[1]] = m.centre[1];
    const Vec3 c = to({about[0], about[1], about[2]});
    about = {c.x, c.y, c.z};
    m.centre = {about[axes[0]], about[axes[1]]};
  }
  return motions;
}

/// Waves, their troughs 0.1 mm above the lowest points of the motions.
Mesh waves(const std::vector<Motion>& motions) {
  Vec3 low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
  for (const Motion& m : motions) {
    low = {std::min(low.x, m.end.value[0]), std::min(low.y, m.end.value[1]), std::min(low.z, m.end.value[2])};
    high = {std::max(high.x, m.end.value[0]), std::max(high.y, m.end.value[1]), 0};
  }
  const int n = 48;
  const double beyond = 25, wide = high.x - low.x + 2 * beyond, deep = high.y - low.y + 2 * beyond;
  Mesh mesh;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double x = low.x - beyond + wide * i / n, y = low.y - beyond + deep * j / n;
      mesh.vertices.push_back({x, y, low.z + 0.4 + 0.3 * std::sin(0.9 * i) * std::cos(0.8 * j)});
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

TEST(ProgramLaws, SplittingReversingAndMovingChangeNothing) {
  for (const Source& source : sources()) {
    SCOPED_TRACE(source.name);
    const nc::Program program = read(source.text, source.name);
    ASSERT_TRUE(program.complete());
    const nc::VerifyOptions options = options_of(program);
    std::vector<Motion> motions;
    for (const Motion& m : program.path) {
      if (m.start.has_xyz() && m.end.has_xyz()) motions.push_back(m);
    }
    const std::size_t most = static_cast<std::size_t>(scaled(400));
    if (motions.size() > most) {  // the lowest are among them
      const auto deepest = std::min_element(motions.begin(), motions.end(), [](const Motion& a, const Motion& b) {
        return a.end.value[2] < b.end.value[2];
      });
      const auto middle = static_cast<std::size_t>(deepest - motions.begin());
      const std::size_t first = std::min(middle - std::min(middle, most / 2), motions.size() - most);
      motions = {motions.begin() + static_cast<std::ptrdiff_t>(first),
                 motions.begin() + static_cast<std::ptrdiff_t>(first + most)};
    }
    const Mesh mesh = waves(motions);
    const nc::ToolLibrary tools = library_of(ball_tool(2 * kRadius, 6));
    const auto run = [&](const std::vector<Motion>& list, const Mesh& part) {
      const nc::Program again =
          read(Writer(program, list).text(), "again", options.machine ? high_above() : list.front().start);
      EXPECT_TRUE(again.complete());
      return nc::verify(again, tools, body_of(part), {}, options);
    };
    const GougeReport plain = run(motions, mesh);
    EXPECT_EQ(plain.verdict, GougeVerdict::findings) << plain.proved;
    EXPECT_EQ(plain.undecided, 0U);
    const auto same = [&](const GougeReport& r, const char* what) {
      EXPECT_EQ(r.verdict, plain.verdict) << what << ": " << r.proved;
      EXPECT_LE(r.deepest_lower, plain.deepest_upper + 1e-6) << what;
      EXPECT_LE(plain.deepest_lower, r.deepest_upper + 1e-6) << what;
      EXPECT_NEAR(r.deepest_lower, plain.deepest_lower, 0.003) << what;
      EXPECT_EQ(r.undecided, 0U) << what;
    };
    same(run(split(motions), mesh), "split");
    const GougeReport back = run(reversed(motions), mesh);
    same(back, "reversed");
    if (options.machine) continue;
    const bool flat = std::all_of(motions.begin(), motions.end(), [](const Motion& m) {
      return m.kind != MotionKind::arc || m.plane == nc::Plane::xy;
    });
    for (const double angle : {0.0, 90.0, 33.0}) {
      if (!flat && angle != 0) continue;
      const Placement to{std::cos(angle * M_PI / 180), std::sin(angle * M_PI / 180), {40, -60, 7}};
      Mesh there = mesh;
      for (Vec3& v : there.vertices) v = to(v);
      same(run(placed(motions, to), there), "moved");
    }
  }
}

}  // namespace
}  // namespace graze::test::planted
