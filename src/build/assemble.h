// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/hierarchy.h"
#include "graze/model.h"

namespace graze::detail {

/// Options with every automatic choice made except the volume's, which needs the mesh. Throws Error (invalid_option).
BuildOptions resolve(const BuildOptions& options);

/// Builds topology, leaves and volumes. `options` is resolved. Throws Error for a mesh that is none.
Hierarchy assemble(const Mesh& mesh, const BuildOptions& options);

}  // namespace graze::detail
