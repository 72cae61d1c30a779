// SPDX-License-Identifier: Apache-2.0
// What every reader owes, whatever bytes it is given: a mesh that holds together, or an Error of one line.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "graze/error.h"
#include "graze/mesh.h"

namespace graze::fuzz {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

inline void check(const Error& error) {
  const std::string_view text = error.what();
  require(!text.empty() && text.size() < 400, "an error is one line of bearable length");
  for (const char c : text) require(c >= ' ' && c <= '~', "an error is one line of printable characters");
  require(text.starts_with("f"), "an error names the file");
}

inline void check(const Mesh& mesh) {
  for (const Vec3& v : mesh.vertices) {
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z), "coordinates are finite");
  }
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t corner : t) require(corner < mesh.vertices.size(), "indices are in range");
  }
}

/// `read` returns a mesh or throws Error; anything else it does ends the run.
template <class Reader>
int run(const std::uint8_t* data, std::size_t size, const Reader& read) {
  try {
    check(read(std::string_view(reinterpret_cast<const char*>(data), size)));
  } catch (const Error& error) {
    check(error);
  }
  return 0;
}

}  // namespace graze::fuzz
