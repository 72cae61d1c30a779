// SPDX-License-Identifier: Apache-2.0
// Heights that a program does not tell but that are above the stock: after G28 and G30, after a change of tools, and
// before the first motion where the caller says so. The same assumptions as the gouge check makes.
#pragma once

#include "graze/nc/program.h"

namespace graze::detail::stock {

class ReferenceHeights {
 public:
  explicit ReferenceHeights(bool starts_clear) : high_(starts_clear) {}

  /// In the program's order. True: the motion stays at or above the height `above`, wherever it is. Unknown ends of
  /// vertical motions that are up there are put at that height.
  bool next(nc::Motion& motion, int tool, double above);

 private:
  bool high_, first_ = true;
  int tool_ = 0;
};

}  // namespace graze::detail::stock
