// SPDX-License-Identifier: Apache-2.0
// Every option gives the contacts that brute force gives, on the five flights, reduced.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "datasets.h"
#include "methods.h"
#include "support/scale.h"

namespace graze::reproduce {
namespace {

/// Poses in contact first: a flight is mostly free.
std::vector<Pose> telling_poses(const Scene& scene, std::size_t count) {
  const scenes::Oracle oracle = scenes::graze_oracle(scene.a, scene.b);
  std::vector<Pose> hits, others;
  for (const Pose& pose : scene.poses) (oracle.collides(pose) ? hits : others).push_back(pose);
  std::vector<Pose> chosen;
  for (std::size_t i = 0; i < count && i < hits.size(); ++i) chosen.push_back(hits[i * hits.size() / count]);
  for (std::size_t i = 0; chosen.size() < count && i < others.size(); ++i) {
    chosen.push_back(others[i * others.size() / count]);
  }
  return chosen;
}

/// Keeps the triangles of `wanted`, and as many others as fit, evenly, so that brute force ends.
void cut_to_size(Mesh& mesh, const std::set<std::uint32_t>& wanted, std::size_t most) {
  std::vector<Triangle> kept;
  const std::size_t every = std::max<std::size_t>(1, (mesh.triangles.size() + most - 1) / most);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    if (t % every == 0 || wanted.count(t) != 0) kept.push_back(mesh.triangles[t]);
  }
  mesh.triangles = kept;
}

void cut_to_size(Scene& scene) {
  const Model a = Model::build(scene.a), b = Model::build(scene.b);
  std::set<std::uint32_t> wanted_a, wanted_b;
  for (const Pose& pose : scene.poses) {
    for (const Contact& c : contacts(a, b, pose).pairs) {
      wanted_a.insert(c.triangle_a);
      wanted_b.insert(c.triangle_b);
    }
  }
  cut_to_size(scene.a, wanted_a, test::kSanitized ? 200 : 800);
  cut_to_size(scene.b, wanted_b, test::kSanitized ? 200 : 800);
}

class Agreement : public testing::TestWithParam<std::string> {};

TEST_P(Agreement, AllOptionsFindTheContactsOfBruteForce) {
  Scene scene = make_dataset(GetParam(), true);
  scene.poses = telling_poses(scene, 4);
  cut_to_size(scene);

  Method brute = default_method();
  brute.query.method = graze::Method::brute_force;
  Flyer oracle(scene, brute);
  oracle.fly();
  for (const Method& m : every_option()) {
    Flyer flyer(scene, m);
    flyer.fly();
    EXPECT_EQ(flyer.result().hash, oracle.result().hash) << m.name;
    EXPECT_EQ(flyer.result().contacts, oracle.result().contacts) << m.name;
  }
  if (GetParam() != "Swept") {
    EXPECT_GT(oracle.result().contacts, 0u) << "poses without contact prove little";
  }
}

INSTANTIATE_TEST_SUITE_P(Datasets, Agreement, testing::ValuesIn(dataset_names()),
                         [](const auto& flight) { return "Flight" + flight.param; });

}  // namespace
}  // namespace graze::reproduce
