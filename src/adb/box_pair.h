// SPDX-License-Identifier: Apache-2.0
// Two boxes in space, and the volume they share (000, 3.6).
#pragma once

#include "adb/adb_node.h"

namespace graze::detail {

/// A box about its centre, in its tree's frame.
struct HalfBox {
  double centre[3], half[3];
  double volume;
  explicit HalfBox(const AdbNode& node);
  HalfBox() = default;
};

/// B's axes are the columns of r.
struct BoxPair {
  const HalfBox* a;
  const HalfBox* b;
  const double* r;
  double d[3];  // from A's centre to B's, in A's frame

  BoxPair(const HalfBox& box_a, const HalfBox& box_b, const double* rotation, const double* shift);
};

/// Where A and B overlap along the three axes of A, then of B: [low, high] about A's centre along A's axes, about B's
/// along B's. Empty where high <= low.
struct Overlaps {
  double low[6], high[6];
  explicit Overlaps(const BoxPair& pair);
};

/// An estimate of the shared volume, at most that of the smaller box.
double shared_volume(const BoxPair& pair, AdbVolume how, double sphere_ratio);

double exact_shared_volume(const BoxPair& pair);  // exact_volume.cpp

/// A plane along one of 15 axes has A on one side and B on the other, up to rounding.
bool separated(const BoxPair& pair);

}  // namespace graze::detail
