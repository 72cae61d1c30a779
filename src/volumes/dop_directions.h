// SPDX-License-Identifier: Apache-2.0
// Sets of slab directions: the thesis's and the user's; their cones, their closure, and the order to compare them in.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/model.h"

namespace graze::detail {

inline constexpr std::size_t kMostDirections = 32;

/// Directions whose slabs bound a k-DOP. The hull of the unit directions and their opposites gives the cones of
/// re-alignment by duality, as dop.h has them in closed form for the thesis's sets.
class DirectionSet {
 public:
  /// Throws Error (invalid_option) unless there are 3 to 32, finite, none zero, no two parallel, and they span space.
  explicit DirectionSet(std::span<const Vec3> directions);

  /// Of a k-DOP or, three axes, of Volume::aabb, in the order of dop.h. Null for other volumes.
  static const DirectionSet* of(Volume volume);

  std::size_t count() const { return unit_.size(); }
  const std::vector<Vec3>& given() const { return given_; }
  const Vec3& unit(std::size_t i) const { return unit_[i]; }

  /// v = Σ c[i] unit(index[i]), and Σ |c[i]| as small as for any three directions. The sum then bounds v over any
  /// k-DOP: v·x lies within Σ |c[i]| half[index[i]] of Σ c[i] centre[index[i]], whatever the signs.
  struct Combination {
    std::array<std::size_t, 3> index;
    std::array<double, 3> c;
  };
  Combination combine(const Vec3& v) const;

  /// An order in which each direction is as far as can be from all before it (thesis, 4.5.2).
  const std::vector<std::uint8_t>& spread() const { return spread_; }

  friend bool operator==(const DirectionSet& a, const DirectionSet& b) { return a.given_ == b.given_; }

 private:
  /// A facet of the hull: its plane is normal·x = 1; `dual` row i gives the coefficient of direction i.
  struct Cone {
    Vec3 normal;
    std::array<std::size_t, 3> index;
    std::array<Vec3, 3> dual;
  };

  void find_cones();
  void find_spread();

  std::vector<Vec3> given_, unit_;
  std::vector<Cone> cones_;
  std::vector<std::uint8_t> spread_;
};

/// The closure of some normals (thesis, 4.5.1): the directions of all cross products of two edges, where edges run
/// along cross products of two normals. Two polytopes with these normals are disjoint if and only if they are along one
/// of them. Opposites are listed once, unit length, the normals themselves first. Exact for integers up to 1000 in
/// magnitude; other normals that agree to 1e-9 are one.
std::vector<Vec3> closure_of(std::span<const Vec3> normals);

}  // namespace graze::detail
