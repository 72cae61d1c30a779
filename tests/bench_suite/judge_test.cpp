// SPDX-License-Identifier: Apache-2.0
// Mistakes are called by their names: two cubes at distances that are known.
#include "suite/judge.h"

#include <gtest/gtest.h>

#include "bodies.h"

namespace graze::suite {
namespace {

using bench::Arithmetic;

/// Unit cubes, the second moved along x: apart by x - 1, or overlapping by 1 - x.
class Cubes : public testing::Test {
 protected:
  Judgement any(double x, bool said, Arithmetic arithmetic) {
    double sweeps = 1e6;
    return judge_.judge_any(at(x), said, arithmetic, sweeps);
  }
  /// As an engine that sees nothing, or these pairs.
  ListJudgement list(double x, const bench::TrianglePairs& said, Arithmetic arithmetic) {
    const bench::TrianglePairs exact = judge_.pairs(at(x));
    return judge_.judge_list(at(x), said, exact, arithmetic);
  }
  static Pose at(double x) {
    Pose pose;
    pose.t = {x, 0.25, 0.125};
    return pose;
  }

  const Mesh cube_ = scenes::box({0, 0, 0}, {1, 1, 1});
  Judge judge_{cube_, cube_};
};

TEST_F(Cubes, FacesThatTouchAreTouching) {
  for (const Arithmetic arithmetic : {Arithmetic::in_float, Arithmetic::in_double}) {
    const Judgement j = any(1, false, arithmetic);
    EXPECT_TRUE(j.exact);
    EXPECT_EQ(j.kind, DisagreementClass::touching);
    EXPECT_EQ(j.distance, 0);
  }
}

TEST_F(Cubes, WhoIsExactHasNoExcuse) { EXPECT_EQ(any(1, false, Arithmetic::exact).kind, DisagreementClass::wrong); }

TEST_F(Cubes, SmallGapsAreRoundingOfFloatOnly) {
  const double gap = 0x1p-22;
  const Judgement j = any(1 + gap, true, Arithmetic::in_float);
  EXPECT_FALSE(j.exact);
  EXPECT_EQ(j.kind, DisagreementClass::rounding);
  ASSERT_TRUE(j.distance);
  EXPECT_NEAR(*j.distance, gap, 1e-12);
  EXPECT_EQ(any(1 + gap, true, Arithmetic::in_double).kind, DisagreementClass::wrong);
}

TEST_F(Cubes, TheLastBitsAreTouching) {
  EXPECT_EQ(any(1 + 0x1p-52, true, Arithmetic::in_double).kind, DisagreementClass::touching);
  EXPECT_EQ(any(1 + 0x1p-49, true, Arithmetic::in_double).kind, DisagreementClass::rounding);
}

TEST_F(Cubes, SmallOverlapsAreRounding) {
  const double depth = 0x1p-22;
  const Judgement j = any(1 - depth, false, Arithmetic::in_float);
  EXPECT_TRUE(j.exact);
  EXPECT_EQ(j.kind, DisagreementClass::rounding);
  ASSERT_TRUE(j.distance);
  EXPECT_LE(*j.distance, -depth);
  EXPECT_GE(*j.distance, -4 * depth);
  EXPECT_EQ(any(1 - depth, false, Arithmetic::in_double).kind, DisagreementClass::wrong);
}

TEST_F(Cubes, DeepAndFarIsWrong) {
  const Judgement deep = any(0.5, false, Arithmetic::in_float);
  EXPECT_TRUE(deep.exact);
  EXPECT_EQ(deep.kind, DisagreementClass::wrong);
  EXPECT_FALSE(deep.distance);
  const Judgement far = any(1.75, true, Arithmetic::in_float);
  EXPECT_FALSE(far.exact);
  EXPECT_EQ(far.kind, DisagreementClass::wrong);
  ASSERT_TRUE(far.distance);
  EXPECT_DOUBLE_EQ(*far.distance, 0.75);
}

TEST_F(Cubes, WithoutTimeForSweepsTheAnswerIsTheSame) {
  double sweeps = 0;
  EXPECT_FALSE(judge_.judge_any(at(1.75), true, Arithmetic::in_float, sweeps).exact);
  EXPECT_EQ(judge_.judge_any(at(1), false, Arithmetic::in_float, sweeps).kind, DisagreementClass::touching);
}

TEST_F(Cubes, ListsAreAsBadAsTheirWorstPair) {
  const ListJudgement touching = list(1, {}, Arithmetic::in_double);
  EXPECT_GT(touching.missed, 0u);
  EXPECT_EQ(touching.extra, 0u);
  EXPECT_EQ(touching.worst.kind, DisagreementClass::touching);

  const ListJudgement wrong = list(0.5, {}, Arithmetic::in_double);
  EXPECT_EQ(wrong.missed, judge_.pairs(at(0.5)).size());
  EXPECT_EQ(wrong.worst.kind, DisagreementClass::wrong);
}

TEST_F(Cubes, InventedPairsAreExtra) {
  const bench::TrianglePairs nothing = judge_.pairs(at(1.5));
  ASSERT_TRUE(nothing.empty());
  const ListJudgement j = list(1.5, {{0, 0}, {3, 4}}, Arithmetic::in_double);
  EXPECT_EQ(j.extra, 2u);
  EXPECT_EQ(j.missed, 0u);
  EXPECT_EQ(j.worst.kind, DisagreementClass::wrong);
  ASSERT_TRUE(j.worst.distance);
  EXPECT_GE(*j.worst.distance, 0.5);
}

TEST_F(Cubes, EqualListsHaveNothingToJudge) {
  const bench::TrianglePairs exact = judge_.pairs(at(0.5));
  const ListJudgement j = list(0.5, exact, Arithmetic::in_double);
  EXPECT_EQ(j.missed + j.extra, 0u);
}

}  // namespace
}  // namespace graze::suite
