// SPDX-License-Identifier: Apache-2.0
// Distances of a swept core from the four triangles of a packet, in double.
// Included once for each instruction set.

#if defined(GRAZE_NC_PACKET_DISTANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_NC_PACKET_DISTANCE_INL_H_
#undef GRAZE_NC_PACKET_DISTANCE_INL_H_
#else
#define GRAZE_NC_PACKET_DISTANCE_INL_H_
#endif

#include <algorithm>

#include "geometry/point_triangle.h"
#include "hwy/highway.h"
#include "nc/check/core_search.h"

HWY_BEFORE_NAMESPACE();
namespace graze::nc::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

class PacketDistance {
  using D = hn::CappedTag<double, 4>;
  using V = hn::Vec<D>;
  struct V3 {
    V x, y, z;
  };
  // Not fused: the same numbers with every instruction set.
  static HWY_INLINE V Plus(V a, V b, V c) { return hn::Add(hn::Mul(a, b), c); }
  static HWY_INLINE V Minus(V a, V b, V c) { return hn::Sub(hn::Mul(a, b), c); }
  static HWY_INLINE V NegPlus(V a, V b, V c) { return hn::Sub(c, hn::Mul(a, b)); }
  static HWY_INLINE V3 Sub(const V3& a, const V3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
  }
  static HWY_INLINE V Dot(const V3& a, const V3& b) { return Plus(a.x, b.x, Plus(a.y, b.y, hn::Mul(a.z, b.z))); }
  static HWY_INLINE V3 Cross(const V3& a, const V3& b) {
    return {Minus(a.y, b.z, hn::Mul(a.z, b.y)), Minus(a.z, b.x, hn::Mul(a.x, b.z)), Minus(a.x, b.y, hn::Mul(a.y, b.x))};
  }
  static HWY_INLINE V Clamp(V x) { return hn::Min(hn::Max(x, hn::Zero(D())), hn::Set(D(), 1.0)); }
  static HWY_INLINE V3 Set(const Vec3& a) { return {hn::Set(D(), a.x), hn::Set(D(), a.y), hn::Set(D(), a.z)}; }

  struct Lanes {  // triangles about a point, their edges (k from corner k to k + 1) and normals
    V3 corner[3], edge[3], normal;
    V area, longest;  // |normal|, and the square of the longest edge
  };
  static HWY_INLINE Lanes Load(const TrianglePacket& packet, size_t lane, const Vec3& about) {
    const D d;
    Lanes t;
    const V3 o = Set(about);
    for (size_t k = 0; k < 3; ++k) {
      t.corner[k] = Sub({hn::LoadU(d, packet.v[k][0] + lane), hn::LoadU(d, packet.v[k][1] + lane),
                         hn::LoadU(d, packet.v[k][2] + lane)},
                        o);
    }
    t.longest = hn::Zero(d);
    for (size_t k = 0; k < 3; ++k) {
      t.edge[k] = Sub(t.corner[(k + 1) % 3], t.corner[k]);
      t.longest = hn::Max(t.longest, Dot(t.edge[k], t.edge[k]));
    }
    t.normal = Cross(t.edge[0], t.edge[1]);
    t.area = hn::Sqrt(Dot(t.normal, t.normal));
    return t;
  }
  /// Where a point's foot on the plane lies in the triangle, given the point about the triangle's origin.
  static HWY_INLINE hn::Mask<D> Over(const Lanes& t, const V3& p) {
    auto inside = hn::Ge(hn::Zero(D()), hn::Zero(D()));
    for (size_t k = 0; k < 3; ++k) {
      const V side = Dot(Cross(t.edge[k], Sub(p, t.corner[k])), t.normal);
      inside = hn::And(inside, hn::Ge(side, hn::Zero(D())));
    }
    return inside;
  }

 public:
  explicit PacketDistance(const core::SweptCore& core)
      : core_(core),
        start_{core.at.x, core.at.y, core.at.z + core.z0},
        size_(core::max_abs(core.way)),
        bulk_(size_ + core.r0 + core.r1 + std::abs(core.z0) + std::abs(core.z1)),
        middle_z_((core.low() + core.high()) / 2 - start_.z) {}

