// SPDX-License-Identifier: Apache-2.0
#include "build/split_rules.h"
#include "graze/model.h"
#include "graze/query.h"
#include "volumes/registry.h"

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
  const detail::VolumeFamily* family = detail::family_of(volume);
  return family != nullptr ? family->name : "unknown";
}

std::string_view name(Split split) {
  if (split == Split::automatic) return "automatic";
  const detail::SplitRule* rule = detail::rule_of(split);
  return rule != nullptr ? rule->name : "unknown";
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

std::string_view name(SplitAxes axes) {
  switch (axes) {
    case SplitAxes::three:
      return "three";
    case SplitAxes::all:
      return "all";
  }
  return "unknown";
}

std::string_view name(Building building) {
  switch (building) {
    case Building::top_down:
      return "top_down";
    case Building::bottom_up:
      return "bottom_up";
  }
  return "unknown";
}

std::string_view name(LeafRule rule) {
  switch (rule) {
    case LeafRule::automatic:
      return "automatic";
    case LeafRule::thesis:
      return "thesis";
  }
  return "unknown";
}

std::string_view name(Orientation orientation) {
  switch (orientation) {
    case Orientation::given:
      return "given";
    case Orientation::optimal:
      return "optimal";
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
