// SPDX-License-Identifier: Apache-2.0
// Axes of oriented boxes, sixteen pieces of surface at a time. Of least area among: axis-aligned; three normals (mean
// normal, thinnest and longest principal axis), each with eight angles about it (KERNELS lesson 6: 10-12 % fewer tests
// than principal axes alone). Turning the winner further, by halving steps about each axis, made boxes smaller and
// queries test 1-2 % more of them.
// No fused operations, nothing summed across lanes: the same box on every instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "volumes/fit_obb_axes.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "hwy/highway.h"
#include "volumes/piece_lanes.h"
#include "volumes/principal_axes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kFitLanes>;
using V = hn::Vec<Lanes>;
using V3 = Vector<V>;
constexpr size_t kStep = hn::MaxLanes(Lanes());

/// The pieces of one vector: those from `lane` on.
struct Pieces {
  const PieceLanes& all;
  size_t lane;
  HWY_INLINE V3 Point(size_t i) const {
    const Lanes d;
    return {hn::Load(d, all.at[0][i] + lane), hn::Load(d, all.at[1][i] + lane), hn::Load(d, all.at[2][i] + lane)};
  }
};

/// The power of two at or below the largest coordinate, at least the least normal float.
void ScaleLanes(PieceLanes& pieces) {
  const Lanes d;
  const hn::RebindToUnsigned<Lanes> du;
  for (size_t lane = 0; lane < kFitLanes; lane += kStep) {
    V most = hn::Zero(d);
    for (const auto& axis : pieces.at) {
      for (size_t i = 0; i < pieces.rows; ++i) most = hn::Max(most, hn::Abs(hn::Load(d, axis[i] + lane)));
    }
    const auto exponent = hn::And(hn::BitCast(du, most), hn::Set(du, 0x7F800000u));
    const auto power = hn::Max(exponent, hn::Set(du, 0x00800000u));
    hn::Store(hn::BitCast(d, power), d, pieces.unscale + lane);
    const V scale = hn::BitCast(d, hn::Sub(hn::Set(du, 0x7F000000u), power));
    for (auto& axis : pieces.at) {
      for (size_t i = 0; i < pieces.rows; ++i) {
        hn::Store(hn::Mul(hn::Load(d, axis[i] + lane), scale), d, axis[i] + lane);
      }
    }
  }
}

/// Upper triangle of Σ vvᵀ: xx yy zz xy xz yz.
HWY_INLINE void AddSquares(const V3& v, V out[6]) {
  out[0] = hn::Add(out[0], hn::Mul(v.x, v.x));
  out[1] = hn::Add(out[1], hn::Mul(v.y, v.y));
  out[2] = hn::Add(out[2], hn::Mul(v.z, v.z));
  out[3] = hn::Add(out[3], hn::Mul(v.x, v.y));
  out[4] = hn::Add(out[4], hn::Mul(v.x, v.z));
  out[5] = hn::Add(out[5], hn::Mul(v.y, v.z));
}

HWY_INLINE V3 Plus(const V3& a, const V3& b) { return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)}; }

