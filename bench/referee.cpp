// SPDX-License-Identifier: Apache-2.0
#include "referee.h"

#include <algorithm>
#include <vector>

#include "traverse/traversal.h"

namespace graze::bench {
namespace {

struct Box {
  Vec3 low, high;
  std::uint32_t triangle = 0;
};

Box box_of(const detail::Corners& corners, std::uint32_t triangle) {
  const auto& v = corners.v;
  return {{std::min({v[0].x, v[1].x, v[2].x}), std::min({v[0].y, v[1].y, v[2].y}), std::min({v[0].z, v[1].z, v[2].z})},
          {std::max({v[0].x, v[1].x, v[2].x}), std::max({v[0].y, v[1].y, v[2].y}), std::max({v[0].z, v[1].z, v[2].z})},
          triangle};
}

bool overlap(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

Box bound_of(const std::vector<Box>& boxes) {
  Box all = boxes.front();
  for (const Box& box : boxes) {
    all.low = {std::min(all.low.x, box.low.x), std::min(all.low.y, box.low.y), std::min(all.low.z, box.low.z)};
    all.high = {std::max(all.high.x, box.high.x), std::max(all.high.y, box.high.y), std::max(all.high.z, box.high.z)};
  }
  return all;
}

void keep_within(std::vector<Box>& boxes, const Box& bound) {
  std::erase_if(boxes, [&](const Box& box) { return !overlap(box, bound); });
  std::sort(boxes.begin(), boxes.end(), [](const Box& x, const Box& y) { return x.low.x < y.low.x; });
}

}  // namespace

bool triangles_meet(const Mesh& a, const Mesh& b, const Pose& pose, std::uint32_t triangle_a,
                    std::uint32_t triangle_b) {
  return detail::triangles_meet(detail::corners(a, triangle_a), detail::placed_corners(b, triangle_b, pose));
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> find_meeting(const Mesh& a, const Mesh& b, const Pose& pose) {
  if (a.triangles.empty() || b.triangles.empty()) return std::nullopt;
  std::vector<Box> boxes_a, boxes_b;
  for (std::uint32_t t = 0; t < a.triangles.size(); ++t) boxes_a.push_back(box_of(detail::corners(a, t), t));
  for (std::uint32_t t = 0; t < b.triangles.size(); ++t)
    boxes_b.push_back(box_of(detail::placed_corners(b, t, pose), t));
  const Box bound_a = bound_of(boxes_a), bound_b = bound_of(boxes_b);
  keep_within(boxes_a, bound_b);
  keep_within(boxes_b, bound_a);

  // Of two boxes that overlap, one starts within the other's range of x: each pair is seen from its earlier box.
  const auto sweep = [&](const std::vector<Box>& early, const std::vector<Box>& late,
                         bool a_early) -> std::optional<std::pair<std::uint32_t, std::uint32_t>> {
    std::size_t first = 0;
    for (const Box& box : early) {
      while (first < late.size() && late[first].low.x < box.low.x) ++first;
      for (std::size_t i = first; i < late.size() && late[i].low.x <= box.high.x; ++i) {
        if (!overlap(box, late[i])) continue;
        const std::uint32_t ta = a_early ? box.triangle : late[i].triangle;
        const std::uint32_t tb = a_early ? late[i].triangle : box.triangle;
        if (triangles_meet(a, b, pose, ta, tb)) return std::pair(ta, tb);
      }
    }
    return std::nullopt;
  };
  if (const auto found = sweep(boxes_a, boxes_b, true)) return found;
  return sweep(boxes_b, boxes_a, false);
}

}  // namespace graze::bench
