// SPDX-License-Identifier: Apache-2.0
// The environments, flying objects and paths of the thesis's chapter 2, from seeds: the sizes are the thesis's, the
// shapes stand in for models that are lost.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "flights.h"
#include "graze/mesh.h"

namespace graze::scenes {

/// The leaves of a random BSP tree of the unit cube (2.4.1): a random leaf is cut across a random one of its sides
/// longer than 2·epsilon, at least epsilon from its ends. Throws std::invalid_argument unless epsilon is positive and
/// less than half of leaves^(-1/3), below which there is always something to cut.
std::vector<Box> random_boxes(int leaves, double epsilon, std::uint64_t seed);

/// A profile of (radius, height), bottom to top, turned about z and closed by a point below and above:
/// 2·sides·profile.size() triangles, closed and convex where the profile is.
using ProfilePoint = std::array<double, 2>;
Mesh lathe(std::span<const ProfilePoint> profile, int sides);

/// Stretched along each axis, and moved, so that its box becomes this one.
Mesh stretched(Mesh mesh, const Box& box);

/// A chess piece: 0 pawn (240 triangles), 1 rook (320), 2 bishop (496).
Mesh chess_piece(int which);

/// Walls, furniture and two pyramids of 92 triangles, no two of which meet.
Mesh room();

/// An object's name with what the thesis has in its place.
struct Chapter2Item {
  std::string name;
  std::string group;   ///< of environments: terrains, tetras or scenes
  std::string thesis;  ///< its row in table 1 or 2
  std::string what;    ///< one line
};

/// Those that can be made here: four of the eight terrains are cut from terrain/N44W072.hgt below GRAZE_DATA.
std::vector<Chapter2Item> chapter2_worlds();
std::vector<Chapter2Item> chapter2_flyers();

/// In the unit cube. Throws std::invalid_argument for an unknown name, std::runtime_error where its file is missing.
Mesh chapter2_world(std::string_view name);

/// Centred, in a cube of side 0.05.
Mesh chapter2_flyer(std::string_view name);

/// A square of 120 x 120 heights from fractal noise, 28,322 triangles over the unit square. `roughness` in (0, 1), and
/// all that is lower than the share `water` of the heights is level.
Mesh fractal_terrain(double height, double roughness, double water, std::uint64_t seed);

/// A "billiard path" (2.4.2): displacement and rotation change a little at random from step to step; where the flyer
/// hits, that pose is kept, and it goes back the way it came.
struct Billiard {
  Region region;
  int poses = 10000;
  double step = 0.005;  ///< mean displacement
  double spin = 0.02;   ///< mean rotation, radians
};
std::vector<Pose> billiard(const Oracle& oracle, const Billiard& path, std::uint64_t seed);

/// Where flyers of a world stay: the unit cube, or from the ground to a little above the peaks.
Region chapter2_region(const Chapter2Item& item, const Mesh& world);

}  // namespace graze::scenes
