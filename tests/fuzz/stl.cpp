// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "io/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return graze::fuzz::run(data, size, [](std::string_view bytes) { return graze::detail::read_stl(bytes, "f"); });
}
