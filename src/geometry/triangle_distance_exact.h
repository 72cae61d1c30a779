// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/triangle_triangle.h"

namespace graze::detail {

/// Is the distance of two triangles that do not meet at most `limit`? For every finite input, slowly.
bool triangles_within_exact(const Corners& a, const Corners& b, double limit);

}  // namespace graze::detail
