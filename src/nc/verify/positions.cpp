// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/positions.h"

#include "graze/nc/turning.h"

namespace graze::nc::detail {
namespace {

constexpr int kZ = 2;

/// Axes that were never commanded stay where the part was set up; others must be at zero.
bool turns(const Motion& m) {
  for (int axis = 3; axis < kAxes; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (m.start.has(axis) != m.end.has(axis)) return true;
    if (m.end.has(axis) && (m.start.value[i] != 0 || m.end.value[i] != 0)) return true;
  }
  return false;
}

bool same(const Motion& m, int axis) {
  const auto i = static_cast<std::size_t>(axis);
  return m.start.has(axis) && m.end.has(axis) && m.start.value[i] == m.end.value[i];
}

}  // namespace

void Positions::assume(const Place& place) {
  if (assumed_) return;
  assumed_ = true;
  assumed_at_ = place;
}

/// Rates of rotary axes are not told, so that no dogleg with them is known.
Fitness Positions::turned(const Motion& m) const {
  if (!options_.machine || (m.kind == MotionKind::rapid && options_.rapid != RapidPath::straight)) {
    return Fitness::rotary;
  }
  for (int axis = 3; axis < kAxes; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (!options_.machine->has(axis) && (m.start.value[i] != 0 || m.end.value[i] != 0)) return Fitness::rotary;
  }
  return can_turn(*options_.machine, m) ? Fitness::turning : Fitness::unknown;
}

Fitness Positions::next(Motion& m, const Setup& setup, double above) {
  // Machines change tools up there; a length that is set does not move the tool, but its tip is not known then.
  const bool changed = setup.tool != tool_, measured = setup.length_from != length_ && above_;
  if (!first_ && !m.start.has(kZ) && !high_ && (changed || measured)) {
    high_ = true;
    assume(m.place);
  }
  first_ = false;
  tool_ = setup.tool;
  length_ = setup.length_from;
  const bool from_high = !m.start.has(kZ) && high_;
  const bool to_reference = m.purpose == Purpose::reference && (m.named >> kZ & 1) != 0;
  const bool stays = m.kind != MotionKind::arc && (m.named >> kZ & 1) == 0;
  const bool to_high = !m.end.has(kZ) && (to_reference || (from_high && stays));
  if (to_high && to_reference) assume(m.place);
  high_ = to_high;
  above_ = false;
  if (turns(m)) return turned(m);
  const bool starts_above = from_high || (m.start.has(kZ) && m.start.value[kZ] >= above);
  const bool ends_above = to_high || (m.end.has(kZ) && m.end.value[kZ] >= above);
  above_ = ends_above;
  if (starts_above && ends_above && (m.kind != MotionKind::arc || m.plane == Plane::xy)) return Fitness::above;
  if (m.kind != MotionKind::arc && same(m, 0) && same(m, 1)) {
    if (from_high) m.start.set(kZ, above);
    if (to_high) m.end.set(kZ, above);
  }
  return m.start.has_xyz() && m.end.has_xyz() ? Fitness::straight : Fitness::unknown;
}

}  // namespace graze::nc::detail
