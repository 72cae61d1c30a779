// SPDX-License-Identifier: Apache-2.0
// Saved ADB-trees: what comes back, and what is refused.
#include "adb/adb_file.h"

#include <functional>

#include "adb/adb_shapes.h"
#include "build/model_file.h"
#include "support/scale.h"

namespace graze::test {
namespace {

using detail::AdbHeader;
using detail::AdbNode;

class AdbFile : public ModelFile {
 protected:
  std::string refused(const std::string& bytes) const {
    write(path("bad"), bytes);
    try {
      AdbTree::open(path("bad"));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::corrupt_model) << error.what();
      EXPECT_EQ(std::string(error.what()).rfind(path("bad").string() + ": ", 0), 0u) << error.what();
      return error.message();
    }
    ADD_FAILURE() << "opened";
    return {};
  }
};

AdbTree small_tree(AdbRegions regions = AdbRegions::none, AdbKind kind = AdbKind::binary) {
  AdbBuildOptions options;
  options.regions = regions;
  options.kind = kind;
  return AdbTree::build(adb_ball(3, 0.1), options);
}

TEST_F(AdbFile, RoundTripIsExactAndNeedsNoTriangle) {
  detail::Random random(1);
  const Pose pose = adb_pose(random, 1.5);
  for (const AdbKind kind : {AdbKind::binary, AdbKind::octree}) {
    for (const AdbRegions regions : {AdbRegions::none, AdbRegions::grid, AdbRegions::pyramids}) {
      const AdbTree tree = small_tree(regions, kind);
      tree.save(path("tree"));
      const AdbTree again = AdbTree::open(path("tree"));
      again.save(path("again"));
      EXPECT_EQ(read(path("tree")), read(path("again")));
      EXPECT_LE(read(path("tree")).size(), sizeof(AdbHeader) + 36 * tree.stats().nodes + 72);
      const AdbVerdict p = adb_collides(tree, tree, pose), q = adb_collides(again, again, pose);
      EXPECT_EQ(p.collides, q.collides);
      EXPECT_EQ(p.probability, q.probability);
      EXPECT_EQ(p.pairs, q.pairs);
      EXPECT_EQ(again.stats().triangles, tree.stats().triangles);
      EXPECT_EQ(again.stats().theta, tree.stats().theta);
    }
  }
  AdbTree::build(Mesh()).save(path("empty"));
  EXPECT_EQ(AdbTree::open(path("empty")).stats().nodes, 0u);
  EXPECT_EQ(files(), 3u);  // no temporary file is left
}

TEST_F(AdbFile, EveryFlippedByteIsRefused) {
  small_tree().save(path());
  const std::string good = read(path());
  for (std::size_t i = 0; i < good.size(); i += kSanitized ? 29 : 3) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << (i % 8)));
    refused(bad);
    if (HasFailure()) FAIL() << "byte " << i;
  }
  for (std::size_t length = 0; length < good.size(); length += 97) refused(good.substr(0, length));
  refused(good + std::string(64, '\0'));
  refused("solid cube\nendsolid\n");
}

/// The checksum is right; the content is not.
TEST_F(AdbFile, ForgedContentIsRefused) {
  small_tree(AdbRegions::pyramids).save(path());
  const std::string good = read(path());
  const auto with = [&](const std::function<void(AdbHeader&, AdbNode*)>& change) {
    std::string bytes = good;
    AdbHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    std::vector<AdbNode> nodes(header.nodes);
    std::memcpy(nodes.data(), bytes.data() + sizeof header, nodes.size() * sizeof(AdbNode));
    change(header, nodes.data());
    std::memcpy(bytes.data(), &header, sizeof header);
    std::memcpy(bytes.data() + sizeof header, nodes.data(), nodes.size() * sizeof(AdbNode));
    return refused(forged(bytes));
  };
  const auto says = [&](const char* what, const std::function<void(AdbHeader&, AdbNode*)>& change) {
    const std::string message = with(change);
    EXPECT_NE(message.find(what), std::string::npos) << message;
  };
  says("version 2", [](AdbHeader& h, AdbNode*) { h.version = 2; });
  says("no such kind", [](AdbHeader& h, AdbNode*) { h.kind = 2; });
  says("no such", [](AdbHeader& h, AdbNode*) { h.regions = -1; });
  says("theta", [](AdbHeader& h, AdbNode*) { h.theta = 0; });
  says("origin", [](AdbHeader& h, AdbNode*) { h.origin[1] = HUGE_VAL; });
  says("depth", [](AdbHeader& h, AdbNode*) { ++h.depth; });
  says("reserved", [](AdbHeader& h, AdbNode*) { h.reserved[3] = 1; });
  says("fill the file", [](AdbHeader& h, AdbNode*) { h.nodes = ~0ull; });
  says("corrupt", [](AdbHeader& h, AdbNode*) { --h.nodes; });
  says("without", [](AdbHeader& h, AdbNode*) { h.triangles = 0; });
  says("wrong node", [](AdbHeader&, AdbNode* n) { n[1].children ^= 1; });
  says("wrong node", [](AdbHeader&, AdbNode* n) { n[0].children = 2u << 28; });
  says("number of children", [](AdbHeader&, AdbNode* n) { n[0].children = 3u << 28 | 1; });
  says("leaf has a link", [](AdbHeader& h, AdbNode* n) { n[h.nodes - 1].children = 5; });
  says("no link leads", [](AdbHeader& h, AdbNode* n) {
    std::size_t last = h.nodes - 1;
    while (n[last].child_count() == 0) --last;
    n[last].children = 0;
  });
  says("not within", [](AdbHeader&, AdbNode* n) { n[2].upper[1] = 9; });
  says("empty", [](AdbHeader&, AdbNode* n) { n[2].upper[1] = n[2].lower[1]; });
  says("empty", [](AdbHeader&, AdbNode* n) { n[0].upper[1] = std::nanf(""); });
  says("more cells", [](AdbHeader&, AdbNode* n) { n[3].cells[2] = 200; });
  says("no region", [](AdbHeader&, AdbNode* n) { n[3].cells[6] = 1; });
}

}  // namespace
}  // namespace graze::test
