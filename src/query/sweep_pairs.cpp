// SPDX-License-Identifier: Apache-2.0
#include "query/sweep_pairs.h"

#include <algorithm>
#include <cmath>

#include "build/hierarchy.h"
#include "geometry/triangle_sweep.h"
#include "geometry/vec.h"
#include "traverse/traversal.h"

namespace graze::detail {
namespace {

/// Doublings of the step from the estimate on. Where contact lasts, a few are enough; 60 would end any interval.
constexpr int kMostProbes = 60;

}  // namespace

SweepSearch::SweepSearch(const Model& a, const Model& b, const Motion& motion)
    : mesh_a_(a.mesh()),
      mesh_b_(b.mesh()),
      motion_(motion),
      common_(a.hierarchy(), b.hierarchy(), motion.start, motion.translation),
      scaled_(common_.scale * motion.translation) {
  const double length = norm(scaled_);
  step_ = length > 0 ? 0.25 * common_.error / length : 1;
}

bool SweepSearch::meet_at(std::uint32_t triangle_a, std::uint32_t triangle_b, double s) {
  ++impact_.counters.exact_tests;
  return triangles_meet(corners(mesh_a_, triangle_a), placed_corners(mesh_b_, triangle_b, at(motion_, s)));
}

/// The first place tried, from the estimate on in steps that double, at which the exact test finds contact; then back
/// towards the last at which it did not.
SweepSearch::Hit SweepSearch::search(std::uint32_t triangle_a, std::uint32_t triangle_b, double enter, double estimate,
                                     double exit) {
  const double start = std::clamp(estimate, enter, exit);
  const auto meet = [&](double s) { return meet_at(triangle_a, triangle_b, s); };
  const double least = std::max(step_, 0x1p-53 * start);
  double miss = enter, hit = start;
  bool found = meet(start);
  // Contact of an instant: where roundings happen to agree, it is at the estimate's neighbours.
  for (const double near : {std::nextafter(start, 0.0), std::nextafter(start, 1.0), enter}) {
    if (found || near < enter || near > exit) continue;
    found = meet(near);
    hit = near;
  }
  double step = least;
  for (int i = 0; i < kMostProbes && !found; ++i, step *= 2) {
    miss = std::max(miss, std::min(hit, exit));
    hit = std::min(start + step, exit);
    found = meet(hit);
    if (hit == exit) break;
  }
  if (!found) return {0, false};
  if (hit < miss) miss = enter;
  while (hit - miss > least) {
    const double middle = miss + 0.5 * (hit - miss);
    if (!(middle > miss && middle < hit)) break;
    (meet(middle) ? hit : miss) = middle;
  }
  return {hit, true};
}

void SweepSearch::offer(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  ++impact_.counters.primitive_tests;
  const Triangle &ta = mesh_a_.triangles[triangle_a], &tb = mesh_b_.triangles[triangle_b];
  const Vec3 origin = mesh_a_.vertices[ta[0]];
  Corners a, b;
  for (std::size_t k = 0; k < 3; ++k) {
    a.v[k] = common_.scale * mesh_a_.vertices[ta[k]] - common_.scale * origin;
    b.v[k] =
        common_.scale * (rotated(motion_.start.r, mesh_b_.vertices[tb[k]]) + motion_.start.t) - common_.scale * origin;
  }
  SweepWindow window(a, b, scaled_, common_.error);
  if (!sweep_triangles(a, b, scaled_, time(), common_.error, window)) return;
  impact_.free_until = std::min(impact_.free_until, window.enter());
  const Hit hit = search(triangle_a, triangle_b, window.enter(), window.estimate(), window.exit());
  if (!hit.hits) return;
  if (impact_.hits &&
      (hit.time > impact_.time || (hit.time == impact_.time && pair_key(triangle_a, triangle_b) >=
                                                                   pair_key(impact_.triangle_a, impact_.triangle_b)))) {
    return;
  }
  impact_.hits = true;
  impact_.time = hit.time;
  impact_.triangle_a = triangle_a;
  impact_.triangle_b = triangle_b;
  const double largest = max_abs(window.axis());
  const Vec3 axis = largest > 0 ? (1 / largest) * window.axis() : Vec3{};
  impact_.normal = largest > 0 ? (1 / norm(axis)) * axis : axis;
}

Impact SweepSearch::answer() const {
  Impact impact = impact_;
  if (!impact.hits) return impact;
  const Meet meet = meet_triangles(corners(mesh_a_, impact.triangle_a),
                                   placed_corners(mesh_b_, impact.triangle_b, at(motion_, impact.time)));
  impact.point = 0.5 * meet.p + 0.5 * meet.q;
  return impact;
}

}  // namespace graze::detail
