// SPDX-License-Identifier: Apache-2.0
// Pairs of triangles on the nine axes of two edges, a pair a lane: what packet_sides-inl.h leaves open, and all with a
// margin. With plane distances dA_i = n_B·(a_i - b_0) and dB_j = n_A·(b_j - a_0) and the side products of the edge
// lines s_ij = (eA_i × eB_j)·(b_j - a_i), both verdicts need nothing else:
// - apart on eA_i × eB_j when s_ij lies outside an interval made of differences of plane distances (KERNELS lesson 7);
// - crossing when an edge has its ends on both sides of the other plane and its line passes the three edges of the
//   other triangle on the same side.

#if defined(GRAZE_TRAVERSE_PACKET_EDGES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_PACKET_EDGES_INL_H_
#undef GRAZE_TRAVERSE_PACKET_EDGES_INL_H_
#else
#define GRAZE_TRAVERSE_PACKET_EDGES_INL_H_
#endif

#include "traverse/packet_planes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct PacketEdges : PacketPlanes {
  /// Of four triangles: rows of four floats.
  struct Edges {
    HWY_ALIGN float edge[3][3][4];    // [edge][axis]
    HWY_ALIGN float moment[3][3][4];  // edge × its first corner
    HWY_ALIGN float length[3][4];     // at least; margin queries only
  };

  template <bool kMargin>
  static HWY_INLINE void Prepare(const Planes& planes, Edges& out) {
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

  /// Of the lanes that no plane separates.
  template <bool kMargin>
  static HWY_INLINE PacketVerdict Test(const Edges& ea, const Edges& eb, const Distances& distances, size_t k,
                                       const Tolerances& tolerances, float margin) {
    const Wide d;
    const auto in_a = [k](const float* row) HWY_ATTR { return SpreadA<4>(row, k); };
    const auto in_b = [k](const float* row) HWY_ATTR { return SpreadB<4>(row, k); };
    const V* dist_a = distances.a;
    const V* dist_b = distances.b;
    const V tolerance = hn::Set(d, tolerances.side), minus = hn::Neg(tolerance);
    const V gap = hn::Set(d, tolerances.gap);
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
      const M both_sides = hn::And(hn::Gt(hn::Max(dist_a[i], dist_a[i1]), hn::Set(d, tolerances.a)),
                                   hn::Lt(hn::Min(dist_a[i], dist_a[i1]), hn::Set(d, -tolerances.a)));
      crossing = hn::Or(crossing, hn::And(same_side, both_sides));
    }
    for (size_t j = 0; j < 3; ++j) {
      const M same_side = hn::Or(hn::Gt(low_column[j], tolerance), hn::Lt(high_column[j], minus));
      const size_t j1 = (j + 1) % 3;
      const M both_sides = hn::And(hn::Gt(hn::Max(dist_b[j], dist_b[j1]), hn::Set(d, tolerances.b)),
                                   hn::Lt(hn::Min(dist_b[j], dist_b[j1]), hn::Set(d, -tolerances.b)));
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

#endif  // GRAZE_TRAVERSE_PACKET_EDGES_INL_H_
