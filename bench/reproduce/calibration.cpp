// SPDX-License-Identifier: Apache-2.0
// The constants of building that were measured (src/base/tuning.h), measured again: what a test of each volume costs,
// and how many tests other values give. On the reduced flights: it is numbers of tests that decide.
#include <limits>

#include "base/tuning.h"
#include "clock.h"
#include "laboratory.h"
#include "methods.h"
#include "shapes.h"
#include "vector.h"

namespace graze::reproduce {
namespace {

using namespace scenes;

constexpr Volume kVolumes[] = {Volume::aabb,   Volume::dop14, Volume::dop18,       Volume::dop26,
                               Volume::sphere, Volume::obb,   Volume::rounded_box, Volume::hybrid};

/// One triangle a leaf and a gap between: nothing but volume tests.
void time_tests(Laboratory& lab) {
  const Mesh sphere = random_sphere(2502, 1);
  Random random(5);
  const Pose pose = to_pose(random_rotation(random), {});
  QueryOptions query;
  query.segments = false;
  for (const int width : {2, 8}) {  // four wide, OBBs are tested against triangles of leaves, too
    for (const Volume volume : kVolumes) {
      BuildOptions build;
      build.volume = volume;
      build.width = width;
      build.leaf_size = 1;
      const Model outer = Model::build(sphere, build), inner = Model::build(scaled(sphere, 0.95), build);
      Workspace workspace;
      Contacts found;
      double least = std::numeric_limits<double>::infinity();
      for (int i = 0; i < (lab.quick() ? 5 : 20); ++i) {
        least = std::min(least, bench::time_us([&] { contacts(outer, inner, pose, found, query, &workspace); }));
      }
      const auto row = [&](const char* quantity, double value) {
        lab.record("calibration", "width " + std::to_string(width), volume_name(volume), "", quantity, value);
      };
      row("ns_a_test", 1e3 * least / static_cast<double>(found.counters.volume_tests));
      row("N_v", static_cast<double>(found.counters.volume_tests));
      row("N_p", static_cast<double>(found.counters.primitive_tests));
    }
  }
}

/// Flies a method on all flights for each value of a constant.
template <typename Value>
void sweep(Laboratory& lab, const std::string& constant, Value& value, const std::vector<Value>& values,
           const Method& method) {
  const Value given = value;
  lab.record("calibration", "", constant, "", "library", static_cast<double>(given));
  for (const Value v : values) {
    value = v;
    char text[24];
    std::snprintf(text, sizeof(text), "%g", static_cast<double>(v));
    for (const std::string& dataset : dataset_names()) {
      const Scene& scene = lab.dataset(dataset);
      const FlightResult r = fly_all(scene, {method}, 2, 1).front();
      const auto row = [&](const char* quantity, double x) {
        lab.record("calibration", scene.name, constant, text, quantity, x);
      };
      row("N_v", static_cast<double>(r.total().volume_tests));
      row("N_p", static_cast<double>(r.total().primitive_tests));
      row("us", r.mean_us());
      row("build_ms", r.build_environment_ms + r.build_object_ms);
      row("rounded", static_cast<double>(r.environment.rounded_boxes + r.environment.spheres) /
                         static_cast<double>(std::max<std::size_t>(
                             1, r.environment.rounded_boxes + r.environment.spheres + r.environment.boxes)));
    }
  }
  value = given;
}

void calibrate(Laboratory& lab) {
  time_tests(lab);
  detail::Tuning& tuning = detail::tuning();
  const auto defaults_with = [](const char* name, const auto& change) {
    Method m = default_method();
    m.name = name;
    change(m.environment);
    change(m.object);
    return m;
  };
  sweep(lab, "rounded_handicap", tuning.rounded_handicap, {0.8, 0.9, 1.0, 1.1, 1.25},
        defaults_with("hybrid", [](BuildOptions& b) { b.volume = Volume::hybrid; }));
  sweep(lab, "reach", tuning.reach, {4u, 8u, 16u, 32u},
        defaults_with("bottom_up", [](BuildOptions& b) { b.building = Building::bottom_up; }));
  sweep(lab, "skinny", tuning.skinny, {2.0, 4.0, 8.0}, with_subdivision(Volume::dop18, 0.07));
}

}  // namespace

void add_calibration(std::vector<Experiment>& list) {
  list.push_back({"calibration", {"calibration"}, 60, 25, calibrate});
}

}  // namespace graze::reproduce
