// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace graze::test {

/// How many bytes more than at its start were allocated by operator new at some time during `work`. This
/// executable's operator new counts them.
std::size_t peak_allocation(const std::function<void()>& work);

}  // namespace graze::test
