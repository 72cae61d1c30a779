// SPDX-License-Identifier: Apache-2.0
#include "engine.h"

#include <algorithm>

#include "clock.h"

namespace graze::bench {

bool Engine::find_any(const Pose& pose, std::size_t index) {
  return rival ? rival->intersects(index) : intersects(*a, *b, pose, {}, &workspace);
}

void Engine::find_all(const Pose& pose, std::size_t index, bool segments) {
  if (rival) {
    rival->find_all(index);
    return;
  }
  QueryOptions query;
  query.segments = segments;
  graze::contacts(*a, *b, pose, contacts, query, &workspace);
}

TrianglePairs Engine::pairs() const {
  if (rival) return rival->pairs();
  TrianglePairs result;
  for (const Contact& contact : contacts.pairs) result.emplace_back(contact.triangle_a, contact.triangle_b);
  return result;
}

Engine build_graze(const scenes::Scene& scene, Volume volume) {
  Engine engine;
  BuildOptions build;
  build.volume = volume;
  build.threads = 1;
  engine.name = volume == Volume::automatic ? "graze" : "graze-" + std::string(name(volume));
  engine.build_ms = 1e-3 * time_us([&] {
                      engine.a = Model::build(scene.a, build);
                      engine.b = Model::build(scene.b, build);
                    });
  const HierarchyStats a = engine.a->stats();
  const HierarchyStats b = engine.b->stats();
  engine.volume = std::string(name(a.volume));
  if (a.volume != b.volume) engine.volume += "/" + std::string(name(b.volume));
  engine.bytes_per_triangle = static_cast<double>(a.node_bytes + a.leaf_bytes + b.node_bytes + b.leaf_bytes) /
                              static_cast<double>(std::max<std::size_t>(1, a.triangles + b.triangles));
  return engine;
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

}  // namespace graze::bench
