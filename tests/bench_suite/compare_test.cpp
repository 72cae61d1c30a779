// SPDX-License-Identifier: Apache-2.0
// Changes are told, noise is not.
#include "suite/compare.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench_suite/synthetic.h"

namespace graze::suite {
namespace {

constexpr double kNoise = 0.05;

/// The mean of one question, with its intervals.
void scale(Times& t, double factor) {
  t.mean *= factor;
  for (Interval* ci : {&t.mean_ci, &t.noise_ci}) {
    for (double& end : *ci) end *= factor;
  }
}

AskResult& any_of_other(Results& r) { return *r.scenes[0].engines[1].any; }

bool notes_have(const Comparison& c, const std::string& word) {
  return std::ranges::any_of(c.notes, [&](const std::string& n) { return n.find(word) != std::string::npos; });
}

TEST(BenchCompare, TheSameIsTheSame) {
  const Results r = test::results();
  const Comparison c = compare_results(r, r, kNoise);
  EXPECT_EQ(c.changes.size(), 2u * 2u * 3u);  // scenes, engines; any, all, build
  EXPECT_EQ(c.slower + c.faster, 0u);
  EXPECT_TRUE(c.notes.empty());
}

TEST(BenchCompare, AChangeIsFoundAndNamed) {
  const Results before = test::results();
  Results after = before;
  scale(any_of_other(after).times, 1.3);
  const Comparison c = compare_results(before, after, kNoise);
  EXPECT_EQ(c.slower, 1u);
  EXPECT_EQ(c.faster, 0u);
  const auto change = std::ranges::find_if(c.changes, [](const Change& x) { return x.beyond_noise; });
  ASSERT_NE(change, c.changes.end());
  EXPECT_EQ(change->scene + " " + change->engine + " " + change->what, "hand-near other any");
  EXPECT_DOUBLE_EQ(change->factor(), 1.3);
  EXPECT_NE(comparison_text(c, kNoise).find("1 slower and 0 faster"), std::string::npos);

  const Comparison back = compare_results(after, before, kNoise);
  EXPECT_EQ(back.slower, 0u);
  EXPECT_EQ(back.faster, 1u);
}

TEST(BenchCompare, NoiseIsNotAChange) {
  const Results before = test::results();
  Results within = before;
  scale(any_of_other(within).times, 1.04);  // intervals of 1 % do not overlap, but 4 % is noise
  EXPECT_EQ(compare_results(before, within, kNoise).slower, 0u);
  EXPECT_EQ(compare_results(before, within, 0.03).slower, 1u);

  Results wide = before;
  scale(any_of_other(wide).times, 1.3);
  any_of_other(wide).times.noise_ci[0] = 20;  // reaches the old interval
  EXPECT_EQ(compare_results(before, wide, kNoise).slower, 0u);
}

TEST(BenchCompare, OtherPosesAreComparedByWhatPosesGive) {
  const Results before = test::results();
  Results after = before;
  scale(any_of_other(after).times, 1.3);  // intervals over poses of 20 % overlap
  after.scenes[0].poses_hash = "fedcba9876543210";
  const Comparison c = compare_results(before, after, kNoise);
  EXPECT_EQ(c.slower, 0u);
  EXPECT_TRUE(notes_have(c, "hand-near: different poses"));
  scale(any_of_other(after).times, 1.3);
  EXPECT_EQ(compare_results(before, after, kNoise).slower, 1u);
}

TEST(BenchCompare, TwoRepetitionsTellNothingOfNoise) {
  const Results before = test::results();
  Results after = before;
  scale(any_of_other(after).times, 1.3);
  any_of_other(after).repetitions = 2;
  EXPECT_EQ(compare_results(before, after, kNoise).slower, 0u);
}

TEST(BenchCompare, BuildTimesCount) {
  const Results before = test::results();
  Results after = before;
  EngineResult& e = after.scenes[1].engines[0];
  e.build_ms *= 2;
  e.build_ci = {1.9 * before.scenes[1].engines[0].build_ms, 2.1 * before.scenes[1].engines[0].build_ms};
  const Comparison c = compare_results(before, after, kNoise);
  EXPECT_EQ(c.slower, 1u);
}

TEST(BenchCompare, WhatCannotBeComparedIsSaid) {
  const Results before = test::results();
  Results after = before;
  after.machine.cpu = "Another processor";
  after.complete = false;
  after.scenes[0].engines[1].name = "newcomer";
  after.scenes[1].name = "foot-near";
  const Comparison c = compare_results(before, after, kNoise);
  EXPECT_TRUE(notes_have(c, "different processors: A processor | Another processor"));
  EXPECT_TRUE(notes_have(c, "the new run is not complete"));
  EXPECT_EQ(c.gone, (std::vector<std::string>{"hand-near, other", "hand-centres"}));
  EXPECT_EQ(c.added, (std::vector<std::string>{"hand-near, newcomer", "foot-near"}));
  EXPECT_EQ(c.changes.size(), 3u);

  Results other_model = before;
  other_model.scenes[0].a.hash = "00000000000000bb";
  const Comparison d = compare_results(before, other_model, kNoise);
  EXPECT_TRUE(notes_have(d, "different models"));
  EXPECT_EQ(d.changes.size(), 6u);
}

}  // namespace
}  // namespace graze::suite
