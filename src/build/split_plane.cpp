// SPDX-License-Identifier: Apache-2.0
#include "build/split_plane.h"

#include <limits>
#include <utility>

namespace graze::detail {
namespace {

constexpr int kEven = 16;  // as many as split_sah has bins

double volume(const Box4& b) {
  const Float4 d = b.extent();
  return static_cast<double>(d[0]) * d[1] * d[2];
}

double area(const Box4& b) {
  const Float4 d = b.extent();
  const double x = d[0], y = d[1], z = d[2];
  return x * y + y * z + z * x;
}

/// SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

void keep_better(Plane& best, const Plane& other) {
  if (other.n_left > 0 && (best.n_left == 0 || other.score < best.score)) best = other;
}

/// Every centre: the boxes on both sides of each, from a sort.
Plane best_of_all(const SplitContext& context, const Range& range, int direction, Objective objective) {
  const std::uint32_t n = range.size();
  const Primitive* p = context.data(range);
  std::vector<std::pair<float, std::uint32_t>> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = {centre_along(p[i], context.directions, direction), i};
  std::sort(keys.begin(), keys.end());
  std::vector<Box4> right(n);  // of what follows, itself included
  Box4 box;
  for (std::uint32_t i = n; i-- > 1;) {
    box.add(box_of(p[keys[i].second]));
    right[i] = box;
  }
  Plane best;
  Box4 left;
  for (std::uint32_t i = 1; i < n; ++i) {
    left.add(box_of(p[keys[i - 1].second]));
    if (keys[i].first == keys[i - 1].first) continue;
    keep_better(best, {direction, keys[i].first, i, score(objective, left, i, right[i], n - i)});
  }
  return best;
}

/// Some positions, in rising order: a pass over the primitives fills the boxes between them.
Plane best_of(const SplitContext& context, const Range& range, int direction, const std::vector<float>& positions,
              Objective objective) {
  struct Bin {
    Box4 box;
    std::uint32_t count = 0;
  };
  const std::uint32_t n = range.size();
  const Primitive* p = context.data(range);
  std::vector<Bin> bins(positions.size() + 1);
  for (std::uint32_t i = 0; i < n; ++i) {
    const float key = centre_along(p[i], context.directions, direction);
    Bin& bin =
        bins[static_cast<std::size_t>(std::upper_bound(positions.begin(), positions.end(), key) - positions.begin())];
    bin.box.add(box_of(p[i]));
    ++bin.count;
  }
  std::vector<Box4> right(bins.size());
  Box4 box;
  for (std::size_t i = bins.size(); i-- > 1;) {
    box.add(bins[i].box);
    right[i] = box;
  }
  Plane best;
  Box4 left;
  std::uint32_t n_left = 0;
  for (std::size_t i = 1; i < bins.size(); ++i) {
    left.add(bins[i - 1].box);
    n_left += bins[i - 1].count;
    if (n_left == 0 || n_left == n) continue;
    keep_better(best, {direction, positions[i - 1], n_left, score(objective, left, n_left, right[i], n - n_left)});
  }
  return best;
}

}  // namespace

Score score(Objective objective, const Box4& left, std::uint32_t n_left, const Box4& right, std::uint32_t n_right) {
  switch (objective) {
    case Objective::sum:
      return {volume(left) + volume(right), area(left) + area(right)};
    case Objective::most:
      return {std::max(volume(left), volume(right)), std::max(area(left), area(right))};
    default:
      return {area(left) * n_left + area(right) * n_right, 0};
  }
}

Plane best_plane(const SplitContext& context, const Range& range, int direction, Candidates candidates,
                 Objective objective) {
  if (candidates == Candidates::all) return best_of_all(context, range, direction, objective);
  const std::uint32_t n = range.size();
  const Primitive* p = context.data(range);
  std::vector<float> positions;
  if (candidates == Candidates::sampled) {
    // The place of a range in the order identifies it, whatever thread works on it.
    Random random((context.options.seed * 0x9E3779B97F4A7C15u) ^ (std::uint64_t{range.begin} << 32 | range.end));
    for (int i = 0; i < context.options.samples; ++i) {
      positions.push_back(centre_along(p[random.next() % n], context.directions, direction));
    }
    std::sort(positions.begin(), positions.end());
  } else {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (std::uint32_t i = 0; i < n; ++i) {
      const float key = centre_along(p[i], context.directions, direction);
      low = std::min(low, key);
      high = std::max(high, key);
    }
    for (int i = 1; i < kEven; ++i) positions.push_back(low + (high - low) * (static_cast<float>(i) / kEven));
  }
  return best_of(context, range, direction, positions, objective);
}

Plane mean_plane(const SplitContext& context, const Range& range, int direction, double mean, Objective objective) {
  const std::uint32_t n = range.size();
  const Primitive* p = context.data(range);
  // The least float not below the mean: a float is below the one exactly when it is below the other.
  auto position = static_cast<float>(mean);
  if (position < mean) position = std::nextafter(position, std::numeric_limits<float>::infinity());
  Box4 side[2];
  std::uint32_t n_left = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const bool to_left = centre_along(p[i], context.directions, direction) < position;
    side[to_left ? 0 : 1].add(box_of(p[i]));
    n_left += to_left ? 1 : 0;
  }
  if (n_left == 0 || n_left == n) return {direction, position, 0, {}};
  return {direction, position, n_left, score(objective, side[0], n_left, side[1], n - n_left)};
}

void divide(const SplitContext& context, const Range& range, const Plane& plane, Range& left, Range& right) {
  if (plane.n_left == 0) {
    split_median(context, range, left, right);
    return;
  }
  make_children(range, plane.n_left, range.buffer ^ 1, left, right);
  const Primitive* p = context.data(range);
  Primitive* sides[2] = {context.buffers[left.buffer] + left.begin, context.buffers[left.buffer] + right.begin};
  for (std::uint32_t i = 0; i < range.size(); ++i) {
    *sides[centre_along(p[i], context.directions, plane.direction) < plane.position ? 0 : 1]++ = p[i];
  }
  measure(context, left);
  measure(context, right);
}

void divide_in_halves(const SplitContext& context, const Range& range, int direction, Range& left, Range& right) {
  const std::uint32_t n = range.size();
  const Primitive* p = context.data(range);
  std::vector<std::pair<float, std::uint32_t>> keys(n);
  for (std::uint32_t i = 0; i < n; ++i) keys[i] = {centre_along(p[i], context.directions, direction), i};
  std::nth_element(keys.begin(), keys.begin() + n / 2, keys.end());
  const auto pivot = keys[n / 2];
  make_children(range, n / 2, range.buffer ^ 1, left, right);
  Primitive* sides[2] = {context.buffers[left.buffer] + left.begin, context.buffers[left.buffer] + right.begin};
  for (std::uint32_t i = 0; i < n; ++i) {
    *sides[std::pair(centre_along(p[i], context.directions, direction), i) < pivot ? 0 : 1]++ = p[i];
  }
  measure(context, left);
  measure(context, right);
}

}  // namespace graze::detail
