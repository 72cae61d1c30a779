// SPDX-License-Identifier: Apache-2.0
#include "graze/model.h"
#include "graze/query.h"

namespace graze {

std::string_view name(Volume volume) {
  switch (volume) {
    case Volume::automatic:
      return "automatic";
    case Volume::aabb:
      return "aabb";
    case Volume::dop8:
      return "dop8";
    case Volume::dop12:
      return "dop12";
    case Volume::dop14:
      return "dop14";
    case Volume::dop18:
      return "dop18";
    case Volume::dop20:
      return "dop20";
    case Volume::dop26:
      return "dop26";
    case Volume::sphere:
      return "sphere";
    case Volume::obb:
      return "obb";
    case Volume::rounded_box:
      return "rounded_box";
    case Volume::hybrid:
      return "hybrid";
  }
  return "unknown";
}

std::string_view name(Split split) {
  switch (split) {
    case Split::automatic:
      return "automatic";
    case Split::longest_side:
      return "longest_side";
    case Split::min_sum:
      return "min_sum";
    case Split::min_max:
      return "min_max";
    case Split::splatter:
      return "splatter";
    case Split::sah:
      return "sah";
  }
  return "unknown";
}

std::string_view name(SplitPoint point) {
  switch (point) {
    case SplitPoint::automatic:
      return "automatic";
    case SplitPoint::mean:
      return "mean";
    case SplitPoint::median:
      return "median";
    case SplitPoint::best:
      return "best";
    case SplitPoint::sampled:
      return "sampled";
  }
  return "unknown";
}

std::string_view name(Quality quality) {
  switch (quality) {
    case Quality::standard:
      return "standard";
    case Quality::fast:
      return "fast";
  }
  return "unknown";
}

std::string_view name(ContactKind kind) {
  switch (kind) {
    case ContactKind::crossing:
      return "crossing";
    case ContactKind::touching:
      return "touching";
    case ContactKind::coplanar:
      return "coplanar";
    case ContactKind::near:
      return "near";
    case ContactKind::unclassified:
      return "unclassified";
  }
  return "unknown";
}

}  // namespace graze
