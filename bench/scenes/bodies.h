// SPDX-License-Identifier: Apache-2.0
// Bodies put together from simpler ones, for the flights of the thesis's chapter 5.
#pragma once

#include <cstdint>

#include "graze/mesh.h"

namespace graze::scenes {

/// All vertices through graze::place.
Mesh placed(const Pose& pose, Mesh mesh);

/// Adds a copy of `part`; nothing is merged.
void append(Mesh& mesh, const Mesh& part);

/// Twelve triangles.
Mesh box(const Vec3& lower, const Vec3& upper);

/// Three bars along the axes that cross in the origin: the "axis-shaped" flyer, 36 triangles.
Mesh axes(double length, double thickness);

/// A spread hand, palm and five fingers as unconnected tubes, `size` from wrist to middle finger, fingers along +y,
/// thumb towards -x: 404 triangles.
Mesh hand(double size);

/// A section of a fuselage of radius 1 along y, the lower half: skin, frames, stringers, pipes and boxes of equipment;
/// 169,944 triangles.
Mesh cabin(std::uint64_t seed);

}  // namespace graze::scenes
