// SPDX-License-Identifier: Apache-2.0
#include "datasets.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bodies.h"
#include "catalogue.h"
#include "chapter2.h"
#include "models.h"
#include "shapes.h"
#include "vector.h"

namespace graze::reproduce {
namespace {

using namespace scenes;

/// An interweaving pipeline among a larger copy of itself.
Scene pipes_flight(bool reduced) {
  Pipes shape;
  shape.cells = reduced ? 4 : 7;
  shape.steps = reduced ? 500 : 2993;
  shape.rings = 9;
  shape.thickness = 0.15;
  Scene scene;
  scene.a = pipes(shape, 31);
  scene.b = scaled(scene.a, 0.05);
  Billiard path;
  path.region = cube(0.5);
  path.poses = reduced ? 400 : 2000;
  scene.poses = billiard(graze_oracle(scene.a, scene.b), path, 311);
  return scene;
}

/// A deformed torus among stalagmites.
Scene torus_flight(bool reduced) {
  Scene scene;
  scene.a = stalagmites(reduced ? 16 : 100, 20, 25, 0.5, reduced ? 0.1 : 0.05, 42);
  scene.b = reduced ? torus(60, 28, 0.04, 0.013) : torus(200, 50, 0.03, 0.01);
  for (Vec3& v : scene.b.vertices) v.z += 0.01 * std::sin(60 * v.x) + 0.008 * std::cos(75 * v.y);
  Billiard path;
  path.region = {{-0.48, -0.48, 0.02}, {0.48, 0.48, 0.45}};
  path.poses = reduced ? 400 : 2000;
  scene.poses = billiard(graze_oracle(scene.a, scene.b), path, 411);
  return scene;
}

/// An airplane among disjoint tetrahedra.
Scene airplane_flight(bool reduced) {
  Scene scene;
  scene.a = tetra_world(reduced ? 4000 : 25000);
  scene.b = fitted(model("bundled/airplane.ply"), reduced ? 0.04 : 0.025);
  Billiard path;
  path.region = cube(0.5);
  path.poses = reduced ? 1000 : 10000;
  scene.poses = billiard(graze_oracle(scene.a, scene.b), path, 511);
  return scene;
}

/// Obstacles are put where the object has passed and just misses them (5.3). The path is long for its obstacles, so
/// that a pose is near some tens of them, as in the thesis (table 36: 47 volume tests a step).
Scene swept_flight(bool reduced) {
  constexpr double kRadius = 0.004;
  Scene scene;
  scene.b = axes(0.1, 0.008);
  Flight flight;
  flight.region = cube(1.5);
  flight.poses = reduced ? 150 : 1000;
  flight.step = 0.02;
  flight.spin = 0.05;
  scene.poses = wander(flight, 601);
  Mesh trace;
  for (const Pose& pose : scene.poses) append(trace, placed(pose, scene.b));
  const Mesh obstacle = tetrahedra(1, 0, kRadius, 61);
  const Oracle touched = graze_oracle(trace, obstacle);
  Random random(62);
  const std::size_t triangles = reduced ? 6000 : 40000;
  while (scene.a.triangles.size() < triangles) {
    const Triangle& t =
        trace.triangles[static_cast<std::size_t>(random.below(static_cast<int>(trace.triangles.size())))];
    const double u = random.uniform(0, 0.5);
    const double w = random.uniform(0, 0.5);
    const Vec3& p = trace.vertices[t[0]];
    const Vec3 at = p + u * (trace.vertices[t[1]] - p) + w * (trace.vertices[t[2]] - p);
    const Pose pose = to_pose(random_rotation(random), at + (random.uniform(0.3, 1.5) * kRadius) * random.direction());
    if (!touched.collides(pose)) append(scene.a, placed(pose, obstacle));
  }
  return scene;
}

/// A hand that works its way along the inside of a fuselage.
Scene interior_flight(bool reduced) {
  if (!reduced) return make_scene("interior");
  Scene scene;
  const Mesh whole = cabin(71);
  constexpr double kSlice = 0.16;
  scene.a.vertices = whole.vertices;
  for (const Triangle& t : whole.triangles) {
    const auto inside = [&](std::uint32_t v) { return std::abs(whole.vertices[v].y) < kSlice; };
    if (inside(t[0]) && inside(t[1]) && inside(t[2])) scene.a.triangles.push_back(t);
  }
  scene.b = hand(0.12);
  Flight flight;
  flight.region = {{-0.85, -kSlice, -0.9}, {0.85, kSlice, -0.05}};
  flight.poses = 252;
  flight.step = 0.004;
  flight.leash = 60;
  scene.poses = grope(graze_oracle(scene.a, scene.b), scene.a, flight, 80, 701);
  return scene;
}

}  // namespace

const std::vector<std::string>& dataset_names() {
  static const std::vector<std::string> kNames = {"Pipes", "Torus", "747", "Swept", "Interior"};
  return kNames;
}

Scene make_dataset(const std::string& name, bool reduced) {
  static const std::vector<Scene (*)(bool)> kMakers = {pipes_flight, torus_flight, airplane_flight, swept_flight,
                                                       interior_flight};
  const auto& names = dataset_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw std::invalid_argument("no dataset '" + name + "'");
  Scene scene = kMakers[static_cast<std::size_t>(at - names.begin())](reduced);
  scene.name = name;
  scene.meshes = name;
  return scene;
}

Mesh random_sphere(int points, std::uint64_t seed) {
  // Incremental: every face that a new point sees is replaced by the fan to its horizon.
  struct Face {
    Triangle v;
    Vec3 normal;
    double offset;
  };
  Random random(seed);
  Mesh mesh;
  for (int i = 0; i < points; ++i) mesh.vertices.push_back(random.direction());
  const auto& p = mesh.vertices;
  const auto face = [&p](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const Vec3 normal = cross(p[b] - p[a], p[c] - p[a]);
    return Face{{a, b, c}, normal, dot(normal, p[a])};
  };
  std::vector<Face> faces;
  const Vec3 inner = 0.25 * (p[0] + p[1] + p[2] + p[3]);
  for (const Triangle& t : {Triangle{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}) {
    const Face f = face(t[0], t[1], t[2]);
    faces.push_back(dot(f.normal, inner) > f.offset ? face(t[0], t[2], t[1]) : f);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t i = 4; i < p.size(); ++i) {
    edges.clear();
    std::size_t kept = 0;
    for (const Face& f : faces) {
      if (dot(f.normal, p[i]) > f.offset) {
        for (std::size_t k = 0; k < 3; ++k) edges.emplace_back(f.v[k], f.v[(k + 1) % 3]);
      } else {
        faces[kept++] = f;
      }
    }
    faces.resize(kept, faces.front());
    for (const auto& [a, b] : edges) {
      if (std::find(edges.begin(), edges.end(), std::pair{b, a}) == edges.end()) faces.push_back(face(a, b, i));
    }
  }
  for (const Face& f : faces) mesh.triangles.push_back(f.v);
  return mesh;
}

}  // namespace graze::reproduce
