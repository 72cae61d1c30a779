// SPDX-License-Identifier: Apache-2.0
// The ranges of primitives that top-down builders divide, and the ways to divide one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "build/split_box.h"
#include "build/topology.h"

namespace graze::detail {

/// The primitives [begin, end) of one of the two buffers. Dividing a range writes it, in the order it had, into the
/// other buffer, so that the order of equal elements is that of the input: with primitives given by triangle id,
/// all ties are broken by triangle id.
struct Range {
  std::uint32_t begin = 0, end = 0;
  int buffer = 0;
  int depth = 0;
  Box4 box;      // of the primitives
  Box4 centres;  // of their doubled centres
  std::uint32_t size() const { return end - begin; }
};

/// The directions that planes may be across.
struct SplitDirections {
  int count = 3;
  std::array<std::array<float, 3>, SlabTable::kMost> unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
};

struct SplitContext {
  TopologyOptions options;
  Primitive* buffers[2] = {nullptr, nullptr};
  Float4 area_scale = splat(1);  // a power of two that brings the model's box to about 1: areas cannot overflow
  bool parallel = false;
  SplitDirections directions = {};

  const Primitive* data(const Range& range) const { return buffers[range.buffer] + range.begin; }
};

/// A large node is worked on in chunks; their results are folded in order, so that the outcome does not depend on
/// whether they ran in parallel. 16k primitives are 512 KiB: about 100 µs of work.
inline constexpr std::uint32_t kChunk = 16384;
inline constexpr std::uint32_t kChunkedSize = 4 * kChunk;

/// Calls f(chunk, first, last) with offsets into a range of n.
template <class F>
void for_chunks(std::uint32_t n, bool parallel, const F& f) {
  const std::uint32_t chunks = (n + kChunk - 1) / kChunk;
  const auto one = [&](std::uint32_t i) { f(i, i * kChunk, std::min(n, (i + 1) * kChunk)); };
  if (parallel) {
    parallel_for(0u, chunks, one);
  } else {
    for (std::uint32_t i = 0; i < chunks; ++i) one(i);
  }
}

inline bool chunked(const SplitContext& context, const Range& range) {
  return context.parallel && range.size() >= kChunkedSize;
}

/// Boxes of the range, by a pass over it.
void measure(const SplitContext& context, Range& range);

/// Prepares the two children of a range whose first `n_left` primitives go left, in the buffer given.
void make_children(const Range& range, std::uint32_t n_left, int buffer, Range& left, Range& right);

/// Copies n primitives, the lower half along the axis first, both halves in the order they had.
void halve(const Primitive* from, std::uint32_t n, int axis, Primitive* to);

/// Halves by the centre along the longest side of the box of centres. Always succeeds for two primitives or more.
void split_median(const SplitContext& context, const Range& range, Range& left, Range& right);

/// The oscillating tree of the thesis (6.3.4): `split` makes descendants, which are then grouped into the two children.
using SplitFunction = void (*)(const SplitContext& context, const Range& range, Range& left, Range& right);
void split_regrouped(SplitFunction split, const SplitContext& context, const Range& range, Range& left, Range& right);

}  // namespace graze::detail
