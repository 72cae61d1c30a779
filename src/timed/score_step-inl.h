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
#include "traverse/lane_step-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The children's pairs of one step; room for the tail of a full store.
struct ScoredPairs {
  HWY_ALIGN uint32_t a[32], b[32];
  HWY_ALIGN float score[32], depth[32];
  size_t count = 0;
  uint64_t tests = 0;
};

class ScoreStep {
  // z = constant + prior of A + prior of B + margin·m + distance·k: m the least 1 - |t|/r over the six faces, k the
  // squared distance of the centres over the sum of the squared half diagonals. TIMED fitted these with one feature
  // more, the angle n of the thin axes, -0.39 |n|; the constant takes |n| for 0.6, which nobody measured.
  static constexpr float kConstant = -1.35f, kMargin = 6.9f, kDistance = -1.5f;

 public:
  ScoreStep(const PairQuery& query, const Priors& priors_a, const Priors& priors_b)
      : a_(query.a),
        b_(query.b),
        prior_a_(priors_a.of_slot.data()),
        prior_b_(priors_b.of_slot.data()),
        narrow_(query.frame),
        wide_(query.frame) {}

  HWY_INLINE void OpenBoth(uint32_t a, uint32_t b, ScoredPairs& out) const {
    const float *node_a = a_.node(a), *node_b = b_.node(b);
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Row<Four>, 4>(Four(), narrow_, Row<Four>{node_b, 4}, moved);
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      const V<Wide> prior = hn::Add(SpreadA<4>(prior_a_ + 4 * a, k), SpreadB<4>(prior_b_ + 4 * b, k));
      Test(Wide(), wide_, SpreadRowsA<4>{node_a, k}, SpreadRowsB<4>{moved, k}, prior, SpreadA<4>(Refs(node_a), k),
           SpreadB<4>(Refs(node_b), k), out);
    }
  }

  /// Children of A, those of the bits given, against the volume in B's slot, and the other way round.
  HWY_INLINE void OpenA(uint32_t a, uint32_t children, uint32_t slot, Ref rb, ScoredPairs& out) const {
    const Four d;
    const hn::RebindToUnsigned<Four> du;
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Single<Four>, 4>(d, narrow_, Single<Four>{b_.node(slot / 4) + slot % 4, 4}, moved);
    const V<Four> prior = hn::Add(hn::Load(d, prior_a_ + 4 * a), hn::Set(d, prior_b_[slot]));
    Test(d, narrow_, Row<Four>{a_.node(a), 4}, Row<Four>{moved, 4}, prior, Some(children, Refs(a_.node(a))),
         hn::Set(du, rb), out);
  }
  HWY_INLINE void OpenB(uint32_t slot, Ref ra, uint32_t b, uint32_t children, ScoredPairs& out) const {
    const Four d;
    const hn::RebindToUnsigned<Four> du;
    HWY_ALIGN float moved[kBoxFields * 4];
    ObbTest::Move<Four, Row<Four>, 4>(d, narrow_, Row<Four>{b_.node(b), 4}, moved);
    const V<Four> prior = hn::Add(hn::Set(d, prior_a_[slot]), hn::Load(d, prior_b_ + 4 * b));
    Test(d, narrow_, Single<Four>{a_.node(slot / 4) + slot % 4, 4}, Row<Four>{moved, 4}, prior, hn::Set(du, ra),
         Some(children, Refs(b_.node(b))), out);
  }

 private:
  template <class D>
  using V = hn::Vec<D>;

  static HWY_INLINE const Ref* Refs(const float* node) { return reinterpret_cast<const Ref*>(node + kBoxFields * 4); }

  static HWY_INLINE hn::Vec<hn::RebindToUnsigned<Four>> Some(uint32_t children, const Ref* refs) {
    const hn::RebindToUnsigned<Four> du;
    const uint8_t bits[8] = {static_cast<uint8_t>(children)};
    return hn::IfThenElse(hn::LoadMaskBits(du, bits), hn::Load(du, refs), hn::Set(du, kNoRef));
  }

  template <class D, class ReadA, class ReadB, class R>
  static HWY_INLINE void Test(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b, V<D> prior, R ra, R rb,
                              ScoredPairs& out) {
    const hn::RebindToUnsigned<D> du;
    const BoxPair<D> pair(a, b);
    const V<D> ha[3] = {a(field::kObbHalf), a(field::kObbHalf + 1), a(field::kObbHalf + 2)};
    const V<D> hb[3] = {b(field::kObbHalf), b(field::kObbHalf + 1), b(field::kObbHalf + 2)};
    const auto none = hn::Set(du, kNoRef);
    const auto valid = hn::And(hn::Ne(ra, none), hn::Ne(rb, none));
    out.tests += hn::CountTrue(du, valid);
    const auto separated = BoxesSeparated(d, frame.pad, pair.t, pair.c, pair.s, ha, hb);
    const auto left = hn::AndNot(hn::RebindMask(du, separated), valid);
    if (hn::AllFalse(du, left)) return;

    // The largest |t|/r by products, one division at the end; the least r - |t| on the way.
    V<D> t = hn::Zero(d), r = hn::Set(d, 1.0f), depth = hn::Set(d, 1e30f);
    const auto face = [&](V<D> distance, V<D> reach) HWY_ATTR {
      const auto further = hn::Gt(hn::Mul(distance, r), hn::Mul(t, reach));
      t = hn::IfThenElse(further, distance, t);
      r = hn::IfThenElse(further, reach, r);
      depth = hn::Min(depth, hn::Sub(reach, distance));
    };
    V<D> square = hn::Zero(d), sizes = hn::Set(d, 1e-30f);
    for (size_t i = 0; i < 3; ++i) {
      V<D> reach_a = ha[i], reach_b = hb[i];
      for (size_t j = 0; j < 3; ++j) {
        reach_a = hn::MulAdd(hb[j], pair.s[3 * i + j], reach_a);
        reach_b = hn::MulAdd(ha[j], pair.s[3 * j + i], reach_b);
      }
      face(hn::Abs(pair.t[i]), reach_a);
      face(hn::Abs(Dot(pair.t[0], pair.t[1], pair.t[2], pair.c[i], pair.c[3 + i], pair.c[6 + i])), reach_b);
      square = hn::MulAdd(pair.t[i], pair.t[i], square);
      sizes = hn::MulAdd(ha[i], ha[i], hn::MulAdd(hb[i], hb[i], sizes));
    }
    const V<D> margin = hn::Sub(hn::Set(d, 1.0f), hn::Div(t, r));
    V<D> score = hn::MulAdd(hn::Set(d, kMargin), margin, hn::Add(prior, hn::Set(d, kConstant)));
    score = hn::MulAdd(hn::Set(d, kDistance), hn::Div(square, sizes), score);
    hn::StoreU(Compact(du, ra, left), du, out.a + out.count);
    hn::StoreU(Compact(du, rb, left), du, out.b + out.count);
    hn::StoreU(hn::BitCast(d, Compact(du, hn::BitCast(du, score), left)), d, out.score + out.count);
    hn::StoreU(hn::BitCast(d, Compact(du, hn::BitCast(du, hn::Add(depth, frame.pad)), left)), d, out.depth + out.count);
    out.count += hn::CountTrue(du, left);
  }

  const Hierarchy& a_;
  const Hierarchy& b_;
  const float* prior_a_;
  const float* prior_b_;
  FrameLanes<Four> narrow_;
  FrameLanes<Wide> wide_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_SCORE_STEP_INL_H_
