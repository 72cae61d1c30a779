// SPDX-License-Identifier: Apache-2.0
// Whatever a hierarchy is built by, its answers are those of brute force, it is valid, and it comes back from a file.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "build/model_cases.h"
#include "graze/error.h"
#include "graze/front.h"
#include "graze/query.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

std::string describe(const BuildOptions& o) {
  std::ostringstream text;
  text << name(o.volume) << ' ' << name(o.split) << ' ' << name(o.point) << " width " << o.width << " leaf "
       << o.leaf_size << ' ' << name(o.leaf_rule) << ' ' << name(o.split_axes) << ' ' << name(o.building) << " regroup "
       << o.regroup << ' ' << o.regroup_balance << " subdivide " << o.subdivide << ' ' << name(o.orientation);
  return text.str();
}

template <class T>
T pick(SoupRandom& random, std::initializer_list<T> values) {
  return *(values.begin() + random.below(static_cast<int>(values.size())));
}

/// The n-th volume and rule, round and round; the other options are drawn.
BuildOptions draw(std::uint64_t n, SoupRandom& random) {
  BuildOptions o;
  const auto volumes = all_volumes();
  const auto splits = all_splits();
  o.volume = volumes[n % volumes.size()];
  o.split = splits[n / volumes.size() % splits.size()];
  o.point = pick(random, {SplitPoint::automatic, SplitPoint::median, SplitPoint::best, SplitPoint::sampled});
  o.width = pick(random, {0, 2, 8, 16, 16});
  o.leaf_size = pick(random, {0, 1, 3, 7, 100});
  o.leaf_rule = pick(random, {LeafRule::automatic, LeafRule::thesis});
  o.split_axes = pick(random, {SplitAxes::three, SplitAxes::all});
  o.building = random.chance(0.25) ? Building::bottom_up : Building::top_down;
  o.regroup = pick(random, {0, 0, 3, 4, 7});
  o.regroup_balance = pick(random, {0.0, 0.5, 1.0});
  o.subdivide = pick(random, {0.0, 0.0, 0.1, 1.0});
  o.orientation = random.chance(0.3) ? Orientation::optimal : Orientation::given;
  o.samples = pick(random, {1, 16});
  o.seed = random.next();
  o.threads = 1;
  return o;
}

QueryOptions brute_force() {
  QueryOptions options;
  options.method = Method::brute_force;
  return options;
}

class Saved {
 public:
  Saved() : file_(std::filesystem::temp_directory_path() / ("graze_construction_" + std::to_string(::getpid()))) {}
  ~Saved() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  Model again(const Model& model) const {
    model.save(file_);
    return Model::open(file_);
  }

 private:
  std::filesystem::path file_;
};

TEST(Construction, AnswersAreThoseOfBruteForce) {
  const Saved saved;
  const auto soups = static_cast<std::uint64_t>(scaled(400));
  std::size_t met = 0;
  for (std::uint64_t seed = 0; seed < soups; ++seed) {
    const Soup soup = make_soup(seed + 5000, 120);
    SoupRandom random(seed);
    const BuildOptions oa = draw(2 * seed, random), ob = random.chance(0.5) ? draw(2 * seed + 1, random) : oa;
    const Model a = Model::build(soup.a, oa), b = Model::build(soup.b, ob);
    SCOPED_TRACE("soup " + std::to_string(seed) + ' ' + soup.what + ": " + describe(oa) + " against " + describe(ob));
    ASSERT_NO_THROW(a.validate());
    ASSERT_NO_THROW(b.validate());
    QueryOptions options;
    options.margin = random.chance(0.3) ? 0.05 * soup.scale : 0;
    QueryOptions brute = options;
    brute.method = Method::brute_force;
    const Contacts expected = contacts(a, b, soup.pose, brute);
    met += expected.pairs.empty() ? 0 : 1;
    ASSERT_EQ(contacts(a, b, soup.pose, options).pairs, expected.pairs);
    ASSERT_EQ(intersects(a, b, soup.pose, options), !expected.pairs.empty());
    Front front;
    ASSERT_EQ(contacts(a, b, soup.pose, front, options).pairs, expected.pairs);
    ASSERT_EQ(intersects(a, b, soup.pose, front, options), !expected.pairs.empty());
    if (seed % 4 == 0) {
      const Model c = saved.again(a);
      expect_equal(a, c);
      ASSERT_EQ(contacts(c, b, soup.pose, options).pairs, expected.pairs);
    }
  }
  EXPECT_GT(met, soups / 4);
}

