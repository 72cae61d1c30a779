// SPDX-License-Identifier: Apache-2.0
// All three are conservative: what they find bounds the triangles below a slot up to rounding in double, some 1e-15 of
// the model's size times the coefficients of a combination (at most 1e3, dop_directions.cpp), and the pad of the frame,
// which is added, is 5e-6 of it.
#include "traverse/study_tumble.h"

#include <algorithm>
#include <cmath>

#include "build/pieces.h"
#include "geometry/vec.h"
#include "volumes/dop_polytope.h"

namespace graze::detail {

Tumbler::Tumbler(const PairQuery& query, const DirectionSet& set, Tumbling method, StudyState& state)
    : query_(query), set_(set), method_(method), state_(state), slabs_(query.b, set) {
  const double* r = query.frame.r;
  const double* t = query.frame.t;
  for (std::size_t i = 0; i < set.count(); ++i) {
    const Vec3& d = set.unit(i);
    target_[i] = {r[0] * d.x + r[3] * d.y + r[6] * d.z, r[1] * d.x + r[4] * d.y + r[7] * d.z,
                  r[2] * d.x + r[5] * d.y + r[8] * d.z};
    offset_[i] = d.x * t[0] + d.y * t[1] + d.z * t[2];
    combination_[i] = set.combine(target_[i]);
  }
  state.aligned.start(query.b.node_count() * query.b.layout.lanes, 2 * set.count());
}

void Tumbler::align(std::size_t slot, double* out) {
  switch (method_) {
    case Tumbling::automatic:
    case Tumbling::duality:
      by_duality(slot, out);
      break;
    case Tumbling::hill_climbing:
      by_climbing(slot, out);
      break;
    case Tumbling::vertices:
      by_corners(slot, out);
      break;
    case Tumbling::root_hill_climbing:
      slot == 0 ? by_climbing(slot, out) : by_corners(slot, out);
      break;
  }
  for (std::size_t i = 0; i < set_.count(); ++i) {
    out[i] += offset_[i] - query_.frame.pad;
    out[set_.count() + i] += offset_[i] + query_.frame.pad;
  }
}

void Tumbler::by_duality(std::size_t slot, double* out) const {
  const SlabReader::Slabs slabs = slabs_(slot);
  for (std::size_t i = 0; i < set_.count(); ++i) {
    double centre = 0, half = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double c = combination_[i].c[k];
      const std::size_t at = combination_[i].index[k] * slabs.step;
      centre += c * slabs.centre[at];
      half += std::abs(c) * slabs.half[at];
    }
    out[i] = centre - half;
    out[set_.count() + i] = centre + half;
  }
}

void Tumbler::by_corners(std::size_t slot, double* out) {
  std::vector<Vec3>& corners = state_.corners[slot];
  if (corners.empty()) {
    const SlabReader::Slabs slabs = slabs_(slot);
    double lower[kMostDirections], upper[kMostDirections];
    for (std::size_t i = 0; i < set_.count(); ++i) {
      lower[i] = slabs.lower(i);
      upper[i] = slabs.upper(i);
    }
    DopPolytope polytope;
    polytope.build(set_, {lower, set_.count()}, {upper, set_.count()});
    corners.assign(polytope.corners().begin(), polytope.corners().end());
  }
  // Widths are positive, and what is thin is far wider than the rounding of the cuts; but nothing rests on it.
  if (corners.empty()) return by_duality(slot, out);
  for (std::size_t i = 0; i < set_.count(); ++i) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Vec3& p : corners) {
      const double along = dot(target_[i], p);
      low = std::min(low, along);
      high = std::max(high, along);
    }
    out[i] = low;
    out[set_.count() + i] = high;
  }
}

void Tumbler::gather(std::size_t slot, std::vector<Vec3>& points) const {
  const Hierarchy& h = query_.b;
  Normalisation frame;
  frame.origin = h.origin;
  frame.unit = h.unit;
  const double* turn = is_turned(h) ? h.frame : nullptr;
  std::vector<std::size_t> stack{slot};
  while (!stack.empty()) {
    const std::size_t at = stack.back();
    stack.pop_back();
    const Ref ref = h.ref(at / h.layout.lanes, at % h.layout.lanes);
    if (ref == kNoRef) continue;
    if (!is_leaf(ref)) {
      for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) stack.push_back(index_of(ref) * h.layout.lanes + lane);
      continue;
    }
    for (std::size_t p = 0; p < h.leaves[index_of(ref)].packets; ++p) {
      const LeafPacket& packet = h.leaves[index_of(ref) + p];
      for (std::size_t k = 0; k < packet.count; ++k) {
        for (const std::uint32_t v : query_.mesh_b.triangles[packet.id[k]]) {
          points.push_back(to_local(query_.mesh_b.vertices[v], frame, turn));
        }
      }
    }
  }
}

void Tumbler::by_climbing(std::size_t slot, double* out) {
  std::unique_ptr<Climber>& climber = state_.climbers[slot];
  if (climber == nullptr) {
    std::vector<Vec3> points;
    gather(slot, points);
    climber = std::make_unique<Climber>();
    climber->hull = convex_hull(points);
  }
  for (std::size_t i = 0; i < set_.count(); ++i) {
    std::uint32_t& lowest = climber->lowest[i];
    std::uint32_t& highest = climber->highest[i];
    lowest = climb(climber->hull, -target_[i], lowest, state_.marks);
    highest = climb(climber->hull, target_[i], highest, state_.marks);
    out[i] = dot(target_[i], climber->hull.corners[lowest]);
    out[set_.count() + i] = dot(target_[i], climber->hull.corners[highest]);
  }
}

}  // namespace graze::detail
