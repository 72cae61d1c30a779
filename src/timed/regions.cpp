// SPDX-License-Identifier: Apache-2.0
#include "timed/regions.h"

#include <cmath>

#include "build/pieces.h"
#include "geometry/vec.h"
#include "traverse/slot.h"

namespace graze::detail {
namespace {

/// An oriented box in units of A's hierarchy, about its origin.
struct Oriented {
  Vec3 centre;
  Vec3 axis[3];
  double half[3];

  Whole whole() const {
    Whole out{centre, {}, axis[0], half[0]};
    for (int i = 0; i < 3; ++i) {
      out.reach = out.reach + half[i] * Vec3{std::abs(axis[i].x), std::abs(axis[i].y), std::abs(axis[i].z)};
      if (half[i] < out.flatness) out.flatness = half[i], out.thin = axis[i];
    }
    out.flatness /= half[0] + half[1] + half[2] + 1e-300;
    return out;
  }
};

/// The box of a node or a leaf; of oriented boxes, four to a node.
Oriented box_of(const Hierarchy& h, Ref ref) {
  const std::uint32_t slot = slot_of(h, ref);
  const float* lane = h.node(slot / 4) + slot % 4;
  const auto value = [&](std::size_t f) { return static_cast<double>(lane[4 * f]); };
  Oriented box;
  const auto centre = [](std::size_t x) { return box_row(field::kCentre + x); };
  box.centre = {value(centre(0)), value(centre(1)), value(centre(2))};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = [i](std::size_t x) { return box_row(field::kAxes + 3 * i + x); };
    box.axis[i] = {value(axis(0)), value(axis(1)), value(axis(2))};
    box.half[i] = value(field::kObbHalf + i);
  }
  return box;
}

Vec3 rotated(const double r[9], const Vec3& v) {
  return {r[0] * v.x + r[1] * v.y + r[2] * v.z, r[3] * v.x + r[4] * v.y + r[5] * v.z,
          r[6] * v.x + r[7] * v.y + r[8] * v.z};
}

/// Along the axes, of a box of this reach that is turned by r.
Vec3 turned_reach(const double r[9], const Vec3& v) {
  return {std::abs(r[0]) * v.x + std::abs(r[1]) * v.y + std::abs(r[2]) * v.z,
          std::abs(r[3]) * v.x + std::abs(r[4]) * v.y + std::abs(r[5]) * v.z,
          std::abs(r[6]) * v.x + std::abs(r[7]) * v.y + std::abs(r[8]) * v.z};
}

/// From the hierarchy's axes to the mesh's.
void turn_back(const Hierarchy& h, Region& region, Vec3& reach) {
  const double* q = h.frame;
  const double back[9] = {q[0], q[3], q[6], q[1], q[4], q[7], q[2], q[5], q[8]};
  reach = turned_reach(back, reach);
  region.point = rotated(back, region.point);
  region.normal = rotated(back, region.normal);
}

Vec3 offset(const Frame& frame) { return {frame.t[0], frame.t[1], frame.t[2]}; }

/// What two boxes in A's frame share.
void write_shared(const PairQuery& query, const Whole& a, const Whole& b, Region& out) {
  const Vec3 lower = max(a.centre - a.reach, b.centre - b.reach);
  const Vec3 upper = max(lower, min(a.centre + a.reach, b.centre + b.reach));
  const Vec3& thin = a.flatness <= b.flatness ? a.thin : b.thin;
  out.normal = std::copysign(1, dot(thin, b.centre - a.centre)) * thin;
  const Vec3 origin = query.a.origin;
  const double unit = query.a.unit;
  if (!is_turned(query.a)) {
    out.lower = origin + unit * lower;
    out.upper = origin + unit * upper;
    out.point = 0.5 * (out.lower + out.upper);
    return;
  }
  out.point = 0.5 * (lower + upper);
  Vec3 reach = 0.5 * (upper - lower);
  turn_back(query.a, out, reach);
  out.point = origin + unit * out.point;
  out.lower = out.point - unit * reach;
  out.upper = out.point + unit * reach;
}

void write_region(const PairQuery& query, const PairQueue& queue, const WaitingPair& pair, Region& out) {
  const Oriented a = box_of(query.a, pair.a);
  Oriented b = box_of(query.b, pair.b);
  b.centre = rotated(query.frame.r, b.centre) + offset(query.frame);
  for (Vec3& axis : b.axis) axis = rotated(query.frame.r, axis);
  write_shared(query, a.whole(), b.whole(), out);
  out.probability = queue.chance(pair.bucket);
}

}  // namespace

Whole whole_of(const Hierarchy& h) { return h.leaves.empty() ? Whole() : box_of(h, h.ref(0, 0)).whole(); }

void write_whole_region(const PairQuery& query, const Whole& a, const Whole& b, double probability, Region& out) {
  const double* r = query.frame.r;
  const Whole placed{rotated(r, b.centre) + offset(query.frame), turned_reach(r, b.reach),
                     a.flatness <= b.flatness ? Vec3() : rotated(r, b.thin), b.flatness};  // of the flatter only
  write_shared(query, a, placed, out);
  out.probability = probability;
}

void write_regions(const PairQuery& query, const PairQueue& queue, std::size_t most, std::vector<Region>& out) {
  if (most == 1) {  // the usual number, without the walk through the buckets
    out.resize(1);
    return write_region(query, queue, queue.top(), out.front());
  }
  out.clear();
  queue.visit([&](const WaitingPair& pair) {
    if (out.size() == most) return false;
    write_region(query, queue, pair, out.emplace_back());
    return true;
  });
}

}  // namespace graze::detail
