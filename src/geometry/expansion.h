// SPDX-License-Identifier: Apache-2.0
// Exact sums and products of doubles as expansions: a number is the exact sum of components that do not overlap and
// grow in magnitude (Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates,
// 1997). Needs round-to-nearest and products that neither overflow nor lose bits below 2^-1074; callers see to that.
#pragma once

#include <cmath>

namespace graze::detail {

/// An exact sum x + y = high + low with high = fl(x + y).
struct TwoTerm {
  double high, low;
};

inline TwoTerm two_sum(double x, double y) {
  const double sum = x + y;
  const double y_part = sum - x;
  const double x_part = sum - y_part;
  return {sum, (x - x_part) + (y - y_part)};
}

/// Needs |x| >= |y| or x = 0.
inline TwoTerm fast_two_sum(double x, double y) {
  const double sum = x + y;
  return {sum, y - (sum - x)};
}

inline TwoTerm two_difference(double x, double y) { return two_sum(x, -y); }

/// Dekker's halves: 26 bits each, so that products of halves are exact.
inline TwoTerm split(double x) {
  constexpr double kSplitter = 134217729;  // 2^27 + 1
  const double scaled = kSplitter * x;
  const double high = scaled - (scaled - x);
  return {high, x - high};
}

inline TwoTerm two_product(double x, double y, const TwoTerm& y_halves) {
  const double product = x * y;
  const TwoTerm x_halves = split(x);
  const double error =
      ((product - x_halves.high * y_halves.high) - x_halves.low * y_halves.high) - x_halves.high * y_halves.low;
  return {product, x_halves.low * y_halves.low - error};
}

/// At most N components, none of them zero.
template <int N>
struct Expansion {
  int size = 0;
  double component[N];

  void append(double x) {
    if (x != 0) component[size++] = x;
  }
  /// The exact sign, and a relative error of at most 2^-52: exact from the top down to the first rounding, behind which
  /// less than the last place is left. (Summing upwards could round to zero.)
  double estimate() const {
    if (size == 0) return 0;
    TwoTerm sum{component[size - 1], 0};
    for (int i = size - 2; i >= 0 && sum.low == 0; --i) sum = fast_two_sum(sum.high, component[i]);
    return sum.high;
  }
};

inline Expansion<2> difference(double x, double y) {
  const TwoTerm d = two_difference(x, y);
  Expansion<2> result;
  result.append(d.low);
  result.append(d.high);
  return result;
}

template <int N>
Expansion<N> operator-(Expansion<N> e) {
  for (int i = 0; i < e.size; ++i) e.component[i] = -e.component[i];
  return e;
}

/// LINEAR-EXPANSION-SUM of the paper: unlike its faster relative it asks for nothing but operands that do not overlap.
template <int N, int M>
Expansion<N + M> operator+(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> result;
  int i = 0;
  int j = 0;
  const auto next = [&] {
    const bool from_e = j == f.size || (i < e.size && std::abs(e.component[i]) < std::abs(f.component[j]));
    return from_e ? e.component[i++] : f.component[j++];
  };
  const int total = e.size + f.size;
  if (total == 0) return result;
  double sum = next();
  double carry = 0;
  for (int k = 1; k < total; ++k) {
    const TwoTerm small = fast_two_sum(next(), carry);
    result.append(small.low);
    const TwoTerm large = two_sum(sum, small.high);
    sum = large.high;
    carry = large.low;
  }
  result.append(carry);
  result.append(sum);
  return result;
}

template <int N, int M>
Expansion<N + M> operator-(const Expansion<N>& e, const Expansion<M>& f) {
  return e + (-f);
}

/// SCALE-EXPANSION of the paper.
template <int N>
Expansion<2 * N> operator*(const Expansion<N>& e, double factor) {
  Expansion<2 * N> result;
  if (e.size == 0 || factor == 0) return result;
  const TwoTerm halves = split(factor);
  TwoTerm q = two_product(e.component[0], factor, halves);
  result.append(q.low);
  for (int i = 1; i < e.size; ++i) {
    const TwoTerm product = two_product(e.component[i], factor, halves);
    const TwoTerm sum = two_sum(q.high, product.low);
    result.append(sum.low);
    q = fast_two_sum(product.high, sum.high);
    result.append(q.low);
  }
  result.append(q.high);
  return result;
}

template <int N>
Expansion<4 * N> operator*(const Expansion<N>& e, const Expansion<2>& f) {
  Expansion<4 * N> result;
  if (f.size == 1) {
    const Expansion<2 * N> product = e * f.component[0];
    result.size = product.size;
    for (int i = 0; i < product.size; ++i) result.component[i] = product.component[i];
  } else if (f.size == 2) {
    result = e * f.component[0] + e * f.component[1];
  }
  return result;
}

}  // namespace graze::detail
