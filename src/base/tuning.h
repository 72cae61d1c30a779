// SPDX-License-Identifier: Apache-2.0
// Constants of building that were measured, not derived. `graze_reproduce --calibrate` measures them again.
#pragma once

#include <cstdint>

namespace graze::detail {

struct Tuning {
  double rounded_handicap = 1;
  std::uint32_t reach = 16;
  double skinny = 4;
};

/// Written by the calibration between two builds, by nobody else.
inline Tuning& tuning() {
  static constinit Tuning values;
  return values;
}

}  // namespace graze::detail
