// SPDX-License-Identifier: Apache-2.0
#include "words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "datasets.h"
#include "methods.h"

namespace graze::reproduce {
namespace {

TEST(Words, SetWhatTheyName) {
  const Method m = method_of_words(
      "volume=dop18 split=splatter point=sampled quality=fast leaf=1 object-leaf=40 leaf-rule=thesis width=2 "
      "building=bottom_up split-axes=all regroup=4 regroup-balance=0.5 subdivide=0.07 orientation=optimal samples=9 "
      "seed=7");
  EXPECT_EQ(m.environment.volume, Volume::dop18);
  EXPECT_EQ(m.object.split, Split::splatter);
  EXPECT_EQ(m.object.point, SplitPoint::sampled);
  EXPECT_EQ(m.object.quality, Quality::fast);
  EXPECT_EQ(m.environment.leaf_size, 1);
  EXPECT_EQ(m.object.leaf_size, 40);
  EXPECT_EQ(m.object.leaf_rule, LeafRule::thesis);
  EXPECT_EQ(m.object.width, 2);
  EXPECT_EQ(m.object.building, Building::bottom_up);
  EXPECT_EQ(m.object.split_axes, SplitAxes::all);
  EXPECT_EQ(m.object.regroup, 4);
  EXPECT_EQ(m.object.regroup_balance, 0.5);
  EXPECT_EQ(m.object.subdivide, 0.07);
  EXPECT_EQ(m.object.orientation, Orientation::optimal);
  EXPECT_EQ(m.object.samples, 9);
  EXPECT_EQ(m.environment.seed, 7u);
  EXPECT_EQ(m.query.method, graze::Method::hierarchy);

  const Method q = method_of_words("descent=restart tumbling=vertices order=thinnest intervals=6 closure=1 margin=0.5");
  EXPECT_EQ(q.query.method, graze::Method::study);
  EXPECT_EQ(q.query.descent, Descent::restart);
  EXPECT_EQ(q.query.study.tumbling, Tumbling::vertices);
  EXPECT_EQ(q.query.study.order, IntervalOrder::thinnest);
  EXPECT_EQ(q.query.study.intervals, 6);
  EXPECT_TRUE(q.query.study.closure);
  EXPECT_EQ(q.query.margin, 0.5);

  EXPECT_TRUE(method_of_words("front=pairs").planes);
  const Method front = method_of_words("front-levels=3 front=environment_pairs");
  EXPECT_EQ(front.front, 3);
  EXPECT_TRUE(front.front_pairs);
  EXPECT_EQ(method_of_words("steps=100").limits.steps, 100u);
  EXPECT_EQ(method_of_words("time-limit=2.5").limits.time, std::chrono::nanoseconds(2500));
  const Method own = method_of_words("volume=custom directions=1,0,0,0,1,0,0,0,1,1,2,0");
  ASSERT_EQ(own.object.directions.size(), 4u);
  EXPECT_EQ(own.object.directions[3], (Vec3{1, 2, 0}));
}

TEST(Words, AreRefusedByName) {
  for (const char* words : {"volume", "colour=red", "volume=teapot", "leaf=x", "leaf=1.5", "closure=2", "front=back",
                            "directions=1,2", "width="}) {
    try {
      method_of_words(words);
      ADD_FAILURE() << words;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

/// Every option has a word, and flies: what a word sets is what the library takes.
TEST(Words, AllFlyAndFindTheSame) {
  Scene scene = make_dataset("Interior", true);
  std::vector<Pose> some;
  for (std::size_t i = 20; i < scene.poses.size(); i += 40) some.push_back(scene.poses[i]);
  scene.poses = some;
  Flyer reference(scene, default_method());
  reference.fly();
  ASSERT_GT(reference.result().contacts, 0u);
  for (const char* words :
       {"volume=dop18 width=2 leaf=1 object-leaf=40 split=splatter point=mean tumbling=root_hill_climbing order=spread",
        "volume=dop26 tumbling=hill_climbing order=thinnest intervals=6", "volume=dop14 closure=1 descent=restart",
        "volume=custom directions=1,0,0,0,1,0,0,0,1,1,2,0,0,1,2", "volume=hybrid building=bottom_up width=16",
        "volume=capsule split=widest_gap", "volume=dop18 front=environment front-levels=4", "front=pairs",
        "volume=dop8 split=min_sum point=sampled samples=4 seed=3 split-axes=all",
        "regroup=4 regroup-balance=0 subdivide=0.1", "volume=aabb orientation=optimal leaf-rule=thesis quality=fast",
        "method=brute_force"}) {
    Flyer flyer(scene, method_of_words(words));
    flyer.fly();
    EXPECT_EQ(flyer.result().hash, reference.result().hash) << words;
  }
  Flyer limited(scene, method_of_words("volume=dop18 steps=5"));
  limited.fly();
  const std::vector<Outcome>& outcomes = limited.result().outcomes;
  ASSERT_EQ(outcomes.size(), scene.poses.size());
  EXPECT_TRUE(std::find(outcomes.begin(), outcomes.end(), Outcome::possible) != outcomes.end());
  EXPECT_GT(limited.result().penetration, 0);
}

}  // namespace
}  // namespace graze::reproduce
