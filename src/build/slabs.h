// SPDX-License-Identifier: Apache-2.0
// The slabs of a hierarchy with user-given directions (Volume::custom).
#pragma once

#include <cstdint>
#include <vector>

#include "build/hierarchy.h"

namespace graze::detail {

/// Fits the k-DOPs of all child slots; links and leaves are there. `slack` as in volumes/fit.h.
void fit_slabs(const Mesh& mesh, const std::vector<Vec3>& directions, float slack, Hierarchy& h);

/// Throws Error (corrupt_model) unless every slab is finite and holds the triangles below its slot. `order` has parents
/// before their children.
void check_slabs(const Mesh& mesh, const Hierarchy& h, const std::vector<std::uint32_t>& order);

/// The volume of the k-DOP in this slot.
double measure_slabs(const Hierarchy& h, std::size_t slot);

}  // namespace graze::detail
