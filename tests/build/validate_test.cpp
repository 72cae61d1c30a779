// SPDX-License-Identifier: Apache-2.0
// Whatever is wrong with a hierarchy is found, and named.
#include "build/validate.h"

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "build/model_cases.h"
#include "graze/error.h"
#include "volumes/fit.h"

namespace graze::test {
namespace {

using detail::index_of;
using detail::is_leaf;
using detail::kLeafBit;
using detail::kNoRef;
using detail::Ref;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// What `validate` says; empty when it is content.
std::string complaint(const Mesh& mesh, const Hierarchy& h) {
  try {
    detail::validate(mesh, h);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::corrupt_model);
    EXPECT_FALSE(error.message().empty());
    return error.message();
  }
  return {};
}

float& field_of(Hierarchy& h, std::size_t node, std::size_t lane, std::size_t field) {
  return h.nodes[node * h.layout.stride + h.layout.at(field, lane)];
}

/// The number of one volume's floats that mean something.
std::size_t used_fields(const Hierarchy& h) {
  return h.layout.by_child ? h.layout.fields / 2 + static_cast<std::size_t>(detail::dop_directions(h.volume))
                           : h.layout.fields;
}

/// Triangles from corner to corner.
Mesh corners_of_cube(double half) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
  for (std::uint32_t i = 0; i < 8; ++i) mesh.triangles.push_back({i, i ^ 3, i ^ 5});
  return mesh;
}

TEST(Validate, AcceptsWhatIsBuilt) {
  // The last: the largest in a unit of 1, and the largest radius.
  const Mesh meshes[] = {random_soup(500, 1), patch(16), random_soup(64, 2, 1e-7, {1e5, 0, 0}),
                         corners_of_cube(0x1p33)};
  for (const Mesh& mesh : meshes) {
    for (const Volume volume : kVolumes) {
      for (const Split split : {Split::sah, Split::longest_side, Split::splatter}) {
        for (const int width : {2, 4, 8}) {
          const Model model = Model::build(mesh, {.volume = volume, .split = split, .leaf_size = 6, .width = width});
          EXPECT_NO_THROW(model.validate()) << name(volume) << " " << name(split) << " " << width;
        }
      }
    }
  }
}

struct Case {
  const char* expected;  // part of what is said
  std::function<void(Hierarchy&)> spoil;
};

/// A hierarchy of several levels in which node 1 is the root and its first child, node 2, is inner.
class ValidateLinks : public testing::Test {
 protected:
  const Mesh mesh_ = random_soup(300, 3);
  const Model model_ = Model::build(mesh_, {.volume = Volume::obb, .leaf_size = 6, .width = 4});
  void SetUp() override {
    ASSERT_GT(model_.hierarchy().node_count(), 20u);
    ASSERT_FALSE(is_leaf(model_.hierarchy().ref(1, 0)));
    ASSERT_EQ(index_of(model_.hierarchy().ref(0, 0)), 1u);
  }
  void expect_refused(const std::vector<Case>& cases) const {
    for (const Case& c : cases) {
      Hierarchy h = model_.hierarchy();
      c.spoil(h);
      EXPECT_NE(complaint(mesh_, h).find(c.expected), std::string::npos)
          << c.expected << " but " << complaint(mesh_, h);
    }
  }
};

