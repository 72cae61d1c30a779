// SPDX-License-Identifier: Apache-2.0
// A convex polyhedron, cut by half-spaces one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graze::detail {

class Polyhedron {
 public:
  using Point = std::array<double, 3>;

  /// The box centre ± half.
  Polyhedron(const Point& centre, const Point& half);

  /// Keeps what lies in n·x <= limit.
  void cut(const Point& n, double limit);

  double volume() const;

 private:
  // A k-DOP has 26 faces at most, of 25 corners at most, and 48 corners in all; a cut adds its own before it drops what
  // it cut off. What rounding adds beyond 64, in volumes next to nothing, is left out.
  static constexpr std::size_t kMax = 64;
  using Set = std::uint64_t;  // of points

  struct Face {
    std::size_t count = 0;
    Set points = 0;
    std::array<std::uint8_t, kMax> loop;
    void add(std::uint8_t point) {
      if (count == kMax) return;
      loop[count++] = point;
      points |= Set{1} << point;
    }
  };

  struct Cut;

  std::uint8_t crossing(std::uint8_t inside, std::uint8_t outside, Cut& cut);
  Face clip(const Face& face, Cut& cut);
  void add_caps(const Cut& cut);

  std::array<Point, kMax> points_;
  Set used_ = 0;
  std::array<Face, kMax> faces_;
  std::size_t face_count_ = 0;
};

}  // namespace graze::detail
