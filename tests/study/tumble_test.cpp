// SPDX-License-Identifier: Apache-2.0
// Re-aligned k-DOPs hold their triangles at every rotation, by every method, and are as tight as they should be.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "geometry/rigid.h"
#include "geometry/vec.h"
#include "study_models.h"
#include "support/scale.h"
#include "support/soup.h"
#include "traverse/frame.h"
#include "traverse/study_tumble.h"
#include "volumes/dop_polytope.h"

namespace graze::detail {
namespace {

using test::SoupRandom;

/// A model, and for each of its child slots the corners below it.
struct Case {
  Model model;
  std::vector<std::size_t> slots;
  std::vector<std::vector<Vec3>> corners;

  explicit Case(Model m) : model(std::move(m)) {
    const Hierarchy& h = model.hierarchy();
    const std::size_t lanes = h.layout.lanes;
    for (std::size_t slot = 0; slot < h.node_count() * lanes; ++slot) {
      if (h.ref(slot / lanes, slot % lanes) != kNoRef) slots.push_back(slot);
    }
    corners.resize(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) gather(slots[i], corners[i]);
  }

  void gather(std::size_t slot, std::vector<Vec3>& out) const {
    const Hierarchy& h = model.hierarchy();
    const std::size_t lanes = h.layout.lanes;
    const Ref ref = h.ref(slot / lanes, slot % lanes);
    if (ref == kNoRef) return;
    if (!is_leaf(ref)) {
      for (std::size_t lane = 0; lane < lanes; ++lane) gather(index_of(ref) * lanes + lane, out);
      return;
    }
    for (std::size_t p = 0; p < h.leaves[index_of(ref)].packets; ++p) {
      const LeafPacket& packet = h.leaves[index_of(ref) + p];
      for (std::size_t k = 0; k < packet.count; ++k) {
        for (const std::uint32_t v : model.mesh().triangles[packet.id[k]]) {
          out.push_back(model.mesh().vertices[v]);
        }
      }
    }
  }
};

/// Kept between poses as a Workspace would.
struct Kept {
  StudyState state;
  explicit Kept(const Case& c) {
    const std::size_t slots = c.model.hierarchy().node_count() * c.model.hierarchy().layout.lanes;
    state.climbers.resize(slots);
    state.corners.resize(slots);
  }
};

constexpr Tumbling kMethods[] = {Tumbling::hill_climbing, Tumbling::vertices, Tumbling::duality,
                                 Tumbling::root_hill_climbing};

/// Every placed corner lies in the interval of its slot along every direction of A; I lies within II within duality.
void expect_held(const Case& c, const Model& a, const Pose& pose, Kept (&kept)[4]) {
  PairQuery query{a.hierarchy(), c.model.hierarchy(), a.mesh(), c.model.mesh(), pose, 0};
  ASSERT_EQ(make_frame(query.a, query.b, pose, skew_of(pose), 0, Descent::adaptive, query.frame), Reach::possible);
  const DirectionSet& set = *directions_of(query.a);
  Tumbler by[4] = {{query, set, kMethods[0], kept[0].state},
                   {query, set, kMethods[1], kept[1].state},
                   {query, set, kMethods[2], kept[2].state},
                   {query, set, kMethods[3], kept[3].state}};
  const double close = 1e-9 * (query.b.radius + query.a.radius) + 2e-6 * query.b.radius + 1e-3 * query.frame.pad;
  std::uint64_t updates = 0;
  std::vector<Vec3> placed_corners;
  for (std::size_t s = 0; s < c.slots.size(); ++s) {
    const Tumbler::Intervals found[4] = {by[0](c.slots[s], updates), by[1](c.slots[s], updates),
                                         by[2](c.slots[s], updates), by[3](c.slots[s], updates)};
    placed_corners.clear();
    for (const Vec3& v : c.corners[s]) placed_corners.push_back(1 / query.a.unit * (placed(pose, v) - query.a.origin));
    for (std::size_t i = 0; i < set.count(); ++i) {
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (const Vec3& p : placed_corners) {
        low = std::min(low, dot(set.unit(i), p));
        high = std::max(high, dot(set.unit(i), p));
      }
      for (const Tumbler::Intervals& intervals : found) {
        ASSERT_LE(intervals.lower[i], low);
        ASSERT_GE(intervals.upper[i], high);
      }
      // Method I is exact: nothing but the pad between it and the triangles.
      ASSERT_NEAR(found[0].lower[i] + query.frame.pad, low, close);
      ASSERT_NEAR(found[0].upper[i] - query.frame.pad, high, close);
      ASSERT_LE(found[1].lower[i], found[0].lower[i] + close);
      ASSERT_LE(found[2].lower[i], found[1].lower[i] + close);
      ASSERT_GE(found[1].upper[i], found[0].upper[i] - close);
      ASSERT_GE(found[2].upper[i], found[1].upper[i] - close);
    }
  }
  ASSERT_EQ(updates, 4 * c.slots.size());
}

/// A body of some points with what the three methods have of it, without trees and pads.
struct Body {
  const DirectionSet& set;
  std::vector<Vec3> points;
  std::vector<double> lower, upper;
  DopPolytope polytope;
  HullGraph hull;

