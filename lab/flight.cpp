// SPDX-License-Identifier: Apache-2.0
#include "lab/flight.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "geometry/rigid.h"
#include "lab/environment.h"
#include "lab/hull.h"

namespace graze::lab {

Flyer::Flyer(Mesh mesh) : mesh_(std::move(mesh)) {
  validate(mesh_);
  largest_coordinate(mesh_);
  std::vector<char> in_use(mesh_.vertices.size(), 0);
  for (const Triangle& t : mesh_.triangles) {
    for (const std::uint32_t v : t) in_use[v] = 1;
  }
  std::vector<std::uint32_t> used;
  for (std::uint32_t v = 0; v < in_use.size(); ++v) {
    if (in_use[v] == 0) continue;
    used.push_back(v);
    const Vec3& p = mesh_.vertices[v];
    reach_ = detail::max(reach_, {std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  }
  Hull hull = convex_hull(mesh_.vertices, used);
  climbable_ = hull.proper;
  hull_ = climbable_ ? std::move(hull.vertices) : std::move(used);
  edges_ = std::move(hull.edges);
  first_edge_ = std::move(hull.first_edge);
}

std::size_t Flyer::bytes() const { return sizeof(std::uint32_t) * (hull_.size() + edges_.size() + first_edge_.size()); }

Flight::Flight(const Flyer& flyer)
    : flyer_(&flyer), points_(flyer.mesh().vertices.size()), visited_(flyer.hull_.size(), 0) {}

double Flight::coordinate_of(std::uint32_t corner, int axis) const {
  return detail::coordinate(points_[flyer_->hull_[corner]], axis);
}

// Placed coordinates are off by δ at most, slack = 2δ. Vertices of a polytope whose exact coordinate is at least c are
// connected by edges among themselves. So whoever looks at every neighbour within the slack of the best has seen the
// exact best, and no placed vertex, on the hull or inside, is higher than the best found by more than the slack.
double Flight::climb(int axis, double sign, double slack) {
  const Flyer& flyer = *flyer_;
  std::uint32_t& top = top_[2 * axis + (sign > 0 ? 1 : 0)];
  double best = sign * coordinate_of(top, axis);
  ++visit_;
  visited_[top] = visit_;
  stack_.assign(1, top);
  ++counters_.climbed;
  while (!stack_.empty()) {
    const std::uint32_t corner = stack_.back();
    stack_.pop_back();
    if (sign * coordinate_of(corner, axis) < best - slack) continue;
    for (std::uint32_t e = flyer.first_edge_[corner]; e < flyer.first_edge_[corner + 1]; ++e) {
      const std::uint32_t next = flyer.edges_[e];
      if (visited_[next] == visit_) continue;
      visited_[next] = visit_;
      ++counters_.climbed;
      const double height = sign * coordinate_of(next, axis);
      if (height < best - slack) continue;
      stack_.push_back(next);
      if (height > best) {
        best = height;
        top = next;
      }
    }
  }
  return best;
}

void Flight::move(const Pose& pose) {
  if (!is_rigid(pose)) throw std::invalid_argument("the pose is not rigid");
  const std::vector<Vec3>& vertices = flyer_->mesh_.vertices;
  for (std::size_t i = 0; i < vertices.size(); ++i) points_[i] = detail::placed(pose, vertices[i]);
  if (flyer_->hull_.empty()) return;
  double lower[3], upper[3];
  for (int axis = 0; axis < 3; ++axis) {
    // Three products and three sums: δ <= 4 * 2^-53 of the sum of their sizes; twice that, twice, and underflow.
    const double* r = pose.r + 3 * axis;
    const Vec3& reach = flyer_->reach_;
    const double size = std::abs(r[0]) * reach.x + std::abs(r[1]) * reach.y + std::abs(r[2]) * reach.z +
                        std::abs(detail::coordinate(pose.t, axis));
    const double slack = 0x1p-49 * size + 1e-300;
    if (flyer_->climbable_) {
      upper[axis] = climb(axis, 1, slack) + 2 * slack;
      lower[axis] = -climb(axis, -1, slack) - 2 * slack;
      continue;
    }
    lower[axis] = upper[axis] = coordinate_of(0, axis);
    for (std::uint32_t i = 1; i < flyer_->hull_.size(); ++i) {
      lower[axis] = std::min(lower[axis], coordinate_of(i, axis));
      upper[axis] = std::max(upper[axis], coordinate_of(i, axis));
    }
    lower[axis] -= 2 * slack;
    upper[axis] += 2 * slack;
  }
  box_ = {{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}};
}

}  // namespace graze::lab
