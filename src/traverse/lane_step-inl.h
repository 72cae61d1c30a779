// SPDX-License-Identifier: Apache-2.0
// The step of volumes stored by field: opens a pair of nodes into the pairs of children that still overlap.

#if defined(GRAZE_TRAVERSE_LANE_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_LANE_STEP_INL_H_
#undef GRAZE_TRAVERSE_LANE_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_LANE_STEP_INL_H_
#endif

#include <type_traits>

#include "traverse/pair_sink-inl.h"
#include "traverse/traversal.h"
#include "volumes/lanes-inl.h"
#include "volumes/obb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The rows of four nodes of four children, a node after the other: lane l of a step holds child l % 4 of node l / 4.
struct RowsOfFour {
  const float* const* nodes;
  size_t chunk;

  template <class T>
  HWY_INLINE hn::Vec<hn::Rebind<T, Wide>> Read(size_t row) const {
    const hn::Rebind<T, Wide> d;
    constexpr size_t kLanes = hn::MaxLanes(Wide());
    const auto at = [&](size_t i) HWY_ATTR { return reinterpret_cast<const T*>(nodes[i] + row * 4); };
    if constexpr (kLanes == 4) {
      return hn::Load(d, at(chunk));
    } else if constexpr (kLanes == 8) {
      const hn::Half<decltype(d)> half;
      return hn::Combine(d, hn::Load(half, at(2 * chunk + 1)), hn::Load(half, at(2 * chunk)));
    } else {
      const hn::Half<decltype(d)> half;
      const hn::Half<decltype(half)> quarter;
      return hn::Combine(d, hn::Combine(half, hn::Load(quarter, at(3)), hn::Load(quarter, at(2))),
                         hn::Combine(half, hn::Load(quarter, at(1)), hn::Load(quarter, at(0))));
    }
  }
  HWY_INLINE hn::Vec<Wide> operator()(size_t row) const { return Read<float>(row); }
};

/// On nodes given by pointers: rows of kWidth floats, then kWidth Refs.
template <class Test, int kWidth>
class LaneKernel {
  using N = Narrow<kWidth>;
  static constexpr size_t kNarrow = hn::MaxLanes(N());
  static constexpr bool kWideBoxes = kWidth == 4 && Test::kFields == kBoxFields && MovedBoxes::kPossible;
  static constexpr bool kRanks = std::is_same_v<Test, ObbTest>;

 public:
  explicit LaneKernel(const Frame& frame) : narrow_(frame), wide_(frame), offsets_(wide_) {}

  const FrameLanes<Wide>& frame() const { return wide_; }

  /// Children of one node against children of another.
  template <class Sink>
  HWY_INLINE void Both(const float* node_a, const float* node_b, Sink& sink) const {
    if constexpr (kWideBoxes) {
      const MovedBoxes moved(wide_, offsets_, node_b);
      for (size_t k = 0; k < Chunks<kWidth>(); ++k) TestChunk(node_a, node_b, k, MovedBoxRows{moved, k}, sink);
    } else {
      HWY_ALIGN float moved[Test::kFields * kWidth];
      MoveRows(node_b, moved);
      for (size_t k = 0; k < Chunks<kWidth>(); ++k) TestChunk(node_a, node_b, k, SpreadRowsB<kWidth>{moved, k}, sink);
    }
  }

  /// Children of node_a against the one volume of B whose fields start at volume_b and are kWidth apart.
  HWY_INLINE void ChildrenOfA(const float* node_a, const float* volume_b, Ref rb, PairSink& sink) const {
    HWY_ALIGN float moved[Test::kFields * kNarrow];
    Test::template Move<N, Single<N>, kNarrow>(N(), narrow_, Single<N>{volume_b, kWidth}, moved);
    const hn::RebindToUnsigned<N> du;
    for (size_t k = 0; k < kWidth; k += kNarrow) {
      const auto separated = Test::Separated(N(), narrow_, Row<N>{node_a + k, kWidth}, Row<N>{moved, kNarrow});
      const auto ra = hn::Load(du, Refs(node_a) + k);
      Emit(du, hn::Ne(ra, hn::Set(du, kNoRef)), hn::RebindMask(du, separated), ra, hn::Set(du, rb), sink);
    }
  }

