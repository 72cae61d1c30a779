// SPDX-License-Identifier: Apache-2.0
// Every volume, rule, width, leaf size, descent and instruction set finds exactly what brute force finds.
// GRAZE_SOUPS sets the number of soups (10000 for the long run).
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "graze/query.h"
#include "support/scale.h"
#include "support/soup.h"
#include "traverse/isa.h"

namespace graze::test {
namespace {

constexpr std::array kVolumes = {Volume::aabb,  Volume::dop8,        Volume::dop12,    Volume::dop14,
                                 Volume::dop18, Volume::dop20,       Volume::dop26,    Volume::sphere,
                                 Volume::obb,   Volume::rounded_box, Volume::automatic};
constexpr std::array kSplits = {Split::longest_side, Split::min_sum, Split::min_max, Split::splatter, Split::sah};
constexpr std::array kPoints = {SplitPoint::automatic, SplitPoint::mean, SplitPoint::median};
constexpr std::array kWidths = {2, 4, 8};
constexpr std::array kLeafSizes = {0, 1, 2, 3, 4, 5, 8, 16, 64};
constexpr std::array kDescents = {Descent::adaptive, Descent::larger, Descent::a_first, Descent::lock_step};
constexpr std::uint64_t kCombinations = kVolumes.size() * kSplits.size() * kWidths.size();
constexpr int kBuildsPerSoup = 4;
constexpr int kDefaultSoups = 1500;
constexpr std::uint64_t kSearches = 12;

template <typename T, std::size_t N>
T pick(SoupRandom& random, const std::array<T, N>& values) {
  return values[static_cast<std::size_t>(random.below(static_cast<int>(N)))];
}

std::string describe(const BuildOptions& o) {
  std::ostringstream text;
  text << name(o.volume) << ' ' << name(o.split) << ' ' << name(o.point) << " width " << o.width << " leaf "
       << o.leaf_size << ' ' << name(o.quality);
  return text.str();
}

/// The n-th of all volume x rule x width combinations, round and round, so that each comes up equally often; the
/// other options are drawn.
BuildOptions nth_options(std::uint64_t n, SoupRandom& random) {
  BuildOptions options;
  options.volume = kVolumes[n % kVolumes.size()];
  options.split = kSplits[n / kVolumes.size() % kSplits.size()];
  options.width = kWidths[n / (kVolumes.size() * kSplits.size()) % kWidths.size()];
  options.point = options.split == Split::sah ? SplitPoint::automatic : pick(random, kPoints);
  options.leaf_size = pick(random, kLeafSizes);
  options.quality = random.chance(0.5) ? Quality::standard : Quality::fast;
  options.threads = 1;
  return options;
}

std::uint64_t soup_count() {
  const char* text = std::getenv("GRAZE_SOUPS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : static_cast<std::uint64_t>(scaled(kDefaultSoups));
}

class EveryIsa : public testing::Test {
 protected:
  void TearDown() override { detail::use_isa(""); }
};

/// The first difference between two lists, for the message.
std::string difference(const std::vector<Contact>& expected, const std::vector<Contact>& found) {
  std::ostringstream text;
  text << "expected " << expected.size() << " contacts, found " << found.size();
  for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
    if (i < expected.size() && i < found.size() && expected[i] == found[i]) continue;
    const auto show = [&](const char* who, const std::vector<Contact>& list) {
      if (i >= list.size()) return;
      const Contact& c = list[i];
      text.precision(17);
      text << "; " << who << ' ' << c.triangle_a << '-' << c.triangle_b << ' ' << name(c.kind) << " (" << c.p.x << ' '
           << c.p.y << ' ' << c.p.z << ") (" << c.q.x << ' ' << c.q.y << ' ' << c.q.z << ')';
    };
    show("expected", expected);
    show("found", found);
    break;
  }
  return text.str();
}

TEST_F(EveryIsa, FindsWhatBruteForceFinds) {
  const std::vector<std::string_view> isas = detail::available_isas();
  ASSERT_FALSE(isas.empty());
  Workspace workspace;
  Contacts found;
  std::uint64_t combination = 0;
  std::uint64_t free = 0, colliding = 0, with_margin = 0;
  std::map<ContactKind, std::uint64_t> kinds;
  const std::uint64_t soups = soup_count();
  int failures = 0;
  for (std::uint64_t seed = 0; seed < soups && failures < 5; ++seed) {
    const Soup soup = make_soup(seed);
    SoupRandom random(seed + 0xABCDEFu);
    QueryOptions brute;
    brute.method = Method::brute_force;
    if (random.chance(0.15)) brute.margin = soup.scale * std::pow(10.0, random.uniform(-9, -0.5));
    // The oracle's own models are built so that nothing of the hierarchy can matter.
    const Model plain_a = Model::build(soup.a);
    const Model plain_b = Model::build(soup.b);
    const Contacts expected = contacts(plain_a, plain_b, soup.pose, brute);
    (brute.margin > 0 ? with_margin : expected.pairs.empty() ? free : colliding) += 1;
    for (const Contact& contact : expected.pairs) ++kinds[contact.kind];

    for (int k = 0; k < kBuildsPerSoup && failures < 5; ++k, ++combination) {
      const BuildOptions options_a = nth_options(combination, random);
      // Half of the pairs mix volumes and widths: a pair of models need not be built alike.
      const BuildOptions options_b = random.chance(0.5) ? options_a : nth_options(random.next() >> 8, random);
      const Model a = Model::build(soup.a, options_a);
      const Model b = Model::build(soup.b, options_b);
      QueryOptions query;
      query.margin = brute.margin;
      query.descent = pick(random, kDescents);
      // Shifted by one a round, so that every combination meets every instruction set.
      const std::string_view isa = isas[(combination + combination / kCombinations) % isas.size()];
      ASSERT_TRUE(detail::use_isa(isa)) << isa;
      const auto where = [&] {
        return "soup " + std::to_string(seed) + " (" + soup.what + "), A " + describe(options_a) + ", B " +
               describe(options_b) + ", descent " + std::to_string(static_cast<int>(query.descent)) + ", margin " +
               std::to_string(query.margin) + ", " + std::string(isa);
      };
      contacts(a, b, soup.pose, found, query, &workspace);
      if (found.pairs != expected.pairs) {
        ADD_FAILURE() << where() << ": " << difference(expected.pairs, found.pairs);
        ++failures;
      }
      const bool any = intersects(a, b, soup.pose, query, &workspace);
      if (any != !expected.pairs.empty()) {
        ADD_FAILURE() << where() << ": intersects says " << any;
        ++failures;
      }
    }
  }
  if (soups >= 200) {  // or the test proves little
    EXPECT_GT(free, soups / 20);
    EXPECT_GT(colliding, soups / 5);
    for (const ContactKind kind :
         {ContactKind::crossing, ContactKind::touching, ContactKind::coplanar, ContactKind::near})
      EXPECT_GT(kinds[kind], soups / 2) << name(kind);
  }
}

TEST_F(EveryIsa, LimitAndIdsAreThePrefix) {
  Workspace workspace;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Soup soup = make_soup(seed, 60);
    const Model a = Model::build(soup.a);
    const Model b = Model::build(soup.b);
    const std::vector<Contact> all = contacts(a, b, soup.pose, {}, &workspace).pairs;
    QueryOptions options;
    options.limit = 1 + seed % 7;
    std::vector<Contact> first = all;
    if (first.size() > options.limit) first.resize(options.limit);
    EXPECT_EQ(contacts(a, b, soup.pose, options, &workspace).pairs, first) << soup.what;
    options = {};
    options.segments = false;
    std::vector<Contact> ids;
    ids.reserve(all.size());
    for (const Contact& c : all) ids.push_back({c.triangle_a, c.triangle_b, ContactKind::unclassified, {}, {}});
    EXPECT_EQ(contacts(a, b, soup.pose, options, &workspace).pairs, ids) << soup.what;
  }
}

/// The free position nearest to contact along a line, found by bisection down to neighbouring doubles: where a
/// filter that is off by anything shows.
TEST_F(EveryIsa, AgreesAtTheVeryEdgeOfContact) {
  const std::vector<std::string_view> isas = detail::available_isas();
  int edges = 0;
  std::uint64_t combination = 0;
  for (std::uint64_t seed = 100000; seed < 100000 + kSearches * 8 && edges < static_cast<int>(kSearches); ++seed) {
    Soup soup = make_soup(seed, 40);
    const Model a = Model::build(soup.a);
    const Model b = Model::build(soup.b);
    QueryOptions brute;
    brute.method = Method::brute_force;
    const auto hits = [&](double x) {
      Pose pose = soup.pose;
      pose.t.x = x;
      return intersects(a, b, pose, brute);
    };
    double free = soup.pose.t.x + 16 * soup.scale, hit = soup.pose.t.x;
    if (hits(free) || !hits(hit)) continue;
    ++edges;
    for (double middle = 0; (middle = free + (hit - free) / 2) != free && middle != hit;)
      (hits(middle) ? hit : free) = middle;
    SoupRandom random(seed);
    for (int k = 0; k < 12; ++k, ++combination) {
      const BuildOptions options = nth_options(combination * 17, random);
      const Model built_a = Model::build(soup.a, options);
      const Model built_b = Model::build(soup.b, options);
      ASSERT_TRUE(detail::use_isa(isas[combination % isas.size()]));
      for (const double x : {free, hit}) {
        Pose pose = soup.pose;
        pose.t.x = x;
        EXPECT_EQ(intersects(built_a, built_b, pose), x == hit) << "soup " << seed << ' ' << describe(options);
        EXPECT_EQ(contacts(built_a, built_b, pose).pairs, contacts(a, b, pose, brute).pairs) << "soup " << seed;
      }
    }
  }
  EXPECT_GT(edges, 5);
}

}  // namespace
}  // namespace graze::test
