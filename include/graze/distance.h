// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "graze/query.h"

namespace graze {

/// What no triangle has for a number: nothing was found.
inline constexpr std::uint32_t kNoTriangle = 0xFFFFFFFFu;

/// Which part of a triangle a point lies on: of two that fit, the smaller.
enum class Feature : std::uint8_t { face, edge, vertex };

struct ClosestPoint {
  double distance = std::numeric_limits<double>::infinity();
  Vec3 point;
  std::uint32_t triangle = kNoTriangle;  ///< the least of those equally close; kNoTriangle: none within the limit
  Feature feature = Feature::face;
  std::uint8_t index = 0;  ///< edge k joins the triangle's corners k and k + 1 (mod 3); vertex k is its corner k
};

/// The point of the surface that is closest to `from`, both in the model's frame, if there is one at most `limit` away.
/// Computed in double: the distance is that of a point of the triangle, rounded, and exceeds the true one by some 2^-48
/// of it and of the triangle's size at most. The same for every volume, width, rule and instruction set. Triangles that
/// share an edge or a corner are equally close where it is the closest. Margins of the model do not count.
/// Throws std::invalid_argument when `from` is not finite or the limit negative or not a number.
ClosestPoint closest_point(const Model& model, const Vec3& from,
                           double limit = std::numeric_limits<double>::infinity());

std::string_view name(Feature feature);

}  // namespace graze
