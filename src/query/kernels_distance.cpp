// SPDX-License-Identifier: Apache-2.0
// Best first over pairs of nodes, 4 × 4 pairs of their children a step; the triangles of two leaves 4 × 4 at a time in
// float, and in double those only that may be the closest.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/kernels_distance.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <utility>

#include "query/distance_step-inl.h"
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
      : a_(a), b_(b), frame_(frame), search_(search), step_(frame) {
    SetReach();
  }

  void Run(NearestFirst& waiting) {
    Dive(waiting);
    while (!waiting.empty()) {
      const WaitingNodes next = waiting.pop();
      if (next.bound > step_.reach()) {
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
    LeaveOut(step_.LeastLeftOut());
    search_.counters().volume_tests += step_.tests();
  }

 private:
  double InUnits(float bound) const { return static_cast<double>(bound) * a_.unit; }
  void LeaveOut(float bound) {
    if (bound < hwy::HighestValue<float>()) search_.leave_out(InUnits(bound));
  }

  /// What a bound must exceed, rounded up, and the line, after the search has found something.
  void SetReach() {
    enough_ = search_.enough();
    const double units = enough_ / a_.unit;
    step_.SetReach(units < 1e37 ? static_cast<float>(units * (1 + 0x1p-22)) + 0x1p-149f : hwy::HighestValue<float>());
    step_.SetLine(rotated(a_.frame, search_.line()));
  }

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
      if (open_a) refs_a_ = DistanceStep::Refs(node_a), mask_a_ = 3;
      if (open_b) refs_b_ = DistanceStep::Refs(node_b), shift_b_ = open_a ? 2 : 0;
      left_ = open_a && open_b ? walk.step_.Both(node_a, node_b, bounds_)
              : open_a         ? walk.step_.ChildrenOfA(node_a, VolumeOf(walk.b_, pair.b), bounds_)
                               : walk.step_.ChildrenOfB(VolumeOf(walk.a_, pair.a), node_b, bounds_);
    }

    template <class Visit>
    HWY_INLINE void ForEach(const Visit& visit) const {
      for (uint32_t bits = left_; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
        visit(WaitingNodes{bounds_[lane], refs_a_[lane & mask_a_], refs_b_[lane >> shift_b_]});
      }
    }

   private:
    static const float* VolumeOf(const Hierarchy& h, Ref ref) {
      const uint32_t slot = slot_of(h, ref);
      return h.node(slot / 4) + slot % 4;
    }

    HWY_ALIGN float bounds_[16];
    const Ref *refs_a_, *refs_b_;
    uint32_t mask_a_ = 0, shift_b_ = 2;
    uint32_t left_ = 0;  // bits of the lanes
  };

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
    uint32_t left =
        LeafBounds::Test(step_.frame(), frame_, a, b, step_.line(), step_.reach(), bounds, step_.left_out());
    while (left != 0) {
      uint32_t best = 16;
      for (uint32_t bits = left; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
        if (best == 16 || bounds[lane] < bounds[best]) best = lane;
      }
      if (bounds[best] > step_.reach()) return LeaveOut(bounds[best]);
      left &= ~(1u << best);
      search_.offer(a.id[best & 3], b.id[best >> 2]);
      if (search_.enough() < enough_) SetReach();
    }
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  const Frame& frame_;
  DistanceSearch& search_;
  DistanceStep step_;
  double enough_ = 0;
};

void WalkToClosest(const Hierarchy& a, const Hierarchy& b, const Frame& frame, DistanceSearch& search,
                   NearestFirst& waiting) {
  DistanceWalk(a, b, frame, search).Run(waiting);
}

void BoundsOfChildren(const float* node_a, const float* node_b, const Frame& frame, const Vec3& line, float* bounds) {
  HWY_ALIGN float out[16];
  DistanceStep step(frame);
  step.SetLine(line);
  step.Both(node_a, node_b, out);
  std::copy_n(out, 16, bounds);
}

void BoundsBesideVolume(const float* node, const float* volume, bool of_a, const Frame& frame, const Vec3& line,
                        float* bounds) {
  HWY_ALIGN float out[4];
  DistanceStep step(frame);
  step.SetLine(line);
  of_a ? step.ChildrenOfA(node, volume, out) : step.ChildrenOfB(volume, node, out);
  std::copy_n(out, 4, bounds);
}

void BoundsOfTriangles(const LeafPacket& a, const LeafPacket& b, const Frame& frame, const Vec3& line, float* bounds) {
  HWY_ALIGN float out[16];
  DistanceStep step(frame);
  step.SetLine(line);
  LeafBounds::Test(step.frame(), frame, a, b, step.line(), step.reach(), out, step.left_out());
  std::copy_n(out, 16, bounds);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(WalkToClosest);
HWY_EXPORT(BoundsOfChildren);
HWY_EXPORT(BoundsBesideVolume);
HWY_EXPORT(BoundsOfTriangles);

bool can_walk(const Hierarchy& a, const Hierarchy& b) {
  const auto fits = [](const Hierarchy& h) { return h.volume == Volume::obb && h.layout.lanes == 4; };
  return fits(a) && fits(b);
}

void walk_to_closest(const Hierarchy& a, const Hierarchy& b, const Frame& frame, DistanceSearch& search,
                     NearestFirst& waiting) {
  init_isa();
  waiting.clear();
  HWY_DYNAMIC_DISPATCH(WalkToClosest)(a, b, frame, search, waiting);
}

void bounds_of_children(const float* node_a, const float* node_b, const Frame& frame, const Vec3& line,
                        float bounds[16]) {
  HWY_DYNAMIC_DISPATCH(BoundsOfChildren)(node_a, node_b, frame, line, bounds);
}

void bounds_beside_volume(const float* node, const float* volume, bool of_a, const Frame& frame, const Vec3& line,
                          float bounds[4]) {
  HWY_DYNAMIC_DISPATCH(BoundsBesideVolume)(node, volume, of_a, frame, line, bounds);
}

void bounds_of_triangles(const LeafPacket& a, const LeafPacket& b, const Frame& frame, const Vec3& line,
                         float bounds[16]) {
  HWY_DYNAMIC_DISPATCH(BoundsOfTriangles)(a, b, frame, line, bounds);
}

}  // namespace graze::detail
#endif
