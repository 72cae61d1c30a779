// SPDX-License-Identifier: Apache-2.0
// The flights of the thesis (section 5.4) that need bodies of their own: swept and interior.
#include "bodies.h"
#include "catalogue.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

/// The flyer's path is fixed first; tetrahedra are then put close to where it will pass and kept where they touch it
/// in no pose (section 5.3), so that thousands are nearly hit and none is.
Scene swept(const OracleMaker& oracle) {
  constexpr int kObstacles = 10000;
  constexpr double kRadius = 0.004;
  Scene scene;
  scene.b = axes(0.1, 0.008);
  Flight flight;
  flight.region = cube(0.4);
  flight.poses = 1000;
  flight.step = 0.004;
  flight.spin = 0.03;
  scene.poses = wander(flight, 601);

  Mesh trace;
  for (const Pose& pose : scene.poses) append(trace, placed(pose, scene.b));
  const Mesh obstacle = tetrahedra(1, 0, kRadius, 61);
  const Oracle touched = oracle(trace, obstacle);
  Random random(62);
  while (scene.a.triangles.size() < 4 * kObstacles) {
    const Triangle& t =
        trace.triangles[static_cast<std::size_t>(random.below(static_cast<int>(trace.triangles.size())))];
    double u = random.uniform();
    double w = random.uniform();
    if (u + w > 1) {
      u = 1 - u;
      w = 1 - w;
    }
    const Vec3& p = trace.vertices[t[0]];
    const Vec3 at = p + u * (trace.vertices[t[1]] - p) + w * (trace.vertices[t[2]] - p);
    const Vec3 off = (random.uniform(0.3, 1.5) * kRadius) * random.direction();
    const Pose pose = to_pose(random_rotation(random), at + off);
    if (!touched.collides(pose)) append(scene.a, placed(pose, obstacle));
  }
  return scene;
}

/// A hand at work among the equipment of a fuselage, tens of contacts a step.
Scene interior(const OracleMaker& oracle) {
  Scene scene;
  scene.a = cabin(71);
  scene.b = hand(0.12);
  Flight flight;
  flight.region = {{-0.85, -0.9, -0.9}, {0.85, 0.9, -0.05}};
  flight.poses = 2528;
  flight.step = 0.004;
  flight.spin = 0.02;
  flight.leash = 60;
  scene.poses = grope(oracle(scene.a, scene.b), scene.a, flight, 80, 701);
  return scene;
}

}  // namespace

void add_bodies(Catalogue& catalogue) {
  catalogue.push_back(
      {{"swept", "three crossed bars of 36 between 10,000 tetrahedra that it just misses, 1,000 poses", "flights"},
       swept});
  catalogue.push_back(
      {{"interior", "hand of 404 in a cabin of 169,944, tens of contacts a step, 2,528 poses", "flights"}, interior});
}

}  // namespace graze::scenes
