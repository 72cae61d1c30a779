// SPDX-License-Identifier: Apache-2.0
// A convex polyhedron, cut by half-spaces one after the other.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace graze::detail {

/// With room for kMost points and as many faces.
template <std::size_t kMost>
class BasicPolyhedron {
 public:
  using Point = std::array<double, 3>;

  /// The box centre ± half.
  BasicPolyhedron(const Point& centre, const Point& half);

  /// Keeps what lies in n·x <= limit.
  void cut(const Point& n, double limit);

  double volume() const;

 private:
  /// Of points.
  class Set {
   public:
    void add(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
    bool has(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
    bool any() const { return words_ != Words{}; }
    bool meets(const Set& other) const {
      return any_of(other, [](auto a, auto b) { return (a & b) != 0; });
    }
    bool within(const Set& other) const {
      return !any_of(other, [](auto a, auto b) { return (a & ~b) != 0; });
    }
    void remove(const Set& other) {
      for (std::size_t w = 0; w < kWords; ++w) words_[w] &= ~other.words_[w];
    }
    /// The first that is in the set, or, with `absent`, is not; kMost when there is none.
    std::size_t first(bool absent = false) const {
      for (std::size_t w = 0; w < kWords; ++w) {
        const std::uint64_t word = absent ? ~words_[w] : words_[w];
        if (word != 0) return 64 * w + static_cast<std::size_t>(std::countr_zero(word));
      }
      return kMost;
    }
    template <class F>
    void for_each(const F& f) const {
      for (std::size_t w = 0; w < kWords; ++w) {
        for (std::uint64_t left = words_[w]; left != 0; left &= left - 1) {
          f(64 * w + static_cast<std::size_t>(std::countr_zero(left)));
        }
      }
    }

   private:
    static constexpr std::size_t kWords = kMost / 64;
    static_assert(kMost % 64 == 0 && kMost <= 192, "points are numbered in a byte");
    using Words = std::array<std::uint64_t, kWords>;
    template <class F>
    bool any_of(const Set& other, const F& f) const {
      for (std::size_t w = 0; w < kWords; ++w) {
        if (f(words_[w], other.words_[w])) return true;
      }
      return false;
    }
    Words words_{};
  };

  struct Face {
    std::size_t count = 0;
    Set points;
    std::array<std::uint8_t, kMost> loop;
    void add(std::uint8_t point) {
      if (count == kMost) return;
      loop[count++] = point;
      points.add(point);
    }
  };

  struct Cut;

  std::uint8_t crossing(std::uint8_t inside, std::uint8_t outside, Cut& cut);
  Face clip(const Face& face, Cut& cut);
  void add_caps(const Cut& cut);

  std::array<Point, kMost> points_;
  Set used_;
  std::array<Face, kMost> faces_;
  std::size_t face_count_ = 0;
};

/// The thesis's k-DOPs have 26 faces at most, of 25 corners at most, and 48 corners in all; a cut adds its own before
/// it drops what it cut off. What rounding adds beyond 64, in volumes next to nothing, is left out.
using Polyhedron = BasicPolyhedron<64>;
/// For 64 faces, which have 124 corners at most.
using LargePolyhedron = BasicPolyhedron<192>;
extern template class BasicPolyhedron<64>;
extern template class BasicPolyhedron<192>;

/// The volume of the points x with lower[i] <= unit[i]·x <= upper[i] for all i < count <= 32: by the vertices of the
/// polyhedron. The directions span space. 0 for what is empty or flat.
double slab_volume(const double (*unit)[3], std::size_t count, const double* lower, const double* upper);

}  // namespace graze::detail
