// SPDX-License-Identifier: Apache-2.0
#include "timed/probability.h"

namespace graze::detail {

// `graze_judge --fit MODEL... --poses 3000`: 3,000 poses or so of each of the scenarios U and N (bench/timed/poses.h)
// of each of twelve models: airplane, armadillo, boeing, bunny, dragon_res2, featuretype, hand, lucy100k, pr2_head_pan,
// turbine_wheel, turbineblade, voron_exhaust_filter_housing. docs/timed.md says how they do on models left out.
const std::array<Features, kStepGroups> kStateWeights = {{
    {0.2338, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.0000, 0.7558, 1.1906, 0.1019, -0.1040,
     0.0532},  // 79864 states
    {1.5764, 0.3022, 0.2490, -0.2164, -0.0796, -0.0246, -0.0821, 0.2145, 0.7192, 0.5421, 0.0925, -0.1340,
     0.0152},  // 208683 states
    {1.9860, 0.0924, 0.7938, -0.6058, -0.0118, -0.0974, -0.1623, 0.4145, 0.5159, -0.0068, 0.0672, 0.0318,
     -0.0006},  // 221461 states
    {2.1810, 0.2428, 0.7772, -0.8449, 0.0744, -0.0415, -0.1183, 0.3294, 0.3728, 0.0328, 0.0516, 0.0787,
     0.0207},  // 68721 states
    {1.7433, 0.4038, 0.6447, -0.8730, 0.1942, 0.0088, -0.0598, 0.1771, 0.3445, 0.2433, 0.0558, 0.0148,
     0.0425},  // 52927 states
    {1.1804, 0.4452, 0.6649, -0.8319, 0.2713, 0.0137, -0.0301, 0.1108, 0.5251, 0.5955, 0.0927, -0.2177,
     -0.0162},  // 41182 states
    {-2.8070, 0.9746, 0.3613, -0.2012, 0.4323, 0.1664, 0.0805, -0.2118, 0.9489, 1.1978, 0.1428, -0.6401,
     -0.0708},  // 19534 states
}};

const std::array<BoxFeatures, kStepGroups> kBoxWeights = {{
    {},                                                                    // before the first step nothing is known
    {1.5204, 0.1212, 0.6832, -0.4785, -0.0853, -0.0163, -0.0953, 0.2588},  // 208683 states
    {1.5273, 0.0248, 0.9208, -0.6767, -0.0007, -0.0842, -0.1267, 0.3836},  // 221461 states
    {1.7583, 0.1919, 0.8710, -0.8497, 0.0867, -0.0254, -0.0806, 0.2923},   // 68721 states
    {1.4457, 0.3737, 0.7206, -0.8491, 0.1930, 0.0276, -0.0202, 0.1392},    // 52927 states
    {1.0377, 0.4329, 0.6932, -0.7891, 0.2561, 0.0192, -0.0147, 0.0938},    // 41182 states
    {-2.5291, 0.9660, 0.3563, -0.2204, 0.3848, 0.1634, 0.0471, -0.1923},   // 19534 states
}};

}  // namespace graze::detail
