// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nc/check/near_faces.h"

namespace graze::nc::detail {

/// Is outside before all of these faces of a solid? Not where shells overlap: there, both sides are inside. May say no
/// where it is so.
bool is_simple(const PartData& part, const NearFaces& near);

}  // namespace graze::nc::detail
