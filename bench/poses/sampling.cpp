// SPDX-License-Identifier: Apache-2.0
#include "sampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace graze::bench {
namespace {

using scenes::Quaternion;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr std::array<std::string_view, 3> kNames = {"grid", "low_discrepancy", "random"};

Vec3 on_sphere(double z, double angle) {
  const double r = std::sqrt(std::max(0.0, 1 - z * z));
  return {r * std::cos(angle), r * std::sin(angle), z};
}

/// Bands of equal latitude; each holds cells in proportion to its area, so that every cell is about as wide as high and
/// all have the same area up to rounding of the counts.
std::vector<Vec3> direction_grid(std::size_t count) {
  std::vector<Vec3> result;
  const double n = static_cast<double>(count);
  const auto bands = static_cast<std::size_t>(std::max(1.0, std::round(std::sqrt(n * std::numbers::pi / 4))));
  double low = -1;
  for (std::size_t band = 0, used = 0; band < bands; ++band) {
    const double high = -std::cos(std::numbers::pi * static_cast<double>(band + 1) / static_cast<double>(bands));
    const auto until = band + 1 == bands ? count : static_cast<std::size_t>(std::round(n * (high + 1) / 2));
    for (std::size_t i = used; i < until; ++i) {
      const double angle = kTurn * (static_cast<double>(i - used) + 0.5) / static_cast<double>(until - used);
      result.push_back(on_sphere((low + high) / 2, angle));
    }
    used = until;
    low = high;
  }
  return result;
}

/// The Fibonacci spiral.
std::vector<Vec3> direction_spiral(std::size_t count) {
  std::vector<Vec3> result;
  for (std::size_t i = 0; i < count; ++i) {
    const double s = static_cast<double>(i) + 0.5;
    result.push_back(on_sphere(1 - 2 * s / static_cast<double>(count), kTurn * s / std::numbers::phi));
  }
  return result;
}

/// Directions of the z axis, each with turns about it: Hopf coordinates (Yershova, Jain, LaValle and Mitchell 2010). A
/// turn about the axis is a circle of length 2π, the directions have area 4π: r turns suit πr² directions a radian.
std::vector<Quaternion> orientation_grid(std::size_t count) {
  std::vector<Quaternion> result;
  const double n = static_cast<double>(count);
  const auto turns = static_cast<std::size_t>(std::max(1.0, std::round(std::cbrt(n * std::numbers::pi))));
  const std::vector<Vec3> axes = direction_grid((count + turns - 1) / turns);
  for (const Vec3& axis : axes) {
    const Vec3 side = {-axis.y, axis.x, 0};
    const double sine = scenes::length(side);
    const double tilt = std::atan2(sine, axis.z);
    const Quaternion there = sine > 0 ? scenes::turn((1 / sine) * side, tilt) : scenes::turn({1, 0, 0}, tilt);
    for (std::size_t k = 0; k < turns && result.size() < count; ++k) {
      result.push_back(there * scenes::turn({0, 0, 1}, kTurn * static_cast<double>(k) / static_cast<double>(turns)));
    }
  }
  return result;
}

/// Super-Fibonacci spirals (Alexa 2022): two angles that advance by irrational steps, as the ratio of their circles
/// runs from 0 to 1. The second step is the root of x⁴ = x + 4.
std::vector<Quaternion> orientation_spiral(std::size_t count) {
  constexpr double kFirst = std::numbers::sqrt2, kSecond = 1.533751168755204288118041;
  std::vector<Quaternion> result;
  for (std::size_t i = 0; i < count; ++i) {
    const double s = static_cast<double>(i) + 0.5;
    const double t = s / static_cast<double>(count);
    const double a = kTurn * s / kFirst;
    const double b = kTurn * s / kSecond;
    const double r = std::sqrt(t);
    const double q = std::sqrt(1 - t);
    result.push_back({r * std::sin(a), r * std::cos(a), q * std::sin(b), q * std::cos(b)});
  }
  return result;
}

}  // namespace

std::string_view name(Sampling sampling) { return kNames[static_cast<std::size_t>(sampling)]; }

std::optional<Sampling> sampling_from(std::string_view name) {
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Sampling>(found - kNames.begin());
}

std::vector<Vec3> sample_directions(Sampling sampling, std::size_t count, std::uint64_t seed) {
  if (sampling == Sampling::grid) return direction_grid(count);
  if (sampling == Sampling::low_discrepancy) return direction_spiral(count);
  scenes::Random random(seed);
  std::vector<Vec3> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(random.direction());
  return result;
}

std::vector<Quaternion> sample_orientations(Sampling sampling, std::size_t count, std::uint64_t seed) {
  if (sampling == Sampling::grid) return orientation_grid(count);
  if (sampling == Sampling::low_discrepancy) return orientation_spiral(count);
  scenes::Random random(seed);
  std::vector<Quaternion> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(scenes::random_rotation(random));
  return result;
}

}  // namespace graze::bench
