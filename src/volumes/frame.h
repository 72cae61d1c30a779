// SPDX-License-Identifier: Apache-2.0
// What a query computes once from the pose, for the volume tests and the leaf packets.
#pragma once

namespace graze::detail {

/// Maps the floats of B to those of A: x_A = r·x_B + t, both in units about their origins.
/// The pads are derived in docs/numerics.md.
struct Frame {
  double r[9];
  double t[3];
  float rf[9];
  float tf[3];
  float pad;         // every volume test adds it: rounding of the test, sloppy rotations, the margin
  float margin;      // in units, rounded up; part of the pad, needed apart in the leaves
  float leaf_error;  // how far a corner in double may lie from its exact image, per coordinate, in units
  // The descent rule, over size codes in half octaves: A is opened when size_a + size_bias + range_a >= size_b,
  // B when size_b + range_b >= size_a + size_bias or A is not.
  int size_bias, range_a, range_b;
};

}  // namespace graze::detail
