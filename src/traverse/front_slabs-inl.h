// SPDX-License-Identifier: Apache-2.0
// Planes between k-DOPs, or between k-DOPs and oriented boxes: the direction along which they are farthest apart.

#if defined(GRAZE_TRAVERSE_FRONT_SLABS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_FRONT_SLABS_INL_H_
#undef GRAZE_TRAVERSE_FRONT_SLABS_INL_H_
#else
#define GRAZE_TRAVERSE_FRONT_SLABS_INL_H_
#endif

#include "traverse/dop_box_step-inl.h"
#include "traverse/dop_step-inl.h"
#include "traverse/front_ball.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Planes of up to 16 entries: the normal, at most 1 long, from A to B, and a gap they have at least.
struct PlaneBatch {
  static constexpr size_t kMost = 16;
  float normal[3][kMost];
  float gap[kMost];
};

/// The k-DOP's directions in A's frame, as normals at most 1 long.
struct SlabNormals {
  float unit[3][16];

  /// `turned`: it is B's k-DOP.
  SlabNormals(Volume volume, const Frame& frame, bool turned) {
    const DopDirections& directions = directions_of(volume);
    for (size_t i = 0; i < static_cast<size_t>(directions.count); ++i) {
      const double* d = directions.unit[i];
      for (size_t x = 0; x < 3; ++x) {
        const double* r = frame.r + 3 * x;
        const double along = turned ? r[0] * d[0] + r[1] * d[1] + r[2] * d[2] : d[x];
        unit[x][i] = static_cast<float>(along * (1 - 0x1p-18));
      }
    }
  }
};

/// Fills lane l of `out`. The slabs of `moved` are padded, margin included; `volume` is A's or, with `reverse`, B's.
template <int kPadded>
HWY_INLINE void WidestSlab(const Frame& frame, const float* volume, const typename Slabs<kPadded>::Moved& moved,
                           const SlabNormals& normals, bool reverse, size_t l, PlaneBatch& out) {
  using D = hn::CappedTag<float, kPadded>;
  const D d;
  constexpr size_t kLanes = hn::MaxLanes(D());
  float best = -1;
  size_t lane = 0;
  for (size_t k = 0; k < kPadded; k += kLanes) {
    const auto reach = hn::Add(hn::Load(d, moved.half + k), hn::Load(d, volume + kPadded + k));
    auto gap = hn::Sub(hn::Abs(hn::Sub(hn::Load(d, moved.centre + k), hn::Load(d, volume + k))), reach);
    const auto none = hn::Set(d, -1.0f);
    gap = hn::IfThenElse(hn::Gt(gap, none), gap, none);  // unused lanes hold anything, NaN too
    const float most = hn::GetLane(hn::MaxOfLanes(d, gap));
    if (most > best) {
      best = most;
      lane = k + static_cast<size_t>(hn::FindKnownFirstTrue(d, hn::Eq(gap, hn::Set(d, most))));
    }
  }
  const bool positive = (moved.centre[lane] > volume[lane]) != reverse;
  for (size_t x = 0; x < 3; ++x) out.normal[x][l] = positive ? normals.unit[x][lane] : -normals.unit[x][lane];
  out.gap[l] = best + frame.margin * (1 - 0x1p-20f) - storing_error(frame);
}

template <int kPadded>
class FrontDops {
 public:
  static constexpr bool kBoxes = false;

  explicit FrontDops(const PairQuery& query)
      : query_(query), step_(query), normals_(query.a.volume, query.frame, false) {}

  void Planes(const FrontPairs& pairs, const uint32_t* entries, size_t count, PlaneBatch& out) const {
    PairSink sink{};
    for (size_t l = 0; l < count; ++l) {
      const FrontPairs::Link& link = pairs.links[entries[l]];
      const auto moved = step_.Realign(query_.b.nodes.data() + link.volume_b, sink);
      WidestSlab<kPadded>(query_.frame, query_.a.nodes.data() + link.volume_a, moved, normals_, false, l, out);
    }
  }

 private:
  const PairQuery& query_;
  DopStep<kPadded, 0> step_;
  SlabNormals normals_;
};

template <int kPadded>
class FrontDopBoxes {
 public:
  static constexpr bool kBoxes = false;

  explicit FrontDopBoxes(const PairQuery& query)
      : query_(query),
        dop_is_a_(query.b.volume == Volume::obb),
        step_(query),
        normals_((dop_is_a_ ? query.a : query.b).volume, query.frame, !dop_is_a_) {}

  void Planes(const FrontPairs& pairs, const uint32_t* entries, size_t count, PlaneBatch& out) const {
    PairSink sink{};
    for (size_t l = 0; l < count; ++l) {
      const FrontPairs::Link& link = pairs.links[entries[l]];
      const float* in_a = query_.a.nodes.data() + link.volume_a;
      const float* in_b = query_.b.nodes.data() + link.volume_b;
      const auto moved = step_.Move(dop_is_a_ ? in_b : in_a, sink);
      WidestSlab<kPadded>(query_.frame, dop_is_a_ ? in_a : in_b, moved, normals_, !dop_is_a_, l, out);
    }
  }

 private:
  const PairQuery& query_;
  bool dop_is_a_;
  DopBoxStep<kPadded, 0> step_;
  SlabNormals normals_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_FRONT_SLABS_INL_H_
