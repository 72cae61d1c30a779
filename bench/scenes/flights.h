// SPDX-License-Identifier: Apache-2.0
// Sequences of poses that stay near contact. They ask an oracle, whose answers must be exact for a flight to
// be the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graze/mesh.h"
#include "vector.h"

namespace graze::scenes {

/// Answers about one pair of meshes: do they meet in a pose, and in how many pairs of triangles.
struct Oracle {
  std::function<bool(const Pose&)> collides;
  std::function<std::size_t(const Pose&)> count;
};

/// Random orientations about the common centre.
std::vector<Pose> tumbling(int count, std::uint64_t seed);

/// A box that random positions and flights keep to.
struct Region {
  Vec3 lower, upper;
};

/// Pairs of poses with the same random orientation, one free and one colliding, `gap` apart: found by bisection
/// between a free and a colliding position in the region that are at most `reach` apart. 2·pairs poses.
std::vector<Pose> grazing_pairs(const Oracle& oracle, const Region& region, int pairs, double reach, double gap,
                                std::uint64_t seed);

/// A flight in straight lines with steady spin that turns back at the region's walls; after a random number of
/// steps of at most `linger` in contact it turns around into a random direction, and after `leash` steps without
/// contact (0 = never) it heads for the region's middle.
struct Flight {
  Region region;
  int poses = 0;
  double step = 0.005;
  double spin = 0.02;  ///< radians a step
  int linger = 1;
  int leash = 0;
};
std::vector<Pose> fly(const Oracle& oracle, const Flight& flight, std::uint64_t seed);

/// The same without obstacles: straight lines that bend a little at every step, and turn back at the walls.
std::vector<Pose> wander(const Flight& flight, std::uint64_t seed);

/// A hand that feels its way: it heads for points of `world`, lingers where it touches, and backs out of more than
/// `most` contacts. Steps and spin are those of the flight.
std::vector<Pose> grope(const Oracle& oracle, const Mesh& world, const Flight& flight, std::size_t most,
                        std::uint64_t seed);

/// For each of `directions` random orientations and lines through the origin: the first contact on the way in
/// from distance `far`, found to 1e-9, and the poses that lie by each offset (positive: outside) off it.
std::vector<Pose> approach(const Oracle& oracle, int directions, double far, std::span<const double> offsets,
                           std::uint64_t seed);

/// Random orientations at random positions of the region.
std::vector<Pose> scattered(int count, const Region& region, std::uint64_t seed);

/// Poses on random lines towards the origin, pushed in beyond the first contact until the number of contacts lies
/// in [least, most].
std::vector<Pose> pushed_in(const Oracle& oracle, int count, double far, std::size_t least, std::size_t most,
                            std::uint64_t seed);

}  // namespace graze::scenes
