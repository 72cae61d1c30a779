// SPDX-License-Identifier: Apache-2.0
// Material on a set of parallel lines: for each line the stretches that are material, ascending and apart.
//
// Lines run along `axis`; the other two axes are (axis + 1) % 3, along which a row's lines lie, and (axis + 2) % 3, of
// the rows. They go through the middles of cells. Nearly all lines have one stretch, which is stored in place; the
// others of a line are in a list of its row, so that threads may work on different rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/mesh.h"
#include "nc/stock/swept_line.h"

namespace graze::detail::stock {

/// Cells of a box.
struct Grid {
  std::array<double, 3> lower{}, upper{}, cell{};
  std::array<std::uint32_t, 3> count{};

  /// Cells of the same size along an axis, `cell` at most.
  Grid(const Box& box, double cell);
  double middle(int axis, std::uint32_t i) const {
    const auto k = static_cast<std::size_t>(axis);
    return lower[k] + (static_cast<double>(i) + 0.5) * cell[k];
  }
  /// Middles within [lo, hi], as a range of indices: first to last - 1.
  void middles(int axis, double lo, double hi, std::uint32_t& first, std::uint32_t& last) const;
};

/// Bytes of a line with one stretch.
inline constexpr std::size_t kLineBytes = 2 * sizeof(double) + sizeof(std::uint32_t);

class Dexels {
 public:
  Dexels(const Grid& grid, int axis);  // no material

  int axis() const { return axis_; }
  std::uint32_t columns() const { return columns_; }
  std::uint32_t rows() const { return rows_; }
  const Grid& grid() const { return grid_; }
  double cell_area() const;
  std::size_t bytes() const;
  double column_at(std::uint32_t i) const { return grid_.middle((axis_ + 1) % 3, i); }
  double row_at(std::uint32_t j) const { return grid_.middle((axis_ + 2) % 3, j); }

  /// The stretches of a line become these: ascending, apart, not empty.
  void set(std::uint32_t row, std::uint32_t column, const std::vector<Span>& spans);
  /// Appends the stretches of a line.
  void get(std::uint32_t row, std::uint32_t column, std::vector<Span>& spans) const;
  void remove(std::uint32_t row, std::uint32_t column, const Span& cut) {
    const std::size_t i = index(row, column);
    Span& first = first_[i];
    if (more_[i] == 0) {
      if (first.empty() || cut.lo >= first.hi || cut.hi <= first.lo) return;
      if (cut.hi >= first.hi) {  // from above, as on a height field
        first.hi = cut.lo;
        if (!(first.lo < first.hi)) first = Span{};
        return;
      }
    }
    remove_slowly(row, i, cut);
  }
  /// The longest stretch of material within `span`; empty when there is none.
  Span longest_within(std::uint32_t row, std::uint32_t column, const Span& span) const;
  /// Is there any material in `span`?
  bool any_within(std::uint32_t row, std::uint32_t column, const Span& span) const {
    const std::size_t i = index(row, column);
    const Span& first = first_[i];
    if (first.lo < span.hi && first.hi > span.lo && !first.empty()) return true;
    return more_[i] != 0 && any_more_within(row, i, span);
  }
  double highest(std::uint32_t row, std::uint32_t column) const;  ///< upper end of the last stretch; -infinity: none
  bool contains(std::uint32_t row, std::uint32_t column, double s) const;
  double volume() const;

 private:
  std::size_t index(std::uint32_t row, std::uint32_t column) const {
    return static_cast<std::size_t>(row) * columns_ + column;
  }
  bool any_more_within(std::uint32_t row, std::size_t i, const Span& span) const;
  void remove_slowly(std::uint32_t row, std::size_t i, const Span& cut);

  Grid grid_;
  int axis_;
  std::uint32_t columns_, rows_;
  std::vector<Span> first_;
  std::vector<std::uint32_t> more_;                          // 0, or which of the row's lists, from 1
  std::vector<std::vector<std::vector<Span>>> more_of_row_;  // the stretches after the first
};

}  // namespace graze::detail::stock
