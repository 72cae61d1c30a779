// SPDX-License-Identifier: Apache-2.0
// The thesis's algorithms to the letter: tumbling (4.2), the modified traversal (table 22), the order and number of
// slab comparisons (table 36, 6.4.2), the exact overlap test (4.5.1), and front tracking (6.4.3, 7.2.2).
#include "laboratory.h"
#include "methods.h"

namespace graze::reproduce {
namespace {

constexpr Volume kVolumes[] = {Volume::aabb, Volume::dop14, Volume::dop18, Volume::dop26};

void fly_studies(Laboratory& lab) {
  std::vector<Method> methods;
  for (const Volume volume : kVolumes) {
    methods.push_back(study_method(volume));
    for (const Tumbling tumbling : {Tumbling::hill_climbing, Tumbling::vertices, Tumbling::duality}) {
      methods.push_back(with_tumbling(volume, tumbling));
    }
  }
  methods.push_back(with_restart(Volume::dop18));
  methods.push_back(with_order(Volume::dop26, IntervalOrder::stored, 0, false));
  methods.push_back(with_order(Volume::dop26, IntervalOrder::thinnest, 0, false));
  for (const int most : {3, 6}) methods.push_back(with_order(Volume::dop26, IntervalOrder::thinnest, most, false));
  for (const Volume volume : kVolumes) methods.push_back(with_order(volume, IntervalOrder::spread, 0, true));
  for (const int levels : {1, 64}) {
    methods.push_back(with_front(Volume::dop18, levels, false));
    methods.push_back(with_front(Volume::dop18, levels, true));
  }
  methods.push_back(with_planes());
  for (const std::string& dataset : dataset_names()) lab.fly(dataset, methods);
}

}  // namespace

void add_overlap(std::vector<Experiment>& list) {
  list.push_back(
      {"studies", {"table_22", "table_36", "tumbling", "truncation", "closure", "front"}, 150, 15, fly_studies});
}

}  // namespace graze::reproduce
