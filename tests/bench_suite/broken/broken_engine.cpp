// SPDX-License-Identifier: Apache-2.0
// Libraries that graze must refuse, or must survive: one for each value of BROKEN, and one whose ENTRY has another
// name.
#include <cstdint>

#include "graze/engine.h"

namespace {

enum Kind { kAbi, kSmall, kMember, kName, kArithmetic, kNothing, kFailing, kLying, kGroup, kEndless };
constexpr Kind kKind = BROKEN;

int instance_of_nothing = 0;

graze_engine_instance* create() { return reinterpret_cast<graze_engine_instance*>(&instance_of_nothing); }
void destroy(graze_engine_instance*) {}
int build(graze_engine_instance*, const graze_engine_mesh*, const graze_engine_mesh*) {
  return kKind == kFailing ? -1 : 0;
}
int set_poses(graze_engine_instance*, const double*, size_t) { return 0; }
int intersects(graze_engine_instance*, size_t) { return 1; }
int64_t find_all(graze_engine_instance*, size_t) { return 1; }
/// A triangle that no mesh has; or more pairs than anything could hold.
size_t pairs(const graze_engine_instance*, uint32_t* out, size_t capacity) {
  if (kKind == kEndless) return size_t{1} << 63;
  if (capacity > 0) out[0] = out[1] = 4'000'000'000u;
  return 1;
}
size_t bytes(const graze_engine_instance*) { return 1; }
const char* last_error(const graze_engine_instance*) { return "out of\nideas"; }

}  // namespace

extern "C" const graze_engine_table* ENTRY(uint32_t index) {
  static const graze_engine_table kTable = {
      kKind == kAbi ? GRAZE_ENGINE_ABI + 1 : GRAZE_ENGINE_ABI,
      static_cast<uint32_t>(sizeof(graze_engine_table)) - (kKind == kSmall ? 8u : 0u),
      kKind == kName    ? "Not A Word"
      : kKind == kGroup ? "rivals"
                        : "broken",
      "1",
      "none",
      GRAZE_ENGINE_EXACT_ANY | GRAZE_ENGINE_EXACT_PAIRS,
      kKind == kArithmetic ? 7u : std::uint32_t{GRAZE_ENGINE_DOUBLE},
      create,
      destroy,
      build,
      set_poses,
      kKind == kMember ? nullptr : intersects,
      find_all,
      pairs,
      bytes,
      last_error};
  return index == 0 && kKind != kNothing ? &kTable : nullptr;
}
