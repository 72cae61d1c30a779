// SPDX-License-Identifier: Apache-2.0
#include "nc/check/turned_parts.h"

#include <cmath>

#include "nc/check/part_data.h"

namespace graze::nc {
namespace detail {

Pose upright(const Vec3& axis) {
  if (axis.z == 1) return {};
  // About the line across both; opposite ones, about x.
  const double across = std::hypot(axis.x, axis.y);
  if (across == 0) return {{1, 0, 0, 0, -1, 0, 0, 0, -1}, {}};
  const Vec3 u{axis.y / across, -axis.x / across, 0};
  const double c = axis.z, s = across, k = 1 - c;
  return {{c + k * u.x * u.x, k * u.x * u.y, s * u.y, k * u.x * u.y, c + k * u.y * u.y, -s * u.x, -s * u.y, s * u.x, c},
          {}};
}

std::shared_ptr<const TurnedPart> TurnedParts::turned(const Vec3& axis) {
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<const TurnedPart>& kept = made_[{axis.x, axis.y, axis.z}];
  if (kept) return kept;
  const PartData& data = part.data();
  const Pose pose = upright(axis);
  Mesh mesh = data.model.mesh();
  for (Vec3& v : mesh.vertices) v = place(pose, v);
  // Five roundings a coordinate, of sums no larger than |v|, and those of the matrix, which is orthonormal but for
  // them.
  const double size = core::max_abs(data.box.lower) + core::max_abs(data.box.upper);
  kept = std::make_shared<const TurnedPart>(
      TurnedPart{pose, CheckedPart(Model::build(std::move(mesh)), data.surface, Facing::as_given), 0x1p-46 * size});
  return kept;
}

}  // namespace detail

TurningPart::TurningPart(const CheckedPart& part) : turned_(std::make_shared<detail::TurnedParts>(part)) {}
TurningPart::TurningPart(const Model& model, Surface surface) : TurningPart(CheckedPart(model, surface)) {}
const CheckedPart& TurningPart::part() const { return turned_->part; }

}  // namespace graze::nc
