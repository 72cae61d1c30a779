// SPDX-License-Identifier: Apache-2.0
// Sketches of models: points on their surface, distances from it, and what the points of one tell of the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "build/priors.h"
#include "build/surface_samples.h"
#include "graze/model.h"
#include "graze/timed.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/fit.h"
#include "timed/timed_workspace.h"
#include "traverse/slot.h"

namespace graze::test {
namespace {

using detail::DistanceField;
using detail::Sketch;

/// As points-inl.h does, a point at a time.
double distance_in(const DistanceField& field, const Vec3& p) {
  const double at[3] = {p.x, p.y, p.z};
  double from[3], beyond = 0;
  std::size_t index = 0;
  for (std::size_t x = 3; x-- > 0;) {
    const double place = (at[x] - static_cast<double>(field.lower[x])) / static_cast<double>(field.cell);
    const double inner = std::clamp(place, 0.0, field.cells[x] - 0.01);
    beyond = std::max(beyond, std::abs(place - inner));
    from[x] = place - (std::floor(inner) + 0.5);
    index = index * static_cast<std::size_t>(field.cells[x]) + static_cast<std::size_t>(inner);
  }
  const std::uint32_t entry = field.of_cell[index];
  const auto byte = [&](int shift) { return static_cast<double>(static_cast<std::int8_t>(entry >> shift)); };
  double distance = byte(24) / DistanceField::kStepsPerCell;
  for (int x = 0; x < 3; ++x) distance += byte(8 * x) / 127 * from[x];
  return static_cast<double>(field.cell) * std::max(beyond, std::abs(distance));
}

TEST(Sketch, PointsLieOnTheSurface) {
  const Model model = Model::build(bumpy(40, 0));
  const Sketch& sketch = model.priors().sketch;
  const double expected[] = {0.25, 0.07, 0.012};  // caps of a sphere, half as wide for four times as many
  for (std::size_t level = 0; level < Sketch::kLevels; ++level) {
    EXPECT_NEAR(sketch.spread[level], expected[level], 0.4 * expected[level]);
    const std::size_t side = level == 0 ? Sketch::kPoints : Sketch::kChildren;
    for (std::size_t k = 0; k < sketch.points[level].size() / 3; ++k) {
      const float* p = sketch.points[level].data() + 3 * side * (k / side) + k % side;
      EXPECT_NEAR(std::hypot(p[0], p[side], p[2 * side]), 1, 0.01);
    }
  }
  EXPECT_EQ(sketch.points[2].size(), 3 * Sketch::kPoints * Sketch::kChildren * Sketch::kChildren);
}

TEST(Sketch, ChildrenLieAboutTheirPoint) {
  const Model model = Model::build(bumpy(40, 0.1));
  const Sketch& sketch = model.priors().sketch;
  for (std::size_t level = 1; level < Sketch::kLevels; ++level) {
    const std::size_t side = level == 1 ? Sketch::kPoints : Sketch::kChildren, kids = Sketch::kChildren;
    for (std::size_t i = 0; i < sketch.points[level - 1].size() / 3; ++i) {
      const float* p = sketch.points[level - 1].data() + 3 * side * (i / side) + i % side;
      for (std::size_t k = 0; k < kids; ++k) {
        const float* q = sketch.points[level].data() + 3 * kids * i + k;
        EXPECT_LT(std::hypot(p[0] - q[0], p[side] - q[kids], p[2 * side] - q[2 * kids]), 5 * sketch.spread[level - 1]);
      }
    }
  }
}

TEST(Sketch, DistancesAreNearlyThose) {
  const Model model = Model::build(bumpy(40, 0));
  const Sketch& sketch = model.priors().sketch;
  SoupRandom random(3);
  double coarse = 0, sum = 0;
  int near = 0, off = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double truth = std::abs(std::hypot(p.x, p.y, p.z) - 1);
    if (truth < 0.25) coarse = std::max(coarse, std::abs(distance_in(sketch.coarse, p) - truth));
    if (truth > 0.04) continue;  // a cell of the fine field
    const double error = std::abs(distance_in(sketch.fine, p) - truth);
    sum += error;
    off += error > 0.01 ? 1 : 0;
    ++near;
  }
  EXPECT_LT(coarse, 0.1);  // of cells with a side of 0.125
  EXPECT_LT(sum / near, 0.0025);
  EXPECT_LT(off, 0.05 * near);
  for (const double beyond : {0.1, 0.5, 2.0}) {
    EXPECT_GE(distance_in(sketch.fine, {1 + beyond, 0.2, 0.1}), beyond - 0.01);
  }
}

/// A strip of twenty by one, a fiftieth thick: cells of a sixteenth and a sixty-fourth of its length would hold most of
/// what there is across it.
TEST(Sketch, FlatAndLongPartsHaveSmallerCells) {
  Mesh box;
  for (int i = 0; i < 8; ++i) {
    box.vertices.push_back({(i & 1) != 0 ? 20.0 : 0.0, (i & 2) != 0 ? 1.0 : 0.0, (i & 4) != 0 ? 0.02 : 0.0});
  }
  box.triangles = {{0, 1, 2}, {1, 3, 2}, {4, 6, 5}, {5, 6, 7}, {0, 4, 1}, {1, 4, 5},
                   {2, 3, 6}, {3, 7, 6}, {0, 2, 4}, {2, 6, 4}, {1, 5, 3}, {3, 5, 7}};
  const Model strip = Model::build(box), ball = Model::build(bumpy(40, 0));
  const Sketch &long_one = strip.priors().sketch, &round = ball.priors().sketch;
  EXPECT_LT(long_one.coarse.cell, 20 / 16.0 / 2);
  EXPECT_LT(long_one.fine.cell, 20 / 64.0 / 2);
  EXPECT_LE(long_one.coarse.of_cell.size(), 16u * 16 * 16 / 2);
  EXPECT_LE(long_one.fine.of_cell.size(), 64u * 64 * 64 / 2);
  EXPECT_NEAR(round.coarse.cell, 2 / 16.0, 0.01);
  EXPECT_NEAR(round.fine.cell, 2 / 64.0, 0.002);
  const auto off = [&](double x, double y, double z) {  // from the upper side, somewhere in the middle
    return std::abs(distance_in(long_one.fine, Vec3{x, y, 0.02 + z} - strip.hierarchy().origin) - z);
  };
  for (const double z : {0.0, 0.01, 0.03}) EXPECT_LT(off(7.3, 0.4, z), 0.012);
}

TEST(Sketch, FlatAndEmptyModels) {
  Mesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}};
  flat.triangles = {{0, 1, 2}};
  const Model triangle = Model::build(flat);
  const Sketch& sketch = triangle.priors().sketch;
  EXPECT_GT(sketch.spread[2], 0);
  EXPECT_EQ(sketch.fine.cells[2], 1);
  EXPECT_LT(distance_in(sketch.fine, Vec3{0.3, 0.3, 0} - triangle.hierarchy().origin), 0.01);
  flat.triangles = {{0, 1, 3}};  // no area
  EXPECT_EQ(Model::build(flat).priors().sketch.spread[0], 0);
  EXPECT_EQ(Model::build(Mesh()).priors().sketch.spread[0], 0);
}

