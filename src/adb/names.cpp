// SPDX-License-Identifier: Apache-2.0
#include "graze/adb.h"

namespace graze {

std::string_view name(AdbKind kind) {
  switch (kind) {
    case AdbKind::binary:
      return "binary";
    case AdbKind::octree:
      return "octree";
  }
  return "unknown";
}

std::string_view name(AdbCounting counting) {
  switch (counting) {
    case AdbCounting::exact:
      return "exact";
    case AdbCounting::approximate:
      return "approximate";
  }
  return "unknown";
}

std::string_view name(AdbRegions regions) {
  switch (regions) {
    case AdbRegions::none:
      return "none";
    case AdbRegions::grid:
      return "grid";
    case AdbRegions::pyramids:
      return "pyramids";
  }
  return "unknown";
}

std::string_view name(AdbVolume volume) {
  switch (volume) {
    case AdbVolume::three_cases:
      return "three_cases";
    case AdbVolume::spheres:
      return "spheres";
    case AdbVolume::slabs:
      return "slabs";
    case AdbVolume::aligned_dop:
      return "aligned_dop";
    case AdbVolume::exact:
      return "exact";
  }
  return "unknown";
}

std::string_view name(AdbRounding rounding) {
  switch (rounding) {
    case AdbRounding::nearest:
      return "nearest";
    case AdbRounding::interpolated:
      return "interpolated";
  }
  return "unknown";
}

}  // namespace graze
