// SPDX-License-Identifier: Apache-2.0
#include "shapes.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rings.h"
#include "vector.h"

namespace graze::scenes {
namespace {

struct Bump {
  Vec3 direction;
  double height;
  double sharpness;
};

}  // namespace

Mesh geodesic_sphere(int frequency, double radius) {
  const double g = std::numbers::phi;
  const std::array<Vec3, 12> corners = {{{-1, g, 0},
                                         {1, g, 0},
                                         {-1, -g, 0},
                                         {1, -g, 0},
                                         {0, -1, g},
                                         {0, 1, g},
                                         {0, -1, -g},
                                         {0, 1, -g},
                                         {g, 0, -1},
                                         {g, 0, 1},
                                         {-g, 0, -1},
                                         {-g, 0, 1}}};
  constexpr std::array<Triangle, 20> kFaces = {{{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                                {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                                {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                                {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}}};
  Mesh mesh;
  const auto f = static_cast<std::uint32_t>(frequency);
  mesh.vertices.reserve(10u * f * f + 2u);
  mesh.triangles.reserve(20u * f * f);
  // A vertex is named by its barycentric weights on the corners it depends on, so neighbouring faces share it.
  std::map<std::array<std::uint32_t, 6>, std::uint32_t> known;
  std::vector<std::uint32_t> grid((f + 1) * (f + 1));
  for (const Triangle& face : kFaces) {
    for (std::uint32_t i = 0; i <= f; ++i) {
      for (std::uint32_t j = 0; i + j <= f; ++j) {
        std::array<std::pair<std::uint32_t, std::uint32_t>, 3> weights = {
            {{face[0], f - i - j}, {face[1], i}, {face[2], j}}};
        std::sort(weights.begin(), weights.end());
        const bool inner = i > 0 && j > 0 && i + j < f;
        std::array<std::uint32_t, 6> key{};
        std::size_t k = 0;
        Vec3 p;
        for (const auto& [corner, weight] : weights) {
          if (weight == 0) continue;
          key[k++] = corner + 1;
          key[k++] = weight;
          p = p + static_cast<double>(weight) * corners[corner];
        }
        std::uint32_t v = index(mesh.vertices.size());
        if (!inner) v = known.emplace(key, v).first->second;
        if (v == mesh.vertices.size()) mesh.vertices.push_back(radius * normalized(p));
        grid[i * (f + 1) + j] = v;
      }
    }
    for (std::uint32_t i = 0; i < f; ++i) {
      for (std::uint32_t j = 0; i + j < f; ++j) {
        const std::uint32_t a = grid[i * (f + 1) + j];
        const std::uint32_t b = grid[(i + 1) * (f + 1) + j];
        const std::uint32_t c = grid[i * (f + 1) + j + 1];
        mesh.triangles.push_back({a, b, c});
        if (i + j + 1 < f) mesh.triangles.push_back({b, grid[(i + 1) * (f + 1) + j + 1], c});
      }
    }
  }
  return mesh;
}

Mesh bumpy_sphere(int frequency, double radius, int bumps, double height, std::uint64_t seed) {
  Random random(seed);
  std::vector<Bump> hills;
  for (int i = 0; i < bumps; ++i) {
    const Vec3 direction = random.direction();
    const double h = random.uniform(-height, height);
    hills.push_back({direction, h, random.uniform(10, 60)});
  }
  Mesh mesh = geodesic_sphere(frequency, 1);
  for (Vec3& v : mesh.vertices) {
    double r = 1;
    for (const Bump& hill : hills) r += hill.height * std::exp(hill.sharpness * (dot(hill.direction, v) - 1));
    v = (radius * r) * v;
  }
  return mesh;
}

Mesh torus(int along, int around, double major, double minor) {
  Mesh mesh;
  for (int i = 0; i < along; ++i) {
    const double angle = kTau * i / along;
    const Vec3 out = {std::cos(angle), std::sin(angle), 0};
    add_ring(mesh, major * out, out, {0, 0, 1}, minor, around);
  }
  for (int i = 0; i < along; ++i) join_rings(mesh, index(i * around), index((i + 1) % along * around), around);
  return mesh;
}

Mesh knot_tube(int along, int around, double size, double tube) {
  // The knot lies on a torus with radii 2/3 and 1/3 of what is left beside the tube. The torus's normal is
  // perpendicular to the knot, so it serves as a frame that closes.
  const double s = (size - tube) / 3;
  Mesh mesh;
  for (int i = 0; i < along; ++i) {
    const double a = 2 * kTau * i / along;
    const double b = 3 * kTau * i / along;
    const double rho = 2 + std::cos(b);
    const Vec3 centre = {s * rho * std::cos(a), s * rho * std::sin(a), s * std::sin(b)};
    const Vec3 tangent = normalized({-3 * std::sin(b) * std::cos(a) - 2 * rho * std::sin(a),
                                     -3 * std::sin(b) * std::sin(a) + 2 * rho * std::cos(a), 3 * std::cos(b)});
    const Vec3 normal = {std::cos(b) * std::cos(a), std::cos(b) * std::sin(a), std::sin(b)};
    add_ring(mesh, centre, normal, cross(tangent, normal), tube, around);
  }
  for (int i = 0; i < along; ++i) join_rings(mesh, index(i * around), index((i + 1) % along * around), around);
  return mesh;
}

Mesh tetrahedra(int count, double half, double radius, std::uint64_t seed) {
  Random random(seed);
  const double c = radius / std::sqrt(3.0);
  const std::array<Vec3, 4> corners = {{{c, c, c}, {c, -c, -c}, {-c, c, -c}, {-c, -c, c}}};
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Quaternion q = random_rotation(random);
    const Pose pose = to_pose(q, random.in_box(half));
    const std::uint32_t first = index(mesh.vertices.size());
    for (const Vec3& corner : corners) mesh.vertices.push_back(place(pose, corner));
    for (const Triangle& t : {Triangle{0, 1, 2}, Triangle{0, 3, 1}, Triangle{0, 2, 3}, Triangle{1, 3, 2}})
      mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return mesh;
}

Mesh pipes(const Pipes& shape, std::uint64_t seed) {
  constexpr int kSides = 24;
  constexpr int kMaxNodes = 60;
  constexpr double kTurn = 0.4;
  const int cells = shape.cells;
  const int rings = shape.rings;
  int steps = shape.steps;
  const double h = 1.0 / cells;
  Random random(seed);
  std::vector<std::uint8_t> used(static_cast<std::size_t>(cells) * cells * cells);
  const auto inside = [&](const std::array<int, 3>& n) {
    return std::all_of(n.begin(), n.end(), [&](int c) { return c >= 0 && c < cells; });
  };
  const auto at = [&](const std::array<int, 3>& n) -> std::uint8_t& {
    return used[static_cast<std::size_t>((n[0] * cells + n[1]) * cells + n[2])];
  };
  const auto unit = [](int axis) {
    Vec3 d;
    (axis / 2 == 0 ? d.x : axis / 2 == 1 ? d.y : d.z) = axis % 2 ? -1 : 1;
    return d;
  };
  const auto moved = [](std::array<int, 3> n, int axis) {
    n[static_cast<std::size_t>(axis / 2)] += axis % 2 ? -1 : 1;
    return n;
  };

  Mesh mesh;
  while (steps > 0) {
    if (std::find(used.begin(), used.end(), 0) == used.end())
      throw std::invalid_argument("the lattice is full of pipes");
    std::array<int, 3> node = {random.below(cells), random.below(cells), random.below(cells)};
    if (at(node)) continue;
    int heading = random.below(6);
    Vec3 t = unit(heading);
    Vec3 u = unit((heading + 2) % 6);
    const auto centre_of = [&] {
      return Vec3{(node[0] + 0.5) * h - 0.5, (node[1] + 0.5) * h - 0.5, (node[2] + 0.5) * h - 0.5};
    };
    const double radius = shape.thickness * h;
    std::uint32_t ring = add_ring(mesh, centre_of() - (h / 2) * t, u, cross(t, u), radius, kSides);
    const auto advance = [&](const Vec3& centre, const Vec3& tangent, const Vec3& side) {
      const std::uint32_t next = add_ring(mesh, centre, side, cross(tangent, side), radius, kSides);
      join_rings(mesh, ring, next, kSides);
      ring = next;
      return --steps > 0;
    };
    for (int length = 0; length < kMaxNodes && steps > 0; ++length) {
      at(node) = 1;
      // Where to leave this node: straight on, or by one of the four sides, into a free node; else the pipe ends.
      int exit = heading;
      if (random.uniform() < kTurn || !inside(moved(node, heading)) || at(moved(node, heading))) {
        std::vector<int> free;
        for (int axis = 0; axis < 6; ++axis) {
          const auto n = moved(node, axis);
          if (axis != heading && inside(n) && !at(n)) free.push_back(axis);
        }
        if (!free.empty()) exit = free[static_cast<std::size_t>(random.below(static_cast<int>(free.size())))];
      }
      const Vec3 centre = centre_of();
      if (exit == heading) {
        for (int s = 1; s <= rings; ++s)
          if (!advance(centre + ((1.0 * s / rings - 0.5) * h) * t, t, u)) break;
      } else {
        // A quarter circle about the corner the bend turns around; the frame turns with it.
        const Vec3 out = unit(exit);
        const Vec3 pivot = centre - (h / 2) * t + (h / 2) * out;
        const double u_out = dot(u, out);
        const Vec3 u_rest = u - u_out * out;
        Vec3 tangent;
        Vec3 side;
        for (int s = 1; s <= rings; ++s) {
          const double angle = kTau / 4 * s / rings;
          const bool last = s == rings;
          const double cosine = last ? 0 : std::cos(angle);
          const double sine = last ? 1 : std::sin(angle);
          tangent = cosine * t + sine * out;
          side = u_rest + u_out * (cosine * out - sine * t);
          if (!advance(pivot + (h / 2) * (sine * t - cosine * out), tangent, side)) break;
        }
        t = tangent;
        u = side;
        heading = exit;
      }
      node = moved(node, heading);
      if (!inside(node) || at(node)) break;
    }
  }
  return mesh;
}

Mesh stalagmites(int count, int sides, int levels, double height, double radius, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const double tall = height * random.uniform(0.5, 1);
    const double wide = radius * random.uniform(0.6, 1);
    const Vec3 base = {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0};
    std::uint32_t ring = 0;
    for (int level = 0; level < levels; ++level) {
      const double s = 1.0 * level / levels;
      const std::uint32_t next = index(mesh.vertices.size());
      for (int k = 0; k < sides; ++k) {
        const double angle = kTau * k / sides;
        const double r = wide * (1 - s) * random.uniform(0.95, 1.05);
        mesh.vertices.push_back(base + Vec3{r * std::cos(angle), r * std::sin(angle), s * tall});
      }
      if (level > 0) join_rings(mesh, ring, next, sides);
      ring = next;
    }
    const std::uint32_t tip = index(mesh.vertices.size());
    mesh.vertices.push_back(base + Vec3{0, 0, tall});
    const auto n = static_cast<std::uint32_t>(sides);
    for (std::uint32_t k = 0; k < n; ++k) mesh.triangles.push_back({ring + k, ring + (k + 1) % n, tip});
  }
  return mesh;
}

Mesh triangle_soup(int count, double edge, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  mesh.vertices.reserve(3 * static_cast<std::size_t>(count));
  mesh.triangles.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const Vec3 p = random.in_box(0.5);
    const std::uint32_t first = index(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(p + random.in_box(edge / 2));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

Mesh scaled(Mesh mesh, double factor) {
  for (Vec3& v : mesh.vertices) v = factor * v;
  return mesh;
}

Mesh centred(Mesh mesh) {
  if (mesh.vertices.empty()) return mesh;
  Vec3 low = mesh.vertices.front();
  Vec3 high = low;
  for (const Vec3& v : mesh.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  const Vec3 centre = 0.5 * (low + high);
  for (Vec3& v : mesh.vertices) v = v - centre;
  return mesh;
}

}  // namespace graze::scenes
