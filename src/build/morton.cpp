// SPDX-License-Identifier: Apache-2.0
#include "build/morton.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/parallel.h"

namespace graze::detail {
namespace {

constexpr unsigned kAxisBits = kMortonBits / 3;

/// The first pass of the sort, over the leading bits, leaves buckets that fit a cache.
constexpr unsigned kBucketBits = 12;
constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
constexpr std::size_t kFewest = 16384;  // to be worth it

unsigned bucket_of(MortonKey key) { return static_cast<unsigned>(key >> (32 + kMortonBits - kBucketBits)); }

/// Ten bits, two zeros between each and the next.
std::uint32_t spread(std::uint32_t x) {
  x = (x | (x << 16)) & 0x030000FFu;
  x = (x | (x << 8)) & 0x0300F00Fu;
  x = (x | (x << 4)) & 0x030C30C3u;
  return (x | (x << 2)) & 0x09249249u;
}

/// Cells are cubes: a long model uses few of them across.
struct Grid {
  Float4 origin;
  Float4 scale = splat(0);

  explicit Grid(const Box4& centres) : origin(centres.lower) {
    const Float4 extent = centres.extent();
    const float s = static_cast<float>(1u << kAxisBits) / extent[longest_axis(extent)];
    if (s <= std::numeric_limits<float>::max()) scale = splat(s);  // else a point: everything in one cell
  }
  MortonKey key(const Primitive& p, std::uint32_t index) const {
    const Float4 x = (centre_of(box_of(p)) - origin) * scale, last = splat(static_cast<float>((1u << kAxisBits) - 1));
    const Int4 cell = __builtin_convertvector(x < last ? x : last, Int4);
    const std::uint32_t code = spread(static_cast<std::uint32_t>(cell[0])) |
                               (spread(static_cast<std::uint32_t>(cell[1])) << 1u) |
                               (spread(static_cast<std::uint32_t>(cell[2])) << 2u);
    return (MortonKey{code} << 32u) | index;
  }
};

/// Appends the cells of keys[begin, end), which agree in all bits above `bit`.
void cut(std::span<const MortonKey> keys, Cluster range, int bit, std::uint32_t most, std::vector<Cluster>& out) {
  while (range.size() > most && bit >= 32) {
    const auto first = keys.begin() + range.begin, last = keys.begin() + range.end;
    const auto is_low = [bit](MortonKey key) { return ((key >> static_cast<unsigned>(bit)) & 1u) == 0; };
    const auto middle = range.begin + static_cast<std::uint32_t>(std::partition_point(first, last, is_low) - first);
    --bit;
    if (middle == range.begin || middle == range.end) continue;
    cut(keys, {range.begin, middle}, bit, most, out);
    range.begin = middle;
  }
  out.push_back(range);
}

}  // namespace

BulkVector<MortonKey> morton_order(std::span<const Primitive> primitives, const Box4& centres) {
  const std::size_t n = primitives.size();
  const Grid grid(centres);
  BulkVector<MortonKey> keys(n);
  // Few chunks, each with its own counters. How many does not change the order: every pass is stable.
  const std::size_t chunk = std::max(kFewest, (n + 15) / 16), chunks = (n + chunk - 1) / chunk;
  std::vector<std::array<std::uint32_t, kBuckets>> count(chunks);
  parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
    count[c].fill(0);
    for (std::size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) {
      keys[i] = grid.key(primitives[i], static_cast<std::uint32_t>(i));
      ++count[c][bucket_of(keys[i])];
    }
  });
  if (n < kFewest) {
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  std::vector<std::uint32_t> begin(kBuckets + 1);
  std::uint32_t total = 0;
  for (std::size_t b = 0; b < kBuckets; ++b) {
    begin[b] = total;
    for (auto& of_chunk : count) total += std::exchange(of_chunk[b], total);
  }
  begin[kBuckets] = total;
  BulkVector<MortonKey> sorted(n);
  parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
    for (std::size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) {
      sorted[count[c][bucket_of(keys[i])]++] = keys[i];
    }
  });
  parallel_for(std::size_t{0}, kBuckets,
               [&](std::size_t b) { std::sort(sorted.begin() + begin[b], sorted.begin() + begin[b + 1]); });
  return sorted;
}

std::vector<Cluster> cut_into_cells(std::span<const MortonKey> keys, std::uint32_t most) {
  std::vector<Cluster> out;
  if (keys.empty()) return out;
  out.reserve(4 * keys.size() / most + 1);
  cut(keys, {0, static_cast<std::uint32_t>(keys.size())}, static_cast<int>(32 + kMortonBits - 1), most, out);
  return out;
}

}  // namespace graze::detail