/// Two unit spheres, so far apart: the nearest point of the last level is as far from the other surface.
TEST(Points, FindTheNearestPlace) {
  const IsaGuard guard;
  const Model a = Model::build(bumpy(60, 0)), b = Model::build(bumpy(50, 0));
  const double spread = static_cast<double>(b.priors().sketch.spread[2]);
  SoupRandom random(4);
  for (int i = 0; i < 40; ++i) {
    const double gap = random.uniform(0.0, 0.08), angle = random.uniform(0, 6.28), z = random.uniform(-1, 1);
    const double r = std::sqrt(1 - z * z);
    Pose pose = axis_rotation(random.below(24));
    pose.t = {(2 + gap) * r * std::cos(angle), (2 + gap) * r * std::sin(angle), (2 + gap) * z};
    double first = 0;
    for (const std::string_view isa : detail::available_isas()) {
      ASSERT_TRUE(detail::use_isa(isa));
      std::vector<detail::LabelledState> states;
      detail::trace_states(a, b, std::span<const Pose>(&pose, 1), states);
      if (states.empty()) continue;  // their boxes are apart
      ASSERT_GE(states.size(), 3u);
      for (std::size_t level = 0; level < 3; ++level) EXPECT_EQ(states[level].group, level);
      const double least = spread * (std::exp2(states[2].points.least) - 0.02);
      EXPECT_NEAR(least, gap, 0.012) << isa;
      if (first == 0) first = least;
      EXPECT_NEAR(least, first, 1e-4) << isa;
    }
  }
}