  void Offer(const PartData& part, size_t index, CoreSearch& search) {
    const TrianglePacket& packet = part.packets[index];
    const size_t count = part.model.hierarchy().leaves[index].count;
    for (size_t lane = 0; lane < count; lane += hn::Lanes(D())) {
      const Lanes t = Load(packet, lane, start_);
      if (core_.is_segment()) {
        OfferToSegment(part, 4 * index + lane, std::min(hn::Lanes(D()), count - lane), t, search);
      } else {
        OfferToCore(part, 4 * index + lane, std::min(hn::Lanes(D()), count - lane), t, search);
      }
    }
  }

  /// The points themselves, for the nearest triangle, where only their distance was computed.
  void Finish(const PartData& part, CoreSearch& search) const {
    if (search.slot == kNoSlot || search.by_plane) return;
    const core::Corners corners = part.corners(search.slot);
    core::CoreDistance& found = search.nearest;
    if (!by_segment_) {
      // A gap g in the distance is sqrt(2 r g) in the place: witnesses are wanted where the depth is.
      const Vec3 along = found.on_core - found.on_triangle;
      if (found.lower > 0) {
        found = core::core_distance(core_, corners, 1e-5 * search.gap, hwy::HighestValue<double>(), along);
      }
      return;
    }
    found.on_core = start_ + found.t * core_.way;
    core::Corners about;
    for (size_t k = 0; k < 3; ++k) about.v[k] = corners.v[k] - found.on_core;
    found.on_triangle = core::point_of(core::nearest_to_origin(about), corners);
  }

 private:
  /// The segment from the origin along `way` and each triangle (NC.md 4.3): two points, three edges, one crossing.
  HWY_INLINE void SegmentSquares(const Lanes& t, V& squares, V& where) const {
    const D d;
    const V zero = hn::Zero(d), one = hn::Set(d, 1.0), least = hn::Set(d, 1e-200);
    const V3 way = Set(core_.way);
    const V a = Dot(way, way);
    squares = hn::Set(d, hwy::HighestValue<double>());
    where = zero;
    const auto offer = [&](hn::Mask<D> valid, V squared, V at) HWY_ATTR {
      const auto better = hn::And(valid, hn::Lt(squared, squares));
      squares = hn::IfThenElse(better, squared, squares);
      where = hn::IfThenElse(better, at, where);
    };
    for (size_t k = 0; k < 3; ++k) {
      const V3& e = t.edge[k];
      const V3& q = t.corner[k];  // the segment's start, seen from the corner, is -q
      const V ee = hn::Max(Dot(e, e), least), b = Dot(way, e), c = hn::Neg(Dot(way, q)), f = hn::Neg(Dot(e, q));
      const V turn = Minus(a, ee, hn::Mul(b, b));
      V s = Clamp(hn::Div(Minus(b, f, hn::Mul(c, ee)), hn::Max(turn, least)));
      // Once more each way: where segment and edge are nearly parallel, the quotient above is noise.
      V u = Clamp(hn::Div(Plus(b, s, f), ee));
      s = Clamp(hn::Div(Minus(b, u, c), hn::Max(a, least)));
      u = Clamp(hn::Div(Plus(b, s, f), ee));
      const V3 gap{NegPlus(u, e.x, Minus(s, way.x, q.x)), NegPlus(u, e.y, Minus(s, way.y, q.y)),
                   NegPlus(u, e.z, Minus(s, way.z, q.z))};
      offer(hn::Ge(zero, zero), Dot(gap, gap), s);
    }
    const auto flat = hn::Gt(t.area, hn::Mul(hn::Set(d, kThin), t.longest));
    const V h0 = hn::Neg(Dot(t.normal, t.corner[0])), h1 = hn::Add(h0, Dot(t.normal, way));
    const V unit = hn::Max(t.area, least);
    const V at0 = hn::Div(h0, unit), at1 = hn::Div(h1, unit);
    const V3 none{zero, zero, zero};
    offer(hn::And(flat, Over(t, none)), hn::Mul(at0, at0), zero);
    offer(hn::And(flat, Over(t, way)), hn::Mul(at1, at1), one);
    const auto crosses = hn::Lt(hn::Mul(at0, at1), zero);
    if (!hn::AllFalse(d, crosses)) {
      const V s = Clamp(hn::Div(at0, hn::Sub(at0, at1)));
      const V3 x{hn::Mul(s, way.x), hn::Mul(s, way.y), hn::Mul(s, way.z)};
      offer(hn::And(hn::And(flat, crosses), Over(t, x)), zero, s);
    }
  }

