// SPDX-License-Identifier: Apache-2.0
// A method in words, for experiments that no table has: every option of building and asking, under the names that the
// command line gives them.
#pragma once

#include <string>
#include <vector>

#include "flight.h"

namespace graze::reproduce {

/// "volume=dop18 width=2 leaf=1 split=splatter tumbling=duality": options as `graze fly` has them, without the dashes,
/// over graze's defaults; for both models, but object-leaf for the object alone. The words are the method's name.
/// Throws std::invalid_argument naming the word that is not understood.
Method method_of_words(const std::string& words);

/// All names that may stand before "=".
std::vector<std::string> option_names();

}  // namespace graze::reproduce
