// SPDX-License-Identifier: Apache-2.0
// What the tests of the laboratory share: every method in every setting, and what brute force says.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graze/query.h"
#include "lab/method.h"
#include "support/soup.h"

namespace graze::lab::test {

struct Setting {
  std::string name;
  std::function<std::unique_ptr<Method>(Mesh)> make;
};

/// The box methods with parameters from far too small to far too large.
inline std::vector<Setting> box_settings() {
  std::vector<Setting> settings;
  for (const int n : {1, 3, 16, 40, 64})
    settings.push_back({"grid " + std::to_string(n), [n](Mesh m) { return make_grid(std::move(m), {n}); }});
  for (const KdAxis axis : {KdAxis::min_max, KdAxis::min_difference, KdAxis::min_product, KdAxis::longest_side}) {
    for (const auto& [threshold, no_gain] : {std::pair{1, 0}, {1, 3}, {10, 5}, {100, 5}})
      settings.push_back(
          {"3d-tree " + std::string(name(axis)) + " " + std::to_string(threshold) + " " + std::to_string(no_gain),
           [axis = axis, threshold = threshold, no_gain = no_gain](Mesh m) {
             return make_kd_tree(std::move(m), {axis, threshold, no_gain});
           }});
  }
  for (const RTreeAxis axis : {RTreeAxis::min_max, RTreeAxis::min_sum}) {
    for (const int threshold : {1, 7})
      settings.push_back(
          {"r-tree " + std::string(name(axis)) + " " + std::to_string(threshold), [axis, threshold](Mesh m) {
             return make_r_tree(std::move(m), {axis, threshold});
           }});
  }
  return settings;
}

/// One of each, as the thesis used them.
inline std::vector<Setting> thesis_settings() {
  return {{"grid", [](Mesh m) { return make_grid(std::move(m)); }},
          {"3d-tree", [](Mesh m) { return make_kd_tree(std::move(m)); }},
          {"r-tree", [](Mesh m) { return make_r_tree(std::move(m)); }}};
}

/// Every pair of triangles, with graze's oracle or, where that takes too long, its engine.
inline std::vector<Pair> expected(const Model& a, const Model& b, const Pose& pose,
                                  graze::Method how = graze::Method::brute_force) {
  QueryOptions options;
  options.method = how;
  options.segments = false;
  std::vector<Pair> pairs;
  for (const Contact& c : contacts(a, b, pose, options).pairs) pairs.push_back({c.triangle_a, c.triangle_b});
  return pairs;
}

}  // namespace graze::lab::test
