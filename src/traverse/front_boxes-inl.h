// SPDX-License-Identifier: Apache-2.0
// Planes between oriented boxes: the axis along which they are farthest apart, a pair a lane.

#if defined(GRAZE_TRAVERSE_FRONT_BOXES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_FRONT_BOXES_INL_H_
#undef GRAZE_TRAVERSE_FRONT_BOXES_INL_H_
#else
#define GRAZE_TRAVERSE_FRONT_BOXES_INL_H_
#endif

#include "traverse/front_slabs-inl.h"
#include "volumes/obb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class FrontBoxes {
  using V = hn::Vec<Wide>;
  using M = hn::Mask<Wide>;
  static constexpr size_t kLanes = hn::MaxLanes(Wide());
  // Edges so close to parallel (the sine squared) give no axis of their own.
  static constexpr float kParallel = 0x1p-10f;
  static constexpr float kShrink = 1 - 0x1p-20f;

 public:
  static constexpr bool kBoxes = true;  // on both sides

  explicit FrontBoxes(const PairQuery& query)
      : query_(query), frame_(query.frame), loss_(2 * storing_error(query.frame)) {}

  void Planes(const FrontPairs& pairs, const uint32_t* entries, size_t count, PlaneBatch& out) const {
    // Lanes beyond `count` hold boxes without extent at the origins.
    Boxes boxes = {};
    const size_t row_a = query_.a.layout.lanes, row_b = query_.b.layout.lanes;
    for (size_t l = 0; l < count; ++l) {
      const FrontPairs::Link& link = pairs.links[entries[l]];
      const float* a = query_.a.nodes.data() + link.volume_a;
      const float* b = query_.b.nodes.data() + link.volume_b;
      for (size_t f = 0; f < kBoxFields; ++f) {
        boxes.a[f][l] = a[f * row_a];
        boxes.b[f][l] = b[f * row_b];
      }
    }
    for (size_t k = 0; k < count; k += kLanes) Widest(boxes, k, out);
  }

 private:
  struct Boxes {
    HWY_ALIGN float a[kBoxFields][PlaneBatch::kMost];
    HWY_ALIGN float b[kBoxFields][PlaneBatch::kMost];
  };

  HWY_INLINE void Widest(const Boxes& boxes, size_t k, PlaneBatch& out) const {
    const Wide d;
    V a[3][3], b[3][3], away[3], ha[3], hb[3];
    const auto row_a = [&](size_t f) HWY_ATTR { return hn::Load(d, boxes.a[f] + k); };
    const auto row_b = [&](size_t f) HWY_ATTR { return hn::Load(d, boxes.b[f] + k); };
    for (size_t i = 0; i < 3; ++i) {
      const V in[3] = {row_b(i), row_b(4 + i), row_b(8 + i)};
      frame_.Rotate(in, b[i]);
      for (size_t x = 0; x < 3; ++x) a[i][x] = row_a(4 * x + i);
      ha[i] = row_a(field::kObbHalf + i);
      hb[i] = row_b(field::kObbHalf + i);
    }
    {
      const V in[3] = {row_b(3), row_b(7), row_b(11)};
      V centre[3];
      frame_.Place(in, centre);
      for (size_t x = 0; x < 3; ++x) away[x] = hn::Sub(centre[x], row_a(4 * x + 3));
    }
    V t[3], u[3], c[3][3], s[3][3];
    for (size_t i = 0; i < 3; ++i) {
      t[i] = Dot(a[i][0], a[i][1], a[i][2], away[0], away[1], away[2]);
      u[i] = Dot(b[i][0], b[i][1], b[i][2], away[0], away[1], away[2]);
      for (size_t j = 0; j < 3; ++j) {
        c[i][j] = Dot(a[i][0], a[i][1], a[i][2], b[j][0], b[j][1], b[j][2]);
        s[i][j] = hn::Abs(c[i][j]);
      }
    }
    V best = hn::Set(d, -1e30f), n[3] = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    const auto take = [&](V gap, const V axis[3]) HWY_ATTR {
      const M better = hn::Gt(gap, best);
      best = hn::IfThenElse(better, gap, best);
      for (size_t x = 0; x < 3; ++x) n[x] = hn::IfThenElse(better, axis[x], n[x]);
    };
    for (size_t i = 0; i < 3; ++i) {
      V reach = ha[i];
      for (size_t j = 0; j < 3; ++j) reach = hn::MulAdd(hb[j], s[i][j], reach);
      take(hn::Sub(hn::Abs(t[i]), reach), a[i]);
    }
    for (size_t j = 0; j < 3; ++j) {
      V reach = hb[j];
      for (size_t i = 0; i < 3; ++i) reach = hn::MulAdd(ha[i], s[i][j], reach);
      take(hn::Sub(hn::Abs(u[j]), reach), b[j]);
    }
    for (size_t i = 0; i < 3; ++i) {
      const size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (size_t j = 0; j < 3; ++j) {
        const size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        V reach = hn::Mul(ha[i1], s[i2][j]);
        reach = hn::MulAdd(ha[i2], s[i1][j], reach);
        reach = hn::MulAdd(hb[j1], s[i][j2], reach);
        reach = hn::MulAdd(hb[j2], s[i][j1], reach);
        const V along = hn::MulSub(t[i2], c[i1][j], hn::Mul(t[i1], c[i2][j]));
        const V sine = hn::Max(hn::NegMulAdd(c[i][j], c[i][j], hn::Set(d, 1.0f)), hn::Set(d, kParallel));
        V cross[3];
        for (size_t x = 0; x < 3; ++x) {
          cross[x] = hn::MulSub(a[i][(x + 1) % 3], b[j][(x + 2) % 3], hn::Mul(a[i][(x + 2) % 3], b[j][(x + 1) % 3]));
        }
        take(hn::Mul(hn::Sub(hn::Abs(along), reach), hn::ApproximateReciprocalSqrt(sine)), cross);
      }
    }
    // The plane as it is stored, whatever led to it: at most 1 long, and how far the boxes are apart along it.
    const V square = hn::Max(Dot(n[0], n[1], n[2], n[0], n[1], n[2]), hn::Set(d, kParallel * kParallel));
    const V scale = hn::Div(hn::Set(d, kShrink), hn::Sqrt(square));
    for (size_t x = 0; x < 3; ++x) n[x] = hn::Mul(n[x], scale);
    const V along = Dot(n[0], n[1], n[2], away[0], away[1], away[2]);
    V reach = hn::Set(d, loss_);
    for (size_t i = 0; i < 3; ++i) {
      reach = hn::MulAdd(ha[i], hn::Abs(Dot(n[0], n[1], n[2], a[i][0], a[i][1], a[i][2])), reach);
      reach = hn::MulAdd(hb[i], hn::Abs(Dot(n[0], n[1], n[2], b[i][0], b[i][1], b[i][2])), reach);
    }
    for (size_t x = 0; x < 3; ++x) hn::StoreU(hn::CopySign(n[x], hn::Xor(n[x], along)), d, out.normal[x] + k);
    hn::StoreU(hn::Sub(hn::Abs(along), reach), d, out.gap + k);
  }

  const PairQuery& query_;
  FrameLanes<Wide> frame_;
  float loss_;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_FRONT_BOXES_INL_H_
