// SPDX-License-Identifier: Apache-2.0
// One scene: build, cross-check, measure.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "suite/contest.h"
#include "suite/run.h"

namespace graze::suite {

/// Engines that stay built while scenes have the same meshes.
class Stable {
 public:
  explicit Stable(const std::vector<EngineEntry>& engines);

  /// Builds what is not built for these meshes yet; cheap builds are repeated while `seconds` last.
  void build(const Scene& scene, double seconds, const Stop& stop);

  std::vector<Contestant>& contestants() { return contestants_; }

 private:
  std::uint64_t hash_a_ = 0, hash_b_ = 0;
  std::shared_ptr<const Mesh> a_, b_;  // some engines may refer to them
  std::vector<Contestant> contestants_;
};

/// In about `seconds`. `progress` is told what goes on.
SceneResult run_scene(const Scene& scene, Stable& stable, const SuiteOptions& options, double seconds, const Stop& stop,
                      const std::function<void(const std::string&)>& progress);

}  // namespace graze::suite
