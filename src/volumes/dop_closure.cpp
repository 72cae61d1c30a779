// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>

#include "geometry/vec.h"
#include "volumes/dop_directions.h"

namespace graze::detail {
namespace {

using Integer3 = std::array<std::int64_t, 3>;

/// Without common factors, the first coordinate that is not zero positive: one for each direction. Zero stays zero.
Integer3 reduced(Integer3 v) {
  const std::int64_t factor = std::gcd(std::gcd(v[0], v[1]), v[2]);
  if (factor == 0) return v;
  const bool flip = v[0] != 0 ? v[0] < 0 : v[1] != 0 ? v[1] < 0 : v[2] < 0;
  for (std::int64_t& x : v) x /= flip ? -factor : factor;
  return v;
}

Integer3 crossed(const Integer3& a, const Integer3& b) {
  return reduced({a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]});
}

/// The same for real vectors: unit length, rounded to a grid of 1e-9 to be compared.
Integer3 rounded(const Vec3& v) {
  const double largest = max_abs(v);
  return {std::llround(v.x / largest * 1e9), std::llround(v.y / largest * 1e9), std::llround(v.z / largest * 1e9)};
}

Vec3 upright(const Vec3& v) {
  const Integer3 r = rounded(v);
  const bool flip = r[0] != 0 ? r[0] < 0 : r[1] != 0 ? r[1] < 0 : r[2] < 0;
  return (flip ? -1 : 1) / norm(v) * v;
}

/// Directions, each once, in the order they come.
template <class Direction, class Key>
class Distinct {
 public:
  explicit Distinct(Key key) : key_(key) {}
  void add(const Direction& d) {
    if (seen_.insert(key_(d)).second) list_.push_back(d);
  }
  const std::vector<Direction>& list() const { return list_; }

 private:
  Key key_;
  std::set<Integer3> seen_;
  std::vector<Direction> list_;
};

/// The normals, then all cross products of two cross products of two of them.
template <class Direction, class Key, class Cross>
std::vector<Direction> close(const std::vector<Direction>& normals, const Key& key, const Cross& cross) {
  const auto add_products = [&](const std::vector<Direction>& from, Distinct<Direction, Key>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) cross(from[j], from[i], to);
    }
  };
  Distinct<Direction, Key> edges(key), out(key);
  add_products(normals, edges);
  for (const Direction& n : normals) out.add(n);
  add_products(edges.list(), out);
  return out.list();
}

}  // namespace

std::vector<Vec3> closure_of(std::span<const Vec3> normals) {
  const auto is_small = [](double x) { return x == std::floor(x) && std::abs(x) <= 1000; };
  const bool integers = std::all_of(normals.begin(), normals.end(),
                                    [&](const Vec3& n) { return is_small(n.x) && is_small(n.y) && is_small(n.z); });
  std::vector<Vec3> out;
  if (integers) {
    std::vector<Integer3> given;
    for (const Vec3& n : normals) {
      given.push_back(reduced({std::llround(n.x), std::llround(n.y), std::llround(n.z)}));
    }
    const auto same = [](const Integer3& v) { return v; };
    for (const Integer3& v : close(given, same, [](const Integer3&a, const Integer3&b, auto&to) {
           if (const Integer3 v = crossed(a, b); v != Integer3{}) to.add(v);
         })) {
      const Vec3 d{static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
      out.push_back(1 / norm(d) * d);
    }
    return out;
  }
  std::vector<Vec3> given;
  for (const Vec3& n : normals) given.push_back(upright(n));
  const auto key = [](const Vec3& v) { return rounded(v); };
  return close(given, key, [](const Vec3& a, const Vec3& b, auto& to) {
    if (const Vec3 v = cross(a, b); norm(v) > 1e-6) to.add(upright(v));
  });
}

}  // namespace graze::detail
