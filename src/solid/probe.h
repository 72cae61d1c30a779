// SPDX-License-Identifier: Apache-2.0
// Values of a field where only those below a threshold matter.
#pragma once

#include <cmath>

#include "solid/field.h"

namespace graze::detail {

/// A value of the field that others nearby may be told from.
struct Probed {
  double value = 0;
  Vec3 at;
  std::uint32_t slot = kNoTriangle;  // of the nearest triangle
};

class Prober {
 public:
  explicit Prober(const Field& field) : field_(field) {}

  /// The value at p if it is below `threshold`: false, and nothing in `out`, where it is not. `near` is a value known
  /// elsewhere or null: it spares the sign where the ball about it that holds no surface holds p, and gives the search
  /// a triangle to begin with.
  bool below(const Vec3& p, double threshold, const Probed* near, Probed& out) {
    ++evaluations_;
    const std::uint32_t hint = near != nullptr ? near->slot : kNoTriangle;
    if (threshold <= 0) {  // only what is deep inside; nothing nearer than the threshold's depth
      if (!inside(p, near)) return false;
      const Nearest nearest = field_.nearest(p, kAll, -threshold, hint);
      if (nearest.distance < -threshold) return false;
      out = {-nearest.distance, p, nearest.slot};
      return out.value < threshold;
    }
    const Nearest nearest = field_.nearest(p, threshold, 0, hint);
    const bool found = nearest.slot != kNoTriangle;
    if (found && nearest.distance == 0) {
      out = {0, p, nearest.slot};
      return true;
    }
    const bool is_inside = inside(p, near);
    if (found) {
      out = {is_inside ? -nearest.distance : nearest.distance, p, nearest.slot};
      return out.value < threshold;
    }
    if (!is_inside) return false;
    const Nearest far = field_.nearest(p, kAll, 0, hint);
    out = {-far.distance, p, far.slot};
    return true;
  }

  std::size_t evaluations() const { return evaluations_; }

 private:
  static constexpr double kAll = std::numeric_limits<double>::infinity();

  bool inside(const Vec3& p, const Probed* near) const {
    if (field_.sign() == Sign::unsigned_distance) return false;
    // Rounding is far below the part in 10^12 that is left out.
    if (near != nullptr && norm(p - near->at) < std::abs(near->value) * (1 - 1e-12)) return near->value < 0;
    return field_.inside(p);
  }

  const Field& field_;
  std::size_t evaluations_ = 0;
};

}  // namespace graze::detail
