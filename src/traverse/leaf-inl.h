// SPDX-License-Identifier: Apache-2.0
// One packet of triangles against another: up to 4 × 4 pairs, a pair a lane, in float on leaf-local coordinates.
// A lane is surely apart, surely crossing, or undecided; docs/numerics.md derives the tolerances. First the planes of
// the triangles, then the sides of the edges that pass them, and the axes of two edges for what is left.

#if defined(GRAZE_TRAVERSE_LEAF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_LEAF_INL_H_
#undef GRAZE_TRAVERSE_LEAF_INL_H_
#else
#define GRAZE_TRAVERSE_LEAF_INL_H_
#endif

#include <cmath>

#include "traverse/packet_edges-inl.h"
#include "traverse/packet_planes-inl.h"
#include "traverse/packet_sides-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct LeafTest : PacketPlanes {
  /// The second packet's centre as seen from the first one's, in double: the large numbers cancel here.
  static HWY_INLINE void CentreOffset(const Frame& frame, const LeafPacket& a, const LeafPacket& b, float out[3]) {
    for (size_t i = 0; i < 3; ++i) {
      const double* r = frame.r + 3 * i;
      out[i] =
          static_cast<float>(r[0] * b.centre[0] + r[1] * b.centre[1] + r[2] * b.centre[2] + (frame.t[i] - a.centre[i]));
    }
  }

  static HWY_INLINE void Corners(const LeafPacket& packet, V4 corner[3][3]) {
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) corner[i][x] = hn::Load(Four(), packet.v[i][x]);
    }
  }

  /// Those of B's packet as seen from the centre of A's; `offset` as CentreOffset gives it.
  static HWY_INLINE void MovedCorners(const FrameLanes<Four>& rotation, const float offset[3], const LeafPacket& b,
                                      V4 corner[3][3]) {
    const Four d4;
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) {
        corner[i][x] =
            hn::MulAdd(rotation.r[3 * x], hn::Load(d4, b.v[i][0]),
                       hn::MulAdd(rotation.r[3 * x + 1], hn::Load(d4, b.v[i][1]),
                                  hn::MulAdd(rotation.r[3 * x + 2], hn::Load(d4, b.v[i][2]), hn::Set(d4, offset[x]))));
      }
    }
  }

  /// The verdicts of `test` on the open lanes, chunk by chunk.
  template <class ChunkTest>
  static HWY_INLINE PacketVerdict TestOpen(uint32_t open, const ChunkTest& test) {
    constexpr size_t kLanes = hn::MaxLanes(Wide());
    PacketVerdict verdict;
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      const uint32_t lanes = (open >> (k * kLanes)) & ((1u << kLanes) - 1);
      if (lanes == 0) continue;
      const PacketVerdict part = test(k);
      verdict.crossing |= (part.crossing & lanes) << (k * kLanes);
      verdict.undecided |= (part.undecided & lanes) << (k * kLanes);
    }
    return verdict;
  }

  template <bool kMargin>
  static HWY_INLINE PacketVerdict Test(const FrameLanes<Four>& rotation, const Frame& frame, const LeafPacket& a,
                                       const LeafPacket& b) {
    float offset[3];
    CentreOffset(frame, a, b, offset);
    const float reach =
        a.radius + b.radius + std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    const Tolerances tolerances(reach, a.edge, b.edge, frame.leaf_error);

    Planes pa, pb;
    V4 corner[3][3];
    Corners(a, corner);
    PreparePlanes<kMargin>(corner, pa);
    MovedCorners(rotation, offset, b, corner);
    PreparePlanes<kMargin>(corner, pb);

    // Triangles of both packets that exist: b-major, four bits a row.
    static constexpr uint32_t kRows[5] = {0, 0x000Fu, 0x00FFu, 0x0FFFu, 0xFFFFu};
    static constexpr uint32_t kColumns[5] = {0, 0x1111u, 0x3333u, 0x7777u, 0xFFFFu};
    const uint32_t valid = kRows[b.count] & kColumns[a.count];

    constexpr size_t kLanes = hn::MaxLanes(Wide());
    Distances distances[Chunks<4>()];
    uint32_t open = 0;  // pairs that no plane separates
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      distances[k] = TestPlanes<kMargin>(pa, pb, k, tolerances, frame.margin);
      open |= (~distances[k].apart & ((1u << kLanes) - 1)) << (k * kLanes);
    }
    open &= valid;
    PacketVerdict verdict;
    if (open == 0) return verdict;
    if constexpr (!kMargin) {
      verdict =
          TestOpen(open, [&](size_t k) HWY_ATTR { return PacketSides::Test(pa, pb, distances[k], k, tolerances); });
      if (verdict.undecided == 0) return verdict;
      open = verdict.undecided;
    }
    PacketEdges::Edges ea, eb;
    PacketEdges::Prepare<kMargin>(pa, ea);
    PacketEdges::Prepare<kMargin>(pb, eb);
    const PacketVerdict rest = TestOpen(open, [&](size_t k) HWY_ATTR {
      return PacketEdges::Test<kMargin>(ea, eb, distances[k], k, tolerances, frame.margin);
    });
    verdict.crossing |= rest.crossing;
    verdict.undecided = rest.undecided;
    return verdict;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_LEAF_INL_H_
