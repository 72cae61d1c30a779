// SPDX-License-Identifier: Apache-2.0
// The environments of the thesis's chapter 2: random BSP trees with obstacles in their leaves, and terrains.
#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "bodies.h"
#include "chapter2.h"
#include "models.h"
#include "rings.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

constexpr int kSamples = 120;         // of a terrain, along each side
constexpr double kExaggeration = 10;  // of real heights: table 1 tells how often the thesis's triangles climb a cell
constexpr const char* kElevations = "terrain/N44W072.hgt";

double& side(Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// A little smaller, so that neighbours do not touch.
Box shrunk(const Box& box, double share) {
  const Vec3 middle = 0.5 * (box.lower + box.upper), half = (0.5 * share) * (box.upper - box.lower);
  return {middle - half, middle + half};
}

/// `leaves` boxes of which the first of a random order are filled with the objects, one after the other.
Mesh filled_boxes(int leaves, std::span<const Mesh> objects, int copies, std::uint64_t seed) {
  std::vector<Box> boxes = random_boxes(leaves, 0.3 / std::cbrt(leaves), seed);
  Random random(seed + 1);
  for (std::size_t i = boxes.size(); i > 1; --i) std::swap(boxes[i - 1], boxes[random.next() % i]);
  Mesh world;
  for (std::size_t i = 0; i < objects.size() * static_cast<std::size_t>(copies); ++i)
    append(world, stretched(objects[i % objects.size()], shrunk(boxes[i], 0.9)));
  return world;
}

/// Tetrahedra turned at random and stretched to fill their leaves.
Mesh tetras(int count, int leaves, std::uint64_t seed) {
  Random random(seed);
  std::vector<Mesh> objects;
  for (int i = 0; i < count; ++i) objects.push_back(tetrahedra(1, 0, 1, random.next()));
  return filled_boxes(leaves, objects, 1, seed);
}

Mesh sheet(const std::vector<double>& heights) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(kSamples);
  for (std::uint32_t r = 0; r < n; ++r) {
    for (std::uint32_t c = 0; c < n; ++c)
      mesh.vertices.push_back({c / (n - 1.0), 1 - r / (n - 1.0), heights[r * n + c]});
  }
  for (std::uint32_t r = 0; r + 1 < n; ++r) {
    for (std::uint32_t c = 0; c + 1 < n; ++c) {
      const std::uint32_t v = r * n + c;
      mesh.triangles.push_back({v, v + n, v + 1});
      mesh.triangles.push_back({v + 1, v + n, v + n + 1});
    }
  }
  return mesh;
}

/// Every `stride`-th of the 1201 x 1201 big-endian heights in metres of one degree, from a row and column on; in
/// proportion: a degree of latitude is 111 km.
Mesh real_terrain(int row, int column, int stride) {
  constexpr int kSide = 1201;
  const std::string why = why_missing(kElevations);
  if (!why.empty()) throw std::runtime_error(why);
  std::ifstream file(data_path(kElevations), std::ios::binary);
  std::vector<unsigned char> bytes(2 * kSide * kSide);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw std::runtime_error(data_path(kElevations).string() + " is shorter than 1201 x 1201 heights");
  std::vector<double> heights;
  for (int r = 0; r < kSamples; ++r) {
    for (int c = 0; c < kSamples; ++c) {
      const auto at = 2 * static_cast<std::size_t>((row + r * stride) * kSide + column + c * stride);
      const auto metres = static_cast<std::int16_t>((bytes[at] << 8) | bytes[at + 1]);
      heights.push_back(std::max<int>(metres, 0) / (111000.0 * (kSamples - 1) * stride / (kSide - 1)) * kExaggeration);
    }
  }
  return sheet(heights);
}

struct WorldEntry {
  Chapter2Item item;
  std::function<Mesh()> make;
  bool needs_file = false;
};

