// SPDX-License-Identifier: Apache-2.0
// graze and its rivals behind one face.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/front.h"
#include "graze/query.h"
#include "rivals/rival.h"
#include "scenes.h"

namespace graze::bench {

/// What is asked of an engine.
enum class Ask {
  any,       ///< do they meet?
  contacts,  ///< every pair, with kind and segment where the engine has such
  pairs,     ///< every pair, ids only; rivals have nothing less than `contacts`
};

/// graze with one choice of volume and instruction set, or a rival, on the current pair of meshes.
struct Engine {
  std::string name;
  std::string volume;
  std::string isa;  // graze; empty = the best, or what GRAZE_ISA says
  double build_ms = 0;
  double bytes_per_triangle = 0;
  std::optional<Model> a, b;  // graze
  Workspace workspace;
  Contacts contacts;
  std::optional<Front> front;     // graze: asked through it
  std::unique_ptr<Rival> rival;   // or a rival
  std::size_t stride = 1;         // every n-th pose is asked: the slow ones do fewer
  double any_us = 0, all_us = 0;  // a query, about
  double allowance_us = 0;        // for all its repetitions after the first; 0 = no limit

  /// Before a pass over poses: the instruction set of the process is this engine's, and a front starts anew.
  void take_turn();
  bool ask(Ask what, const Pose& pose, std::size_t index);
  TrianglePairs pairs() const;  ///< after Ask::contacts or Ask::pairs
  Abilities abilities() const;
  const Counters& counters() const;  ///< graze: of the last query
};

/// One engine for each instruction set, sharing the models.
std::vector<Engine> build_graze(const scenes::Scene& scene, Volume volume, const std::vector<std::string>& isas);
/// The same models, asked through a Front; "graze" becomes "graze-front".
Engine with_front(const Engine& engine);
Engine build_rival(const scenes::Scene& scene, const std::string& name);

/// Instruction sets by Highway's names, or avx512, avx2, sse4, scalar; "all" is one of each kind, best first. One that
/// is not the best comes after the best. Throws std::invalid_argument for what cannot run here.
std::vector<std::string> instruction_sets(const std::vector<std::string>& words);

}  // namespace graze::bench
