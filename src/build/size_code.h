// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "build/hierarchy.h"

namespace graze::detail {

/// The size code of the largest nodes whose diagonal is at most this long, in units; -1 when there are none.
inline int code_of_size(const Hierarchy& h, double diagonal) {
  int code = 63;
  while (code >= 0 && std::exp2(h.size_exponent + (code - 63) / 2.0) > diagonal) --code;
  return code;
}

}  // namespace graze::detail
