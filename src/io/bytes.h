// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace graze::detail {

/// A number of a binary file. The caller has checked that offset + sizeof(T) <= bytes.size().
template <class T>
T load(std::string_view bytes, std::size_t offset, std::endian order) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes.data() + offset, sizeof(T));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

}  // namespace graze::detail
