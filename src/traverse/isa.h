// SPDX-License-Identifier: Apache-2.0
// Instruction sets: which ones this build and this machine have, and the one in use.
#pragma once

#include <atomic>
#include <string_view>
#include <vector>

namespace graze::detail {

/// Names of what can run here, the best first; the last, EMU128, is the scalar path.
std::vector<std::string_view> available_isas();

/// Restricts queries to one of them, for tests; an empty name restores the best. False when it is not available.
/// Not thread-safe against running queries.
bool use_isa(std::string_view name);

/// Has GRAZE_ISA been read?
extern std::atomic<bool> isa_is_known;
void read_isa();

/// Reads GRAZE_ISA once. Every dispatched entry calls it first; a call would be a twentieth of the shortest queries.
inline void init_isa() {
  if (!isa_is_known.load(std::memory_order_acquire)) [[unlikely]]
    read_isa();
}

}  // namespace graze::detail
