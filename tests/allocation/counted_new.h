// SPDX-License-Identifier: Apache-2.0
// How often this program has called operator new. The operators live in a file of their own: a compiler that inlines
// one half of a new/delete pair calls it mismatched.
#pragma once

namespace graze::test {

long allocations();

}  // namespace graze::test
