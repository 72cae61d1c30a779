// SPDX-License-Identifier: Apache-2.0
// Branch and bound over cubes, best first.
#include <array>
#include <cmath>
#include <queue>
#include <stdexcept>
#include <vector>

#include "solid/probe.h"

namespace graze {
namespace detail {
namespace {

struct Cell {
  double depth_bound = 0;  // no point in it is deeper
  double half = 0;
  Probed centre;
  std::size_t order = 0;

  friend bool operator<(const Cell& a, const Cell& b) {
    return a.depth_bound < b.depth_bound || (a.depth_bound == b.depth_bound && a.order > b.order);
  }
};

class DepthSearch {
 public:
  DepthSearch(const SignedDistance& field, double tolerance)
      : field_(field), prober_(field.field()), tolerance_(tolerance) {}

  LeastDistance run() {
    const Vec3 &lower = field_.box().lower, &upper = field_.box().upper;
    best_.point = lower;
    best_.value = 0;
    const double half = 0.5 * max_abs(upper - lower);
    consider(0.5 * lower + 0.5 * upper, half, nullptr);
    double bound = 0;
    while (!queue_.empty()) {
      const Cell cell = queue_.top();
      queue_.pop();
      if (cell.depth_bound <= tolerance_ - best_.value) {
        bound = cell.depth_bound;
        break;
      }
      const double h = cell.half / 2;
      for (int i = 0; i < 8; ++i) {
        const Vec3 off{i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h};
        consider(cell.centre.at + off, h, &cell.centre);
      }
    }
    best_.lower = std::min(-bound, best_.value - (dropped_ ? tolerance_ : 0));
    best_.evaluations = prober_.evaluations();
    return best_;
  }

 private:
  void consider(const Vec3& centre, double half, const Probed* near) {
    const double radius = half * std::sqrt(3.0) * (1 + 1e-15);
    Cell cell{0, half, {}, order_++};
    if (!prober_.below(centre, best_.value - tolerance_ + radius, near, cell.centre)) {
      dropped_ = true;
      return;
    }
    if (cell.centre.value < best_.value) {
      best_.value = cell.centre.value;
      best_.point = centre;
    }
    cell.depth_bound = radius - cell.centre.value;
    if (cell.depth_bound > tolerance_ - best_.value && cell.centre.value < 0) {
      cell.depth_bound = std::min(cell.depth_bound, bound_by_two(centre, cell.centre, half));
    }
    if (cell.depth_bound <= tolerance_ - best_.value) {
      dropped_ = true;
      return;
    }
    queue_.push(cell);
  }

  /// No point is deeper than its distance to any triangle, hence than the mean of its distances to two, which is convex
  /// and largest at a corner of the cell. With triangles on both sides of the centre that grows with the square of the
  /// cell's size where they are small, and not at all in a plate between large ones.
  double bound_by_two(const Vec3& centre, const Probed& at, double half) {
    const SurfaceTree& tree = field_.field().tree();
    const TreeTriangle& one = tree.triangles()[at.slot];
    const Vec3 opposite = 2 * centre - nearest_point(one, centre);
    const TreeTriangle& two = tree.triangles()[field_.field().nearest(opposite).slot];
    double largest = 0;
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner = centre + Vec3{i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half};
      largest =
          std::max(largest, norm(corner - nearest_point(one, corner)) + norm(corner - nearest_point(two, corner)));
    }
    return 0.5 * largest * (1 + 1e-14);
  }

  const SignedDistance& field_;
  Prober prober_;
  double tolerance_;
  std::priority_queue<Cell> queue_;
  std::size_t order_ = 0;
  bool dropped_ = false;
  LeastDistance best_;
};

}  // namespace
}  // namespace detail

LeastDistance max_penetration(const SignedDistance& field, double tolerance) {
  if (!(tolerance > 0)) throw std::invalid_argument("the tolerance is not positive");
  if (field.sign() != Sign::closed) throw std::invalid_argument("only a field with Sign::closed has a depth");
  const Box& box = field.box();
  const double reach = std::max(detail::max_abs(box.lower), detail::max_abs(box.upper));
  return detail::DepthSearch(field, std::max(tolerance, 1e-13 * reach)).run();
}

}  // namespace graze
