// SPDX-License-Identifier: Apache-2.0
// Which volume? Tables 11 to 16 (memory), 18, 26, 37 to 40: the thesis's k-DOPs and what came after, on all flights.
#include "laboratory.h"
#include "methods.h"

namespace graze::reproduce {
namespace {

void fly_volumes(Laboratory& lab) {
  std::vector<Method> methods;
  for (const Volume volume : {Volume::aabb, Volume::dop8, Volume::dop12, Volume::dop14, Volume::dop18, Volume::dop20,
                              Volume::dop26, Volume::sphere, Volume::obb, Volume::rounded_box, Volume::hybrid}) {
    methods.push_back(thesis_method(volume));
  }
  methods.push_back(default_method());
  for (const std::string& dataset : dataset_names()) lab.fly(dataset, methods);
}

}  // namespace

void add_volumes(std::vector<Experiment>& list) {
  list.push_back({"volumes",
                  {"table_11", "table_12", "table_13", "table_14", "table_15", "table_16", "table_18", "table_26",
                   "table_37", "table_38", "table_39", "table_40"},
                  120,
                  15,
                  fly_volumes});
}

}  // namespace graze::reproduce
