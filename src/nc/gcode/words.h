// SPDX-License-Identifier: Apache-2.0
// What each G and M code is: its modal group, and whether it is executed, harmless or refused.
#pragma once

#include <cstdint>

#include "graze/nc/program.h"

namespace graze::nc::detail {

/// Codes are held as ten times their number: G59.1 is 591.
enum class Group : std::uint8_t {
  once,     ///< G4 G10 G28 G30 G52 G92: in this block only
  machine,  ///< G53, which goes with a motion
  motion,
  plane,
  distance,
  arc_distance,
  feed_mode,
  units,
  cutter,
  length,
  retract,
  work,
  path,
  spindle_mode,
  diameter,
  cancel,  ///< G80, which may stand beside G0 or G1
  macro,   ///< G65
  tcp,     ///< M428 M429 of machines that have them
  other,   ///< harmless ones, each in no one's way
  stop,    ///< M0 M1 M2 M30 M60 M98 M99
  tool,
  spindle,
  coolant,
  overrides,
  inputs,
};

enum class Use : std::uint8_t { executed, harmless, refused };

struct Code {
  Group group = Group::other;
  Use use = Use::refused;
  const char* why = "";  ///< of a refusal: what the code is
};

Code g_code(int code, Dialect dialect);
Code m_code(int code, Dialect dialect);

}  // namespace graze::nc::detail