TEST_F(ValidateLinks, Scalars) {
  constexpr double kBad = std::numeric_limits<double>::quiet_NaN();
  expect_refused({
      {"such volumes", [](Hierarchy& h) { h.volume = Volume::automatic; }},
      {"such volumes", [](Hierarchy& h) { h.volume = static_cast<Volume>(63); }},
      {"layout", [](Hierarchy& h) { h.volume = Volume::dop26; }},
      {"layout", [](Hierarchy& h) { h.layout.stride *= 2; }},
      {"width", [](Hierarchy& h) { h.width = 3; }},
      {"splitting rule", [](Hierarchy& h) { h.split = Split::automatic; }},
      {"leaf size", [](Hierarchy& h) { h.leaf_size = 257; }},
      {"more triangles than the leaf size", [](Hierarchy& h) { h.leaf_size = 1; }},
      {"height", [](Hierarchy& h) { h.height += 1; }},
      {"origin", [](Hierarchy& h) { h.origin.y = kBad; }},
      {"unit", [](Hierarchy& h) { h.unit = 0.75; }},
      {"unit", [](Hierarchy& h) { h.unit = 0; }},
      {"unit", [](Hierarchy& h) { h.unit = -1; }},
      {"unit", [](Hierarchy& h) { h.unit = kBad; }},
      {"radius is out of range", [](Hierarchy& h) { h.radius = kBad; }},
      {"radius is out of range", [](Hierarchy& h) { h.radius = 1e20; }},
      {"beyond the hierarchy's radius", [](Hierarchy& h) { h.radius *= 0.999; }},
      {"largest coordinate", [](Hierarchy& h) { h.max_coordinate = kBad; }},
      {"beyond the hierarchy's radius", [](Hierarchy& h) { h.max_coordinate *= 0.999; }},
      {"size exponent", [](Hierarchy& h) { h.size_exponent = std::numeric_limits<int>::max(); }},
      {"size code", [](Hierarchy& h) { h.size_exponent += 1; }},
      {"differ from the mesh", [](Hierarchy& h) { h.origin.x += 1e-3; }},
      {"origin is not within", [](Hierarchy& h) { h.origin.x += 0x1p30; }},
      {"origin is not within", [](Hierarchy& h) { h.origin.z = -1e100; }},
      {"larger than the mesh", [](Hierarchy& h) { h.radius *= 4; }},
  });
}

TEST_F(ValidateLinks, Arrays) {
  expect_refused({
      {"whole number", [](Hierarchy& h) { h.nodes.clear(); }},
      {"whole number", [](Hierarchy& h) { h.nodes.pop_back(); }},
      {"differ in number", [](Hierarchy& h) { h.node_slot.pop_back(); }},
      {"differ in number", [](Hierarchy& h) { h.nodes.resize(h.nodes.size() + h.layout.stride); }},
      {"the reverse", [](Hierarchy& h) { h.leaves.clear(); }},
      {"beyond the last packet", [](Hierarchy& h) { h.leaves.pop_back(); }},
      {"not every leaf packet", [](Hierarchy& h) { h.leaves.push_back(h.leaves.back()); }},
      {"not every node",
       [](Hierarchy& h) {
         h.nodes.resize(h.nodes.size() + h.layout.stride);
         h.node_slot.push_back(0);
       }},
  });
}

TEST_F(ValidateLinks, Links) {
  expect_refused({
      {"no such node", [](Hierarchy& h) { h.set_ref(1, 0, detail::make_ref(false, 63, detail::kMaxIndex)); }},
      {"no such node", [](Hierarchy& h) { h.set_ref(0, 0, detail::make_ref(false, 63, 0)); }},
      {"names a parent", [](Hierarchy& h) { h.node_slot[0] = 4; }},
      {"has no children", [](Hierarchy& h) { h.set_ref(0, 0, kNoRef); }},
      {"has 2 children", [](Hierarchy& h) { h.set_ref(0, 1, h.ref(1, 1)); }},
      {"follows an empty one", [](Hierarchy& h) { h.set_ref(1, 0, kNoRef); }},
      {"belongs to another slot", [](Hierarchy& h) { h.set_ref(1, 0, h.ref(0, 0)); }},     // a cycle
      {"belongs to another slot", [](Hierarchy& h) { h.node_slot[2] = h.node_slot[3]; }},  // a wrong way up
      {"belongs to another slot",
       [](Hierarchy& h) {  // two parents
         const Ref first = h.ref(1, 0);
         h.set_ref(1, 1, first);
       }},
      {"not every node",
       [](Hierarchy& h) {  // a cycle beside the tree: node 2 is its own parent
         const std::uint32_t child = index_of(h.ref(1, 0));
         std::size_t last = 0;
         while (last + 1 < h.layout.lanes && h.ref(1, last + 1) != kNoRef) ++last;
         const Ref moved = h.ref(1, last);
         h.set_ref(1, 0, moved);
         h.set_ref(1, last, kNoRef);
         if (is_leaf(moved)) {
           h.leaves[index_of(moved)].slot = static_cast<std::uint32_t>(h.layout.lanes);
         } else {
           h.node_slot[index_of(moved)] = static_cast<std::uint32_t>(h.layout.lanes);
         }
         h.set_ref(child, 0, detail::make_ref(false, 30, child));
         h.node_slot[child] = static_cast<std::uint32_t>(child * h.layout.lanes);
       }},
      {"size code", [](Hierarchy& h) { h.set_ref(1, 0, h.ref(1, 0) ^ (8u << detail::kSizeShift)); }},
  });
}

