// SPDX-License-Identifier: Apache-2.0
#include "adb/box_pair.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::detail {
namespace {

double squared(double x) { return x * x; }

void sorted_sides(const HalfBox& box, double (&out)[3]) {
  for (int i = 0; i < 3; ++i) out[i] = 2 * box.half[i];
  if (out[0] < out[1]) std::swap(out[0], out[1]);
  if (out[1] < out[2]) std::swap(out[1], out[2]);
  if (out[0] < out[1]) std::swap(out[0], out[1]);
}

/// Two boxes of one size, B moved along the longest edge, the largest face's diagonal, or the box's. Two boxes that are
/// only nearly alike are replaced by one of their mean sides.
double three_cases(const BoxPair& pair, double distance) {
  double p[3], q[3], s[3];
  sorted_sides(*pair.a, p);
  sorted_sides(*pair.b, q);
  double squares = 0, best = 0;
  for (int i = 0; i < 3; ++i) s[i] = (p[i] + q[i]) / 2;
  for (int i = 0; i < 3; ++i) {
    squares += s[i] * s[i];
    const double left = 1 - distance / std::sqrt(squares);
    if (left > 0) best = std::max(best, i == 0 ? left : i == 1 ? left * left : left * left * left);
  }
  return best * s[0] * s[1] * s[2];
}

/// The lens of the two bounding spheres.
double spheres(const BoxPair& pair, double distance) {
  const auto radius = [](const HalfBox& box) {
    return std::sqrt(squared(box.half[0]) + squared(box.half[1]) + squared(box.half[2]));
  };
  const double p = radius(*pair.a), q = radius(*pair.b), small = std::min(p, q);
  if (distance >= p + q) return 0;
  if (distance <= std::abs(p - q)) return 4 * std::numbers::pi / 3 * small * small * small;
  return std::numbers::pi * squared(p + q - distance) *
         (squared(distance) + 2 * distance * (p + q) - 3 * squared(p - q)) / (12 * distance);
}

/// Any three slabs of the six enclose what is shared; each is narrowed to what both boxes reach, for otherwise the
/// distance of the boxes would not count. The 20 choices differ by their widths and by the angles between them.
double slabs(const BoxPair& pair) {
  const Overlaps overlaps(pair);
  double width[6];
  for (int i = 0; i < 6; ++i) {
    width[i] = overlaps.high[i] - overlaps.low[i];
    if (!(width[i] > 0)) return 0;
  }
  const double* r = pair.r;
  double best = std::min(width[0] * width[1] * width[2], width[3] * width[4] * width[5]);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    for (int m = 0; m < 3; ++m) {
      // Two axes of A and B's m: the determinant is B's m along A's third; and the other way about.
      const double of_b = std::abs(r[3 * i + m]), of_a = std::abs(r[3 * m + i]);
      if (of_b > 0) best = std::min(best, width[j] * width[k] * width[3 + m] / of_b);
      if (of_a > 0) best = std::min(best, width[3 + j] * width[3 + k] * width[m] / of_a);
    }
  }
  return best;
}

/// The smaller box in one along the larger's axes.
double aligned_dop(const BoxPair& pair) {
  const Overlaps overlaps(pair);
  const int first = pair.a->volume >= pair.b->volume ? 0 : 3;
  double product = 1;
  for (int i = first; i < first + 3; ++i) product *= std::max(0.0, overlaps.high[i] - overlaps.low[i]);
  return product;
}

}  // namespace

HalfBox::HalfBox(const AdbNode& node) {
  for (int i = 0; i < 3; ++i) {
    const double low = static_cast<double>(node.lower[i]), high = static_cast<double>(node.upper[i]);
    centre[i] = (low + high) / 2;
    half[i] = (high - low) / 2;
  }
  volume = 8 * half[0] * half[1] * half[2];
}

BoxPair::BoxPair(const HalfBox& box_a, const HalfBox& box_b, const double* rotation, const double* shift)
    : a(&box_a), b(&box_b), r(rotation) {
  for (int i = 0; i < 3; ++i) {
    d[i] =
        r[3 * i] * b->centre[0] + r[3 * i + 1] * b->centre[1] + r[3 * i + 2] * b->centre[2] + shift[i] - a->centre[i];
  }
}

Overlaps::Overlaps(const BoxPair& pair) {
  const double* r = pair.r;
  for (int i = 0; i < 3; ++i) {
    const double ha = pair.a->half[i], hb = pair.b->half[i];
    double b_along_a = 0, a_along_b = 0, there = 0;
    for (int j = 0; j < 3; ++j) {
      b_along_a += std::abs(r[3 * i + j]) * pair.b->half[j];
      a_along_b += std::abs(r[3 * j + i]) * pair.a->half[j];
      there -= r[3 * j + i] * pair.d[j];  // A's centre from B's
    }
    low[i] = std::max(-ha, pair.d[i] - b_along_a);
    high[i] = std::min(ha, pair.d[i] + b_along_a);
    low[3 + i] = std::max(-hb, there - a_along_b);
    high[3 + i] = std::min(hb, there + a_along_b);
  }
}

double shared_volume(const BoxPair& pair, AdbVolume how, double sphere_ratio) {
  const double small = std::min(pair.a->volume, pair.b->volume), large = std::max(pair.a->volume, pair.b->volume);
  double volume = 0;
  switch (how) {
    case AdbVolume::three_cases:
    case AdbVolume::spheres: {
      const double distance = std::sqrt(squared(pair.d[0]) + squared(pair.d[1]) + squared(pair.d[2]));
      const bool alike = how == AdbVolume::three_cases && large <= sphere_ratio * small;
      volume = alike ? three_cases(pair, distance) : spheres(pair, distance);
      break;
    }
    case AdbVolume::slabs:
      volume = slabs(pair);
      break;
    case AdbVolume::aligned_dop:
      volume = aligned_dop(pair);
      break;
    case AdbVolume::exact:
      volume = exact_shared_volume(pair);
      break;
  }
  return std::min(volume, small);
}

bool separated(const BoxPair& pair) {
  const Overlaps overlaps(pair);
  for (int i = 0; i < 6; ++i) {
    if (overlaps.high[i] < overlaps.low[i]) return true;
  }
  const double *r = pair.r, *ha = pair.a->half, *hb = pair.b->half, *d = pair.d;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const auto m = [&](int row, int column) { return std::abs(r[3 * row + column]); };
      const double reach = ha[i1] * m(i2, j) + ha[i2] * m(i1, j) + hb[j1] * m(i, j2) + hb[j2] * m(i, j1);
      if (std::abs(d[i2] * r[3 * i1 + j] - d[i1] * r[3 * i2 + j]) > reach) return true;
    }
  }
  return false;
}

}  // namespace graze::detail
