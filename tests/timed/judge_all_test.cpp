// SPDX-License-Identifier: Apache-2.0
// One frame's time for many pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "graze/timed.h"
#include "support/soup.h"
#include "timed/bumpy.h"

namespace graze::test {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::nanoseconds kEndless = std::chrono::nanoseconds::max();

class JudgeAll : public testing::Test {
 protected:
  /// So many copies of a ball beside each other, near contact.
  void add(const Model& model, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 d = random_.in_cube(1);
      const double length = random_.uniform(1.7, 2.3) / std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
      pairs_.push_back({&model, &model, {}});
      pairs_.back().b_in_a.t = {length * d.x, length * d.y, length * d.z};
    }
    out_.resize(pairs_.size());
  }
  void run(std::chrono::nanoseconds time) { judge_all(pairs_, time, out_, workspace_); }
  static bool is_unknown(const Verdict& v) { return !v.certain && v.probability == 0.5 && v.steps == 0; }

  SoupRandom random_{5};
  std::vector<TimedPair> pairs_;
  std::vector<Verdict> out_;
  FrameWorkspace workspace_;
};

TEST_F(JudgeAll, IsExactWhereTimeIsPlenty) {
  const Model ball = Model::build(bumpy(40, 0.1)), other = Model::build(bumpy(25, 0.3));
  add(ball, 40);
  add(other, 30);
  for (int frame = 0; frame < 2; ++frame) {
    run(kEndless);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      ASSERT_TRUE(out_[i].certain);
      ASSERT_EQ(out_[i].collides, intersects(*pairs_[i].a, *pairs_[i].b, pairs_[i].b_in_a));
    }
  }
}

TEST_F(JudgeAll, SaysWhatNobodyLookedAt) {
  const Model ball = Model::build(bumpy(40, 0.1));
  add(ball, 50);
  run(std::chrono::nanoseconds(1));
  EXPECT_FALSE(is_unknown(out_.front()));  // one at least
  for (const Verdict& v : std::span(out_).subspan(1)) {
    EXPECT_TRUE(is_unknown(v));
    EXPECT_FALSE(v.collides);
    EXPECT_GE(v.penetration_bound, 2.0);  // the balls' diameter is some 2.2
    EXPECT_LT(v.penetration_bound, 3.0);
    EXPECT_TRUE(v.regions.empty());
  }
}

/// Frames begin where the last one's time was over.
TEST_F(JudgeAll, LooksAtAllInTurn) {
  const Model ball = Model::build(bumpy(40, 0.1));
  prepare(ball);
  add(ball, 3000);
  std::vector<bool> seen(pairs_.size(), false);
  std::size_t frames = 0, most = 0;
  while (std::find(seen.begin(), seen.end(), false) != seen.end() && frames < 20000) {
    run(std::chrono::microseconds(100));
    std::size_t looked = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (!is_unknown(out_[i])) seen[i] = true, ++looked;
    }
    most = std::max(most, looked);
    ++frames;
  }
  EXPECT_LT(frames, 20000u);
  EXPECT_TRUE(most == pairs_.size() || frames > 1);
}

TEST_F(JudgeAll, KeepsItsDeadline) {
  const Model ball = Model::build(bumpy(40, 0.1));
  prepare(ball);
  add(ball, 1000);
  for (const int us : {200, 1000, 4000}) {
    std::vector<double> over;
    for (int frame = 0; frame < 15; ++frame) {
      const auto began = Clock::now();
      run(std::chrono::microseconds(us));
      over.push_back(std::chrono::duration<double, std::micro>(Clock::now() - began).count() - us);
    }
    std::nth_element(over.begin(), over.begin() + 7, over.end());
    EXPECT_LT(over[7], 100) << us;  // 0.5 µs on an idle core; sanitizers take some twenty times as long
  }
}

/// More time, fewer that are open; and no verdict that is certain is wrong.
TEST_F(JudgeAll, MoreTimeLeavesLessOpen) {
  const Model ball = Model::build(bumpy(80, 0.1));
  prepare(ball);
  add(ball, 300);
  std::size_t last = pairs_.size() + 1;
  for (const int us : {30, 3000, 3000000}) {
    run(std::chrono::microseconds(us));
    std::size_t open = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      open += out_[i].certain ? 0 : 1;
      ASSERT_TRUE(!out_[i].certain || out_[i].collides == intersects(ball, ball, pairs_[i].b_in_a));
    }
    EXPECT_LE(open, last);
    last = open;
  }
  EXPECT_EQ(last, 0u);
}

