// SPDX-License-Identifier: Apache-2.0
// Constants of building that were measured, not derived. `graze_reproduce --calibrate` measures them again.
#pragma once

#include <cstdint>

namespace graze::detail {

/// Beside each: volume tests on the five flights of the thesis, geometric mean, against the value chosen.
struct Tuning {
  /// A rounded box or ball is taken for a hybrid's node when its measure (volumes/meeting.h) times this is less than
  /// the box's. A test costs the same whatever the two are, so 1 should be best, and is: 0.8 +4.1 %, 0.9 +0.9 %, 1.1
  /// +0.6 %, 1.25 +3.0 %.
  double rounded_handicap = 1;
  /// Neighbours looked at on either side, along the curve, when building bottom-up. 4 +0.7 %, 16 +0.4 %, 32 +1.1 %: all
  /// the same, but 16 takes 1.6 and 32 2.5 times as long to build.
  std::uint32_t reach = 8;
  /// Triangles at least so many times as long as they are high are cut (thesis, 6.3.5, which leaves the number open).
  /// With 7 % pieces: 2 +0.7 %, 8 +7.4 %.
  double skinny = 4;
};

/// Written by the calibration between two builds, by nobody else.
inline Tuning& tuning() {
  static constinit Tuning values;
  return values;
}

}  // namespace graze::detail
