// SPDX-License-Identifier: Apache-2.0
// Whole runs on small meshes: all engines, complete results; liars and failures found; interruptions keep what there
// is.
#include "suite/run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "flights.h"
#include "graze/query.h"
#include "scenes.h"
#include "shapes.h"
#include "suite/engines.h"

namespace graze::suite {
namespace {

class Onlooker : public Watcher {
 public:
  void progress(double, double, const std::string&) override {}
  bool stop() override { return stopped || ++asked > patience; }
  void scene_made(const Scene&) override {}
  void scene_done(const Results& so_far) override {
    scenes = so_far.scenes.size();
    stopped = stopped || scenes >= most_scenes;
  }
  bool stopped = false;
  std::size_t asked = 0, patience = SIZE_MAX, scenes = 0, most_scenes = SIZE_MAX;
};

/// Two blobs of 320 triangles; levels are the offsets from first contact.
Scene blobs(const std::string& name) {
  Scene scene;
  scene.a = std::make_shared<const Mesh>(scenes::bumpy_sphere(4, 1, 20, 0.2, 3));
  scene.b = std::make_shared<const Mesh>(scenes::bumpy_sphere(4, 0.8, 20, 0.2, 4));
  bench::PoseSet& set = scene.set;
  set.name = name;
  set.a = bench::identify(*scene.a, "a");
  set.b = bench::identify(*scene.b, "b");
  set.size = 2;
  set.levels = {-0.3, -0.01, 0.01, 0.2};
  set.levels_are = "offsets";
  const scenes::Oracle oracle = scenes::graze_oracle(*scene.a, *scene.b);
  const std::vector<Pose> poses = scenes::approach(oracle, 6, 3, set.levels, 5);
  for (std::uint32_t i = 0; i < poses.size(); ++i) {
    bench::PlacedPose placed;
    placed.b_in_a = poses[i];
    placed.level = i % 4;
    set.poses.push_back(placed);
  }
  return scene;
}

SceneFile blob_file(const std::string& name) {
  return {name, "two blobs", [name](const Tell&) { return blobs(name); }, nullptr};
}

/// graze's answers, with a mistake on demand.
class Faulty final : public Rival {
 public:
  enum class Fault { none, denies, throws_late, drops_pairs };
  explicit Faulty(Fault fault) : fault_(fault) {}
  std::string name() const override { return "faulty"; }
  void build(const Mesh& a, const Mesh& b) override {
    a_ = Model::build(a);
    b_ = Model::build(b);
  }
  void set_poses(const std::vector<Pose>& poses) override { poses_ = poses; }
  bool intersects(std::size_t pose) override {
    if (fault_ == Fault::throws_late && ++queries_ > 3) throw std::runtime_error("faulty: tired");
    return fault_ != Fault::denies && graze::intersects(*a_, *b_, poses_[pose]);
  }
  std::size_t find_all(std::size_t pose) override {
    pairs_.clear();
    for (const Contact& c : contacts(*a_, *b_, poses_[pose]).pairs) pairs_.emplace_back(c.triangle_a, c.triangle_b);
    if (fault_ == Fault::drops_pairs && !pairs_.empty()) pairs_.pop_back();
    return pairs_.size();
  }
  bench::TrianglePairs pairs() const override { return pairs_; }
  double bytes_per_triangle() const override { return 1; }

