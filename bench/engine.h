// SPDX-License-Identifier: Apache-2.0
// graze and its rivals behind one face.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "graze/query.h"
#include "rivals/rival.h"
#include "scenes.h"

namespace graze::bench {

/// graze with one choice of volume, or a rival, on the current pair of meshes.
struct Engine {
  std::string name;
  std::string volume;
  double build_ms = 0;
  double bytes_per_triangle = 0;
  std::optional<Model> a, b;  // graze
  Workspace workspace;
  Contacts contacts;
  std::unique_ptr<Rival> rival;  // or a rival

  bool find_any(const Pose& pose, std::size_t index);
  void find_all(const Pose& pose, std::size_t index, bool segments);
  TrianglePairs pairs() const;  ///< of the last find_all
};

Engine build_graze(const scenes::Scene& scene, Volume volume);
Engine build_rival(const scenes::Scene& scene, const std::string& name);

}  // namespace graze::bench
