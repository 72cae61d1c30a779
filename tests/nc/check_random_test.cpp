// SPDX-License-Identifier: Apache-2.0
// Random pieces, parts and moves, against points of the moving tool: none is deeper than the upper bound, and one is as
// deep as the lower. GRAZE_NC_CASES sets how many of each kind of piece.
#include <gtest/gtest.h>

#include <sstream>

#include "graze/solid.h"
#include "nc/random_tools.h"

namespace graze::test {
namespace {

using nc::check_move;
using nc::CheckedPart;
using nc::Decision;

struct ToolCase {
  Mesh mesh;
  nc::ConvexPiece piece;
  nc::Move move;
};

Vec3 place_on(const ToolCase& c, const ToolPoint& p) {
  const nc::ConvexPiece& k = c.piece;
  const double z = k.z0 + p.axis * (k.z1 - k.z0), r = p.radius * (k.r0 + p.axis * (k.r1 - k.r0));
  const double s = std::sqrt(std::max(0.0, 1 - p.polar * p.polar)), b = p.ball * k.rounding;
  const nc::Move& m = c.move;
  return {m.from.x + p.t * (m.to.x - m.from.x) + r * std::cos(p.turn) + b * s * std::cos(p.around),
          m.from.y + p.t * (m.to.y - m.from.y) + r * std::sin(p.turn) + b * s * std::sin(p.around),
          m.from.z + p.t * (m.to.z - m.from.z) + z + b * p.polar};
}

/// A tetrahedron, and a tool that goes by one of its points nearly touching it, or goes in.
ToolCase random_case(int kind, std::uint64_t seed) {
  SoupRandom random(seed);
  ToolCase out;
  for (int i = 0; i < 4; ++i) out.mesh.vertices.push_back(random.in_cube(4));
  out.mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const auto& v = out.mesh.vertices;
  const auto minus = [](const Vec3& a, const Vec3& b) { return Vec3{a.x - b.x, a.y - b.y, a.z - b.z}; };
  const Vec3 a = minus(v[1], v[0]), b = minus(v[2], v[0]), c = minus(v[3], v[0]);
  const double volume = a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x);
  if (volume < 0) {
    for (Triangle& t : out.mesh.triangles) std::swap(t[1], t[2]);
  }
  out.piece = random_piece(kind, random);
  const Vec3 way = random.in_cube(random.chance(0.5) ? 0.1 : 2);
  out.move = {{}, way};
  // Some point of its boundary meets a corner, an edge or a face, or nearly so.
  ToolPoint p = moved({}, 1, random);
  p.radius = p.ball = 1;
  const Triangle& t = out.mesh.triangles[static_cast<std::size_t>(random.below(4))];
  const double u = random.chance(0.3) ? 0 : random.uniform(), w = random.chance(0.3) ? 0 : (1 - u) * random.uniform();
  const Vec3 on_tool = place_on(out, p), off = random.in_cube(random.chance(0.5) ? 0.02 : 0.3);
  const Vec3 shift{v[t[0]].x + u * (v[t[1]].x - v[t[0]].x) + w * (v[t[2]].x - v[t[0]].x) + off.x - on_tool.x,
                   v[t[0]].y + u * (v[t[1]].y - v[t[0]].y) + w * (v[t[2]].y - v[t[0]].y) + off.y - on_tool.y,
                   v[t[0]].z + u * (v[t[1]].z - v[t[0]].z) + w * (v[t[2]].z - v[t[0]].z) + off.z - on_tool.z};
  out.move = {shift, {shift.x + way.x, shift.y + way.y, shift.z + way.z}};
  return out;
}

/// The deepest of many points, then of ever closer ones.
double sampled_depth(const ToolCase& c, const SignedDistance& field, SoupRandom& random, int points) {
  double deepest = -1e300;
  ToolPoint best;
  double spread = 1;
  for (int i = 0; i < points; ++i) {
    if (i == points / 2) spread = 0.3;
    if (i > points / 2) spread *= std::pow(1e-4, 2.0 / points);
    ToolPoint p = moved(i < points / 2 ? ToolPoint{} : best, spread, random);
    if (random.chance(0.5)) p.ball = 1;
    if (random.chance(0.5)) p.radius = 1;
    const double depth = -field.at(place_on(c, p));
    if (depth > deepest) {
      deepest = depth;
      best = p;
    }
  }
  return deepest;
}

constexpr std::array<const char*, 6> kKinds = {"ball", "long ball", "flat", "bull", "taper", "cone"};

TEST(CheckRandom, NoPointIsDeeperThanTheUpperBoundAndOneAsDeepAsTheLower) {
  for (int kind = 0; kind < 6; ++kind) {
    int near = 0, undecided = 0;
    std::ostringstream last;
    for (int i = 0; i < cases_a_kind(100); ++i) {
      const auto seed = static_cast<std::uint64_t>(1000003 * kind + i);
      const ToolCase c = random_case(kind, seed);
      const CheckedPart part(Model::build(c.mesh), nc::Surface::closed);
      const SignedDistance field(Model::build(c.mesh), Sign::closed);
      const nc::MoveCheck check = check_move(part, {&c.piece, 1}, c.move);
      SoupRandom random(seed + 77);
      double sampled = sampled_depth(c, field, random, 600);
      // Not found yet, or not there? Few cases need more points.
      for (int more = 0; more < 6 && check.lower > sampled + 0.02; ++more) {
        sampled = std::max(sampled, sampled_depth(c, field, random, 20000));
      }
      ASSERT_LE(sampled, check.upper + 1e-9) << kKinds[static_cast<std::size_t>(kind)] << ' ' << seed;
      ASSERT_LE(check.lower, check.upper + 1e-9);
      ASSERT_LE(check.lower, sampled + 0.02) << kKinds[static_cast<std::size_t>(kind)] << ' ' << seed;
      if (check.decision == Decision::clean) {
        ASSERT_LE(sampled, 0.01 + 1e-9);
      }
      near += check.triangle != kNoTriangle ? 1 : 0;
      if (check.decision == Decision::undecided) {
        ++undecided;
        last << seed << ": " << check.lower << " .. " << check.upper << ' ' << sampled << '\n';
      }
    }
    EXPECT_GT(near, cases_a_kind(100) / 4);
    // Moves as long as the tool is wide, along an edge, whose depth is within some percent of the tolerance.
    EXPECT_LE(undecided, 1 + cases_a_kind(100) / 100) << kKinds[static_cast<std::size_t>(kind)] << ' ' << last.str();
  }
}

bool overlap(const nc::MoveCheck& a, const nc::MoveCheck& b) {
  return a.lower <= b.upper + 1e-7 && b.lower <= a.upper + 1e-7;
}

TEST(CheckRandom, SplittingReversingAndMovingChangeNothing) {
  for (int i = 0; i < scaled(300); ++i) {
    const int kind = i % 6;
    const ToolCase c = random_case(kind, static_cast<std::uint64_t>(900000 + i));
    const CheckedPart part(Model::build(c.mesh), nc::Surface::closed);
    const nc::Move& m = c.move;
    const nc::MoveCheck whole = check_move(part, {&c.piece, 1}, m);
    const nc::MoveCheck back = check_move(part, {&c.piece, 1}, {m.to, m.from});
    ASSERT_EQ(whole.decision, back.decision) << i;
    ASSERT_TRUE(overlap(whole, back)) << i;
    const Vec3 third{m.from.x + (m.to.x - m.from.x) / 3, m.from.y + (m.to.y - m.from.y) / 3,
                     m.from.z + (m.to.z - m.from.z) / 3};
    const nc::MoveCheck first = check_move(part, {&c.piece, 1}, {m.from, third});
    const nc::MoveCheck second = check_move(part, {&c.piece, 1}, {third, m.to});
    nc::MoveCheck both;
    both.lower = std::max(first.lower, second.lower);
    both.upper = std::max(first.upper, second.upper);
    ASSERT_TRUE(overlap(whole, both)) << i;
    ASSERT_EQ(whole.decision == Decision::gouge,
              first.decision == Decision::gouge || second.decision == Decision::gouge)
        << i;
    const Pose pose = pose_from_quaternion(std::cos(0.1 * i), 0, 0, std::sin(0.1 * i), {3, -7, 11});
    Mesh turned = c.mesh;
    for (Vec3& v : turned.vertices) v = place(pose, v);
    const CheckedPart there(Model::build(turned), nc::Surface::closed);
    const nc::MoveCheck same = check_move(there, {&c.piece, 1}, {place(pose, m.from), place(pose, m.to)});
    ASSERT_EQ(whole.decision, same.decision) << i;
    ASSERT_TRUE(overlap(whole, same)) << i;
  }
}

TEST(CheckRandom, TheSameForAnyNumberOfThreads) {
  SoupRandom random(5);
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
  const CheckedPart part(Model::build(mesh), nc::Surface::open);
  std::vector<nc::Move> moves;
  Vec3 at{7, 7, 0.3};
  for (int i = 0; i < 2000; ++i) {
    const Vec3 next{std::clamp(at.x + random.uniform(-0.3, 0.3), 2.0, 13.0),
                    std::clamp(at.y + random.uniform(-0.3, 0.3), 2.0, 13.0), 0.28 + random.uniform(-0.02, 0.02)};
    moves.push_back({at, next});
    at = next;
  }
  const std::vector<nc::ConvexPiece> tool{long_ball_piece(0.5, 5), flat_piece(0.3, 6)};
  nc::CheckOptions options;
  options.threads = 1;
  const std::vector<nc::MoveCheck> one = check_moves(part, tool, moves, options);
  for (const int threads : {0, 2, 3}) {
    options.threads = threads;
    const std::vector<nc::MoveCheck> more = check_moves(part, tool, moves, options);
    for (std::size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(one[i].decision, more[i].decision);
      ASSERT_EQ(one[i].lower, more[i].lower);
      ASSERT_EQ(one[i].upper, more[i].upper);
      ASSERT_EQ(one[i].triangle, more[i].triangle);
      ASSERT_EQ(one[i].raise, more[i].raise);
    }
  }
}

}  // namespace
}  // namespace graze::test
