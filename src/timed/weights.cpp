// SPDX-License-Identifier: Apache-2.0
#include "timed/probability.h"

namespace graze::detail {

// `graze_judge --fit bunny.ply armadillo.ply turbine_wheel.ply pr2_head_pan_ascii.stl --poses 4000`: 4,000 poses of
// each of the scenarios U and N (bench/timed/poses.h) a model.
const std::array<Features, kStepGroups> kStateWeights = {{
    {0.647, 0.407, 0.358, -0.115, 0.017},   // 107891 states
    {-0.020, 0.477, 0.470, -0.047, 0.106},  // 24245 states
    {1.847, 0.702, 0.441, -0.782, 0.151},   // 28961 states
    {2.110, 0.681, 0.442, -0.928, 0.244},   // 25344 states
    {0.662, 0.821, 0.335, -0.586, 0.211},   // 21153 states
    {-0.192, 0.964, 0.251, -0.425, 0.255},  // 9385 states
}};

}  // namespace graze::detail