/// ∫ xxᵀ dA over a triangle is area/12 · (9 ccᵀ + Σ vvᵀ), c the centroid: area/12 · (ssᵀ + Σ vvᵀ), s the corners' sum.
void LaneMoments(const PieceLanes& pieces, MomentLanes& out) {
  const Lanes d;
  const V zero = hn::Zero(d);
  for (size_t lane = 0; lane < kFitLanes; lane += kStep) {
    const Pieces from{pieces, lane};
    const V points = hn::Load(d, pieces.points + lane);
    V area = zero, second[6] = {zero, zero, zero, zero, zero, zero};
    V3 first{zero, zero, zero}, normal{zero, zero, zero};
    for (size_t i = 0; i + 3 <= pieces.rows; i += 3) {
      const V3 a = from.Point(i), b = from.Point(i + 1), c = from.Point(i + 2);
      const V3 n = CrossOf(Minus(b, a), Minus(c, a));
      const auto counts = hn::Gt(points, hn::Set(d, static_cast<float>(i + 2)));
      const V twice = hn::IfThenElseZero(counts, hn::Sqrt(DotOf(n, n)));
      const V3 sum = Plus(Plus(a, b), c);
      V squares[6] = {zero, zero, zero, zero, zero, zero};
      AddSquares(a, squares);
      AddSquares(b, squares);
      AddSquares(c, squares);
      AddSquares(sum, squares);
      area = hn::Add(area, twice);
      first = Plus(first, ScaleBy(sum, twice));
      normal = Plus(normal, Select(counts, n, V3{zero, zero, zero}));
      for (size_t k = 0; k < 6; ++k) second[k] = hn::Add(second[k], hn::Mul(squares[k], twice));
    }
    // Slivers whose area is lost in rounding count as none.
    const auto flat = hn::Lt(area, hn::Set(d, 1e-20f));
    const V inverse = hn::Div(hn::Set(d, 1.0f), hn::IfThenElse(flat, hn::Set(d, 1.0f), area));
    const V3 mean = ScaleBy(first, hn::Mul(inverse, hn::Set(d, 1.0f / 3)));
    V squares[6] = {zero, zero, zero, zero, zero, zero};
    AddSquares(mean, squares);
    const V unscale = hn::Load(d, pieces.unscale + lane);
    const V square = hn::Mul(unscale, unscale);
    hn::Store(hn::IfThenZeroElse(flat, hn::Mul(hn::Mul(area, hn::Set(d, 0.5f)), square)), d, out.area + lane);
    const V means[3] = {mean.x, mean.y, mean.z}, normals[3] = {normal.x, normal.y, normal.z};
    for (size_t x = 0; x < 3; ++x) {
      const V origin = hn::Load(d, pieces.first[x] + lane);
      hn::Store(hn::Add(origin, hn::Mul(means[x], unscale)), d, out.mean[x] + lane);
      hn::Store(hn::Mul(normals[x], inverse), d, out.normal[x] + lane);
    }
    for (size_t k = 0; k < 6; ++k) {
      const V about_first = hn::Mul(hn::Mul(second[k], inverse), hn::Set(d, 1.0f / 12));
      hn::Store(hn::Mul(hn::Sub(about_first, squares[k]), square), d, out.covariance[k] + lane);
    }
  }
}

/// Of the points, each the same: for pieces without area.
HWY_INLINE void PointCovariance(const Pieces& from, V out[6]) {
  const Lanes d;
  const V zero = hn::Zero(d), points = hn::Load(d, from.all.points + from.lane);
  V3 sum{zero, zero, zero};
  for (size_t i = 0; i < from.all.rows; ++i) sum = Plus(sum, from.Point(i));  // repeated points are zero
  const V3 mean = ScaleBy(sum, hn::Div(hn::Set(d, 1.0f), points));
  for (size_t k = 0; k < 6; ++k) out[k] = zero;
  for (size_t i = 0; i < from.all.rows; ++i) {
    const auto counts = hn::Gt(points, hn::Set(d, static_cast<float>(i)));
    AddSquares(Select(counts, Minus(from.Point(i), mean), V3{zero, zero, zero}), out);
  }
}

struct Frame3 {
  V3 u, v, n;
};

HWY_INLINE Frame3 Select(hn::Mask<Lanes> mask, const Frame3& yes, const Frame3& no) {
  return {Select(mask, yes.u, no.u), Select(mask, yes.v, no.v), Select(mask, yes.n, no.n)};
}

struct Extent {
  V low, high;
  HWY_INLINE Extent() : low(hn::Set(Lanes(), HUGE_VALF)), high(hn::Set(Lanes(), -HUGE_VALF)) {}
  HWY_INLINE void Add(V p) {
    low = hn::Min(low, p);
    high = hn::Max(high, p);
  }
  HWY_INLINE V Width() const { return hn::Sub(high, low); }
};

HWY_INLINE V HalfArea(V a, V b, V c) { return hn::Add(hn::Mul(a, b), hn::Mul(hn::Add(a, b), c)); }

/// The best box so far, by half its area.
struct Best {
  Frame3 frame;
  V area;
};

/// Projections of the points, for one vector of pieces.
struct Scratch {
  HWY_ALIGN float row[2][PieceLanes::kPoints][kStep];
};

/// Angles about a normal: k · π/16 over a quarter turn. That of 8 - k has cosine and sine of k exchanged, so one pair
/// of products with tan k serves both, and the cosine is left to the widths.
struct Turn {
  float cos, sin, tan;
};
constexpr Turn kTurns[3] = {{0.980785280f, 0.195090322f, 0.198912367f},
                            {0.923879533f, 0.382683432f, 0.414213562f},
                            {0.831469612f, 0.555570233f, 0.668178638f}};
constexpr float kDiagonal = 0.707106781f;

