// SPDX-License-Identifier: Apache-2.0
// A query from the front: find the entries whose planes no longer separate, look for new planes, open what has none.

#if defined(GRAZE_TRAVERSE_FRONT_RUN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_FRONT_RUN_INL_H_
#undef GRAZE_TRAVERSE_FRONT_RUN_INL_H_
#else
#define GRAZE_TRAVERSE_FRONT_RUN_INL_H_
#endif

#include "hwy/cache_control.h"
#include "traverse/front_ball.h"
#include "traverse/front_plane-inl.h"
#include "traverse/front_slabs-inl.h"
#include "traverse/test_packets-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The entries whose planes do not separate any more, in pairs.expired.
inline size_t FindExpired(const Frame& frame, float clock, FrontPairs& pairs) {
  const Wide d;
  const hn::RebindToUnsigned<Wide> du;
  using V = hn::Vec<Wide>;
  const FrameLanes<Wide> lanes(frame);
  const V elapsed = hn::Set(d, clock);
  const auto end = hn::Set(du, static_cast<uint32_t>(pairs.size));
  const auto next = hn::Set(du, static_cast<uint32_t>(hn::MaxLanes(d)));
  size_t count = 0;
  auto index = hn::Iota(du, 0);
  for (size_t i = 0; i < pairs.size; i += hn::MaxLanes(d), index = hn::Add(index, next)) {
    const float* entry = pairs.entry(i);
    const auto row = [&](size_t r) HWY_ATTR { return hn::Load(d, entry + r * FrontPairs::kBlock); };
    const V c[3] = {row(FrontPairs::kCentre), row(FrontPairs::kCentre + 1), row(FrontPairs::kCentre + 2)};
    V p[3];
    lanes.Place(c, p);
    const V along =
        Dot(row(FrontPairs::kNormal), row(FrontPairs::kNormal + 1), row(FrontPairs::kNormal + 2), p[0], p[1], p[2]);
    const V gap = hn::NegMulAdd(row(FrontPairs::kRadius), elapsed, hn::Add(row(FrontPairs::kOffset), along));
    const auto expired = hn::AndNot(hn::RebindMask(du, hn::Gt(gap, lanes.pad)), hn::Lt(index, end));
    if (hn::AllFalse(du, expired)) continue;
    hn::StoreU(Compact(du, index, expired), du, pairs.expired.data() + count);
    count += hn::CountTrue(du, expired);
  }
  return count;
}

class FrontRun {
 public:
  FrontRun(const PairQuery& query, float clock, bool any, FrontPairs& pairs, TraversalState& state, FrontWork& work)
      : query_(query),
        clock_(clock),
        enough_(query.frame.pad + storing_error(query.frame)),
        pairs_(pairs),
        state_(state),
        work_(work),
        rotation_(query.frame),
        test_(query.margin > 0 ? (any ? &TestPackets<true, true> : &TestPackets<false, true>)
                               : (any ? &TestPackets<true, false> : &TestPackets<false, false>)) {}

  /// From the first `expired` of pairs.expired.
  template <class Judge>
  bool Run(size_t expired) {
    const Judge judge(query_);
    pairs_.inner.clear();
    pairs_.leaves.clear();
    for (size_t e = 0; e < expired; ++e) Sort(pairs_.expired[e]);
    while (true) {
      if (LookAtLeaves()) return true;
      if (pairs_.inner.empty()) return !state_.found.empty();
      LookAtInner(judge);
    }
  }

  /// The same where all entries are pairs of leaves.
  bool RunLeaves(size_t expired) {
    pairs_.leaves.clear();
    for (size_t e = 0; e < expired; ++e) PushLeaves(pairs_.expired[e]);
    return LookAtLeaves() || !state_.found.empty();
  }

 private:
  static HWY_INLINE bool BothLeaves(const FrontPairs::Link& link) { return is_leaf(link.a & link.b); }

  /// Leaves of more than one packet have no plane of their own, so their volumes are asked again.
  HWY_INLINE void Sort(uint32_t i) {
    if (BothLeaves(pairs_.links[i]) && pairs_.waits[i] != kManyPackets) {
      PushLeaves(i);
    } else {
      PushInner(i);
    }
  }