TEST_F(ValidateLinks, Packets) {
  std::size_t full = 0;  // a leaf of two packets
  while (model_.hierarchy().leaves[full].packets != 2) ++full;
  expect_refused({
      {"begins within another", [=](Hierarchy& h) { h.leaves[full].packets = 0; }},
      {"runs into the next", [=](Hierarchy& h) { h.leaves[full].packets = 3; }},
      {"ends beyond", [](Hierarchy& h) { h.leaves[0].packets = 0xFFFF; }},
      {"1 to 4 triangles", [](Hierarchy& h) { h.leaves[0].count = 0; }},
      {"1 to 4 triangles", [](Hierarchy& h) { h.leaves[0].count = 5; }},
      {"belongs to another slot", [](Hierarchy& h) { h.leaves[0].slot += 1; }},
      {"no such slot", [=](Hierarchy& h) { h.leaves[full + 1].slot = 0xFFFFFFFFu; }},
      {"no triangle 300", [](Hierarchy& h) { h.leaves[0].id[0] = 300; }},
      {"is in two leaves", [](Hierarchy& h) { h.leaves[0].id[0] = h.leaves[9].id[0]; }},
      {"is in no leaf",
       [=](Hierarchy& h) {
         LeafPacket& packet = h.leaves[full + 1];
         ASSERT_GT(packet.count, 1);
         packet.id[--packet.count] = kNoRef;
       }},
      {"an empty lane",
       [=](Hierarchy& h) {
         LeafPacket& packet = h.leaves[full + 1];
         ASSERT_LT(packet.count, 4);
         packet.id[3] = 7;
       }},
      {"differ from the mesh", [](Hierarchy& h) { std::swap(h.leaves[0].id[0], h.leaves[9].id[0]); }},
      {"differ from the mesh",
       [](Hierarchy& h) { h.leaves[5].v[1][2][0] = std::nextafter(h.leaves[5].v[1][2][0], 9.0f); }},
      {"differ from the mesh", [=](Hierarchy& h) { h.leaves[full + 1].v[2][0][3] += 1; }},  // beyond count
      {"differ from the mesh", [](Hierarchy& h) { h.leaves[5].v[1][2][0] = kNan; }},
      {"differ from the mesh", [](Hierarchy& h) { h.leaves[5].centre[0] += 0.01f; }},
      {"centre is out of range", [](Hierarchy& h) { h.leaves[5].centre[0] = kNan; }},
      {"centre is out of range", [](Hierarchy& h) { h.leaves[5].centre[0] = 3e38f; }},
      {"too small", [](Hierarchy& h) { h.leaves[5].radius *= 0.999f; }},
      {"too small", [](Hierarchy& h) { h.leaves[5].edge *= 0.999f; }},
      {"too small", [](Hierarchy& h) { h.leaves[5].radius = kNan; }},
      {"too small", [](Hierarchy& h) { h.leaves[5].edge = kInfinity; }},
      {"reserved", [](Hierarchy& h) { h.leaves[5].reserved = 1; }},
  });
}

TEST(Validate, NumbersThatAreNoVolumes) {
  const Mesh mesh = random_soup(80, 4);
  for (const Volume volume : kVolumes) {
    const Model model = Model::build(mesh, {.volume = volume});
    for (const float value : {kNan, kInfinity, -kInfinity}) {
      for (std::size_t f = 0; f < used_fields(model.hierarchy()); ++f) {
        Hierarchy h = model.hierarchy();
        field_of(h, 1, 1, f) = value;
        EXPECT_NE(complaint(mesh, h).find("node 1, child 1: its numbers"), std::string::npos) << name(volume) << f;
      }
    }
    if (volume == Volume::hybrid) continue;  // the last is a width or, negative, a radius
    Hierarchy h = model.hierarchy();
    float& last = field_of(h, 1, 0, used_fields(h) - 1);  // a width in every other volume
    last = -last;
    EXPECT_NE(complaint(mesh, h).find("node 1, child 0: its numbers"), std::string::npos) << name(volume);
  }
  for (const Volume volume : {Volume::obb, Volume::rounded_box}) {
    Hierarchy h = Model::build(mesh, {.volume = volume}).hierarchy();
    for (std::size_t f = 3; f < 6; ++f) field_of(h, 2, 0, f) *= 1.0001f;
    EXPECT_NE(complaint(mesh, h).find("node 2, child 0: its numbers"), std::string::npos) << name(volume);
  }
  Hierarchy h = Model::build(mesh, {.volume = Volume::dop18}).hierarchy();
  field_of(h, 2, 0, 9) = 0.5f;  // of an unused direction
  EXPECT_NE(complaint(mesh, h).find("node 2, child 0: its numbers"), std::string::npos);
}

