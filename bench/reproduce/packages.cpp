// SPDX-License-Identifier: Apache-2.0
// Other libraries: tables 41 and 42 (and the packages' rows of 11, 19, 25, 37), figure 12.
#include "laboratory.h"
#include "methods.h"
#include "rival_flight.h"

namespace graze::reproduce {
namespace {

constexpr const char* kRivals[] = {"fcl-obb", "fcl-obbrss", "bullet", "ode", "embree", "cgal"};

void fly_packages(Laboratory& lab) {
  for (const std::string& dataset : dataset_names()) {
    lab.fly(dataset, {thesis_method(Volume::dop18), thesis_method(Volume::obb), default_method()});
    for (const char* name : kRivals) {
      const RivalFlight rival = fly_rival(lab.dataset(dataset), name, 2, lab.quick() ? 0.6 : 6);
      if (rival.name.empty()) continue;
      const auto row = [&](const char* quantity, double value) {
        lab.record("package", dataset, name, "", quantity, value);
      };
      row("mean_us", rival.mean_us());
      row("poses", static_cast<double>(rival.us.size()));
      row("build_ms", rival.build_ms);
      row("bytes_per_triangle", rival.bytes_per_triangle);
      if (rival.comparable) row("differences", static_cast<double>(rival.differences));
    }
  }
}

/// The airplane's flight among 10,000 to 100,000 tetrahedra.
void fly_scaling(Laboratory& lab) {
  const std::vector<std::string> full = {"40k", "100k", "200k", "300k", "400k"};
  const std::vector<std::string> few = {"40k", "100k"};
  for (const std::string& size : lab.quick() ? few : full) {
    Scene scene = scenes::make_scene("scaling-" + size);
    if (lab.quick()) scene.poses.resize(200);
    const std::string tetras = std::to_string(scene.a.triangles.size() / 4);
    for (const FlightResult& r : fly_all(
             scene, {thesis_method(Volume::dop18), thesis_method(Volume::obb), default_method()}, lab.rounds(), 2.5)) {
      lab.record("figure_12", "747", r.method, tetras, "mean_us", r.mean_us());
      lab.record("figure_12", "747", r.method, tetras, "N_v",
                 static_cast<double>(r.total().volume_tests) / static_cast<double>(r.us.size()));
    }
    const RivalFlight rival = fly_rival(scene, "fcl-obb", lab.rounds(), 10);
    if (!rival.name.empty()) lab.record("figure_12", "747", "fcl-obb", tetras, "mean_us", rival.mean_us());
  }
}

}  // namespace

void add_packages(std::vector<Experiment>& list) {
  list.push_back({"packages", {"table_41", "table_42"}, 240, 30, fly_packages});
  list.push_back({"scaling", {"figure_12"}, 45, 8, fly_scaling});
}

}  // namespace graze::reproduce
