// SPDX-License-Identifier: Apache-2.0
// Random tools of every type, parts and moves: the bounds of the checker contain the depth as depth_oracle.h computes
// it, to 1e-8. Parts are tetrahedra, also flat, needle-shaped, tiny, large, far from the origin, with triangles of no
// area, and single triangles as sheets. GRAZE_NC_CASES sets how many cases each type of tool has,
// GRAZE_NC_FIRST the number of the first.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <sstream>

#include "nc/depth_oracle.h"
#include "nc/random_tools.h"

namespace graze::test::oracle {
namespace {

using nc::CheckedPart;
using nc::Decision;

constexpr std::array<const char*, 6> kToolTypes = {"ball", "flat", "bull", "taper", "drill", "apt"};

nc::Tool random_apt(double d, double h, SoupRandom& random) {
  const double degree = std::acos(-1.0) / 180, alpha = random.uniform(0, 40), beta = random.uniform(0, 30);
  const double r = random.uniform(0.05, 0.3) * d;
  // The corner's centre is r away from both lines.
  const double a = alpha * degree, b = beta * degree, s = r / std::cos(a + b);
  const double e = d / 2 - s * (std::cos(a) - std::sin(b)), f = d / 2 * std::tan(a) + s * (std::cos(b) - std::sin(a));
  return nc::apt_tool({d, r, e, f, alpha, beta, h});
}

nc::Tool random_tool(std::size_t type, SoupRandom& random) {
  const double d = random.uniform(0.6, 4);
  nc::Body body;
  body.cutting_length = 2 * d + random.uniform(1, 8);
  switch (type) {
    case 0:
      return nc::ball_mill(d, body);
    case 1:
      return nc::flat_mill(d, body);
    case 2:
      return nc::bull_mill(d, random.uniform(0.02, 0.48) * d, body);
    case 3:
      return random.chance(0.5)
                 ? nc::taper_ball_mill(d / 2, random.uniform(0.5, 30), random.chance(0.5) ? 2 * d : 0, body)
                 : nc::taper_mill(d / 2, random.chance(0.5) ? 0 : 0.1 * d, random.uniform(0.5, 30), 0, body);
    case 4:
      return nc::drill(d, random.chance(0.1) ? 180 : random.uniform(40, 170), body);
    default:
      return random_apt(d, body.cutting_length, random);
  }
}

enum class Shape { plain, flat, needle, tiny, large, far, seam, sheet };
constexpr std::array<const char*, 8> kShapes = {"plain", "flat", "needle", "tiny", "large", "far", "seam", "sheet"};

struct OracleCase {
  Shape shape = Shape::plain;
  Mesh mesh;
  nc::Tool tool;
  nc::Move move;
  double rounding = 0;  // that the documentation states

