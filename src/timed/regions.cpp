// SPDX-License-Identifier: Apache-2.0
#include "timed/regions.h"

#include <cmath>

#include "build/pieces.h"
#include "geometry/vec.h"
#include "traverse/slot.h"

namespace graze::detail {
namespace {

/// A box in units about an origin: upright, and the thinnest axis of the oriented one it holds.
struct Whole {
  Vec3 centre, reach;
  Vec3 thin;
  double flatness = 1;  // its share of the three sides
};

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

Vec3 offset(const Frame& frame) { return {frame.t[0], frame.t[1], frame.t[2]}; }

Vec3 within(const Wholes& wholes, const Vec3& v) {
  const double *lower = wholes.lower_a.of, *upper = wholes.upper_a.of;
  return max({lower[0], lower[1], lower[2]}, min({upper[0], upper[1], upper[2]}, v));
}

/// What two boxes in A's frame share, within A's own.
void write_shared(const PairQuery& query, const Wholes& wholes, const Whole& a, const Whole& b, Region& out) {
  const Vec3 lower = within(wholes, max(a.centre - a.reach, b.centre - b.reach));
  const Vec3 upper = max(lower, within(wholes, min(a.centre + a.reach, b.centre + b.reach)));
  const Vec3& thin = a.flatness <= b.flatness ? a.thin : b.thin;
  out.normal = std::copysign(1, dot(thin, b.centre - a.centre)) * thin;
  out.lower = query.a.origin + query.a.unit * lower;
  out.upper = query.a.origin + query.a.unit * upper;
  out.point = 0.5 * (out.lower + out.upper);
  if (is_turned(query.a)) turn_back(query.a, out);
}

void write_region(const PairQuery& query, const Wholes& wholes, const PairQueue& queue, const WaitingPair& pair,
                  Region& out) {
  const Oriented a = box_of(query.a, pair.a);
  Oriented b = box_of(query.b, pair.b);
  b.centre = rotated(query.frame.r, b.centre) + offset(query.frame);
  for (Vec3& axis : b.axis) axis = rotated(query.frame.r, axis);
  write_shared(query, wholes, a.whole(), b.whole(), out);
  out.probability = queue.chance(pair.bucket);
}

}  // namespace

Wholes wholes_of(const Hierarchy& a, const Hierarchy& b, const Priors& priors_a, const Priors& priors_b) {
  const auto whole = [](const Hierarchy& h) { return h.leaves.empty() ? Whole() : box_of(h, h.ref(0, 0)).whole(); };
  const auto padded = [](const Vec3& v) { return Padded{{v.x, v.y, v.z, 0}}; };
  const Whole wa = whole(a), wb = whole(b);
  Wholes out;
  out.lower_a = padded(priors_a.lower);
  out.upper_a = padded(priors_a.upper);
  out.centre_a = padded(0.5 * (priors_a.lower + priors_a.upper));
  out.centre_b = padded(0.5 * (priors_b.lower + priors_b.upper));
  out.reach_b = padded(0.5 * (priors_b.upper - priors_b.lower));
  out.thin_is_of_a = wa.flatness <= wb.flatness;
  out.thin = padded(out.thin_is_of_a ? wa.thin : wb.thin);
  out.turned = is_turned(a);
  out.origin = padded(a.origin);
  out.unit = a.unit;
  return out;
}

void turn_back(const Hierarchy& a, Region& region) {
  const double* q = a.frame;
  const double back[9] = {q[0], q[3], q[6], q[1], q[4], q[7], q[2], q[5], q[8]};
  const Vec3 reach = turned_reach(back, 0.5 * (region.upper - region.lower));
  region.point = a.origin + rotated(back, region.point - a.origin);
  region.normal = rotated(back, region.normal);
  region.lower = region.point - reach;
  region.upper = region.point + reach;
}

void write_regions(const PairQuery& query, const Wholes& wholes, const PairQueue& queue, std::size_t most,
                   std::vector<Region>& out) {
  if (most == 1) {  // the usual number, without the walk through the buckets
    out.resize(1);
    return write_region(query, wholes, queue, queue.top(), out.front());
  }
  out.clear();
  queue.visit([&](const WaitingPair& pair) {
    if (out.size() == most) return false;
    write_region(query, wholes, queue, pair, out.emplace_back());
    return true;
  });
}

}  // namespace graze::detail
