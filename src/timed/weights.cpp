// SPDX-License-Identifier: Apache-2.0
#include "timed/probability.h"

namespace graze::detail {

// `graze_judge --fit MODEL... --poses 3000`: 3,000 poses or so of each of the scenarios U and N (bench/timed/poses.h)
// of each of twelve models: airplane, armadillo, boeing, bunny, dragon_res2, featuretype, hand, lucy100k, pr2_head_pan,
// turbine_wheel, turbineblade, voron_exhaust_filter_housing. docs/timed.md says how they do on models left out.
const std::array<Features, kStepGroups> kStateWeights = {{
    {1.5204, 0.1212, 0.6832, -0.4785, -0.0853, -0.0163, -0.0953, 0.2588},  // 208683 states
    {1.5273, 0.0248, 0.9208, -0.6767, -0.0007, -0.0842, -0.1267, 0.3836},  // 221461 states
    {1.7583, 0.1919, 0.8710, -0.8497, 0.0867, -0.0254, -0.0806, 0.2923},   // 68721 states
    {1.4457, 0.3737, 0.7206, -0.8491, 0.1930, 0.0276, -0.0202, 0.1392},    // 52927 states
    {1.0377, 0.4329, 0.6932, -0.7891, 0.2561, 0.0192, -0.0147, 0.0938},    // 41182 states
    {-2.5291, 0.9660, 0.3563, -0.2204, 0.3848, 0.1634, 0.0471, -0.1923},   // 19534 states
}};

}  // namespace graze::detail
