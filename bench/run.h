// SPDX-License-Identifier: Apache-2.0
// Runs one scene: cross-checks the engines' answers, then times them in turn on the same poses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graze/query.h"
#include "rivals/rival.h"
#include "scenes.h"

namespace graze::bench {

struct RunOptions {
  std::vector<Volume> volumes = {Volume::automatic};
  std::vector<std::string> rivals = {"fcl-obb"};
  bool any = true;            ///< mode "bool"
  bool all = true;            ///< modes "all" (kind and segment of every contact) and "pairs" (ids only)
  int repeat = 3;             ///< a pose's time is the least of at least these
  std::size_t max_poses = 0;  ///< every n-th pose so that at most this many are left; 0 = all
};

/// Over poses, in microseconds.
struct Timing {
  double mean = 0, median = 0, p99 = 0, max = 0;
};

struct Row {
  std::string scene, mode, engine, volume;
  std::size_t triangles_a = 0, triangles_b = 0, poses = 0, colliding = 0;
  double pairs = 0;  ///< mean per pose
  Timing us;
  double build_ms = 0;  ///< both models, one thread
  double bytes_per_triangle = 0;
  double volume_tests = 0, primitive_tests = 0, exact_tests = 0;  ///< means; zero for rivals
  std::uint64_t hash = 0;                                         ///< of the answers; equal in all engines
};

/// A pair of triangles that the engines judge differently, and what the exact test says.
struct Disagreement {
  std::string scene, engine;
  std::size_t pose = 0;
  std::uint32_t triangle_a = 0, triangle_b = 0;
  bool graze = false, truth = false;
};

struct SceneResult {
  std::vector<Row> rows;
  std::vector<Disagreement> disagreements;
};

/// Keeps what scenes with the same meshes can share.
class Runner {
 public:
  explicit Runner(RunOptions options);
  ~Runner();
  SceneResult run(scenes::Scene scene);

 private:
  struct Engines;
  RunOptions options_;
  std::string meshes_;
  std::unique_ptr<Engines> engines_;
};

}  // namespace graze::bench
