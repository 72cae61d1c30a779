// SPDX-License-Identifier: Apache-2.0
// What a SignedDistance holds.
#pragma once

#include <optional>

#include "graze/solid.h"
#include "solid/moments.h"
#include "solid/stab.h"
#include "solid/surface_tree.h"

namespace graze::detail {

/// What is nearest to a point. `slot` is the place in SurfaceTree::triangles.
struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  Vec3 point;
  std::uint32_t slot = kNoTriangle;
};

class Field {
 public:
  Field(const Model& model, Sign sign);
  Field(const Field&) = delete;  // winding_ refers to tree_
  Field& operator=(const Field&) = delete;

  const Model& model() const { return model_; }
  Sign sign() const { return sign_; }
  const SurfaceTree& tree() const { return tree_; }

  /// As closest_point; slot stays none when nothing is within the limit. Where the triangle in slot `hint` is nearer
  /// than `enough`, it may be the answer whether or not others are nearer still.
  Nearest nearest(const Vec3& p, double limit = std::numeric_limits<double>::infinity(), double enough = 0,
                  std::uint32_t hint = kNoTriangle) const;

  bool inside(const Vec3& p) const {
    if (sign_ == Sign::closed) return stab(tree_, p, [](const TreeTriangle&) { return true; }).winding >= 1;
    return sign_ == Sign::winding && winding_->above_half(p);
  }
  double winding_number(const Vec3& p, double tolerance) const;

 private:
  Model model_;
  Sign sign_;
  SurfaceTree tree_;
  std::optional<WindingTree> winding_;  // made for all signs but closed
};

}  // namespace graze::detail
