// SPDX-License-Identifier: Apache-2.0
// The search for the closest triangles of two models of oriented boxes, four children a node, by SIMD steps.
#pragma once

#include "query/distance_search.h"
#include "query/nearest_first.h"
#include "volumes/frame.h"

namespace graze::detail {

/// Can the step be used on these two? Else pairs are tested one by one, in double.
bool can_walk(const Hierarchy& a, const Hierarchy& b);

/// `frame` is of make_distance_frame at the search's pose; no two triangles meet.
void walk_to_closest(const Hierarchy& a, const Hierarchy& b, const Frame& frame, DistanceSearch& search,
                     NearestFirst& waiting);

/// For tests: what the steps compute, in units. `line` is a unit vector in A's frame, or zero.
/// Of child i of a node of A and child j of one of B, in bounds[4 * j + i].
void bounds_of_children(const float* node_a, const float* node_b, const Frame& frame, const Vec3& line,
                        float bounds[16]);
/// Of the children of a node, A's or else B's, and one volume of the other, its fields four floats apart.
void bounds_beside_volume(const float* node, const float* volume, bool of_a, const Frame& frame, const Vec3& line,
                          float bounds[4]);
/// Of triangle i of A's packet and j of B's, in bounds[4 * j + i].
void bounds_of_triangles(const LeafPacket& a, const LeafPacket& b, const Frame& frame, const Vec3& line,
                         float bounds[16]);

}  // namespace graze::detail