TEST(Sketch, NodesHoldTheirPoints) {
  BuildOptions options;
  options.leaf_size = 12;  // several packets a leaf
  const Model model = Model::build(bumpy(40, 0.1), options);
  const Sketch& sketch = model.priors().sketch;
  const detail::Hierarchy& h = model.hierarchy();
  ASSERT_EQ(sketch.node_of_point.size(), sketch.points[2].size() / 3);
  ASSERT_EQ(sketch.fine.patch.size(), sketch.fine.of_cell.size());
  const auto centre_of = [&](detail::Ref ref) {
    const std::uint32_t slot = detail::slot_of(h, ref);
    const float* node = h.node(slot / h.layout.lanes);
    Vec3 c;
    double* at[3] = {&c.x, &c.y, &c.z};
    for (std::size_t x = 0; x < 3; ++x) {
      *at[x] = static_cast<double>(node[h.layout.at(detail::field::kCentre + x, slot % h.layout.lanes)]);
    }
    return c;
  };
  double farthest = 0;
  for (std::size_t i = 0; i < sketch.node_of_point.size(); ++i) {
    const float* p = sketch.points[2].data() + 48 * (i / 16) + i % 16;
    const Vec3 c = centre_of(sketch.node_of_point[i]);
    farthest = std::max(farthest, std::hypot(c.x - static_cast<double>(p[0]), c.y - static_cast<double>(p[16]),
                                             c.z - static_cast<double>(p[32])));
  }
  EXPECT_LT(farthest, 0.5);
  const auto known = std::count_if(sketch.fine.patch.begin(), sketch.fine.patch.end(),
                                   [](detail::Ref ref) { return ref != detail::kNoRef; });
  EXPECT_GT(known, 2000);
  EXPECT_LT(known, static_cast<std::ptrdiff_t>(sketch.fine.patch.size()));
}

/// Hits that the nearest points find are certain before the first step, and name triangles that meet.
TEST(Points, FindMostHits) {
  const IsaGuard guard;
  const Model a = Model::build(bumpy(60, 0.1)), b = Model::build(bumpy(50, 0.2));
  Budget exact;
  exact.epsilon = 1e-12;
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    SoupRandom random(6);
    int hits = 0, at_once = 0;
    for (int i = 0; i < 150; ++i) {
      Pose pose = axis_rotation(random.below(24));
      pose.t = {random.uniform(1.6, 2.3), random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4)};
      const Verdict verdict = judge(a, b, pose, exact);
      if (!verdict.certain) continue;
      ASSERT_EQ(verdict.collides, intersects(a, b, pose)) << isa << " case " << i;
      if (!verdict.collides) continue;
      ++hits;
      at_once += verdict.steps == 0 ? 1 : 0;
      EXPECT_TRUE(detail::triangles_meet(detail::corners(a.mesh(), verdict.triangle_a),
                                         detail::placed_corners(b.mesh(), verdict.triangle_b, pose)));
    }
    EXPECT_GT(hits, 60);
    EXPECT_GT(at_once, 0.8 * hits) << isa;
  }
}

/// Free, but so near that every try counts: the nearest pairs come first, and no more than some.
TEST(Points, TriesTellOneAfterAnother) {
  const IsaGuard guard;
  const Model a = Model::build(bumpy(60, 0.1)), b = Model::build(bumpy(50, 0.2));
  Pose pose = axis_rotation(5);
  constexpr double kStep = 0.01;
  for (pose.t.x = 2.6; !intersects(a, b, pose);) pose.t.x -= kStep;
  pose.t.x += kStep;
  std::size_t expected = 0;
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    std::vector<detail::LabelledState> states;
    detail::trace_states(a, b, std::span<const Pose>(&pose, 1), states);
    std::vector<detail::TriesSeen> tries;
    for (const detail::LabelledState& state : states) {
      if (state.group == detail::kPointLevels - 1) tries.push_back(state.tries);
    }
    ASSERT_GE(tries.size(), 2u) << isa;
    EXPECT_LE(tries.size(), 6u);
    for (std::size_t i = 0; i < tries.size(); ++i) {
      EXPECT_NEAR(tries[i].count, std::log2(static_cast<double>(i + 1)), 0.02);
      EXPECT_GE(tries[i].next, i == 0 ? tries[0].least - 0.02 : tries[i - 1].next);
    }
    if (expected == 0) expected = tries.size();
    EXPECT_EQ(tries.size(), expected) << isa;
  }
}

