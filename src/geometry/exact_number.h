// SPDX-License-Identifier: Apache-2.0
// Integers times powers of two, exactly: sums and products of doubles of any exponent, without allocation.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace graze::detail {

/// sign * (limbs as one integer, the lowest first) * 2^(32 * exponent).
///
/// Room for every polynomial of degree 6 in doubles with fewer than 2^20 terms: a double occupies limbs -34 to 31, a
/// product of six limbs -204 to 191, one more for the sum.
class ExactNumber {
 public:
  static constexpr int kCapacity = 400;

  ExactNumber() = default;
  explicit ExactNumber(double x) {
    if (x == 0) return;
    int binary = 0;
    const double fraction = std::frexp(std::abs(x), &binary);  // [0.5, 1)
    auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    binary -= 53;
    exponent_ = binary >= 0 ? binary / 32 : -((31 - binary) / 32);
    const int shift = binary - 32 * exponent_;
    sign_ = x < 0 ? -1 : 1;
    limb_[0] = static_cast<std::uint32_t>(mantissa << shift);
    mantissa >>= 32 - shift;
    limb_[1] = static_cast<std::uint32_t>(mantissa);
    limb_[2] = static_cast<std::uint32_t>(mantissa >> 32);
    size_ = 3;
    trim();
  }
  ExactNumber(const ExactNumber& other) { *this = other; }
  ExactNumber& operator=(const ExactNumber& other) {
    if (this == &other) return *this;
    sign_ = other.sign_;
    size_ = other.size_;
    exponent_ = other.exponent_;
    std::memcpy(limb_, other.limb_, sizeof(std::uint32_t) * static_cast<std::size_t>(size_));
    return *this;
  }
  ~ExactNumber() = default;

  int sign() const { return sign_; }
  /// The magnitude is below 2^(32 * top()).
  int top() const { return exponent_ + size_; }

  /// This times 2^(-32 * limbs), rounded, with a magnitude forced into [2^-1000, 2^1000]: the sign survives.
  double to_double(int limbs = 0) const {
    double value = 0;
    for (int i = size_ - 1; i >= 0 && i >= size_ - 3; --i) value = value * 4294967296.0 + limb_[i];
    if (sign_ == 0) return 0;
    const int scale = 32 * (exponent_ + (size_ > 3 ? size_ - 3 : 0) - limbs);
    const int binary = std::ilogb(value) + scale;
    const double magnitude = binary > 999     ? std::ldexp(1.0, 1000)
                             : binary < -1000 ? std::ldexp(1.0, -1000)
                                              : std::ldexp(value, scale);
    return sign_ * magnitude;
  }

  friend ExactNumber operator-(const ExactNumber& a) {
    ExactNumber result = a;
    result.sign_ = -result.sign_;
    return result;
  }
  friend ExactNumber operator+(const ExactNumber& a, const ExactNumber& b) { return sum(a, b, b.sign_); }
  friend ExactNumber operator-(const ExactNumber& a, const ExactNumber& b) { return sum(a, b, -b.sign_); }

  friend ExactNumber operator*(const ExactNumber& a, const ExactNumber& b) {
    ExactNumber result;
    result.sign_ = a.sign_ * b.sign_;
    if (result.sign_ == 0) return result;
    result.size_ = a.size_ + b.size_;
    result.exponent_ = a.exponent_ + b.exponent_;
    assert(result.size_ <= kCapacity);
    std::memset(result.limb_, 0, sizeof(std::uint32_t) * static_cast<std::size_t>(result.size_));
    for (int i = 0; i < a.size_; ++i) {
      std::uint64_t carry = 0;
      for (int j = 0; j < b.size_; ++j) {
        carry += std::uint64_t{a.limb_[i]} * b.limb_[j] + result.limb_[i + j];
        result.limb_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
      result.limb_[i + b.size_] = static_cast<std::uint32_t>(carry);
    }
    result.trim();
    return result;
  }

 private:
  std::uint32_t at(int position) const {
    return position >= exponent_ && position < top() ? limb_[position - exponent_] : 0;
  }

  void trim() {
    while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
    if (size_ == 0) {
      sign_ = 0;
      exponent_ = 0;
      return;
    }
    int low = 0;
    while (limb_[low] == 0) ++low;
    if (low == 0) return;
    size_ -= low;
    exponent_ += low;
    std::memmove(limb_, limb_ + low, sizeof(std::uint32_t) * static_cast<std::size_t>(size_));
  }

  /// Sign of |a| - |b|, both not zero.
  static int compare_magnitude(const ExactNumber& a, const ExactNumber& b) {
    if (a.top() != b.top()) return a.top() < b.top() ? -1 : 1;
    const int bottom = a.exponent_ < b.exponent_ ? a.exponent_ : b.exponent_;
    for (int position = a.top() - 1; position >= bottom; --position) {
      if (a.at(position) != b.at(position)) return a.at(position) < b.at(position) ? -1 : 1;
    }
    return 0;
  }

  static ExactNumber sum(const ExactNumber& a, const ExactNumber& b, int b_sign) {
    if (b_sign == 0) return a;
    if (a.sign_ == 0) {
      ExactNumber result = b;
      result.sign_ = b_sign;
      return result;
    }
    ExactNumber result;
    result.exponent_ = a.exponent_ < b.exponent_ ? a.exponent_ : b.exponent_;
    const int end = a.top() > b.top() ? a.top() : b.top();
    result.size_ = end - result.exponent_;
    if (a.sign_ == b_sign) {
      result.sign_ = a.sign_;
      std::uint64_t carry = 0;
      for (int i = 0; i < result.size_; ++i) {
        carry += std::uint64_t{a.at(result.exponent_ + i)} + b.at(result.exponent_ + i);
        result.limb_[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
      result.limb_[result.size_++] = static_cast<std::uint32_t>(carry);
    } else {
      const int order = compare_magnitude(a, b);
      if (order == 0) return {};
      result.sign_ = order > 0 ? a.sign_ : b_sign;
      const ExactNumber& large = order > 0 ? a : b;
      const ExactNumber& small = order > 0 ? b : a;
      std::int64_t carry = 0;
      for (int i = 0; i < result.size_; ++i) {
        carry += std::int64_t{large.at(result.exponent_ + i)} - small.at(result.exponent_ + i);
        result.limb_[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    assert(result.size_ <= kCapacity);
    result.trim();
    return result;
  }

  int sign_ = 0;
  int size_ = 0;
  int exponent_ = 0;
  std::uint32_t limb_[kCapacity];
};

}  // namespace graze::detail
