// SPDX-License-Identifier: Apache-2.0
#include "query/moved_side.h"

#include <algorithm>
#include <cmath>

#include "geometry/rigid.h"
#include "volumes/as_obb.h"

namespace graze::detail {

CommonScale::CommonScale(const Hierarchy& a, const Hierarchy& b, const Pose& pose, const Vec3& motion)
    : largest(a.max_coordinate + 1.75 * b.max_coordinate + max_abs(pose.t) + max_abs(motion)) {
  if (largest > 0) scale = std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000));
  error = 0x1p-48 * (scale * largest);
}

double CommonScale::pad(const Hierarchy& a, const Hierarchy& b, double skew) const {
  const double size_a = scale * (a.radius * a.unit), size_b = scale * (b.radius * b.unit);
  return 0x1p-18 * (size_a + size_b) + 16 * skew * size_b + 64 * error;
}

MovedSide::MovedSide(const Hierarchy& h, const double rotation[9], const Vec3& translation, double scale)
    : h_(h),
      translation_(translation),
      scale_(scale * h.unit),
      turned_(rotation[0] != 1 || rotation[4] != 1 || rotation[8] != 1) {
  std::copy(rotation, rotation + 9, rotation_);
}

MovedSide MovedSide::of_a(const Hierarchy& a, double scale) {
  constexpr double kIdentity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  return {a, kIdentity, {}, scale};
}

MovedSide MovedSide::of_b(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double scale) {
  double rotation[9];  // Qa·R·Qbᵀ
  for (int j = 0; j < 3; ++j) {
    const double* q = b.frame + 3 * j;
    const Vec3 column = rotated(a.frame, rotated(pose.r, {q[0], q[1], q[2]}));
    for (int i = 0; i < 3; ++i) rotation[3 * i + j] = coordinate(column, i);
  }
  const Vec3 origin = scale * placed(pose, b.origin) - scale * a.origin;
  return {b, rotation, rotated(a.frame, origin), scale};
}

void MovedSide::read(std::size_t node, std::size_t lane, SolidBox& out) const {
  float box[kBoxFields];
  if (h_.volume == Volume::obb) {  // as_obb would look up the place of every field
    const std::size_t stride = std::min<std::size_t>(h_.layout.lanes, 8);
    const float* fields = h_.node(node) + h_.layout.start(lane);
    for (std::size_t f = 0; f < kBoxFields; ++f) box[f] = fields[box_row(f) * stride];
  } else {
    as_obb(h_.volume, h_.layout, h_.node(node), lane, box);
  }
  const auto vector = [&](std::size_t f) {
    const Vec3 v{box[f], box[f + 1], box[f + 2]};
    return turned_ ? rotated(rotation_, v) : v;
  };
  out.centre = scale_ * vector(field::kCentre) + translation_;
  for (std::size_t i = 0; i < 3; ++i) {
    out.axis[i] = vector(field::kAxes + 3 * i);
    out.half[i] = scale_ * static_cast<double>(box[field::kObbHalf + i]);
  }
}

void MovedSide::read(std::size_t node, std::size_t lane, SolidBall& out) const {
  if (h_.volume != Volume::sphere) {
    SolidBox box;
    read(node, lane, box);
    out = {box.centre, norm({box.half[0], box.half[1], box.half[2]})};
    return;
  }
  const float* fields = h_.node(node);
  const auto value = [&](std::size_t f) { return static_cast<double>(fields[h_.layout.at(f, lane)]); };
  out.centre = scale_ * rotated(rotation_, {value(0), value(1), value(2)}) + translation_;
  out.radius = scale_ * value(field::kSphereRadius);
}

}  // namespace graze::detail
