// SPDX-License-Identifier: Apache-2.0
// The step of k-DOPs: a lane a direction, one pair of volumes at a time. B's volumes are re-aligned to A's directions
// by duality (volumes/dop.h): six permutes and six multiply-adds each, once for each opening.

#if defined(GRAZE_TRAVERSE_DOP_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_DOP_STEP_INL_H_
#undef GRAZE_TRAVERSE_DOP_STEP_INL_H_
#else
#define GRAZE_TRAVERSE_DOP_STEP_INL_H_
#endif

#include <cstring>

#include "traverse/pair_sink-inl.h"
#include "traverse/traversal.h"
#include "volumes/dop-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// A node whose children are k-DOPs. kPadded as for Slabs.
template <int kPadded>
struct DopNode {
  static HWY_INLINE Ref RefOf(const float* node, size_t lane) {
    Ref ref;
    memcpy(&ref, node + (lane + 1) * 2 * kPadded - 1, sizeof(ref));
    return ref;
  }

  /// Calls push(overlaps, reference) for every child and the volume.
  template <class Push>
  static HWY_INLINE void Test(const float* node, size_t lanes, const typename Slabs<kPadded>::Moved& moved,
                              PairSink& sink, const Push& push) {
    for (size_t i = 0; i < lanes; ++i) {
      const Ref ref = RefOf(node, i);
      if (ref == kNoRef) continue;
      ++sink.tests;
      push(Slabs<kPadded>::Overlap(node + i * 2 * kPadded, moved), ref);
    }
  }
};

/// kPadded as for Slabs. kWidth is the children of a node, 0 when only the
/// layout knows.
template <int kPadded, int kWidth>
class DopStep {
  using D = hn::CappedTag<float, kPadded>;
  using DI = hn::RebindToSigned<D>;
  static constexpr size_t kLanes = hn::MaxLanes(D());
  static constexpr size_t kChunks = kPadded / kLanes;

 public:
  using Moved = typename Slabs<kPadded>::Moved;
  static constexpr size_t kMaxPairs = kWidth == 0 ? 64 : kWidth * kWidth;
  // A node is small and its test short, so a query waits for memory: 16 at once gained 1.5-1.7x (KERNELS, "cold").
  static constexpr size_t kBatchAll = 16, kBatchLeast = 4;

  explicit DopStep(const PairQuery& query) : a_(query.a), b_(query.b) {
    make_dop_frame(query.a.volume, query.frame, frame_);
  }

  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, PairSink& sink) const {
    const float* node_a = Node(a_, a);
    const float* node_b = Node(b_, b);
    for (size_t j = 0; j < Lanes(b_); ++j) {
      const Ref rb = DopNode<kPadded>::RefOf(node_b, j);
      if (rb == kNoRef) continue;
      const Moved moved = Realign(node_b + j * 2 * kPadded, sink);
      TestChildren(node_a, moved, rb, sink);
    }
  }

  HWY_INLINE void OpenA(uint32_t a, uint32_t slot, Ref rb, PairSink& sink) const {
    const size_t lanes = Lanes(b_);
    const Moved moved = Realign(Node(b_, slot / lanes) + slot % lanes * 2 * kPadded, sink);
    TestChildren(Node(a_, a), moved, rb, sink);
  }

  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, PairSink& sink) const {
    const size_t lanes = Lanes(a_);
    const float* volume_a = Node(a_, slot / lanes) + slot % lanes * 2 * kPadded;
    const float* node_b = Node(b_, b);
    for (size_t j = 0; j < Lanes(b_); ++j) {
      const Ref rb = DopNode<kPadded>::RefOf(node_b, j);
      if (rb == kNoRef) continue;
      const Moved moved = Realign(node_b + j * 2 * kPadded, sink);
      ++sink.tests;
      sink.PushOne(Slabs<kPadded>::Overlap(volume_a, moved), ra, rb);
    }
  }

  /// A volume of B along A's directions.
  HWY_INLINE Moved Realign(const float* volume, PairSink& sink) const {
    const D d;
    ++sink.updates;
    Moved out;
    for (size_t k = 0; k < kPadded; k += kLanes) {
      auto centre = hn::Load(d, frame_.offset + k), half = hn::Load(d, frame_.pad + k);
      for (size_t i = 0; i < 3; ++i) {
        const int* index = frame_.index[i] + k;
        centre = hn::MulAdd(Pick(volume, index), hn::Load(d, frame_.centre[i] + k), centre);
        half = hn::MulAdd(Pick(volume + kPadded, index), hn::Load(d, frame_.half[i] + k), half);
      }
      hn::Store(centre, d, out.centre + k);
      hn::Store(half, d, out.half + k);
    }
    return out;
  }

 private:
  static HWY_INLINE size_t Lanes(const Hierarchy& h) { return kWidth == 0 ? h.layout.lanes : kWidth; }

  static HWY_INLINE const float* Node(const Hierarchy& h, size_t i) {
    return h.nodes.data() + i * (kWidth == 0 ? h.layout.stride : size_t{2 * kPadded * kWidth});
  }

  /// Row i of a volume's floats at the lanes' indices.
  HWY_INLINE hn::Vec<D> Pick(const float* row, const int* index) const {
    if constexpr (kChunks == 1) {
      return hn::TableLookupLanes(hn::Load(D(), row), hn::SetTableIndices(D(), index));
    } else {
      return hn::GatherIndex(D(), row, hn::Load(DI(), index));
    }
  }

  HWY_INLINE void TestChildren(const float* node_a, const Moved& moved, Ref rb, PairSink& sink) const {
    DopNode<kPadded>::Test(node_a, Lanes(a_), moved, sink,
                           [&](bool keep, Ref ra) HWY_ATTR { sink.PushOne(keep, ra, rb); });
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  DopFrame frame_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_DOP_STEP_INL_H_
