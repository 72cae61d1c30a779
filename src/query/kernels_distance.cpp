// SPDX-License-Identifier: Apache-2.0
// Best first over pairs of nodes, 4 × 4 pairs of their children a step; the triangles of two leaves 4 × 4 at a time in
// float, and in double those only that may be the closest.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/kernels_distance.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <type_traits>
#include <utility>

#include "query/box_bounds-inl.h"
#include "query/distance_walk.h"
#include "query/leaf_bounds-inl.h"
#include "query/nearest_first.h"
#include "traverse/isa.h"
#include "traverse/slot.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class DistanceWalk {
 public:
  DistanceWalk(const Hierarchy& a, const Hierarchy& b, const Frame& frame, DistanceSearch& search)
      : a_(a), b_(b), frame_(frame), search_(search), narrow_(frame), wide_(frame), offsets_(wide_) {
    SetReach();
  }

  void Run(NearestFirst& waiting) {
    Dive(waiting);
    while (!waiting.empty()) {
      const WaitingNodes next = waiting.pop();
      if (next.bound > reach_) {
        LeaveOut(next.bound);
        break;
      }
      if (is_leaf(next.a) && is_leaf(next.b)) {
        Leaves(next.a, next.b);
      } else {
        const Children children(*this, next);
        children.ForEach([&](const WaitingNodes& pair) HWY_ATTR { waiting.push(pair); });
      }
    }
    LeaveOut(hn::GetLane(hn::MinOfLanes(Wide(), left_out_wide_)));
    LeaveOut(hn::GetLane(hn::MinOfLanes(Four(), left_out_narrow_)));
  }

 private:
  template <class D>
  using V = hn::Vec<D>;

  double InUnits(float bound) const { return static_cast<double>(bound) * a_.unit; }
  void LeaveOut(float bound) {
    if (bound < hwy::HighestValue<float>()) search_.leave_out(InUnits(bound));
  }

  /// What a bound must exceed, rounded up, and the line, after the search has found something.
  void SetReach() {
    enough_ = search_.enough();
    const double units = enough_ / a_.unit;
    reach_ = units < 1e37 ? static_cast<float>(units * (1 + 0x1p-22)) + 0x1p-149f : hwy::HighestValue<float>();
    const Vec3 line = rotated(a_.frame, search_.line());
    const double n[3] = {line.x, line.y, line.z};
    for (int x = 0; x < 3; ++x) {
      line_a_[x] = static_cast<float>(n[x]);
      line_b_[x] = static_cast<float>(frame_.r[x] * n[0] + frame_.r[3 + x] * n[1] + frame_.r[6 + x] * n[2]);
    }
    ahead_ = static_cast<float>(n[0] * frame_.t[0] + n[1] * frame_.t[1] + n[2] * frame_.t[2]) - frame_.pad;
  }

  static HWY_INLINE const Ref* Refs(const float* node) { return reinterpret_cast<const Ref*>(node + kBoxFields * 4); }

  /// To a first pair of leaves, the nearest child next: a bound and a line for all that waits.
  void Dive(NearestFirst& waiting) {
    WaitingNodes next{0, a_.ref(0, 0), b_.ref(0, 0)};
    while (!is_leaf(next.a) || !is_leaf(next.b)) {
      const Children children(*this, next);
      WaitingNodes nearest{hwy::HighestValue<float>(), kNoRef, kNoRef};
      children.ForEach([&](WaitingNodes pair) HWY_ATTR {
        if (pair.bound < nearest.bound) std::swap(pair, nearest);
        if (pair.a != kNoRef) waiting.push(pair);
      });
      if (nearest.a == kNoRef) return;  // all beyond the limit
      next = nearest;
    }
    Leaves(next.a, next.b);
  }

  /// The pairs into which one is opened, those within reach.
  class Children {
   public:
    HWY_INLINE Children(DistanceWalk& walk, const WaitingNodes& pair) : refs_a_(&pair.a), refs_b_(&pair.b) {
      const Frame& frame = walk.frame_;
      const int size_a = static_cast<int>(size_code(pair.a)) + frame.size_bias;
      const int size_b = static_cast<int>(size_code(pair.b));
      const bool open_a = !is_leaf(pair.a) && (is_leaf(pair.b) || size_a + frame.range_a >= size_b);
      const bool open_b = !is_leaf(pair.b) && (!open_a || size_b + frame.range_b >= size_a);
      const float* node_a = walk.a_.node(open_a ? index_of(pair.a) : 0);
      const float* node_b = walk.b_.node(open_b ? index_of(pair.b) : 0);
      if (open_a) refs_a_ = Refs(node_a), mask_a_ = 3;
      if (open_b) refs_b_ = Refs(node_b), shift_b_ = open_a ? 2 : 0;
      left_ = open_a && open_b ? walk.Both(node_a, node_b, bounds_)
              : open_a         ? walk.ChildrenOfA(node_a, slot_of(walk.b_, pair.b), bounds_)
                               : walk.ChildrenOfB(slot_of(walk.a_, pair.a), node_b, bounds_);
    }

    template <class Visit>
    HWY_INLINE void ForEach(const Visit& visit) const {
      for (uint32_t bits = left_; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
        visit(WaitingNodes{bounds_[lane], refs_a_[lane & mask_a_], refs_b_[lane >> shift_b_]});
      }
    }

   private:
    HWY_ALIGN float bounds_[16];
    const Ref *refs_a_, *refs_b_;
    uint32_t mask_a_ = 0, shift_b_ = 2;
    uint32_t left_ = 0;  // bits of the lanes
  };

  /// The lanes of those that are valid and within reach; the others are left out.
  template <class D>
  HWY_INLINE uint32_t Within(D d, hn::Mask<D> valid, V<D> bound) {
    const auto beyond = hn::And(valid, hn::Gt(bound, hn::Set(d, reach_)));
    const auto lower = [&](V<D>& least) HWY_ATTR { least = hn::Min(least, hn::IfThenElse(beyond, bound, least)); };
    if constexpr (std::is_same_v<D, Four>) {
      lower(left_out_narrow_);
    } else {
      lower(left_out_wide_);
    }
    return Bits(d, hn::AndNot(beyond, valid));
  }

  template <class D>
  static HWY_INLINE uint32_t Bits(D d, hn::Mask<D> mask) {
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    return bytes[0] | (static_cast<uint32_t>(bytes[1]) << 8);
  }

  HWY_INLINE uint32_t Both(const float* node_a, const float* node_b, float* bounds) {
    const Four d4;
    const Wide d;
    const hn::RebindToUnsigned<Wide> du;
    HWY_ALIGN float end_a[4], end_b[4];
    hn::Store(ShadowEnd(d4, Row<Four>{node_a, 4}, line_a_, 1), d4, end_a);
    hn::Store(hn::Add(ShadowEnd(d4, Row<Four>{node_b, 4}, line_b_, -1), hn::Set(d4, ahead_)), d4, end_b);
    const auto valid_of = [&](size_t k) HWY_ATTR {
      const auto none = hn::Set(du, kNoRef);
      const auto ra = SpreadA<4>(Refs(node_a), k), rb = SpreadB<4>(Refs(node_b), k);
      return hn::RebindMask(d, hn::And(hn::Ne(ra, none), hn::Ne(rb, none)));
    };
    uint32_t left = 0;
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      const auto valid = valid_of(k);
      search_.counters().volume_tests += hn::CountTrue(d, valid);
      const V<Wide> bound = hn::Mul(hn::Set(d, kShrink), hn::Sub(SpreadB<4>(end_b, k), SpreadA<4>(end_a, k)));
      hn::Store(bound, d, bounds + k * hn::MaxLanes(d));
      left |= Within(d, valid, bound) << (k * hn::MaxLanes(d));
    }
    if (left == 0) return 0;
    const uint32_t open = left;
    left = 0;
    const auto test = [&](size_t k, const auto& rows_b) HWY_ATTR {
      const V<Wide> bound = hn::Max(hn::Load(d, bounds + k * hn::MaxLanes(d)),
                                    BoxDistance(d, wide_.pad, SpreadRowsA<4>{node_a, k}, rows_b));
      hn::Store(bound, d, bounds + k * hn::MaxLanes(d));
      left |= Within(d, valid_of(k), bound) << (k * hn::MaxLanes(d));
    };
    if constexpr (MovedBoxes::kPossible) {
      const MovedBoxes moved(wide_, offsets_, node_b);
      for (size_t k = 0; k < Chunks<4>(); ++k) test(k, MovedBoxRows{moved, k});
    } else {
      HWY_ALIGN float moved[kBoxFields * 4];
      ObbTest::Move<Four, Row<Four>, 4>(d4, narrow_, Row<Four>{node_b, 4}, moved);
      for (size_t k = 0; k < Chunks<4>(); ++k) test(k, SpreadRowsB<4>{moved, k});
    }
    return left & open;
  }

  template <class ReadA, class ReadB>
  HWY_INLINE uint32_t OfFour(const Ref* refs, const ReadA& a, const ReadB& b, V<Four> line, float* bounds) {
    const Four d;
    const hn::RebindToUnsigned<Four> du;
    const auto valid = hn::RebindMask(d, hn::Ne(hn::Load(du, refs), hn::Set(du, kNoRef)));
    search_.counters().volume_tests += hn::CountTrue(d, valid);
    V<Four> bound = hn::Mul(hn::Set(d, kShrink), line);
    const auto near = hn::AndNot(hn::Gt(bound, hn::Set(d, reach_)), valid);
    if (!hn::AllFalse(d, near)) bound = hn::Max(bound, BoxDistance(d, narrow_.pad, a, b));
    hn::Store(bound, d, bounds);
    return Within(d, valid, bound);
  }

  HWY_INLINE uint32_t ChildrenOfA(const float* node_a, uint32_t slot, float* bounds) {
    const Four d;
    const Single<Four> single{b_.node(slot / 4) + slot % 4, 4};
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Single<Four>, 4>(d, narrow_, single, moved);
    const V<Four> end_b = hn::Add(ShadowEnd(d, single, line_b_, -1), hn::Set(d, ahead_));
    const V<Four> line = hn::Sub(end_b, ShadowEnd(d, Row<Four>{node_a, 4}, line_a_, 1));
    return OfFour(Refs(node_a), Row<Four>{node_a, 4}, Row<Four>{moved, 4}, line, bounds);
  }

  HWY_INLINE uint32_t ChildrenOfB(uint32_t slot, const float* node_b, float* bounds) {
    const Four d;
    const Single<Four> single{a_.node(slot / 4) + slot % 4, 4};
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Row<Four>, 4>(d, narrow_, Row<Four>{node_b, 4}, moved);
    const V<Four> end_b = hn::Add(ShadowEnd(d, Row<Four>{node_b, 4}, line_b_, -1), hn::Set(d, ahead_));
    const V<Four> line = hn::Sub(end_b, ShadowEnd(d, single, line_a_, 1));
    return OfFour(Refs(node_b), single, Row<Four>{moved, 4}, line, bounds);
  }

  void Leaves(Ref ra, Ref rb) {
    const LeafPacket* a = &a_.leaves[index_of(ra)];
    const LeafPacket* first_b = &b_.leaves[index_of(rb)];
    for (const LeafPacket* end_a = a + a->packets; a != end_a; ++a) {
      const LeafPacket* b = first_b;
      for (const LeafPacket* end_b = b + b->packets; b != end_b; ++b) Packets(*a, *b);
    }
  }

  void Packets(const LeafPacket& a, const LeafPacket& b) {
    HWY_ALIGN float bounds[16];
    uint32_t left = LeafBounds::Test(narrow_, frame_, a, b, line_a_, reach_, bounds, left_out_wide_);
    while (left != 0) {
      uint32_t best = 16;
      for (uint32_t bits = left; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
        if (best == 16 || bounds[lane] < bounds[best]) best = lane;
      }
      if (bounds[best] > reach_) return LeaveOut(bounds[best]);
      left &= ~(1u << best);
      search_.offer(a.id[best & 3], b.id[best >> 2]);
      if (search_.enough() < enough_) SetReach();
    }
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  const Frame& frame_;
  DistanceSearch& search_;
  FrameLanes<Four> narrow_;
  FrameLanes<Wide> wide_;
  MovedBoxes::Offsets offsets_;
  V<Wide> left_out_wide_ = hn::Set(Wide(), hwy::HighestValue<float>());
  V<Four> left_out_narrow_ = hn::Set(Four(), hwy::HighestValue<float>());
  double enough_ = 0;
  float reach_ = 0, ahead_ = 0;
  float line_a_[3], line_b_[3];
};

void WalkToClosest(const Hierarchy& a, const Hierarchy& b, const Frame& frame, DistanceSearch& search) {
  NearestFirst waiting;
  DistanceWalk(a, b, frame, search).Run(waiting);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(WalkToClosest);

bool can_walk(const Hierarchy& a, const Hierarchy& b) {
  const auto fits = [](const Hierarchy& h) { return h.volume == Volume::obb && h.layout.lanes == 4; };
  return fits(a) && fits(b);
}

void walk_to_closest(const Hierarchy& a, const Hierarchy& b, const Frame& frame, DistanceSearch& search) {
  init_isa();
  HWY_DYNAMIC_DISPATCH(WalkToClosest)(a, b, frame, search);
}

}  // namespace graze::detail
#endif
