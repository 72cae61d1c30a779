// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "io/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Any buffer beside the file exists and holds the same 1 KiB of small numbers, valid as floats and as indices.
  const auto load = [](const std::filesystem::path&) {
    std::string buffer(1024, '\0');
    for (std::size_t i = 0; i < buffer.size(); i += 4) buffer[i] = static_cast<char>(i / 4 % 3);
    return buffer;
  };
  return graze::fuzz::run(data, size,
                          [&](std::string_view bytes) { return graze::detail::read_gltf(bytes, "f", load); });
}
