// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/paths.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/vec.h"

namespace graze::nc::detail {
namespace {

constexpr std::array<std::array<int, 3>, 3> kAxesOfPlane = {{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}}};

std::array<double, 3> numbers_of(const Vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

Vec3 xyz(const Axes& axes) { return {axes.value[0], axes.value[1], axes.value[2]}; }

ArcPath::ArcPath(const Motion& m, std::uint32_t index)
    : motion(index),
      start_(xyz(m.start)),
      end_(xyz(m.end)),
      axes_(kAxesOfPlane[static_cast<std::size_t>(m.plane)]),
      centre_(m.centre),
      sweep_(m.sweep) {
  const auto from = numbers_of(start_), to = numbers_of(end_);
  const auto of = [&](const std::array<double, 3>& p, std::size_t i) { return p[static_cast<std::size_t>(axes_[i])]; };
  const double x0 = of(from, 0) - centre_[0], y0 = of(from, 1) - centre_[1];
  const double x1 = of(to, 0) - centre_[0], y1 = of(to, 1) - centre_[1];
  angle_ = std::atan2(y0, x0);
  radius_ = std::hypot(x0, y0);
  growth_ = std::hypot(x1, y1) - radius_;
  across_ = of(from, 2);
  climb_ = of(to, 2) - across_;
  widest_ = std::max(radius_, radius_ + growth_);
  // Every turn of a circle is the same path.
  if (climb_ == 0 && growth_ == 0 && std::abs(sweep_) > 2 * std::numbers::pi) {
    sweep_ = std::copysign(2 * std::numbers::pi, sweep_);
    end_ = start_;
  }
  const double by_angle = sweep_ == 0 ? 0 : 2 * growth_ / sweep_;
  bend_ = std::hypot(widest_, by_angle);
  mismatch_ = std::abs(growth_) + graze::detail::norm(point(1) - end_);
}

Vec3 ArcPath::point(double s) const {
  const double angle = angle_ + s * sweep_, radius = radius_ + s * growth_;
  std::array<double, 3> p{};
  p[static_cast<std::size_t>(axes_[0])] = centre_[0] + radius * std::cos(angle);
  p[static_cast<std::size_t>(axes_[1])] = centre_[1] + radius * std::sin(angle);
  p[static_cast<std::size_t>(axes_[2])] = across_ + s * climb_;
  return {p[0], p[1], p[2]};
}

Vec3 ArcPath::at(double s) const { return s <= 0 ? start_ : s >= 1 ? end_ : point(s); }

double ArcPath::deviation(double s0, double s1) const {
  const double by = sweep_ * (s1 - s0);
  const double rounding =
      0x1p-46 * (graze::detail::max_abs(start_) + graze::detail::max_abs(end_) + widest_ * (1 + std::abs(sweep_)));
  return std::min(bend_ * by * by / 8, 2 * widest_) + mismatch_ + rounding;
}

int ArcPath::chords(double s0, double s1, double wanted) const {
  const double count = std::abs(sweep_) * (s1 - s0) * std::sqrt(bend_ / (8 * wanted));
  return static_cast<int>(std::clamp(std::ceil(count), 2.0, 64.0));
}

int ArcPath::quarters() const {
  return static_cast<int>(std::clamp(std::ceil(std::abs(sweep_) / (std::numbers::pi / 2)), 1.0, 64.0));
}

void add_dogleg(const Vec3& from, const Vec3& to, const std::array<double, 3>& rates, std::uint32_t motion,
                std::vector<Leg>& legs) {
  const auto a = numbers_of(from), b = numbers_of(to);
  std::array<double, 3> time{};
  for (std::size_t i = 0; i < 3; ++i) time[i] = std::abs(b[i] - a[i]) / rates[i];
  std::array<double, 3> ends = time;
  std::sort(ends.begin(), ends.end());
  const double all = ends[2];
  double before = 0;
  Vec3 at = from;
  for (const double now : ends) {
    if (!(now > before)) continue;
    std::array<double, 3> p{};
    for (std::size_t i = 0; i < 3; ++i) p[i] = now >= time[i] ? b[i] : a[i] + (b[i] - a[i]) * (now / time[i]);
    const Vec3 next{p[0], p[1], p[2]};
    legs.push_back({motion, at, next, before / all, now / all});
    at = next;
    before = now;
  }
  if (all == 0) legs.push_back({motion, from, to, 0, 1});
}

}  // namespace graze::nc::detail
