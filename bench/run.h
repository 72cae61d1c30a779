// SPDX-License-Identifier: Apache-2.0
// Runs one scene: cross-checks the engines' answers, then times them in turn on the same poses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check.h"
#include "graze/query.h"
#include "scenes.h"
#include "statistics.h"
#include "walk.h"

namespace graze::bench {

struct RunOptions {
  std::vector<Volume> volumes = {Volume::automatic};
  std::vector<std::string> isas;  ///< one engine of graze each; empty: the best
  std::vector<std::string> rivals;
  bool any = true;  ///< mode "bool"
  bool all = true;  ///< modes "all" (kind and segment of every contact) and "pairs" (ids only)
  /// Small steps instead of the scene's poses, asked with and without a Front; modes "front-bool" and "front-all".
  bool front = false;
  Walk walk;                  ///< of factor 0: the scene's own poses
  int repeat = 3;             ///< a pose's time is the least of at least these
  std::size_t max_poses = 0;  ///< every n-th pose so that at most this many are left; 0 = all
};

struct Row {
  std::string scene, mode, engine, volume, isa;
  bool is_rival = false;
  std::size_t triangles_a = 0, triangles_b = 0, poses = 0, stride = 1, colliding = 0;
  int repetitions = 0;
  double pairs = 0;  ///< mean per pose
  Timing us;
  Ratio ratio;          ///< how many times slower than the first engine, on the poses both were asked; zero for itself
  double build_ms = 0;  ///< both models, one thread
  double bytes_per_triangle = 0;
  double volume_tests = 0, primitive_tests = 0, exact_tests = 0, node_updates = 0;  ///< means; zero for rivals
  std::uint64_t hash = 0;                                                           ///< of the answers
};

/// A rival too slow for its share of the time.
struct Skipped {
  std::string engine;
  double us = 0;  ///< of one pose, all questions together
};

struct SceneResult {
  std::string scene;
  std::vector<Row> rows;
  std::vector<Skipped> skipped;
  std::vector<Agreement> agreements;
  std::vector<Disagreement> disagreements;
};

/// Every n-th pose, n odd (as in stride_for), so that at most `most` are left; all when that is 0.
void thin_out(std::vector<Pose>& poses, std::size_t most);

/// Keeps what scenes with the same meshes can share.
class Runner {
 public:
  explicit Runner(RunOptions options);
  ~Runner();

  /// In about `seconds`, building included: slow rivals are asked every n-th pose, cheap modes are repeated more often.
  SceneResult run(scenes::Scene scene, double seconds);

 private:
  void build(const scenes::Scene& scene);
  void set_poses(scenes::Scene& scene);
  /// Who is asked, and how many poses.
  std::vector<Engine*> choose(const scenes::Scene& scene, double seconds, SceneResult& result);

  RunOptions options_;
  std::string meshes_;
  std::vector<Engine> engines_;  // graze first, then rivals
};

}  // namespace graze::bench
