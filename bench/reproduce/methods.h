// SPDX-License-Identifier: Apache-2.0
// The ways to build and to ask that the tables compare, by name.
#pragma once

#include <string>
#include <vector>

#include "flight.h"

namespace graze::reproduce {

/// graze as it comes.
Method default_method();

/// The thesis's configuration (chapter 5): binary trees, splatter, mean, τ = 1 for the environment and 40 for the
/// object, environment first. Named "18-dop" and so on.
Method thesis_method(Volume volume);

/// The same with other parameters; the name tells them: "18-dop min_sum median", "18-dop tau=20".
Method with_split(Volume volume, Split split, SplitPoint point);
Method with_threshold(Volume volume, int tau);

/// "6-dop", "18-dop", "obb".
std::string volume_name(Volume volume);

/// What can be varied, each option at each of its values, on binary trees and others: what must give the same contacts.
std::vector<Method> every_option();

}  // namespace graze::reproduce
