// SPDX-License-Identifier: Apache-2.0
// A whole run: scene by scene, within a time that is known beforehand.
#pragma once

#include <string>
#include <vector>

#include "suite/contest.h"
#include "suite/engines.h"
#include "suite/results.h"
#include "suite/scenes.h"

namespace graze::suite {

struct SuiteOptions {
  std::vector<EngineEntry> engines;  ///< one at least; ratios refer to the first
  std::vector<SceneFile> scenes;
  double seconds = 600;  ///< about; engines that are too slow for their share are asked fewer poses
  bool any = true, all = true;
  bool cold = true, throughput = true;
  int least_repetitions = 5;
  unsigned cores = 1;  ///< that "all cores" means
};

/// Who looks on.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// May be called often.
  virtual void progress(double seconds_done, double seconds_left, const std::string& what) = 0;
  /// True ends the run; what was measured is kept.
  virtual bool stop() = 0;
  /// Before a scene is measured.
  virtual void scene_made(const Scene& scene) = 0;
  /// After every scene: what there is so far.
  virtual void scene_done(const Results& so_far) = 0;
};

/// `created`, `graze_version`, `machine` and `options` are the caller's to fill, before. Scenes that cannot be made are
/// skipped, engines that fail are left out; both say why.
void run_suite(const SuiteOptions& options, Watcher& watcher, Results& results);

}  // namespace graze::suite
