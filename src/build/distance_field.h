// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/sketch.h"
#include "build/surface_samples.h"

namespace graze::detail {

/// In cubes, `longest` of them along the longest side of the samples' box. Without cells when these would be too small
/// for numbers. Away from the surface the same as `coarser`, if there is one.
DistanceField make_distance_field(const Hierarchy& h, const SurfaceSamples& samples, int longest,
                                  const DistanceField* coarser = nullptr);

}  // namespace graze::detail
