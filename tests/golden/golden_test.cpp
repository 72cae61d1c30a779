// SPDX-License-Identifier: Apache-2.0
// One number for all answers on forty soups, the same on every instruction set, thread count, volume and compiler.
// It changes only when an answer does: then find out which, and why, before you change it here.
#include <gtest/gtest.h>

#include "graze/query.h"
#include "support/answers.h"
#include "support/soup.h"

namespace graze::test {
namespace {

constexpr std::uint64_t kGolden = 10949181270497125206u;

std::uint64_t hash_of(const BuildOptions& options) {
  AnswerHash hash;
  Workspace workspace;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Soup soup = make_soup(1000 + seed, 120);
    const Model a = Model::build(soup.a, options), b = Model::build(soup.b, options);
    hash.add(contacts(a, b, soup.pose, {}, &workspace));
    QueryOptions margin;
    margin.margin = 1e-3 * soup.scale;
    margin.segments = false;
    hash.add(contacts(a, b, soup.pose, margin, &workspace));
    hash.add(static_cast<std::uint64_t>(intersects(a, b, soup.pose, {}, &workspace)));
  }
  return hash.value();
}

TEST(Golden, TheSameForEveryVolume) {
  for (const Volume volume :
       {Volume::automatic, Volume::aabb, Volume::dop8, Volume::dop12, Volume::dop14, Volume::dop18, Volume::dop20,
        Volume::dop26, Volume::sphere, Volume::obb, Volume::rounded_box}) {
    BuildOptions options;
    options.volume = volume;
    EXPECT_EQ(hash_of(options), kGolden) << name(volume);
  }
}

TEST(Golden, TheSameForEveryRuleWidthAndThreadCount) {
  for (const Split split : {Split::longest_side, Split::min_sum, Split::min_max, Split::splatter, Split::sah}) {
    for (const int width : {2, 4, 8}) {
      BuildOptions options;
      options.split = split;
      options.width = width;
      options.threads = width;
      EXPECT_EQ(hash_of(options), kGolden) << name(split) << ' ' << width;
    }
  }
}

TEST(Golden, TheSameOnEveryInstructionSet) {
  const IsaGuard guard;
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    EXPECT_EQ(hash_of({}), kGolden) << isa;
  }
}

}  // namespace
}  // namespace graze::test
