// SPDX-License-Identifier: Apache-2.0
// The threshold τ of the flying object's leaves: tables 28 to 35.
#include "laboratory.h"
#include "methods.h"

namespace graze::reproduce {
namespace {

/// The thesis has every fifth value up to 150; beyond 60 every tenth says as much.
std::vector<int> thresholds(bool quick) {
  if (quick) return {1, 10, 20, 40, 100};
  std::vector<int> list = {1};
  for (int tau = 5; tau <= 150; tau += tau < 60 ? 5 : 10) list.push_back(tau);
  return list;
}

void fly_thresholds(Laboratory& lab) {
  for (const std::string& dataset : dataset_names()) {
    const int triangles = static_cast<int>(lab.dataset(dataset).b.triangles.size());
    for (const Volume volume : {Volume::aabb, Volume::dop14, Volume::dop18, Volume::dop26}) {
      std::vector<Method> methods;
      for (const int tau : thresholds(lab.quick())) {
        methods.push_back(with_threshold(volume, tau));
        if (tau >= triangles) break;  // one leaf: the same for all larger ones
      }
      lab.fly(dataset, methods);
    }
  }
}

}  // namespace

void add_thresholds(std::vector<Experiment>& list) {
  list.push_back({"thresholds",
                  {"table_28", "table_29", "table_30", "table_31", "table_32", "table_33", "table_34", "table_35"},
                  300,
                  25,
                  fly_thresholds});
}

}  // namespace graze::reproduce