  HWY_INLINE void ChildrenOfB(const float* volume_a, Ref ra, const float* node_b, PairSink& sink) const {
    HWY_ALIGN float moved[Test::kFields * kWidth];
    MoveRows(node_b, moved);
    const hn::RebindToUnsigned<N> du;
    for (size_t k = 0; k < kWidth; k += kNarrow) {
      const auto separated = Test::Separated(N(), narrow_, Single<N>{volume_a, kWidth}, Row<N>{moved + k, kWidth});
      const auto rb = hn::Load(du, Refs(node_b) + k);
      Emit(du, hn::Ne(rb, hn::Set(du, kNoRef)), hn::RebindMask(du, separated), hn::Set(du, ra), rb, sink);
    }
  }

  /// The children in `lanes` of four nodes of A against the one volume of B.
  HWY_INLINE void ChildrenOfFourA(const float* const nodes[4], uint32_t lanes, const float* volume_b, Ref rb,
                                  PairSink& sink) const {
    HWY_ALIGN float moved[Test::kFields * kNarrow];
    Test::template Move<N, Single<N>, kNarrow>(N(), narrow_, Single<N>{volume_b, kWidth}, moved);
    const hn::RebindToUnsigned<Wide> du;
    for (size_t k = 0; k < Chunks<kWidth>(); ++k) {
      const RowsOfFour rows{nodes, k};
      const auto separated = Test::Separated(Wide(), wide_, rows, Single<Wide>{moved, kNarrow});
      const auto ra = rows.template Read<Ref>(Test::kFields);
      const auto valid = hn::And(LanesOf(lanes, k), hn::Ne(ra, hn::Set(du, kNoRef)));
      Emit(du, valid, hn::RebindMask(du, separated), ra, hn::Set(du, rb), sink);
    }
  }

  HWY_INLINE void ChildrenOfFourB(const float* volume_a, Ref ra, const float* const nodes[4], uint32_t lanes,
                                  PairSink& sink) const {
    const hn::RebindToUnsigned<Wide> du;
    constexpr size_t kLanes = hn::MaxLanes(Wide());
    for (size_t k = 0; k < Chunks<kWidth>(); ++k) {
      const RowsOfFour rows{nodes, k};
      HWY_ALIGN float moved[Test::kFields * kLanes];
      Test::template Move<Wide, RowsOfFour, kLanes>(Wide(), wide_, rows, moved);
      const auto separated = Test::Separated(Wide(), wide_, Single<Wide>{volume_a, kWidth}, Row<Wide>{moved, kLanes});
      const auto rb = rows.template Read<Ref>(Test::kFields);
      const auto valid = hn::And(LanesOf(lanes, k), hn::Ne(rb, hn::Set(du, kNoRef)));
      Emit(du, valid, hn::RebindMask(du, separated), hn::Set(du, ra), rb, sink);
    }
  }

 private:
  static HWY_INLINE const Ref* Refs(const float* node) {
    return reinterpret_cast<const Ref*>(node + Test::kFields * kWidth);
  }

  template <class ReadB, class Sink>
  HWY_INLINE void TestChunk(const float* node_a, const float* node_b, size_t k, const ReadB& b, Sink& sink) const {
    const hn::RebindToUnsigned<Wide> du;
    const auto ra = SpreadA<kWidth>(Refs(node_a), k), rb = SpreadB<kWidth>(Refs(node_b), k);
    const auto none = hn::Set(du, kNoRef);
    const auto valid = hn::And(hn::Ne(ra, none), hn::Ne(rb, none));
    const SpreadRowsA<kWidth> a{node_a, k};
    if constexpr (kRanks && std::is_same_v<Sink, DeepSink>) {
      auto deep = NoLanes(Wide());
      const auto separated = Test::SeparatedOrDeep(Wide(), wide_, a, b, sink.dives, deep);
      sink.tests += hn::CountTrue(du, valid);
      sink.Push(du, hn::AndNot(hn::RebindMask(du, separated), valid), hn::RebindMask(du, deep), ra, rb);
    } else {
      Emit(du, valid, hn::RebindMask(du, Test::Separated(Wide(), wide_, a, b)), ra, rb, sink);
    }
  }

  HWY_INLINE void MoveRows(const float* node_b, float* moved) const {
    for (size_t k = 0; k < kWidth; k += kNarrow) {
      Test::template Move<N, Row<N>, kWidth>(N(), narrow_, Row<N>{node_b + k, kWidth}, moved + k);
    }
  }

  template <class DU>
  static HWY_INLINE void Emit(DU du, hn::Mask<DU> valid, hn::Mask<DU> separated, hn::Vec<DU> ra, hn::Vec<DU> rb,
                              PairSink& sink) {
    sink.tests += hn::CountTrue(du, valid);
    sink.Push(du, hn::AndNot(separated, valid), ra, rb);
  }

