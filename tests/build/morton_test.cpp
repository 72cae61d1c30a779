// SPDX-License-Identifier: Apache-2.0
#include "build/morton.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "build/topology_cases.h"

namespace graze::test {
namespace {

using namespace detail;

Box4 centres_of(const std::vector<Primitive>& primitives) {
  Box4 box;
  for (const Primitive& p : primitives) box.add(centre_of(box_of(p)));
  return box;
}

std::uint32_t code(MortonKey key) { return static_cast<std::uint32_t>(key >> 32u); }

TEST(Morton, CodesByHand) {
  // The corners of a cube: x is the lowest of three bits, and the farthest cell is 1023 along every axis.
  std::vector<Primitive> primitives;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const auto x = static_cast<float>(i & 1u), y = static_cast<float>((i >> 1u) & 1u), z = static_cast<float>(i >> 2u);
    primitives.push_back(primitive(i, x, y, z, x, y, z));
  }
  const auto keys = morton_order(primitives, centres_of(primitives));
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(index_of_key(keys[i]), i);
    std::uint32_t expected = 0;
    for (unsigned bit = 0; bit < 10; ++bit) expected |= i << (3 * bit);
    EXPECT_EQ(code(keys[i]), expected);
  }
}

TEST(Morton, SortedAndComplete) {
  for (const std::size_t n : {0u, 1u, 2u, 1000u, 16383u, 16384u, 100000u}) {
    const auto primitives = soup(n, 5);
    const auto keys = morton_order(primitives, centres_of(primitives));
    ASSERT_EQ(keys.size(), n);
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    std::vector<bool> seen(n);
    for (const MortonKey key : keys) seen[index_of_key(key)] = true;
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), static_cast<std::ptrdiff_t>(n));
  }
}

TEST(Morton, CellsAreTheLargestThatFit) {
  const auto primitives = soup(30000, 6);
  const auto keys = morton_order(primitives, centres_of(primitives));
  for (const std::uint32_t most : {1u, 7u, 32u, 30000u}) {
    const auto cells = cut_into_cells(keys, most);
    std::uint32_t at = 0;
    for (const Cluster& cell : cells) {
      ASSERT_EQ(cell.begin, at);
      ASSERT_GT(cell.end, cell.begin);
      const bool one_code = code(keys[cell.begin]) == code(keys[cell.end - 1]);
      EXPECT_TRUE(cell.size() <= most || one_code);
      at = cell.end;
    }
    EXPECT_EQ(at, keys.size());
    // Two neighbours that make up a cell are together too many.
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
      const std::uint32_t first = code(keys[cells[i].begin]), last = code(keys[cells[i + 1].end - 1]);
      const unsigned bits = std::bit_width(first ^ last);
      const bool whole = (cells[i].begin == 0 || code(keys[cells[i].begin - 1]) >> bits != first >> bits) &&
                         (cells[i + 1].end == keys.size() || code(keys[cells[i + 1].end]) >> bits != first >> bits);
      if (whole) {
        EXPECT_GT(cells[i].size() + cells[i + 1].size(), most);
      }
    }
  }
}

TEST(Morton, PrimitivesInTheOrderOfTheirKeysAndTheSameCells) {
  // Few and many; all in one cell of the first pass but one, and copies of one triangle.
  std::vector<std::vector<Primitive>> cases;
  for (const std::size_t n : {0u, 1u, 40u, 8191u, 8192u, 100000u}) cases.push_back(soup(n, 7));
  cases.push_back(soup(20000, 8));
  cases.back()[5] = primitive(5, 1e4f, 1e4f, 1e4f, 1e4f, 1e4f, 1e4f);
  cases.push_back(soup(20000, 9));
  for (std::uint32_t i = 0; i < 20000; ++i) {
    if (i % 3 == 0) cases.back()[i] = primitive(i, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f);
  }
  for (const std::vector<Primitive>& primitives : cases) {
    const auto keys = morton_order(primitives, centres_of(primitives));
    std::vector<Primitive> sorted, store(primitives.size());
    std::vector<detail::Cluster> cells;
    const detail::CurveUnits units(primitives, store, centres_of(primitives), 32);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      detail::CurveUnits::Sorted part;
      const std::uint32_t begin = units.sort(unit, part);
      ASSERT_EQ(begin, sorted.size());
      sorted.insert(sorted.end(), part.primitives.begin(), part.primitives.end());
      for (const detail::Cluster& cell : part.cells) {
        cells.push_back({begin + cell.begin, begin + cell.end});
      }
    }
    ASSERT_EQ(sorted.size(), keys.size());
    const auto expected = cut_into_cells(keys, 32);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Primitive& p = primitives[index_of_key(keys[i])];
      ASSERT_EQ(sorted[i].triangle, p.triangle);
      ASSERT_TRUE(std::equal(p.lower, p.lower + 3, sorted[i].lower) &&
                  std::equal(p.upper, p.upper + 3, sorted[i].upper));
    }
    ASSERT_EQ(cells.size(), expected.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      ASSERT_EQ(cells[i].begin, expected[i].begin);
      ASSERT_EQ(cells[i].end, expected[i].end);
    }
  }
}

}  // namespace
}  // namespace graze::test
