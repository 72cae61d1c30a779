// SPDX-License-Identifier: Apache-2.0
#include "traverse/front.h"

#include <algorithm>

#include "build/pieces.h"
#include "traverse/front_ball.h"

namespace graze::detail {

void FrontPairs::reserve_more(std::size_t n) {
  // And the tail of a full-width load or store.
  const std::size_t needed = size + n + 16;
  if (needed <= room) return;
  const std::size_t grown = std::max<std::size_t>({2 * room, (needed + 15) / 16 * 16, 1024});
  blocks.resize(kRows * grown);
  links.resize(grown);
  waits.resize(grown);
  for (auto* scratch : {&expired, &tested, &searched, &inner}) scratch->resize(grown);
  room = grown;  // last: one of them may have found no memory
}

bool front_possible(const Hierarchy& a, const Hierarchy& b) {
  const auto box = [](const Hierarchy& h) { return h.volume == Volume::obb; };
  if (a.layout.lanes > 8 || b.layout.lanes > 8 || is_turned(a) || is_turned(b)) return false;
  if (box(a) && box(b)) return true;
  return (a.layout.by_child && (box(b) || a.volume == b.volume)) || (box(a) && b.layout.by_child);
}

void front_start(const Hierarchy& a, const Hierarchy& b, FrontPairs& pairs) {
  pairs.size = 0;
  pairs.reserve_more(1);
  pairs.links[0] = {a.ref(0, 0), b.ref(0, 0), static_cast<std::uint32_t>(a.layout.start(0)),
                    static_cast<std::uint32_t>(b.layout.start(0))};
  set_unknown(ball_about(b, pairs.links[0].volume_b), 0, pairs);
  pairs.size = 1;
}

void front_rewind(const Frame& frame, float clock, FrontPairs& pairs) {
  constexpr std::size_t kStep = FrontPairs::kBlock;
  const float loss = storing_error(frame);
  for (std::size_t i = 0; i < pairs.size; i += kStep) {
    float* block = pairs.entry(i);
    for (std::size_t l = 0; l < kStep; ++l) {
      block[FrontPairs::kOffset * kStep + l] -= block[FrontPairs::kRadius * kStep + l] * clock + loss;
    }
  }
}

}  // namespace graze::detail
