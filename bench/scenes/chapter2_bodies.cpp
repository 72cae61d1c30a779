// SPDX-License-Identifier: Apache-2.0
// Chess pieces, rooms, aircraft: what stands in for the objects of the thesis's chapter 2.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "bodies.h"
#include "chapter2.h"
#include "models.h"
#include "rings.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

Mesh ellipsoid(const Vec3& centre, const Vec3& half, int sides, int levels) {
  std::vector<ProfilePoint> profile;
  for (int i = 1; i <= levels; ++i) {
    const double angle = std::numbers::pi * i / (levels + 1);
    profile.push_back({std::sin(angle), -std::cos(angle)});
  }
  return stretched(lathe(profile, sides), {centre - half, centre + half});
}

/// The icosahedron with its corners cut off: 12 pentagons and 20 hexagons, 116 triangles.
Mesh soccer_ball() {
  const Mesh ico = geodesic_sphere(1, 1);
  Mesh mesh;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cut;  // a third of the way along an edge
  const auto at = [&](std::uint32_t i, std::uint32_t j) {
    const auto [it, fresh] = cut.try_emplace({i, j}, index(mesh.vertices.size()));
    if (fresh) mesh.vertices.push_back((1.0 / 3) * (2 * ico.vertices[i] + ico.vertices[j]));
    return it->second;
  };
  const auto fan = [&](std::span<const std::uint32_t> loop) {
    for (std::size_t i = 2; i < loop.size(); ++i) mesh.triangles.push_back({loop[0], loop[i - 1], loop[i]});
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
      next;  // around a corner, from neighbour to neighbour
  for (const auto& [a, b, c] : ico.triangles) {
    fan(std::array{at(a, b), at(b, a), at(b, c), at(c, b), at(c, a), at(a, c)});
    next[{a, b}] = c;
    next[{b, c}] = a;
    next[{c, a}] = b;
  }
  for (std::uint32_t v = 0; v < ico.vertices.size(); ++v) {
    std::vector<std::uint32_t> loop;
    const std::uint32_t first = next.lower_bound({v, 0})->first.second;
    std::uint32_t n = first;
    do {
      loop.push_back(at(v, n));
      n = next[{v, n}];
    } while (n != first);
    fan(loop);
  }
  return mesh;
}

/// An envelope on four ropes with a basket and a flag: 2,094 triangles.
Mesh balloon() {
  Mesh mesh = ellipsoid({0, 0, 1}, {0.9, 0.9, 1}, 36, 28);
  append(mesh, box({-0.15, -0.15, -0.6}, {0.15, 0.15, -0.4}));
  for (const double x : {-0.14, 0.14}) {
    for (const double y : {-0.14, 0.14}) {
      const std::uint32_t low = add_ring(mesh, {x, y, -0.4}, {1, 0, 0}, {0, 1, 0}, 0.01, 8);
      const std::uint32_t high = add_ring(mesh, {2 * x, 2 * y, 0.1}, {1, 0, 0}, {0, 1, 0}, 0.01, 8);
      join_rings(mesh, low, high, 8);
    }
  }
  const std::uint32_t first = index(mesh.vertices.size());
  for (const auto& [y, z] : {std::pair{0.0, 2.0}, {0.3, 2.0}, {0.3, 2.2}, {0.0, 2.2}})
    mesh.vertices.push_back({0, y, z});
  mesh.triangles.push_back({first, first + 1, first + 2});
  mesh.triangles.push_back({first, first + 2, first + 3});
  return mesh;
}

struct Part {
  Vec3 centre, half;
  int sides, levels;
};

Mesh assembled(std::span<const Part> parts) {
  Mesh mesh;
  for (const Part& p : parts) append(mesh, ellipsoid(p.centre, p.half, p.sides, p.levels));
  return mesh;
}

/// Fuselage, wings, tailplane and fin as ellipsoids through each other: 5,152 triangles.
Mesh fighter() {
  constexpr Part kParts[] = {{{0, 0, 0}, {0.12, 0.12, 1}, 24, 50},
                             {{0, -0.04, 0.2}, {1.1, 0.03, 0.2}, 32, 32},
                             {{0, 0.02, -0.85}, {0.35, 0.02, 0.1}, 16, 16},
                             {{0, 0.15, -0.88}, {0.02, 0.18, 0.1}, 12, 8}};
  return assembled(kParts);
}

/// The same with four engines: 14,640 triangles.
Mesh airliner() {
  constexpr Part kParts[] = {{{0, 0, 0}, {0.1, 0.1, 1}, 40, 80},
                             {{0, -0.05, 0.05}, {0.9, 0.02, 0.15}, 50, 40},
                             {{0, 0.02, -0.9}, {0.35, 0.015, 0.08}, 30, 24},
                             {{0, 0.2, -0.9}, {0.015, 0.22, 0.1}, 20, 20},
                             {{0.3, -0.1, 0.15}, {0.04, 0.04, 0.1}, 25, 10},
                             {{-0.3, -0.1, 0.15}, {0.04, 0.04, 0.1}, 25, 10},
                             {{0.55, -0.1, 0.1}, {0.04, 0.04, 0.1}, 25, 10},
                             {{-0.55, -0.1, 0.1}, {0.04, 0.04, 0.1}, 25, 10}};
  return assembled(kParts);
}

}  // namespace

