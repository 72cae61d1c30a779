// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/hierarchy.h"

namespace graze::detail {

/// The child slot whose volume bounds a node or a leaf.
inline std::uint32_t slot_of(const Hierarchy& h, Ref ref) {
  return is_leaf(ref) ? h.leaves[index_of(ref)].slot : h.node_slot[index_of(ref)];
}

}  // namespace graze::detail
