// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/carve.h"

#include "base/parallel.h"
#include "nc/stock/section.h"

namespace graze::detail::stock {
namespace {

constexpr std::uint32_t kRowsOfBlock = 8;

/// A row's columns that an action may reach, by the box of its piece on the part of the way that passes the row.
Span reach_in_row(const Action& action, int k1, int k2, double row) {
  const double rate = coordinate(action.way, k2), base = coordinate(action.from, k2);
  const double low = row - coordinate(action.high, k2) - base, high = row - coordinate(action.low, k2) - base;
  double t0 = 0, t1 = 1;
  if (rate == 0) {
    if (low > 0 || high < 0) return {};
  } else {
    t0 = std::max(0.0, std::min(low / rate, high / rate) - 1e-9);
    t1 = std::min(1.0, std::max(low / rate, high / rate) + 1e-9);
    if (!(t0 <= t1)) return {};
  }
  const double a = coordinate(action.way, k1) * t0, b = coordinate(action.way, k1) * t1,
               x = coordinate(action.from, k1);
  return {x + std::min(a, b) + coordinate(action.low, k1), x + std::max(a, b) + coordinate(action.high, k1)};
}

/// One action on rows first to last - 1.
void apply(Dexels& lines, const Action& action, const Section& section, std::uint32_t first, std::uint32_t last,
           Hit& hit) {
  const int k = lines.axis(), k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  const Span within = section.within();
  for (std::uint32_t j = first; j < last; ++j) {
    const double row = lines.row_at(j);
    const Span reach = reach_in_row(action, k1, k2, row);
    if (reach.empty()) continue;
    std::uint32_t i0 = 0, i1 = 0;
    lines.grid().middles(k1, reach.lo, reach.hi, i0, i1);
    for (std::uint32_t i = i0; i < i1; ++i) {
      if (!lines.any_within(j, i, within)) continue;
      const double column = lines.column_at(i);
      const Span span = section(column, row, lines.highest(j, i));
      if (span.empty()) continue;
      if (action.removes) {
        lines.remove(j, i, span);
        continue;
      }
      const Span met = lines.longest_within(j, i, span);
      if (met.empty() || !(met.hi - met.lo > hit.length)) continue;
      hit.length = met.hi - met.lo;
      double p[3];
      p[k] = 0.5 * (met.lo + met.hi);
      p[k1] = column;
      p[k2] = row;
      hit.middle = {p[0], p[1], p[2]};
    }
  }
}

}  // namespace

void carve(Dexels& lines, const std::vector<Action>& actions, std::vector<Hit>& hits) {
  const Grid& grid = lines.grid();
  const int k = lines.axis(), k2 = (k + 2) % 3;
  const std::uint32_t blocks = (lines.rows() + kRowsOfBlock - 1) / kRowsOfBlock;
  std::vector<std::vector<std::uint32_t>> of_block(blocks);
  std::vector<Section> sections;
  std::vector<std::uint32_t> section_of(actions.size());
  for (std::uint32_t a = 0; a < actions.size(); ++a) {
    const Action& action = actions[a];
    const auto range = [&](int axis) {
      const double travel = coordinate(action.way, axis), x = coordinate(action.from, axis);
      return Span{x + coordinate(action.low, axis) + std::min(0.0, travel),
                  x + coordinate(action.high, axis) + std::max(0.0, travel)};
    };
    bool apart = false;
    for (int axis = 0; axis < 3; ++axis) {
      const Span s = range(axis);
      const auto i = static_cast<std::size_t>(axis);
      apart = apart || s.lo > grid.upper[i] || s.hi < grid.lower[i];
    }
    if (apart) continue;
    std::uint32_t j0 = 0, j1 = 0;
    const Span rows = range(k2);
    grid.middles(k2, rows.lo, rows.hi, j0, j1);
    if (j0 == j1) continue;
    section_of[a] = static_cast<std::uint32_t>(sections.size());
    sections.emplace_back(action, k);
    for (std::uint32_t b = j0 / kRowsOfBlock; b <= (j1 - 1) / kRowsOfBlock; ++b) of_block[b].push_back(a);
  }
  std::vector<std::vector<Hit>> hits_of(blocks);
  parallel_for(std::uint32_t{0}, blocks, [&](std::uint32_t b) {
    const std::uint32_t first = b * kRowsOfBlock, last = std::min(lines.rows(), first + kRowsOfBlock);
    for (const std::uint32_t a : of_block[b]) {
      Hit hit;
      hit.action = a;
      apply(lines, actions[a], sections[section_of[a]], first, last, hit);
      if (hit.length > 0) hits_of[b].push_back(hit);
    }
  });
  std::vector<Hit> worst(actions.size());
  for (const auto& block : hits_of) {
    for (const Hit& hit : block) {
      if (hit.length > worst[hit.action].length) worst[hit.action] = hit;
    }
  }
  for (const Hit& hit : worst) {
    if (hit.length > 0) hits.push_back(hit);
  }
}

}  // namespace graze::detail::stock
