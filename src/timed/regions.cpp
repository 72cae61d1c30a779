// SPDX-License-Identifier: Apache-2.0
#include "timed/regions.h"

#include <cmath>

#include "geometry/vec.h"
#include "timed/probability.h"

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
  int thinnest() const { return half[0] <= half[1] ? (half[0] <= half[2] ? 0 : 2) : (half[1] <= half[2] ? 1 : 2); }
  double flatness() const {
    const double thin = half[thinnest()];
    return thin / (half[0] + half[1] + half[2] + 1e-300);
  }
};

Oriented box_of(const Hierarchy& h, Ref ref) {
  const std::size_t slot = is_leaf(ref) ? h.leaves[index_of(ref)].slot : h.node_slot[index_of(ref)];
  const float* node = h.node(slot / h.layout.lanes);
  const auto value = [&](std::size_t f) { return static_cast<double>(node[h.layout.at(f, slot % h.layout.lanes)]); };
  Oriented box;
  box.centre = {value(field::kCentre), value(field::kCentre + 1), value(field::kCentre + 2)};
  for (std::size_t i = 0; i < 3; ++i) {
    box.axis[i] = {value(field::kAxes + 3 * i), value(field::kAxes + 3 * i + 1), value(field::kAxes + 3 * i + 2)};
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

Region region_of(const PairQuery& query, const WaitingPair& pair) {
  const Oriented a = box_of(query.a, pair.a);
  Oriented b = box_of(query.b, pair.b);
  const Frame& frame = query.frame;
  b.centre = rotated(frame.r, b.centre) + Vec3{frame.t[0], frame.t[1], frame.t[2]};
  for (Vec3& axis : b.axis) axis = rotated(frame.r, axis);

  const Vec3 lower = max(a.centre - a.reach(), b.centre - b.reach());
  const Vec3 upper = max(lower, min(a.centre + a.reach(), b.centre + b.reach()));
  const Vec3 middle = 0.5 * (lower + upper), half = 0.5 * (upper - lower);
  const Oriented& flat = a.flatness() <= b.flatness() ? a : b;
  const Vec3 thin = flat.axis[flat.thinnest()];
  const Vec3 towards = dot(thin, b.centre - a.centre) < 0 ? -thin : thin;

  // From the hierarchy's axes and units to the mesh's.
  const double* axes = query.a.frame;
  const Oriented box{{},
                     {rotated_back(axes, {1, 0, 0}), rotated_back(axes, {0, 1, 0}), rotated_back(axes, {0, 0, 1})},
                     {half.x, half.y, half.z}};
  Region out;
  out.point = query.a.origin + query.a.unit * rotated_back(axes, middle);
  const Vec3 reach = query.a.unit * box.reach();
  out.lower = out.point - reach;
  out.upper = out.point + reach;
  const Vec3 normal = rotated_back(axes, towards);
  out.normal = (1 / norm(normal)) * normal;
  out.probability = probability_of(PairQueue::score_of(pair.bucket));
  return out;
}

}  // namespace

void write_regions(const PairQuery& query, const PairQueue& queue, std::size_t most, std::vector<Region>& out) {
  out.clear();
  queue.visit([&](const WaitingPair& pair) {
    if (out.size() < most) out.push_back(region_of(query, pair));
  });
}

}  // namespace graze::detail
