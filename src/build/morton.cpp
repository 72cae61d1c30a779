// SPDX-License-Identifier: Apache-2.0
#include "build/morton.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/parallel.h"
#include "hwy/contrib/sort/vqsort.h"

namespace graze::detail {
namespace {

constexpr unsigned kAxisBits = kMortonBits / 3;
constexpr int kTopBit = static_cast<int>(32 + kMortonBits - 1);  // of a key

/// The first pass of the sort, over the leading bits, leaves buckets that fit a cache.
constexpr unsigned kBucketBits = 12;
constexpr std::uint32_t kBuckets = 1u << kBucketBits;
constexpr std::size_t kFewest = 8192;  // to be worth it

unsigned bucket_of(std::uint32_t code) { return code >> (kMortonBits - kBucketBits); }

using UInt4 = std::uint32_t __attribute__((vector_size(16)));

/// Ten bits, two zeros between each and the next.
UInt4 spread(UInt4 x) {
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
  std::uint32_t code(const Primitive& p) const {
    const Float4 x = (centre_of(box_of(p)) - origin) * scale, last = splat(static_cast<float>((1u << kAxisBits) - 1));
    const UInt4 cell = spread(reinterpret_cast<UInt4>(__builtin_convertvector(x < last ? x : last, Int4)));
    return cell[0] | (cell[1] << 1u) | (cell[2] << 2u);
  }
};

MortonKey key_of(std::uint32_t code, std::size_t index) {
  return (MortonKey{code} << 32u) | static_cast<std::uint32_t>(index);
}

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

/// Begins of the buckets, and one end.
using Begins = std::array<std::uint32_t, kBuckets + 1>;

/// Appends the ranges of buckets [first, first + count) that are sorted by themselves: single ones, or cells of at most
/// `most` primitives.
void list_units(const Begins& begin, std::uint32_t first, std::uint32_t count, std::uint32_t most,
                std::vector<Cluster>& out) {
  const Cluster range{begin[first], begin[first + count]};
  if (range.size() == 0) return;
  if (range.size() <= most || count == 1) {
    out.push_back(range);
    return;
  }
  list_units(begin, first, count / 2, most, out);
  list_units(begin, first + count / 2, count / 2, most, out);
}

/// Copies the primitives with their codes in `reserved` to where their buckets begin, in the order they had. Few
/// chunks, each with its own counters; how many does not change the order.
void scatter(std::span<const Primitive> from, const Grid& grid, std::span<Primitive> to, Begins& begin) {
  const std::size_t n = from.size(), chunk = std::max(kFewest, (n + 15) / 16), chunks = (n + chunk - 1) / chunk;
  std::vector<std::array<std::uint32_t, kBuckets>> count(chunks);
  parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
    count[c].fill(0);
    for (std::size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) ++count[c][bucket_of(grid.code(from[i]))];
  });
  std::uint32_t total = 0;
  for (std::size_t b = 0; b < kBuckets; ++b) {
    begin[b] = total;
    for (auto& of_chunk : count) total += std::exchange(of_chunk[b], total);
  }
  begin[kBuckets] = total;
  parallel_for(std::size_t{0}, chunks, [&](std::size_t c) {
    for (std::size_t i = c * chunk; i < std::min(n, (c + 1) * chunk); ++i) {
      const std::uint32_t code = grid.code(from[i]);
      Primitive& place = to[count[c][bucket_of(code)]++];
      place = from[i];
      place.reserved = code;
    }
  });
}

}  // namespace

BulkVector<MortonKey> morton_order(std::span<const Primitive> primitives, const Box4& centres) {
  const Grid grid(centres);
  BulkVector<MortonKey> keys(primitives.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key_of(grid.code(primitives[i]), i);
  hwy::Sorter()(keys.data(), keys.size(), hwy::SortAscending());
  return keys;
}

std::vector<Cluster> cut_into_cells(std::span<const MortonKey> keys, std::uint32_t most) {
  std::vector<Cluster> out;
  if (keys.empty()) return out;
  out.reserve(4 * keys.size() / most + 1);
  cut(keys, {0, static_cast<std::uint32_t>(keys.size())}, kTopBit, most, out);
  return out;
}

CurveUnits::CurveUnits(std::span<const Primitive> primitives, std::span<Primitive> store, const Box4& centres,
                       std::uint32_t most)
    : store_(store), most_(most) {
  const std::size_t n = primitives.size();
  const Grid grid(centres);
  if (n >= kFewest) {
    Begins begin;
    scatter(primitives, grid, store, begin);
    list_units(begin, 0, kBuckets, most, units_);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    store[i] = primitives[i];
    store[i].reserved = grid.code(primitives[i]);
  }
  if (n > 0) units_ = {{0, static_cast<std::uint32_t>(n)}};
}

std::uint32_t CurveUnits::sort(std::size_t unit, Sorted& out) const {
  const std::uint32_t begin = units_[unit].begin, n = units_[unit].size();
  const Primitive* from = store_.data() + begin;
  out.keys.resize(n);
  out.primitives.resize(n);
  for (std::size_t i = 0; i < n; ++i) out.keys[i] = key_of(from[i].reserved, i);
  hwy::Sorter()(out.keys.data(), n, hwy::SortAscending());
  for (std::size_t i = 0; i < n; ++i) out.primitives[i] = from[index_of_key(out.keys[i])];
  out.cells.clear();
  cut(out.keys, {0, n}, kTopBit, most_, out.cells);
  return begin;
}

}  // namespace graze::detail
