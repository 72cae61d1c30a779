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
    case Volume::custom:
      return "custom";
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

std::string_view name(Descent descent) {
  switch (descent) {
    case Descent::adaptive:
      return "adaptive";
    case Descent::larger:
      return "larger";
    case Descent::a_first:
      return "a_first";
    case Descent::lock_step:
      return "lock_step";
    case Descent::restart:
      return "restart";
  }
  return "unknown";
}

std::string_view name(Method method) {
  switch (method) {
    case Method::hierarchy:
      return "hierarchy";
    case Method::brute_force:
      return "brute_force";
    case Method::study:
      return "study";
  }
  return "unknown";
}

std::string_view name(Tumbling tumbling) {
  switch (tumbling) {
    case Tumbling::automatic:
      return "automatic";
    case Tumbling::hill_climbing:
      return "hill_climbing";
    case Tumbling::vertices:
      return "vertices";
    case Tumbling::root_hill_climbing:
      return "root_hill_climbing";
    case Tumbling::duality:
      return "duality";
  }
  return "unknown";
}

std::string_view name(IntervalOrder order) {
  switch (order) {
    case IntervalOrder::stored:
      return "stored";
    case IntervalOrder::spread:
      return "spread";
    case IntervalOrder::thinnest:
      return "thinnest";
  }
  return "unknown";
}

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::disjoint:
      return "disjoint";
    case Outcome::colliding:
      return "colliding";
    case Outcome::possible:
      return "possible";
  }
  return "unknown";
}

}  // namespace graze
