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

struct DistanceOptions {
  Method method = Method::hierarchy;  ///< or brute_force, the oracle
  double relative_error = 0;          ///< upper may exceed lower by this factor less one,
  double absolute_error = 0;          ///< and by this, if that saves work; 0: as good as double allows
  /// Models shown to be farther apart than this are left alone: lower is above it, upper infinite.
  double limit = std::numeric_limits<double>::infinity();
  bool timing = false;  ///< fill Counters::time
};

/// The distance of two surfaces, 0 where they meet: lower <= the true one <= upper, for the vertices as placed.
struct Distance {
  double lower = std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Vec3 p, q;  ///< on A, on B, in A's frame, rounded; `upper` apart but for roundings
  std::uint32_t triangle_a = kNoTriangle, triangle_b = kNoTriangle;
  Counters counters;
};

/// The closest pair of triangles of the last query, from which the next one starts: kept by the caller, one for each
/// pair of models and thread. Never changes an answer beyond what the errors allow.
class WarmStart {
 public:
  std::uint32_t triangle_a = kNoTriangle, triangle_b = kNoTriangle;
};

/// How far apart are the surfaces? Without errors allowed, upper - lower is some 2^-45 of the size of the two triangles
/// and their distance, p, q and the triangles (the least of those equally close) do not depend on the hierarchy, and
/// both bounds are 0 exactly where `intersects` says that they meet. Empty models are infinitely far. Margins of the
/// models do not count. Throws std::invalid_argument when the pose is not rigid or an option negative, not a number or
/// unknown. With a workspace nothing is allocated after warm-up, for models of oriented boxes of width 2 or 4.
Distance distance(const Model& a, const Model& b, const Pose& b_in_a, const DistanceOptions& options = {},
                  WarmStart* warm = nullptr, Workspace* workspace = nullptr);

/// Is the distance at most `clearance`? Exact: `intersects` with this margin; those of the models count as there.
bool within(const Model& a, const Model& b, const Pose& b_in_a, double clearance, Workspace* workspace = nullptr);

std::string_view name(Feature feature);

}  // namespace graze