/// A volume may hold its triangles and much else; but pads are in proportion to the model.
TEST(Validate, VolumesThatAreTooLarge) {
  const Mesh mesh = random_soup(60, 5);
  for (const Volume volume : kVolumes) {
    const Hierarchy good = Model::build(mesh, {.volume = volume}).hierarchy();
    for (const std::size_t f : {std::size_t{0}, used_fields(good) - 1}) {  // of the centre, a width
      Hierarchy h = good;
      field_of(h, 1, 0, f) = std::copysign(static_cast<float>(2 * h.radius), field_of(h, 1, 0, f));
      EXPECT_NE(complaint(mesh, h).find("node 1, child 0: its volume reaches far"), std::string::npos)
          << name(volume) << ": " << complaint(mesh, h);
    }
  }
}

/// Every width of every volume, down to the leaves, is as small as it may be up to the slack of the fit.
TEST(Validate, VolumesThatAreTooSmall) {
  const Mesh mesh = random_soup(60, 5);
  for (const Volume volume : kVolumes) {
    const Model model = Model::build(mesh, {.volume = volume, .leaf_size = 3});
    const Hierarchy& good = model.hierarchy();
    const std::size_t first_width = good.layout.by_child                                 ? good.layout.fields / 2
                                    : volume == Volume::aabb || volume == Volume::sphere ? 3u
                                                                                         : 12u;
    std::size_t found = 0, tried = 0;
    for (std::size_t node = 0; node < good.node_count(); ++node) {
      for (std::size_t lane = 0; lane < good.layout.lanes; ++lane) {
        if (good.ref(node, lane) == kNoRef) continue;
        for (std::size_t f = first_width; f < used_fields(good); ++f, ++tried) {
          Hierarchy h = good;
          float& width = field_of(h, node, lane, f);
          width = width * 0.999f - 2e-6f;
          if (!(width >= 0)) {
            --tried;
            continue;
          }
          const std::string said = complaint(mesh, h);
          const std::string where = "node " + std::to_string(node) + ", child " + std::to_string(lane) + ": triangle ";
          if (said.rfind(where, 0) == 0) ++found;
        }
      }
    }
    ASSERT_GT(tried, 20u);
    // Slabs and boxes are fitted tightly from both sides; a rounded box's rectangle may leave room at its rim.
    if (volume == Volume::rounded_box) {
      EXPECT_GT(found, tried / 3);
    } else if (volume == Volume::sphere) {
      EXPECT_GT(found, tried * 2 / 3);
    } else {
      EXPECT_EQ(found, tried) << name(volume);
    }
    Hierarchy moved = good;
    for (std::size_t f = 0; f < 3; ++f) field_of(moved, 1, 0, f) += 0.2f;
    EXPECT_NE(complaint(mesh, moved).find("sticks out"), std::string::npos) << name(volume);
  }
}

TEST(Validate, NamesTheFirstViolationWhateverTheThreads) {
  const Mesh mesh = patch(60);
  Hierarchy h = Model::build(mesh).hierarchy();
  for (std::size_t i = 100; i < h.leaves.size(); i += 50) h.leaves[i].reserved = 1;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(complaint(mesh, h), "leaf packet 100: a reserved field is not zero");
}

TEST(Validate, EmptyMesh) {
  Hierarchy h = Model::build(Mesh{}).hierarchy();
  EXPECT_EQ(complaint(Mesh{}, h), "");
  h.set_ref(0, 0, kLeafBit);
  EXPECT_NE(complaint(Mesh{}, h), "");
}

}  // namespace
}  // namespace graze::test
