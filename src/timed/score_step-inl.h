// SPDX-License-Identifier: Apache-2.0
// Opens a pair of nodes of four oriented boxes into the pairs of children that still overlap, each with a score: the
// log-odds that their surfaces meet, from what the box test computes anyway and a number stored for each box (TIMED).

#if defined(GRAZE_TIMED_SCORE_STEP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TIMED_SCORE_STEP_INL_H_
#undef GRAZE_TIMED_SCORE_STEP_INL_H_
#else
#define GRAZE_TIMED_SCORE_STEP_INL_H_
#endif

#include "build/priors.h"
#include "timed/pair_queue.h"
#include "traverse/lane_step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The pairs of one step, a lane each: lane l stands for refs_a[l & mask_a] and refs_b[l >> shift_b].
struct ScoredPairs {
  const Ref* refs_a;
  const Ref* refs_b;
  uint32_t mask_a, shift_b;
  uint32_t inner = 0;   // bits of the lanes that are left and have a score
  uint32_t leaves = 0;  // of those whose two are leaves: they are tested at once
  uint64_t tests = 0;
  HWY_ALIGN uint32_t bucket[16];
  HWY_ALIGN float depth[16];

  HWY_INLINE Ref A(unsigned lane) const { return refs_a[lane & mask_a]; }
  HWY_INLINE Ref B(unsigned lane) const { return refs_b[lane >> shift_b]; }
};

class ScoreStep {
  // z = constant + prior of A + prior of B - margin·m + distance·k: m the largest |t|/r over the six faces, k the
  // squared distance of the centres over the sum of the squared half diagonals. TIMED fitted these with one feature
  // more, the angle n of the thin axes, -0.39 |n|; the constant takes |n| for 0.6, which nobody measured.
  static constexpr float kMargin = 6.9f, kDistance = -1.5f, kConstant = kMargin - 1.35f;

 public:
  ScoreStep(const PairQuery& query, const Priors& priors_a, const Priors& priors_b)
      : a_(query.a),
        b_(query.b),
        prior_a_(priors_a.of_slot.data()),
        prior_b_(priors_b.of_slot.data()),
        narrow_(query.frame),
        wide_(query.frame),
        offsets_(wide_) {}

