// SPDX-License-Identifier: Apache-2.0
// Random polygon soups of every awkward kind, with poses that make them meet. All from one number.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "base/random.h"
#include "graze/mesh.h"

namespace graze::test {

class SoupRandom : public detail::Random {
 public:
  using detail::Random::Random;
  Vec3 in_cube(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }
};

struct Soup {
  Mesh a, b;
  Pose pose;
  double scale = 1;  ///< the size of a coordinate
  std::string what;  ///< kind and pose, for messages
};

/// Soup number `seed`: 1 to `most` triangles a side.
inline Soup make_soup(std::uint64_t seed, int most = 300);

/// One of the 24 rotations that permute the axes, exact in double; number in [0, 24).
inline Pose axis_rotation(int number) {
  constexpr std::array<std::array<int, 3>, 6> kOrders = {
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  const auto& order = kOrders[static_cast<std::size_t>(number % 6)];
  const int signs = number / 6;
  Pose pose;
  for (double& r : pose.r) r = 0;
  double sign_x = signs & 1 ? -1 : 1;
  double sign_y = signs & 2 ? -1 : 1;
  // The last three orders are odd permutations: the third sign makes the determinant +1.
  double sign_z = sign_x * sign_y * (number % 6 >= 3 ? -1 : 1);
  pose.r[order[0]] = sign_x;
  pose.r[3 + order[1]] = sign_y;
  pose.r[6 + order[2]] = sign_z;
  return pose;
}

namespace soup_detail {

inline std::uint32_t index(std::size_t i) { return static_cast<std::uint32_t>(i); }

inline void add(Mesh& mesh, const Vec3& p, const Vec3& q, const Vec3& r) {
  const std::uint32_t first = index(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), {p, q, r});
  mesh.triangles.push_back({first, first + 1, first + 2});
}

inline Vec3 between(const Vec3& p, const Vec3& q, double s) {
  return {p.x + s * (q.x - p.x), p.y + s * (q.y - p.y), p.z + s * (q.z - p.z)};
}

enum Kind { kRandom, kShared, kGrid, kSlivers, kDegenerate, kLattice, kStrip, kMixed, kKinds };
inline constexpr const char* kKindNames[] = {"random",     "shared",  "grid",  "slivers",
                                             "degenerate", "lattice", "strip", "mixed"};

/// Triangles of one kind in about [-1, 1]³.
inline Mesh make(SoupRandom& random, Kind kind, int count) {
  Mesh mesh;
  const double size = std::pow(10.0, random.uniform(-1.5, 0.3));
  switch (kind) {
    case kShared: {
      const int pool = 3 + random.below(2 + count);
      for (int i = 0; i < pool; ++i) mesh.vertices.push_back(random.in_cube(1));
      const auto pick = [&] { return index(static_cast<std::size_t>(random.below(pool))); };
      for (int i = 0; i < count; ++i) {
        const std::uint32_t p = pick(), q = pick();
        mesh.triangles.push_back({p, q, pick()});
      }
      break;
    }
    case kGrid: {  // coplanar squares halved either way, on multiples of 1/4: everything touches exactly
      const double z = 0.25 * random.below(3);
      for (int i = 0; i < count; ++i) {
        const double x = 0.25 * (random.below(9) - 4), y = 0.25 * (random.below(9) - 4),
                     d = 0.25 * (1 + random.below(2));
        if (random.chance(0.5)) {
          add(mesh, {x, y, z}, {x + d, y, z}, {x, y + d, z});
        } else {
          add(mesh, {x + d, y + d, z}, {x, y + d, z}, {x + d, y, z});
        }
      }
      break;
    }
    case kSlivers:
      for (int i = 0; i < count; ++i) {
        const Vec3 p = random.in_cube(1), d = random.in_cube(1), w = random.in_cube(1e-6);
        add(mesh, p, {p.x + d.x, p.y + d.y, p.z + d.z}, {p.x + d.x + w.x, p.y + d.y + w.y, p.z + d.z + w.z});
      }
      break;
    case kDegenerate:
      for (int i = 0; i < count; ++i) {
        const Vec3 p = random.in_cube(1), q = random.in_cube(size);
        switch (random.below(3)) {
          case 0:
            add(mesh, p, p, p);
            break;
          case 1:
            add(mesh, p, q, p);
            break;
          default:  // the middle is exact only sometimes: nearly or truly collinear
            add(mesh, p, between(p, q, 0.5), q);
        }
      }
      break;
    case kLattice: {
      const auto corner = [&] {
        return Vec3{0.5 * (random.below(5) - 2), 0.5 * (random.below(5) - 2), 0.5 * (random.below(5) - 2)};
      };
      for (int i = 0; i < count; ++i) {
        const Vec3 p = corner(), q = corner();
        add(mesh, p, q, corner());
      }
      break;
    }
    case kStrip: {  // a connected ribbon: consecutive triangles share edges, as meshes do
      mesh.vertices = {random.in_cube(1), random.in_cube(1)};
      for (int i = 0; i < count; ++i) {
        const Vec3 last = mesh.vertices.back(), step = random.in_cube(size);
        Vec3 v = {last.x + step.x, last.y + step.y, last.z + step.z};
        for (double* c : {&v.x, &v.y, &v.z}) *c = std::remainder(*c, 2.0);
        mesh.vertices.push_back(v);
        mesh.triangles.push_back(
            {index(mesh.vertices.size() - 3), index(mesh.vertices.size() - 2), index(mesh.vertices.size() - 1)});
      }
      break;
    }
    case kMixed:
      for (int done = 0; done < count;) {
        const int some = std::min(count - done, 1 + random.below(20));
        const Mesh part = make(random, static_cast<Kind>(random.below(kMixed)), some);
        const std::uint32_t first = index(mesh.vertices.size());
        mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
        for (const Triangle& t : part.triangles) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
        done += some;
      }
      break;
    default:
      for (int i = 0; i < count; ++i) {
        const Vec3 p = random.in_cube(1), q = random.in_cube(size), r = random.in_cube(size);
        add(mesh, p, {p.x + q.x, p.y + q.y, p.z + q.z}, {p.x + r.x, p.y + r.y, p.z + r.z});
      }
  }
  return mesh;
}

inline Vec3 along(const Vec3& p, double s, const Vec3& d) { return {p.x + s * d.x, p.y + s * d.y, p.z + s * d.z}; }
inline Vec3 minus(const Vec3& p, const Vec3& q) { return along(p, -1, q); }
inline double dot(const Vec3& p, const Vec3& q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
inline Vec3 cross(const Vec3& p, const Vec3& q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

/// For triangles of A one of B that just meets or just misses it, by 1e-11 to 1e-4 of its size: a corner over the
/// face, or an edge across an edge. What a filter with too small a tolerance gets wrong.
inline Mesh make_near_touches(SoupRandom& random, const Mesh& a, const Pose& pose, int count) {
  const Pose back = inverse(pose);
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Triangle& t = a.triangles[static_cast<std::size_t>(random.below(static_cast<int>(a.triangles.size())))];
    const auto turn = static_cast<std::size_t>(random.below(3));
    const Vec3 p = a.vertices[t[turn]], q = a.vertices[t[(turn + 1) % 3]], r = a.vertices[t[(turn + 2) % 3]];
    const Vec3 e = minus(q, p);
    const double size = std::sqrt(dot(e, e)) * std::pow(10.0, random.uniform(-0.5, 0.5));
    const bool over_face = random.chance(0.5);
    const Vec3 f = random.in_cube(1);
    Vec3 axis = over_face ? cross(e, minus(r, p)) : cross(e, f);
    const double axis_length = std::sqrt(dot(axis, axis));
    if (!(axis_length > 0)) continue;
    const double side = over_face ? (random.chance(0.5) ? 1 : -1) : dot(minus(r, p), axis) < 0 ? 1 : -1;
    axis = along({}, side / axis_length, axis);
    const double gap = size * std::pow(10.0, random.uniform(-11, -4)) * (random.chance(0.5) ? 1 : -1);
    Vec3 u, v, w;
    if (over_face) {
      const double s1 = random.uniform(0.1, 0.9), s2 = random.uniform(0.1, 0.9);
      const Vec3 inner = between(between(p, q, s1), r, s2);
      u = along(inner, gap, axis);
      for (Vec3* corner : {&v, &w}) {
        const Vec3 aside = random.in_cube(1);
        *corner = along(along(inner, size * random.uniform(0.05, 1), axis), size, aside);
      }
      // Both on the far side of the face, or the gap would decide nothing.
      for (Vec3* corner : {&v, &w}) {
        const double height = dot(minus(*corner, inner), axis);
        if (height < 0.01 * size) *corner = along(*corner, 0.01 * size - height, axis);
      }
    } else {
      const Vec3 on_edge = along(between(p, q, random.uniform(0.1, 0.9)), gap, axis);
      u = along(on_edge, size, f);
      v = along(on_edge, -size * random.uniform(0.2, 2), f);
      w = along(along(on_edge, size, axis), size * random.uniform(-1, 1), f);
    }
    add(mesh, place(back, u), place(back, v), place(back, w));
  }
  return mesh;
}

inline Pose random_pose(SoupRandom& random) {
  std::array<double, 4> q{};
  for (double& x : q) {
    for (int i = 0; i < 3; ++i) x += random.uniform(-1, 1);
  }
  return pose_from_quaternion(q[0], q[1], q[2], 0.01 + std::abs(q[3]));
}

}  // namespace soup_detail

inline Soup make_soup(std::uint64_t seed, int most) {
  using namespace soup_detail;
  SoupRandom random(seed * 0x2545F4914F6CDD1Du + 17);
  const auto size = [&] {  // small ones find more per second; every size up to `most` occurs
    const double s = random.uniform();
    return 1 + static_cast<int>(s * s * s * most) % most;
  };
  Soup soup;
  const auto kind_a = static_cast<Kind>(random.below(kKinds));
  const auto kind_b = random.chance(0.5) ? kind_a : static_cast<Kind>(random.below(kKinds));
  soup.a = make(random, kind_a, size());
  soup.b = make(random, kind_b, size());
  soup.what = std::string(kKindNames[kind_a]) + " x " + kKindNames[kind_b];
  if (random.chance(0.1)) {
    soup.b = soup.a;
    soup.what = std::string(kKindNames[kind_a]) + " x itself";
  }
  if (random.chance(0.2)) {  // repeated triangles
    for (Mesh* mesh : {&soup.a, &soup.b}) {
      const int copies = random.below(1 + static_cast<int>(mesh->triangles.size()) / 2);
      for (int i = 0; i < copies && mesh->triangles.size() < static_cast<std::size_t>(most); ++i)
        mesh->triangles.push_back(
            mesh->triangles[static_cast<std::size_t>(random.below(static_cast<int>(mesh->triangles.size())))]);
    }
    soup.what += ", duplicates";
  }

  constexpr double kTiny[] = {1e-16, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3};
  switch (random.below(6)) {
    case 0:
      soup.what += ", identity";
      break;
    case 1:
      soup.pose = axis_rotation(random.below(24));
      soup.what += ", quarter turns";
      break;
    case 2:
      soup.pose = axis_rotation(random.below(24));
      soup.pose.t = {0.25 * (random.below(9) - 4), 0.25 * (random.below(9) - 4), 0.25 * (random.below(5) - 2)};
      soup.what += ", quarter turns and lattice offset";
      break;
    case 3:
      soup.pose.t = random.in_cube(kTiny[random.below(6)]);
      soup.what += ", tiny offset";
      break;
    default:
      soup.pose = random_pose(random);
      soup.pose.t = random.in_cube(random.chance(0.3) ? 3 : 0.7);
      soup.what += ", random pose";
  }

  // Powers of two keep lattices exact; the others round. Far models have few digits left for their shape.
  if (random.chance(0.6)) {
    soup.scale = random.chance(0.3) ? std::ldexp(1.0, random.below(60) - 30) : std::pow(10.0, random.uniform(-9, 9));
    for (Mesh* mesh : {&soup.a, &soup.b}) {
      for (Vec3& v : mesh->vertices) v = {soup.scale * v.x, soup.scale * v.y, soup.scale * v.z};
    }
    soup.pose.t = {soup.scale * soup.pose.t.x, soup.scale * soup.pose.t.y, soup.scale * soup.pose.t.z};
    soup.what += ", scale " + std::to_string(std::log10(soup.scale));
  }
  if (random.chance(0.15)) {
    const Vec3 far = random.in_cube(soup.scale * std::pow(10.0, random.uniform(0, 9)));
    for (Vec3& v : soup.a.vertices) v = {v.x + far.x, v.y + far.y, v.z + far.z};
    soup.pose.t = {soup.pose.t.x + far.x, soup.pose.t.y + far.y, soup.pose.t.z + far.z};
    soup.what += ", far";
  }
  if (random.chance(0.4)) {
    Mesh touching = make_near_touches(random, soup.a, soup.pose, std::min(most, 4 * size()));
    if (!touching.triangles.empty()) {
      soup.b = std::move(touching);
      soup.what += ", B nearly touching";
    }
  }
  return soup;
}

}  // namespace graze::test
