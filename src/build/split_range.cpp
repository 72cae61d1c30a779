// SPDX-License-Identifier: Apache-2.0
#include "build/split_range.h"

#include <utility>

namespace graze::detail {

void measure(const SplitContext& context, Range& range) {
  const Primitive* p = context.data(range);
  const auto fold = [p](std::uint32_t first, std::uint32_t last, Box4& box, Box4& centres) {
    for (std::uint32_t i = first; i < last; ++i) {
      const Box4 b = box_of(p[i]);
      box.add(b);
      centres.add(centre_of(b));
    }
  };
  range.box = {};
  range.centres = {};
  if (!chunked(context, range)) {
    fold(0, range.size(), range.box, range.centres);
    return;
  }
  struct Boxes {
    Box4 box, centres;
  };
  std::vector<Boxes> parts((range.size() + kChunk - 1) / kChunk);
  for_chunks(range.size(), true, [&](std::uint32_t i, std::uint32_t first, std::uint32_t last) {
    fold(first, last, parts[i].box, parts[i].centres);
  });
  for (const Boxes& part : parts) {
    range.box.add(part.box);
    range.centres.add(part.centres);
  }
}

void make_children(const Range& range, std::uint32_t n_left, int buffer, Range& left, Range& right) {
  left = Range{range.begin, range.begin + n_left, buffer, range.depth + 1, {}, {}};
  right = Range{range.begin + n_left, range.end, buffer, range.depth + 1, {}, {}};
}

void halve(const Primitive* from, std::uint32_t n, int axis, Primitive* to) {
  std::vector<std::pair<float, std::uint32_t>> keys(n);
  const auto key = [&](std::uint32_t i) { return std::pair(from[i].lower[axis] + from[i].upper[axis], i); };
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = key(i);
  std::nth_element(keys.begin(), keys.begin() + n / 2, keys.end());
  const auto pivot = keys[n / 2];
  Primitive* sides[2] = {to, to + n / 2};
  for (std::uint32_t i = 0; i < n; ++i) *sides[key(i) < pivot ? 0 : 1]++ = from[i];
}

void split_median(const SplitContext& context, const Range& range, Range& left, Range& right) {
  const std::uint32_t n = range.size();
  const Float4 extent = range.centres.extent();
  const int axis = longest_axis(extent);
  int buffer = range.buffer;
  if (extent[axis] > 0) {  // else all centres are equal, and the order by id is as good as any
    buffer ^= 1;
    halve(context.data(range), n, axis, context.buffers[buffer] + range.begin);
  }
  make_children(range, n / 2, buffer, left, right);
  measure(context, left);
  measure(context, right);
}

}  // namespace graze::detail
