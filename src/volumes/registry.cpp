// SPDX-License-Identifier: Apache-2.0
#include "volumes/registry.h"

#include <array>
#include <vector>

namespace graze::detail {

// One line a volume: the VolumeFamily that its file defines.
#define GRAZE_VOLUMES(VOLUME) VOLUME(kCapsule)

#define GRAZE_DECLARE(family) extern const VolumeFamily family;
GRAZE_VOLUMES(GRAZE_DECLARE)

namespace {

#define GRAZE_LIST(family) &family,
constexpr auto kFamilies = std::to_array<const VolumeFamily*>({GRAZE_VOLUMES(GRAZE_LIST)});

std::vector<Volume> list_volumes() {
  std::vector<Volume> all;
  for (int i = 1; i <= static_cast<int>(Volume::hybrid); ++i) all.push_back(static_cast<Volume>(i));
  for (std::size_t i = 0; i < kFamilies.size(); ++i) {
    all.push_back(static_cast<Volume>(kFirstRegistered + static_cast<int>(i)));
  }
  return all;
}

}  // namespace

std::span<const VolumeFamily* const> families() { return kFamilies; }

const VolumeFamily* registered_family(Volume volume) {
  const auto index = static_cast<std::size_t>(static_cast<int>(volume) - kFirstRegistered);
  return index < kFamilies.size() ? kFamilies[index] : nullptr;
}

std::uint64_t family_key(Volume volume) {
  const VolumeFamily* family = family_of(volume);
  if (family == nullptr) return 0;
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const char c : family->name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

}  // namespace graze::detail

namespace graze {

std::span<const Volume> all_volumes() {
  static const std::vector<Volume> all = detail::list_volumes();
  return all;
}

}  // namespace graze