 private:
  Fault fault_;
  int queries_ = 0;
  std::optional<Model> a_, b_;
  std::vector<Pose> poses_;
  bench::TrianglePairs pairs_;
};

SuiteOptions small_options(std::vector<EngineEntry> engines) {
  SuiteOptions options;
  options.engines = std::move(engines);
  options.scenes = {blob_file("blobs-near")};
  options.seconds = 0.5;
  options.least_repetitions = 2;
  options.cores = 2;
  return options;
}

std::vector<EngineEntry> with_fault(Faulty::Fault fault) {
  std::vector<EngineEntry> engines = choose_engines(engine_catalogue({}), {"graze"});
  engines.push_back({"faulty", "test", [fault] { return std::make_unique<Faulty>(fault); }, {}, {}});
  return engines;
}

Results run(const SuiteOptions& options) {
  Results results;
  Onlooker onlooker;
  run_suite(options, onlooker, results);
  return results;
}

void expect_positive(const AskResult& ask, std::size_t levels) {
  EXPECT_GT(ask.times.poses, 0u);
  EXPECT_GE(ask.repetitions, 2);
  EXPECT_GT(ask.times.mean, 0);
  EXPECT_LE(ask.times.mean_ci[0], ask.times.mean_ci[1]);
  EXPECT_GE(ask.times.max, ask.times.p99);
  EXPECT_GE(ask.times.p99, ask.times.median);
  EXPECT_EQ(ask.levels.size(), levels);
  EXPECT_GT(ask.cold_poses, 0u);
  EXPECT_GT(ask.cold_mean, 0);
}

TEST(BenchRun, AllEnginesAgreeAndAreMeasured) {
  const SuiteOptions options = small_options(engine_catalogue({GRAZE_GRID_ENGINE}));
  const Results results = run(options);
  EXPECT_TRUE(results.complete);
  ASSERT_EQ(results.scenes.size(), 1u);
  const SceneResult& scene = results.scenes[0];
  EXPECT_TRUE(scene.complete);
  ASSERT_EQ(scene.engines.size(), options.engines.size());
  std::size_t poses = 0;
  for (const LevelInfo& level : scene.levels) {
    EXPECT_EQ(level.colliding, level.value < 0 ? level.poses : 0u) << level.value;
    poses += level.poses;
  }
  EXPECT_GT(poses, 15u);
  EXPECT_EQ(scene.pictures.size(), 4u);
  for (const EngineResult& e : scene.engines) {
    SCOPED_TRACE(e.name);
    EXPECT_EQ(e.failed, "");
    EXPECT_GT(e.build_ms, 0);
    EXPECT_GT(e.build_repetitions, 0);
    EXPECT_GT(e.bytes_per_triangle, 0);
    EXPECT_GT(e.any_agreement.asked, 3u);
    if (e.exact_any) {
      EXPECT_EQ(e.any_agreement.wrong, 0u);
    }
    ASSERT_TRUE(e.any && e.all);
    expect_positive(*e.any, 4);
    expect_positive(*e.all, 4);
    EXPECT_EQ(e.any->ratio > 0, &e != &scene.engines.front());
  }
  EXPECT_GT(scene.engines.front().any->all_cores_per_second, 0);
  EXPECT_GT(scene.engines.front().any->one_core_per_second, 0);
  for (const DisagreementRow& d : scene.disagreements) EXPECT_FALSE(d.engine.starts_with("graze"));
  EXPECT_EQ(to_json(parse_results(to_json(results), "r")), to_json(results));
}

TEST(BenchRun, LiarsAreFound) {
  const Results results = run(small_options(with_fault(Faulty::Fault::denies)));
  const SceneResult& scene = results.scenes.at(0);
  const Agreement& own = scene.engines[0].any_agreement;
  EXPECT_EQ(own.touching + own.rounding + own.wrong, 0u);
  std::size_t colliding = 0;
  for (const LevelInfo& level : scene.levels) colliding += level.colliding;
  const Agreement& liar = scene.engines[1].any_agreement;
  EXPECT_EQ(liar.wrong + liar.rounding + liar.touching, colliding);
  EXPECT_GT(liar.wrong, 0u);
  ASSERT_FALSE(scene.disagreements.empty());
  for (const DisagreementRow& d : scene.disagreements) {
    EXPECT_EQ(d.engine, "faulty");
    EXPECT_EQ(d.said, 0u);
    EXPECT_EQ(d.exact, 1u);
    EXPECT_FALSE(d.all);
  }
}

TEST(BenchRun, ListsAreCompared) {
  const Results results = run(small_options(with_fault(Faulty::Fault::drops_pairs)));
  const SceneResult& scene = results.scenes.at(0);
  EXPECT_GT(scene.engines[1].all_agreement.wrong, 0u);
  ASSERT_FALSE(scene.disagreements.empty());
  for (const DisagreementRow& d : scene.disagreements) {
    EXPECT_TRUE(d.all);
    EXPECT_EQ(d.missed, 1u);
    EXPECT_EQ(d.said + 1, d.exact);
  }
}

TEST(BenchRun, AnEngineThatFailsDoesNotStopTheOthers) {
  const Results results = run(small_options(with_fault(Faulty::Fault::throws_late)));
  const SceneResult& scene = results.scenes.at(0);
  EXPECT_TRUE(results.complete);
  EXPECT_EQ(scene.engines[1].failed, "faulty: tired");
  EXPECT_FALSE(scene.engines[1].any);
  EXPECT_TRUE(scene.engines[0].any);
}

TEST(BenchRun, InterruptionKeepsWhatWasMeasured) {
  SuiteOptions options = small_options(choose_engines(engine_catalogue({}), {"graze", "graze-aabb"}));
  options.scenes = {blob_file("blobs-one"), blob_file("blobs-two")};
  Results results;
  Onlooker onlooker;
  onlooker.most_scenes = 1;
  run_suite(options, onlooker, results);
  EXPECT_FALSE(results.complete);
  ASSERT_EQ(results.scenes.size(), 1u);
  EXPECT_EQ(results.scenes[0].name, "blobs-one");
  EXPECT_TRUE(results.scenes[0].complete);

  // In the middle of a scene, wherever that is: what is there can be read again.
  for (const std::size_t patience : {0u, 3u, 30u, 100u, 300u, 1000u}) {
    Results part;
    Onlooker impatient;
    impatient.patience = patience;
    run_suite(options, impatient, part);
    EXPECT_EQ(to_json(parse_results(to_json(part), "r")), to_json(part)) << patience;
    EXPECT_TRUE(!part.complete || impatient.asked <= patience) << patience;
  }
}

TEST(BenchRun, TimeIsKept) {
  SuiteOptions options = small_options(choose_engines(engine_catalogue({}), {"graze", "fcl-obb"}));
  options.seconds = 1.5;
  const Results results = run(options);
  EXPECT_LT(results.options.elapsed_seconds, 4);
  EXPECT_GT(results.options.elapsed_seconds, 0);
}

}  // namespace
}  // namespace graze::suite
