// SPDX-License-Identifier: Apache-2.0
// Volumes of k-DOPs are those of polyhedra, for any directions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "volumes/dop.h"
#include "volumes/polyhedron.h"

namespace graze::test {
namespace {

using namespace detail;

struct Slabs {
  std::vector<std::array<double, 3>> unit;
  std::vector<double> lower, upper;
  void add(double x, double y, double z, double low, double high) {
    const double length = std::sqrt(x * x + y * y + z * z);
    unit.push_back({x / length, y / length, z / length});
    lower.push_back(low);
    upper.push_back(high);
  }
  double volume() const {
    return slab_volume(reinterpret_cast<const double(*)[3]>(unit.data()), unit.size(), lower.data(), upper.data());
  }
};

double volume_of(Volume volume, double width) {
  const DopDirections& d = directions_of(volume);
  const std::vector<double> lower(13, -width), upper(13, width);
  return slab_volume(d.unit, static_cast<std::size_t>(d.count), lower.data(), upper.data());
}

/// Regular solids about a ball of radius 1, from their textbook volumes.
TEST(SlabVolume, RegularSolids) {
  EXPECT_NEAR(volume_of(Volume::dop8, 1), 4 * std::sqrt(3.0), 1e-12);   // octahedron of inradius 1
  EXPECT_NEAR(volume_of(Volume::dop12, 1), 4 * std::sqrt(2.0), 1e-12);  // rhombic dodecahedron
  Slabs dodecahedron;
  const double phi = 0.5 * (1 + std::sqrt(5.0));
  for (const double s : {-phi, phi}) {
    dodecahedron.add(0, 1, s, -1, 1);
    dodecahedron.add(1, s, 0, -1, 1);
    dodecahedron.add(s, 0, 1, -1, 1);
  }
  // (15 + 7 sqrt 5) / 4 a³ with the inradius a/2 sqrt((25 + 11 sqrt 5) / 10) = 1.
  const double a = 2 / std::sqrt((25 + 11 * std::sqrt(5.0)) / 10);
  EXPECT_NEAR(dodecahedron.volume(), (15 + 7 * std::sqrt(5.0)) / 4 * a * a * a, 1e-12);
}

/// All normals from {0, ±1, ±2}: 49, of which 32 are as many as a model may have.
Slabs random_slabs(std::mt19937& random, std::size_t count) {
  std::uniform_real_distribution<double> unit(-1, 1), width(0.8, 1.2);
  Slabs slabs;
  while (slabs.unit.size() < count) slabs.add(unit(random), unit(random), unit(random), -width(random), width(random));
  return slabs;
}

/// A plane cuts a body into two whose volumes add up to the whole.
TEST(SlabVolume, PartsAddUp) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int round = 0; round < 300; ++round) {
    const Slabs whole = random_slabs(random, 3 + random() % 29);
    const double v = whole.volume();
    ASSERT_GT(v, 0.5);
    const double at = 0.5 * unit(random), x = unit(random), y = unit(random), z = unit(random);
    Slabs below = whole, above = whole;
    below.add(x, y, z, -1e3, at);
    above.add(x, y, z, at, 1e3);
    EXPECT_NEAR(below.volume() + above.volume(), v, 1e-9 * v);
    EXPECT_LT(below.volume(), v);
  }
}

/// Moving all slabs by a translation changes nothing; scaling scales; a needless slab changes nothing.
TEST(SlabVolume, MovesAndScales) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int round = 0; round < 100; ++round) {
    const Slabs slabs = random_slabs(random, 3 + random() % 29);
    const double v = slabs.volume(), scale = std::pow(10, 3 * unit(random));
    Slabs moved = slabs;
    const double t[3] = {9 * unit(random), 9 * unit(random), 9 * unit(random)};
    for (std::size_t i = 0; i < slabs.unit.size(); ++i) {
      const auto& n = slabs.unit[i];
      const double along = n[0] * t[0] + n[1] * t[1] + n[2] * t[2];
      moved.lower[i] = scale * (slabs.lower[i] + along);
      moved.upper[i] = scale * (slabs.upper[i] + along);
    }
    EXPECT_NEAR(moved.volume(), scale * scale * scale * v, 1e-8 * scale * scale * scale * v);
    Slabs more = slabs;
    more.add(unit(random), unit(random), unit(random), -1e6, 1e6);
    EXPECT_NEAR(more.volume(), v, 1e-9 * v);
  }
}

TEST(SlabVolume, FlatAndEmpty) {
  for (const Volume volume :
       {Volume::dop8, Volume::dop12, Volume::dop14, Volume::dop18, Volume::dop20, Volume::dop26}) {
    EXPECT_EQ(volume_of(volume, 0), 0) << name(volume);
    const DopDirections& d = directions_of(volume);
    const auto count = static_cast<std::size_t>(d.count);
    for (std::size_t flat = 0; flat < count; ++flat) {
      std::vector<double> lower(count, -1), upper(count, 1);
      lower[flat] = upper[flat] = 0.25;
      EXPECT_NEAR(slab_volume(d.unit, count, lower.data(), upper.data()), 0, 1e-12) << name(volume);
      lower[flat] = 100;  // beyond all others
      upper[flat] = 101;
      EXPECT_EQ(slab_volume(d.unit, count, lower.data(), upper.data()), 0) << name(volume);
      lower[flat] = 1;  // the wrong way round
      upper[flat] = -1;
      EXPECT_EQ(slab_volume(d.unit, count, lower.data(), upper.data()), 0) << name(volume);
    }
  }
}

}  // namespace
}  // namespace graze::test
