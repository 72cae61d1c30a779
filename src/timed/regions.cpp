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

  Vec3 reach() const {
    Vec3 sum{};
    for (int i = 0; i < 3; ++i) {
      sum = sum + half[i] * Vec3{std::abs(axis[i].x), std::abs(axis[i].y), std::abs(axis[i].z)};
    }
    return sum;
  }
  int thinnest() const {
    const int first = static_cast<int>(half[1] < half[0]);
    return half[2] < half[first] ? 2 : first;
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

Vec3 rotated_back(const double r[9], const Vec3& v) {
  return {r[0] * v.x + r[3] * v.y + r[6] * v.z, r[1] * v.x + r[4] * v.y + r[7] * v.z,
          r[2] * v.x + r[5] * v.y + r[8] * v.z};
}

/// From the hierarchy's axes and units to the mesh's.
void turn_back(const Hierarchy& h, const Vec3& half, Region& region, Vec3& reach) {
  const double* axes = h.frame;
  const Oriented box{{},
                     {rotated_back(axes, {1, 0, 0}), rotated_back(axes, {0, 1, 0}), rotated_back(axes, {0, 0, 1})},
                     {half.x, half.y, half.z}};
  reach = box.reach();
  region.point = rotated_back(axes, region.point);
  region.normal = rotated_back(axes, region.normal);
}

void write_region(const PairQuery& query, const PairQueue& queue, const WaitingPair& pair, Region& out) {
  const Oriented a = box_of(query.a, pair.a);
  Oriented b = box_of(query.b, pair.b);
  const Frame& frame = query.frame;
  b.centre = rotated(frame.r, b.centre) + Vec3{frame.t[0], frame.t[1], frame.t[2]};
  for (Vec3& axis : b.axis) axis = rotated(frame.r, axis);

  const Vec3 reach_a = a.reach(), reach_b = b.reach();
  const Vec3 lower = max(a.centre - reach_a, b.centre - reach_b);
  const Vec3 upper = max(lower, min(a.centre + reach_a, b.centre + reach_b));
  // The flatter box is the one whose thinnest side is the smaller share of all.
  const int thin_a = a.thinnest(), thin_b = b.thinnest();
  const double flat_a = a.half[thin_a] * (b.half[0] + b.half[1] + b.half[2]);
  const double flat_b = b.half[thin_b] * (a.half[0] + a.half[1] + a.half[2]);
  const Vec3 thin = flat_a <= flat_b ? a.axis[thin_a] : b.axis[thin_b];
  const double towards = std::copysign(1, dot(thin, b.centre - a.centre));

  out.point = 0.5 * (lower + upper);
  out.normal = towards * thin;
  Vec3 reach = 0.5 * (upper - lower);
  if (is_turned(query.a)) turn_back(query.a, reach, out, reach);
  out.point = query.a.origin + query.a.unit * out.point;
  out.lower = out.point - query.a.unit * reach;
  out.upper = out.point + query.a.unit * reach;
  out.probability = queue.chance(pair.bucket);
}

}  // namespace

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