  /// The frame as leaves want it.
  const FrameLanes<Four>& frame() const { return narrow_; }

  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, ScoredPairs& out) const {
    const float *node_a = a_.node(a), *node_b = b_.node(b);
    out.refs_a = Refs(node_a), out.mask_a = 3;
    out.refs_b = Refs(node_b), out.shift_b = 2;
    if constexpr (MovedBoxes::kPossible) {
      const MovedBoxes moved(wide_, offsets_, node_b);
      for (size_t k = 0; k < Chunks<4>(); ++k) TestChunk(a, b, k, MovedBoxRows{moved, k}, out);
    } else {
      HWY_ALIGN float moved[kBoxFields * 4];
      ObbTest::Move<Four, Row<Four>, 4>(Four(), narrow_, Row<Four>{node_b, 4}, moved);
      for (size_t k = 0; k < Chunks<4>(); ++k) TestChunk(a, b, k, SpreadRowsB<4>{moved, k}, out);
    }
  }

  /// Children of A, those of the bits given, against the volume in B's slot, and the other way round. The bits of the
  /// others stay as they are.
  HWY_INLINE void OpenA(uint32_t a, uint32_t children, uint32_t slot, ScoredPairs& out) const {
    const Four d;
    const hn::RebindToUnsigned<Four> du;
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Single<Four>, 4>(d, narrow_, Single<Four>{b_.node(slot / 4) + slot % 4, 4}, moved);
    const V<Four> prior = hn::Add(hn::Load(d, prior_a_ + 4 * a), hn::Set(d, prior_b_[slot]));
    Test(d, narrow_, Row<Four>{a_.node(a), 4}, Row<Four>{moved, 4}, prior, Some(children, out.refs_a),
         hn::Set(du, out.refs_b[0]), 0, out);
  }
  HWY_INLINE void OpenB(uint32_t slot, uint32_t b, uint32_t children, ScoredPairs& out) const {
    const Four d;
    const hn::RebindToUnsigned<Four> du;
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Row<Four>, 4>(d, narrow_, Row<Four>{b_.node(b), 4}, moved);
    const V<Four> prior = hn::Add(hn::Set(d, prior_a_[slot]), hn::Load(d, prior_b_ + 4 * b));
    Test(d, narrow_, Single<Four>{a_.node(slot / 4) + slot % 4, 4}, Row<Four>{moved, 4}, prior,
         hn::Set(du, out.refs_a[0]), Some(children, out.refs_b), 0, out);
  }

  static HWY_INLINE const Ref* Refs(const float* node) { return reinterpret_cast<const Ref*>(node + kBoxFields * 4); }

 private:
  template <class D>
  using V = hn::Vec<D>;

  static HWY_INLINE hn::Vec<hn::RebindToUnsigned<Four>> Some(uint32_t children, const Ref* refs) {
    const hn::RebindToUnsigned<Four> du;
    const uint8_t bits[8] = {static_cast<uint8_t>(children)};
    return hn::IfThenElse(hn::LoadMaskBits(du, bits), hn::Load(du, refs), hn::Set(du, kNoRef));
  }

  /// Not a lambda, which compilers do not inline: a call with what it captured is a tenth of a step.
  template <class RowsB>
  HWY_INLINE void TestChunk(uint32_t a, uint32_t b, size_t k, const RowsB& rows_b, ScoredPairs& out) const {
    const float *node_a = a_.node(a), *node_b = b_.node(b);
    const V<Wide> prior = hn::Add(SpreadA<4>(prior_a_ + 4 * a, k), SpreadB<4>(prior_b_ + 4 * b, k));
    Test(Wide(), wide_, SpreadRowsA<4>{node_a, k}, rows_b, prior, SpreadA<4>(Refs(node_a), k),
         SpreadB<4>(Refs(node_b), k), k * hn::MaxLanes(Wide()), out);
  }

  template <class D, class ReadA, class ReadB, class R>
  static HWY_INLINE void Test(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b, V<D> prior, R ra, R rb,
                              size_t first, ScoredPairs& out) {
    const hn::RebindToUnsigned<D> du;
    const BoxPair<D> pair(a, b);
    const V<D> ha[3] = {a(field::kObbHalf), a(field::kObbHalf + 1), a(field::kObbHalf + 2)};
    const V<D> hb[3] = {b(field::kObbHalf), b(field::kObbHalf + 1), b(field::kObbHalf + 2)};
    const auto none = hn::Set(du, kNoRef);
    const auto valid = hn::And(hn::Ne(ra, none), hn::Ne(rb, none));
    out.tests += hn::CountTrue(du, valid);

    // Distances and reaches along the six faces, which the score needs as well as the test.
    V<D> distance[6], reach[6];
    auto separated = NoLanes(d);
    for (size_t i = 0; i < 3; ++i) {
      V<D> reach_a = ha[i];
      for (size_t j = 0; j < 3; ++j) reach_a = hn::MulAdd(hb[j], pair.s[3 * i + j], reach_a);
      distance[i] = hn::Abs(pair.t[i]);
      reach[i] = reach_a;
      separated = hn::Or(separated, hn::Gt(distance[i], hn::Add(reach[i], frame.pad)));
    }
    if (hn::AllFalse(du, hn::AndNot(hn::RebindMask(du, separated), valid))) return;
    for (size_t i = 0; i < 3; ++i) {
      V<D> reach_b = hb[i];
      for (size_t j = 0; j < 3; ++j) reach_b = hn::MulAdd(ha[j], pair.s[3 * j + i], reach_b);
      distance[3 + i] = hn::Abs(Dot(pair.t[0], pair.t[1], pair.t[2], pair.c[i], pair.c[3 + i], pair.c[6 + i]));
      reach[3 + i] = reach_b;
    }
    for (size_t i = 3; i < 6; ++i) separated = hn::Or(separated, hn::Gt(distance[i], hn::Add(reach[i], frame.pad)));
    auto left = hn::AndNot(hn::RebindMask(du, separated), valid);
    if (hn::AllFalse(du, left)) return;
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j) {
        separated = hn::Or(separated, EdgeSeparated(i, j, frame.pad, pair.t, pair.c, pair.s, ha, hb));
      }
    }
    left = hn::AndNot(hn::RebindMask(du, separated), valid);
    if (hn::AllFalse(du, left)) return;

    const hn::RebindToSigned<D> di;
    const auto both_leaves =
        hn::RebindMask(du, hn::MaskFromVec(hn::BroadcastSignBit(hn::BitCast(di, hn::And(ra, rb)))));
    out.leaves |= Bits(du, hn::And(both_leaves, left)) << first;
    left = hn::AndNot(both_leaves, left);
    if (hn::AllFalse(du, left)) return;
    out.inner |= Bits(du, left) << first;

    // The largest |t|/r; the least r - |t|. Which pair is next waits for the scores: what counts is how long one takes
    // from here, so that there are six quotients at once, each a reciprocal after one of Newton's steps, and one
    // product from the largest on (a step takes 3 % less than with the largest by products and then a division).
    const auto quotient = [&](size_t i) HWY_ATTR {
      const V<D> r = hn::Max(reach[i], hn::Set(d, 1e-30f));  // boxes without volume have reaches of zero
      const V<D> about = hn::ApproximateReciprocal(r);
      return hn::Mul(hn::Mul(distance[i], about), hn::NegMulAdd(r, about, hn::Set(d, 2.0f)));
    };
    const V<D> share = hn::Max(hn::Max(hn::Max(quotient(0), quotient(1)), hn::Max(quotient(2), quotient(3))),
                               hn::Max(quotient(4), quotient(5)));
    V<D> depth = hn::Sub(reach[0], distance[0]), square = hn::Zero(d), sizes = hn::Set(d, 1e-30f);
    for (size_t i = 1; i < 6; ++i) depth = hn::Min(depth, hn::Sub(reach[i], distance[i]));
    for (size_t i = 0; i < 3; ++i) {
      square = hn::MulAdd(pair.t[i], pair.t[i], square);
      sizes = hn::MulAdd(ha[i], ha[i], hn::MulAdd(hb[i], hb[i], sizes));
    }
    constexpr float kPer = PairQueue::kPerScore;
    const V<D> of_boxes = hn::MulAdd(hn::Set(d, kPer), prior, hn::Set(d, kPer * (kConstant - PairQueue::kLowest)));
    const V<D> rest = hn::MulAdd(hn::Set(d, kPer * kDistance), hn::Div(square, sizes), of_boxes);
    const V<D> at = hn::NegMulAdd(hn::Set(d, kPer * kMargin), share, rest);
    // The last step keeps a NaN among the buckets.
    const auto bucket =
        hn::And(hn::ConvertTo(di, hn::Min(hn::Max(at, hn::Zero(d)), hn::Set(d, PairQueue::kBuckets - 1.0f))),
                hn::Set(di, PairQueue::kBuckets - 1));
    hn::Store(hn::BitCast(du, bucket), du, out.bucket + first);
    hn::Store(hn::Add(depth, frame.pad), d, out.depth + first);
  }

  template <class DU>
  static HWY_INLINE uint32_t Bits(DU d, hn::Mask<DU> mask) {
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    return bytes[0] | (static_cast<uint32_t>(bytes[1]) << 8);
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  const float* prior_a_;
  const float* prior_b_;
  FrameLanes<Four> narrow_;
  FrameLanes<Wide> wide_;
  MovedBoxes::Offsets offsets_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_SCORE_STEP_INL_H_
