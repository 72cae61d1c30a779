// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/results.h"

namespace graze::suite {

/// What a reader needs to judge the numbers; nothing that names the machine.
MachineInfo this_machine();

}  // namespace graze::suite
