// SPDX-License-Identifier: Apache-2.0
// Small steps with and without a Front: 600 poses, each 5e-4 of the scene and 0.57 degrees from the last (KERNELS,
// "Temporal coherence"), turn by turn in one run, the least of the turns; answers are compared first.
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/front.h"
#include "graze/model.h"
#include "graze/query.h"
#include "scenes.h"
#include "vector.h"

namespace graze::bench {
namespace {

using scenes::operator+;
using scenes::operator*;

/// Of this thread: other programs do not count.
double now_us() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

double width(const Mesh& mesh) {
  const auto [low, high] = std::minmax_element(mesh.vertices.begin(), mesh.vertices.end(),
                                               [](const Vec3& p, const Vec3& q) { return p.x < q.x; });
  return high->x - low->x;
}

struct Walk {
  double step, turn;
  /// The chance that a step into contact is taken; otherwise another direction is tried. 1: flies through.
  double entering;
};

/// From the scene's first pose that meets: steps in one direction with one spin; contact, or a step that is not taken,
/// gives new ones.
std::vector<Pose> walk(const Model& a, const Model& b, const std::vector<Pose>& starts, const Walk& how, int count) {
  Workspace workspace;
  const auto meets = [&](const Pose& pose) { return intersects(a, b, pose, {}, &workspace); };
  const auto first = std::find_if(starts.begin(), starts.end(), meets);
  scenes::Random random(77);
  Pose pose = first == starts.end() ? starts.front() : *first;
  Vec3 direction = random.direction(), axis = random.direction();
  bool meeting = true;
  int refused = 0;
  std::vector<Pose> poses;
  while (static_cast<int>(poses.size()) < count) {
    Pose next = compose(scenes::to_pose(scenes::turn(axis, how.turn), {}), pose);
    next.t = pose.t + how.step * direction;
    const bool hit = meets(next);
    if (hit && !meeting && refused < 20 && random.uniform() > how.entering) {
      ++refused;
    } else {
      poses.push_back(next);
      pose = next;
      meeting = hit;
      refused = 0;
    }
    if (!hit) continue;
    direction = random.direction();
    axis = random.direction();
  }
  return poses;
}

/// Microseconds a pose, the least of `turns` turns, for both ways.
struct Times {
  double plain = 1e300, front = 1e300;
};

Times measure(const std::vector<Pose>& poses, int turns, const std::function<void(const Pose&)>& plain,
              const std::function<void(const Pose&)>& front, const std::function<void()>& restart) {
  Times times;
  const auto turn = [&](const std::function<void(const Pose&)>& query) {
    const double start = now_us();
    for (const Pose& pose : poses) query(pose);
    return (now_us() - start) / static_cast<double>(poses.size());
  };
  for (int i = 0; i < turns; ++i) {
    times.plain = std::min(times.plain, turn(plain));
    restart();
    times.front = std::min(times.front, turn(front));
  }
  return times;
}

/// `factor` 0: the scene's own poses.
void run(const std::string& name, double factor, double entering) {
  const scenes::Scene scene = scenes::make_scene(name);
  const Model a = Model::build(scene.a), b = Model::build(scene.b);
  const std::vector<Pose> poses =
      factor == 0
          ? scene.poses
          : walk(a, b, scene.poses, {factor * 5e-4 * width(scene.a), factor * 0.57 * 3.14159265 / 180, entering}, 600);
  Workspace workspace;
  Front front;
  Contacts with, without;
  std::size_t hits = 0, found = 0;
  for (const Pose& pose : poses) {
    contacts(a, b, pose, without, {}, &workspace);
    contacts(a, b, pose, with, front);
    if (with.pairs != without.pairs || intersects(a, b, pose, front) == without.pairs.empty()) {
      std::printf("%s: answers differ\n", name.c_str());
      std::exit(1);
    }
    hits += without.pairs.empty() ? 0 : 1;
    found += without.pairs.size();
  }
  constexpr int kTurns = 7;
  const auto restart = [&] { front.reset(); };
  const Times any = measure(
      poses, kTurns, [&](const Pose& pose) { intersects(a, b, pose, {}, &workspace); },
      [&](const Pose& pose) { intersects(a, b, pose, front); }, restart);
  const FrontCounters used_any = front.front_counters();
  const Times all = measure(
      poses, kTurns, [&](const Pose& pose) { contacts(a, b, pose, without, {}, &workspace); },
      [&](const Pose& pose) { contacts(a, b, pose, with, front); }, restart);
  const FrontCounters used_all = front.front_counters();
  std::printf("%-18s %4zu %7.1f | %7.2f %7.2f %5.2f | %7.2f %7.2f %5.2f | %4llu %4llu\n", name.c_str(), hits,
              static_cast<double>(found) / static_cast<double>(poses.size()), any.plain, any.front,
              any.plain / any.front, all.plain, all.front, all.plain / all.front,
              static_cast<unsigned long long>(used_any.kept), static_cast<unsigned long long>(used_all.kept));
  std::fflush(stdout);
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  double factor = 1;
  double entering = 0.2;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--step" && i + 1 < argc) {
      factor = std::atof(argv[++i]);
    } else if (word == "--replay") {
      factor = 0;
    } else if (word == "--entering" && i + 1 < argc) {
      entering = std::atof(argv[++i]);
    } else if (word.starts_with("-")) {
      std::printf("graze_bench_front [--step FACTOR | --replay] [--entering CHANCE] [SCENE...]\n");
      return 2;
    } else {
      names.emplace_back(word);
    }
  }
  if (names.empty()) names = {"s2", "tetras", "torus", "s4", "pipes", "s3", "approach+0.1%"};
  std::printf("%-18s %4s %7s | %7s %7s %5s | %7s %7s %5s | kept\n", "scene", "hits", "found", "any us", "front",
              "ratio", "all us", "front", "ratio");
  try {
    for (const std::string& name : names) graze::bench::run(name, factor, entering);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graze_bench_front: %s\n", error.what());
    return 2;
  }
  return 0;
}
