// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/dexels.h"

namespace graze::detail::stock {

Grid::Grid(const Box& box, double size) {
  lower = {box.lower.x, box.lower.y, box.lower.z};
  upper = {box.upper.x, box.upper.y, box.upper.z};
  for (std::size_t k = 0; k < 3; ++k) {
    const double length = upper[k] - lower[k];
    // A box of ten cells has ten, whatever the last digit of its length is.
    const double cells = std::ceil(length / size * (1 - 1e-12));
    count[k] = static_cast<std::uint32_t>(std::clamp(cells, 1.0, 4e9));
    cell[k] = length / static_cast<double>(count[k]);
  }
}

void Grid::middles(int axis, double lo, double hi, std::uint32_t& first, std::uint32_t& last) const {
  const auto k = static_cast<std::size_t>(axis);
  const double n = static_cast<double>(count[k]);
  // One more on either side: what is asked of them decides.
  first = static_cast<std::uint32_t>(std::clamp(std::ceil((lo - lower[k]) / cell[k] - 0.5) - 1, 0.0, n));
  last = static_cast<std::uint32_t>(std::clamp(std::floor((hi - lower[k]) / cell[k] - 0.5) + 2, 0.0, n));
}

Dexels::Dexels(const Grid& grid, int axis)
    : grid_(grid),
      axis_(axis),
      columns_(grid.count[static_cast<std::size_t>((axis + 1) % 3)]),
      rows_(grid.count[static_cast<std::size_t>((axis + 2) % 3)]),
      first_(static_cast<std::size_t>(columns_) * rows_),
      more_(first_.size()),
      more_of_row_(rows_) {}

double Dexels::cell_area() const {
  return grid_.cell[static_cast<std::size_t>((axis_ + 1) % 3)] * grid_.cell[static_cast<std::size_t>((axis_ + 2) % 3)];
}

std::size_t Dexels::bytes() const {
  std::size_t sum = first_.size() * kLineBytes;
  for (const auto& row : more_of_row_) {
    sum += row.capacity() * sizeof(std::vector<Span>);
    for (const auto& list : row) sum += list.capacity() * sizeof(Span);
  }
  return sum;
}

void Dexels::set(std::uint32_t row, std::uint32_t column, const std::vector<Span>& spans) {
  const std::size_t i = index(row, column);
  first_[i] = spans.empty() ? Span{} : spans.front();
  std::vector<std::vector<Span>>& lists = more_of_row_[row];
  if (more_[i] != 0) {
    lists[more_[i] - 1].clear();
  } else if (spans.size() > 1) {
    lists.emplace_back();
    more_[i] = static_cast<std::uint32_t>(lists.size());
  }
  if (spans.size() > 1) lists[more_[i] - 1].assign(spans.begin() + 1, spans.end());
}

void Dexels::get(std::uint32_t row, std::uint32_t column, std::vector<Span>& spans) const {
  const std::size_t i = index(row, column);
  if (first_[i].empty()) return;
  spans.push_back(first_[i]);
  if (more_[i] == 0) return;
  const std::vector<Span>& more = more_of_row_[row][more_[i] - 1];
  spans.insert(spans.end(), more.begin(), more.end());
}

bool Dexels::any_more_within(std::uint32_t row, std::size_t i, const Span& span) const {
  const std::vector<Span>& more = more_of_row_[row][more_[i] - 1];
  const auto next = std::partition_point(more.begin(), more.end(), [&](const Span& s) { return s.hi <= span.lo; });
  return next != more.end() && next->lo < span.hi;
}

void Dexels::remove_slowly(std::uint32_t row, std::size_t i, const Span& cut) {
  const auto column = static_cast<std::uint32_t>(i - static_cast<std::size_t>(row) * columns_);
  if (cut.empty() || !any_within(row, column, cut)) return;
  std::vector<Span> spans, left;
  get(row, column, spans);
  bool changed = false;
  for (const Span& span : spans) {
    if (cut.lo >= span.hi || cut.hi <= span.lo) {
      left.push_back(span);
      continue;
    }
    changed = true;
    if (span.lo < cut.lo) left.push_back({span.lo, cut.lo});
    if (cut.hi < span.hi) left.push_back({cut.hi, span.hi});
  }
  if (changed) set(row, column, left);
}

Span Dexels::longest_within(std::uint32_t row, std::uint32_t column, const Span& span) const {
  const std::size_t i = index(row, column);
  Span best;
  double length = 0;
  const auto take = [&](const Span& s) {
    const Span both{std::max(s.lo, span.lo), std::min(s.hi, span.hi)};
    if (both.hi - both.lo > length) {
      length = both.hi - both.lo;
      best = both;
    }
  };
  if (first_[i].empty()) return best;
  take(first_[i]);
  if (more_[i] != 0) {
    for (const Span& s : more_of_row_[row][more_[i] - 1]) take(s);
  }
  return best;
}

double Dexels::highest(std::uint32_t row, std::uint32_t column) const {
  const std::size_t i = index(row, column);
  if (first_[i].empty()) return -std::numeric_limits<double>::infinity();
  if (more_[i] != 0 && !more_of_row_[row][more_[i] - 1].empty()) return more_of_row_[row][more_[i] - 1].back().hi;
  return first_[i].hi;
}

bool Dexels::contains(std::uint32_t row, std::uint32_t column, double s) const {
  const std::size_t i = index(row, column);
  const auto in = [&](const Span& span) { return span.lo <= s && s <= span.hi; };
  if (in(first_[i])) return true;
  if (more_[i] == 0) return false;
  for (const Span& span : more_of_row_[row][more_[i] - 1]) {
    if (in(span)) return true;
  }
  return false;
}

double Dexels::volume() const {
  double sum = 0;
  for (std::uint32_t row = 0; row < rows_; ++row) {
    double of_row = 0;
    for (std::uint32_t column = 0; column < columns_; ++column) {
      const std::size_t i = index(row, column);
      if (first_[i].empty()) continue;
      of_row += first_[i].hi - first_[i].lo;
      if (more_[i] == 0) continue;
      for (const Span& s : more_of_row_[row][more_[i] - 1]) of_row += s.hi - s.lo;
    }
    sum += of_row;
  }
  return sum * cell_area();
}

}  // namespace graze::detail::stock