  Body(const DirectionSet& directions, SoupRandom& random) : set(directions) {
    const Vec3 shape{std::pow(10.0, random.uniform(-3, 0)), 1, std::pow(10.0, random.uniform(-1, 0))};
    for (int n = 3 + random.below(20); n > 0; --n) {
      const Vec3 p = random.in_cube(1);
      points.push_back({shape.x * p.x, shape.y * p.y, shape.z * p.z});
    }
    for (std::size_t i = 0; i < set.count(); ++i) {
      const auto [low, high] = extent(points, set.unit(i));
      lower.push_back(low - 1e-7);
      upper.push_back(high + 1e-7);
    }
    polytope.build(set, lower, upper);
    hull = convex_hull(points);
  }

  template <class Points>
  static std::pair<double, double> extent(const Points& list, const Vec3& d) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Vec3& p : list) {
      low = std::min(low, dot(d, p));
      high = std::max(high, dot(d, p));
    }
    return {low, high};
  }
};

TEST(Tumble, MillionsOfRotations) {
  // 8 sets × 5 bodies × 30,000 rotations × 3 methods, one direction each: 3.6 million.
  constexpr double kRounding = 1e-12;  // the pad of a query is 5e-6
  SoupRandom random(13);
  const DirectionSet finer(test::finer_directions());
  ClimbMarks marks;
  for (const Volume volume : test::kSlabVolumes) {
    SCOPED_TRACE(name(volume));
    const DirectionSet& set = volume == Volume::custom ? finer : *DirectionSet::of(volume);
    for (int m = 0; m < 5; ++m) {
      const Body body(set, random);
      std::uint32_t top = 0;
      for (int n = test::scaled(30000); n > 0; --n) {
        const Pose pose = test::soup_detail::random_pose(random);
        const Vec3& d = set.unit(static_cast<std::size_t>(random.below(static_cast<int>(set.count()))));
        const double* r = pose.r;
        const Vec3 target{r[0] * d.x + r[3] * d.y + r[6] * d.z, r[1] * d.x + r[4] * d.y + r[7] * d.z,
                          r[2] * d.x + r[5] * d.y + r[8] * d.z};
        const auto [low, high] = Body::extent(body.points, target);
        top = climb(body.hull, target, top, marks);
        ASSERT_NEAR(dot(target, body.hull.corners[top]), high, kRounding);
        const auto [corners_low, corners_high] = Body::extent(body.polytope.corners(), target);
        ASSERT_LE(corners_low, low + kRounding);
        ASSERT_GE(corners_high, high - kRounding);
        const DirectionSet::Combination combination = set.combine(target);
        double centre = 0, half = 0;
        for (std::size_t i = 0; i < 3; ++i) {
          const std::size_t k = combination.index[i];
          centre += combination.c[i] * 0.5 * (body.lower[k] + body.upper[k]);
          half += std::abs(combination.c[i]) * 0.5 * (body.upper[k] - body.lower[k]);
        }
        ASSERT_LE(centre - half, corners_low + kRounding);
        ASSERT_GE(centre + half, corners_high - kRounding);
      }
    }
  }
}

TEST(Tumble, HoldsTheTrianglesAtAnyRotation) {
  // 8 sets × 20 models × 600 rotations × 4 methods, of whole trees.
  SoupRandom random(11);
  for (const Volume volume : test::kSlabVolumes) {
    SCOPED_TRACE(name(volume));
    for (int m = 0; m < 20; ++m) {
      const test::Soup soup = test::make_soup(static_cast<std::uint64_t>(m), 4);
      const Case c(Model::build(soup.b, test::slab_options(volume, 2, 1)));
      const Model a = Model::build(soup.b, test::slab_options(volume, 2, 1));
      Kept kept[4] = {Kept(c), Kept(c), Kept(c), Kept(c)};
      const Vec3 centre = c.model.hierarchy().origin;
      for (int n = test::scaled(600); n > 0; --n) {
        Pose pose = n % 16 == 0 ? test::axis_rotation(random.below(24)) : test::soup_detail::random_pose(random);
        if (n % 16 == 1) pose.r[random.below(9)] += random.uniform(-3e-7, 3e-7);  // not quite a rotation
        const Vec3 turned = placed(pose, centre), shift = random.in_cube(0.5 * c.model.hierarchy().radius);
        pose.t = centre - turned + c.model.hierarchy().unit * shift;
        if (skew_of(pose) == kNotRigid) continue;
        expect_held(c, a, pose, kept);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Tumble, HoldsLargerModels) {
  SoupRandom random(12);
  for (const Volume volume : test::kSlabVolumes) {
    SCOPED_TRACE(name(volume));
    for (int m = 100; m < 106; ++m) {
      const test::Soup soup = test::make_soup(static_cast<std::uint64_t>(m), 200);
      const Case c(Model::build(soup.b, test::slab_options(volume, 4, 3)));
      const Model a = Model::build(soup.b, test::slab_options(volume, 4, 3));
      Kept kept[4] = {Kept(c), Kept(c), Kept(c), Kept(c)};
      for (int n = test::scaled(10); n > 0; --n) {
        Pose pose = test::soup_detail::random_pose(random);
        const Vec3 centre = c.model.hierarchy().origin, turned = placed(pose, centre);
        pose.t = centre - turned;
        expect_held(c, a, pose, kept);
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace graze::detail
