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

  struct Lanes {  // triangles about a point, and their normals: of length 1, or zero for slivers
    V3 corner[3], normal;
    V thick;
  };
  static HWY_INLINE Lanes Load(const TrianglePacket& packet, const PacketPlanes& planes, size_t lane,
                               const Vec3& about) {
    const D d;
    Lanes t;
    const V3 o = Set(about);
    for (size_t k = 0; k < 3; ++k) {
      t.corner[k] = Sub({hn::LoadU(d, packet.v[k][0] + lane), hn::LoadU(d, packet.v[k][1] + lane),
                         hn::LoadU(d, packet.v[k][2] + lane)},
                        o);
    }
    t.normal = LoadNormal(planes, lane);
    t.thick = hn::LoadU(d, planes.thick + lane);
    return t;
  }
  static HWY_INLINE V3 LoadNormal(const PacketPlanes& planes, size_t lane) {
    const D d;
    return {hn::LoadU(d, planes.normal[0] + lane), hn::LoadU(d, planes.normal[1] + lane),
            hn::LoadU(d, planes.normal[2] + lane)};
  }

 public:
  PacketDistance(const PartData& part, const CoreSearch& search)
      : core_(search.core),
        start_{core_.at.x, core_.at.y, core_.at.z + core_.z0},
        size_(core::max_abs(core_.way)),
        bulk_(size_ + core_.r0 + core_.r1 + std::abs(core_.z0) + std::abs(core_.z1)),
        error_(0x1p-46 *
               (core::max_abs(part.box.lower) + core::max_abs(part.box.upper) + core::max_abs(start_) + bulk_)),
        squared_way_(core::dot(core_.way, core_.way)),
        per_squared_way_(1 / std::max(squared_way_, kLeast)) {
    SetAlong(search);
  }

  HWY_INLINE void Offer(const PartData& part, size_t index, CoreSearch& search) {
    const PacketPlanes& planes = part.planes[index];
    const size_t count = part.model.hierarchy().leaves[index].count;
    for (size_t lane = 0; lane < count; lane += hn::Lanes(D())) {
      const V gaps = PlaneGaps(planes, lane);
      if (!hn::AllFalse(D(), Within(gaps, search))) {
        OfferLanes(part, index, lane, std::min(hn::Lanes(D()), count - lane), gaps, search);
      }
    }
  }

  /// The points themselves, for the nearest triangle, where only their distance was computed.
  void Finish(const PartData& part, CoreSearch& search) {
    if (search.slot == kNoSlot || search.by_plane) return;
    const core::Corners corners = part.corners(search.slot);
    core::CoreDistance& found = search.nearest;
    if (!by_segment_) {
      // A gap g in the distance is sqrt(2 r g) in the place: witnesses are wanted where the depth is.
      if (found.lower > 0) {
        found = core::core_distance(core_, corners, 1e-5 * search.gap, hwy::HighestValue<double>(), simplex_);
      }
      return;
    }
    found.on_core = start_ + found.t * core_.way;
    core::Corners about;
    for (size_t k = 0; k < 3; ++k) about.v[k] = corners.v[k] - found.on_core;
    found.on_triangle = core::point_of(core::nearest_to_origin(about), corners);
  }

 private:
  static HWY_INLINE hn::Mask<D> Within(V lower, const CoreSearch& search) {
    return hn::Lt(lower, hn::Set(D(), std::max(search.lower, search.collect)));
  }

  HWY_NOINLINE void OfferLanes(const PartData& part, size_t index, size_t lane, size_t count, V gaps,
                               CoreSearch& search) {
    const Lanes t = Load(part.packets[index], part.planes[index], lane, start_);
    gaps = hn::Max(gaps, AcrossGaps(t));
    if (hn::AllFalse(D(), Within(gaps, search))) return;
    const bool segment = core_.is_segment(), upright = core_.z1 > core_.z0;
    if (!segment || upright) gaps = hn::Max(gaps, BoxGaps(t));
    HWY_ALIGN double planes[4] = {};
    hn::StoreU(gaps, D(), planes);
    const size_t slot = 4 * index + lane;
    if (segment) {
      OfferToSegment(part, slot, count, t, planes, search);
    } else {
      for (size_t i = 0; i < count; ++i) OfferByPlane(part, slot + i, planes[i], search);
    }
  }

  /// The segment from the origin along `way` and each triangle (NC.md 4.3): two points, three edges, one crossing.
  HWY_INLINE void SegmentSquares(const Lanes& t, V& squares, V& where, V& longest) const {
    const D d;
    const V zero = hn::Zero(d), one = hn::Set(d, 1.0), least = hn::Set(d, kLeast);
    const V3 way = Set(core_.way);
    const V a = hn::Set(d, squared_way_), per_a = hn::Set(d, per_squared_way_);
    squares = hn::Set(d, hwy::HighestValue<double>());
    where = longest = zero;
    // Over the inner side of each edge: at the start of the segment, and how that changes along it.
    V over_start = squares, over_end = squares;
    V side[3], turns[3];
    for (size_t k = 0; k < 3; ++k) {
      const V3& q = t.corner[k];  // the segment's start, seen from the corner, is -q
      const V3 e = Sub(t.corner[(k + 1) % 3], q);
      const V ee = hn::Max(Dot(e, e), least), per_ee = hn::Div(one, ee);
      const V b = Dot(way, e), c = hn::Neg(Dot(way, q)), f = hn::Neg(Dot(e, q));
      const V turn = Minus(a, ee, hn::Mul(b, b));
      V s = Clamp(hn::Div(Minus(b, f, hn::Mul(c, ee)), hn::Max(turn, least)));
      // Once more each way: where segment and edge are nearly parallel, the quotient above is noise.
      V u = Clamp(hn::Mul(Plus(b, s, f), per_ee));
      s = Clamp(hn::Mul(Minus(b, u, c), per_a));
      u = Clamp(hn::Mul(Plus(b, s, f), per_ee));
      const V3 gap{NegPlus(u, e.x, Minus(s, way.x, q.x)), NegPlus(u, e.y, Minus(s, way.y, q.y)),
                   NegPlus(u, e.z, Minus(s, way.z, q.z))};
      const V squared = Dot(gap, gap);
      where = hn::IfThenElse(hn::Lt(squared, squares), s, where);
      squares = hn::Min(squared, squares);
      longest = hn::Max(longest, ee);
      const V3 inward = Cross(t.normal, e);
      side[k] = hn::Neg(Dot(inward, q));
      turns[k] = Dot(inward, way);
      over_start = hn::Min(over_start, side[k]);
      over_end = hn::Min(over_end, hn::Add(side[k], turns[k]));
    }
    const auto offer = [&](hn::Mask<D> valid, V squared, V at) HWY_ATTR {
      const auto better = hn::And(valid, hn::Lt(squared, squares));
      squares = hn::IfThenElse(better, squared, squares);
      where = hn::IfThenElse(better, at, where);
    };
    const auto flat = hn::Gt(Dot(t.normal, t.normal), hn::Set(d, 0.5));
    const V at0 = hn::Neg(Dot(t.normal, t.corner[0])), at1 = hn::Add(at0, Dot(t.normal, way));
    offer(hn::And(flat, hn::Ge(over_start, zero)), hn::Mul(at0, at0), zero);
    offer(hn::And(flat, hn::Ge(over_end, zero)), hn::Mul(at1, at1), one);
    const auto crosses = hn::And(flat, hn::Lt(hn::Mul(at0, at1), zero));
    if (!hn::AllFalse(d, crosses)) {
      const V s = Clamp(hn::Div(at0, hn::Sub(at0, at1)));
      V over = hn::Set(d, hwy::HighestValue<double>());
      for (size_t k = 0; k < 3; ++k) over = hn::Min(over, Plus(s, turns[k], side[k]));
      offer(hn::And(crosses, hn::Ge(over, zero)), zero, s);
    }
  }

  HWY_INLINE void OfferToSegment(const PartData& part, size_t slot, size_t count, const Lanes& t, const double* planes,
                                 CoreSearch& search) {
    const D d;
    V squares, where, longest;
    SegmentSquares(t, squares, where, longest);
    const V uppers = hn::Sqrt(squares);
    const V far = hn::Sqrt(Plus(hn::Set(d, 2.0), Dot(t.corner[0], t.corner[0]), longest));
    const V error = Plus(hn::Set(d, kRounding), hn::Add(far, hn::Set(d, size_)), t.thick);
    const V lowers = hn::Max(hn::Zero(d), hn::Sub(uppers, error));
    // An upright segment sweeps a parallelogram: what lies below it is nearest to its lower side.
    const bool upright = core_.z1 > core_.z0;
    if (!upright && hn::AllFalse(d, Within(lowers, search))) return;
    HWY_ALIGN double lower[4], upper[4], at[4], top[4];
    hn::StoreU(lowers, d, lower);
    hn::StoreU(uppers, d, upper);
    hn::StoreU(where, d, at);
    hn::StoreU(hn::Max(t.corner[0].z, hn::Max(t.corner[1].z, t.corner[2].z)), d, top);
    const double below = upright ? std::min(0.0, core_.way.z) : hwy::HighestValue<double>();
    for (size_t i = 0; i < count; ++i) {
      if (top[i] > below) {
        OfferByPlane(part, slot + i, planes[i], search);
        continue;
      }
      ++search.counts.closed_forms;
      if (lower[i] <= search.collect) search.near->push_back(slot + i);
      if (lower[i] >= search.lower) continue;
      search.lower = lower[i];
      search.slot = slot + i;
      search.nearest.lower = lower[i];
      search.nearest.upper = upper[i];
      search.nearest.t = at[i];
      search.by_plane = false;
      by_segment_ = true;
    }
  }

  /// How far the core is at least from the boxes of the triangles.
  HWY_INLINE V BoxGaps(const Lanes& t) const {
    const D d;
    const V zero = hn::Zero(d);
    const auto beside = [&](V a, V b, V c, double from, double to) HWY_ATTR {
      const V low = hn::Min(hn::Min(a, b), c), high = hn::Max(hn::Max(a, b), c);
      return hn::Max(zero, hn::Max(hn::Sub(low, hn::Set(d, to)), hn::Sub(hn::Set(d, from), high)));
    };
    const V3* p = t.corner;
    const Vec3& w = core_.way;
    const V x = beside(p[0].x, p[1].x, p[2].x, std::min(0.0, w.x), std::max(0.0, w.x));
    const V y = beside(p[0].y, p[1].y, p[2].y, std::min(0.0, w.y), std::max(0.0, w.y));
    const V z = beside(p[0].z, p[1].z, p[2].z, std::min(0.0, w.z), std::max(0.0, w.z) + (core_.z1 - core_.z0));
    const V across = hn::Sqrt(Plus(x, x, hn::Mul(y, y)));
    const V out = hn::Max(zero, hn::Sub(across, hn::Set(d, std::max(core_.r0, core_.r1))));
    const V gap = hn::Sqrt(Plus(z, z, hn::Mul(out, out)));
    return hn::Sub(hn::Mul(gap, hn::Set(d, 1 - 1e-12)), hn::Set(d, error_));
  }

  void Iterate(const PartData& part, size_t slot, CoreSearch& search) {
    const core::Corners corners = part.corners(slot);
    ++search.counts.iterated;
    core::GjkSimplex simplex = core::first_simplex(core_, corners, search.along);
    const core::CoreDistance found =
        core::core_distance(core_, corners, search.gap, std::min(search.lower, search.enough), simplex);
    if (found.lower >= search.lower) return;
    simplex_ = simplex;
    search.lower = found.lower;
    search.slot = slot;
    search.nearest = found;
    search.by_plane = found.lower >= search.enough;
    by_segment_ = false;
    // Where the part bends away from the tool, a plane across this way is between the core and all else nearby.
    const Vec3 way = found.on_core - found.on_triangle;
    const double length = core::norm(way);
    if (found.lower <= 0) return;
    search.along = (1 / length) * way;
    SetAlong(search);
  }

  void SetAlong(const CoreSearch& search) {
    along_ = search.along;
    along_extent_ = -core_.extent(-along_);
  }

  /// How far the core is at least from a triangle: by a plane across `along`.
  double AcrossGap(const core::Corners& c) const {
    const double high = std::max({core::dot(along_, c.v[0] - core_.at), core::dot(along_, c.v[1] - core_.at),
                                  core::dot(along_, c.v[2] - core_.at)});
    return along_extent_ - high - kRounding * (bulk_ + std::abs(high));
  }

  HWY_INLINE V AcrossGaps(const Lanes& t) const {
    const D d;
    const V3 axis = Set(along_);
    const V high = hn::Max(Dot(axis, t.corner[0]), hn::Max(Dot(axis, t.corner[1]), Dot(axis, t.corner[2])));
    const V error = hn::Mul(hn::Set(d, kRounding), hn::Add(hn::Set(d, bulk_), hn::Abs(high)));
    return hn::Sub(hn::Sub(hn::Set(d, along_extent_ - along_.z * core_.z0), high), error);
  }

  /// How far the core is at least from each triangle: by its own plane.
  HWY_INLINE V PlaneGaps(const PacketPlanes& planes, size_t lane) const {
    const D d;
    const V zero = hn::Zero(d), steep = hn::LoadU(d, planes.steep + lane);
    const V3 normal = LoadNormal(planes, lane);
    const V at = Dot(normal, Set(start_)), along = Dot(normal, Set(core_.way));
    const V r0 = hn::Mul(steep, hn::Set(d, core_.r0)), r1 = hn::Mul(steep, hn::Set(d, core_.r1));
    const V rise = hn::Mul(normal.z, hn::Set(d, core_.z1 - core_.z0));  // start_ is at z0
    const V most = hn::Add(hn::Add(at, hn::Max(r0, hn::Add(rise, r1))), hn::Max(along, zero));
    const V fewest = hn::Add(hn::Add(at, hn::Min(hn::Neg(r0), hn::Sub(rise, r1))), hn::Min(along, zero));
    const V gap =
        hn::Max(hn::Sub(fewest, hn::LoadU(d, planes.high + lane)), hn::Sub(hn::LoadU(d, planes.low + lane), most));
    return hn::Sub(gap, hn::Set(d, error_));
  }

  void OfferByPlane(const PartData& part, size_t slot, double lower, CoreSearch& search) {
    const double reach = std::max(search.lower, search.collect);
    if (lower >= reach) return;
    if (lower <= search.collect) search.near->push_back(slot);
    if (lower >= search.lower) return;
    if (lower < search.enough) {
      // Neighbours share the corner or the edge that is the nearest: no need to find it again.
      const double across = AcrossGap(part.corners(slot));
      if (search.slot != kNoSlot && across > 0 && across >= search.lower - search.gap / 2) {
        search.lower = std::min(search.lower, across);
      } else if (across < search.lower) {
        Iterate(part, slot, search);
      }
      return;
    }
    search.lower = lower;
    search.slot = slot;
    search.by_plane = true;
  }

  /// Doubles as sums of some dozen products of coordinates about the core: relative to those.
  static constexpr double kRounding = 0x1p-40;
  static constexpr double kLeast = 1e-200;  // squares of lengths that are divided by

  const core::SweptCore& core_;
  Vec3 start_;
  double size_, bulk_;
  double error_;  // of distances from planes
  double squared_way_, per_squared_way_;
  Vec3 along_;
  double along_extent_ = 0;
  bool by_segment_ = false;
  core::GjkSimplex simplex_;  // of the nearest triangle so far
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::nc::detail
HWY_AFTER_NAMESPACE();

#endif
