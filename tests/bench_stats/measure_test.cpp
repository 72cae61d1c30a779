// SPDX-License-Identifier: Apache-2.0
#include "measure.h"
#include "clock.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "summary.h"

namespace graze::bench {
namespace {

/// Says when it was asked what, and takes its time.
class Diary final : public Rival {
 public:
  Diary(std::string name, std::vector<std::string>& log, double us) : name_(std::move(name)), log_(log), us_(us) {}
  std::string name() const override { return name_; }
  void build(const Mesh&, const Mesh&) override {}
  void set_poses(const std::vector<Pose>&) override {}
  bool intersects(std::size_t pose) override {
    log_.push_back(name_ + std::to_string(pose));
    std::this_thread::sleep_for(std::chrono::duration<double, std::micro>(us_));
    return false;
  }
  std::size_t find_all(std::size_t) override { return 0; }
  TrianglePairs pairs() const override { return {}; }
  double bytes_per_triangle() const override { return 0; }

 private:
  std::string name_;
  std::vector<std::string>& log_;
  double us_;
};

Engine diary(const std::string& name, std::vector<std::string>& log, double us = 0) {
  Engine engine;
  engine.name = name;
  engine.rival = std::make_unique<Diary>(name, log, us);
  return engine;
}

TEST(Measure, TurnsRotateAndEveryoneIsAskedAsOften) {
  std::vector<std::string> log;
  Engine a = diary("a", log, 100), b = diary("b", log, 100), c = diary("c", log, 100);
  const std::vector<Pose> poses(4);
  const std::vector<Contender> contenders = {{&a, Ask::any, 1}, {&b, Ask::any, 1}, {&c, Ask::any, 1}};
  MeasureLimits limits;
  limits.least = limits.most = 3;
  const auto measured = measure(contenders, poses, limits);
  std::string starters;
  ASSERT_EQ(log.size(), 3u * 3 * 2 * 4);  // repetitions, contenders, passes, poses
  for (std::size_t i = 0; i < log.size(); i += 3 * 2 * 4) starters += log[i][0];
  EXPECT_EQ(starters, "abc");
  for (const char* name : {"a", "b", "c"}) {
    for (int pose = 0; pose < 4; ++pose) {
      EXPECT_EQ(std::count(log.begin(), log.end(), name + std::to_string(pose)), 6);
    }
  }
  for (const Measured& m : measured) EXPECT_EQ(m.repetitions, 3);
}

TEST(Measure, ATurnIsLongEnoughToWakeUp) {
  std::vector<std::string> log;
  Engine fast = diary("f", log);
  const double start = wall_us();
  const auto measured = measure({{&fast, Ask::any, 1}}, std::vector<Pose>(1), {2, 2, 0});
  EXPECT_GT(wall_us() - start, 2 * 300);
  EXPECT_GT(log.size(), 2u * 2);
  EXPECT_EQ(measured[0].repetitions, 2);
}

TEST(Measure, TheSlowAreAskedEveryNthPoseOnly) {
  std::vector<std::string> log;
  Engine fast = diary("f", log), slow = diary("s", log);
  slow.stride = 3;
  const std::vector<Pose> poses(7);
  const auto measured = measure({{&fast, Ask::any, 1}, {&slow, Ask::any, 2000}}, poses, {1, 1, 0});
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_TRUE(std::isfinite(measured[0].us[i]));
    EXPECT_EQ(std::isfinite(measured[1].us[i]), i % 3 == 0) << i;
  }
}

TEST(Measure, WhoHasUsedUpItsAllowanceLeaves) {
  std::vector<std::string> log;
  Engine fast = diary("f", log), slow = diary("s", log, 2000);
  slow.allowance_us = 1;
  const auto measured = measure({{&fast, Ask::any, 1}, {&slow, Ask::any, 2000}}, std::vector<Pose>(3), {4, 4, 0});
  EXPECT_EQ(measured[0].repetitions, 4);
  EXPECT_EQ(measured[1].repetitions, 1);
}

TEST(Measure, TheDearAreNotRepeatedMoreThanTheLeast) {
  std::vector<std::string> log;
  Engine fast = diary("f", log), slow = diary("s", log, 3000);
  const auto measured = measure({{&fast, Ask::any, 1}, {&slow, Ask::any, 3000}}, std::vector<Pose>(3), {2, 6, 100e3});
  EXPECT_EQ(measured[1].repetitions, 2);
  EXPECT_EQ(measured[0].repetitions, 6);
}

TEST(TimeUs, WaitingCounts) {
  EXPECT_GE(time_us([] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }), 2000);
  // What a thread of the engine's own does is the engine's work.
  const auto work = [] {
    const double start = thread_us();
    while (thread_us() - start < 2000) continue;
  };
  EXPECT_GE(time_us([&] { std::thread(work).join(); }), 2000);
  EXPECT_GE(time_us(work), 1990);  // the clock's own is left out
}