/// Leaves are as many as make the triangles' sizes, seen in #(T_st) of table 1, those of the thesis.
std::vector<WorldEntry> entries() {
  std::vector<WorldEntry> all;
  const auto add = [&](std::string name, std::string group, std::string thesis, std::string what,
                       std::function<Mesh()> make, bool needs_file = false) {
    all.push_back(
        {{std::move(name), std::move(group), std::move(thesis), std::move(what)}, std::move(make), needs_file});
  };
  const std::string fractal = "120 x 120 fractal heights";
  add("lake", "terrains", "buffalo-w", fractal + ", half of them level",
      [] { return fractal_terrain(0.05, 0.5, 0.5, 1); });
  add("plain", "terrains", "denver-e", fractal + ", gentle", [] { return fractal_terrain(0.06, 0.5, 0, 2); });
  add("hills", "terrains", "eagle-e", fractal + ", rolling", [] { return fractal_terrain(0.06, 0.55, 0, 3); });
  add("alps", "terrains", "g_canyon-e", fractal + ", rough", [] { return fractal_terrain(0.2, 0.6, 0, 4); });
  const std::string real = "120 x 120 heights of SRTM tile N44W072";
  add(
      "n44w072", "terrains", "denver-w", real, [] { return real_terrain(0, 0, 10); }, true);
  add(
      "n44w072-nw", "terrains", "jackson-w", real + ", a quarter", [] { return real_terrain(0, 0, 5); }, true);
  add(
      "n44w072-ne", "terrains", "moab-w", real + ", a quarter", [] { return real_terrain(0, 600, 5); }, true);
  add(
      "n44w072-sw", "terrains", "seattle-e", real + ", a quarter", [] { return real_terrain(600, 0, 5); }, true);
  for (const auto& [count, leaves] : {std::pair{25, 25},
                                      {50, 50},
                                      {100, 100},
                                      {250, 2200},
                                      {500, 9000},
                                      {1000, 8500},
                                      {2000, 25000},
                                      {4000, 65000}}) {
    const std::string name = std::to_string(count) + "t";
    add(name, "tetras", name, std::to_string(count) + " tetrahedra in the leaves of a random BSP tree",
        [count = count, leaves = leaves] { return tetras(count, leaves, 100 + static_cast<std::uint64_t>(count)); });
  }
  const auto scene = [&](const std::string& name, const std::string& what, int leaves, int copies, std::uint64_t seed,
                         std::vector<Mesh> (*objects)()) {
    add(name, "scenes", name, what + " in the leaves of a random BSP tree",
        [=] { return filled_boxes(leaves, objects(), copies, seed); });
  };
  const auto chess = [] { return std::vector<Mesh>{chess_piece(0), chess_piece(1)}; };
  const auto rooms = [] { return std::vector<Mesh>{room()}; };
  scene("s9.20rp", "20 pawns and 20 rooks", 360, 20, 9, chess);
  scene("s20.40rp", "40 pawns and 40 rooks", 190, 40, 20, chess);
  scene("s22.150rm", "150 rooms", 80000, 150, 22, rooms);
  scene("s23.300rm", "300 rooms", 120000, 300, 23, rooms);
  scene("s16.6easy", "6 each of a ball, a ring, a knot and a pawn", 70, 6, 16, [] {
    return std::vector<Mesh>{geodesic_sphere(8, 1), torus(30, 16, 1, 0.4), knot_tube(60, 10, 1, 0.12), chess_piece(0)};
  });
  scene("s15.4cows", "4 bumpy balls of 5,780", 140, 4, 15,
        [] { return std::vector<Mesh>{bumpy_sphere(17, 1, 40, 0.15, 77)}; });
  scene("s10.2each", "2 each of a ball, a ring, a pawn, six boxes and a tetrahedron", 450, 2, 10, [] {
    std::vector<Mesh> objects = {geodesic_sphere(3, 1), torus(12, 8, 1, 0.4), chess_piece(0), tetrahedra(1, 0, 1, 3)};
    for (int i = 0; i < 6; ++i) objects.push_back(box({0, 0, 0}, {1, 1, 1}));
    return objects;
  });
  return all;
}

}  // namespace

std::vector<Box> random_boxes(int leaves, double epsilon, std::uint64_t seed) {
  if (leaves < 1 || !(epsilon > 0) || !(epsilon < 0.5 / std::cbrt(leaves)))
    throw std::invalid_argument("random_boxes: epsilon must be positive and less than half of leaves^(-1/3)");
  Random random(seed);
  std::vector<Box> active = {{{0, 0, 0}, {1, 1, 1}}};
  std::vector<Box> done;  // no side is long enough
  while (active.size() + done.size() < static_cast<std::size_t>(leaves)) {
    const std::size_t which = random.next() % active.size();
    Box low = active[which];
    active[which] = active.back();
    active.pop_back();
    Vec3 extent = low.upper - low.lower;
    std::vector<int> axes;
    for (int axis = 0; axis < 3; ++axis) {
      if (side(extent, axis) > 2 * epsilon) axes.push_back(axis);
    }
    if (axes.empty()) {
      done.push_back(low);
      continue;
    }
    const int axis = axes[static_cast<std::size_t>(random.below(static_cast<int>(axes.size())))];
    const double cut = random.uniform(side(low.lower, axis) + epsilon, side(low.upper, axis) - epsilon);
    Box high = low;
    side(low.upper, axis) = cut;
    side(high.lower, axis) = cut;
    active.push_back(low);
    active.push_back(high);
  }
  active.insert(active.end(), done.begin(), done.end());
  return active;
}

