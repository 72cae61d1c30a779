// SPDX-License-Identifier: Apache-2.0
// Two packets of triangles against each other's planes, 4 × 4 pairs a step, and what all tests of packets share:
// verdicts and tolerances (docs/numerics.md).

#if defined(GRAZE_TRAVERSE_PACKET_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_PACKET_PLANES_INL_H_
#undef GRAZE_TRAVERSE_PACKET_PLANES_INL_H_
#else
#define GRAZE_TRAVERSE_PACKET_PLANES_INL_H_
#endif

#include <algorithm>

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

struct PacketPlanes {
  // Of one determinant, and of a separation on an edge axis, relative to E·S² and to E·S·leaf_error.
  static constexpr float kSignBound = 0x1p-16f, kSignErrors = 16;
  static constexpr float kGapBound = 0x1.4p-15f, kGapErrors = 64;
  // Above all products that underflow.
  static constexpr float kTiny = 1e-35f;

  using V4 = hn::Vec<Four>;
  using V = hn::Vec<Wide>;
  using M = hn::Mask<Wide>;

  /// Of the distances of A's corners to B's planes, of B's to A's, of side products, and of separations on edge axes.
  struct Tolerances {
    float a, b, side, gap;
    HWY_INLINE Tolerances(float reach, float edge_a, float edge_b, float error) {
      const float sign = reach * (kSignBound * reach + kSignErrors * error);
      a = edge_b * sign + kTiny;
      b = edge_a * sign + kTiny;
      side = std::max(a, b);
      gap = std::max(edge_a, edge_b) * (reach * (kGapBound * reach + kGapErrors * error)) + kTiny;
    }
  };

  /// What the plane tests need of four triangles, computed four lanes at a time: rows of four floats.
  struct Planes {
    HWY_ALIGN float corner[3][3][4];  // [corner][axis]
    HWY_ALIGN float normal[3][4];
    HWY_ALIGN float offset[4];         // normal · corner 0
    HWY_ALIGN float normal_length[4];  // at least; margin queries only
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
  static HWY_INLINE Distances TestPlanes(const Planes& pa, const Planes& pb, size_t k, const Tolerances& tolerances,
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
    V reach_a = hn::Set(d, tolerances.a), reach_b = hn::Set(d, tolerances.b);  // how far beyond is far enough
    if constexpr (kMargin) {
      const V m = hn::Set(d, margin);
      reach_b = hn::MulAdd(m, in_a(pa.normal_length), reach_b);
      reach_a = hn::MulAdd(m, in_b(pb.normal_length), reach_a);
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
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_PACKET_PLANES_INL_H_