HWY_INLINE void TryNormal(const Pieces& from, const Frame3& frame, hn::Mask<Lanes> valid, Scratch& scratch,
                          Best& best) {
  const Lanes d;
  Extent depth;
  for (size_t i = 0; i < from.all.rows; ++i) {
    const V3 p = from.Point(i);
    hn::Store(DotOf(p, frame.u), d, scratch.row[0][i]);
    hn::Store(DotOf(p, frame.v), d, scratch.row[1][i]);
    depth.Add(DotOf(p, frame.n));
  }
  const V thickness = depth.Width();
  V least = best.area, cos = hn::Set(d, 1.0f), sin = hn::Zero(d);
  const auto offer = [&](const Extent& e0, const Extent& e1, float scale, float c, float s) HWY_ATTR {
    const V factor = hn::Set(d, scale);
    const V area = HalfArea(hn::Mul(e0.Width(), factor), hn::Mul(e1.Width(), factor), thickness);
    const auto better = hn::And(valid, hn::Lt(area, least));
    least = hn::IfThenElse(better, area, least);
    cos = hn::IfThenElse(better, hn::Set(d, c), cos);
    sin = hn::IfThenElse(better, hn::Set(d, s), sin);
  };
  Extent u0, v0, u4, v4;
  for (size_t i = 0; i < from.all.rows; ++i) {
    const V u = hn::Load(d, scratch.row[0][i]), v = hn::Load(d, scratch.row[1][i]);
    u0.Add(u);
    v0.Add(v);
    u4.Add(hn::Add(u, v));
    v4.Add(hn::Sub(v, u));
  }
  offer(u0, v0, 1, 1, 0);
  offer(u4, v4, kDiagonal, kDiagonal, kDiagonal);
  for (const Turn& turn : kTurns) {
    const V tan = hn::Set(d, turn.tan);
    Extent low0, low1, high0, high1;  // by k, and by 8 - k
    for (size_t i = 0; i < from.all.rows; ++i) {
      const V u = hn::Load(d, scratch.row[0][i]), v = hn::Load(d, scratch.row[1][i]);
      const V tu = hn::Mul(u, tan), tv = hn::Mul(v, tan);
      low0.Add(hn::Add(u, tv));
      low1.Add(hn::Sub(v, tu));
      high0.Add(hn::Add(tu, v));
      high1.Add(hn::Sub(tv, u));
    }
    offer(low0, low1, turn.cos, turn.cos, turn.sin);
    offer(high0, high1, turn.cos, turn.sin, turn.cos);
  }
  const Frame3 turned{Plus(ScaleBy(frame.u, cos), ScaleBy(frame.v, sin)),
                      Minus(ScaleBy(frame.v, cos), ScaleBy(frame.u, sin)), frame.n};
  best.frame = Select(hn::Lt(least, best.area), turned, best.frame);
  best.area = least;
}

/// The candidates for one vector of pieces.
HWY_INLINE Best Search(const Pieces& from, const MomentLanes& moments) {
  const Lanes d;
  const size_t lane = from.lane;
  const V one = hn::Set(d, 1.0f), zero = hn::Zero(d);
  Best best{{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}, zero};
  Extent e[3];
  for (size_t i = 0; i < from.all.rows; ++i) {
    const V3 p = from.Point(i);
    e[0].Add(p.x);
    e[1].Add(p.y);
    e[2].Add(p.z);
  }
  best.area = HalfArea(e[0].Width(), e[1].Width(), e[2].Width());

  V covariance[6];
  const auto flat = hn::Eq(hn::Load(d, moments.area + lane), zero);
  for (size_t k = 0; k < 6; ++k) covariance[k] = hn::Load(d, moments.covariance[k] + lane);
  if (!hn::AllFalse(d, flat)) {
    V of_points[6];
    PointCovariance(from, of_points);
    for (size_t k = 0; k < 6; ++k) covariance[k] = hn::IfThenElse(flat, of_points[k], covariance[k]);
  }
  V largest = hn::Set(d, 1e-37f);
  for (const V entry : covariance) largest = hn::Max(largest, hn::Abs(entry));
  for (V& entry : covariance) entry = hn::Div(entry, largest);
  V3 axis[3];
  PrincipalAxes(d, covariance, axis);

  const auto all = hn::Eq(zero, zero);
  Scratch scratch;
  // Closed pieces have no mean normal worth a try.
  const V3 normal{hn::Load(d, moments.normal[0] + lane), hn::Load(d, moments.normal[1] + lane),
                  hn::Load(d, moments.normal[2] + lane)};
  const V length = hn::Sqrt(DotOf(normal, normal));
  const auto open = hn::AndNot(flat, hn::Gt(length, hn::Set(d, 0.1f)));
  if (!hn::AllFalse(d, open)) {
    const V3 n = Select(open, ScaleBy(normal, hn::Div(one, hn::IfThenElse(open, length, one))), axis[2]);
    // Longest, or the middle one when the normal is the longest.
    const V3 across = Minus(axis[0], ScaleBy(n, DotOf(n, axis[0])));
    const V3 other = Minus(axis[1], ScaleBy(n, DotOf(n, axis[1])));
    const V3 u = Select(hn::Gt(DotOf(across, across), hn::Set(d, 1e-2f)), across, other);
    const V3 unit = ScaleBy(u, hn::Div(one, hn::Sqrt(DotOf(u, u))));
    TryNormal(from, {unit, CrossOf(n, unit), n}, open, scratch, best);
  }
  TryNormal(from, {axis[0], CrossOf(axis[2], axis[0]), axis[2]}, all, scratch, best);
  TryNormal(from, {axis[1], CrossOf(axis[0], axis[1]), axis[0]}, all, scratch, best);
  return best;
}