/// A surface just above itself: thousands of steps in vain, in which batches grow to their largest.
TEST(Construction, ManyNearMisses) {
  const Mesh mesh = patch(kSanitized ? 24 : 40);
  for (const Volume volume : all_volumes()) {
    for (const int width : {2, 4, 8, 16}) {
      const Model model = Model::build(mesh, {.volume = volume, .width = width});
      Pose above;
      above.t.z = 0.001;
      EXPECT_FALSE(intersects(model, model, above)) << name(volume) << width;
      EXPECT_TRUE(contacts(model, model, above).pairs.empty()) << name(volume) << width;
      const Model other = Model::build(mesh, {.volume = Volume::sphere, .width = width == 16 ? 2 : 16});
      EXPECT_FALSE(intersects(model, other, above)) << name(volume) << width;
      EXPECT_FALSE(intersects(other, model, above)) << name(volume) << width;
    }
  }
}

TEST(Construction, ParallelBuildsAreTheSame) {
  // 24,200 triangles, or 8,712 in 17,423 nodes: several tasks. All 24 ways take a sanitizer two minutes.
  const Mesh mesh = patch(kSanitized ? 66 : 110);
  SoupRandom random(7);
  for (std::uint64_t i = 0; i < (kSanitized ? 8 : 24); ++i) {
    BuildOptions o = draw(i, random);
    o.threads = 1;
    const Model one = Model::build(mesh, o);
    o.threads = 4;
    const Model four = Model::build(mesh, o);
    SCOPED_TRACE(describe(o));
    EXPECT_TRUE(same_bytes(one.hierarchy().nodes, four.hierarchy().nodes));
    EXPECT_TRUE(same_bytes(one.hierarchy().leaves, four.hierarchy().leaves));
  }
}

TEST(Construction, OptionsOutOfRangeAreRefused) {
  const auto refused = [](const BuildOptions& options) {
    try {
      Model::build(patch(2), options);
    } catch (const Error& e) {
      return e.code() == ErrorCode::invalid_option;
    }
    return false;
  };
  EXPECT_FALSE(refused({}));
  EXPECT_TRUE(refused({.leaf_size = 257}));
  EXPECT_TRUE(refused({.width = 3}));
  EXPECT_TRUE(refused({.regroup = 2}));
  EXPECT_TRUE(refused({.regroup = 13}));
  EXPECT_TRUE(refused({.regroup_balance = -0.1}));
  EXPECT_TRUE(refused({.regroup_balance = std::nan("")}));
  EXPECT_TRUE(refused({.subdivide = 1.5}));
  EXPECT_TRUE(refused({.samples = 0}));
  EXPECT_TRUE(refused({.volume = static_cast<Volume>(63)}));
  EXPECT_TRUE(refused({.volume = static_cast<Volume>(1000)}));
  EXPECT_TRUE(refused({.split = static_cast<Split>(1000)}));
  EXPECT_TRUE(refused({.point = static_cast<SplitPoint>(99)}));
  EXPECT_TRUE(refused({.quality = static_cast<Quality>(99)}));
  EXPECT_TRUE(refused({.split_axes = static_cast<SplitAxes>(99)}));
  EXPECT_TRUE(refused({.building = static_cast<Building>(99)}));
  EXPECT_TRUE(refused({.leaf_rule = static_cast<LeafRule>(99)}));
  EXPECT_TRUE(refused({.orientation = static_cast<Orientation>(99)}));
}

TEST(LeafRules, AsTheThesisHasThem) {
  const auto leaf = [](int n, Volume volume) {
    return Model::build(patch(n), {.volume = volume, .leaf_rule = LeafRule::thesis}).stats().leaf_size;
  };
  EXPECT_EQ(leaf(10, Volume::dop26), 20);  // 200 triangles
  EXPECT_EQ(leaf(23, Volume::aabb), 40);   // 1,058
  EXPECT_EQ(leaf(23, Volume::dop14), 40);
  EXPECT_EQ(leaf(23, Volume::dop18), 60);
  EXPECT_EQ(leaf(23, Volume::dop26), 100);
  EXPECT_EQ(Model::build(patch(23), {.leaf_size = 7, .leaf_rule = LeafRule::thesis}).stats().leaf_size, 7);
}

/// A bundle of long pipes of six sides: two skinny triangles a side.
Mesh pipes(int count) {
  Mesh mesh;
  SoupRandom random(3);
  for (int k = 0; k < count; ++k) {
    const Vec3 from = random.in_cube(1), along = random.in_cube(1);
    for (int i = 0; i < 6; ++i) {
      const auto corner = [&](int j, double s) {
        const double angle = 2 * M_PI * j / 6;
        return Vec3{from.x + s * along.x + 0.03 * std::cos(angle), from.y + s * along.y + 0.03 * std::sin(angle),
                    from.z + s * along.z};
      };
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.insert(mesh.vertices.end(), {corner(i, 0), corner(i + 1, 0), corner(i, 2), corner(i + 1, 2)});
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first + 1, first + 3, first + 2});
    }
  }
  return mesh;
}

