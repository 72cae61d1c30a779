// SPDX-License-Identifier: Apache-2.0
#include "bodies.h"

#include <array>

#include "rings.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

/// A tube of ellipses along `direction`, open at its start, closed by a tip; 2·sides·segments + sides triangles.
struct Finger {
  Vec3 root;
  Vec3 direction;
  double length, radius;
};

void add_finger(Mesh& mesh, const Finger& finger) {
  constexpr int kSides = 6;
  constexpr int kSegments = 4;
  const Vec3 side = normalized(cross(finger.direction, {0, 0, 1}));
  const Vec3 up = cross(side, finger.direction);
  std::uint32_t ring = 0;
  for (int i = 0; i <= kSegments; ++i) {
    const double s = 1.0 * i / (kSegments + 0.5);
    // Fingers bend towards the palm and get thinner.
    const Vec3 centre = finger.root + (finger.length * s) * finger.direction - (0.25 * finger.length * s * s) * up;
    const double radius = finger.radius * (1 - 0.25 * s);
    const std::uint32_t next = add_ring(mesh, centre, side, up, radius, kSides);
    if (i > 0) join_rings(mesh, ring, next, kSides);
    ring = next;
  }
  const std::uint32_t tip = index(mesh.vertices.size());
  mesh.vertices.push_back(finger.root + finger.length * finger.direction - (0.25 * finger.length) * up);
  for (std::uint32_t k = 0; k < kSides; ++k) mesh.triangles.push_back({ring + k, ring + (k + 1) % kSides, tip});
}

/// A point of the fuselage at height angle `a` below the horizon, at distance `r` from its axis.
Vec3 on_hull(double a, double r, double y) { return {r * std::cos(a), y, -r * std::sin(a)}; }

constexpr double kLength = 2;
constexpr int kAround = 120;
constexpr int kAlong = 150;

void add_skin(Mesh& mesh) {
  const std::uint32_t first = index(mesh.vertices.size());
  for (int j = 0; j <= kAlong; ++j) {
    for (int i = 0; i <= kAround; ++i)
      mesh.vertices.push_back(on_hull(kTau / 2 * i / kAround, 1, kLength * (1.0 * j / kAlong - 0.5)));
  }
  for (std::uint32_t j = 0; j < kAlong; ++j) {
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const std::uint32_t a = first + j * (kAround + 1) + i;
      const std::uint32_t b = a + kAround + 1;
      mesh.triangles.push_back({a, a + 1, b + 1});
      mesh.triangles.push_back({a, b + 1, b});
    }
  }
}

/// A beam of rectangular section, open at its ends, given by its four corners at each of steps + 1 stations.
template <typename Corners>
void add_beam(Mesh& mesh, int steps, const Corners& corners) {
  std::uint32_t ring = 0;
  for (int i = 0; i <= steps; ++i) {
    const std::uint32_t next = index(mesh.vertices.size());
    for (const Vec3& v : corners(1.0 * i / steps)) mesh.vertices.push_back(v);
    if (i > 0) join_rings(mesh, ring, next, 4);
    ring = next;
  }
}

using FourCorners = std::array<Vec3, 4>;

}  // namespace

Mesh placed(const Pose& pose, Mesh mesh) {
  for (Vec3& v : mesh.vertices) v = place(pose, v);
  return mesh;
}

void append(Mesh& mesh, const Mesh& part) {
  const std::uint32_t first = index(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const Triangle& t : part.triangles) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

Mesh box(const Vec3& lower, const Vec3& upper) {
  Mesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    mesh.vertices.push_back(
        {corner & 1 ? upper.x : lower.x, corner & 2 ? upper.y : lower.y, corner & 4 ? upper.z : lower.z});
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

Mesh axes(double length, double thickness) {
  const double h = length / 2;
  const double t = thickness / 2;
  Mesh mesh = box({-h, -t, -t}, {h, t, t});
  append(mesh, box({-t, -h, -t}, {t, h, t}));
  append(mesh, box({-t, -t, -h}, {t, t, h}));
  return mesh;
}

Mesh hand(double size) {
  constexpr int kSides = 8;
  constexpr int kSegments = 8;
  Mesh mesh;
  std::uint32_t ring = 0;
  for (int i = 0; i <= kSegments; ++i) {
    const double s = 1.0 * i / kSegments;
    const double half_width = size * (0.16 + 0.08 * std::sin(kTau / 4 * s));
    const std::uint32_t next =
        add_ellipse(mesh, {0, size * (0.5 * s - 0.5), 0}, {half_width, 0, 0}, {0, 0, 0.07 * size}, kSides);
    if (i > 0) join_rings(mesh, ring, next, kSides);
    ring = next;
  }
  for (std::uint32_t k = 1; k + 1 < kSides; ++k) mesh.triangles.push_back({ring, ring + k, ring + k + 1});
  const double r = 0.055 * size;
  constexpr std::array<double, 4> kLengths = {0.44, 0.5, 0.46, 0.36};
  for (int i = 0; i < 4; ++i) {
    const double x = size * (-0.18 + 0.12 * i);
    const double spread = -0.15 + 0.1 * i;
    const double length = kLengths[static_cast<std::size_t>(i)] * size;
    add_finger(mesh, {{x, -0.02 * size, 0}, normalized({spread, 1, 0}), length, r});
  }
  add_finger(mesh, {{-0.17 * size, -0.32 * size, 0}, normalized({-1, 0.8, 0}), 0.36 * size, 1.15 * r});
  return mesh;
}

Mesh cabin(std::uint64_t seed) {
  constexpr int kFrames = 12;
  constexpr int kStringers = 24;
  constexpr int kBoxes = 1402;
  Mesh mesh;
  add_skin(mesh);
  for (int f = 0; f < kFrames; ++f) {
    const double y = kLength * ((f + 0.5) / kFrames - 0.5);
    add_beam(mesh, kAround, [&](double s) {
      const double a = kTau / 2 * s;
      return FourCorners{on_hull(a, 0.99, y - 0.01), on_hull(a, 0.99, y + 0.01), on_hull(a, 0.92, y + 0.01),
                         on_hull(a, 0.92, y - 0.01)};
    });
  }
  for (int k = 0; k < kStringers; ++k) {
    const double a = kTau / 2 * (k + 0.5) / kStringers;
    add_beam(mesh, kAlong, [&](double s) {
      const double y = kLength * (s - 0.5);
      return FourCorners{on_hull(a - 0.006, 0.99, y), on_hull(a + 0.006, 0.99, y), on_hull(a + 0.006, 0.96, y),
                         on_hull(a - 0.006, 0.96, y)};
    });
  }
  Pipes shape;
  shape.cells = 6;
  shape.steps = 1600;
  shape.rings = 12;
  shape.thickness = 0.12;
  Pose below;
  below.t = {0, 0, -0.45};
  append(mesh, placed(below, scaled(pipes(shape, seed), 0.8)));
  Random random(seed + 1);
  for (int i = 0; i < kBoxes; ++i) {
    const Quaternion q = random_rotation(random);
    const double a = random.uniform(0.05, kTau / 2 - 0.05);
    const double r = random.uniform(0.6, 0.95);
    const Vec3 at = on_hull(a, r, random.uniform(-0.95, 0.95));
    const double x = random.uniform(0.005, 0.03);
    const double y = random.uniform(0.005, 0.03);
    const double z = random.uniform(0.005, 0.03);
    append(mesh, placed(to_pose(q, at), box({-x, -y, -z}, {x, y, z})));
  }
  return mesh;
}

}  // namespace graze::scenes
