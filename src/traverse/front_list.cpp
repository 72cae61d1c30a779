// SPDX-License-Identifier: Apache-2.0
// A list of pairs of neighbouring leaves, for poses near the one at which it was made.
#include <algorithm>
#include <cmath>

#include "build/pieces.h"
#include "traverse/front.h"
#include "traverse/front_ball.h"

namespace graze::detail {
namespace {

/// Pairs ahead whose packets are fetched.
constexpr std::size_t kAhead = 16;

std::uint32_t volume_at(const Hierarchy& h, const LeafPacket& leaf) {
  const std::size_t slot = leaf.slot, lanes = h.layout.lanes;
  return static_cast<std::uint32_t>(slot / lanes * h.layout.stride + h.layout.start(slot % lanes));
}

Ball ball_of(const Hierarchy& h, const LeafPacket& packet, std::uint32_t volume) {
  if (packet.packets > 1) return ball_about(h, volume);
  return {{packet.centre[0], packet.centre[1], packet.centre[2]}, packet.radius};
}

/// The line of a packet that has all but its corners.
void prefetch(const LeafPacket& packet) { __builtin_prefetch(packet.id); }

/// Of the three faces of a box of A that look to a ball of B, the plane of the one farthest from it. In double: what
/// rounds is that box's axes (to 16 units, which validate() checks), so that its points reach up to 48uM beyond its
/// half-width, and the normal, shortened by 2^-18. docs/coherence.md.
void set_face_plane(const PairQuery& query, std::uint32_t volume, const Ball& ball, float enough, std::size_t i,
                    FrontPairs& pairs) {
  const Frame& frame = query.frame;
  const Layout& layout = query.a.layout;
  const float* box = query.a.nodes.data() + volume;
  const auto value = [&](std::size_t f) { return static_cast<double>(box[layout.at(f, 0)]); };
  double d[3];
  for (std::size_t x = 0; x < 3; ++x) {
    const double* r = frame.r + 3 * x;
    d[x] = r[0] * ball.centre[0] + r[1] * ball.centre[1] + r[2] * ball.centre[2] + frame.t[x] - value(x);
  }
  double gap = -HUGE_VAL, along = 0;
  std::size_t best = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t f = field::kAxes + 3 * k;
    const double s = value(f) * d[0] + value(f + 1) * d[1] + value(f + 2) * d[2];
    const double apart = std::abs(s) - value(field::kObbHalf + k);
    if (apart <= gap) continue;
    gap = apart;
    along = s;
    best = field::kAxes + 3 * k;
  }
  const float sure = static_cast<float>(gap - ball.radius) - 2 * storing_error(frame);
  if (!(sure > enough)) return;
  const double sign = std::copysign(1 - 0x1p-18, along);
  const float normal[3] = {static_cast<float>(sign * value(best)), static_cast<float>(sign * value(best + 1)),
                           static_cast<float>(sign * value(best + 2))};
  store_plane(frame, 0, normal, sure, i, pairs);
}

}  // namespace

bool front_list_possible(const Hierarchy& a, const Hierarchy& b) {
  const auto fits = [](const Hierarchy& h) { return h.volume == Volume::obb && h.layout.lanes <= 8 && !is_turned(h); };
  return fits(a) && fits(b);
}

void front_list(const PairQuery& query, const std::vector<std::uint64_t>& found, FrontPairs& pairs) {
  pairs.size = 0;
  pairs.reserve_more(found.size());
  const float enough = query.frame.pad + storing_error(query.frame);
  const auto packet_a = [&](std::size_t i) -> const LeafPacket& { return query.a.leaves[found[i] >> 32u]; };
  const auto packet_b = [&](std::size_t i) -> const LeafPacket& { return query.b.leaves[found[i] & 0xFFFFFFFFu]; };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t soon = std::min(i + kAhead, found.size() - 1);
    prefetch(packet_a(soon));
    prefetch(packet_b(soon));
    const LeafPacket &a = packet_a(i), &b = packet_b(i);
    const std::uint32_t volume_a = volume_at(query.a, a), volume_b = volume_at(query.b, b);
    pairs.links[i] = {make_ref(true, 0, static_cast<std::uint32_t>(found[i] >> 32u)),
                      make_ref(true, 0, static_cast<std::uint32_t>(found[i])), volume_a, volume_b};
    const Ball ball = ball_of(query.b, b, volume_b);
    set_unknown(ball, i, pairs);
    set_face_plane(query, volume_a, ball, enough, i, pairs);
  }
  pairs.size = found.size();
}

}  // namespace graze::detail