Mesh lathe(std::span<const ProfilePoint> profile, int sides) {
  Mesh mesh;
  for (const auto& [radius, height] : profile) add_ring(mesh, {0, 0, height}, {1, 0, 0}, {0, 1, 0}, radius, sides);
  const auto n = static_cast<std::uint32_t>(sides);
  const auto levels = index(profile.size());
  for (std::uint32_t i = 0; i + 1 < levels; ++i) join_rings(mesh, i * n, (i + 1) * n, sides);
  // The points lie outside the end rings by a hundredth of the height: no face is flat with its neighbours.
  const double tip = 0.01 * (profile.back()[1] - profile.front()[1]);
  const std::uint32_t below = index(mesh.vertices.size());
  mesh.vertices.push_back({0, 0, profile.front()[1] - tip});
  mesh.vertices.push_back({0, 0, profile.back()[1] + tip});
  for (std::uint32_t s = 0; s < n; ++s) {
    const std::uint32_t t = (s + 1) % n;
    mesh.triangles.push_back({below, t, s});
    mesh.triangles.push_back({below + 1, (levels - 1) * n + s, (levels - 1) * n + t});
  }
  return mesh;
}

Mesh stretched(Mesh mesh, const Box& target) {
  const Box from = inspect(mesh).box;
  const Vec3 a = from.upper - from.lower, b = target.upper - target.lower;
  for (Vec3& v : mesh.vertices) {
    v = {target.lower.x + (v.x - from.lower.x) / a.x * b.x, target.lower.y + (v.y - from.lower.y) / a.y * b.y,
         target.lower.z + (v.z - from.lower.z) / a.z * b.z};
  }
  return mesh;
}

Mesh chess_piece(int which) {
  if (which == 0) {
    constexpr ProfilePoint kPawn[] = {{0.5, 0},    {0.5, 0.2},  {0.3, 0.4},  {0.2, 0.8},  {0.3, 0.95},
                                      {0.15, 1.0}, {0.25, 1.1}, {0.3, 1.25}, {0.22, 1.4}, {0.1, 1.5}};
    return lathe(kPawn, 12);
  }
  if (which == 1) {
    constexpr ProfilePoint kRook[] = {{0.5, 0},   {0.5, 0.25}, {0.35, 0.4}, {0.28, 0.8}, {0.28, 1.1},
                                      {0.4, 1.2}, {0.4, 1.5},  {0.32, 1.5}, {0.3, 1.4},  {0.1, 1.38}};
    return lathe(kRook, 16);
  }
  std::vector<ProfilePoint> bishop = {{0.5, 0}, {0.5, 0.1}, {0.48, 0.2}, {0.4, 0.28}, {0.33, 0.35}};
  for (int i = 0; i < 12; ++i) bishop.push_back({0.3 - 0.012 * i, 0.45 + 0.06 * i});
  bishop.insert(bishop.end(), {{0.32, 1.18}, {0.32, 1.24}, {0.2, 1.28}});
  for (int i = 0; i < 11; ++i) bishop.push_back({0.04 + 0.24 * std::sin(0.6 + 0.24 * i), 1.32 + 0.06 * i});
  return lathe(bishop, 8);
}

Mesh room() {
  Mesh mesh;
  append(mesh, box({0, 0, 0}, {4, 3, 0.3}));            // floor
  append(mesh, box({0, 0, 3.4}, {4, 3, 3.7}));          // ceiling
  append(mesh, box({0, 0, 0.7}, {0.3, 3, 3.0}));        // walls, the fourth is missing
  append(mesh, box({3.7, 0, 0.7}, {4, 3, 3.0}));        //
  append(mesh, box({0.7, 2.7, 0.7}, {3.3, 3, 3.0}));    //
  append(mesh, box({1.2, 1, 0.8}, {2.4, 2, 1.1}));      // table
  append(mesh, box({2.8, 0.6, 0.8}, {3.3, 1.2, 1.3}));  // stool
  for (const double x : {1.5, 2.1}) {
    const std::uint32_t first = index(mesh.vertices.size());
    for (const Vec3& v : {Vec3{x - 0.2, 1.2, 1.4}, {x + 0.2, 1.2, 1.4}, {x, 1.6, 1.4}, {x, 1.4, 1.8}})
      mesh.vertices.push_back(v);
    for (const Triangle& t : {Triangle{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}})
      mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return mesh;
}

std::vector<Chapter2Item> chapter2_flyers() {
  return {{"tetra", "", "tetra", "regular tetrahedron"},
          {"socbal", "", "socbal", "truncated icosahedron, 116 triangles as the thesis's"},
          {"bishop", "", "bishop", "chess piece, 496 triangles as the thesis's"},
          {"balloon", "", "balloon", "balloon with ropes and basket, 2,094 triangles as the thesis's"},
          {"spitfire", "", "spitfire", "fighter of ellipsoids, 5,152 triangles as the thesis's"},
          {"747", "", "747", "airliner of ellipsoids, 14,640 triangles (thesis: 14,643)"}};
}

Mesh chapter2_flyer(std::string_view name) {
  constexpr double kSide = 0.05;
  if (name == "tetra") return fitted(tetrahedra(1, 0, 1, 5), kSide);
  if (name == "socbal") return fitted(soccer_ball(), kSide);
  if (name == "bishop") return fitted(chess_piece(2), kSide);
  if (name == "balloon") return fitted(balloon(), kSide);
  if (name == "spitfire") return fitted(fighter(), kSide);
  if (name == "747") return fitted(airliner(), kSide);
  throw std::invalid_argument("unknown flying object '" + std::string(name) + "'");
}

}  // namespace graze::scenes
