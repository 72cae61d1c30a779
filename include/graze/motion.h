// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "graze/distance.h"
#include "graze/query.h"

namespace graze {

/// B moves along a line, without turning: at s in [0, 1] it stands where at(motion, s) says.
struct Motion {
  Pose start;  ///< B in A
  Vec3 translation;
};

/// The start's rotation; each coordinate of the translation is start.t + s * translation in double.
Pose at(const Motion& motion, double s);

/// What stands for the nodes on their way.
enum class SweptVolume : std::uint8_t {
  automatic,  ///< balls for two models of Volume::sphere, boxes for all others
  boxes,      ///< the volumes' oriented boxes: 15 axes, each with a first and a last time
  spheres,    ///< balls, about the boxes where the volume is no sphere: GetFirstTimeOfCollision of seed 003
};

struct ImpactOptions {
  Method method = Method::hierarchy;  ///< or brute_force, the oracle
  SweptVolume volumes = SweptVolume::automatic;
  bool timing = false;  ///< fill Counters::time
};

/// The first contact. For every double s in [0, free_until) the surfaces at at(motion, s) do not meet: certain. At
/// `time` they do: `intersects` says so. In between lie a few roundings: some 2^-46 of the largest coordinate, over the
/// speed along the contact's normal (docs/numerics.md). No hit, and free_until < 1: from there on the surfaces pass
/// each other, graze or cross for an instant, closer than placed coordinates can tell, without meeting at any of the
/// places that were tried.
struct Impact {
  bool hits = false;
  double time = std::numeric_limits<double>::infinity();
  double free_until = 1;
  std::uint32_t triangle_a = kNoTriangle, triangle_b = kNoTriangle;  ///< of those at `time` the least pair
  Vec3 point;                                                        ///< in A's frame, on both, rounded
  Vec3 normal;  ///< unit, from A to B, of the plane that separated the two triangles last; zero if they met at s = 0
  Counters counters;
};

/// Where B, moving, meets A first. Touching counts; at the start, too. Polygon soup, degenerate triangles included;
/// margins of the models do not count. The same for every volume, width, rule and instruction set.
/// Throws std::invalid_argument when the start is not rigid, the translation not finite, or an option unknown.
Impact first_impact(const Model& a, const Model& b, const Motion& motion, const ImpactOptions& options = {});

std::string_view name(SweptVolume volume);

}  // namespace graze