/// A pair whose every triangle is tested, and takes longer than the frame, leaves time for the others.
TEST_F(JudgeAll, OneThatTakesForeverHoldsNobodyUp) {
  const Mesh mesh = bumpy(60, 0.1);
  Mesh tiny = mesh;
  for (Vec3& v : tiny.vertices) v = {1e-40 * v.x, 1e-40 * v.y, 1e-40 * v.z};
  const Model ball = Model::build(mesh), speck = Model::build(tiny);
  prepare(ball);
  prepare(speck);
  Pose within;
  within.t = {0.3, 0.2, 0.1};
  add(ball, 20);
  pairs_.insert(pairs_.begin(), {&ball, &speck, within});
  pairs_.push_back({&ball, &speck, within});
  out_.resize(pairs_.size());
  const auto began = Clock::now();
  run(std::chrono::milliseconds(300));
  EXPECT_LT(Clock::now() - began, std::chrono::milliseconds(600));
  for (std::size_t i = 1; i + 1 < pairs_.size(); ++i) EXPECT_TRUE(out_[i].certain);
  EXPECT_FALSE(out_.front().certain);
  EXPECT_FALSE(out_.back().certain);
}

TEST_F(JudgeAll, PairsMayHaveTheirOwnCalibration) {
  const Model ball = Model::build(bumpy(40, 0.1));
  prepare(ball);
  add(ball, 20);
  Calibration sure;
  sure.offset.fill(-50);  // nothing ever meets
  workspace_.of(3).use(sure);
  TimedWorkspace& same = workspace_.of(3);
  workspace_.of(17);
  EXPECT_EQ(&same, &workspace_.of(3));
  bool looked = false;
  for (int frame = 0; frame < 2000 && !looked; ++frame) {
    run(std::chrono::microseconds(2));
    looked = !is_unknown(out_[3]);
    EXPECT_TRUE(!looked || out_[3].certain || out_[3].probability > 0.999999);
  }
  EXPECT_TRUE(looked);
  run(kEndless);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    EXPECT_EQ(out_[i].collides, intersects(ball, ball, pairs_[i].b_in_a));
  }
}

/// What the frame before left open is over, also where this one did not come to the pair.
TEST_F(JudgeAll, NothingOfTheLastFrameIsResumed) {
  const Model ball = Model::build(bumpy(40, 0.1));
  prepare(ball);
  add(ball, 50);
  TimedWorkspace& own = workspace_.of(5);
  const auto is_open = [&] { return !out_[5].certain && !is_unknown(out_[5]); };
  for (int frame = 0; frame < 5000 && !is_open(); ++frame) run(std::chrono::microseconds(2));
  ASSERT_TRUE(is_open());
  for (int frame = 0; frame < 3 && !is_unknown(out_[5]); ++frame) run(std::chrono::nanoseconds(1));
  ASSERT_TRUE(is_unknown(out_[5]));
  Verdict verdict = out_[5];
  resume(verdict, {}, own);
  EXPECT_TRUE(is_unknown(verdict));
}

TEST_F(JudgeAll, ListsAndModelsMayChange) {
  for (int round = 0; round < 4; ++round) {
    const Model ball = Model::build(bumpy(20 + 5 * round, 0.1));  // at the address of the last, perhaps
    pairs_.clear();
    add(ball, round % 2 == 0 ? 60 : 7);
    run(std::chrono::microseconds(20));
    run(kEndless);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      ASSERT_TRUE(out_[i].certain);
      ASSERT_EQ(out_[i].collides, intersects(ball, ball, pairs_[i].b_in_a));
    }
  }
  pairs_.clear();
  out_.clear();
  run(kEndless);
}

TEST_F(JudgeAll, RefusesWhatItCannotAnswer) {
  const Model ball = Model::build(bumpy(5, 0.1));
  add(ball, 4);
  EXPECT_THROW(run(std::chrono::nanoseconds(0)), std::invalid_argument);
  EXPECT_THROW(run(std::chrono::nanoseconds(-1)), std::invalid_argument);
  pairs_[2].b = nullptr;
  EXPECT_THROW(run(kEndless), std::invalid_argument);
  pairs_[2].b = &ball;
  pairs_[3].b_in_a.r[0] = 2;
  EXPECT_THROW(run(kEndless), std::invalid_argument);
  pairs_[3].b_in_a.r[0] = 1;
  run(kEndless);
  EXPECT_TRUE(std::all_of(out_.begin(), out_.end(), [](const Verdict& v) { return v.certain; }));
  out_.pop_back();
  EXPECT_THROW(run(kEndless), std::invalid_argument);
}

}  // namespace
}  // namespace graze::test