  void OfferToSegment(const PartData& part, size_t slot, size_t count, const Lanes& t, CoreSearch& search) {
    const D d;
    const bool upright = core_.z1 > core_.z0;
    HWY_ALIGN double planes[4] = {};
    hn::StoreU(PlaneGaps(t, search), d, planes);
    if (!upright) {
      bool needed = false;
      for (size_t i = 0; i < count; ++i) needed = needed || planes[i] < search.lower;
      if (!needed) {
        for (size_t i = 0; i < count; ++i) {
          if (planes[i] <= search.collect) search.near->push_back(slot + i);
        }
        return;
      }
    }
    V squares, where;
    SegmentSquares(t, squares, where);
    HWY_ALIGN double squared[4], at[4], top[4], far[4], thin[4];
    hn::StoreU(squares, d, squared);
    hn::StoreU(where, d, at);
    const V high = hn::Max(t.corner[0].z, hn::Max(t.corner[1].z, t.corner[2].z));
    hn::StoreU(high, d, top);
    hn::StoreU(hn::IfThenElse(hn::Gt(t.area, hn::Mul(hn::Set(d, kThin), t.longest)), hn::Zero(d),
                              hn::Mul(hn::Set(d, kThin), hn::Sqrt(t.longest))),
               d, thin);
    hn::StoreU(hn::Sqrt(Plus(hn::Set(d, 2.0), Dot(t.corner[0], t.corner[0]), t.longest)), d, far);
    // An upright segment sweeps a parallelogram: what lies below it is nearest to its lower side.
    const double below = upright ? std::min(0.0, core_.way.z) : hwy::HighestValue<double>();
    for (size_t i = 0; i < count; ++i) {
      if (top[i] > below) {
        OfferByPlane(part, slot + i, planes[i], search);
        continue;
      }
      ++search.counts.closed_forms;
      const double upper = std::sqrt(squared[i]);
      const double lower = std::max(0.0, upper - kRounding * (far[i] + size_) - thin[i]);
      if (lower <= search.collect) search.near->push_back(slot + i);
      if (lower >= search.lower) continue;
      search.lower = lower;
      search.slot = slot + i;
      search.nearest.lower = lower;
      search.nearest.upper = upper;
      search.nearest.t = at[i];
      search.by_plane = false;
      by_segment_ = true;
    }
  }

  /// A lower bound of the distance of the core from the box of a triangle.
  double BoxGap(const core::Corners& c) const {
    const Vec3 low = core::min(core::min(c.v[0], c.v[1]), c.v[2]), high = core::max(core::max(c.v[0], c.v[1]), c.v[2]);
    const auto beside = [](double lo, double hi, double from, double way) {
      const double a = std::min(from, from + way), b = std::max(from, from + way);
      return std::max({0.0, lo - b, a - hi});
    };
    const double x = beside(low.x, high.x, core_.at.x, core_.way.x), y = beside(low.y, high.y, core_.at.y, core_.way.y);
    const double out = std::max(0.0, std::sqrt(x * x + y * y) - std::max(core_.r0, core_.r1));
    const double z = std::max({0.0, low.z - core_.high(), core_.low() - high.z});
    return std::sqrt(z * z + out * out) * (1 - 1e-12) - kRounding * size_;
  }

  void Iterate(const PartData& part, size_t slot, CoreSearch& search) {
    const core::Corners corners = part.corners(slot);
    ++search.counts.iterated;
    const core::CoreDistance found =
        core::core_distance(core_, corners, search.gap, std::min(search.lower, search.enough), search.along);
    if (found.lower >= search.lower) return;
    search.lower = found.lower;
    search.slot = slot;
    search.nearest = found;
    search.by_plane = found.lower >= search.enough;
    by_segment_ = false;
    // Where the part bends away from the tool, a plane across this way is between the core and all else nearby.
    const Vec3 way = found.on_core - found.on_triangle;
    const double length = core::norm(way);
    if (found.lower > 0) search.along = (1 / length) * way;
  }