  nc::Surface surface() const { return shape == Shape::sheet ? nc::Surface::open : nc::Surface::closed; }
};

Vec3 minus(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 plus(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 between(const Vec3& a, const Vec3& b, double t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
}
Real volume_of(const std::vector<Vec3>& v) {
  return dot(real(v[1]) - real(v[0]), cross(real(v[2]) - real(v[0]), real(v[3]) - real(v[0])));
}

void make_mesh(OracleCase& c, SoupRandom& random) {
  const double size = c.shape == Shape::tiny ? 0.004 : c.shape == Shape::large ? 3000 : 4;
  std::vector<Vec3>& v = c.mesh.vertices;
  do {
    v.clear();
    for (int i = 0; i < 4; ++i) v.push_back(random.in_cube(size));
    if (c.shape == Shape::flat) {
      v[3] = plus(between(between(v[0], v[1], random.uniform()), v[2], random.uniform()),
                  random.in_cube(std::pow(10, random.uniform(-6, -1))));
    }
    if (c.shape == Shape::needle) v[3] = plus(v[2], random.in_cube(std::pow(10, random.uniform(-6, -1))));
  } while (std::abs(volume_of(v)) < 1e-12L * size * size * size);
  if (c.shape == Shape::far) {
    const Vec3 there = random.in_cube(std::pow(10, random.uniform(3, 6)));
    for (Vec3& p : v) p = plus(p, there);
  }
  if (c.shape == Shape::sheet) {
    v.pop_back();
    const Vec3 a = minus(v[1], v[0]), b = minus(v[2], v[0]);
    if (a.x * b.y - a.y * b.x < 0) std::swap(v[1], v[2]);  // front up
    c.mesh.triangles = {{0, 1, 2}};
    return;
  }
  if (volume_of(v) < 0) std::swap(v[0], v[1]);
  c.mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  if (c.shape == Shape::seam) {  // along the edge 0 1 lie two triangles without area, which close the mesh
    v.push_back(v[0]);
    v.push_back(between(v[0], v[1], random.uniform()));
    c.mesh.triangles.push_back({0, 4, 5});
    c.mesh.triangles.push_back({0, 5, 4});
  }
}

OracleCase random_oracle_case(std::size_t type, std::uint64_t seed, bool solid) {
  SoupRandom random(seed);
  OracleCase c;
  // Slivers and needles take the checker a hundred times as long.
  c.shape = !solid                ? Shape::sheet
            : random.chance(0.3)  ? Shape::plain
            : random.chance(0.02) ? (random.chance(0.5) ? Shape::flat : Shape::needle)
                                  : std::array{Shape::tiny, Shape::large, Shape::far, Shape::seam}[random.below(4)];
  make_mesh(c, random);
  c.tool = random_tool(type, random);
  const double reach = random.chance(0.5) ? 0.1 : random.chance(0.8) ? 2 : 20;
  const Vec3 way = random.chance(0.1)   ? Vec3{}
                   : random.chance(0.1) ? Vec3{0, 0, random.uniform(-reach, reach)}
                                        : random.in_cube(reach);
  // Some point of the boundary meets a corner, an edge or a face, nearly so, or goes in.
  const SweptTool still(c.tool, {});
  const RealPoint p = still.farthest_of_tool(real(random.in_cube(1)));
  const std::vector<Vec3>& v = c.mesh.vertices;
  const Triangle& t = c.mesh.triangles[static_cast<std::size_t>(random.below(c.shape == Shape::sheet ? 1 : 4))];
  const Vec3 edge = between(v[t[0]], v[t[1]], random.chance(0.3) ? 0 : random.uniform());
  const Vec3 on_part = between(edge, v[t[2]], random.chance(0.3) ? 0 : random.uniform());
  const Vec3 off = random.in_cube(random.chance(0.6) ? 0.03 : random.chance(0.8) ? 0.3 : 3);
  const double at = random.uniform();
  c.move.from = {on_part.x + off.x - static_cast<double>(p.x) - at * way.x,
                 on_part.y + off.y - static_cast<double>(p.y) - at * way.y,
                 on_part.z + off.z - static_cast<double>(p.z) - at * way.z};
  c.move.to = plus(c.move.from, way);
  double size = 0, longest = 0;
  for (const Vec3& a : v) {
    size = std::max({size, std::abs(a.x), std::abs(a.y), std::abs(a.z)});
    for (const Vec3& b : v) longest = std::max(longest, std::hypot(a.x - b.x, a.y - b.y, a.z - b.z));
  }
  for (const Vec3& a : {c.move.from, c.move.to}) {
    size = std::max({size, std::abs(a.x), std::abs(a.y), std::abs(a.z)});
  }
  // docs/nc_check.md.
  c.rounding = 2e-8 + 0x1p-40 * size + (c.shape == Shape::flat || c.shape == Shape::needle ? 1e-7 * longest : 0);
  return c;
}

/// The depth, and what must be found of it: of a solid the same. Below a sheet, points count that are behind it and
/// straight below it, farther than `allowed` from its border.
struct Truth {
  DepthBounds most, least;

  Truth(const OracleCase& c, const nc::Move& move, double allowed) {
    const SweptTool tool(c.tool, move);
    const std::vector<Vec3>& v = c.mesh.vertices;
    if (c.shape != Shape::sheet) {
      most = least = exact_depth(tool, tetrahedron_family(v));
      return;
    }
    const Real deepest = 100;
    const DepthFamily behind = below_triangle(v, false, 0, deepest);
    most = exact_depth(tool, behind);
    if (most.upper <= 0) most = {0, 0};  // whatever its distance
    least = {-1e9L, -1e9L};
    // So far within the edges along the triangle, it is farther than what is allowed from them, seen from above.
    const Real inset = 1.01L * allowed / behind.planes[0].normal.z;
    const DepthFamily below = below_triangle(v, true, inset, deepest);
    if (below.corner.empty()) return;
    RealPoint at;
    const DepthBounds found = exact_depth(tool, below, &at);
    const Real depth = below_triangle(v, false, inset, deepest).depth(at);
    // Where the tool misses that region, nothing is asked of its distance from it.
    if (found.lower > 0 && depth > allowed) least = {std::min(depth, found.lower), found.upper};
  }

  std::string objection(const nc::MoveCheck& check, double rounding, double allowed) const {
    std::ostringstream out;
    out.precision(12);
    if (check.upper < least.lower - rounding) out << "upper bound " << check.upper << " below " << least.lower;
    if (check.lower > most.upper + rounding) out << "lower bound " << check.lower << " above " << most.upper;
    if (check.decision == Decision::clean && least.lower > allowed + rounding) out << "clean at " << least.lower;
    if (check.decision == Decision::gouge && most.upper <= allowed - rounding) out << "a gouge at " << most.upper;
    return out.str();
  }
};

struct Tally {
  int gouges = 0, clean = 0, undecided = 0, noticed_upper = 0, noticed_lower = 0, unknown = 0, objections = 0;
  std::string first_objections;

  void object(const std::string& why) {
    if (++objections <= 20) first_objections += why + '\n';
  }
};

void check_case(std::size_t type, std::uint64_t seed, bool solid, Tally& tally) {
  const OracleCase c = random_oracle_case(type, seed, solid);
  const auto object = [&](const std::string& why) {
    tally.object(std::string(kToolTypes[type]) + ' ' + kShapes[static_cast<std::size_t>(c.shape)] + ' ' +
                 std::to_string(seed) + ": " + why);
  };
  double excess = 0;
  const std::vector<nc::ConvexPiece> pieces = nc::convex_pieces(c.tool, 1e-3, &excess);
  if (excess != 0) object("pieces that are not exact");
  nc::CheckOptions options;
  options.threads = 1;
  const double allowed = options.tolerance;
  const CheckedPart part(Model::build(c.mesh), c.surface());
  const nc::MoveCheck check = check_move(part, pieces, c.move, options);
  const Truth truth(c, c.move, allowed);
  if (truth.most.upper - truth.most.lower > 1e-7L + 100 * c.rounding) ++tally.unknown;
  const std::string wrong = truth.objection(check, c.rounding, allowed);
  if (!wrong.empty()) object(wrong);
  ++(check.decision == Decision::gouge   ? tally.gouges
     : check.decision == Decision::clean ? tally.clean
                                         : tally.undecided);
  if (check.decision != Decision::gouge) return;
  // Lifted by what is told, it does not cut.
  const Vec3 up{0, 0, check.raise};
  const Truth lifted(c, {plus(c.move.from, up), plus(c.move.to, up)}, allowed);
  if ((c.shape == Shape::sheet ? lifted.least : lifted.most).lower > c.rounding)
    object("raised by " + std::to_string(check.raise) + " it cuts");
  if (c.shape == Shape::sheet) return;
  // Would bounds that are 2 um wrong be noticed?
  nc::MoveCheck mutant = check;
  mutant.upper -= 0.002;
  tally.noticed_upper += truth.objection(mutant, c.rounding, allowed).empty() ? 0 : 1;
  mutant = check;
  mutant.lower += 0.002;
  tally.noticed_lower += truth.objection(mutant, c.rounding, allowed).empty() ? 0 : 1;
}

class CheckOracle : public testing::TestWithParam<std::size_t> {
 protected:
  void check_cases(bool solids, int cases) const {
    const std::size_t type = GetParam();
    Tally tally;
    for (int i = first_case(); i < first_case() + cases; ++i) {
      check_case(type, static_cast<std::uint64_t>(1000003 * type + static_cast<std::size_t>(i)), solids, tally);
    }
    const std::string counts = std::to_string(tally.gouges) + " gouges, " + std::to_string(tally.clean) + " clean, " +
                               std::to_string(tally.undecided) + " undecided, " + std::to_string(tally.objections) +
                               " wrong; 2 um noticed above " + std::to_string(tally.noticed_upper) + ", below " +
                               std::to_string(tally.noticed_lower);
    if (cases >= 10000) std::cout << kToolTypes[type] << ": " << counts << std::endl;
    EXPECT_EQ(tally.objections, 0) << tally.first_objections;
    if (cases < 50) return;
    EXPECT_GT(tally.gouges, cases / 5) << counts;
    EXPECT_GT(tally.clean, cases / 25) << counts;
    // Beside the border of a lone triangle no way out is a proof.
    EXPECT_LE(tally.undecided, 1 + cases / (solids ? 50 : 8)) << counts;
    EXPECT_LE(tally.unknown, 1 + cases / 25) << "the oracle itself";
    if (!solids) return;
    EXPECT_GT(tally.noticed_upper, tally.gouges / 4) << counts;
    EXPECT_GT(tally.noticed_lower, tally.gouges / 4) << counts;
  }
};

TEST_P(CheckOracle, TheBoundsContainTheDepthInSolids) { check_cases(true, cases_a_kind(150)); }

TEST_P(CheckOracle, TheBoundsContainTheDepthBelowSheets) { check_cases(false, cases_a_kind(150)); }

INSTANTIATE_TEST_SUITE_P(Tools, CheckOracle, testing::Range(std::size_t{0}, kToolTypes.size()),
                         [](const auto& of) { return std::string(kToolTypes[of.param]); });

}  // namespace
}  // namespace graze::test::oracle
