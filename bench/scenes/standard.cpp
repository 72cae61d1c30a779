// SPDX-License-Identifier: Apache-2.0
// The scenes the bars are set on: near contact (s1 to s5), nested spheres, flights, approach.
#include "catalogue.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

/// Concentric spheres with radii 1 and 1 - gap, tumbled: parallel close proximity without contact.
Scene nested_spheres(int frequency, double gap, int poses) {
  Scene scene;
  scene.a = geodesic_sphere(frequency, 1);
  scene.b = geodesic_sphere(frequency, 1 - gap);
  scene.poses = tumbling(poses, 101);
  return scene;
}

Scene knot_in_tetrahedra(const OracleMaker& oracle) {
  Scene scene;
  scene.a = tetrahedra(25000, 0.5, 0.005, 7);
  scene.b = knot_tube(320, 24, 0.09, 0.006);
  scene.poses = grazing_pairs(oracle(scene.a, scene.b), cube(0.4), 200, 0.02, 1e-4, 201);
  return scene;
}

Scene tetra_flight(const OracleMaker& oracle) {
  Scene scene;
  scene.a = tetra_world(25000);
  scene.b = knot_tube(410, 20, 0.018, 0.0018);
  Flight flight;
  flight.region = cube(0.5);
  flight.poses = 10000;
  scene.poses = fly(oracle(scene.a, scene.b), flight, 202);
  return scene;
}

Mesh pipe_world(int steps) {
  Pipes shape;
  shape.cells = 7;
  shape.steps = steps;
  shape.rings = 9;
  shape.thickness = 0.15;
  return pipes(shape, 31);
}

Scene pipes_brushing(const OracleMaker& oracle) {
  Scene scene;
  scene.a = pipe_world(2929);
  scene.b = scaled(scene.a, 0.5);
  scene.poses = pushed_in(oracle(scene.a, scene.b), 60, 1.5, 120, 400, 301);
  return scene;
}

Scene pipe_scene() {
  Scene scene;
  scene.meshes = "pipes";
  scene.a = pipe_world(2945);
  scene.b = scaled(scene.a, 0.48);
  return scene;
}

Scene pipe_flight(const OracleMaker& oracle) {
  Scene scene = pipe_scene();
  Flight flight;
  flight.region = cube(0.9);
  flight.poses = 2000;
  flight.linger = 5;
  flight.leash = 30;
  scene.poses = fly(oracle(scene.a, scene.b), flight, 305);
  return scene;
}

Scene pipes_dense(const OracleMaker&) {
  Scene scene = pipe_scene();
  scene.poses = scattered(200, cube(0.45), 303);
  return scene;
}

Scene torus_grazing(const OracleMaker& oracle) {
  Scene scene;
  scene.a = stalagmites(100, 24, 21, 0.5, 0.05, 41);
  scene.b = torus(200, 50, 0.06, 0.02);
  scene.poses =
      grazing_pairs(oracle(scene.a, scene.b), {{-0.45, -0.45, 0.02}, {0.45, 0.45, 0.4}}, 150, 0.05, 1e-4, 401);
  return scene;
}

Scene torus_flight(const OracleMaker& oracle) {
  Scene scene;
  scene.a = stalagmites(100, 20, 25, 0.5, 0.05, 42);
  scene.b = torus(200, 50, 0.06, 0.02);
  Flight flight;
  flight.region = {{-0.45, -0.45, 0.0}, {0.45, 0.45, 0.4}};
  flight.poses = 2000;
  flight.linger = 12;
  scene.poses = fly(oracle(scene.a, scene.b), flight, 405);
  return scene;
}

/// Two different blobs; offsets are in parts of the diameter, which is about 2.
Scene blobs(const OracleMaker& oracle, int directions, std::vector<double> offsets) {
  for (double& offset : offsets) offset *= 2;
  Scene scene;
  scene.meshes = "blobs";
  scene.a = blob(59, 51);
  scene.b = blob(59, 52);
  scene.poses = approach(oracle(scene.a, scene.b), directions, 3, offsets, 501);
  return scene;
}

}  // namespace

Mesh tetra_world(int count) { return tetrahedra(count, 0.5, 0.004 * std::cbrt(25000.0 / count), 7); }

Mesh blob(int frequency, std::uint64_t seed) { return bumpy_sphere(frequency, 1, 60, 0.15, seed); }

void add_standard(Catalogue& catalogue) {
  std::string family = "near";
  const auto add = [&](std::string name, std::string what, std::function<Scene(const OracleMaker&)> make) {
    catalogue.push_back({{std::move(name), std::move(what), family}, std::move(make)});
  };
  for (const auto& [letter, gap] : {std::pair{"a", 0.1}, {"b", 0.01}, {"c", 0.001}})
    add(std::string("s1") + letter,
        "spheres of 20,480 triangles, gap " + std::to_string(gap).substr(0, 5) + ", 60 poses",
        [gap = gap](const OracleMaker&) { return nested_spheres(32, gap, 60); });
  add("s2", "knot tube of 15,360 in 25,000 tetrahedra, 400 poses within 1e-4 of contact", knot_in_tetrahedra);
  add("s3", "pipes of 140,592 and a half-size copy, 60 poses with up to 400 contacts", pipes_brushing);
  add("s4", "torus of 20,000 in stalagmites of 98,400, 300 poses within 1e-4 of contact", torus_grazing);
  add("s5", "two bumpy blobs of 69,620, 15 orientations at 8 offsets", [](const OracleMaker& oracle) {
    return blobs(oracle, 15, {-0.05, -0.02, -0.01, -0.002, 0.002, 0.01, 0.02, 0.05});
  });
  family = "spheres";
  for (const auto& [size, frequency] : {std::pair{"2k", 10}, {"20k", 32}}) {
    for (const char* gap : {"0.55", "0.1", "0.055", "0.01", "0.0055", "0.001", "0.0001"})
      add(std::string("spheres-") + size + "-a" + gap, std::string("nested spheres, gap ") + gap + ", 20 poses",
          [frequency = frequency, gap = std::stod(gap)](const OracleMaker&) {
            return nested_spheres(frequency, gap, 20);
          });
  }
  family = "flights";
  add("tetras", "knot tube of 16,400 flying through 25,000 tetrahedra, 10,000 poses", tetra_flight);
  add("pipes", "pipes of 141,360 and a copy of 0.48 the size flying at them, 2,000 poses", pipe_flight);
  add("pipes-dense", "the same pipes, the copy pushed in, 200 poses", pipes_dense);
  add("torus", "torus of 20,000 flying among stalagmites of 98,000, 2,000 poses", torus_flight);
  family = "approach";
  for (const char* offset : {"-5", "-2", "-1", "-0.5", "-0.1", "+0.1", "+0.5", "+1", "+2", "+5"})
    add(std::string("approach") + offset + "%",
        std::string("two blobs of 69,620, ") + offset + " % from contact, 200 poses",
        [offset = std::stod(offset) / 100](const OracleMaker& oracle) { return blobs(oracle, 200, {offset}); });
}

}  // namespace graze::scenes
