// SPDX-License-Identifier: Apache-2.0
// Deciding by patches against deciding by cubes, on surfaces that bend both ways: both are proofs, so that they must
// not contradict each other.
#include "nc/check/offset_patches.h"

#include <gtest/gtest.h>

#include "nc/check/near_faces.h"
#include "nc/random_tools.h"

namespace graze::test {
namespace {

using namespace nc::detail;

/// A rough terrain of random heights, as a sheet, or as the top of a block.
Mesh rough(SoupRandom& random, double height, bool block) {
  constexpr std::uint32_t kSide = 9;
  Mesh mesh;
  for (std::uint32_t i = 0; i < kSide; ++i) {
    for (std::uint32_t k = 0; k < kSide; ++k) {
      // By a quarter and more, triangles could be turned over, and what is behind them would be above.
      mesh.vertices.push_back({i - 4.0 + 0.24 * random.uniform(-1, 1), k - 4.0 + 0.24 * random.uniform(-1, 1),
                               height * random.uniform(-1, 1)});
    }
  }
  const auto at = [&](std::uint32_t i, std::uint32_t k) { return i * kSide + k; };
  for (std::uint32_t i = 0; i + 1 < kSide; ++i) {
    for (std::uint32_t k = 0; k + 1 < kSide; ++k) {
      mesh.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  }
  if (!block) return mesh;
  std::vector<std::uint32_t> ring;
  for (std::uint32_t i = 0; i + 1 < kSide; ++i) ring.push_back(at(i, 0));
  for (std::uint32_t k = 0; k + 1 < kSide; ++k) ring.push_back(at(kSide - 1, k));
  for (std::uint32_t i = kSide - 1; i > 0; --i) ring.push_back(at(i, kSide - 1));
  for (std::uint32_t k = kSide - 1; k > 0; --k) ring.push_back(at(0, k));
  const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const std::uint32_t v : ring) mesh.vertices.push_back({mesh.vertices[v].x, mesh.vertices[v].y, -6});
  const auto count = static_cast<std::uint32_t>(ring.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t n = (i + 1) % count;
    mesh.triangles.push_back({ring[i], base + i, base + n});
    mesh.triangles.push_back({ring[i], base + n, ring[n]});
    if (i > 0 && n > 0) mesh.triangles.push_back({base, base + n, base + i});
  }
  return mesh;
}

struct Tally {
  int asked = 0, decided = 0, clean = 0, gouges = 0;
};

void compare(int kind, bool block, std::uint64_t seed, Tally& tally) {
  SCOPED_TRACE(testing::Message() << "kind " << kind << ", block " << block << ", seed " << seed);
  SoupRandom random(seed);
  const nc::CheckedPart checked(Model::build(rough(random, random.uniform(0.02, 0.8), block)));
  const PartData& part = checked.data();
  ASSERT_EQ(part.solid.has_value(), block);
  const nc::ConvexPiece piece = random_piece(kind, random);
  nc::Move move;
  move.from = {random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), 0};
  move.to = {move.from.x + random.uniform(-0.5, 0.5), move.from.y + random.uniform(-0.5, 0.5),
             random.uniform(-0.1, 0.1)};
  // Lowered until it cuts.
  const double wanted = random.chance(0.5) ? random.uniform(0.002, 0.02) : random.uniform(0.02, 0.3);
  double low = -4, high = 4;
  DepthTask task{wanted, -0.01, 1e-3, 0.01};
  const auto lowered = [&](double z) {
    return nc::Move{{move.from.x, move.from.y, move.from.z + z}, {move.to.x, move.to.y, move.to.z + z}};
  };
  for (int i = 0; i < 12; ++i) {
    PieceHint hint;
    const double z = (low + high) / 2;
    (check_piece(part, piece, lowered(z), task, hint).upper > wanted ? low : high) = z;
  }
  move = lowered((low + high) / 2);
  PieceHint hint;
  const PieceDepth known = check_piece(part, piece, move, task, hint);
  if (!(known.upper > 0)) return;
  const core::SweptCore core{move.from, {move.to.x - move.from.x, move.to.y - move.from.y, move.to.z - move.from.z},
                             piece.z0,  piece.r0,
                             piece.z1,  piece.r1};
  // High above the part.
  CoreSearch above;
  above.core = core;
  above.core.at.z += 10;
  search_core(part, above, kNoSlot);
  for (const double share : {0.9, 0.98, 0.999, 1.0, 1.001, 1.02, 1.1}) {
    task.allowed = share * (known.lower > 0 ? (known.lower + known.upper) / 2 : known.upper);
    PieceDepth start;
    start.upper = std::max(known.upper, task.allowed) * 1.3;
    start.aside = known.aside;
    PieceDepth patches = start, cubes = start;
    const std::vector<std::size_t> near = slots_within(part, core, piece.rounding + start.upper + 1e-9);
    decide_by_patches(part, piece, move, task, {{0, 0, 10}, above.lower}, near, patches);
    refine_depth(part, piece, move, task, cubes, 4000);
    ++tally.asked;
    tally.decided += is_decided(patches, task) ? 1 : 0;
    tally.clean += patches.upper <= task.allowed ? 1 : 0;
    tally.gouges += patches.lower > task.allowed ? 1 : 0;
    EXPECT_LE(patches.lower, cubes.upper + 1e-12);
    EXPECT_LE(cubes.lower, patches.upper + 1e-12);
  }
}

TEST(OffsetPatches, AgreeWithCubes) {
  for (int kind = 0; kind < 6; ++kind) {
    Tally tally;
    const int cases = cases_a_kind(16);
    for (int i = 0; i < cases; ++i) {
      compare(kind, i % 3 == 0, 100000 * static_cast<std::uint64_t>(kind) + static_cast<std::uint64_t>(i), tally);
    }
    SCOPED_TRACE(testing::Message() << "kind " << kind);
    if (cases < 16) continue;  // too few to count
    EXPECT_GT(tally.asked, 3 * cases);
    EXPECT_GT(tally.decided, 0.8 * tally.asked);
    EXPECT_GT(tally.clean, 0.2 * tally.asked);
    EXPECT_GT(tally.gouges, 0.2 * tally.asked);
  }
}

}  // namespace
}  // namespace graze::test
