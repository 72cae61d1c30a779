// SPDX-License-Identifier: Apache-2.0
// The bounds a Front relies on, from both sides: what an entry claims against the corners it speaks about, and
// approaches that a clearance trusted for one step too long would sleep through.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "front/walks.h"
#include "graze/front.h"
#include "support/scale.h"
#include "traverse/frame.h"
#include "traverse/front.h"

namespace graze::test {
namespace {

using detail::FrontPairs;
using detail::Hierarchy;
using detail::Ref;

/// The corners below a node or leaf.
void collect(const Hierarchy& h, const Mesh& mesh, Ref ref, std::vector<Vec3>& out) {
  if (!detail::is_leaf(ref)) {
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      const Ref child = h.ref(detail::index_of(ref), lane);
      if (child != detail::kNoRef) collect(h, mesh, child, out);
    }
    return;
  }
  const detail::LeafPacket* leaf = &h.leaves[detail::index_of(ref)];
  for (std::size_t p = 0, packets = leaf->packets; p < packets; ++p) {
    for (std::size_t i = 0; i < leaf[p].count; ++i) {
      for (const std::uint32_t v : mesh.triangles[leaf[p].id[i]]) out.push_back(mesh.vertices[v]);
    }
  }
}

Mesh pieces(SoupRandom& random, int count, double spread, double size) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 c = random.in_cube(spread);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) {
      const Vec3 d = random.in_cube(size);
      mesh.vertices.push_back({c.x + d.x, c.y + d.y, c.z + d.z});
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

double distance_turned(const Pose& p, const Pose& q) {
  double sum = 0;
  for (int i = 0; i < 9; ++i) sum += (p.r[i] - q.r[i]) * (p.r[i] - q.r[i]);
  return std::sqrt(sum / 2);
}

struct Claims {
  double closest = std::numeric_limits<double>::infinity();  // actual gap less what is claimed
  int positive = 0;                                          // claims that an entry is apart
};

/// Of all entries, against their corners in double.
void inspect(const detail::PairQuery& query, const FrontPairs& pairs, double clock, Claims& claims) {
  const Vec3 o = query.a.origin;
  for (std::size_t i = 0; i < pairs.size; ++i) {
    const float* e = pairs.entry(i);
    const auto row = [&](std::size_t r) { return static_cast<double>(e[r * FrontPairs::kBlock]); };
    const double n[3] = {row(0), row(1), row(2)};
    if (row(FrontPairs::kOffset) < -1e29) continue;
    EXPECT_LE(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0);
    double claim = row(FrontPairs::kOffset) - row(FrontPairs::kRadius) * clock;
    for (std::size_t x = 0; x < 3; ++x) {
      const double* r = query.frame.r + 3 * x;
      claim += n[x] * (r[0] * row(FrontPairs::kCentre) + r[1] * row(FrontPairs::kCentre + 1) +
                       r[2] * row(FrontPairs::kCentre + 2) + query.frame.t[x]);
    }
    std::vector<Vec3> corners_a, corners_b;
    collect(query.a, query.mesh_a, pairs.links[i].a, corners_a);
    collect(query.b, query.mesh_b, pairs.links[i].b, corners_b);
    double high = -std::numeric_limits<double>::infinity(), low = -high;
    for (const Vec3& v : corners_a) high = std::max(high, n[0] * (v.x - o.x) + n[1] * (v.y - o.y) + n[2] * (v.z - o.z));
    for (const Vec3& v : corners_b) {
      const Vec3 p = place(query.pose, v);
      low = std::min(low, n[0] * (p.x - o.x) + n[1] * (p.y - o.y) + n[2] * (p.z - o.z));
    }
    claims.closest = std::min(claims.closest, (low - high) / query.a.unit - claim);
    claims.positive += claim > static_cast<double>(query.frame.pad) ? 1 : 0;
  }
}

/// Walks with a front of its own; entries are inspected at the poses they were made for, and one step later. Half way
/// the clock is set back.
Claims check_claims(const BuildOptions& options_a, const BuildOptions& options_b, std::uint64_t seed, double scale) {
  SoupRandom random(seed);
  const Model a = Model::build(pieces(random, 150, scale, 0.1 * scale), options_a);
  const Model b = Model::build(pieces(random, 40, 0.3 * scale, 0.05 * scale), options_b);
  FrontPairs pairs;
  detail::front_start(a.hierarchy(), b.hierarchy(), pairs);
  detail::TraversalState state;
  Pose pose;
  double clock = 0;
  Claims claims;
  for (int step = 0; step < 6; ++step) {
    const Pose next = turned_by(random, pose, 0.02, 0.01 * scale);
    clock += distance_turned(pose, next) * (1 + 1e-6) + 1e-12;
    pose = next;
    detail::PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(), b.mesh(), pose, 0};
    const auto reach = detail::make_frame(query.a, query.b, pose, 1e-15, 0, Descent::adaptive, query.frame);
    if (reach != detail::Reach::possible) continue;
    inspect(query, pairs, clock, claims);
    if (step == 3) {
      detail::front_rewind(query.frame, static_cast<float>(clock), pairs);
      clock = 0;
      inspect(query, pairs, clock, claims);
    }
    state.found.clear();
    detail::FrontWork work;
    detail::front_query(query, static_cast<float>(clock), false, pairs, state, work);
    inspect(query, pairs, clock, claims);
  }
  return claims;
}

