// SPDX-License-Identifier: Apache-2.0
#include "geometry/predicates.h"

#include "geometry/exact_number.h"
#include "geometry/expansion.h"

namespace graze::detail {
namespace {

/// Within these magnitudes products of three differences are multiples of 2^-1056 below 2^906: expansions are exact.
constexpr double kSmallest = 0x1p-300;
constexpr double kLargest = 0x1p300;

bool in_range(double x) { return x == 0 || (std::abs(x) >= kSmallest && std::abs(x) <= kLargest); }
bool in_range(const Vec2& v) { return in_range(v.x) && in_range(v.y); }
bool in_range(const Vec3& v) { return in_range(v.x) && in_range(v.y) && in_range(v.z); }

ExactNumber exact_difference(double x, double y) { return ExactNumber(x) - ExactNumber(y); }

/// (a - c) x (b - c) in either arithmetic.
template <class Difference>
auto determinant2(const Vec2& a, const Vec2& b, const Vec2& c, const Difference& minus) {
  return minus(a.x, c.x) * minus(b.y, c.y) - minus(a.y, c.y) * minus(b.x, c.x);
}

template <class Difference>
auto determinant3(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Difference& minus) {
  const auto ux = minus(b.x, a.x), uy = minus(b.y, a.y), uz = minus(b.z, a.z);
  const auto vx = minus(c.x, a.x), vy = minus(c.y, a.y), vz = minus(c.z, a.z);
  return (uy * vz - uz * vy) * minus(d.x, a.x) + (uz * vx - ux * vz) * minus(d.y, a.y) +
         (ux * vy - uy * vx) * minus(d.z, a.z);
}

Expansion<2> expansion_difference(double x, double y) { return difference(x, y); }

/// Arithmetic in double that notices when it is not exact: short coordinates, such as a grid's, need no expansions.
struct Checked {
  double value;
  double lost;  // the sum of the magnitudes of all roundings
};
Checked checked_difference(double x, double y) {
  const TwoTerm d = two_difference(x, y);
  return {d.high, std::abs(d.low)};
}
Checked operator+(const Checked& a, const Checked& b) {
  const TwoTerm sum = two_sum(a.value, b.value);
  return {sum.high, a.lost + b.lost + std::abs(sum.low)};
}
Checked operator-(const Checked& a, const Checked& b) { return a + Checked{-b.value, b.lost}; }
Checked operator*(const Checked& a, const Checked& b) {
  const TwoTerm product = two_product(a.value, b.value, split(b.value));
  return {product.high, a.lost + b.lost + std::abs(product.low)};
}

ValuePair scaled(const ExactNumber& p, const ExactNumber& q) {
  const int top = p.sign() == 0 || (q.sign() != 0 && q.top() > p.top()) ? q.top() : p.top();
  return {p.to_double(top), q.to_double(top)};
}

bool all_equal(double a, double b, double c, double d) { return a == b && a == c && a == d; }

}  // namespace

double orient2d_exact(const Vec2& a, const Vec2& b, const Vec2& c) {
  if (in_range(a) && in_range(b) && in_range(c)) {
    const Checked checked = determinant2(a, b, c, checked_difference);
    if (checked.lost == 0) return checked.value;
    return determinant2(a, b, c, expansion_difference).estimate();
  }
  return determinant2(a, b, c, exact_difference).to_double();
}

double orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  // Faces of boxes and shared corners: the common zeros.
  if (all_equal(a.x, b.x, c.x, d.x) || all_equal(a.y, b.y, c.y, d.y) || all_equal(a.z, b.z, c.z, d.z)) return 0;
  if (d == a || d == b || d == c || a == b || b == c || a == c) return 0;
  if (in_range(a) && in_range(b) && in_range(c) && in_range(d)) {
    const Checked checked = determinant3(a, b, c, d, checked_difference);
    if (checked.lost == 0) return checked.value;
    return determinant3(a, b, c, d, expansion_difference).estimate();
  }
  return determinant3(a, b, c, d, exact_difference).to_double();
}

ValuePair orient2d_pair(const Vec2& a, const Vec2& b, const Vec2& p, const Vec2& q) {
  if (in_range(a) && in_range(b) && in_range(p) && in_range(q)) {
    return {orient2d_exact(a, b, p), orient2d_exact(a, b, q)};
  }
  return scaled(determinant2(a, b, p, exact_difference), determinant2(a, b, q, exact_difference));
}

ValuePair orient3d_pair(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p, const Vec3& q) {
  if (in_range(a) && in_range(b) && in_range(c) && in_range(p) && in_range(q)) {
    return {orient3d_exact(a, b, c, p), orient3d_exact(a, b, c, q)};
  }
  return scaled(determinant3(a, b, c, p, exact_difference), determinant3(a, b, c, q, exact_difference));
}

double orient2d_value(const Vec2& a, const Vec2& b, const Vec2& c) {
  // 4 * 2^-53 and the second order; 2^-900 dwarfs what the products lose to underflow.
  constexpr double kError = 0x1p-51 * (1 + 0x1p-40);
  constexpr double kTiny = 0x1p-900;
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double value = left - right;
  if (std::abs(value) > kError * (std::abs(left) + std::abs(right)) + kTiny) return value;
  return orient2d_exact(a, b, c);
}

double orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Estimate estimate = PlaneForm(b - a, c - a)(d - a);
  return estimate.certain() ? estimate.value : orient3d_exact(a, b, c, d);
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (orient2d(drop(a, axis), drop(b, axis), drop(c, axis)) != 0) return false;
  }
  return true;
}

}  // namespace graze::detail
