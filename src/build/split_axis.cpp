// SPDX-License-Identifier: Apache-2.0
// The thesis's rules (seed 004, 3.4.6): a direction, of three or of the k-DOP's (6.3.2), then a plane across it through
// the mean or the median of the centres, or through the best of them (which the thesis leaves to others).
#include "build/split_plane.h"
#include "build/split_rules.h"
#include "volumes/polyhedron.h"

namespace graze::detail {
namespace {

constexpr std::size_t kMost = SlabTable::kMost;

struct Moments {
  std::array<double, kMost> mean{}, variance{};
};

/// Of the centres along every direction.
Moments moments(const SplitContext& context, const Range& range, bool with_variance) {
  Moments m;
  const Primitive* p = context.data(range);
  const std::uint32_t n = range.size();
  for (int i = 0; i < context.directions.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    for (std::uint32_t j = 0; j < n; ++j) m.mean[k] += centre_along(p[j], context.directions, i);
    m.mean[k] /= n;
    if (!with_variance) continue;
    for (std::uint32_t j = 0; j < n; ++j) {
      const double d = centre_along(p[j], context.directions, i) - m.mean[k];
      m.variance[k] += d * d;
    }
  }
  return m;
}

/// The slabs of some primitives along the directions of a table.
struct Slabs {
  std::array<double, kMost> lower, upper;
  Slabs() {
    lower.fill(HUGE_VAL);
    upper.fill(-HUGE_VAL);
  }
  void add(const SlabTable& table, std::uint32_t triangle) {
    const float* e = table.of(triangle);
    for (std::size_t i = 0; i < table.count; ++i) {
      lower[i] = std::min(lower[i], static_cast<double>(e[2 * i]));
      upper[i] = std::max(upper[i], static_cast<double>(e[2 * i + 1]));
    }
  }
};

/// The direction along which the box, or the k-DOP, is longest.
int longest_direction(const SplitContext& context, const Range& range) {
  if (context.options.split_axes == SplitAxes::three) return longest_axis(range.box.extent());
  Slabs slabs;
  const Primitive* p = context.data(range);
  for (std::uint32_t i = 0; i < range.size(); ++i) slabs.add(*context.options.slabs, p[i].triangle);
  int best = 0;
  const auto length = [&](int i) {
    return slabs.upper[static_cast<std::size_t>(i)] - slabs.lower[static_cast<std::size_t>(i)];
  };
  for (int i = 1; i < context.directions.count; ++i) {
    if (length(i) > length(best)) best = i;
  }
  return best;
}

/// Of two sides given by a predicate: by the exact volumes of their k-DOPs where there is a table of slabs.
template <class ToLeft>
Plane weigh(const SplitContext& context, const Range& range, Objective objective, Plane plane, const ToLeft& to_left) {
  const Primitive* p = context.data(range);
  const SlabTable* table = context.options.slabs;
  Box4 box[2];
  Slabs slabs[2];
  for (std::uint32_t i = 0; i < range.size(); ++i) {
    const std::size_t side = to_left(i) ? 0 : 1;
    box[side].add(box_of(p[i]));
    if (table != nullptr) slabs[side].add(*table, p[i].triangle);
  }
  plane.score = score(objective, box[0], plane.n_left, box[1], range.size() - plane.n_left);
  if (table != nullptr) {
    const auto volume = [&](const Slabs& s) {
      return slab_volume(table->unit, table->count, s.lower.data(), s.upper.data());
    };
    const double v0 = volume(slabs[0]), v1 = volume(slabs[1]);
    plane.score.first = objective == Objective::sum ? v0 + v1 : std::max(v0, v1);
  }
  return plane;
}

/// The plane through the mean across direction i, weighed; n_left is 0 when it divides nothing.
Plane weighed_mean(const SplitContext& context, const Range& range, Objective objective, int i, double mean) {
  const Plane plane = mean_plane(context, range, i, mean, objective);
  if (plane.n_left == 0 || context.options.slabs == nullptr) return plane;
  const Primitive* p = context.data(range);
  return weigh(context, range, objective, plane,
               [&](std::uint32_t j) { return centre_along(p[j], context.directions, i) < plane.position; });
}

/// Halves across direction i, weighed. Where all centres are alike no halves are better than others.
Plane weighed_median(const SplitContext& context, const Range& range, Objective objective, int i) {
  const std::uint32_t n = range.size();
  const Primitive* p = context.data(range);
  std::vector<std::pair<float, std::uint32_t>> keys(n);
  for (std::uint32_t j = 0; j < n; ++j) keys[j] = {centre_along(p[j], context.directions, i), j};
  const auto [low, high] = std::minmax_element(keys.begin(), keys.end());
  if (low->first == high->first) return {};
  std::vector<std::pair<float, std::uint32_t>> sorted = keys;
  std::nth_element(sorted.begin(), sorted.begin() + n / 2, sorted.end());
  const auto pivot = sorted[n / 2];
  return weigh(context, range, objective, {i, 0, n / 2, {}}, [&](std::uint32_t j) { return keys[j] < pivot; });
}

/// A rule that names its direction; the plane is then the best by the sum of volumes, where one is sought.
void split_along(const SplitContext& context, const Range& range, int direction, double mean, Range& left,
                 Range& right) {
  switch (context.options.point) {
    case SplitPoint::median:
      divide_in_halves(context, range, direction, left, right);
      break;
    case SplitPoint::best:
      divide(context, range, best_plane(context, range, direction, Candidates::all, Objective::sum), left, right);
      break;
    case SplitPoint::sampled:
      divide(context, range, best_plane(context, range, direction, Candidates::sampled, Objective::sum), left, right);
      break;
    default:
      divide(context, range, mean_plane(context, range, direction, mean, Objective::sum), left, right);
      break;
  }
}

/// A rule that tries all directions.
void split_least(const SplitContext& context, const Range& range, Objective objective, Range& left, Range& right) {
  const SplitPoint point = context.options.point;
  const Moments m = point == SplitPoint::mean ? moments(context, range, false) : Moments{};
  Plane best;
  for (int i = 0; i < context.directions.count; ++i) {
    Plane plane;
    switch (point) {
      case SplitPoint::median:
        plane = weighed_median(context, range, objective, i);
        break;
      case SplitPoint::best:
        plane = best_plane(context, range, i, Candidates::all, objective);
        break;
      case SplitPoint::sampled:
        plane = best_plane(context, range, i, Candidates::sampled, objective);
        break;
      default:
        plane = weighed_mean(context, range, objective, i, m.mean[static_cast<std::size_t>(i)]);
        break;
    }
    if (plane.n_left > 0 && (best.n_left == 0 || plane.score < best.score)) best = plane;
  }
  if (point == SplitPoint::median && best.n_left > 0) {
    divide_in_halves(context, range, best.direction, left, right);
  } else {
    divide(context, range, best, left, right);
  }
}

void split_longest_side(const SplitContext& context, const Range& range, Range& left, Range& right) {
  const int direction = longest_direction(context, range);
  const Moments m = context.options.point == SplitPoint::mean ? moments(context, range, false) : Moments{};
  split_along(context, range, direction, m.mean[static_cast<std::size_t>(direction)], left, right);
}

void split_splatter(const SplitContext& context, const Range& range, Range& left, Range& right) {
  const Moments m = moments(context, range, true);
  const auto most = std::max_element(m.variance.begin(), m.variance.begin() + context.directions.count);
  const auto direction = most - m.variance.begin();
  split_along(context, range, static_cast<int>(direction), m.mean[static_cast<std::size_t>(direction)], left, right);
}

void split_min_sum(const SplitContext& context, const Range& range, Range& left, Range& right) {
  split_least(context, range, Objective::sum, left, right);
}

void split_min_max(const SplitContext& context, const Range& range, Range& left, Range& right) {
  split_least(context, range, Objective::most, left, right);
}

}  // namespace

extern const SplitRule kLongestSideRule, kSplatterRule, kMinSumRule, kMinMaxRule;
const SplitRule kLongestSideRule{.name = "longest_side", .split = split_longest_side};
const SplitRule kSplatterRule{.name = "splatter", .split = split_splatter};
const SplitRule kMinSumRule{.name = "min_sum", .split = split_min_sum};
const SplitRule kMinMaxRule{.name = "min_max", .split = split_min_max};

}  // namespace graze::detail