  /// Those of chunk k; a bit a lane.
  static HWY_INLINE auto LanesOf(uint32_t lanes, size_t k) {
    const uint32_t chunk = lanes >> (k * hn::MaxLanes(Wide()));
    const uint8_t bits[8] = {static_cast<uint8_t>(chunk), static_cast<uint8_t>(chunk >> 8)};
    return hn::LoadMaskBits(hn::RebindToUnsigned<Wide>(), bits);
  }

  FrameLanes<N> narrow_;
  FrameLanes<Wide> wide_;
  MovedBoxes::Offsets offsets_;
};

/// On the nodes of two hierarchies of this very layout.
template <class Test, int kWidth>
class LaneStep {
 public:
  static constexpr size_t kMaxPairs = kWidth * kWidth;
  /// Node pairs opened together: when everything is wanted (KERNELS lesson 4), and at first when one is enough.
  static constexpr size_t kBatchAll = 8, kBatchLeast = 1;

  explicit LaneStep(const PairQuery& query) : a_(query.a), b_(query.b), kernel_(query.frame) {}

  const FrameLanes<Wide>& frame() const { return kernel_.frame(); }

  template <class Sink>
  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, Sink& sink) const {
    kernel_.Both(a_.node(a), b_.node(b), sink);
  }
  /// `slot` holds the volume that bounds the node or leaf which is not opened.
  HWY_INLINE void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    kernel_.ChildrenOfA(a_.node(a), b_.node(slot / kWidth) + slot % kWidth, rb, sink);
  }
  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    kernel_.ChildrenOfB(a_.node(slot / kWidth) + slot % kWidth, ra, b_.node(b), sink);
  }

  /// Does it open two levels of one node at once? Four children fill a quarter of a step's lanes, their children all.
  static constexpr bool kOpensDeep = kWidth == 4 && hn::MaxLanes(Wide()) >= 8;

  static constexpr bool kRanks = std::is_same_v<Test, ObbTest>, kHasTries = kRanks && kWidth == 4;

  HWY_INLINE void OpenDeepA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    const float* nodes[4];
    const uint32_t lanes = Grandchildren(a_, a, nodes);
    kernel_.ChildrenOfFourA(nodes, lanes, b_.node(slot / kWidth) + slot % kWidth, rb, sink);
  }
  HWY_INLINE void OpenDeepB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    const float* nodes[4];
    const uint32_t lanes = Grandchildren(b_, b, nodes);
    kernel_.ChildrenOfFourB(a_.node(slot / kWidth) + slot % kWidth, ra, nodes, lanes, sink);
  }

  /// The children near a body (build/entries.h) against that body's root.
  HWY_INLINE void StartInA(const EntryGrid::Cell& cell, Ref rb, PairSink& sink) const {
    const float* nodes[4];
    const uint32_t lanes = Nodes(a_, cell, nodes);
    kernel_.ChildrenOfFourA(nodes, lanes, b_.node(0), rb, sink);
  }
  HWY_INLINE void StartInB(Ref ra, const EntryGrid::Cell& cell, PairSink& sink) const {
    const float* nodes[4];
    const uint32_t lanes = Nodes(b_, cell, nodes);
    kernel_.ChildrenOfFourB(a_.node(0), ra, nodes, lanes, sink);
  }

 private:
  static HWY_INLINE uint32_t Nodes(const Hierarchy& h, const EntryGrid::Cell& cell, const float* nodes[4]) {
    uint32_t lanes = 0;
    for (size_t i = 0; i < 4; ++i) {
      nodes[i] = h.node(cell.entry[i] >> 4);
      lanes |= (cell.entry[i] & 0xFu) << (4 * i);
    }
    return lanes;
  }

  /// The nodes that hold the children of a node's children, and their lanes, four bits a node. A leaf is itself held by
  /// the node: in place of a child that is one, or missing, the node and the lane of that child.
  static HWY_INLINE uint32_t Grandchildren(const Hierarchy& h, uint32_t index, const float* nodes[4]) {
    const float* node = h.node(index);
    const Ref* refs = reinterpret_cast<const Ref*>(node + Test::kFields * kWidth);
    uint32_t lanes = 0;
    for (size_t i = 0; i < 4; ++i) {
      const bool stays = is_leaf(refs[i]);  // also kNoRef, whose lane holds it
      nodes[i] = stays ? node : h.node(index_of(refs[i]));
      lanes |= (stays ? 1u << i : 0xFu) << (4 * i);
    }
    return lanes;
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  LaneKernel<Test, kWidth> kernel_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_LANE_STEP_INL_H_
