// SPDX-License-Identifier: Apache-2.0
// The float bounds of a distance's steps: never above the distance of what the volumes hold, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "geometry/triangle_distance.h"
#include "query/distance_walk.h"
#include "query/motion_cases.h"
#include "support/answers.h"
#include "support/scale.h"
#include "traverse/frame.h"
#include "traverse/slot.h"

namespace graze::motion_test {
namespace {

void collect(const Hierarchy& h, Ref ref, std::vector<std::uint32_t>& out) {
  if (ref == kNoRef) return;
  if (!is_leaf(ref)) {
    for (std::size_t lane = 0; lane < 4; ++lane) collect(h, h.ref(index_of(ref), lane), out);
    return;
  }
  const LeafPacket* packet = &h.leaves[index_of(ref)];
  for (const LeafPacket* end = packet + packet->packets; packet != end; ++packet) {
    out.insert(out.end(), packet->id, packet->id + packet->count);
  }
}

/// Distances of all pairs of triangles of two models at a pose, and the least of those of two nodes.
class AllPairs {
 public:
  AllPairs(const Model& a, const Model& b, const Pose& pose)
      : a_(a), b_(b), count_b_(b.mesh().triangles.size()), distances_(a.mesh().triangles.size() * count_b_) {
    for (std::uint32_t i = 0; i < a.mesh().triangles.size(); ++i) {
      for (std::uint32_t j = 0; j < count_b_; ++j) {
        distances_[i * count_b_ + j] = closest_points(corners(a.mesh(), i), placed_corners(b.mesh(), j, pose)).distance;
      }
    }
  }
  double operator()(std::uint32_t i, std::uint32_t j) const { return distances_[i * count_b_ + j]; }
  double least(Ref ra, Ref rb) const {
    std::vector<std::uint32_t> in_a, in_b;
    collect(a_.hierarchy(), ra, in_a);
    collect(b_.hierarchy(), rb, in_b);
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t i : in_a) {
      for (const std::uint32_t j : in_b) least = std::min(least, (*this)(i, j));
    }
    return least;
  }

 private:
  const Model& a_;
  const Model& b_;
  std::size_t count_b_;
  std::vector<double> distances_;
};

struct Tightness {
  double shares = 0;
  int pairs = 0;
  void add(double bound, double distance) {
    shares += std::max(bound, 0.0) / distance;
    ++pairs;
  }
  double mean() const { return shares / pairs; }
};

class Checker {
 public:
  Checker(const Model& a, const Model& b, const Pose& pose, const Frame& frame, std::string what)
      : a_(a.hierarchy()), b_(b.hierarchy()), all_(a, b, pose), frame_(frame), what_(std::move(what)) {}

  /// `line`: a unit vector in A's frame, or zero.
  void check(const Vec3& line, Tightness& boxes, Tightness& triangles) const {
    float bounds[16];
    for (std::uint32_t na = 0; na < a_.node_count(); ++na) {
      for (std::uint32_t nb = 0; nb < b_.node_count(); ++nb) {
        bounds_of_children(a_.node(na), b_.node(nb), frame_, line, bounds);
        float beside[2][4];
        bounds_beside_volume(a_.node(na), b_.node(nb), true, frame_, line, beside[0]);
        bounds_beside_volume(b_.node(nb), a_.node(na), false, frame_, line, beside[1]);
        for (std::size_t k = 0; k < 16; ++k) {
          const Ref ra = a_.ref(na, k % 4), rb = b_.ref(nb, k / 4);
          if (ra == kNoRef || rb == kNoRef) continue;
          const double least = all_.least(ra, rb);
          ASSERT_TRUE(below(bounds[k], least));
          if (k / 4 == 0) {
            ASSERT_TRUE(below(beside[0][k % 4], least));
          }
          if (k % 4 == 0) {
            ASSERT_TRUE(below(beside[1][k / 4], least));
          }
          if (least > 0) boxes.add(in_units(bounds[k]), least);
        }
      }
    }
    for (const LeafPacket& pa : a_.leaves) {
      for (const LeafPacket& pb : b_.leaves) {
        bounds_of_triangles(pa, pb, frame_, line, bounds);
        for (std::uint32_t k = 0; k < 16; ++k) {
          if (k % 4 >= pa.count || k / 4 >= pb.count) continue;
          const double distance = all_(pa.id[k % 4], pb.id[k / 4]);
          ASSERT_TRUE(below(bounds[k], distance));
          if (distance > 0) triangles.add(in_units(bounds[k]), distance);
        }
      }
    }
  }

