// SPDX-License-Identifier: Apache-2.0
// Kinematic chains: poses by hand, files, limits, and how far tools leave the chords of their ways.
#include "graze/nc/machine.h"

#include <gtest/gtest.h>

#include <cmath>

#include "nc/machine/tool_path.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::nc {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

Axes axes_of(double x, double y, double z, double a, double b, double c) {
  Axes axes;
  axes.value = {x, y, z, a, b, c};
  axes.known = 63;
  return axes;
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

Vec3 minus(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double length(const Vec3& a) { return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

std::string error_of(const std::string& json) {
  try {
    read_machine(json, "m.json");
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Machine, PosesByHand) {
  const Kinematics trt = machine_preset("xyzac-trt");
  // The table tilts by -90 about x: the part's -y side looks up.
  ToolPose pose = tool_pose(forward(trt, axes_of(1, 2, 3, -90, 0, 0), Interpolation::machine));
  expect_near(pose.tip, {1, -3, 2});
  expect_near(pose.axis, {0, -1, 0});
  pose = tool_pose(forward(trt, axes_of(1, 2, 3, -90, 0, 90), Interpolation::machine));
  expect_near(pose.tip, {-3, -1, 2});
  expect_near(pose.axis, {-1, 0, 0});
  pose = tool_pose(forward(trt, axes_of(1, 2, 3, -90, 0, 90), Interpolation::tcp));
  expect_near(pose.tip, {1, 2, 3});
  expect_near(pose.axis, {-1, 0, 0});
  // ISO's directions are the others.
  pose = tool_pose(forward(machine_preset("xyzac"), axes_of(1, 2, 3, 90, 0, -90), Interpolation::machine));
  expect_near(pose.tip, {-3, -1, 2});
  pose = tool_pose(forward(machine_preset("xyzb"), axes_of(0, 0, 5, 0, 90, 0), Interpolation::machine));
  expect_near(pose.tip, {5, 0, 0});
  expect_near(pose.axis, {1, 0, 0});
  // A head 50 above the gauge point, a tool of 100: the tip swings about a pivot 150 above it.
  const Kinematics head = machine_preset("xyzbc-head", 50);
  pose = tool_pose(forward(head, axes_of(10, 20, 30, 0, 90, 0), Interpolation::machine, 100));
  expect_near(pose.tip, {10 - 150, 20, 180});
  expect_near(pose.axis, {1, 0, 0});
  pose = tool_pose(forward(head, axes_of(10, 20, 30, 0, 90, 90), Interpolation::machine, 100));
  expect_near(pose.tip, {10, 20 - 150, 180});
  expect_near(pose.axis, {0, 1, 0});
  // Mixed: the head tilts in the machine's frame, then the table has turned.
  pose = tool_pose(
      forward(machine_preset("xyzbc-mixed", 50), axes_of(10, 20, 30, 0, 90, 90), Interpolation::machine, 100));
  expect_near(pose.tip, {-20, 10 - 150, 180});
  expect_near(pose.axis, {0, 1, 0});
}

/// The table moved as a thing: the tip, which stands still, seen from it.
TEST(Machine, OffsetsOfATiltingTable) {
  Kinematics machine = machine_preset("xyzac-trt");
  const Vec3 c_at{3, -4, 0}, a_at{0, 7, -11};
  machine.chain[0].point = c_at;
  machine.chain[1].point = a_at;
  test::SoupRandom random(4);
  for (int i = 0; i < 100; ++i) {
    const Axes axes = axes_of(random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(-50, 50),
                              random.uniform(-180, 180), 0, random.uniform(-400, 400));
    const double a = kDegree * axes.value[3], c = kDegree * axes.value[5];
    // A point q of the part goes with C first, which A carries.
    const ToolPose pose = tool_pose(forward(machine, axes, Interpolation::machine));
    const Vec3 q = pose.tip;
    const Vec3 p{c_at.x + std::cos(c) * (q.x - c_at.x) - std::sin(c) * (q.y - c_at.y),
                 c_at.y + std::sin(c) * (q.x - c_at.x) + std::cos(c) * (q.y - c_at.y), q.z};
    const Vec3 at{p.x, a_at.y + std::cos(a) * (p.y - a_at.y) - std::sin(a) * (p.z - a_at.z),
                  a_at.z + std::sin(a) * (p.y - a_at.y) + std::cos(a) * (p.z - a_at.z)};
    expect_near(at, {axes.value[0], axes.value[1], axes.value[2]}, 1e-11);
    expect_near(pose.axis, {std::sin(c) * std::sin(a), std::cos(c) * std::sin(a), std::cos(a)});
  }
}

TEST(Machine, EveryPresetIsRigidAndStandsUprightAtZero) {
  for (const std::string_view name : machine_presets()) {
    const Kinematics machine = machine_preset(name, 40);
    EXPECT_NO_THROW(validate(machine));
    for (const Interpolation how : {Interpolation::machine, Interpolation::tcp}) {
      const ToolPose zero = tool_pose(forward(machine, axes_of(1, 2, 3, 0, 0, 0), how, 70));
      expect_near(zero.tip, {1, 2, 3});
      expect_near(zero.axis, {0, 0, 1});
      EXPECT_TRUE(is_rigid(forward(machine, axes_of(1, 2, 3, 30, 40, 50), how, 70)));
    }
  }
  EXPECT_THROW(machine_preset("xyzq"), Error);
}

TEST(Machine, RefusesWhatIsNotKnown) {
  const Kinematics head = machine_preset("xyzbc-head"), table = machine_preset("xyzac-trt");
  const Axes axes = axes_of(0, 0, 0, 10, 10, 10);
  EXPECT_TRUE(needs_gauge(head, Interpolation::machine));
  EXPECT_FALSE(needs_gauge(head, Interpolation::tcp));
  EXPECT_FALSE(needs_gauge(table, Interpolation::machine));
  EXPECT_THROW(forward(head, axes, Interpolation::machine), std::invalid_argument);
  EXPECT_NO_THROW(forward(head, axes, Interpolation::tcp));
  Axes unknown = axes;
  unknown.forget(5);
  EXPECT_THROW(forward(table, unknown, Interpolation::tcp), std::invalid_argument);
  unknown = axes;
  unknown.forget(4);  // the machine has no B
  EXPECT_NO_THROW(forward(table, unknown, Interpolation::tcp));
  Axes nan = axes;
  nan.value[3] = std::nan("");
  EXPECT_THROW(forward(table, nan, Interpolation::tcp), std::invalid_argument);
}

constexpr const char* kFile = R"({
  "format": "graze-machine", "version": 1, "unit": "mm", "name": "a trunnion",
  "chain": [
    {"axis": "C", "on": "table", "direction": [0, 0, 1], "point": [1, 2, 0], "sign": -1},
    {"axis": "A", "type": "rotary", "on": "table", "direction": [2, 0, 0], "point": [0, 5, 6], "sign": -1,
     "min": -110, "max": 20},
    {"axis": "X", "on": "head", "direction": [1, 0, 0]},
    {"axis": "Y", "on": "head", "direction": [0, 1, 0]},
    {"axis": "Z", "on": "head", "direction": [0, 0, 1], "min": -10}
  ]
})";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kFile;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Machine, Files) {
  const Kinematics machine = read_machine(kFile, "m.json");
  EXPECT_EQ(machine.name, "a trunnion");
  Kinematics same = machine_preset("xyzac-trt");
  same.chain[0].point = {1, 2, 0};
  same.chain[1].point = {0, 5, 6};
  const Axes axes = axes_of(9, -8, 7, -33, 0, 44);
  const Pose a = forward(machine, axes, Interpolation::machine), b = forward(same, axes, Interpolation::machine);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(a.r[i], b.r[i]);
  EXPECT_EQ(a.t, b.t);
  const Kinematics inches = read_machine(with("\"mm\"", "\"inch\""), "m.json");
  expect_near(inches.chain[1].point, {0, 5 * 25.4, 6 * 25.4});
  EXPECT_EQ(inches.chain[1].low, -110);
  EXPECT_EQ(inches.chain[4].low, -254);

  EXPECT_FALSE(beyond_limits(machine, axes, Interpolation::machine));
  EXPECT_EQ(beyond_limits(machine, axes_of(0, 0, 0, 21, 0, 0), Interpolation::tcp),
            "axis A at 21 is beyond its limits, -110 to 20");
  EXPECT_TRUE(beyond_limits(machine, axes_of(0, 0, -11, 0, 0, 0), Interpolation::machine));
  EXPECT_FALSE(beyond_limits(machine, axes_of(0, 0, -11, 0, 0, 0), Interpolation::tcp));
}

TEST(Machine, BadFilesSayWhatAndWhere) {
  EXPECT_EQ(error_of(with("\"version\": 1", "\"version\": 2")), "m.json:1: version 1 is known");
  EXPECT_EQ(error_of(with("\"mm\"", "\"ell\"")), "m.json:1: unknown unit \"ell\"; \"mm\" or \"inch\"");
  EXPECT_EQ(error_of(with("\"axis\": \"X\"", "\"axis\": \"U\"")),
            "m.json:7: \"axis\" is one of X Y Z A B C, not \"U\"");
  EXPECT_EQ(error_of(with("\"axis\": \"X\"", "\"axis\": \"Y\"")), "m.json:3: axis Y: is there twice");
  EXPECT_EQ(error_of(with("[2, 0, 0]", "[0, 0, 0]")), "m.json:3: axis A: its direction is no direction");
  EXPECT_EQ(error_of(with("[2, 0, 0]", "[2, 0]")), "m.json:5: a vector must be [x, y, z]");
  EXPECT_EQ(error_of(with("\"point\": [1, 2, 0], ", "")), "m.json:4: no \"point\" that the rotary axis goes through");
  EXPECT_EQ(error_of(with("\"sign\": -1}", "\"sign\": -2}")), "m.json:4: \"sign\" is 1 or -1");
  EXPECT_EQ(error_of(with("\"min\": -110", "\"min\": 30")), "m.json:3: axis A: its lower limit is above the upper one");
  EXPECT_EQ(error_of(with("\"direction\": [0, 1, 0]", "\"direction\": [1, 1, 0], \"colour\": 1")),
            "m.json:8: \"colour\" is not known here");
  EXPECT_EQ(error_of(with("[0, 1, 0]", "[1, 0, 0]")), "m.json:3: axis Z: X, Y and Z lie in one plane");
  EXPECT_EQ(error_of(with("\"X\", \"on\": \"head\"", "\"X\", \"on\": \"floor\"")),
            "m.json:7: \"on\" is \"table\" or \"head\", not \"floor\"");
  EXPECT_EQ(error_of(with("\"type\": \"rotary\"", "\"type\": \"linear\"")),
            "m.json:5: axis A is rotary, not \"linear\"");
  EXPECT_FALSE(error_of("[1]").empty());
  EXPECT_FALSE(error_of("{").empty());
}

/// Programs for the machine's axes and for the tool's centre that mean the same at the ends of blocks.
TEST(Machine, TcpAndMachineAgreeAtTheEndsOfBlocks) {
  test::SoupRandom random(7);
  for (const char* const name : {"xyzac-trt", "xyzbc-head", "xyzbc-mixed", "xyza"}) {
    const Kinematics machine = machine_preset(name, 60);
    for (int i = 0; i < 50; ++i) {
      TurningMove tcp, plain;
      tcp.interpolation = Interpolation::tcp;
      Axes* const ends[4] = {&tcp.start, &plain.start, &tcp.end, &plain.end};
      for (int k = 0; k < 4; k += 2) {
        Axes& at = *ends[k];
        at = axes_of(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-90, 90),
                     random.uniform(-90, 90), random.uniform(-90, 90));
        // forward is a translation in X Y Z with a rotation before it: where do they have to be?
        const Vec3 tip{at.value[0], at.value[1], at.value[2]};
        Axes zero = at;
        zero.value[0] = zero.value[1] = zero.value[2] = 0;
        const Vec3 from = forward(machine, zero, Interpolation::machine, 80).t;
        Axes& to = *ends[k + 1];
        to = zero;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          Axes one = zero;
          one.value[axis] = 1;
          const Vec3 d = minus(forward(machine, one, Interpolation::machine, 80).t, from), way = minus(tip, from);
          to.value[axis] = dot(d, way);  // orthonormal
        }
      }
      for (const double t : {0.0, 1.0}) {
        const ToolPose a = pose_at(machine, tcp, t, 80), b = pose_at(machine, plain, t, 80);
        expect_near(a.tip, b.tip, 1e-10);
        expect_near(a.axis, b.axis, 1e-12);
      }
      const ToolPose slerp_end = [&] {
        TurningMove slerp = tcp;
        slerp.interpolation = Interpolation::tcp_slerp;
        return pose_at(machine, slerp, 1, 80);
      }();
      expect_near(slerp_end.axis, pose_at(machine, tcp, 1, 80).axis, 1e-12);
    }
  }
}

