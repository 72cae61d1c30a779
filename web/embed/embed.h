// SPDX-License-Identifier: Apache-2.0
// What C++ puts into a page that is complete in one file: meshes coarse enough to draw at once, arrays as base64, JSON.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/mesh.h"

namespace graze::web {

/// A coarser mesh for drawing, of at most about `most` triangles: corners in one cell of a grid become one. `moved`,
/// where given, tells what became of each vertex; those of an empty mesh have no entry.
Mesh coarsened(const Mesh& mesh, std::size_t most, std::vector<std::uint32_t>* moved = nullptr);

/// Of all vertices; zero when there are none.
Box box_of(const Mesh& mesh);

std::string base64(const void* data, std::size_t size);

/// Little-endian, as the pages read them.
template <typename T>
std::string encoded(const std::vector<T>& values) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 2 || sizeof(T) == 1);
  return base64(values.data(), values.size() * sizeof(T));
}

/// The page of `pieces` with `json` where its data belongs. Throws std::logic_error if it has no place for it.
std::string filled(std::span<const std::string_view> pieces, std::string_view json);

}  // namespace graze::web
