// SPDX-License-Identifier: Apache-2.0
// Methods that the command line names, flown beside graze's default: any option of the library, on the thesis's
// flights.
#pragma once

#include <string>
#include <vector>

#include "datasets.h"

namespace graze::reproduce {

/// Prints a line for each method and dataset. The number of flights whose answers are wrong: other contacts than the
/// default's or, where queries are interrupted, a pose called free that is not.
int try_methods(const std::vector<std::string>& words, const std::vector<std::string>& datasets, bool reduced,
                int rounds);

}  // namespace graze::reproduce
