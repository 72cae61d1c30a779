// SPDX-License-Identifier: Apache-2.0
#include "build/stats.h"

#include <cmath>

#include "build/model_cases.h"
#include "graze/query.h"

namespace graze::test {
namespace {

TEST(Stats, OneTriangle) {
  const Model model = Model::build({{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}}, {.volume = Volume::aabb});
  const HierarchyStats s = model.stats();
  EXPECT_EQ(s.volume, Volume::aabb);
  EXPECT_EQ(s.split, Split::sah);
  EXPECT_EQ(s.width, 4);
  EXPECT_EQ(s.leaf_size, 4);
  EXPECT_EQ(s.triangles, 1u);
  EXPECT_EQ(s.nodes, 0u);
  EXPECT_EQ(s.leaves, 1u);
  EXPECT_EQ(s.height, 0);
  EXPECT_EQ(s.child_fill, 0);
  EXPECT_EQ(s.leaf_fill, 0.25);
  EXPECT_EQ(s.node_bytes, 132u);  // the holder: 32 floats, and its slot
  EXPECT_EQ(s.leaf_bytes, 192u);
  EXPECT_EQ(s.bytes_per_triangle, 324);
  EXPECT_GT(s.total_volume, 0);
  EXPECT_LT(s.total_volume, 1e-4);  // flat but for the slack
}

/// Two far unit squares in z = ±1, of two triangles each; a leaf holds two: the root has two leaves.
TEST(Stats, TwoLeavesByHand) {
  Mesh mesh;
  for (const double x : {-10.0, 10.0}) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {{x, 0, -1}, {x + 1, 0, -1}, {x + 1, 1, 1}, {x, 1, 1}});
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 3});
  }
  const HierarchyStats s = Model::build(mesh, {.volume = Volume::aabb, .leaf_size = 2, .width = 8}).stats();
  EXPECT_EQ(s.nodes, 1u);
  EXPECT_EQ(s.leaves, 2u);
  EXPECT_EQ(s.height, 1);
  EXPECT_EQ(s.child_fill, 0.25);
  EXPECT_EQ(s.leaf_fill, 0.5);
  EXPECT_NEAR(s.total_volume, 21 * 1 * 2 + 2 * (1 * 1 * 2), 1e-3);
  EXPECT_EQ(s.leaf_bytes, 384u);
  EXPECT_EQ(s.bytes_per_triangle, static_cast<double>(s.node_bytes + s.leaf_bytes) / 4);
}

TEST(Stats, LeavesOfSeveralPackets) {
  const Model model = Model::build(random_soup(400, 1), {.volume = Volume::sphere, .leaf_size = 13, .width = 2});
  const HierarchyStats s = model.stats();
  std::size_t first_packets = 0, children = 0;
  const Hierarchy& h = model.hierarchy();
  for (const LeafPacket& packet : h.leaves) first_packets += packet.packets > 0 ? 1 : 0;
  for (std::size_t i = 1; i < h.node_count(); ++i) {
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) children += h.ref(i, lane) != detail::kNoRef ? 1 : 0;
  }
  EXPECT_EQ(s.leaves, first_packets);
  EXPECT_LT(s.leaves, h.leaves.size());
  EXPECT_EQ(s.nodes, h.node_count() - 1);
  EXPECT_EQ(s.leaves, s.nodes + 1);  // of a binary tree
  EXPECT_EQ(s.child_fill, 1);
  EXPECT_EQ(children, 2 * s.nodes);
  EXPECT_DOUBLE_EQ(s.leaf_fill, 400.0 / (4 * static_cast<double>(h.leaves.size())));
}

TEST(Stats, TotalVolumeInTheMeshsUnits) {
  for (const Volume volume : kVolumes) {
    const Mesh mesh = random_soup(100, 2);
    const double plain = Model::build(mesh, {.volume = volume}).stats().total_volume;
    Mesh large = mesh;
    for (Vec3& v : large.vertices) v = {0x1p60 * v.x, 0x1p60 * v.y, 0x1p60 * v.z};
    const double scaled = Model::build(large, {.volume = volume}).stats().total_volume;
    EXPECT_GT(plain, 1);
    EXPECT_NEAR(scaled / 0x1p180 / plain, 1, 1e-4) << name(volume);
  }
}

TEST(Stats, TighterVolumesAreSmaller) {
  const Mesh mesh = patch(24);
  const auto total = [&](Volume volume) {
    return Model::build(mesh, {.volume = volume, .width = 2}).stats().total_volume;
  };
  EXPECT_LT(total(Volume::dop26), total(Volume::dop18));
  EXPECT_LT(total(Volume::dop18), total(Volume::aabb));
  EXPECT_LT(total(Volume::dop26), total(Volume::dop14));
  EXPECT_LT(total(Volume::dop14), total(Volume::dop8));
  EXPECT_LT(total(Volume::dop20), total(Volume::dop12));
  EXPECT_LT(total(Volume::obb), total(Volume::aabb));
}

TEST(Stats, EmptyMesh) {
  const HierarchyStats s = Model::build(Mesh{}).stats();
  EXPECT_EQ(s.triangles + s.nodes + s.leaves + s.leaf_bytes, 0u);
  EXPECT_EQ(s.total_volume, 0);
  EXPECT_EQ(s.bytes_per_triangle, 0);
}

TEST(Names, AreThoseOfTheEnumerators) {
  EXPECT_EQ(name(Volume::automatic), "automatic");
  EXPECT_EQ(name(Volume::rounded_box), "rounded_box");
  EXPECT_EQ(name(Volume::hybrid), "hybrid");
  EXPECT_EQ(name(Split::longest_side), "longest_side");
  EXPECT_EQ(name(SplitPoint::sampled), "sampled");
  EXPECT_EQ(name(Quality::standard), "standard");
  EXPECT_EQ(name(Quality::fast), "fast");
  EXPECT_EQ(name(ContactKind::near), "near");
  EXPECT_EQ(name(static_cast<Volume>(77)), "unknown");
}

}  // namespace
}  // namespace graze::test
