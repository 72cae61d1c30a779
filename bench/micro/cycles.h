// SPDX-License-Identifier: Apache-2.0
// The frequency the core really runs at, without performance counters, which virtual machines do not have.
#pragma once

#include <functional>

namespace graze::bench {

/// Cycles a nanosecond, right after `work` has run for a while: wide vectors may lower the frequency, for about half a
/// millisecond after the last of them. A chain of dependent additions takes a cycle each; the fastest of some
/// attempts counts, since others were interrupted.
double core_ghz_after(const std::function<void()>& work);

/// Ticks a nanosecond of the time-stamp counter, which runs at a frequency of its own; 0 where there is none.
double tsc_ghz();

}  // namespace graze::bench
