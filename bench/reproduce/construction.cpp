// SPDX-License-Identifier: Apache-2.0
// How to build: tables 9, 10 (volume and height of the trees), 19 to 21 and 25 (time to build and to ask).
#include "laboratory.h"
#include "methods.h"

namespace graze::reproduce {
namespace {

void fly_rules(Laboratory& lab) {
  std::vector<Method> methods;
  for (const Split split : {Split::longest_side, Split::min_sum, Split::min_max, Split::splatter, Split::sah}) {
    methods.push_back(with_split(Volume::dop18, split, SplitPoint::mean));
    if (split != Split::sah) methods.push_back(with_split(Volume::dop18, split, SplitPoint::median));
  }
  for (const std::string& dataset : dataset_names()) lab.fly(dataset, methods);
}

}  // namespace

void add_construction(std::vector<Experiment>& list) {
  list.push_back(
      {"rules", {"table_09", "table_10", "table_19", "table_20", "table_21", "table_25"}, 90, 12, fly_rules});
}

}  // namespace graze::reproduce