 private:
  double in_units(float bound) const { return static_cast<double>(bound) * a_.unit; }
  /// The pads are some 2^29 times this slack, which is for the distance in double.
  ::testing::AssertionResult below(float bound, double distance) const {
    const double slack = 1e-14 * (a_.radius + b_.radius) * a_.unit;
    if (in_units(bound) <= distance * (1 + 1e-14) + slack) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << in_units(bound) << " > " << distance << ": " << what_;
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  AllPairs all_;
  const Frame& frame_;
  std::string what_;
};

/// As far from orthonormal as a pose may be.
void skew(SoupRandom& random, Pose& pose) {
  Pose skewed = pose;
  for (double size = 5e-7; size > 1e-9; size /= 2) {
    for (int i = 0; i < 9; ++i) skewed.r[i] = pose.r[i] + random.uniform(-size, size);
    if (skew_of(skewed) != kNotRigid) break;
  }
  pose = skewed;
}

TEST(DistanceBounds, NeverExceedTheDistanceOfWhatTheyHold) {
  const test::IsaGuard guard;
  Tightness boxes, triangles;
  const int soups = std::max(50, test::scaled(500));
  for (int i = 0; i < soups; ++i) {
    Soup soup = test::make_soup(static_cast<std::uint64_t>(i) + 4000, 24);
    SoupRandom random(static_cast<std::uint64_t>(i) + 77);
    if (random.chance(0.3)) skew(random, soup.pose);
    soup.pose.t = soup.pose.t + (soup.scale * random.uniform(0, 6)) * random.in_cube(1);
    BuildOptions options;
    options.width = random.chance(0.2) ? 2 : 4;
    const Model a = Model::build(soup.a, options), b = Model::build(soup.b, options);
    Frame frame;
    if (!can_walk(a.hierarchy(), b.hierarchy()) ||
        make_distance_frame(a.hierarchy(), b.hierarchy(), soup.pose, skew_of(soup.pose), frame) != Reach::possible) {
      continue;
    }
    const Checker checker(a, b, soup.pose, frame, soup.what + ", soup " + std::to_string(i));
    const Vec3 v = random.in_cube(1);
    for (const std::string_view isa : available_isas()) {
      ASSERT_TRUE(use_isa(isa));
      checker.check(i % 2 == 0 ? Vec3{} : (1 / norm(v)) * v, boxes, triangles);
      if (HasFatalFailure()) return;
    }
  }
  // Else the bounds would be true, and useless.
  EXPECT_GT(boxes.pairs, 5 * soups);
  EXPECT_GT(boxes.mean(), 0.5);
  EXPECT_GT(triangles.mean(), 0.9);
}

/// Two sheets of small squares, h apart: every pair of triangles above each other is equally close.
Mesh sheet(int squares, double size, double z) {
  Mesh mesh;
  for (int i = 0; i <= squares; ++i) {
    for (int j = 0; j <= squares; ++j) mesh.vertices.push_back({size * i / squares, size * j / squares, z});
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * (squares + 1) + j); };
  for (int i = 0; i < squares; ++i) {
    for (int j = 0; j < squares; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

void expect_as_all_pairs(const Model& a, const Model& b, const Pose& pose, const std::string& what) {
  DistanceOptions all;
  all.method = Method::brute_force;
  const Distance right = distance(a, b, pose, all);
  const double slack =
      0x1p-43 * (right.upper + max_abs(pose.t) + a.hierarchy().max_coordinate + b.hierarchy().max_coordinate);
  const test::IsaGuard guard;
  Workspace workspace;
  for (const std::string_view isa : available_isas()) {
    ASSERT_TRUE(use_isa(isa));
    const Distance found = distance(a, b, pose, {}, nullptr, &workspace);
    ASSERT_EQ(found.upper, right.upper) << what << ' ' << isa;
    ASSERT_EQ(found.triangle_a, right.triangle_a) << what << ' ' << isa;
    ASSERT_EQ(found.triangle_b, right.triangle_b) << what << ' ' << isa;
    ASSERT_EQ(found.p, right.p) << what << ' ' << isa;
    ASSERT_EQ(found.q, right.q) << what << ' ' << isa;
    ASSERT_LE(found.lower, right.upper) << what << ' ' << isa;
    ASSERT_GE(found.lower, right.lower - slack) << what << ' ' << isa;
    for (const double error : {1e-3, 0.3}) {
      DistanceOptions rough;
      rough.relative_error = error;
      const Distance about = distance(a, b, pose, rough, nullptr, &workspace);
      ASSERT_LE(about.lower, right.upper) << what << ' ' << isa;
      ASSERT_GE(about.upper, right.lower) << what << ' ' << isa;
      ASSERT_LE(about.upper, about.lower * (1 + error) + slack) << what << ' ' << isa;
    }
    if (right.lower > 0) {
      DistanceOptions limited;
      limited.limit = 0.99 * right.lower;
      const Distance beyond = distance(a, b, pose, limited, nullptr, &workspace);
      ASSERT_GT(beyond.lower, limited.limit) << what << ' ' << isa;
      ASSERT_LE(beyond.lower, right.upper) << what << ' ' << isa;
      ASSERT_EQ(beyond.triangle_a, kNoTriangle) << what << ' ' << isa;
    }
  }
}

TEST(DistanceBounds, SheetsWhoseTrianglesAreAllEquallyClose) {
  const Model a = Model::build(sheet(8, 1, 0));
  for (const double h : {1e-9, 1e-5, 0.01, 1.0, 20.0, 1e3}) {
    const Model b = Model::build(sheet(8, 1, h));
    expect_as_all_pairs(a, b, {}, "sheets " + std::to_string(h));
    Pose tilted = pose_from_quaternion(1, 1e-4, 0, 0, {0.1, 0.2, 0});
    expect_as_all_pairs(a, b, tilted, "tilted sheets " + std::to_string(h));
    if (HasFatalFailure()) return;
  }
}

TEST(DistanceBounds, LargerSoupsOfEveryKindAndScaleAsAllPairs) {
  const int soups = test::scaled(250);
  for (int i = 0; i < soups; ++i) {
    Soup soup = test::make_soup(static_cast<std::uint64_t>(i) + 7000, 90);
    SoupRandom random(static_cast<std::uint64_t>(i) + 3);
    const double scale = std::pow(2.0, random.below(3) == 0 ? random.uniform(-120, 120) : 0.0);
    for (Mesh* mesh : {&soup.a, &soup.b}) {
      for (Vec3& v : mesh->vertices) v = scale * v;
    }
    soup.pose.t = scale * (soup.pose.t + (soup.scale * random.uniform(0, 20)) * random.in_cube(1));
    if (random.chance(0.3)) skew(random, soup.pose);
    BuildOptions options;
    if (random.chance(0.3)) options.leaf_size = 9;  // several packets
    if (random.chance(0.3)) options.subdivide = 0.5;
    if (random.chance(0.3)) options.orientation = Orientation::optimal;
    expect_as_all_pairs(Model::build(soup.a, options), Model::build(soup.b), soup.pose,
                        soup.what + ", soup " + std::to_string(i));
    if (HasFatalFailure()) return;
  }
}

TEST(DistanceBounds, PointsAndNeedles) {
  SoupRandom random(31);
  Mesh points, needles;
  for (int i = 0; i < 60; ++i) {
    const Vec3 p = random.in_cube(1), q = p + 0.3 * random.in_cube(1);
    const auto first = static_cast<std::uint32_t>(3 * i);
    points.vertices.insert(points.vertices.end(), {p, p, p});
    points.triangles.push_back({first, first + 1, first + 2});
    needles.vertices.insert(needles.vertices.end(), {p, q, 0.5 * p + 0.5 * q});
    needles.triangles.push_back({first, first + 1, first + 2});
  }
  const Model a = Model::build(points), b = Model::build(needles);
  Pose pose;
  for (const double away : {0.01, 1.5, 2.5, 9.0}) {
    pose.t = {away, 0.3, 0.2};
    expect_as_all_pairs(a, b, pose, "points and needles");
    expect_as_all_pairs(b, a, pose, "needles and points");
    expect_as_all_pairs(a, a, pose, "points");
    expect_as_all_pairs(b, b, pose, "needles");
    if (HasFatalFailure()) return;
  }
}

TEST(DistanceBounds, ModelsOfVeryDifferentSize) {
  SoupRandom random(12);
  const Mesh large = blob(random, 9);
  for (const double ratio : {1e-1, 1e-3, 1e-6}) {
    Mesh small = blob(random, 5);
    for (Vec3& v : small.vertices) v = ratio * v;
    const Model a = Model::build(large), b = Model::build(small);
    for (const double away : {1.0 + 1.1 * ratio, 1.2, 3.0}) {
      Pose pose;
      pose.t = {0.1, 0.2, away};
      expect_as_all_pairs(a, b, pose, "large and small");
      expect_as_all_pairs(b, a, inverse(pose), "small and large");
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace graze::motion_test
