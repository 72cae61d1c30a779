// SPDX-License-Identifier: Apache-2.0
// Takes the surviving pairs of a step: leaf pairs to their queue, the others to the stack.

#if defined(GRAZE_TRAVERSE_PAIR_SINK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_PAIR_SINK_INL_H_
#undef GRAZE_TRAVERSE_PAIR_SINK_INL_H_
#else
#define GRAZE_TRAVERSE_PAIR_SINK_INL_H_
#endif

#include "build/hierarchy.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// For Compact: the lanes of a mask of kLanes bits, those that are set first.
template <size_t kLanes>
struct CompactOrder {
  alignas(8) uint8_t lane[size_t{1} << kLanes][kLanes];
  constexpr CompactOrder() : lane{} {
    for (size_t mask = 0; mask < (size_t{1} << kLanes); ++mask) {
      size_t to = 0;
      for (size_t i = 0; i < kLanes; ++i) {
        if (((mask >> i) & 1) != 0) lane[mask][to++] = static_cast<uint8_t>(i);
      }
    }
  }
};
template <size_t kLanes>
inline constexpr CompactOrder<kLanes> kCompactOrder;

/// hn::Compress. Where it works by tables g++ copies them to the stack at every call: a third of a query with AVX2.
template <class DU>
HWY_INLINE hn::Vec<DU> Compact(DU d, hn::Vec<DU> v, hn::Mask<DU> mask) {
#if HWY_TARGET <= HWY_AVX3 || HWY_TARGET == HWY_EMU128
  (void)d;
  return hn::Compress(v, mask);
#else
  uint8_t bits[8] = {};
  hn::StoreMaskBits(d, mask, bits);
  const hn::Rebind<uint8_t, DU> bytes;
  const auto lanes = hn::PromoteTo(d, hn::Load(bytes, kCompactOrder<hn::MaxLanes(DU())>.lane[bits[0]]));
  return hn::TableLookupLanes(v, hn::IndicesFromVec(d, lanes));
#endif
}

struct PairSink {
  Ref* stack_a;
  Ref* stack_b;
  size_t stack_size;
  Ref* leaf_a;
  Ref* leaf_b;
  size_t leaf_size;
  uint64_t tests = 0;    // pairs of volumes tested
  uint64_t updates = 0;  // volumes of B re-aligned

  /// The pairs in the lanes of `mask`.
  template <class DU>
  HWY_INLINE void Push(DU d, hn::Mask<DU> mask, hn::Vec<DU> a, hn::Vec<DU> b) {
    const auto both_leaves = BothLeaves(d, a, b);
    PushInner(d, hn::AndNot(both_leaves, mask), a, b);
    PushLeaves(d, hn::And(both_leaves, mask), a, b);
  }

  /// Those in the lanes of `last` end on top of the stack.
  template <class DU>
  HWY_INLINE void Push(DU d, hn::Mask<DU> mask, hn::Mask<DU> last, hn::Vec<DU> a, hn::Vec<DU> b) {
    const auto both_leaves = BothLeaves(d, a, b);
    const auto inner = hn::AndNot(both_leaves, mask);
    PushInner(d, hn::AndNot(last, inner), a, b);
    PushInner(d, hn::And(last, inner), a, b);
    const auto leaves = hn::And(both_leaves, mask);
    if (hn::AllFalse(d, leaves)) return;
    PushLeaves(d, hn::And(leaves, last), a, b);
    PushLeaves(d, hn::AndNot(last, leaves), a, b);
  }

  /// One pair, without a branch: it is written to both ends and only one of them grows.
  HWY_INLINE void PushOne(bool keep, Ref a, Ref b) {
    const bool leaf = ((a & b) & kLeafBit) != 0;
    stack_a[stack_size] = a;
    stack_b[stack_size] = b;
    stack_size += static_cast<size_t>(keep && !leaf);
    leaf_a[leaf_size] = a;
    leaf_b[leaf_size] = b;
    leaf_size += static_cast<size_t>(keep && leaf);
  }

 private:
  template <class DU>
  static HWY_INLINE hn::Mask<DU> BothLeaves(DU d, hn::Vec<DU> a, hn::Vec<DU> b) {
    const hn::RebindToSigned<DU> ds;
    return hn::RebindMask(d, hn::MaskFromVec(hn::BroadcastSignBit(hn::BitCast(ds, hn::And(a, b)))));
  }

  template <class DU>
  HWY_INLINE void PushInner(DU d, hn::Mask<DU> mask, hn::Vec<DU> a, hn::Vec<DU> b) {
    hn::StoreU(Compact(d, a, mask), d, stack_a + stack_size);
    hn::StoreU(Compact(d, b, mask), d, stack_b + stack_size);
    stack_size += hn::CountTrue(d, mask);
  }

  template <class DU>
  HWY_INLINE void PushLeaves(DU d, hn::Mask<DU> mask, hn::Vec<DU> a, hn::Vec<DU> b) {
    if (hn::AllFalse(d, mask)) return;
    hn::StoreU(Compact(d, a, mask), d, leaf_a + leaf_size);
    hn::StoreU(Compact(d, b, mask), d, leaf_b + leaf_size);
    leaf_size += hn::CountTrue(d, mask);
  }
};

/// For steps after which the pairs that overlap deepest are wanted on top of the stack.
struct DeepSink : PairSink {
  bool dives = false;  // what lies deep is likely to be all that is ever opened
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_PAIR_SINK_INL_H_