  HWY_INLINE void PushLeaves(uint32_t i) {
    pairs_.leaves.push_back(i);
    PrefetchPacket(query_.a.leaves[index_of(pairs_.links[i].a)]);
    PrefetchPacket(query_.b.leaves[index_of(pairs_.links[i].b)]);
  }

  HWY_INLINE void PushInner(uint32_t i) {
    pairs_.inner.push_back(i);
    PrefetchVolume(query_.a, pairs_.links[i].volume_a);
    PrefetchVolume(query_.b, pairs_.links[i].volume_b);
  }

  static HWY_INLINE void PrefetchPacket(const LeafPacket& leaf) {
    const char* p = reinterpret_cast<const char*>(&leaf);
    hwy::Prefetch(p);
    hwy::Prefetch(p + 64);
    hwy::Prefetch(p + 128);
  }

  static HWY_INLINE void PrefetchVolume(const Hierarchy& h, uint32_t at) {
    const float* p = h.nodes.data() + at;
    hwy::Prefetch(p);
    if (h.layout.by_child) {
      hwy::Prefetch(p + h.layout.fields / 2);
      return;
    }
    for (size_t f = 16; f < h.layout.fields * h.layout.lanes; f += 16) hwy::Prefetch(p + f);
  }

  HWY_INLINE void SetPlane(size_t i, const float normal[3], float gap) {
    store_plane(query_.frame, clock_, normal, gap, i, pairs_);
  }

  template <class Judge>
  void LookAtInner(const Judge& judge) {
    uint32_t batch[PlaneBatch::kMost] = {};
    const size_t count = HWY_MIN(pairs_.inner.size(), PlaneBatch::kMost);
    for (size_t l = 0; l < count; ++l) {
      batch[l] = pairs_.inner.back();
      pairs_.inner.pop_back();
    }
    PlaneBatch planes;
    judge.Planes(pairs_, batch, count, planes);
    work_.volumes += count;
    for (size_t l = 0; l < count; ++l) {
      const uint32_t i = batch[l];
      if (planes.gap[l] > enough_) {
        const float normal[3] = {planes.normal[0][l], planes.normal[1][l], planes.normal[2][l]};
        SetPlane(i, normal, planes.gap[l]);
      } else if (BothLeaves(pairs_.links[i])) {
        PushLeaves(i);
      } else {
        Open(i);
      }
    }
  }

  struct Children {
    Ref ref[8];
    uint32_t volume[8];
    size_t count = 0;

    void Add(Ref r, uint32_t v) {
      ref[count] = r;
      volume[count++] = v;
    }
    void AddAll(const Hierarchy& h, uint32_t node) {
      for (size_t lane = 0; lane < h.layout.lanes; ++lane) {
        const Ref child = h.ref(node, lane);
        if (child != kNoRef) Add(child, static_cast<uint32_t>(node * h.layout.stride + h.layout.start(lane)));
      }
    }
  };

  /// By the descent rule of traverse-inl.h.
  void Open(uint32_t i) {
    const FrontPairs::Link link = pairs_.links[i];
    const Frame& frame = query_.frame;
    const int size_a = static_cast<int>(size_code(link.a)) + frame.size_bias;
    const int size_b = static_cast<int>(size_code(link.b));
    const bool open_a = !is_leaf(link.a) && (is_leaf(link.b) || size_a + frame.range_a >= size_b);
    const bool open_b = !is_leaf(link.b) && (!open_a || size_b + frame.range_b >= size_a);
    Children a, b;
    if (open_a) {
      a.AddAll(query_.a, index_of(link.a));
    } else {
      a.Add(link.a, link.volume_a);
    }
    if (open_b) {
      b.AddAll(query_.b, index_of(link.b));
    } else {
      b.Add(link.b, link.volume_b);
    }
    pairs_.reserve_more(a.count * b.count);
    uint32_t to = i;  // the first takes the place of the pair it comes from
    for (size_t y = 0; y < b.count; ++y) {
      const Ball ball = ball_about(query_.b, b.volume[y]);
      for (size_t x = 0; x < a.count; ++x) {
        pairs_.links[to] = {a.ref[x], b.ref[y], a.volume[x], b.volume[y]};
        set_unknown(ball, to, pairs_);
        PushInner(to);
        to = to == i ? static_cast<uint32_t>(pairs_.size) : to + 1;
      }
    }
    pairs_.size += a.count * b.count - 1;
  }

