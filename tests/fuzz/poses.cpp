// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "graze/io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    for (const graze::Pose& pose : graze::parse_poses({reinterpret_cast<const char*>(data), size}, "f")) {
      graze::fuzz::require(graze::is_rigid(pose), "poses are rigid");
    }
  } catch (const graze::Error& error) {
    graze::fuzz::check(error);
  }
  return 0;
}
