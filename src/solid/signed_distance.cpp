// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "graze/error.h"
#include "solid/field.h"

namespace graze {
namespace {

// Squares of squares stay finite and normal between these.
constexpr double kLargest = 1e70, kSmallest = 1e-70;

void check_point(const Vec3& p) {
  if (!detail::is_finite(p) || detail::max_abs(p) > 10 * kLargest)
    throw std::invalid_argument("a point is not finite, or beyond 1e71");
}

}  // namespace

namespace detail {

Field::Field(const Model& model, Sign sign) : model_(model), sign_(sign), tree_(model.mesh()) {
  const Mesh& mesh = model.mesh();
  if (mesh.triangles.empty()) throw Error(ErrorCode::not_solid, "no triangles");
  const Vec3 size = tree_.box().upper - tree_.box().lower;
  const double reach = std::max(max_abs(tree_.box().lower), max_abs(tree_.box().upper));
  if (!(reach <= kLargest) || (max_abs(size) < kSmallest && max_abs(size) > 0)) {
    throw Error(ErrorCode::limit, "coordinates beyond 1e70, or a size below 1e-70");
  }
  if (sign == Sign::closed) {
    const SolidReport report = inspect_solid(mesh);
    if (!report.solid) throw Error(ErrorCode::not_solid, report.reason());
  } else {
    winding_.emplace(tree_);
  }
}

double Field::winding_number(const Vec3& p, double tolerance) const {
  if (sign_ == Sign::closed) return stab(tree_, p, [](const TreeTriangle&) { return true; }).winding;
  return winding_->at_least_as_good(p, tolerance);
}

}  // namespace detail

SignedDistance::SignedDistance(const Model& model, Sign sign)
    : field_(std::make_shared<const detail::Field>(model, sign)) {}

double SignedDistance::at(const Vec3& p) const { return sample(p).value; }

FieldSample SignedDistance::sample(const Vec3& p, std::uint32_t hint) const {
  check_point(p);
  const detail::SurfaceTree& tree = field_->tree();
  const std::uint32_t slot = hint < tree.triangles().size() ? tree.slot_of(hint) : kNoTriangle;
  const detail::Nearest nearest = field_->nearest(p, std::numeric_limits<double>::infinity(), 0, slot);
  const bool inside = nearest.distance > 0 && field_->inside(p);
  return {inside ? -nearest.distance : nearest.distance, nearest.point, tree.triangles()[nearest.slot].id};
}

double SignedDistance::unsigned_at(const Vec3& p, double limit) const {
  check_point(p);
  if (!(limit >= 0)) throw std::invalid_argument("the limit is negative or not a number");
  // Squares are compared within: a little more, so that what is as far as the limit is found.
  const double distance = closest_point(field_->model(), p, limit * (1 + 1e-15)).distance;
  return distance > limit ? std::numeric_limits<double>::infinity() : distance;
}

bool SignedDistance::inside(const Vec3& p) const {
  check_point(p);
  return field_->inside(p);
}

double SignedDistance::winding_number(const Vec3& p, double tolerance) const {
  check_point(p);
  return field_->winding_number(p, tolerance);
}

const Model& SignedDistance::model() const { return field_->model(); }
Sign SignedDistance::sign() const { return field_->sign(); }
const Box& SignedDistance::box() const { return field_->tree().box(); }

std::string_view name(Sign sign) {
  switch (sign) {
    case Sign::closed:
      return "closed";
    case Sign::winding:
      return "winding";
    default:
      return "unsigned";
  }
}

}  // namespace graze