TEST(StrideFor, IsOddAndLeavesEnough) {
  EXPECT_EQ(stride_for(100, 1000, 10), 1u);
  EXPECT_EQ(stride_for(100, 50, 10), 3u);  // not 2: some scenes alternate
  for (const std::size_t poses : {5u, 20u, 60u, 200u, 1999u, 10000u}) {
    for (const double affordable : {0.1, 7.0, 33.0, 450.0}) {
      const std::size_t stride = stride_for(poses, affordable, kFewestPoses);
      EXPECT_EQ(stride % 2, 1u);
      EXPECT_GE((poses + stride - 1) / stride, std::min(poses, kFewestPoses)) << poses << ' ' << affordable;
    }
  }
}

TEST(ShareOut, NobodyGetsMoreThanNeededAndTheRestIsShared) {
  EXPECT_EQ(share_out(100, {1, 2, 3}), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(share_out(50, {1000, 1000, 1000}), (std::vector<double>{30, 10, 10}));
  // The last needs little; what it leaves goes to the others, the first counting three times.
  EXPECT_EQ(share_out(50, {1000, 1000, 2}), (std::vector<double>{36, 12, 2}));
  EXPECT_TRUE(share_out(50, {}).empty());
  const auto shares = share_out(7, {5, 5, 1, 0.5});
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 7, 1e-12);
}

Row row(const std::string& scene, const std::string& engine, double ratio, double us = 1, std::size_t triangles = 1) {
  Row r;
  r.scene = scene;
  r.mode = "bool";
  r.engine = engine;
  r.is_rival = engine != "graze";
  r.us.mean = us;
  r.triangles_a = triangles;
  r.ratio = {ratio, ratio, ratio, ratio, 2 * ratio, ratio, ratio > 0 ? 5u : 0u};
  return r;
}

TEST(SummariseScenes, GeometricMeansAndTheWorstScene) {
  const auto summaries = summarise_scenes({row("x", "graze", 0), row("x", "slow", 2), row("x", "slower", 30),
                                           row("y", "graze", 0), row("y", "slow", 8), row("growth-1k", "slow", 1000)});
  ASSERT_EQ(summaries.size(), 2u);
  EXPECT_EQ(summaries[0].engine, "slow");
  EXPECT_EQ(summaries[0].scenes, 2u);
  EXPECT_DOUBLE_EQ(summaries[0].geometric_mean, 4);
  EXPECT_DOUBLE_EQ(summaries[0].geometric_mean_p99, 8);
  EXPECT_EQ(summaries[0].least_scene, "x");
  EXPECT_EQ(summaries[1].scenes, 1u);
}

TEST(GrowthOf, GroupsByFamilyAndEngine) {
  const auto series =
      growth_of({row("growth-blobs-1k", "graze", 0, 1, 1024), row("growth-blobs-2k", "graze", 0, 2, 2048),
                 row("growth-1k", "graze", 0, 5, 1024), row("s1a", "graze", 0)});
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[0].family, "blobs");
  EXPECT_NEAR(series[0].fit.b, 1, 1e-9);
  EXPECT_EQ(series[1].family, "");
  EXPECT_EQ(series[1].us, std::vector<double>{5});
}

}  // namespace
}  // namespace graze::bench
