// SPDX-License-Identifier: Apache-2.0
// What the public queries promise besides the right answer: order, limits, kinds, margins, counters, refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "graze/graze.h"

namespace graze {
namespace {

Mesh square(double z, int n = 8) {
  Mesh mesh;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) mesh.vertices.push_back({static_cast<double>(i), static_cast<double>(j), z});
  }
  const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

Model one_triangle(const Vec3& p, const Vec3& q, const Vec3& r) { return Model::build({{p, q, r}, {{0, 1, 2}}}); }

/// Turns the square in x, y upright: (x, y, 0) to (x, 0, y).
Pose upright() {
  Pose pose;
  const double r[9] = {1, 0, 0, 0, 0, -1, 0, 1, 0};
  std::copy(r, r + 9, pose.r);
  return pose;
}

TEST(Contacts, KindsAndSegmentsOfHandMadePairs) {
  const Model floor = one_triangle({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  const auto only = [&](const Model& other) {
    const Contacts found = contacts(floor, other, {});
    EXPECT_EQ(found.pairs.size(), 1u);
    return found.pairs.empty() ? Contact{} : found.pairs[0];
  };
  const Contact crossing = only(one_triangle({1, 1, -1}, {1, 1, 1}, {2, 1, 1}));
  EXPECT_EQ(crossing.kind, ContactKind::crossing);
  EXPECT_EQ(crossing.p, (Vec3{1, 1, 0}));
  EXPECT_EQ(crossing.q, (Vec3{1.5, 1, 0}));
  const Contact standing = only(one_triangle({1, 1, 0}, {2, 1, 0}, {1, 1, 1}));
  EXPECT_EQ(standing.kind, ContactKind::touching);
  EXPECT_EQ(standing.p, (Vec3{1, 1, 0}));
  EXPECT_EQ(standing.q, (Vec3{2, 1, 0}));
  const Contact flat = only(one_triangle({1, 1, 0}, {2, 1, 0}, {1, 2, 0}));
  EXPECT_EQ(flat.kind, ContactKind::coplanar);
  const Contact point = only(one_triangle({1, 1, 0}, {1, 1, 0}, {1, 1, 0}));
  EXPECT_EQ(point.kind, ContactKind::touching);
  EXPECT_EQ(point.p, point.q);
  EXPECT_FALSE(intersects(floor, one_triangle({1, 1, 1e-300}, {2, 1, 1e-300}, {1, 2, 1}), {}));
}

TEST(Contacts, AreSortedAndALimitKeepsTheFirst) {
  const Model a = Model::build(square(0)), b = Model::build(square(0));
  Pose pose = upright();
  pose.t = {0.25, 3.5, -4};
  const Contacts all = contacts(a, b, pose);
  ASSERT_GT(all.pairs.size(), 20u);
  const auto key = [](const Contact& c) { return std::pair(c.triangle_a, c.triangle_b); };
  EXPECT_TRUE(std::is_sorted(all.pairs.begin(), all.pairs.end(),
                             [&](const Contact& x, const Contact& y) { return key(x) < key(y); }));
  for (const std::size_t limit : {std::size_t{1}, std::size_t{7}, all.pairs.size(), all.pairs.size() + 5}) {
    QueryOptions options;
    options.limit = limit;
    const Contacts some = contacts(a, b, pose, options);
    ASSERT_EQ(some.pairs.size(), std::min(limit, all.pairs.size()));
    EXPECT_TRUE(std::equal(some.pairs.begin(), some.pairs.end(), all.pairs.begin()));
  }
}

TEST(Contacts, WithoutSegmentsTheSamePairs) {
  const Model a = Model::build(square(0)), b = Model::build(square(0));
  Pose pose = upright();
  pose.t = {0.25, 3.5, -4};
  QueryOptions options;
  options.segments = false;
  const Contacts full = contacts(a, b, pose), bare = contacts(a, b, pose, options);
  ASSERT_EQ(full.pairs.size(), bare.pairs.size());
  for (std::size_t i = 0; i < full.pairs.size(); ++i) {
    EXPECT_EQ(full.pairs[i].triangle_a, bare.pairs[i].triangle_a);
    EXPECT_EQ(full.pairs[i].triangle_b, bare.pairs[i].triangle_b);
    EXPECT_EQ(bare.pairs[i].kind, ContactKind::unclassified);
  }
}

TEST(Margin, CountsWhatIsNoFartherAndIsExactAtTheLimit) {
  const Model a = Model::build(square(0)), b = Model::build(square(0));
  Pose pose;
  pose.t.z = 0.5;
  QueryOptions options;
  options.margin = 0.5;
  EXPECT_TRUE(intersects(a, b, pose, options));
  options.margin = std::nextafter(0.5, 0.0);
  EXPECT_FALSE(intersects(a, b, pose, options));
  options.margin = 0.5;
  const Contacts found = contacts(a, b, pose, options);
  ASSERT_FALSE(found.pairs.empty());
  for (const Contact& c : found.pairs) {
    EXPECT_EQ(c.kind, ContactKind::near);
    EXPECT_DOUBLE_EQ(std::abs(c.q.z - c.p.z), 0.5);
  }
  options.method = Method::brute_force;
  EXPECT_EQ(contacts(a, b, pose, options).pairs, found.pairs);
}

TEST(Margin, OfTheModelsIsAddedToTheQuerys) {
  BuildOptions thick;
  thick.margin = 0.25;
  const Model a = Model::build(square(0), thick), b = Model::build(square(0));
  Pose pose;
  pose.t.z = 0.5;
  QueryOptions options;
  options.margin = 0.25;
  EXPECT_TRUE(intersects(a, b, pose, options));
  options.margin = 0.2;
  EXPECT_FALSE(intersects(a, b, pose, options));
}

TEST(Queries, RefuseWhatIsNotARigidMotion) {
  const Model m = Model::build(square(0));
  std::vector<Pose> bad(5);
  bad[0].r[0] = std::numeric_limits<double>::quiet_NaN();
  bad[1].t.y = std::numeric_limits<double>::infinity();
  bad[2].r[4] = 1.00001;  // a scaling
  bad[3].r[0] = -1;       // a reflection
  for (double& r : bad[4].r) r = 0;
  for (const Pose& pose : bad) {
    EXPECT_THROW(intersects(m, m, pose), std::invalid_argument);
    EXPECT_THROW(contacts(m, m, pose), std::invalid_argument);
  }
  QueryOptions options;
  options.margin = -1;
  EXPECT_THROW(intersects(m, m, {}, options), std::invalid_argument);
  options.margin = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(contacts(m, m, {}, options), std::invalid_argument);
}

TEST(Queries, RefuseOptionsThatDoNotExist) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  const Model m = Model::build(mesh), slabs = Model::build(mesh, {.volume = Volume::dop14});
  QueryOptions options;
  options.method = static_cast<Method>(7);
  EXPECT_THROW(intersects(m, m, {}, options), std::invalid_argument);
  options = {};
  options.descent = static_cast<Descent>(7);
  EXPECT_THROW(intersects(m, m, {}, options), std::invalid_argument);
  options = {};
  options.method = Method::study;
  EXPECT_TRUE(intersects(slabs, slabs, {}, options));
  options.study.tumbling = static_cast<Tumbling>(77);
  EXPECT_THROW(intersects(slabs, slabs, {}, options), std::invalid_argument);
  options.study = {};
  options.study.order = static_cast<IntervalOrder>(77);
  EXPECT_THROW(intersects(slabs, slabs, {}, options), std::invalid_argument);
  std::vector<std::uint8_t> out(1);
  BatchOptions batch;
  batch.threads = -3;
  EXPECT_THROW(intersects_batch(m, m, std::vector<Pose>(1), out, batch), std::invalid_argument);
}

TEST(Margin, WhoseSumIsBeyondAllNumbers) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  const Model m = Model::build(mesh, {.margin = 1.5e308});
  Pose far;
  far.t = {0, 0, 1e100};
  QueryOptions options;
  options.margin = 1.5e308;
  EXPECT_TRUE(intersects(m, m, far, options));
}

TEST(Queries, AnEmptyMeshMeetsNothing) {
  const Model empty = Model::build({}), full = Model::build(square(0));
  EXPECT_FALSE(intersects(empty, full, {}));
  EXPECT_FALSE(intersects(full, empty, {}));
  EXPECT_FALSE(intersects(empty, empty, {}));
  EXPECT_TRUE(contacts(empty, full, {}).pairs.empty());
}

TEST(Queries, VeryLargeVerySmallAndFarAway) {
  for (const double scale : {1e-100, 1e-30, 1e30, 1e100}) {
    Mesh mesh = square(0);
    for (Vec3& v : mesh.vertices) v = {scale * v.x, scale * v.y, scale * v.z};
    const Model a = Model::build(mesh), b = Model::build(mesh);
    Pose pose = upright();
    pose.t = {0.25 * scale, 3.5 * scale, -4 * scale};
    QueryOptions brute;
    brute.method = Method::brute_force;
    const Contacts found = contacts(a, b, pose);
    EXPECT_EQ(found.pairs, contacts(a, b, pose, brute).pairs) << scale;
    EXPECT_FALSE(found.pairs.empty()) << scale;
    EXPECT_FALSE(intersects(a, Model::build(square(0)), {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 1e300}})) << scale;
  }
  Mesh huge = square(0);
  huge.vertices[0].x = 1e200;
  EXPECT_THROW(Model::build(huge), Error);
}

