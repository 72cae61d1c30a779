// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/hierarchy.h"

namespace graze::detail {

HierarchyStats stats_of(const Mesh& mesh, const Hierarchy& hierarchy);

}  // namespace graze::detail
