// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "build/fit_packets.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <cstddef>

#include "build/fit_packets.h"
#include "hwy/highway.h"
#include "volumes/fit.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 4>;
using Floats = hn::Rebind<float, Doubles>;
using V = hn::Vec<Doubles>;
constexpr size_t kLanes = hn::MaxLanes(Doubles());
constexpr size_t kParts = 4 / kLanes;  // vectors of a packet's four triangles

/// Nothing is fused. Returns, squared, what the radius and the edge of the packet are to be at least.
HWY_INLINE void FitPacket(const PacketCorners& corners, LeafPacket& out, double& radius, double& edge) {
  const Doubles d;
  const Floats df;
  V at[3][3][kParts], centre[3];
  for (size_t corner = 0; corner < 3; ++corner) {
    for (size_t x = 0; x < 3; ++x) {
      for (size_t i = 0; i < kParts; ++i) at[corner][x][i] = hn::Load(d, corners.at[corner][x] + i * kLanes);
    }
  }
  for (size_t x = 0; x < 3; ++x) {
    V low = at[0][x][0], high = low;
    for (size_t corner = 0; corner < 3; ++corner) {
      for (size_t i = 0; i < kParts; ++i) {
        low = hn::Min(low, at[corner][x][i]);
        high = hn::Max(high, at[corner][x][i]);
      }
    }
    // Adding zero makes +0 of -0, between which min and max do not decide.
    const V sum = hn::Add(hn::MinOfLanes(d, low), hn::MaxOfLanes(d, high));
    const auto middle = hn::DemoteTo(df, hn::Add(hn::Mul(hn::Set(d, 0.5), sum), hn::Zero(d)));
    out.centre[x] = hn::GetLane(middle);
    centre[x] = hn::PromoteTo(d, middle);
  }
  V most_radius = hn::Zero(d), most_edge = hn::Zero(d);
  for (size_t corner = 0; corner < 3; ++corner) {
    const size_t next = (corner + 1) % 3;
    for (size_t i = 0; i < kParts; ++i) {
      V r = hn::Zero(d), e = hn::Zero(d);
      for (size_t x = 0; x < 3; ++x) {
        const V local = hn::Sub(at[corner][x][i], centre[x]);
        hn::StoreU(hn::DemoteTo(df, local), df, out.v[corner][x] + i * kLanes);
        const V along = hn::Sub(at[next][x][i], at[corner][x][i]);
        r = hn::Add(r, hn::Mul(local, local));
        e = hn::Add(e, hn::Mul(along, along));
      }
      most_radius = hn::Max(most_radius, r);
      most_edge = hn::Max(most_edge, e);
    }
  }
  radius = hn::GetLane(hn::MaxOfLanes(d, most_radius));
  edge = hn::GetLane(hn::MaxOfLanes(d, most_edge));
}

/// Floats not below the roots, widened.
HWY_INLINE void Roots(const double* squares, float* out) {
  const Doubles d;
  const Floats df;
  const hn::RebindToSigned<Floats> di;
  for (size_t i = 0; i < 4; i += kLanes) {
    const V root = hn::Mul(hn::Sqrt(hn::Load(d, squares + i)), hn::Set(d, kWiden));
    const auto nearest = hn::DemoteTo(df, root);
    const auto next = hn::BitCast(df, hn::Add(hn::BitCast(di, nearest), hn::Set(di, 1)));
    const V below = hn::PromoteTo(d, nearest), above = hn::PromoteTo(d, next);
    hn::StoreU(hn::DemoteTo(df, hn::IfThenElse(hn::Lt(below, root), above, below)), df, out + i);
  }
}

void FitPackets(const PacketCorners* corners, size_t count, LeafPacket* out) {
  HWY_ALIGN double radius[4] = {}, edge[4] = {};
  float radii[4], edges[4];
  for (size_t first = 0; first < count; first += 4) {
    const size_t n = std::min<size_t>(4, count - first);
    for (size_t i = 0; i < n; ++i) FitPacket(corners[first + i], out[first + i], radius[i], edge[i]);
    Roots(radius, radii);
    Roots(edge, edges);
    for (size_t i = 0; i < n; ++i) {
      out[first + i].radius = radii[i];
      out[first + i].edge = edges[i];
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(FitPackets);

void fit_packets(const PacketCorners* corners, std::size_t count, LeafPacket* out) {
  HWY_DYNAMIC_DISPATCH(FitPackets)(corners, count, out);
}

}  // namespace graze::detail
#endif
