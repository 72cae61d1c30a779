// SPDX-License-Identifier: Apache-2.0
// A long run as a person sees it: a line with the time remaining on a terminal, one now and then elsewhere.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "suite/run.h"

namespace graze::cli {

/// By their hashes.
using BenchMeshes = std::map<std::string, std::shared_ptr<const Mesh>>;

/// The page of a run (web/bench).
std::string bench_page(const suite::Results& results, const BenchMeshes& meshes);

class BenchWatch final : public suite::Watcher {
 public:
  /// `keep` is given what was measured after every scene.
  BenchWatch(double seconds, std::function<void(const suite::Results&)> keep);
  ~BenchWatch() override;
  BenchWatch(const BenchWatch&) = delete;
  BenchWatch& operator=(const BenchWatch&) = delete;

  void progress(double seconds_done, double seconds_left, const std::string& what) override;
  bool stop() override;
  void scene_made(const suite::Scene& scene) override;
  void scene_done(const suite::Results& so_far) override;

  const BenchMeshes& meshes() const { return meshes_; }

 private:
  double seconds_, last_ = 0;
  bool terminal_, shown_ = false;
  std::function<void(const suite::Results&)> keep_;
  BenchMeshes meshes_;
};

}  // namespace graze::cli
