// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/reference_heights.h"

namespace graze::detail::stock {

bool ReferenceHeights::next(nc::Motion& motion, int tool, double above) {
  constexpr int kUp = 2;
  nc::Axes &from = motion.start, &to = motion.end;
  if (!first_ && tool != tool_ && !from.has(kUp)) high_ = true;
  first_ = false;
  tool_ = tool;
  const bool named = (motion.named >> kUp & 1) != 0, arc = motion.kind == nc::MotionKind::arc;
  const bool from_high = high_ && !from.has(kUp);
  const bool sent_up = motion.purpose == nc::Purpose::reference && named;
  high_ = !to.has(kUp) && (sent_up || (from_high && !named && !arc));
  const bool starts_above = from_high || (from.has(kUp) && from.value[kUp] >= above);
  const bool ends_above = high_ || (to.has(kUp) && to.value[kUp] >= above);
  if (starts_above && ends_above && (!arc || motion.plane == nc::Plane::xy)) return true;
  const auto stays = [&](int axis) {
    const auto k = static_cast<std::size_t>(axis);
    return from.has(axis) && to.has(axis) && from.value[k] == to.value[k];
  };
  if (!arc && stays(0) && stays(1)) {
    if (from_high) from.set(kUp, above);
    if (high_) to.set(kUp, above);
  }
  return false;
}

}  // namespace graze::detail::stock