TEST(Subdivide, SkinnyTrianglesInPartsGiveEachPairOnce) {
  const Mesh mesh = pipes(60);
  const Model whole = Model::build(mesh), parts = Model::build(mesh, {.subdivide = 0.5});
  EXPECT_EQ(whole.stats().pieces, mesh.triangles.size());
  EXPECT_GT(parts.stats().pieces, mesh.triangles.size() * 5 / 4);
  EXPECT_LE(parts.stats().pieces, mesh.triangles.size() * 3 / 2);
  const auto mean = [](const HierarchyStats& s) { return s.total_volume / static_cast<double>(s.nodes + s.leaves); };
  EXPECT_LT(mean(parts.stats()), 0.9 * mean(whole.stats()));
  for (int i = 0; i < 20; ++i) {
    SoupRandom random(static_cast<std::uint64_t>(i));
    const Pose pose = soup_detail::random_pose(random);
    const Contacts expected = contacts(whole, whole, pose, brute_force());
    ASSERT_GT(expected.pairs.size(), 10u);
    EXPECT_EQ(contacts(parts, parts, pose).pairs, expected.pairs);
    EXPECT_EQ(contacts(parts, whole, pose).pairs, expected.pairs);
    QueryOptions limited;
    limited.limit = 5;
    const std::vector<Contact> first(expected.pairs.begin(), expected.pairs.begin() + 5);
    EXPECT_EQ(contacts(parts, parts, pose, limited).pairs, first);
  }
}

TEST(Subdivide, LeavesMeshesWithoutSkinnyTrianglesAlone) {
  const Mesh mesh = patch(20);
  EXPECT_EQ(Model::build(mesh, {.subdivide = 1}).stats().pieces, mesh.triangles.size());
}

/// A turned box, as slabs that the axes do not fit.
Mesh turned_box(double angle) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    const double x = i & 1 ? 3 : -3, y = i & 2 ? 1 : -1, z = i & 4 ? 0.2 : -0.2;
    mesh.vertices.push_back(
        {std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y, z + 0.3 * x});
  }
  constexpr std::uint32_t kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                          {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : kFaces) {
    mesh.triangles.push_back({f[0], f[1], f[2]});
    mesh.triangles.push_back({f[0], f[2], f[3]});
  }
  return mesh;
}

TEST(Orientation, TurnsAlignedVolumesIntoPlace) {
  const Mesh mesh = turned_box(0.6);
  for (const Volume volume : {Volume::aabb, Volume::dop8, Volume::dop14, Volume::dop26}) {
    const Model given = Model::build(mesh, {.volume = volume});
    const Model optimal = Model::build(mesh, {.volume = volume, .orientation = Orientation::optimal});
    EXPECT_LT(optimal.stats().total_volume, 0.9 * given.stats().total_volume) << name(volume);
    ASSERT_NO_THROW(optimal.validate());
    SoupRandom random(9);
    for (int i = 0; i < 50; ++i) {
      Pose pose = soup_detail::random_pose(random);
      pose.t = random.in_cube(3);
      const auto expected = contacts(given, given, pose, brute_force()).pairs;
      EXPECT_EQ(contacts(optimal, optimal, pose).pairs, expected);
      EXPECT_EQ(contacts(optimal, given, pose).pairs, expected);
      EXPECT_EQ(contacts(given, optimal, pose).pairs, expected);
    }
  }
  // Other volumes do not care.
  EXPECT_EQ(Model::build(mesh, {.volume = Volume::obb, .orientation = Orientation::optimal}).hierarchy().frame[0], 1);
}

TEST(Registries, NamesAreUniqueAndFound) {
  for (const Volume v : all_volumes()) {
    EXPECT_NE(name(v), "unknown");
    for (const Volume w : all_volumes()) EXPECT_EQ(v == w, name(v) == name(w));
  }
  for (const Split v : all_splits()) {
    EXPECT_NE(name(v), "unknown");
    for (const Split w : all_splits()) EXPECT_EQ(v == w, name(v) == name(w));
  }
  EXPECT_EQ(name(all_volumes().back()), "capsule");
  EXPECT_EQ(name(all_splits().back()), "widest_gap");
}

TEST(Hybrid, IsMadeOfAllThree) {
  // Balls of few triangles are spheres, slabs are boxes, and the rest is rounded.
  Mesh mesh = patch(40);
  const HierarchyStats stats = Model::build(mesh, {.volume = Volume::hybrid}).stats();
  EXPECT_EQ(stats.volume, Volume::hybrid);
  EXPECT_GT(stats.boxes, 0u);
  std::size_t children = 0;
  const Model model = Model::build(mesh, {.volume = Volume::hybrid});
  const Hierarchy& h = model.hierarchy();
  for (std::size_t i = 0; i < h.node_count(); ++i) {
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) children += h.ref(i, lane) != detail::kNoRef ? 1 : 0;
  }
  EXPECT_EQ(stats.boxes + stats.spheres + stats.rounded_boxes, children);
}

}  // namespace
}  // namespace graze::test