Mesh fractal_terrain(double height, double roughness, double water, std::uint64_t seed) {
  // Diamond and square on 129 x 129, of which 120 x 120 are kept.
  constexpr int kSize = 129;
  Random random(seed);
  std::vector<double> h(kSize * kSize, 0);
  const auto at = [&](int r, int c) -> double& {
    return h[static_cast<std::size_t>((r & 127) * kSize + (c & 127))];  // wraps around: no border is special
  };
  double amplitude = 1;
  for (int step = 128; step > 1; step /= 2, amplitude *= roughness) {
    const int half = step / 2;
    for (int r = half; r < 128; r += step) {
      for (int c = half; c < 128; c += step)
        at(r, c) =
            0.25 * (at(r - half, c - half) + at(r - half, c + half) + at(r + half, c - half) + at(r + half, c + half)) +
            random.uniform(-amplitude, amplitude);
    }
    for (int r = 0; r < 128; r += half) {
      for (int c = (r / half) % 2 == 0 ? half : 0; c < 128; c += step)
        at(r, c) = 0.25 * (at(r - half, c) + at(r + half, c) + at(r, c - half) + at(r, c + half)) +
                   random.uniform(-amplitude, amplitude);
    }
  }
  std::vector<double> heights;
  for (int r = 0; r < kSamples; ++r) {
    for (int c = 0; c < kSamples; ++c) heights.push_back(at(r, c));
  }
  std::vector<double> sorted = heights;
  std::sort(sorted.begin(), sorted.end());
  const double level = sorted[static_cast<std::size_t>(water * static_cast<double>(sorted.size() - 1))];
  const double scale = height / (sorted.back() - level);
  for (double& x : heights) x = scale * (std::max(x, level) - level);
  return sheet(heights);
}

std::vector<Chapter2Item> chapter2_worlds() {
  std::vector<Chapter2Item> items;
  for (const WorldEntry& entry : entries()) {
    if (!entry.needs_file || why_missing(kElevations).empty()) items.push_back(entry.item);
  }
  return items;
}

Mesh chapter2_world(std::string_view name) {
  for (const WorldEntry& entry : entries()) {
    if (entry.item.name == name) return entry.make();
  }
  throw std::invalid_argument("unknown environment '" + std::string(name) + "'");
}

Region chapter2_region(const Chapter2Item& item, const Mesh& world) {
  const Box box = inspect(world).box;
  const bool terrain = item.group == "terrains";
  return {{0, 0, terrain ? box.lower.z : 0}, {1, 1, terrain ? box.upper.z + 0.1 : 1}};
}

std::vector<Pose> billiard(const Oracle& oracle, const Billiard& path, std::uint64_t seed) {
  Random random(seed);
  const Region& region = path.region;
  const auto inside = [&](const Vec3& p) {
    return p.x >= region.lower.x && p.y >= region.lower.y && p.z >= region.lower.z && p.x <= region.upper.x &&
           p.y <= region.upper.y && p.z <= region.upper.z;
  };
  Vec3 p;
  Quaternion q;
  do {
    p = {random.uniform(region.lower.x, region.upper.x), random.uniform(region.lower.y, region.upper.y),
         random.uniform(region.lower.z, region.upper.z)};
    q = random_rotation(random);
  } while (oracle.collides(to_pose(q, p)));
  Vec3 heading = random.direction(), axis = random.direction();
  double sense = 1;
  std::vector<Pose> poses;
  while (poses.size() < static_cast<std::size_t>(path.poses)) {
    heading = normalized(heading + 0.3 * random.direction());
    axis = normalized(axis + 0.3 * random.direction());
    const Vec3 next = p + path.step * random.uniform(0.5, 1.5) * heading;
    const Quaternion turned = turn(axis, sense * path.spin * random.uniform(0.5, 1.5)) * q;
    if (!inside(next)) {
      heading = -1.0 * heading;
      continue;
    }
    poses.push_back(to_pose(turned, next));
    if (oracle.collides(poses.back())) {
      heading = -1.0 * heading;
      sense = -sense;
    } else {
      p = next;
      q = turned;
    }
  }
  return poses;
}

}  // namespace graze::scenes
