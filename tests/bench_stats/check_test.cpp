// SPDX-License-Identifier: Apache-2.0
// The cross-check finds every lie of a rival, and the referee tells who lied.
#include "check.h"

#include <gtest/gtest.h>

#include "referee.h"
#include "run.h"
#include "shapes.h"
#include "support/soup.h"

namespace graze::bench {
namespace {

/// graze's brute force, with mistakes on demand.
class Liar final : public Rival {
 public:
  enum class Lie { none, says_yes, says_no, drops_a_pair, adds_a_pair };
  explicit Liar(Lie lie) : lie_(lie) {}
  std::string name() const override { return "liar"; }
  void build(const Mesh& a, const Mesh& b) override {
    a_ = Model::build(a);
    b_ = Model::build(b);
  }
  void set_poses(const std::vector<Pose>& poses) override { poses_ = poses; }
  bool intersects(std::size_t pose) override {
    find(pose);
    return lie_ == Lie::says_yes || (lie_ != Lie::says_no && !pairs_.empty());
  }
  std::size_t find_all(std::size_t pose) override {
    find(pose);
    if (lie_ == Lie::drops_a_pair && !pairs_.empty()) pairs_.pop_back();
    if (lie_ == Lie::adds_a_pair) {
      // The first pair that is none.
      std::pair<std::uint32_t, std::uint32_t> extra{0, 0};
      while (std::binary_search(pairs_.begin(), pairs_.end(), extra)) ++extra.second;
      pairs_.insert(std::lower_bound(pairs_.begin(), pairs_.end(), extra), extra);
    }
    return pairs_.size();
  }
  TrianglePairs pairs() const override { return pairs_; }
  double bytes_per_triangle() const override { return 1; }

