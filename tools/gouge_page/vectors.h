// SPDX-License-Identifier: Apache-2.0
// The library's arithmetic on points, for this folder.
#pragma once

#include "geometry/vec.h"

namespace graze::gouge_page {

using graze::detail::cross;
using graze::detail::dot;
using graze::detail::norm;

}  // namespace graze::gouge_page
