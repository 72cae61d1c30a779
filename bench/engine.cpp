// SPDX-License-Identifier: Apache-2.0
#include "engine.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "clock.h"
#include "traverse/isa.h"

namespace graze::bench {

void Engine::take_turn() {
  if (!rival && !isa.empty()) detail::use_isa(isa);
  if (front) front->reset();
}

bool Engine::ask(Ask what, const Pose& pose, std::size_t index) {
  if (rival) return what == Ask::any ? rival->intersects(index) : rival->find_all(index) > 0;
  if (what == Ask::any) return front ? intersects(*a, *b, pose, *front) : intersects(*a, *b, pose, {}, &workspace);
  QueryOptions query;
  query.segments = what == Ask::contacts;
  if (front) {
    graze::contacts(*a, *b, pose, contacts, *front, query);
  } else {
    graze::contacts(*a, *b, pose, contacts, query, &workspace);
  }
  return !contacts.pairs.empty();
}

TrianglePairs Engine::pairs() const {
  if (rival) return rival->pairs();
  TrianglePairs result;
  for (const Contact& contact : contacts.pairs) result.emplace_back(contact.triangle_a, contact.triangle_b);
  return result;
}

Abilities Engine::abilities() const { return rival ? rival->abilities() : Abilities{}; }

const Counters& Engine::counters() const { return front ? front->counters() : workspace.counters(); }

std::vector<Engine> build_graze(const scenes::Scene& scene, Volume volume, const std::vector<std::string>& isas) {
  BuildOptions build;
  build.volume = volume;
  build.threads = 1;
  std::optional<Model> a, b;
  Mesh mesh_a = scene.a, mesh_b = scene.b;  // copies are not part of a build
  const double build_ms = 1e-3 * time_us([&] {
                            a = Model::build(std::move(mesh_a), build);
                            b = Model::build(std::move(mesh_b), build);
                          });
  const HierarchyStats stats_a = a->stats();
  const HierarchyStats stats_b = b->stats();
  std::vector<Engine> engines;
  for (const std::string& isa : isas.empty() ? std::vector<std::string>{""} : isas) {
    Engine& engine = engines.emplace_back();
    engine.name = volume == Volume::automatic ? "graze" : "graze-" + std::string(name(volume));
    if (isas.size() > 1) engine.name += "-" + isa;
    engine.isa = isa;
    engine.build_ms = build_ms;
    engine.a = a;
    engine.b = b;
    engine.volume = std::string(name(stats_a.volume));
    if (stats_a.volume != stats_b.volume) engine.volume += "/" + std::string(name(stats_b.volume));
    engine.bytes_per_triangle =
        static_cast<double>(stats_a.node_bytes + stats_a.leaf_bytes + stats_b.node_bytes + stats_b.leaf_bytes) /
        static_cast<double>(std::max<std::size_t>(1, stats_a.triangles + stats_b.triangles));
  }
  return engines;
}

Engine with_front(const Engine& engine) {
  Engine result;
  result.name = "graze-front" + engine.name.substr(std::string_view("graze").size());
  result.volume = engine.volume;
  result.isa = engine.isa;
  result.build_ms = engine.build_ms;
  result.bytes_per_triangle = engine.bytes_per_triangle;
  result.a = engine.a;
  result.b = engine.b;
  result.front.emplace();
  return result;
}

Engine build_rival(const scenes::Scene& scene, const std::string& name) {
  Engine engine;
  engine.rival = make_rival(name);
  engine.name = name;
  engine.volume = name;
  engine.build_ms = 1e-3 * time_us([&] { engine.rival->build(scene.a, scene.b); });
  engine.bytes_per_triangle = engine.rival->bytes_per_triangle();
  return engine;
}

std::vector<std::string> instruction_sets(const std::vector<std::string>& words) {
  instruction_set();  // reads GRAZE_ISA, once; later choices stay
  std::vector<std::string> available;
  for (const std::string_view name : detail::available_isas()) available.emplace_back(name);
  const auto best_of_kind = [&](const std::string& kind) -> std::string {
    for (const std::string& name : available) {
      const bool matches =
          kind == "avx512" ? name.rfind("AVX3", 0) == 0
          : kind == "scalar"
              ? name == "EMU128" || name == "SCALAR"
              : std::equal(name.begin(), name.end(), kind.begin(), kind.end(),
                           [](unsigned char x, unsigned char y) { return std::toupper(x) == std::toupper(y); });
      if (matches) return name;
    }
    return "";
  };
  std::vector<std::string> chosen;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
  };
  for (const std::string& word : words) {
    if (word == "all") {
      for (const char* kind : {"avx512", "avx2", "sse4", "neon", "scalar"}) add(best_of_kind(kind));
      continue;
    }
    const std::string name = best_of_kind(word);
    if (name.empty()) {
      std::string message = "no instruction set '" + word + "' here; there are:";
      for (const std::string& other : available) message += " " + other;
      throw std::invalid_argument(message);
    }
    add(name);
  }
  // One alone is compared with the best.
  if (chosen.size() == 1 && chosen.front() != available.front()) chosen.insert(chosen.begin(), available.front());
  return chosen;
}

}  // namespace graze::bench
