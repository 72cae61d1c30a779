// SPDX-License-Identifier: Apache-2.0
// Exact rationals (GMP) and seeded random numbers: what the geometry tests judge by.
#pragma once

#include <gmpxx.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "graze/math.h"

namespace graze::test {

using Rational = mpq_class;

struct RVec {
  Rational x, y, z;
};

inline RVec exact(const Vec3& v) { return {Rational(v.x), Rational(v.y), Rational(v.z)}; }
inline RVec operator+(const RVec& a, const RVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline RVec operator-(const RVec& a, const RVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline RVec operator*(const Rational& s, const RVec& a) { return {s * a.x, s * a.y, s * a.z}; }
inline bool operator==(const RVec& a, const RVec& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline Rational dot(const RVec& a, const RVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline RVec cross(const RVec& a, const RVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline bool is_zero(const RVec& a) { return a.x == 0 && a.y == 0 && a.z == 0; }

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Uniform in [0, n).
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  /// Uniform in [-1, 1).
  double unit() { return std::ldexp(static_cast<double>(engine_() >> 11), -52) - 1; }
  Vec3 point() {
    const double x = unit(), y = unit(), z = unit();
    return {x, y, z};
  }
  /// A point with integer coordinates in [-n, n].
  Vec3 grid(int n) {
    const int x = below(2 * n + 1) - n, y = below(2 * n + 1) - n, z = below(2 * n + 1) - n;
    return {double(x), double(y), double(z)};
  }
  /// Moves x by up to n units in the last place.
  double nudge(double x, int n) {
    for (int k = below(n + 1); k > 0; --k) x = std::nextafter(x, below(2) ? HUGE_VAL : -HUGE_VAL);
    return x;
  }
  Vec3 nudge(const Vec3& v, int n) {
    const double x = nudge(v.x, n), y = nudge(v.y, n), z = nudge(v.z, n);
    return {x, y, z};
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace graze::test
