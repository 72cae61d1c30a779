// SPDX-License-Identifier: Apache-2.0
// Of verdicts before the first step: where a contact may be, and the probability.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "build/hierarchy.h"
#include "graze/model.h"
#include "graze/timed.h"
#include "poses.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/probability.h"
#include "timed/regions.h"

namespace graze::test {
namespace {

Mesh stretched(Mesh mesh, double x, double y, double z) {
  for (Vec3& v : mesh.vertices) v = {x * v.x + 5 * z, y * v.y - x, z * v.z + 3};
  return mesh;
}

bool holds(const Region& region, const Vec3& p) {
  constexpr double kSlack = 1e-5;
  return p.x >= region.lower.x - kSlack && p.y >= region.lower.y - kSlack && p.z >= region.lower.z - kSlack &&
         p.x <= region.upper.x + kSlack && p.y <= region.upper.y + kSlack && p.z <= region.upper.z + kSlack;
}

double norm_of(const Vec3& v) { return std::hypot(v.x, v.y, v.z); }

/// Every contact is in the box, and that in A's; the normal is the thinnest axis of the flatter model and looks towards
/// B.
void expect_sound(const Model& a, const Model& b, const Vec3& axis, bool of_a, int* decided) {
  TimedWorkspace workspace;
  Verdict verdict;
  const Box box = inspect(a.mesh()).box;
  Region box_of_a;
  box_of_a.lower = box.lower;
  box_of_a.upper = box.upper;
  Budget first_look;
  first_look.epsilon = 0.45;
  for (const Pose& pose : bench::poses_at_distances(a, b, scaled(8), 3)) {
    judge(a, b, pose, verdict, first_look, workspace);
    if (verdict.certain || verdict.steps > 0) continue;
    ASSERT_EQ(verdict.regions.size(), 1u);
    const Region& region = verdict.regions[0];
    EXPECT_NEAR(region.probability, verdict.collides ? verdict.probability : 1 - verdict.probability, 1e-12);
    EXPECT_NEAR(norm_of(region.normal), 1, 1e-5);
    for (const Vec3& corner : {region.lower, region.upper, region.point}) ASSERT_TRUE(holds(box_of_a, corner));
    const double* r = pose.r;
    const Vec3 placed =
        of_a ? axis
             : Vec3{r[0] * axis.x + r[1] * axis.y + r[2] * axis.z, r[3] * axis.x + r[4] * axis.y + r[5] * axis.z,
                    r[6] * axis.x + r[7] * axis.y + r[8] * axis.z};
    const double along = placed.x * region.normal.x + placed.y * region.normal.y + placed.z * region.normal.z;
    EXPECT_NEAR(std::abs(along), 1, 0.02);
    for (const Contact& c : contacts(a, b, pose).pairs) {
      ASSERT_TRUE(holds(region, c.p) && holds(region, c.q));
      ++*decided;
    }
  }
}

TEST(WholeRegion, HoldsEveryContact) {
  const Model flat = Model::build(stretched(bumpy(30, 0.1), 2, 1.5, 0.2));
  const Model thick = Model::build(stretched(bumpy(30, 0.1), 1, 2, 1.5));
  int inside = 0;
  expect_sound(flat, thick, {0, 0, 1}, true, &inside);
  expect_sound(thick, flat, {0, 0, 1}, false, &inside);
  EXPECT_GT(inside, scaled(1000));
}

/// A plate above another: their balls overlap, their boxes do not.
TEST(WholeRegion, IsOnTheNearestSideWhereNothingIsShared) {
  const Model plate = Model::build(stretched(bumpy(30, 0.1), 2, 1.5, 0.2));
  const Box box = inspect(plate.mesh()).box;
  Pose pose;
  pose.t = {0.3, 0, 1.1};
  Budget first_look;
  first_look.epsilon = 0.45;
  const Verdict verdict = judge(plate, plate, pose, first_look);
  ASSERT_FALSE(verdict.certain);
  ASSERT_EQ(verdict.steps, 0u);
  const Region& region = verdict.regions.at(0);
  EXPECT_NEAR(region.lower.z, box.upper.z, 1e-5);
  EXPECT_NEAR(region.upper.z, box.upper.z, 1e-5);
  EXPECT_NEAR(region.lower.x, box.lower.x + 0.3, 1e-5);
  EXPECT_NEAR(region.upper.x, box.upper.x, 1e-5);
}

/// Of a hierarchy whose axes are not its mesh's: the box about the turned one, the turned normal.
TEST(WholeRegion, IsTurnedToTheAxesOfTheMesh) {
  detail::Hierarchy h;
  const double frame[9] = {0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1};  // rows: its axes
  std::copy_n(frame, 9, h.frame);
  h.origin = {10, 20, 30};
  Region region{{11, 20, 30}, {13, 21, 34}, {12, 20.5, 32}, {1, 0, 0}};
  detail::turn_back(h, region);
  EXPECT_NEAR(region.normal.x, 0.6, 1e-15);
  EXPECT_NEAR(region.normal.y, 0.8, 1e-15);
  Vec3 lower{1e9, 1e9, 1e9}, upper{-1e9, -1e9, -1e9};
  for (int corner = 0; corner < 8; ++corner) {
    const double x = corner & 1 ? 1 : 3, y = corner & 2 ? 0 : 1, z = corner & 4 ? 0 : 4;
    const Vec3 p{10 + 0.6 * x - 0.8 * y, 20 + 0.8 * x + 0.6 * y, 30 + z};
    lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
    upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
  }
  const auto expect_near = [](const Vec3& p, const Vec3& q) {
    EXPECT_NEAR(p.x, q.x, 1e-12);
    EXPECT_NEAR(p.y, q.y, 1e-12);
    EXPECT_NEAR(p.z, q.z, 1e-12);
  };
  expect_near(region.lower, lower);
  expect_near(region.upper, upper);
  expect_near(region.point, {(lower.x + upper.x) / 2, (lower.y + upper.y) / 2, (lower.z + upper.z) / 2});
}

TEST(Probability, IsTheLogisticFunction) {
  for (double x = -745; x < 745; x += 0.37) {
    const double exact = 1 / (1 + std::exp(-x));
    EXPECT_NEAR(detail::probability_of(x), exact, 4e-9 * exact + 1e-300) << x;
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(detail::probability_of(kInfinity), 1);
  EXPECT_NEAR(detail::probability_of(-kInfinity), 0, 1e-300);
  EXPECT_NEAR(detail::probability_of(0), 0.5, 2e-9);
}

}  // namespace
}  // namespace graze::test
