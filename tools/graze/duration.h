// SPDX-License-Identifier: Apache-2.0
// Durations as people write them: a number and a unit.
#pragma once

#include <chrono>
#include <string>

namespace graze::cli {

/// "20us", "0.5 ms", "16µs". From one nanosecond to a day. Throws Failure that says what is wrong with it.
std::chrono::nanoseconds parse_duration(const std::string& text);

}  // namespace graze::cli
