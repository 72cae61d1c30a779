// SPDX-License-Identifier: Apache-2.0
// How often this program has called operator new, and calls that fail. The operators live in a file of their own: a
// compiler that inlines one half of a new/delete pair calls it mismatched.
#pragma once

namespace graze::test {

long allocations();

/// While it lives, operator new succeeds so many times and then throws std::bad_alloc.
struct FailingNew {
  explicit FailingNew(long successes);
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;
};

}  // namespace graze::test
