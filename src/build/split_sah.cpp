// SPDX-License-Identifier: Apache-2.0
// Binned surface area heuristic: all three axes in one pass over the primitives, then one pass that divides them.
#include <array>
#include <limits>
#include <memory>

#include "build/split_plane.h"
#include "build/split_rules.h"

namespace graze::detail {
namespace {

constexpr int kBins = 16;

struct Bins {
  Box4 box[3][kBins];
  std::uint32_t count[3][kBins] = {};

  void add(const Bins& other) {
    for (int axis = 0; axis < 3; ++axis) {
      for (int i = 0; i < kBins; ++i) {
        box[axis][i].add(other.box[axis][i]);
        count[axis][i] += other.count[axis][i];
      }
    }
  }
  std::uint32_t below(int axis, int bin) const {
    std::uint32_t n = 0;
    for (int i = 0; i < bin; ++i) n += count[axis][i];
    return n;
  }
};

/// The position of a centre among the bins of each axis: monotone in the coordinate, so a bin boundary is a plane.
struct BinMap {
  Float4 origin, scale = splat(0);

  explicit BinMap(const Box4& centres) : origin(centres.lower) {
    const Float4 extent = centres.extent();
    for (int axis = 0; axis < 3; ++axis) {
      const float s = kBins / extent[axis];
      if (s <= std::numeric_limits<float>::max()) scale[axis] = s;  // else flat: everything in bin 0
    }
  }
  Float4 position(Float4 centre) const { return (centre - origin) * scale; }
  Int4 bin(Float4 centre) const {
    const Float4 x = position(centre), last = splat(kBins - 1);
    return __builtin_convertvector(x < last ? x : last, Int4);  // also sends what is not a number to the last bin
  }
};

void fill(Bins& bins, const BinMap& map, const Primitive* p, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) {
    const Box4 b = box_of(p[i]);
    const Int4 bin = map.bin(centre_of(b));
    for (int axis = 0; axis < 3; ++axis) {
      bins.box[axis][bin[axis]].add(b);
      ++bins.count[axis][bin[axis]];
    }
  }
}

struct Choice {
  float cost = std::numeric_limits<float>::infinity();
  int axis = 0;
  int bin = 0;  // the first bin that goes right; 0: no split
};

Choice choose(const Bins& bins, std::uint32_t n, Float4 area_scale) {
  Choice best;
  for (int axis = 0; axis < 3; ++axis) {
    float right_area[kBins];
    Box4 box;
    for (int i = kBins - 1; i > 0; --i) {
      box.add(bins.box[axis][i]);
      right_area[i] = half_area(box.extent() * area_scale);
    }
    box = {};
    std::uint32_t n_left = 0;
    for (int i = 1; i < kBins; ++i) {
      box.add(bins.box[axis][i - 1]);
      n_left += bins.count[axis][i - 1];
      if (n_left == 0) continue;
      if (n_left == n) break;
      const float left_area = half_area(box.extent() * area_scale);
      const float cost = left_area * static_cast<float>(n_left) + right_area[i] * static_cast<float>(n - n_left);
      if (cost < best.cost) best = {cost, axis, i};
    }
  }
  return best;
}

/// Writes the primitives of p to the two sides, keeping their order, and returns the boxes of their centres.
/// Without a branch on the side: on a soup that would be mispredicted every other time.
template <int axis>
std::array<Box4, 2> divide(const BinMap& map, int bin, const Primitive* p, std::uint32_t n, Primitive* left,
                           Primitive* right) {
  std::array<Box4, 2> centres;
  const Float4 boundary = splat(static_cast<float>(bin));
  for (std::uint32_t i = 0; i < n; ++i) {
    const Float4 c = centre_of(box_of(p[i]));
    const Int4 below = map.position(c) < boundary;  // the same side as the bin says
    const Int4 to_left = __builtin_shufflevector(below, below, axis, axis, axis, axis);
    const std::uint32_t side = static_cast<std::uint32_t>(to_left[0]) & 1u;
    *(side != 0 ? left : right) = p[i];
    left += side;
    right += 1 - side;
    // All ones are not a number, which min and max ignore in their first place.
    const auto for_left = reinterpret_cast<Float4>(reinterpret_cast<Int4>(c) | ~to_left);
    const auto for_right = reinterpret_cast<Float4>(reinterpret_cast<Int4>(c) | to_left);
    centres[0] = {min(for_left, centres[0].lower), max(for_left, centres[0].upper)};
    centres[1] = {min(for_right, centres[1].lower), max(for_right, centres[1].upper)};
  }
  return centres;
}

std::array<Box4, 2> divide(const BinMap& map, const Choice& choice, const Primitive* p, std::uint32_t n,
                           Primitive* left, Primitive* right) {
  switch (choice.axis) {
    case 0:
      return divide<0>(map, choice.bin, p, n, left, right);
    case 1:
      return divide<1>(map, choice.bin, p, n, left, right);
    default:
      return divide<2>(map, choice.bin, p, n, left, right);
  }
}

void split_binned(const SplitContext& context, const Range& range, Range& left, Range& right) {
  const std::uint32_t n = range.size();
  const Primitive* p = context.data(range);
  const BinMap map(range.centres);
  const bool in_chunks = chunked(context, range);
  Bins bins;
  std::unique_ptr<Bins[]> parts;
  if (in_chunks) {
    const std::uint32_t chunks = (n + kChunk - 1) / kChunk;
    parts = std::make_unique<Bins[]>(chunks);
    for_chunks(n, true, [&](std::uint32_t i, std::uint32_t first, std::uint32_t last) {
      fill(parts[i], map, p + first, last - first);
    });
    for (std::uint32_t i = 0; i < chunks; ++i) bins.add(parts[i]);
  } else {
    fill(bins, map, p, n);
  }

  const Choice choice = choose(bins, n, context.area_scale);
  if (choice.bin == 0) {
    split_median(context, range, left, right);
    return;
  }
  make_children(range, bins.below(choice.axis, choice.bin), range.buffer ^ 1, left, right);
  for (int i = 0; i < kBins; ++i) (i < choice.bin ? left : right).box.add(bins.box[choice.axis][i]);
  Primitive* to = context.buffers[left.buffer];
  if (!in_chunks) {
    const auto centres = divide(map, choice, p, n, to + left.begin, to + right.begin);
    left.centres = centres[0];
    right.centres = centres[1];
    return;
  }
  const std::uint32_t chunks = (n + kChunk - 1) / kChunk;
  std::vector<std::uint32_t> n_left(chunks + 1, 0);  // before chunk i
  for (std::uint32_t i = 0; i < chunks; ++i) n_left[i + 1] = n_left[i] + parts[i].below(choice.axis, choice.bin);
  std::vector<std::array<Box4, 2>> centres(chunks);
  for_chunks(n, true, [&](std::uint32_t i, std::uint32_t first, std::uint32_t last) {
    centres[i] = divide(map, choice, p + first, last - first, to + left.begin + n_left[i],
                        to + right.begin + (first - n_left[i]));
  });
  for (const auto& c : centres) {
    left.centres.add(c[0]);
    right.centres.add(c[1]);
  }
}

/// Bins along the three axes, unless more directions or other planes are asked for.
void split_sah(const SplitContext& context, const Range& range, Range& left, Range& right) {
  const SplitPoint point = context.options.point;
  const bool searched = point == SplitPoint::best || point == SplitPoint::sampled;
  if (!searched && context.options.split_axes == SplitAxes::three) {
    split_binned(context, range, left, right);
    return;
  }
  const Candidates candidates = !searched                   ? Candidates::even
                                : point == SplitPoint::best ? Candidates::all
                                                            : Candidates::sampled;
  Plane best;
  for (int i = 0; i < context.directions.count; ++i) {
    const Plane plane = best_plane(context, range, i, candidates, Objective::work);
    if (plane.n_left > 0 && (best.n_left == 0 || plane.score < best.score)) best = plane;
  }
  divide(context, range, best, left, right);
}

}  // namespace

extern const SplitRule kSahRule;
const SplitRule kSahRule{.name = "sah", .split = split_sah};

}  // namespace graze::detail
