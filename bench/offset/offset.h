// SPDX-License-Identifier: Apache-2.0
// Surfaces at a signed distance from a solid, with their error measured; fields as OpenVDB grids. docs/solid.md.
#pragma once

#include <cstddef>
#include <filesystem>

#include "graze/solid.h"

namespace graze::bench {

struct OffsetOptions {
  double error = 1e-3;  ///< what 99.9 % of the samples must stay below, as a part of the diagonal of the solid's box
  double voxel = 0;     ///< the first, coarsest; 0 = 1/100 of the diagonal
  std::size_t max_triangles = 2'000'000;  ///< the voxel is halved until the error is met or the next would have more
  int threads = 0;                        ///< 0 = all cores; the surface does not depend on it
};

/// A closed mesh near the level f = distance, its front towards larger distances. Errors are |f - distance| at
/// vertices, middles of edges and of triangles, in the unit of the model.
struct Offset {
  Mesh mesh;  ///< without triangles where the level is empty
  double distance = 0;
  double voxel = 0;
  double error_max = 0, error_p999 = 0, error_p99 = 0, error_mean = 0;
  std::size_t samples = 0;
  bool within_bound = false;  ///< error_p999 is what the options want; else the largest number of triangles ended it
};

/// Outward for positive distances, inward for negative ones. All components are kept; what is thinner than a voxel may
/// be missed. Throws std::invalid_argument for a field with Sign::winding, which may jump across the level, for a
/// distance that is not finite, or not positive with Sign::unsigned_distance, and for options out of range.
Offset offset_surface(const SignedDistance& field, double distance, const OffsetOptions& options = {});

/// The deepest point, within 1e-4 of the diagonal. Throws Error (not_solid) for a solid that is nowhere deeper than
/// some thousandths of the diagonal: levels in percent of that could not be told apart, and proving its depth would
/// take as many cubes as its surface holds squares of its thickness.
LeastDistance deepest_point(const SignedDistance& field);

struct FieldOptions {
  double voxel = 0;  ///< 0 = 1/200 of the diagonal
  double band = 3;   ///< voxels on either side of the surface that hold their distance; beyond, only their sign
  int threads = 0;
};

struct SavedField {
  double voxel = 0;
  std::size_t voxels = 0;  ///< that hold a distance
};

/// Writes the field as an OpenVDB level set "signed_distance" in float, to a temporary name, then renamed. Throws Error
/// (io), and std::invalid_argument as offset_surface does.
SavedField save_field(const std::filesystem::path& file, const SignedDistance& field, const FieldOptions& options = {});

}  // namespace graze::bench
