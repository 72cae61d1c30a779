// SPDX-License-Identifier: Apache-2.0
// Series over the number of triangles, and pairs that are far apart.
#include "catalogue.h"
#include "models.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

/// The 747's flight among more and more tetrahedra (thesis, figure 12).
Scene scaling(const OracleMaker& oracle, int tetras) {
  Scene scene;
  scene.a = tetra_world(tetras);
  scene.b = fitted(model("bundled/airplane.ply"), 0.04);
  Flight flight;
  flight.region = cube(0.5);
  flight.poses = 1000;
  scene.poses = fly(oracle(scene.a, scene.b), flight, 801);
  return scene;
}

/// The same two shapes in the same poses, sampled finer and finer; in turns 1 % and 0.1 % of the diameter apart and
/// 1 % into each other. A pair in between places the poses: facets lie within 3e-4 of the shape at 10k, 2e-5 there.
Scene growth(const OracleMaker& oracle, int frequency) {
  constexpr int kBetween = 90;
  constexpr double kOffsets[] = {0.02, 0.002, -0.02};
  Scene scene;
  scene.poses = approach(oracle(blob(kBetween, 51), blob(kBetween, 52)), 20, 3, kOffsets, 811);
  scene.a = blob(frequency, 51);
  scene.b = blob(frequency, 52);
  return scene;
}

/// One to four diameters between the surfaces, all orientations: the roots decide, but only with the right axis.
Scene far_apart() {
  Scene scene;
  scene.meshes = "blobs";
  scene.a = blob(59, 51);
  scene.b = blob(59, 52);
  Random random(821);
  for (int i = 0; i < 200; ++i) {
    const Quaternion q = random_rotation(random);
    const double distance = random.uniform(4, 10);
    scene.poses.push_back(to_pose(q, distance * random.direction()));
  }
  return scene;
}

}  // namespace

void add_series(Catalogue& catalogue) {
  catalogue.push_back({{"far", "two blobs of 69,620, one to four diameters apart, 200 poses", "approach"},
                       [](const OracleMaker&) { return far_apart(); }});
  for (const int tetras : {10, 25, 50, 75, 100}) {
    catalogue.push_back(
        {{"scaling-" + std::to_string(4 * tetras) + "k",
          "airplane of 17,456 among " + std::to_string(tetras) + ",000 tetrahedra, 1,000 poses", "scaling"},
         [tetras](const OracleMaker& oracle) { return scaling(oracle, 1000 * tetras); },
         {"bundled/airplane.ply"}});
  }
  for (const auto& [size, frequency] :
       {std::pair{"10k", 22}, {"40k", 45}, {"160k", 90}, {"640k", 179}, {"2.5M", 354}, {"4M", 447}}) {
    catalogue.push_back({{std::string("growth-") + size,
                          "two blobs of " + std::to_string(20 * frequency * frequency) +
                              " each, the same shapes in the same 60 poses, 1 % and 0.1 % apart and 1 % deep",
                          "growth"},
                         [frequency = frequency](const OracleMaker& oracle) { return growth(oracle, frequency); }});
  }
}

}  // namespace graze::scenes