  /// Planes first, a batch at a time, so that the searches overlap; then the tests of those that have none.
  bool LookAtLeaves() {
    PacketPlane planes[PlaneBatch::kMost];
    for (size_t begin = 0; begin < pairs_.leaves.size(); begin += PlaneBatch::kMost) {
      const size_t end = HWY_MIN(begin + PlaneBatch::kMost, pairs_.leaves.size());
      for (size_t e = begin; e < end; ++e) {
        const uint32_t i = pairs_.leaves[e];
        const LeafPacket& a = query_.a.leaves[index_of(pairs_.links[i].a)];
        const LeafPacket& b = query_.b.leaves[index_of(pairs_.links[i].b)];
        planes[e - begin].gap = -1;
        if (pairs_.waits[i] == kManyPackets) continue;
        if (pairs_.waits[i] > 0) {
          --pairs_.waits[i];
        } else if (a.packets > 1 || b.packets > 1) {
          pairs_.waits[i] = kManyPackets;
        } else {
          ++work_.planes;
          const float* entry = pairs_.entry(i);
          const float hint[3] = {entry[0], entry[FrontPairs::kBlock], entry[2 * FrontPairs::kBlock]};
          PlaneSearch::Best(rotation_, query_.frame, a, b, hint, planes[e - begin]);
          pairs_.waits[i] = kWaitHard;
        }
      }
      for (size_t e = begin; e < end; ++e) {
        const uint32_t i = pairs_.leaves[e];
        const PacketPlane& plane = planes[e - begin];
        if (plane.gap > enough_) {
          SetPlane(i, plane.normal, plane.gap);
          pairs_.waits[i] = 0;
        } else if (TestLeafPair(i)) {
          return true;
        }
      }
    }
    pairs_.leaves.clear();
    return false;
  }

  bool TestLeafPair(uint32_t i) {
    const FrontPairs::Link link = pairs_.links[i];
    const LeafPacket* a = &query_.a.leaves[index_of(link.a)];
    const LeafPacket* first_b = &query_.b.leaves[index_of(link.b)];
    const size_t before = state_.found.size();
    for (const LeafPacket* end_a = a + a->packets; a != end_a; ++a) {
      const LeafPacket* b = first_b;
      for (const LeafPacket* end_b = b + b->packets; b != end_b; ++b) {
        ++work_.packets;
        if (!test_(query_, rotation_, *a, *b, state_)) continue;
        state_.hit_a = static_cast<uint32_t>(a - query_.a.leaves.data());
        state_.hit_b = static_cast<uint32_t>(b - query_.b.leaves.data());
        return true;
      }
    }
    if (state_.found.size() != before && pairs_.waits[i] != kManyPackets) pairs_.waits[i] = kWaitMeeting;
    return false;
  }

  // A pair that meets now, or that has no plane, is likely to do so for a while.
  static constexpr uint8_t kWaitMeeting = 3, kWaitHard = 3;
  static constexpr uint8_t kManyPackets = 255;

  const PairQuery& query_;
  float clock_;
  float enough_;
  FrontPairs& pairs_;
  TraversalState& state_;
  FrontWork& work_;
  FrameLanes<Four> rotation_;
  bool (*test_)(const PairQuery&, const FrameLanes<Four>&, const LeafPacket&, const LeafPacket&, TraversalState&);
};

template <class Judge>
bool RunFront(const PairQuery& query, float clock, bool any, FrontPairs& pairs, TraversalState& state,
              FrontWork& work) {
  const size_t expired = FindExpired(query.frame, clock, pairs);
  work.scanned += pairs.size;
  if (expired == 0) return false;
  return FrontRun(query, clock, any, pairs, state, work).Run<Judge>(expired);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_FRONT_RUN_INL_H_