BuildOptions built_of(Volume volume, int width = 0, int leaf_size = 0) {
  BuildOptions options;
  options.threads = 1;
  options.volume = volume;
  options.width = width;
  options.leaf_size = leaf_size;
  return options;
}

TEST(FrontBounds, NoEntryClaimsMoreThanItsCornersKeep) {
  const std::pair<BuildOptions, BuildOptions> kPairs[] = {
      {built_of(Volume::dop26), built_of(Volume::obb)},
      {built_of(Volume::obb), built_of(Volume::dop26)},
      {built_of(Volume::dop26), built_of(Volume::dop26)},
      {built_of(Volume::dop8), built_of(Volume::dop8)},
      {built_of(Volume::dop18), built_of(Volume::obb)},
      {built_of(Volume::obb), built_of(Volume::dop12)},
      {built_of(Volume::dop14), built_of(Volume::dop14)},
      {built_of(Volume::obb), built_of(Volume::obb)},
      {built_of(Volume::obb, 8), built_of(Volume::obb, 2, 6)},
      {built_of(Volume::obb, 4, 1), built_of(Volume::obb, 8, 2)},
  };
  int seed = 0;
  for (const auto& [a, b] : kPairs) {
    for (int k = 0; k < scaled(6); ++k) {
      const double scale = std::pow(10.0, k % 3 - 1);
      const Claims claims = check_claims(a, b, static_cast<std::uint64_t>(++seed), scale);
      EXPECT_GE(claims.closest, 0) << name(a.volume) << " x " << name(b.volume) << ", scale " << scale;
      EXPECT_LT(claims.closest, 1e-4 * scale) << "so loose that this test cannot fail";
      EXPECT_GT(claims.positive, 100);
    }
  }
}

/// Steps from free space into contact; every answer as without. Returns how many answers came from what was kept.
std::uint64_t approach(const Model& a, const Model& b, const std::vector<Pose>& poses) {
  Front any, all;
  bool met = false;
  for (const Pose& pose : poses) {
    const bool expected = intersects(a, b, pose);
    EXPECT_EQ(intersects(a, b, pose, any), expected);
    EXPECT_EQ(!contacts(a, b, pose, all).pairs.empty(), expected);
    met = met || expected;
  }
  EXPECT_TRUE(met);
  return any.front_counters().kept - any.front_counters().witnessed;
}

TEST(FrontBounds, ApproachesAreNotSleptThrough) {
  std::uint64_t kept = 0;
  const int seeds = scaled(40);
  for (int seed = 0; seed < seeds; ++seed) {
    SoupRandom random(static_cast<std::uint64_t>(seed) + 50);
    BuildOptions options;
    options.volume = seed % 2 == 0 ? Volume::obb : Volume::aabb;
    options.threads = 1;
    const Model a = Model::build(pieces(random, 30, 0.1, 0.1), options);
    const Model b = Model::build(pieces(random, 30, 0.1, 0.1), options);
    std::vector<Pose> poses;
    const double speed = random.uniform(0.004, 0.008);
    for (double x = 0.45; x > 0; x -= speed) {
      Pose pose;
      pose.t = {x, 0.02, 0};
      poses.push_back(pose);
    }
    kept += approach(a, b, poses);
  }
  EXPECT_GT(kept, 2u * static_cast<unsigned>(seeds));  // else nothing was tried
}

TEST(FrontBounds, TurningTipsAreNotSleptThrough) {
  std::uint64_t kept = 0;
  const int seeds = scaled(40);
  for (int seed = 0; seed < seeds; ++seed) {
    SoupRandom random(static_cast<std::uint64_t>(seed) + 90);
    // A rod that turns about its middle until a tip comes upon A.
    Mesh rod;
    rod.vertices = {{-1, 0, 0}, {1, 0, 0}, {1, 0, 0.01}, {-1, 0, 0.01}};
    rod.triangles = {{0, 1, 2}, {0, 2, 3}};
    Mesh peg = pieces(random, 20, 0.05, 0.05);
    for (Vec3& v : peg.vertices) v = {v.x + 0.9, v.y, v.z};
    const Model a = Model::build(peg), b = Model::build(rod);
    std::vector<Pose> poses;
    const double turn = random.uniform(0.004, 0.008);
    for (double angle = 0.5; angle > -0.1; angle -= turn) {
      poses.push_back(pose_from_quaternion(std::cos(angle / 2), 0, 0, std::sin(angle / 2)));
    }
    kept += approach(a, b, poses);
  }
  EXPECT_GT(kept, 2u * static_cast<unsigned>(seeds));  // else nothing was tried
}

}  // namespace
}  // namespace graze::test
