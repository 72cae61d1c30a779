// SPDX-License-Identifier: Apache-2.0
#include "suite/compare.h"

#include <algorithm>
#include <cstdio>

namespace graze::suite {
namespace {

template <typename List>
auto find_named(List& list, const std::string& name) {
  return std::ranges::find_if(list, [&](const auto& item) { return item.name == name; });
}

Change change_of(const std::string& scene, const std::string& engine, const char* what, double before, double after,
                 const Interval& before_ci, const Interval& after_ci, double noise) {
  Change change{scene, engine, what, before, after, before_ci, after_ci};
  const bool apart = after_ci[0] > before_ci[1] || before_ci[0] > after_ci[1];
  const double larger = std::max(before, after), smaller = std::min(before, after);
  change.beyond_noise = apart && smaller > 0 && larger > (1 + noise) * smaller;
  return change;
}

void note_machines(const Results& before, const Results& after, std::vector<std::string>& notes) {
  const auto differ = [&](const char* what, const std::string& x, const std::string& y) {
    if (x != y) notes.push_back(std::string("different ") + what + ": " + x + " | " + y);
  };
  differ("processors", before.machine.cpu, after.machine.cpu);
  differ("numbers of cores", std::to_string(before.machine.cores), std::to_string(after.machine.cores));
  differ("compilers", before.machine.compiler, after.machine.compiler);
  differ("instruction sets", before.machine.isa, after.machine.isa);
  differ("systems", before.machine.os, after.machine.os);
  for (const auto& [run, words] : {std::pair(&before, "the old run is"), std::pair(&after, "the new run is")}) {
    if (!run->complete) notes.push_back(std::string(words) + " not complete");
  }
}

class Comparer {
 public:
  Comparer(double noise, Comparison& out) : noise_(noise), out_(out) {}

  void scene(const SceneResult& before, const SceneResult& after) {
    same_poses_ = before.poses_hash == after.poses_hash;
    if (before.a.hash != after.a.hash || before.b.hash != after.b.hash) {
      out_.notes.push_back(after.name + ": different models, not compared");
      return;
    }
    if (!same_poses_) out_.notes.push_back(after.name + ": different poses; compared by what further poses would give");
    for (const EngineResult& e : after.engines) {
      const auto old = find_named(before.engines, e.name);
      if (old == before.engines.end()) {
        out_.added.push_back(after.name + ", " + e.name);
      } else {
        engine(after.name, *old, e);
      }
    }
    for (const EngineResult& e : before.engines) {
      if (find_named(after.engines, e.name) == after.engines.end()) out_.gone.push_back(after.name + ", " + e.name);
    }
  }

 private:
  void engine(const std::string& scene, const EngineResult& before, const EngineResult& after) {
    ask(scene, after.name, "any", before.any, after.any);
    ask(scene, after.name, "all", before.all, after.all);
    if (before.build_repetitions > 0 && after.build_repetitions > 0) {
      add(change_of(scene, after.name, "build", before.build_ms, after.build_ms, before.build_ci, after.build_ci,
                    noise_));
    }
    if (before.version != after.version) {
      const std::string note = after.name + ": version " + before.version + " | " + after.version;
      if (std::ranges::find(out_.notes, note) == out_.notes.end()) out_.notes.push_back(note);
    }
  }

  void ask(const std::string& scene, const std::string& engine, const char* what,
           const std::optional<AskResult>& before, const std::optional<AskResult>& after) {
    if (!before || !after) return;
    // A slow engine may have been given fewer poses: then these are not the same, either. Of two repetitions nothing
    // can be told.
    const bool same = same_poses_ && before->times.poses == after->times.poses &&
                      std::min(before->repetitions, after->repetitions) >= 3;
    add(change_of(scene, engine, what, before->times.mean, after->times.mean,
                  same ? before->times.noise_ci : before->times.mean_ci,
                  same ? after->times.noise_ci : after->times.mean_ci, noise_));
  }

  void add(Change change) {
    out_.slower += change.slower() ? 1u : 0u;
    out_.faster += change.faster() ? 1u : 0u;
    out_.changes.push_back(std::move(change));
  }

  double noise_;
  Comparison& out_;
  bool same_poses_ = true;
};

std::string line_of(const Change& c) {
  char numbers[160];
  const char* unit = c.what == "build" ? "ms" : "us";
  std::snprintf(numbers, sizeof numbers, "%10.3f -> %10.3f %s  x %.3f  [%.3f, %.3f] -> [%.3f, %.3f]", c.before, c.after,
                unit, c.factor(), c.before_ci[0], c.before_ci[1], c.after_ci[0], c.after_ci[1]);
  std::string line = "  " + c.scene;
  line.resize(std::max<std::size_t>(line.size() + 1, 26), ' ');
  line += c.engine;
  line.resize(std::max<std::size_t>(line.size() + 1, 46), ' ');
  line += c.what;
  line.resize(std::max<std::size_t>(line.size() + 1, 53), ' ');
  return line + numbers + "\n";
}

std::string section(const char* title, std::vector<const Change*> changes) {
  if (changes.empty()) return "";
  std::ranges::sort(changes, [](const Change* x, const Change* y) {
    return std::max(x->factor(), 1 / x->factor()) > std::max(y->factor(), 1 / y->factor());
  });
  std::string text = std::string(title) + "\n";
  for (const Change* change : changes) text += line_of(*change);
  return text;
}

}  // namespace

Comparison compare_results(const Results& before, const Results& after, double noise) {
  Comparison out;
  note_machines(before, after, out.notes);
  Comparer comparer(noise, out);
  for (const SceneResult& scene : after.scenes) {
    const auto old = find_named(before.scenes, scene.name);
    if (old == before.scenes.end()) {
      out.added.push_back(scene.name);
    } else {
      comparer.scene(*old, scene);
    }
  }
  for (const SceneResult& scene : before.scenes) {
    if (find_named(after.scenes, scene.name) == after.scenes.end()) out.gone.push_back(scene.name);
  }
  return out;
}

std::string comparison_text(const Comparison& comparison, double noise) {
  std::string text;
  for (const std::string& note : comparison.notes) text += "note: " + note + "\n";
  for (const std::string& name : comparison.gone) text += "only in the old run: " + name + "\n";
  for (const std::string& name : comparison.added) text += "only in the new run: " + name + "\n";
  std::vector<const Change*> slower, faster;
  for (const Change& change : comparison.changes) {
    if (change.slower()) slower.push_back(&change);
    if (change.faster()) faster.push_back(&change);
  }
  text += section("slower", slower) + section("faster", faster);
  char sum[200];
  std::snprintf(sum, sizeof sum, "%zu numbers compared, %zu slower and %zu faster beyond noise (%.3g %%)\n",
                comparison.changes.size(), comparison.slower, comparison.faster, 100 * noise);
  return text + sum;
}

}  // namespace graze::suite
