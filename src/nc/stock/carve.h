// SPDX-License-Identifier: Apache-2.0
// Pieces of tools on straight moves, applied to lines in the order of time.
#pragma once

#include <vector>

#include "nc/stock/action.h"
#include "nc/stock/dexels.h"

namespace graze::detail::stock {

/// The longest stretch of a line that an action met.
struct Hit {
  std::uint32_t action = 0;
  double length = 0;
  Vec3 middle;  // of the stretch
};

/// Executes the actions in order on every line. `hits` gets, for each action that removes nothing and met material, the
/// longest stretch on this set of lines, in the order of actions. Runs on the threads of the calling arena; the result
/// does not depend on them.
void carve(Dexels& lines, const std::vector<Action>& actions, std::vector<Hit>& hits);

}  // namespace graze::detail::stock