/// What all points together take for a hit must be found, or it is not said.
TEST(Points, TheLastLevelSaysOnlyFree) {
  const Model a = Model::build(bumpy(60, 0.1)), b = Model::build(bumpy(50, 0.2));
  SoupRandom random(7);
  TimedWorkspace workspace;
  Budget budget;
  budget.epsilon = 0.3;
  int free = 0, found = 0;
  for (int i = 0; i < 600; ++i) {
    Pose pose = axis_rotation(random.below(24));
    pose.t = {random.uniform(1.8, 2.2), random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)};
    const Verdict verdict = judge(a, b, pose, budget, &workspace);
    if (verdict.steps > 0 || workspace.impl().state.points.level != Sketch::kLevels) continue;
    EXPECT_TRUE(verdict.certain || !verdict.collides);
    (verdict.certain ? found : free) += 1;
  }
  EXPECT_GT(free, 5);
  EXPECT_GT(found, 5);
}

TEST(Sketch, CornersOfLargeTrianglesAreSampled) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {3, 0, 0}, {0, 2, 0}};
  mesh.triangles = {{0, 1, 2}};
  const Model model = Model::build(mesh);
  const detail::SurfaceSamples samples = detail::sample_surface(model.hierarchy(), 100);
  for (const Vec3& corner : mesh.vertices) {
    const Vec3 p = corner - model.hierarchy().origin;
    const float at[3] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    float nearest = 1;
    for (std::size_t i = 0; i < samples.size(); ++i) nearest = std::min(nearest, samples.square(i, at));
    EXPECT_LT(nearest, 1e-10f);
  }
  EXPECT_GE(samples.size(), 99u);
}

TEST(Points, SoupsHaveTheSameAnswers) {
  const IsaGuard guard;
  Budget exact;
  exact.epsilon = 1e-12;
  int certain = 0;
  for (int i = 0; i < scaled(200); ++i) {
    const Soup soup = make_soup(static_cast<std::uint64_t>(i));
    const Model a = Model::build(soup.a), b = Model::build(soup.b);
    for (const std::string_view isa : detail::available_isas()) {
      ASSERT_TRUE(detail::use_isa(isa));
      const Verdict verdict = judge(a, b, soup.pose, exact);
      if (!verdict.certain) continue;
      ++certain;
      EXPECT_EQ(verdict.collides, intersects(a, b, soup.pose)) << isa << " soup " << i;
    }
  }
  EXPECT_GT(certain, scaled(200));
}

TEST(Points, GoOnWhereTheyStopped) {
  const Model a = Model::build(bumpy(40, 0.1));
  SoupRandom random(5);
  TimedWorkspace once, twice;
  int resumed = 0;
  for (int i = 0; i < 300; ++i) {
    Pose pose = axis_rotation(random.below(24));
    pose.t = {random.uniform(1.2, 2.3), random.uniform(-0.5, 0.5), 0};
    Budget strict, lax;
    strict.epsilon = 0.001;
    lax.epsilon = 0.2;
    const Verdict whole = judge(a, a, pose, strict, &once);
    Verdict parts = judge(a, a, pose, lax, &twice);
    if (!parts.certain && parts.steps == 0) {
      ++resumed;
      resume(parts, strict, twice);
    } else if (!parts.certain) {
      continue;
    }
    EXPECT_EQ(parts.certain, whole.certain);
    EXPECT_EQ(parts.probability, whole.probability);
    EXPECT_EQ(parts.steps, whole.steps);
  }
  EXPECT_GT(resumed, 50);
}

}  // namespace
}  // namespace graze::test
