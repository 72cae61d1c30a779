// SPDX-License-Identifier: Apache-2.0
// Engines are asked before they are timed, and their answers compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine.h"

namespace graze::bench {

/// Of one engine to its poses (Engine::stride); poses it was not asked have no answer.
struct Answers {
  std::vector<std::uint8_t> any;
  std::vector<TrianglePairs> pairs;  ///< empty when lists were not asked for
};

/// A pose, or a pair of triangles at a pose, that graze and a rival judge differently, and what is true.
struct Disagreement {
  std::string scene, engine;
  std::size_t pose = 0;
  bool named = false;  ///< the triangles are given: the lists differ; otherwise the boolean answers do
  std::uint32_t triangle_a = 0, triangle_b = 0;
  bool graze = false, rival = false, truth = false;
};

/// How often, in one scene.
struct Agreement {
  std::string engine;
  std::size_t asked = 0;              ///< poses
  std::size_t wrong_any = 0;          ///< poses where the rival's boolean answer is wrong
  std::size_t wrong_lists = 0;        ///< poses where its list is
  std::size_t extra = 0, missed = 0;  ///< pairs of triangles
  std::size_t unjudged = 0;           ///< boolean answers that differ, beyond the referee's time (kRefereeUs)
  bool lists = true;                  ///< they were compared
};

struct CheckResult {
  std::vector<Answers> answers;  ///< of each engine
  std::vector<Agreement> agreements;
  std::vector<Disagreement> disagreements;  ///< at most kListed a rival; all where graze is wrong
};

inline constexpr std::size_t kListed = 10;
inline constexpr double kRefereeUs = 3e6;  ///< a rival and scene; of dense meshes a verdict takes up to a second

/// The first engine is graze and has answered every pose. With `lists`, contacts are compared, too.
CheckResult check(const scenes::Scene& scene, const std::vector<Engine*>& engines, bool lists);

/// FNV-1a over the answers; equal for engines that were asked the same poses and agree.
std::uint64_t hash_of(const Answers& answers, std::size_t stride, bool lists);

}  // namespace graze::bench
