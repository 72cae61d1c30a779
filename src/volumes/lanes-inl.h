// SPDX-License-Identifier: Apache-2.0
// Pairs of children in SIMD lanes: lane l of a step over W × W pairs holds child l % W of A and l / W of B.
// Included once for each instruction set.

#if defined(GRAZE_VOLUMES_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_LANES_INL_H_
#undef GRAZE_VOLUMES_LANES_INL_H_
#else
#define GRAZE_VOLUMES_LANES_INL_H_
#endif

#include <cstddef>
#include <type_traits>

#include "hwy/highway.h"
#include "volumes/frame.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The tag of a whole step: at most 16 lanes, fewer where the instruction set has fewer.
using Wide = hn::CappedTag<float, 16>;
using Four = hn::CappedTag<float, 4>;
using Eight = hn::CappedTag<float, 8>;

template <int kWidth>
using Narrow = std::conditional_t<kWidth == 4, Four, Eight>;

/// Pairs of one step are worked off in chunks of as many lanes as a vector has.
template <int kWidth>
HWY_INLINE constexpr size_t Chunks() {
  return kWidth * kWidth / hn::MaxLanes(Wide());
}

/// W floats of A, spread over the lanes of chunk k: A's child is the faster index.
template <int kWidth, class T>
HWY_INLINE hn::Vec<hn::Rebind<T, Wide>> SpreadA(const T* p, size_t k) {
  const hn::Rebind<T, Wide> d;
  constexpr size_t kLanes = hn::MaxLanes(Wide());
  if constexpr (kWidth == 4) {
    (void)k;
    return hn::LoadDup128(d, p);
  } else if constexpr (kLanes <= 8) {
    return hn::Load(d, p + k * kLanes % 8);
  } else {
    (void)k;
    const hn::Half<decltype(d)> half;
    const auto v = hn::Load(half, p);
    return hn::Combine(d, v, v);
  }
}

/// W floats of B in a register of at least four lanes, spread over the lanes of chunk k: B's child is the slower index.
template <int kWidth, class T>
HWY_INLINE hn::Vec<hn::Rebind<T, Wide>> SpreadB(const T* p, size_t k) {
  const hn::Rebind<T, Wide> d;
  constexpr size_t kLanes = hn::MaxLanes(Wide());
  if constexpr (kLanes == 4) {
    return hn::Set(d, p[k * 4 / kWidth]);
  } else if constexpr (kWidth == 4) {
    alignas(64) static constexpr int32_t kIndex[16] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
    const auto index = hn::SetTableIndices(d, kIndex + k * kLanes);
    return hn::TableLookupLanes(hn::LoadDup128(d, p), index);
  } else if constexpr (kLanes == 8) {
    return hn::Set(d, p[k]);
  } else {
    const hn::Half<decltype(d)> half;
    return hn::Combine(d, hn::Set(half, p[2 * k + 1]), hn::Set(half, p[2 * k]));
  }
}

/// Readers of one field of the volumes in a step. A volume's test takes one for A and one for B, so that the same
/// test serves all pairs of two nodes (Spread...), or the children of one node against one volume (Row, Single).
template <int kWidth>
struct SpreadRowsA {
  const float* rows;
  size_t chunk;
  HWY_INLINE hn::Vec<Wide> operator()(size_t field) const { return SpreadA<kWidth>(rows + field * kWidth, chunk); }
};

template <int kWidth>
struct SpreadRowsB {
  const float* rows;
  size_t chunk;
  HWY_INLINE hn::Vec<Wide> operator()(size_t field) const { return SpreadB<kWidth>(rows + field * kWidth, chunk); }
};

template <class D>
struct Row {
  const float* rows;
  size_t stride;
  HWY_INLINE hn::Vec<D> operator()(size_t field) const { return hn::Load(D(), rows + field * stride); }
};

template <class D>
struct Single {
  const float* rows;  // already at the lane
  size_t stride;
  HWY_INLINE hn::Vec<D> operator()(size_t field) const { return hn::Set(D(), rows[field * stride]); }
};

template <class D>
HWY_INLINE hn::Mask<D> NoLanes(D d) {
  return hn::MaskFromVec(hn::Zero(d));
}

template <class V>
HWY_INLINE V Dot(V ax, V ay, V az, V bx, V by, V bz) {
  return hn::MulAdd(ax, bx, hn::MulAdd(ay, by, hn::Mul(az, bz)));
}

/// The frame's numbers as vectors of D.
template <class D>
struct FrameLanes {
  using V = hn::Vec<D>;
  V r[9], t[3], pad;
  HWY_INLINE explicit FrameLanes(const Frame& frame) {
    const D d;
    for (size_t i = 0; i < 9; ++i) r[i] = hn::Set(d, frame.rf[i]);
    for (size_t i = 0; i < 3; ++i) t[i] = hn::Set(d, frame.tf[i]);
    pad = hn::Set(d, frame.pad);
  }
  HWY_INLINE void Rotate(const V in[3], V out[3]) const {
    for (size_t i = 0; i < 3; ++i) out[i] = Dot(r[3 * i], r[3 * i + 1], r[3 * i + 2], in[0], in[1], in[2]);
  }
  HWY_INLINE void Place(const V in[3], V out[3]) const {
    for (size_t i = 0; i < 3; ++i) {
      out[i] = hn::MulAdd(r[3 * i], in[0], hn::MulAdd(r[3 * i + 1], in[1], hn::MulAdd(r[3 * i + 2], in[2], t[i])));
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_LANES_INL_H_