 private:
  void find(std::size_t pose) {
    QueryOptions options;
    options.method = Method::brute_force;
    pairs_.clear();
    for (const Contact& c : contacts(*a_, *b_, poses_[pose], options).pairs)
      pairs_.emplace_back(c.triangle_a, c.triangle_b);
  }
  Lie lie_;
  std::optional<Model> a_, b_;
  std::vector<Pose> poses_;
  TrianglePairs pairs_;
};

/// Two soups; in the first poses they meet, in the last they are far apart.
scenes::Scene small_scene() {
  scenes::Scene scene;
  scene.name = scene.meshes = "small";
  scene.a = scenes::triangle_soup(40, 0.5, 1);
  scene.b = scenes::triangle_soup(40, 0.5, 2);
  for (int i = 0; i < 6; ++i) {
    Pose pose = pose_from_quaternion(1, 0.1 * i, 0.2, -0.1 * i, {0.05 * i, 0, 0});
    if (i >= 4) pose.t = {100, 0, 0};
    scene.poses.push_back(pose);
  }
  return scene;
}

CheckResult check_liar(Liar::Lie lie, std::size_t stride = 1) {
  const scenes::Scene scene = small_scene();
  std::vector<Engine> graze = build_graze(scene, Volume::automatic, {});
  Engine liar;
  liar.name = "liar";
  liar.rival = std::make_unique<Liar>(lie);
  liar.rival->build(scene.a, scene.b);
  liar.rival->set_poses(scene.poses);
  liar.stride = stride;
  return check(scene, {&graze.front(), &liar}, true);
}

TEST(Check, HonestRivalsAgree) {
  const CheckResult result = check_liar(Liar::Lie::none);
  EXPECT_TRUE(result.disagreements.empty());
  ASSERT_EQ(result.agreements.size(), 1u);
  EXPECT_EQ(result.agreements[0].asked, 6u);
  EXPECT_EQ(hash_of(result.answers[0], 1, true), hash_of(result.answers[1], 1, true));
}

TEST(Check, AFalseAlarmIsFoundAndJudged) {
  const CheckResult result = check_liar(Liar::Lie::says_yes);
  ASSERT_EQ(result.disagreements.size(), 2u);  // the two poses far apart
  for (const Disagreement& d : result.disagreements) {
    EXPECT_FALSE(d.named);
    EXPECT_TRUE(d.rival);
    EXPECT_FALSE(d.graze);
    EXPECT_FALSE(d.truth);
  }
  EXPECT_EQ(result.agreements[0].wrong_any, 2u);
  EXPECT_NE(hash_of(result.answers[0], 1, false), hash_of(result.answers[1], 1, false));
}

TEST(Check, AMissIsFoundAndJudged) {
  const CheckResult result = check_liar(Liar::Lie::says_no);
  EXPECT_EQ(result.agreements[0].wrong_any, 4u);
  for (const Disagreement& d : result.disagreements) EXPECT_TRUE(d.truth && d.graze && !d.rival);
}

TEST(Check, PairsTooFewAndTooManyAreNamed) {
  const CheckResult dropped = check_liar(Liar::Lie::drops_a_pair);
  EXPECT_EQ(dropped.agreements[0].missed, 4u);
  EXPECT_EQ(dropped.agreements[0].extra, 0u);
  EXPECT_EQ(dropped.agreements[0].wrong_lists, 4u);
  const CheckResult added = check_liar(Liar::Lie::adds_a_pair);
  EXPECT_EQ(added.agreements[0].extra, 6u);
  EXPECT_EQ(added.agreements[0].missed, 0u);
  ASSERT_FALSE(added.disagreements.empty());
  EXPECT_TRUE(added.disagreements[0].named);
  EXPECT_FALSE(added.disagreements[0].truth);
}

TEST(Check, OnlyPosesThatWereAskedAreCompared) {
  const CheckResult result = check_liar(Liar::Lie::says_yes, 5);  // poses 0 and 5
  EXPECT_EQ(result.agreements[0].asked, 2u);
  EXPECT_EQ(result.agreements[0].wrong_any, 1u);
}

TEST(Referee, FindsWhatBruteForceFinds) {
  QueryOptions brute;
  brute.method = Method::brute_force;
  int meeting = 0;
  constexpr int kSoups = 300;
  for (std::uint64_t seed = 1; seed <= kSoups; ++seed) {
    const test::Soup soup = test::make_soup(seed, 30);
    const auto found = find_meeting(soup.a, soup.b, soup.pose);
    EXPECT_EQ(found.has_value(), intersects(Model::build(soup.a), Model::build(soup.b), soup.pose, brute)) << soup.what;
    if (!found) continue;
    ++meeting;
    EXPECT_TRUE(triangles_meet(soup.a, soup.b, soup.pose, found->first, found->second)) << soup.what;
  }
  EXPECT_GT(meeting, kSoups / 10);
  EXPECT_LT(meeting, kSoups * 9 / 10);
}

TEST(Runner, RowsOfAScene) {
  RunOptions options;
  options.volumes = {Volume::automatic, Volume::obb};
  options.repeat = 1;
  Runner runner(options);
  const SceneResult result = runner.run(small_scene(), 0.2);
  ASSERT_EQ(result.rows.size(), 6u);  // two engines, three modes
  for (const Row& row : result.rows) {
    EXPECT_EQ(row.poses, 6u);
    EXPECT_EQ(row.colliding, 4u);
    EXPECT_GT(row.us.mean, 0);
    EXPECT_GE(row.us.max, row.us.p99);
    EXPECT_EQ(row.ratio.poses, row.engine == "graze" ? 0u : 6u);
    EXPECT_EQ(row.hash, result.rows[row.mode == "bool" ? 0 : 2].hash);
  }
  EXPECT_NE(result.rows[0].hash, result.rows[2].hash);
}

TEST(ThinOut, KeepsEveryOddNth) {
  std::vector<Pose> poses(10);
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i].t.x = static_cast<double>(i);
  thin_out(poses, 0);
  EXPECT_EQ(poses.size(), 10u);
  thin_out(poses, 5);
  ASSERT_EQ(poses.size(), 4u);
  EXPECT_EQ(poses[1].t.x, 3);
}

}  // namespace
}  // namespace graze::bench
