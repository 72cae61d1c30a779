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

/// What the thesis tried without a table, or left open (3.4.2, 3.4.3, 3.4.6, 4.2, 6.3).
void fly_variants(Laboratory& lab) {
  constexpr Volume k18 = Volume::dop18;
  const std::vector<Method> methods = {thesis_method(k18),
                                       with_axes(Volume::dop14),
                                       with_axes(k18),
                                       with_axes(Volume::dop26),
                                       with_regrouping(k18, 4, 0),
                                       with_regrouping(k18, 4, 1),
                                       with_regrouping(k18, 8, 1),
                                       with_subdivision(k18, 0.07),
                                       with_subdivision(k18, 0.2),
                                       with_split(k18, Split::min_sum, SplitPoint::best),
                                       with_split(k18, Split::min_sum, SplitPoint::sampled),
                                       with_split(k18, Split::sah, SplitPoint::mean),
                                       with_building(k18, Building::bottom_up),
                                       with_width(k18, 4),
                                       with_width(k18, 8),
                                       with_width(k18, 16),
                                       with_orientation(k18)};
  for (const std::string& dataset : dataset_names()) lab.fly(dataset, methods);
}

}  // namespace

void add_construction(std::vector<Experiment>& list) {
  list.push_back(
      {"rules", {"table_09", "table_10", "table_19", "table_20", "table_21", "table_25"}, 90, 12, fly_rules});
  list.push_back({"variants",
                  {"table_27", "oscillating", "skinny", "split_point", "bottom_up", "orientation"},
                  120,
                  15,
                  fly_variants});
}

}  // namespace graze::reproduce
