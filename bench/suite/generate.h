// SPDX-License-Identifier: Apache-2.0
// Poses that are made here: the scenes of a model with itself, and the sets of `graze bench poses`.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "suite/scenes.h"

namespace graze::suite {

/// Of a model that is only read when a scene is made. Without OpenVDB (GRAZE_OFFSET) Zachmann's placement alone.
std::vector<SceneFile> generated_scenes(const std::filesystem::path& file,
                                        const std::function<std::shared_ptr<const Mesh>()>& mesh,
                                        const SceneOptions& options);

struct SetRequest {
  std::filesystem::path a, b;     ///< b empty: a copy of a
  std::vector<std::string> sets;  ///< near, deep, boundary, centres, tunnels
  std::vector<double> levels;     ///< instead of the sets' own
  std::size_t per_level = 100;
  std::string sampling = "low_discrepancy";  ///< bench/poses/sampling.h
  bool unsigned_distance = false;            ///< a is a soup, or open
  std::uint64_t seed = 1;
};

/// In the order asked for; none when `tell` stopped it. Throws graze::Error, where it was built without OpenVDB, too,
/// and std::invalid_argument with the sets there are.
std::vector<bench::PoseSet> make_sets(const SetRequest& request, const Tell& tell);

/// By the end of a scene's name: near 10, deep 11, boundary 12, others 0.
int figure_of(std::string_view scene);

}  // namespace graze::suite
