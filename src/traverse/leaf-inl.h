// SPDX-License-Identifier: Apache-2.0
// One packet of triangles against another: up to 4 × 4 pairs, a pair a lane, in float on leaf-local coordinates.
// A lane is surely apart, surely crossing, or undecided; docs/numerics.md derives the two tolerances.
//
// With plane distances dA_i = n_B·(a_i - b_0) and dB_j = n_A·(b_j - a_0) and the side products of the edge lines
// s_ij = (eA_i × eB_j)·(b_j - a_i), both verdicts need nothing else:
// - apart on axis n_A or n_B when all distances have one sign; apart on eA_i × eB_j when s_ij lies outside an
//   interval made of differences of plane distances (KERNELS lesson 7);
// - crossing when an edge has its ends on both sides of the other plane and its line passes the three edges of the
//   other triangle on the same side.

#if defined(GRAZE_TRAVERSE_LEAF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_LEAF_INL_H_
#undef GRAZE_TRAVERSE_LEAF_INL_H_
#else
#define GRAZE_TRAVERSE_LEAF_INL_H_
#endif

#include <algorithm>
#include <cmath>

#include "build/hierarchy.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Bit 4 * b + a stands for triangle a of the first packet and b of the second.
struct PacketVerdict {
  uint32_t crossing = 0;
  uint32_t undecided = 0;
};

struct LeafTest {
  // Of one determinant, and of a separation on an edge axis, relative to E·S² and to E·S·leaf_error.
  static constexpr float kSignBound = 0x1p-16f, kSignErrors = 16;
  static constexpr float kGapBound = 0x1.4p-15f, kGapErrors = 64;
  // Above all products that underflow.
  static constexpr float kTiny = 1e-35f;

  using V4 = hn::Vec<Four>;
  using V = hn::Vec<Wide>;
  using M = hn::Mask<Wide>;

  /// What the plane tests need of four triangles, computed four lanes at a time: rows of four floats.
  struct Planes {
    HWY_ALIGN float corner[3][3][4];  // [corner][axis]
    HWY_ALIGN float normal[3][4];
    HWY_ALIGN float offset[4];         // normal · corner 0
    HWY_ALIGN float normal_length[4];  // at least; margin queries only
  };

  /// What the edge tests need: half of the leaf pairs never get there.
  struct Edges {
    HWY_ALIGN float edge[3][3][4];    // [edge][axis]
    HWY_ALIGN float moment[3][3][4];  // edge × its first corner
    HWY_ALIGN float length[3][4];     // at least; margin queries only
  };

  static HWY_INLINE void Cross(const V4 a[3], const V4 b[3], V4 out[3]) {
    for (size_t i = 0; i < 3; ++i) {
      const size_t j = (i + 1) % 3, k = (i + 2) % 3;
      out[i] = hn::MulSub(a[j], b[k], hn::Mul(a[k], b[j]));
    }
  }

  static HWY_INLINE void Subtract(const V4 a[3], const V4 b[3], V4 out[3]) {
    for (size_t x = 0; x < 3; ++x) out[x] = hn::Sub(a[x], b[x]);
  }

  /// An upper bound, also where the squares underflow.
  static HWY_INLINE V4 LengthAbove(const V4 v[3]) {
    const Four d;
    return hn::MulAdd(hn::Set(d, 1 + 0x1p-20f), hn::Sqrt(Dot(v[0], v[1], v[2], v[0], v[1], v[2])), hn::Set(d, 1e-18f));
  }

  template <bool kMargin>
  static HWY_INLINE void PreparePlanes(const V4 corner[3][3], Planes& out) {
    const Four d;
    V4 first[3], second[3], n[3];
    Subtract(corner[1], corner[0], first);
    Subtract(corner[2], corner[1], second);
    Cross(first, second, n);
    for (size_t x = 0; x < 3; ++x) {
      for (size_t i = 0; i < 3; ++i) hn::Store(corner[i][x], d, out.corner[i][x]);
      hn::Store(n[x], d, out.normal[x]);
    }
    hn::Store(Dot(n[0], n[1], n[2], corner[0][0], corner[0][1], corner[0][2]), d, out.offset);
    if constexpr (kMargin) {
      // |e0||e1| bounds the normal without a fourth power.
      const V4 area = hn::Mul(LengthAbove(first), LengthAbove(second));
      hn::Store(hn::Mul(hn::Set(d, 1 + 0x1p-20f), area), d, out.normal_length);
    }
  }

