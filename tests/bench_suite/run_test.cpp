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
#include "suite/cross_check.h"
#include "suite/engines.h"
#include "suite/pose_order.h"

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

/// The cross-check alone, with all the time it wants: busy machines ask slow engines fewer poses.
struct Checked {
  EngineResult own, faulty;
  CheckReport report;
};

Checked cross_checked(Faulty::Fault fault) {
  const Scene scene = blobs("blobs");
  Course course;
  course.a = scene.a.get();
  course.b = scene.b.get();
  course.levels = scene.set.levels.size();
  for (const bench::PlacedPose& pose : scene.set.poses) {
    course.poses.push_back(pose.b_in_a);
    course.level.push_back(pose.level);
  }
  course.order = spread_order(course.level, course.levels);
  std::vector<Contestant> contestants;
  for (const EngineEntry& entry : with_fault(fault)) {
    Contestant& c = contestants.emplace_back();
    c.entry = entry;
    c.instance = entry.make();
    c.instance->build(*scene.a, *scene.b);
    c.instance->set_poses(course.poses);
  }
  Judge judge(*scene.a, *scene.b);
  Checked result;
  result.report = cross_check(course, contestants, judge, 1e6, [] { return false; });
  result.own = contestants[0].result;
  result.faulty = contestants[1].result;
  return result;
}

std::size_t mistakes(const Agreement& a) { return a.touching + a.rounding + a.wrong; }

TEST(BenchCheck, LiarsAreFound) {
  const Checked checked = cross_checked(Faulty::Fault::denies);
  EXPECT_EQ(mistakes(checked.own.any_agreement) + mistakes(checked.own.all_agreement), 0u);
  const auto colliding = static_cast<std::size_t>(std::ranges::count(checked.report.colliding, 1));
  EXPECT_EQ(colliding, 12u);  // two of four levels are inside
  EXPECT_EQ(checked.faulty.any_agreement.asked, 24u);
  EXPECT_EQ(mistakes(checked.faulty.any_agreement), colliding);
  EXPECT_GT(checked.faulty.any_agreement.wrong, 0u);
  EXPECT_EQ(checked.report.rows.size(), colliding);
  for (const DisagreementRow& d : checked.report.rows) {
    EXPECT_EQ(d.engine, "faulty");
    EXPECT_EQ(d.said, 0u);
    EXPECT_EQ(d.exact, 1u);
    EXPECT_FALSE(d.all);
  }
}

TEST(BenchCheck, ListsAreCompared) {
  const Checked checked = cross_checked(Faulty::Fault::drops_pairs);
  EXPECT_EQ(mistakes(checked.faulty.any_agreement), 0u);
  EXPECT_EQ(mistakes(checked.faulty.all_agreement), 12u);
  EXPECT_EQ(checked.report.rows.size(), 12u);
  for (const DisagreementRow& d : checked.report.rows) {
    EXPECT_TRUE(d.all);
    EXPECT_EQ(d.missed, 1u);
    EXPECT_EQ(d.said + 1, d.exact);
  }
}

TEST(BenchCheck, TheHonestAreNotAccused) {
  const Checked checked = cross_checked(Faulty::Fault::none);
  EXPECT_TRUE(checked.report.rows.empty());
  EXPECT_EQ(checked.faulty.all_agreement.asked, 24u);
  EXPECT_GE(checked.report.slowdown, 1);
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
  options.seconds = 0.3;
  Results results;
  Onlooker onlooker;
  onlooker.most_scenes = 1;
  run_suite(options, onlooker, results);
  EXPECT_FALSE(results.complete);
  ASSERT_EQ(results.scenes.size(), 1u);
  EXPECT_EQ(results.scenes[0].name, "blobs-one");
  EXPECT_TRUE(results.scenes[0].complete);

  // In the middle of a scene, wherever that is: what is there can be read again.
  for (const std::size_t patience : {0u, 30u, 300u}) {
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
  options.seconds = 1;
  const Results results = run(options);
  EXPECT_LT(results.options.elapsed_seconds, 10);  // much else may run
  EXPECT_GT(results.options.elapsed_seconds, 0);
}

}  // namespace
}  // namespace graze::suite
