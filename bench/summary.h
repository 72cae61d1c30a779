// SPDX-License-Identifier: Apache-2.0
// What a whole run says: over scenes, and over sizes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "run.h"

namespace graze::bench {

/// How many times slower an engine is than the first, over the scenes of one mode.
struct Summary {
  std::string mode, engine;
  bool is_rival = false;
  std::size_t scenes = 0;
  double geometric_mean = 0;      ///< of the ratios of means
  double geometric_mean_p99 = 0;  ///< of the ratios of 99th percentiles
  double least = 0, least_p99 = 0;
  std::string least_scene, least_p99_scene;
};

/// In the order the rows first name them. Scenes of a series over sizes ("growth-") count as one series, not here.
std::vector<Summary> summarise_scenes(const std::vector<Row>& rows);

/// Time against size, of scenes named growth-[FAMILY-]SIZE.
struct Growth {
  std::string family, mode, engine;
  std::vector<std::string> scenes;
  std::vector<double> triangles;  ///< both models
  std::vector<double> us;         ///< mean over poses
  LogFit fit;
};

inline constexpr const char* kGrowthPrefix = "growth-";
std::vector<Growth> growth_of(const std::vector<Row>& rows);

}  // namespace graze::bench
