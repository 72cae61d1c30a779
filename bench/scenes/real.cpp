// SPDX-License-Identifier: Apache-2.0
// Scenes of real models. Those whose licence allows it are bundled; the others are below GRAZE_DATA.
#include "bodies.h"
#include "catalogue.h"
#include "models.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

constexpr Vec3 kAcross = {1, 0, 0};

/// Two models without a flight.
Scene pair(const std::string& a, const std::string& b) {
  Scene scene;
  scene.a = model(a);
  scene.b = model(b);
  return scene;
}

/// The thesis's 747 (section 5.4) with the airplane that is free to copy.
Scene airplane_among_tetrahedra(const OracleMaker& oracle) {
  Scene scene;
  scene.a = tetra_world(25000);
  scene.b = fitted(model("bundled/airplane.ply"), 0.04);
  Flight flight;
  flight.region = cube(0.5);
  flight.poses = 10000;
  scene.poses = fly(oracle(scene.a, scene.b), flight, 901);
  return scene;
}

/// A rim turns about its axle (x) around the brake's pad, which stands in the same frame, up to 10 cm off centre.
Scene wheel(const OracleMaker&) {
  Scene scene = pair("bundled/car_brake_pad.ply", "bundled/car_rim.ply");
  Random random(911);
  for (int i = 0; i < 720; ++i) {
    const double play = random.uniform(0, 0.1);
    const Vec3 off = play * random.direction();
    scene.poses.push_back(to_pose(turn(kAcross, 0.5 * i * std::numbers::pi / 180), off));
  }
  return scene;
}

/// A hood that swings about its hinge (x through its origin) from closed to 60 degrees, over the body panels. Where
/// it closes is the assembly's own placement of the part.
Scene hood(const OracleMaker&) {
  Scene scene = pair("bundled/car_panels.ply", "bundled/car_hood.ply");
  Random random(912);
  for (int i = 0; i < 600; ++i) {
    const Vec3 play = 0.002 * random.direction();
    const Vec3 hinge = {0, -2.37938857, 0.176014617};
    scene.poses.push_back(to_pose(turn(kAcross, 0.1 * i * std::numbers::pi / 180), hinge + play));
  }
  return scene;
}

/// A real hand in a real car.
Scene hand_in_car(const OracleMaker& oracle) {
  Scene scene;
  scene.a = assembly("assemblies/car_concept");
  scene.b = fitted(model("bundled/hand.ply"), 0.2);
  Flight flight;
  flight.region = {{-0.8, 0.2, -1.2}, {0.8, 1.1, 1.2}};
  flight.poses = 1000;
  flight.step = 0.006;
  flight.spin = 0.02;
  flight.leash = 60;
  scene.poses = grope(oracle(scene.a, scene.b), scene.a, flight, 150, 921);
  return scene;
}

}  // namespace

void add_models(Catalogue& catalogue) {
  const auto add = [&](std::string name, std::string what, std::vector<std::string> files,
                       std::function<Scene(const OracleMaker&)> make) {
    catalogue.push_back({{std::move(name), std::move(what), "models"}, std::move(make), std::move(files)});
  };
  /// A flight of the demo, as recorded.
  const auto add_replay = [&](std::string name, std::string what, const std::string& a, const std::string& b,
                              const std::string& flight) {
    add(std::move(name), std::move(what), {a, b, flight}, [a, b, flight](const OracleMaker&) {
      Scene scene = pair(a, b);
      scene.poses = recorded(flight);
      return scene;
    });
  };
  /// Two models of size 1 (longest side), turned at random.
  const auto add_grazing = [&](std::string name, const std::string& what, const std::string& a, const std::string& b,
                               std::uint64_t seed) {
    add(std::move(name), what + ", 200 poses within 1e-4 of contact", {a, b}, [a, b, seed](const OracleMaker& oracle) {
      Scene scene;
      scene.a = fitted(model(a), 1);
      scene.b = fitted(model(b), 1);
      scene.poses = grazing_pairs(oracle(scene.a, scene.b), cube(0.7), 100, 0.1, 1e-4, seed);
      return scene;
    });
  };
  add("747", "airplane of 17,456 flying among 25,000 tetrahedra, 10,000 poses", {"bundled/airplane.ply"},
      airplane_among_tetrahedra);
  add_replay("mountain", "airplane of 17,456 over Mount St. Helens of 73,632, the demo's 1,200 poses",
             "bundled/st_helens.ply", "bundled/airplane.ply", "bundled/flights/airplane_crater.csv");
  add_replay("turbines", "turbine wheels of 18,460, one around the other, the demo's 420 poses",
             "bundled/turbine_wheel.ply", "bundled/turbine_wheel.ply", "bundled/flights/turbine_wheels.csv");
  add("car-wheel", "car's rim of 12,176 turning around a brake pad of 3,150, 720 poses",
      {"bundled/car_brake_pad.ply", "bundled/car_rim.ply"}, wheel);
  add("car-hood", "car's hood of 13,296 opening from panels of 13,360, 600 poses",
      {"bundled/car_panels.ply", "bundled/car_hood.ply"}, hood);
  add_grazing("hands", "two hands of 15,982", "bundled/hand.ply", "bundled/hand.ply", 931);
  add("car-interior", "hand of 15,982 in a car of 213,347, 76 contacts a step, 1,000 poses",
      {"assemblies/car_concept/assembly.txt", "bundled/hand.ply"}, hand_in_car);
  add_grazing("dragon", "dragon of 202,520 and armadillo of 86,482", "meshes/dragon_res2.ply", "meshes/armadillo.ply",
              941);
  add_grazing("armadillos", "two armadillos of 86,482", "meshes/armadillo.ply", "meshes/armadillo.ply", 942);
  add_grazing("blades", "two turbine blades of 199,034", "meshes/turbineblade.ply", "meshes/turbineblade.ply", 943);
}

}  // namespace graze::scenes