  template <bool kMargin>
  static HWY_INLINE void PrepareEdges(const Planes& planes, Edges& out) {
    const Four d;
    V4 corner[3][3], edge[3], m[3];
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) corner[i][x] = hn::Load(d, planes.corner[i][x]);
    }
    for (size_t i = 0; i < 3; ++i) {
      Subtract(corner[(i + 1) % 3], corner[i], edge);
      Cross(edge, corner[i], m);
      for (size_t x = 0; x < 3; ++x) {
        hn::Store(edge[x], d, out.edge[i][x]);
        hn::Store(m[x], d, out.moment[i][x]);
      }
      if constexpr (kMargin) hn::Store(LengthAbove(edge), d, out.length[i]);
    }
  }

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

  template <bool kMargin>
  static HWY_INLINE PacketVerdict Test(const FrameLanes<Four>& rotation, const Frame& frame, const LeafPacket& a,
                                       const LeafPacket& b) {
    float offset[3];
    CentreOffset(frame, a, b, offset);
    const float reach =
        a.radius + b.radius + std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    const float longest = std::max(a.edge, b.edge);
    const float scale = longest * reach;
    const float sign_tolerance = scale * (kSignBound * reach + kSignErrors * frame.leaf_error) + kTiny;
    const float gap_tolerance = scale * (kGapBound * reach + kGapErrors * frame.leaf_error) + kTiny;

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
      distances[k] = TestPlanes<kMargin>(pa, pb, k, sign_tolerance, frame.margin);
      open |= (~distances[k].apart & ((1u << kLanes) - 1)) << (k * kLanes);
    }
    open &= valid;
    PacketVerdict verdict;
    if (open == 0) return verdict;
    Edges ea, eb;
    PrepareEdges<kMargin>(pa, ea);
    PrepareEdges<kMargin>(pb, eb);
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      const uint32_t lanes = (open >> (k * kLanes)) & ((1u << kLanes) - 1);
      if (lanes == 0) continue;
      const PacketVerdict part =
          TestEdges<kMargin>(ea, eb, distances[k], k, sign_tolerance, gap_tolerance, frame.margin);
      verdict.crossing |= (part.crossing & lanes) << (k * kLanes);
      verdict.undecided |= (part.undecided & lanes) << (k * kLanes);
    }
    return verdict;
  }

  static HWY_INLINE uint32_t Bits(hn::Mask<Wide> mask) {
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(Wide(), mask, bytes);
    return bytes[0] | (static_cast<uint32_t>(bytes[1]) << 8);
  }

  struct Distances {
    V a[3], b[3];    // of the corners of A to B's plane, of B's corners to A's
    uint32_t apart;  // a bit a lane: one of the planes separates
  };

  template <bool kMargin>
  static HWY_INLINE Distances TestPlanes(const Planes& pa, const Planes& pb, size_t k, float sign_tolerance,
                                         float margin) {
    const Wide d;
    const auto in_a = [k](const float* row) HWY_ATTR { return SpreadA<4>(row, k); };
    const auto in_b = [k](const float* row) HWY_ATTR { return SpreadB<4>(row, k); };
    Distances out;
    {
      const V n[3] = {in_a(pa.normal[0]), in_a(pa.normal[1]), in_a(pa.normal[2])};
      const V offset = in_a(pa.offset);
      for (size_t j = 0; j < 3; ++j) {
        out.b[j] =
            hn::Sub(Dot(n[0], n[1], n[2], in_b(pb.corner[j][0]), in_b(pb.corner[j][1]), in_b(pb.corner[j][2])), offset);
      }
    }
    {
      const V n[3] = {in_b(pb.normal[0]), in_b(pb.normal[1]), in_b(pb.normal[2])};
      const V offset = in_b(pb.offset);
      for (size_t i = 0; i < 3; ++i) {
        out.a[i] =
            hn::Sub(Dot(n[0], n[1], n[2], in_a(pa.corner[i][0]), in_a(pa.corner[i][1]), in_a(pa.corner[i][2])), offset);
      }
    }
    const V tolerance = hn::Set(d, sign_tolerance);
    V reach_a = tolerance, reach_b = tolerance;  // how far beyond the plane is far enough
    if constexpr (kMargin) {
      const V m = hn::Set(d, margin);
      reach_b = hn::MulAdd(m, in_a(pa.normal_length), tolerance);
      reach_a = hn::MulAdd(m, in_b(pb.normal_length), tolerance);
    }
    const V low_a = hn::Min(out.a[0], hn::Min(out.a[1], out.a[2]));
    const V high_a = hn::Max(out.a[0], hn::Max(out.a[1], out.a[2]));
    const V low_b = hn::Min(out.b[0], hn::Min(out.b[1], out.b[2]));
    const V high_b = hn::Max(out.b[0], hn::Max(out.b[1], out.b[2]));
    // NaN (overflow) compares false: such a lane stays undecided.
    out.apart = Bits(hn::Or(hn::Or(hn::Gt(low_a, reach_a), hn::Lt(high_a, hn::Neg(reach_a))),
                            hn::Or(hn::Gt(low_b, reach_b), hn::Lt(high_b, hn::Neg(reach_b)))));
    return out;
  }

  /// Of the lanes that no plane separates.
  template <bool kMargin>
  static HWY_INLINE PacketVerdict TestEdges(const Edges& ea, const Edges& eb, const Distances& distances, size_t k,
                                            float sign_tolerance, float gap_tolerance, float margin) {
    const Wide d;
    const auto in_a = [k](const float* row) HWY_ATTR { return SpreadA<4>(row, k); };
    const auto in_b = [k](const float* row) HWY_ATTR { return SpreadB<4>(row, k); };
    const V* dist_a = distances.a;
    const V* dist_b = distances.b;
    const V tolerance = hn::Set(d, sign_tolerance), minus = hn::Neg(tolerance);
    const V gap = hn::Set(d, gap_tolerance);
    const V zero = hn::Zero(d);
    V low_j[3], high_j[3], edge_b[3][3], moment_b[3][3];
    for (size_t j = 0; j < 3; ++j) {
      const V f = hn::Sub(dist_b[j], dist_b[(j + 1) % 3]);  // where A's third corner projects: -n_A·eB_j
      low_j[j] = hn::Sub(hn::Min(f, zero), gap);
      high_j[j] = hn::Add(hn::Max(f, zero), gap);
      for (size_t x = 0; x < 3; ++x) {
        edge_b[j][x] = in_b(eb.edge[j][x]);
        moment_b[j][x] = in_b(eb.moment[j][x]);
      }
    }
    V low_column[3], high_column[3];  // of s_ij over i
    M apart = NoLanes(d), crossing = NoLanes(d);
    for (size_t i = 0; i < 3; ++i) {
      const V g = hn::Sub(dist_a[(i + 1) % 3], dist_a[i]);  // from b_j to B's third corner: n_B·eA_i
      const V low_g = hn::Min(g, zero), high_g = hn::Max(g, zero);
      const V e[3] = {in_a(ea.edge[i][0]), in_a(ea.edge[i][1]), in_a(ea.edge[i][2])};
      const V m[3] = {in_a(ea.moment[i][0]), in_a(ea.moment[i][1]), in_a(ea.moment[i][2])};
      V low_row = zero, high_row = zero;
      for (size_t j = 0; j < 3; ++j) {
        V s = Dot(e[0], e[1], e[2], moment_b[j][0], moment_b[j][1], moment_b[j][2]);
        s = hn::MulAdd(m[0], edge_b[j][0], hn::MulAdd(m[1], edge_b[j][1], hn::MulAdd(m[2], edge_b[j][2], s)));
        V above = hn::Sub(high_j[j], low_g), below = hn::Sub(low_j[j], high_g);
        if constexpr (kMargin) {
          const V length = hn::Mul(in_a(ea.length[i]), in_b(eb.length[j]));
          above = hn::MulAdd(hn::Set(d, margin), length, above);
          below = hn::NegMulAdd(hn::Set(d, margin), length, below);
        }
        apart = hn::Or(apart, hn::Or(hn::Gt(s, above), hn::Lt(s, below)));
        low_row = j == 0 ? s : hn::Min(low_row, s);
        high_row = j == 0 ? s : hn::Max(high_row, s);
        low_column[j] = i == 0 ? s : hn::Min(low_column[j], s);
        high_column[j] = i == 0 ? s : hn::Max(high_column[j], s);
      }
      const M same_side = hn::Or(hn::Gt(low_row, tolerance), hn::Lt(high_row, minus));
      const size_t i1 = (i + 1) % 3;
      const M both_sides =
          hn::And(hn::Gt(hn::Max(dist_a[i], dist_a[i1]), tolerance), hn::Lt(hn::Min(dist_a[i], dist_a[i1]), minus));
      crossing = hn::Or(crossing, hn::And(same_side, both_sides));
    }
    for (size_t j = 0; j < 3; ++j) {
      const M same_side = hn::Or(hn::Gt(low_column[j], tolerance), hn::Lt(high_column[j], minus));
      const size_t j1 = (j + 1) % 3;
      const M both_sides =
          hn::And(hn::Gt(hn::Max(dist_b[j], dist_b[j1]), tolerance), hn::Lt(hn::Min(dist_b[j], dist_b[j1]), minus));
      crossing = hn::Or(crossing, hn::And(same_side, both_sides));
    }
    PacketVerdict verdict;
    verdict.crossing = Bits(crossing);
    verdict.undecided = ~Bits(apart) & ~verdict.crossing;
    return verdict;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_LEAF_INL_H_