  /// How far the core is at least from a triangle: by a plane across `along`.
  double AcrossGap(const core::Corners& c, const CoreSearch& search) const {
    const Vec3& d = search.along;
    const double high =
        std::max({core::dot(d, c.v[0] - core_.at), core::dot(d, c.v[1] - core_.at), core::dot(d, c.v[2] - core_.at)});
    return -core_.extent(-d) - high - kRounding * (bulk_ + std::abs(high));
  }

  /// How far the core is at least from each triangle: by its plane, and by one across `along`.
  HWY_INLINE V PlaneGaps(const Lanes& t, const CoreSearch& search) const {
    const D d;
    const V zero = hn::Zero(d);
    const V length = hn::Sqrt(Plus(t.normal.x, t.normal.x, hn::Mul(t.normal.y, t.normal.y)));
    const V h = Dot(t.normal, t.corner[0]), along = Dot(t.normal, Set(core_.way));
    const V r0 = hn::Mul(length, hn::Set(d, core_.r0)), r1 = hn::Mul(length, hn::Set(d, core_.r1));
    const V rise = hn::Mul(t.normal.z, hn::Set(d, core_.z1 - core_.z0));  // start_ is at z0
    const V most = hn::Add(hn::Max(r0, hn::Add(rise, r1)), hn::Max(along, zero));
    const V fewest = hn::Add(hn::Min(hn::Neg(r0), hn::Sub(rise, r1)), hn::Min(along, zero));
    const V gap = hn::Div(hn::Max(hn::Sub(fewest, h), hn::Sub(h, most)), hn::Max(t.area, hn::Set(d, 1e-200)));
    const auto flat = hn::Gt(t.area, hn::Mul(hn::Set(d, kThin), t.longest));
    const V3 axis = Set(search.along);
    const V high = hn::Max(Dot(axis, t.corner[0]), hn::Max(Dot(axis, t.corner[1]), Dot(axis, t.corner[2])));
    const V across = hn::Sub(
        hn::Set(d, -core_.extent({-search.along.x, -search.along.y, -search.along.z}) - search.along.z * core_.z0),
        high);
    const V error =
        hn::Mul(hn::Set(d, kRounding),
                hn::Add(hn::Set(d, bulk_), hn::Sqrt(Plus(hn::Set(d, 2.0), Dot(t.corner[0], t.corner[0]), t.longest))));
    return hn::Sub(hn::Max(across, hn::IfThenElseZero(flat, gap)), error);
  }

  void OfferToCore(const PartData& part, size_t slot, size_t count, const Lanes& t, CoreSearch& search) {
    HWY_ALIGN double lower[4];
    hn::StoreU(PlaneGaps(t, search), D(), lower);
    for (size_t i = 0; i < count; ++i) OfferByPlane(part, slot + i, lower[i], search);
  }

  void OfferByPlane(const PartData& part, size_t slot, double lower, CoreSearch& search) {
    const double reach = std::max(search.lower, search.collect);
    if (lower >= reach) return;
    lower = std::max(lower, BoxGap(part.corners(slot)));
    if (lower >= reach) return;
    if (lower <= search.collect) search.near->push_back(slot);
    if (lower >= search.lower) return;
    if (lower < search.enough) {
      if (AcrossGap(part.corners(slot), search) < search.lower) Iterate(part, slot, search);
      return;
    }
    search.lower = lower;
    search.slot = slot;
    search.by_plane = true;
  }

  /// Doubles as sums of some dozen products of coordinates about the core: relative to those.
  static constexpr double kRounding = 0x1p-40;
  /// Triangles less than this times as high as long are taken for their edges; they are that much nearer then.
  static constexpr double kThin = 1e-7;

  const core::SweptCore& core_;
  Vec3 start_;
  double size_, bulk_;
  double middle_z_;
  bool by_segment_ = false;
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::nc::detail
HWY_AFTER_NAMESPACE();

#endif