/// Found by a review: the square of a tiny normal underflowed, and with it the margin along it.
TEST(Margin, HoldsForTrianglesTinyComparedWithTheirMesh) {
  QueryOptions brute;
  brute.method = Method::brute_force;
  for (const double width : {1.0, 1e-3, 1e-6}) {
    for (const double edge : {1e-9, 1e-11, 3e-12, 1e-12, 1e-13, 1e-15, 1e-20}) {
      for (const double apart : {1e-7, 1e-8, 1e-9, 1e-10}) {
        const auto mesh = [&](double z, double side) {
          return Mesh{
              {{0, 0, z}, {edge, 0, z}, {0, edge, z}, {side, 5 * side, z}, {side, 6 * side, z}, {0, 5 * side, z}},
              {{0, 1, 2}, {3, 4, 5}}};
        };
        BuildOptions options;
        options.leaf_size = 1;
        const Model a = Model::build(mesh(0, width), options), b = Model::build(mesh(apart, -width), options);
        QueryOptions query;
        query.margin = brute.margin = width / 10;
        EXPECT_EQ(contacts(a, b, {}, query).pairs, contacts(a, b, {}, brute).pairs) << width << ' ' << edge;
      }
    }
  }
}

TEST(Queries, ExtentsWhoseSquaresUnderflowAndTranslationsWhoseSquaresOverflow) {
  for (const double s : {1e-320, 1e-300, 1e-200, 1e-162, 1e-100}) {
    const Model a = one_triangle({0, 0, 0}, {s, 0, 0}, {0, s, 0});
    const Model b = one_triangle({s / 4, s / 4, -s}, {s / 4, s / 4, s}, {s, s, s});
    EXPECT_TRUE(intersects(a, b, {})) << s;
  }
  const Model unit = one_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  Pose pose;
  pose.t.x = 1e300;
  QueryOptions options;
  options.margin = 1e300;
  EXPECT_TRUE(intersects(unit, unit, pose, options));
  options.margin = 1e299;
  EXPECT_FALSE(intersects(unit, unit, pose, options));
}

