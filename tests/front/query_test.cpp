// SPDX-License-Identifier: Apache-2.0
// Planes alone, without the accounts that decide when they are asked: at every pose, however far from the last, they
// find what a traversal finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "front/walks.h"
#include "geometry/rigid.h"
#include "graze/front.h"
#include "query/placement.h"
#include "support/answers.h"
#include "support/scale.h"
#include "traverse/frame.h"
#include "traverse/front.h"

namespace graze::test {
namespace {

struct Asked {
  int poses = 0;
  std::size_t found = 0, most = 0;
};

class PlanesAndTraversal {
 public:
  PlanesAndTraversal(const Model& a, const Model& b) : a_(a), b_(b) { start(); }

  void start() {
    detail::front_start(a_.hierarchy(), b_.hierarchy(), pairs_);
    clock_ = 0;
    timed_ = false;
  }

  void check(const Pose& pose, double margin, Asked& asked) {
    const double skew = detail::skew_of(pose);
    detail::PairQuery query{a_.hierarchy(), b_.hierarchy(), a_.mesh(), b_.mesh(), pose, margin};
    if (detail::make_frame(query.a, query.b, pose, skew, margin, Descent::adaptive, query.frame) !=
        detail::Reach::possible) {
      return;
    }
    const detail::Placement now = detail::placement_of(query.a, query.b, pose, skew);
    if (timed_) clock_ += detail::turned(last_, now);
    last_ = now;
    timed_ = true;
    const auto clock = [&] { return static_cast<float>(clock_ * (1 + 1e-6)); };
    if (clock_ > detail::kFrontClock) {
      detail::front_rewind(query.frame, clock(), pairs_);
      clock_ = 0;
    }
    state_.found.clear();
    const bool expected_any = detail::traverse(query, state_, false);
    std::vector<std::uint64_t> expected = state_.found;
    state_.found.clear();
    detail::FrontWork work;
    if (asked.poses % 3 == 2) {
      ASSERT_EQ(detail::front_query(query, clock(), true, pairs_, state_, work), expected_any);
      state_.found.clear();
    }
    ASSERT_EQ(detail::front_query(query, clock(), false, pairs_, state_, work), expected_any);
    std::vector<std::uint64_t> found = state_.found;
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, expected);
    ++asked.poses;
    asked.found += found.size();
    asked.most = std::max(asked.most, pairs_.size);
    if (pairs_.size > 20000) start();
  }

 private:
  const Model& a_;
  const Model& b_;
  detail::FrontPairs pairs_;
  detail::TraversalState state_;
  detail::Placement last_{};
  bool timed_ = false;
  double clock_ = 0;
};

TEST(FrontQuery, PlanesFindWhatATraversalFindsAtEveryPose) {
  const IsaGuard guard;
  constexpr Volume kVolumesOfA[] = {Volume::obb, Volume::obb, Volume::dop26};
  Asked asked;
  const auto isas = detail::available_isas();
  const int seeds = scaled(100);
  for (int seed = 0; seed < seeds; ++seed) {
    const Soup soup = make_soup(static_cast<std::uint64_t>(seed), 200);
    SCOPED_TRACE(soup.what + ", seed " + std::to_string(seed));
    ASSERT_TRUE(detail::use_isa(isas[static_cast<std::size_t>(seed) % isas.size()]));
    SoupRandom random(static_cast<std::uint64_t>(seed) + 3000);
    BuildOptions options;
    options.threads = 1;
    options.width = 2 << random.below(3);
    options.leaf_size = random.chance(0.3) ? 9 : random.chance(0.5) ? 1 : 4;
    options.volume = kVolumesOfA[random.below(3)];
    const Model a = Model::build(soup.a, options);
    options.volume = Volume::obb;
    const Model b = Model::build(soup.b, options);
    if (!detail::front_possible(a.hierarchy(), b.hierarchy()) || a.hierarchy().unit != b.hierarchy().unit) continue;
    SCOPED_TRACE(std::string(name(a.hierarchy().volume)) + ", width " + std::to_string(options.width) + ", leaves of " +
                 std::to_string(options.leaf_size) + ", " + std::string(instruction_set()));
    PlanesAndTraversal both(a, b);
    double margin = 0;
    for (const Pose& pose : random_walk(random, soup.pose, soup.scale, 100)) {
      if (random.chance(0.02)) margin = random.chance(0.5) ? 0 : soup.scale * random.uniform(0, 0.02);
      both.check(pose, margin, asked);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(asked.poses, 20 * seeds);
  EXPECT_GT(asked.found, 4u * static_cast<unsigned>(seeds));
  EXPECT_GT(asked.most, 100u);
}

}  // namespace
}  // namespace graze::test
