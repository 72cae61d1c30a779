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
#include "traverse/front_leaf_box-inl.h"
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
    Sort(expired);
    while (true) {
      if (LookAtLeaves()) return true;
      if (inner_ == 0) return !state_.found.empty();
      LookAtInner(judge);
    }
  }

 private:
  static HWY_INLINE bool BothLeaves(const FrontPairs::Link& link) { return is_leaf(link.a & link.b); }

  /// To be tested as leaves, to be given a plane between leaves, to be looked at as volumes. Without a branch, which
  /// would be taken at random. Leaves of more than one packet have no plane of their own: their volumes are asked
  /// again.
  HWY_INLINE void Sort(size_t expired) {
    for (size_t e = 0; e < expired; ++e) {
      const uint32_t i = pairs_.expired[e];
      uint8_t& wait = pairs_.waits[i];
      const bool leaves = BothLeaves(pairs_.links[i]) && wait != kManyPackets;
      const bool searched = leaves && wait % kTurns == 0 && wait != kMeeting;
      const bool waits = leaves && !searched && wait != kMeeting;
      wait = static_cast<uint8_t>(wait - static_cast<uint8_t>(waits));
      pairs_.tested[tested_] = pairs_.searched[searched_] = pairs_.inner[inner_] = i;
      tested_ += static_cast<size_t>(leaves && !searched);
      searched_ += static_cast<size_t>(searched);
      inner_ += static_cast<size_t>(!leaves);
    }
    for (size_t k = 0; k < tested_; ++k) PrefetchLeaves(pairs_.tested[k]);
    for (size_t k = 0; k < searched_; ++k) PrefetchLeaves(pairs_.searched[k]);
    for (size_t k = 0; k < inner_; ++k) PrefetchVolumes(pairs_.inner[k]);
  }

  HWY_INLINE void PrefetchLeaves(uint32_t i) {
    PrefetchPacket(query_.a.leaves[index_of(pairs_.links[i].a)]);
    PrefetchPacket(query_.b.leaves[index_of(pairs_.links[i].b)]);
  }

  HWY_INLINE void PrefetchVolumes(uint32_t i) {
    PrefetchVolume(query_.a, pairs_.links[i].volume_a);
    PrefetchVolume(query_.b, pairs_.links[i].volume_b);
  }

  HWY_INLINE void PushInner(uint32_t i) {
    pairs_.inner[inner_++] = i;
    PrefetchVolumes(i);
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

  /// What opening a pair reads.
  static HWY_INLINE void PrefetchInside(const Hierarchy& h, Ref ref) {
    if (is_leaf(ref)) {
      PrefetchPacket(h.leaves[index_of(ref)]);
    } else {
      PrefetchVolume(h, static_cast<uint32_t>(index_of(ref) * h.layout.stride));
    }
  }

  HWY_INLINE void SetPlane(size_t i, const float normal[3], float gap) {
    store_plane(query_.frame, clock_, normal, gap, i, pairs_);
  }

  template <class Judge>
  void LookAtInner(const Judge& judge) {
    uint32_t batch[PlaneBatch::kMost] = {};
    const size_t count = HWY_MIN(inner_, PlaneBatch::kMost);
    for (size_t l = 0; l < count; ++l) batch[l] = pairs_.inner[--inner_];
    PlaneBatch planes;
    judge.Planes(pairs_, batch, count, planes);
    work_.volumes += count;
    size_t left = 0;  // of the batch
    for (size_t l = 0; l < count; ++l) {
      const uint32_t i = batch[l];
      if (planes.gap[l] > enough_) {
        const float normal[3] = {planes.normal[0][l], planes.normal[1][l], planes.normal[2][l]};
        SetPlane(i, normal, planes.gap[l]);
      } else if (BothLeaves(pairs_.links[i])) {
        pairs_.searched[searched_++] = i;
        PrefetchLeaves(i);
      } else {
        batch[left++] = i;
        PrefetchInside(query_.a, pairs_.links[i].a);
        PrefetchInside(query_.b, pairs_.links[i].b);
      }
    }
    for (size_t l = 0; l < left; ++l) {
      if (!(Judge::kBoxes && KeepsLeafApart(batch[l]))) Open(batch[l]);
    }
  }

  /// One side is a leaf, and a plane lies between its triangles and the box on the other side.
  bool KeepsLeafApart(uint32_t i) {
    const FrontPairs::Link& link = pairs_.links[i];
    const float* entry = pairs_.entry(i);
    const float hint[3] = {entry[0], entry[FrontPairs::kBlock], entry[2 * FrontPairs::kBlock]};
    PacketPlane plane;
    if (is_leaf(link.a)) {
      const LeafPacket& leaf = query_.a.leaves[index_of(link.a)];
      if (leaf.packets > 1) return false;
      LeafBoxSearch::LeafOfA(rotation_, query_.frame, leaf, query_.b, link.volume_b, hint, plane);
    } else if (is_leaf(link.b)) {
      const LeafPacket& leaf = query_.b.leaves[index_of(link.b)];
      if (leaf.packets > 1) return false;
      LeafBoxSearch::LeafOfB(rotation_, query_.frame, query_.a, link.volume_a, leaf, hint, plane);
    } else {
      return false;
    }
    ++work_.planes;
    if (!(plane.gap > enough_)) return false;
    SetPlane(i, plane.normal, plane.gap);
    return true;
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
    const bool open_a = !is_leaf(link.a) && (is_leaf(link.b) || size_a >= size_b);
    const bool open_b = !is_leaf(link.b) && !open_a;
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

  /// Tests, and searches a batch at a time, so that they overlap; then the tests of those that have no plane.
  bool LookAtLeaves() {
    if (TestLeafPairs()) return true;
    PacketPlane planes[PlaneBatch::kMost];
    work_.planes += searched_;
    for (size_t begin = 0; begin < searched_; begin += PlaneBatch::kMost) {
      const size_t end = HWY_MIN(begin + PlaneBatch::kMost, searched_);
      for (size_t k = begin; k < end; ++k) {
        const uint32_t i = pairs_.searched[k];
        const LeafPacket& a = query_.a.leaves[index_of(pairs_.links[i].a)];
        const LeafPacket& b = query_.b.leaves[index_of(pairs_.links[i].b)];
        planes[k - begin].gap = -1;
        if (a.packets > 1 || b.packets > 1) {
          pairs_.waits[i] = kManyPackets;
          continue;
        }
        const float* entry = pairs_.entry(i);
        const float hint[3] = {entry[0], entry[FrontPairs::kBlock], entry[2 * FrontPairs::kBlock]};
        PlaneSearch::Best(rotation_, query_.frame, a, b, hint, planes[k - begin]);
      }
      for (size_t k = begin; k < end; ++k) {
        const uint32_t i = pairs_.searched[k];
        uint8_t& wait = pairs_.waits[i];
        const PacketPlane& plane = planes[k - begin];
        if (plane.gap > enough_) {
          SetPlane(i, plane.normal, plane.gap);
          wait = 0;
          continue;
        }
        pairs_.tested[tested_++] = i;
        if (wait == kManyPackets) continue;
        // Twice as many queries without a search as the last time.
        const uint8_t vain = HWY_MIN(wait / kTurns + 1, kMostVain);
        wait = static_cast<uint8_t>(vain * kTurns + (2 << vain) - 1);
      }
    }
    searched_ = 0;
    return TestLeafPairs();
  }

  bool TestLeafPairs() {
    for (size_t k = 0; k < tested_; ++k) {
      if (TestLeafPair(pairs_.tested[k])) return true;
    }
    tested_ = 0;
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
        if (!test_(query_, rotation_, *a, *b, state_)) continue;
        state_.hit_a = static_cast<uint32_t>(a - query_.a.leaves.data());
        state_.hit_b = static_cast<uint32_t>(b - query_.b.leaves.data());
        return true;
      }
    }
    uint8_t& wait = pairs_.waits[i];
    if (wait == kManyPackets) return false;
    if (state_.found.size() != before) {
      wait = kMeeting;
    } else if (wait == kMeeting) {
      wait = 0;
    }
    return false;
  }

  // A pair that has no plane is likely to have none for a while: waits[i] holds the queries until the next search and,
  // in multiples of kTurns, how many were in vain. None is searched for while the pair meets.
  static constexpr uint8_t kTurns = 32, kMostVain = 3;
  static constexpr uint8_t kMeeting = 254, kManyPackets = 255;

  const PairQuery& query_;
  float clock_;
  float enough_;
  FrontPairs& pairs_;
  TraversalState& state_;
  FrontWork& work_;
  size_t tested_ = 0, searched_ = 0, inner_ = 0;  // entries that wait in the front's scratch
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