TEST(Counters, CountAndAreTimedOnlyWhenAsked) {
  const Model a = Model::build(square(0)), b = Model::build(square(0));
  Pose pose = upright();
  pose.t = {0.25, 3.5, -4};
  Workspace workspace;
  ASSERT_TRUE(intersects(a, b, pose, {}, &workspace));
  EXPECT_GT(workspace.counters().volume_tests, 0u);
  EXPECT_GT(workspace.counters().primitive_tests, 0u);
  EXPECT_EQ(workspace.counters().time.count(), 0);
  QueryOptions options;
  options.timing = true;
  EXPECT_GT(contacts(a, b, pose, options).counters.time.count(), 0);
}

TEST(Batch, AnswersLikeSingleQueriesAndRefusesBeforeItStarts) {
  const Model a = Model::build(square(0)), b = Model::build(square(0));
  std::vector<Pose> poses;
  for (int i = 0; i < 100; ++i) {
    Pose pose = upright();
    pose.t = {0.1 * i - 5, 3.5, 0.05 * i - 6};
    poses.push_back(pose);
  }
  for (const int threads : {0, 1, 2, 7}) {
    std::vector<std::uint8_t> out(poses.size(), 9);
    BatchOptions options;
    options.threads = threads;
    intersects_batch(a, b, poses, out, options);
    for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_EQ(out[i] != 0, intersects(a, b, poses[i])) << i;
  }
  std::vector<std::uint8_t> out(poses.size(), 9);
  EXPECT_THROW(intersects_batch(a, b, poses, std::span(out).first(3)), std::invalid_argument);
  poses[57].r[0] = 2;
  try {
    intersects_batch(a, b, poses, out);
    FAIL() << "a pose that is not rigid was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("pose 57"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(std::all_of(out.begin(), out.end(), [](std::uint8_t x) { return x == 9; }));
}

}  // namespace
}  // namespace graze
