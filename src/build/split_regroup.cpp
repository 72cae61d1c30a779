// SPDX-License-Identifier: Apache-2.0
// The oscillating tree (seed 004, 6.3.4): a node is split some levels down for a trial, and the descendants are grouped
// into two children in the best of all ways. The thesis took the sum of volumes for best and found one descendant cut
// off from all the others too often; here the numbers of triangles may count as well.
#include <cmath>
#include <compare>
#include <vector>

#include "build/split_range.h"

namespace graze::detail {
namespace {

/// The descendants of a range, in depth-first order: always the largest is split, until there are `most`.
std::vector<Range> descend(SplitFunction split, const SplitContext& context, const Range& root, std::size_t most) {
  std::vector<Range> parts{root};
  while (parts.size() < most) {
    std::size_t largest = 0;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (parts[i].size() > parts[largest].size()) largest = i;
    }
    if (parts[largest].size() < 2) break;
    Range left, right;
    split(context, parts[largest], left, right);
    parts[largest] = right;
    parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(largest), left);
  }
  return parts;
}

/// Of the two sides: volumes, as the thesis has it, and areas for flat sets; areas alone for the surface area
/// heuristic.
struct Cost {
  double first = 0, second = 0;
  friend auto operator<=>(const Cost&, const Cost&) = default;
};

void add(const Box4& box, double weight, bool by_area, Cost& cost) {
  const Float4 d = box.extent();
  const double x = d[0], y = d[1], z = d[2], area = x * y + y * z + z * x;
  cost.first += weight * (by_area ? area : x * y * z);
  cost.second += weight * area;
}

/// The grouping of least cost: bit i says that part i goes left. Part 0 always goes left: the order of the two sides is
/// of no interest. With equal costs, the more even.
std::uint32_t best_grouping(const std::vector<Range>& parts, const TopologyOptions& options) {
  const std::uint32_t all = (1u << parts.size()) - 1;
  std::uint32_t best = 1;
  Cost least{HUGE_VAL, HUGE_VAL};
  std::uint32_t least_larger = 0;
  for (std::uint32_t left = 1; left < all; left += 2) {
    Box4 box[2];
    std::uint32_t count[2] = {0, 0};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t side = (left >> i & 1u) != 0 ? 0 : 1;
      box[side].add(parts[i].box);
      count[side] += parts[i].size();
    }
    Cost sum;
    for (const std::size_t side : {0, 1}) {
      add(box[side], std::pow(count[side], options.regroup_balance), options.split == Split::sah, sum);
    }
    const std::uint32_t larger = std::max(count[0], count[1]);
    if (sum < least || (sum == least && larger < least_larger)) {
      best = left;
      least = sum;
      least_larger = larger;
    }
  }
  return best;
}

}  // namespace

void split_regrouped(SplitFunction split, const SplitContext& context, const Range& range, Range& left, Range& right) {
  const std::uint32_t n = range.size();
  if (n < 3) {
    split(context, range, left, right);
    return;
  }
  // Trials divide copies: the ranges of the tree stay where they are.
  std::vector<Primitive> copies[2] = {{context.data(range), context.data(range) + n}, std::vector<Primitive>(n)};
  SplitContext trial = context;
  trial.buffers[0] = copies[0].data();
  trial.buffers[1] = copies[1].data();
  Range root = range;
  root.begin = 0;
  root.end = n;
  root.buffer = 0;
  const std::vector<Range> parts =
      descend(split, trial, root, std::min<std::size_t>(n, static_cast<std::size_t>(context.options.regroup)));
  const std::uint32_t grouping = best_grouping(parts, context.options);
  std::uint32_t n_left = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) n_left += (grouping >> i & 1u) != 0 ? parts[i].size() : 0;
  make_children(range, n_left, range.buffer ^ 1, left, right);
  Primitive* sides[2] = {context.buffers[left.buffer] + left.begin, context.buffers[left.buffer] + right.begin};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Primitive*& to = sides[(grouping >> i & 1u) != 0 ? 0 : 1];
    to = std::copy(trial.data(parts[i]), trial.data(parts[i]) + parts[i].size(), to);
  }
  measure(context, left);
  measure(context, right);
}

}  // namespace graze::detail