TEST(Machine, NoPointIsFartherFromItsChordThanTheBound) {
  test::SoupRandom random(11);
  double tightest = 0;
  for (int i = 0; i < test::scaled(2000); ++i) {
    const auto names = machine_presets();
    const Kinematics machine = machine_preset(names[static_cast<std::size_t>(i) % names.size()], random.uniform(0, 80));
    TurningMove move;
    const double span = random.chance(0.5) ? 5 : 90;
    const auto far = [&] { return random.uniform(-60, 60); };
    move.start = axes_of(far(), far(), far(), 3 * far(), 3 * far(), 3 * far());
    move.end = move.start;
    for (std::size_t k = 0; k < 6; ++k) move.end.value[k] += random.uniform(-span, span);
    move.interpolation = static_cast<Interpolation>(random.below(3));
    if (random.chance(0.3)) {
      move.arc = true;
      move.plane = static_cast<Plane>(random.below(3));
      move.centre = {far(), far()};
      const std::size_t first = move.plane == Plane::xy ? 0 : move.plane == Plane::zx ? 2 : 1, second = (first + 1) % 3;
      const auto turn = [&](const Axes& at) {
        return std::atan2(at.value[second] - move.centre[1], at.value[first] - move.centre[0]);
      };
      move.sweep = turn(move.end) - turn(move.start);
    }
    const double r = random.uniform(0, 9), low = random.uniform(0, 30);
    const ConvexPiece piece{Part::cutting, low, r, low + random.uniform(0, 60), random.uniform(0, 9), 1};
    const detail::ToolPath path(machine, move, 70);
    const double t0 = random.uniform(0, 0.9), t1 = random.uniform(t0, 1);
    const double bound = path.deviation(t0, t1, piece);
    // By support functions: at each time, in each direction, the core reaches no farther than its ends do in between.
    const auto extent = [&](double t, const Vec3& d) {
      const ToolPose pose = path.at(t);
      const double along = dot(d, pose.axis), across = std::sqrt(std::max(0.0, 1 - along * along));
      return dot(d, pose.tip) + std::max(across * piece.r0 + along * piece.z0, across * piece.r1 + along * piece.z1);
    };
    double most = 0;
    for (int n = 0; n < 12; ++n) {
      Vec3 d = random.in_cube(1);
      d = {d.x / length(d), d.y / length(d), d.z / length(d)};
      const double first = extent(t0, d), last = extent(t1, d);
      for (int k = 1; k < 8; ++k) {
        const double s = k / 8.0;
        most = std::max(most, extent(t0 + s * (t1 - t0), d) - (first + s * (last - first)));
      }
    }
    ASSERT_LE(most, bound + 1e-11) << machine.name << ' ' << i;
    if (bound > 0) tightest = std::max(tightest, most / bound);
  }
  EXPECT_GT(tightest, 0.5);  // so that it is worth something
}

}  // namespace
}  // namespace graze::nc
