// SPDX-License-Identifier: Apache-2.0
// What must hold of the answers whatever the input: symmetry, invariance, monotony. The transformations used are exact
// in double, so the expected equality is exact too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/query.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

/// Coordinates on a grid of 2⁻²⁰, so that sums, axis rotations and powers of two stay exact.
Mesh on_grid(Mesh mesh, double scale) {
  for (Vec3& v : mesh.vertices) {
    for (double* x : {&v.x, &v.y, &v.z}) *x = std::round(*x / scale * 0x1p20) * 0x1p-20;
  }
  return mesh;
}

struct Scene {
  Mesh a, b;
  Pose pose;
};

Scene make_scene(std::uint64_t seed) {
  const Soup soup = make_soup(seed, 60);
  SoupRandom random(seed ^ 0xABCDEF);
  Scene scene{on_grid(soup.a, soup.scale), on_grid(soup.b, soup.scale), axis_rotation(random.below(24))};
  scene.pose.t = {random.below(64) / 64.0 - 0.5, random.below(64) / 64.0 - 0.5, random.below(64) / 64.0 - 0.5};
  return scene;
}

Contacts ask(const Mesh& a, const Mesh& b, const Pose& pose, double margin = 0) {
  BuildOptions options;
  options.threads = 1;
  QueryOptions query;
  query.margin = margin;
  return contacts(Model::build(a, options), Model::build(b, options), pose, query);
}

std::vector<std::array<std::uint32_t, 3>> pairs_of(const Contacts& contacts, bool mirrored = false) {
  std::vector<std::array<std::uint32_t, 3>> out;
  for (const Contact& c : contacts.pairs) {
    const auto kind = static_cast<std::uint32_t>(c.kind);
    out.push_back(mirrored ? std::array{c.triangle_b, c.triangle_a, kind}
                           : std::array{c.triangle_a, c.triangle_b, kind});
  }
  std::sort(out.begin(), out.end());
  return out;
}

class Property : public testing::Test {
 protected:
  template <class Check>
  void for_scenes(const Check& check) {
    std::size_t meeting = 0;
    const int count = scaled(300);
    for (int seed = 0; seed < count; ++seed) {
      const Scene scene = make_scene(static_cast<std::uint64_t>(seed));
      SCOPED_TRACE(seed);
      meeting += check(scene) ? 1 : 0;
      if (HasFailure()) return;
    }
    EXPECT_GT(meeting, static_cast<std::size_t>(count) / 5) << "too few scenes meet to show anything";
  }
};

TEST_F(Property, SwappingTheModelsMirrorsTheAnswer) {
  for_scenes([](const Scene& s) {
    const Contacts forward = ask(s.a, s.b, s.pose);
    const Contacts backward = ask(s.b, s.a, inverse(s.pose));
    EXPECT_EQ(pairs_of(forward), pairs_of(backward, true));
    return !forward.pairs.empty();
  });
}

TEST_F(Property, MovingBothModelsChangesNothing) {
  for_scenes([](const Scene& s) {
    Pose motion = axis_rotation(11);
    motion.t = {3.25, -1.5, 0.125};
    Mesh moved = s.a;
    for (Vec3& v : moved.vertices) v = place(motion, v);
    const Contacts here = ask(s.a, s.b, s.pose), there = ask(moved, s.b, compose(motion, s.pose));
    EXPECT_EQ(pairs_of(here), pairs_of(there));
    return !here.pairs.empty();
  });
}

TEST_F(Property, ScalingByAPowerOfTwoChangesNothing) {
  for_scenes([](const Scene& s) {
    const Contacts plain = ask(s.a, s.b, s.pose);
    for (const double factor : {0x1p-60, 0x1p-20, 0x1p20, 0x1p60}) {
      Mesh a = s.a, b = s.b;
      for (Mesh* mesh : {&a, &b}) {
        for (Vec3& v : mesh->vertices) v = {factor * v.x, factor * v.y, factor * v.z};
      }
      Pose pose = s.pose;
      pose.t = {factor * pose.t.x, factor * pose.t.y, factor * pose.t.z};
      EXPECT_EQ(pairs_of(ask(a, b, pose)), pairs_of(plain)) << factor;
    }
    return !plain.pairs.empty();
  });
}

TEST_F(Property, TurningTrianglesRoundChangesNeitherPairsNorKinds) {
  for_scenes([](const Scene& s) {
    Mesh a = s.a, b = s.b;
    for (Triangle& t : a.triangles) t = {t[2], t[0], t[1]};
    for (Triangle& t : b.triangles) t = {t[1], t[0], t[2]};
    const Contacts plain = ask(s.a, s.b, s.pose);
    EXPECT_EQ(pairs_of(ask(a, b, s.pose)), pairs_of(plain));
    return !plain.pairs.empty();
  });
}

TEST_F(Property, ALargerMarginFindsMore) {
  for_scenes([](const Scene& s) {
    std::vector<std::array<std::uint32_t, 2>> before;
    for (const double margin : {0.0, 1e-6, 0.01, 0.1}) {
      std::vector<std::array<std::uint32_t, 2>> now;
      for (const Contact& c : ask(s.a, s.b, s.pose, margin).pairs) now.push_back({c.triangle_a, c.triangle_b});
      EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end())) << margin;
      before = now;
    }
    return !before.empty();
  });
}

TEST_F(Property, SegmentsLieInBothTrianglesBoxes) {
  for_scenes([](const Scene& s) {
    const Contacts found = ask(s.a, s.b, s.pose);
    for (const Contact& c : found.pairs) {
      const auto inside = [&](const Vec3& p, const Mesh& mesh, std::uint32_t triangle, const Pose& pose) {
        Vec3 low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
        for (const std::uint32_t i : mesh.triangles[triangle]) {
          const Vec3 v = place(pose, mesh.vertices[i]);
          low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
          high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
        }
        constexpr double kSlack = 1e-9;
        return p.x >= low.x - kSlack && p.y >= low.y - kSlack && p.z >= low.z - kSlack && p.x <= high.x + kSlack &&
               p.y <= high.y + kSlack && p.z <= high.z + kSlack;
      };
      for (const Vec3& p : {c.p, c.q}) {
        EXPECT_TRUE(inside(p, s.a, c.triangle_a, {})) << c.triangle_a << ' ' << c.triangle_b;
        EXPECT_TRUE(inside(p, s.b, c.triangle_b, s.pose)) << c.triangle_a << ' ' << c.triangle_b;
      }
    }
    return !found.pairs.empty();
  });
}

}  // namespace
}  // namespace graze::test
