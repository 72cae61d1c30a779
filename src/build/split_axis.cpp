// SPDX-License-Identifier: Apache-2.0
// The thesis's rules (seed 004, 3.4.6): an axis, then the mean or the median of the centres along it.
#include <array>
#include <tuple>

#include "build/split_range.h"

namespace graze::detail {
namespace {

double volume(const Box4& b) {
  const Float4 d = b.extent();
  return static_cast<double>(d[0]) * d[1] * d[2];
}

double area(const Box4& b) {
  const Float4 d = b.extent();
  const double x = d[0], y = d[1], z = d[2];
  return x * y + y * z + z * x;
}

/// What min_sum and min_max minimise; surface area decides between volumes that are equal (a flat set has none).
using Score = std::tuple<double, double>;

Score score(Split rule, const std::array<Box4, 2>& box) {
  const double v0 = volume(box[0]), v1 = volume(box[1]), a0 = area(box[0]), a1 = area(box[1]);
  return rule == Split::min_sum ? Score{v0 + v1, a0 + a1} : Score{std::max(v0, v1), std::max(a0, a1)};
}

struct Moments {
  std::array<double, 3> mean = {0, 0, 0}, variance = {0, 0, 0};
};

Moments moments(const Primitive* p, std::uint32_t n, bool with_variance) {
  Moments m;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Float4 c = centre_of(box_of(p[i]));
    for (int axis = 0; axis < 3; ++axis) m.mean[axis] += c[axis];
  }
  for (double& mean : m.mean) mean /= n;
  if (!with_variance) return m;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Float4 c = centre_of(box_of(p[i]));
    for (int axis = 0; axis < 3; ++axis) {
      const double d = c[axis] - m.mean[axis];
      m.variance[axis] += d * d;
    }
  }
  return m;
}

std::array<Box4, 2> boxes_at_median(const Primitive* from, std::uint32_t n, int axis, Primitive* scratch) {
  halve(from, n, axis, scratch);
  std::array<Box4, 2> box;
  for (std::uint32_t i = 0; i < n; ++i) box[i < n / 2 ? 0 : 1].add(box_of(scratch[i]));
  return box;
}

std::array<Box4, 2> boxes_at_mean(const Primitive* p, std::uint32_t n, int axis, double mean) {
  std::array<Box4, 2> box;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Box4 b = box_of(p[i]);
    box[centre_of(b)[axis] < mean ? 0 : 1].add(b);
  }
  return box;
}

template <class Boxes>
int best_axis(Split rule, const Box4& centres, const Boxes& boxes) {
  int best = -1;
  Score least;
  for (int axis = 0; axis < 3; ++axis) {
    if (!(centres.extent()[axis] > 0)) continue;  // no plane divides the centres
    const Score s = score(rule, boxes(axis));
    if (best < 0 || s < least) {
      best = axis;
      least = s;
    }
  }
  return best < 0 ? 0 : best;
}

}  // namespace

void split_by_axis(const SplitContext& context, const Range& range, Range& left, Range& right) {
  const std::uint32_t n = range.size();
  const Split rule = context.options.split;
  const bool at_median = context.options.point == SplitPoint::median;
  const Primitive* from = context.data(range);
  Primitive* to = context.buffers[range.buffer ^ 1] + range.begin;

  Moments m;
  if (!at_median || rule == Split::splatter) m = moments(from, n, rule == Split::splatter);
  int axis = 0;
  if (rule == Split::longest_side) {
    axis = longest_axis(range.box.extent());
  } else if (rule == Split::splatter) {
    axis = static_cast<int>(std::max_element(m.variance.begin(), m.variance.end()) - m.variance.begin());
  } else if (at_median) {
    axis = best_axis(rule, range.centres, [&](int a) { return boxes_at_median(from, n, a, to); });
  } else {
    axis = best_axis(rule, range.centres, [&](int a) { return boxes_at_mean(from, n, a, m.mean[a]); });
  }

  std::uint32_t n_left = n / 2;
  if (at_median) {
    halve(from, n, axis, to);
  } else {
    n_left = static_cast<std::uint32_t>(std::count_if(
        from, from + n, [&](const Primitive& p) { return p.lower[axis] + p.upper[axis] < m.mean[axis]; }));
    if (n_left == 0 || n_left == n) {  // all centres equal along the axis
      split_median(context, range, left, right);
      return;
    }
    Primitive* sides[2] = {to, to + n_left};
    for (std::uint32_t i = 0; i < n; ++i) {
      *sides[from[i].lower[axis] + from[i].upper[axis] < m.mean[axis] ? 0 : 1]++ = from[i];
    }
  }
  make_children(range, n_left, range.buffer ^ 1, left, right);
  measure(context, left);
  measure(context, right);
}

}  // namespace graze::detail