/// Orthonormal to one unit of roundoff, which the tests of boxes count on: in double, then rounded.
HWY_INLINE void Orthonormalise(float axes[9][kFitLanes]) {
  const hn::CappedTag<double, kFitLanes> d;
  const hn::Rebind<float, decltype(d)> df;
  using W = hn::Vec<decltype(d)>;
  for (size_t lane = 0; lane < kFitLanes; lane += hn::MaxLanes(d)) {
    const auto load = [&](size_t i) HWY_ATTR { return hn::PromoteTo(d, hn::Load(df, axes[i] + lane)); };
    const auto store = [&](size_t i, W x) HWY_ATTR { hn::Store(hn::DemoteTo(df, x), df, axes[i] + lane); };
    const W one = hn::Set(d, 1.0);
    Vector<W> u{load(0), load(1), load(2)}, n{load(6), load(7), load(8)};
    n = ScaleBy(n, hn::Div(one, hn::Sqrt(DotOf(n, n))));
    u = Minus(u, ScaleBy(n, DotOf(n, u)));
    u = ScaleBy(u, hn::Div(one, hn::Sqrt(DotOf(u, u))));
    const Vector<W> v = CrossOf(n, u);
    store(0, u.x);
    store(1, u.y);
    store(2, u.z);
    store(3, v.x);
    store(4, v.y);
    store(5, v.z);
    store(6, n.x);
    store(7, n.y);
    store(8, n.z);
  }
}

void LaneBoxes(const PieceLanes& pieces, const MomentLanes& moments, BoxLanes& out) {
  const Lanes d;
  for (size_t lane = 0; lane < kFitLanes; lane += kStep) {
    const Best best = Search({pieces, lane}, moments);
    const V3 rows[3] = {best.frame.u, best.frame.v, best.frame.n};
    for (size_t i = 0; i < 3; ++i) {
      hn::Store(rows[i].x, d, out.axes[3 * i] + lane);
      hn::Store(rows[i].y, d, out.axes[3 * i + 1] + lane);
      hn::Store(rows[i].z, d, out.axes[3 * i + 2] + lane);
    }
  }
  Orthonormalise(out.axes);
  for (size_t lane = 0; lane < kFitLanes; lane += kStep) {
    const Pieces from{pieces, lane};
    const auto axis = [&](size_t i) HWY_ATTR {
      return V3{hn::Load(d, out.axes[3 * i] + lane), hn::Load(d, out.axes[3 * i + 1] + lane),
                hn::Load(d, out.axes[3 * i + 2] + lane)};
    };
    const V3 u = axis(0), v = axis(1), n = axis(2);
    Extent e[3];
    for (size_t i = 0; i < pieces.rows; ++i) {
      const V3 p = from.Point(i);
      e[0].Add(DotOf(p, u));
      e[1].Add(DotOf(p, v));
      e[2].Add(DotOf(p, n));
    }
    for (size_t i = 0; i < 3; ++i) {
      // Adding zero makes +0 of -0, between which min and max do not decide.
      hn::Store(hn::Add(e[i].low, hn::Zero(d)), d, out.lower[i] + lane);
      hn::Store(hn::Add(e[i].high, hn::Zero(d)), d, out.upper[i] + lane);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(ScaleLanes);
HWY_EXPORT(LaneMoments);
HWY_EXPORT(LaneBoxes);

void scale_lanes(PieceLanes& pieces) { HWY_DYNAMIC_DISPATCH(ScaleLanes)(pieces); }

void lane_moments(const PieceLanes& pieces, MomentLanes& out) { HWY_DYNAMIC_DISPATCH(LaneMoments)(pieces, out); }

void lane_boxes(const PieceLanes& pieces, const MomentLanes& moments, BoxLanes& out) {
  HWY_DYNAMIC_DISPATCH(LaneBoxes)(pieces, moments, out);
}

}  // namespace graze::detail
#endif
