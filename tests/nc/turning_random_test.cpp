// SPDX-License-Identifier: Apache-2.0
// Random tools, parts, machines and motions, against points of the tool at many times: none is deeper than the upper
// bound, and one is as deep as the lower. GRAZE_NC_CASES sets how many of each kind of piece.
#include <gtest/gtest.h>

#include <sstream>

#include "graze/nc/turning.h"
#include "graze/solid.h"
#include "nc/check/part_data.h"
#include "nc/random_tools.h"

namespace graze::test {
namespace {

using nc::Interpolation;
using nc::Kinematics;
using nc::TurningCheck;
using nc::TurningMove;
using nc::TurningPart;

constexpr double kGauge = 20;

struct TurningCase {
  Kinematics machine;
  Mesh mesh;
  nc::ConvexPiece piece;
  TurningMove move;
};

Vec3 place_at(const TurningCase& c, const ToolPoint& p) {
  const nc::ToolPose pose = nc::pose_at(c.machine, c.move, p.t, kGauge);
  const Vec3& u = pose.axis;
  const Vec3 e = std::abs(u.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  Vec3 a{u.y * e.z - u.z * e.y, u.z * e.x - u.x * e.z, u.x * e.y - u.y * e.x};
  const double n = std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
  a = {a.x / n, a.y / n, a.z / n};
  const Vec3 b{u.y * a.z - u.z * a.y, u.z * a.x - u.x * a.z, u.x * a.y - u.y * a.x};
  const nc::ConvexPiece& k = c.piece;
  const double z = k.z0 + p.axis * (k.z1 - k.z0), r = p.radius * (k.r0 + p.axis * (k.r1 - k.r0));
  const double s = std::sqrt(std::max(0.0, 1 - p.polar * p.polar)), ball = p.ball * k.rounding;
  const double x = r * std::cos(p.turn) + ball * s * std::cos(p.around);
  const double y = r * std::sin(p.turn) + ball * s * std::sin(p.around), h = z + ball * p.polar;
  return {pose.tip.x + x * a.x + y * b.x + h * u.x, pose.tip.y + x * a.y + y * b.y + h * u.y,
          pose.tip.z + x * a.z + y * b.z + h * u.z};
}

/// A tetrahedron put where some point of the tool goes by, nearly touching it, or goes in.
TurningCase turning_case(int kind, std::uint64_t seed) {
  SoupRandom random(seed);
  TurningCase c;
  const auto names = nc::machine_presets();
  c.machine = nc::machine_preset(names[1 + static_cast<std::size_t>(random.below(static_cast<int>(names.size()) - 1))],
                                 random.uniform(0, 10));
  for (int i = 0; i < 4; ++i) c.mesh.vertices.push_back(random.in_cube(4));
  c.mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  auto& v = c.mesh.vertices;
  const auto minus = [](const Vec3& a, const Vec3& b) { return Vec3{a.x - b.x, a.y - b.y, a.z - b.z}; };
  const Vec3 a = minus(v[1], v[0]), b = minus(v[2], v[0]), d = minus(v[3], v[0]);
  const double volume = a.x * (b.y * d.z - b.z * d.y) - a.y * (b.x * d.z - b.z * d.x) + a.z * (b.x * d.y - b.y * d.x);
  if (volume < 0) {
    for (Triangle& t : c.mesh.triangles) std::swap(t[1], t[2]);
  }
  c.piece = random_piece(kind, random);
  const double way = random.chance(0.5) ? 0.2 : 2, angle = random.chance(0.5) ? 1 : 30;
  for (std::size_t k = 0; k < 6; ++k) {
    const double from = k < 3 ? random.uniform(-5, 5) : random.uniform(-120, 120);
    c.move.start.value[k] = from;
    c.move.end.value[k] = from + (k < 3 ? random.uniform(-way, way) : random.uniform(-angle, angle));
  }
  c.move.start.known = c.move.end.known = 63;
  c.move.interpolation = static_cast<Interpolation>(random.below(3));
  if (random.chance(0.2)) {
    c.move.arc = true;
    c.move.plane = static_cast<nc::Plane>(random.below(3));
    const std::size_t one = c.move.plane == nc::Plane::xy ? 0 : c.move.plane == nc::Plane::zx ? 2 : 1;
    const std::size_t two = (one + 1) % 3;
    c.move.centre = {c.move.start.value[one] + random.uniform(1, 3), c.move.start.value[two]};
    c.move.sweep = random.uniform(-2, 2);
    const double r = c.move.centre[0] - c.move.start.value[one];
    c.move.end.value[one] = c.move.centre[0] - r * std::cos(c.move.sweep);
    c.move.end.value[two] = c.move.centre[1] - r * std::sin(c.move.sweep);
  }
  ToolPoint p = moved({}, 1, random);
  p.radius = p.ball = 1;
  const Triangle& t = c.mesh.triangles[static_cast<std::size_t>(random.below(4))];
  const double u = random.chance(0.3) ? 0 : random.uniform(), w = random.chance(0.3) ? 0 : (1 - u) * random.uniform();
  const Vec3 on_tool = place_at(c, p), off = random.in_cube(random.chance(0.5) ? 0.02 : random.chance(0.4) ? 3 : 0.3);
  const Vec3 shift{v[t[0]].x + u * (v[t[1]].x - v[t[0]].x) + w * (v[t[2]].x - v[t[0]].x) + off.x - on_tool.x,
                   v[t[0]].y + u * (v[t[1]].y - v[t[0]].y) + w * (v[t[2]].y - v[t[0]].y) + off.y - on_tool.y,
                   v[t[0]].z + u * (v[t[1]].z - v[t[0]].z) + w * (v[t[2]].z - v[t[0]].z) + off.z - on_tool.z};
  for (Vec3& x : v) x = minus(x, shift);
  return c;
}

TurningCheck check_case(const TurningCase& c, const TurningMove& move) {
  nc::TurningOptions options;
  options.gauge = kGauge;
  const TurningPart part(Model::build(c.mesh), nc::Surface::closed);
  return check_turning(part, c.machine, {&c.piece, 1}, {&move, 1}, options)[0];
}

/// The deepest of many points, then of ever closer ones.
double deepest_sample(const TurningCase& c, const SignedDistance& field, SoupRandom& random, int points) {
  double deepest = -1e300;
  ToolPoint best;
  double spread = 1;
  for (int i = 0; i < points; ++i) {
    if (i == points / 2) spread = 0.3;
    if (i > points / 2) spread *= std::pow(1e-4, 2.0 / points);
    ToolPoint p = moved(i < points / 2 ? ToolPoint{} : best, spread, random);
    if (random.chance(0.5)) p.ball = 1;
    if (random.chance(0.5)) p.radius = 1;
    const double depth = -field.at(place_at(c, p));
    if (depth > deepest) {
      deepest = depth;
      best = p;
    }
  }
  return deepest;
}

TEST(TurningRandom, NoPointIsDeeperThanTheUpperBoundAndOneAsDeepAsTheLower) {
  for (int kind = 0; kind < 6; ++kind) {
    int gouges = 0, clean = 0, undecided = 0;
    std::ostringstream last;
    for (int i = 0; i < cases_a_kind(40); ++i) {
      const auto seed = static_cast<std::uint64_t>(1000003 * kind + i);
      const TurningCase c = turning_case(kind, seed);
      const SignedDistance field(Model::build(c.mesh), Sign::closed);
      const TurningCheck check = check_case(c, c.move);
      SoupRandom random(seed + 77);
      double sampled = deepest_sample(c, field, random, 600);
      // Not found yet, or not there? Few cases need more points.
      for (int more = 0; more < 6 && check.lower > sampled + 0.02; ++more) {
        sampled = std::max(sampled, deepest_sample(c, field, random, 20000));
      }
      ASSERT_LE(sampled, check.upper + 1e-9) << kind << ' ' << seed;
      ASSERT_LE(check.lower, check.upper + 1e-9) << kind << ' ' << seed;
      ASSERT_LE(check.lower, sampled + 0.02) << kind << ' ' << seed;
      ASSERT_TRUE(check.decision != nc::Decision::clean || check.upper <= 0.01) << kind << ' ' << seed;
      ASSERT_TRUE(check.decision != nc::Decision::gouge || check.lower > 0.01) << kind << ' ' << seed;
      gouges += check.decision == nc::Decision::gouge ? 1 : 0;
      clean += check.decision == nc::Decision::clean ? 1 : 0;
      if (check.decision == nc::Decision::undecided) {
        ++undecided;
        last << seed << ": " << check.lower << " .. " << check.upper << ' ' << sampled << '\n';
      }
    }
    RecordProperty("undecided_" + std::to_string(kind), undecided);
    EXPECT_GT(gouges, cases_a_kind(40) / 4);
    EXPECT_GT(clean, cases_a_kind(40) / 20);
    // Edges along a motion and a depth within some percent of the tolerance.
    EXPECT_LE(undecided, 1 + cases_a_kind(40) / 50) << kind << ' ' << last.str();
  }
}

bool may_agree(const nc::MoveCheck& a, const nc::MoveCheck& b) {
  return a.lower <= b.upper + 1e-7 && b.lower <= a.upper + 1e-7;
}

bool contradict(nc::Decision a, nc::Decision b) {
  return a != b && a != nc::Decision::undecided && b != nc::Decision::undecided;
}

TEST(TurningRandom, SplittingReversingAndMovingChangeNothing) {
  int undecided = 0;
  for (int i = 0; i < scaled(120); ++i) {
    TurningCase c = turning_case(i % 6, static_cast<std::uint64_t>(900000 + i));
    const TurningCheck whole = check_case(c, c.move);
    undecided += whole.decision == nc::Decision::undecided ? 1 : 0;
    TurningMove back = c.move;
    std::swap(back.start, back.end);
    back.sweep = -back.sweep;
    const TurningCheck reversed = check_case(c, back);
    ASSERT_FALSE(contradict(whole.decision, reversed.decision)) << i;
    ASSERT_TRUE(may_agree(whole, reversed)) << i;
    if (!c.move.arc && c.move.interpolation != Interpolation::tcp_slerp) {
      TurningMove first = c.move, second = c.move;
      for (std::size_t k = 0; k < 6; ++k) {
        first.end.value[k] = second.start.value[k] =
            c.move.start.value[k] + (c.move.end.value[k] - c.move.start.value[k]) / 3;
      }
      const TurningCheck a = check_case(c, first), b = check_case(c, second);
      nc::MoveCheck both;
      both.lower = std::max(a.lower, b.lower);
      both.upper = std::max(a.upper, b.upper);
      ASSERT_TRUE(may_agree(whole, both)) << i;
      const bool found = a.decision == nc::Decision::gouge || b.decision == nc::Decision::gouge;
      ASSERT_FALSE(found && whole.decision == nc::Decision::clean) << i;
    }
    // The same turned about z and moved, with tool-centre-point control of a head whose C comes first.
    c.machine = nc::machine_preset("xyzbc-head");
    c.move.arc = false;
    c.move.interpolation = i % 2 != 0 ? Interpolation::tcp : Interpolation::tcp_slerp;
    const TurningCheck here = check_case(c, c.move);
    const double angle = 0.37 * i;
    const Pose pose = pose_from_quaternion(std::cos(angle / 2), 0, 0, std::sin(angle / 2), {3, -7, 11});
    for (Vec3& v : c.mesh.vertices) v = place(pose, v);
    for (nc::Axes* const end : {&c.move.start, &c.move.end}) {
      const Vec3 p = place(pose, {end->value[0], end->value[1], end->value[2]});
      end->value = {p.x, p.y, p.z, end->value[3], end->value[4], end->value[5] + angle * 180 / 3.14159265358979323846};
    }
    const TurningCheck there = check_case(c, c.move);
    ASSERT_FALSE(contradict(here.decision, there.decision)) << i;
    ASSERT_TRUE(may_agree(here, there)) << i << ' ' << here.lower << ' ' << here.upper << ' ' << there.lower;
  }
  EXPECT_LE(undecided, 1 + scaled(120) / 50);
}

/// Hills of 2 x 30 x 30 triangles.
Mesh hills(SoupRandom& random) {
  Mesh mesh;
  for (int y = 0; y <= 30; ++y) {
    for (int x = 0; x <= 30; ++x) mesh.vertices.push_back({0.5 * x, 0.5 * y, random.uniform(0, 0.3)});
  }
  for (std::uint32_t y = 0; y < 30; ++y) {
    for (std::uint32_t x = 0; x < 30; ++x) {
      const std::uint32_t a = 31 * y + x;
      mesh.triangles.push_back({a, a + 1, a + 32});
      mesh.triangles.push_back({a, a + 32, a + 31});
    }
  }
  return mesh;
}

std::vector<TurningMove> wander(SoupRandom& random, int count, double turning) {
  std::vector<TurningMove> moves;
  nc::Axes at;
  at.value = {7, 7, 0.3, -20, 0, 35};
  at.known = 63;
  for (int i = 0; i < count; ++i) {
    TurningMove move;
    move.interpolation = Interpolation::tcp;
    move.start = at;
    for (std::size_t k = 0; k < 2; ++k) {
      at.value[k] = std::clamp(at.value[k] + random.uniform(-0.3, 0.3), 3.0, 12.0);
    }
    at.value[2] = 0.28 + random.uniform(-0.02, 0.02);
    at.value[3] = std::clamp(at.value[3] + random.uniform(-turning, turning), -40.0, 0.0);
    at.value[5] += random.uniform(-turning, turning);
    move.end = at;
    moves.push_back(move);
  }
  return moves;
}

TEST(TurningRandom, FixedOrientationsAreStraightMovesOfATurnedPart) {
  SoupRandom random(15);
  const Mesh mesh = hills(random);
  const Kinematics machine = nc::machine_preset("xyzac-trt");
  const TurningPart part(Model::build(mesh), nc::Surface::open);
  const std::vector<TurningMove> moves = wander(random, 300, 0);
  const std::vector<nc::ConvexPiece> tool{long_ball_piece(0.5, 5), flat_piece(0.3, 6)};
  const std::vector<TurningCheck> many = check_turning(part, machine, tool, moves);
  int gouges = 0, undecided = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ASSERT_EQ(many[i].poses, 0U);
    const TurningCheck one = check_turning(part, machine, tool, {&moves[i], 1})[0];
    ASSERT_GT(one.poses, 0U);
    ASSERT_FALSE(contradict(one.decision, many[i].decision)) << i;
    ASSERT_TRUE(may_agree(one, many[i])) << i << ' ' << one.lower << ' ' << one.upper << ' ' << many[i].lower;
    gouges += one.decision == nc::Decision::gouge ? 1 : 0;
    undecided += one.decision == nc::Decision::undecided ? 1 : 0;
    // Contacts lie on the part as it stands.
    if (many[i].triangle == kNoTriangle) continue;
    EXPECT_LT(closest_point(part.part().data().model, many[i].contact).distance, 1e-9);
  }
  EXPECT_GT(gouges, 30);
  EXPECT_LE(undecided, 6);
}

TEST(TurningRandom, TheSameForAnyNumberOfThreads) {
  SoupRandom random(5);
  const TurningPart part(Model::build(hills(random)), nc::Surface::open);
  const Kinematics machine = nc::machine_preset("xyzac-trt");
  std::vector<TurningMove> moves = wander(random, 200, 1);
  const std::vector<TurningMove> fixed = wander(random, 200, 0);
  moves.insert(moves.end(), fixed.begin(), fixed.end());
  const std::vector<nc::ConvexPiece> tool{long_ball_piece(0.5, 5), flat_piece(0.3, 6)};
  nc::TurningOptions options;
  options.threads = 1;
  const std::vector<TurningCheck> one = check_turning(part, machine, tool, moves, options);
  for (const int threads : {0, 2, 3}) {
    options.threads = threads;
    const std::vector<TurningCheck> more = check_turning(part, machine, tool, moves, options);
    for (std::size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(one[i].decision, more[i].decision);
      ASSERT_EQ(one[i].lower, more[i].lower);
      ASSERT_EQ(one[i].upper, more[i].upper);
      ASSERT_EQ(one[i].triangle, more[i].triangle);
      ASSERT_EQ(one[i].t, more[i].t);
    }
  }
}

}  // namespace
}  // namespace graze::test
