// SPDX-License-Identifier: Apache-2.0
// ADB-trees by the papers' procedure (000 and 001, section 4): time and error over distance, for every p_min and k_min,
// three resolutions of each model; and each choice the papers make or leave open.
#include "graze/adb.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>

#include "adb/filled_bins.h"
#include "adb_models.h"
#include "clock.h"
#include "graze/query.h"
#include "laboratory.h"

namespace graze::reproduce {
namespace {

// Of a query. The longest so far, equation 1 on a part made of sheets, took half as many.
constexpr std::uint64_t kMostPairs = 2'000'000;
constexpr int kLongRounds = 2;  // of variants: some queries take a tenth of a second

std::string setting_name(double p_min, int k_min) {
  char text[40];
  std::snprintf(text, sizeof(text), "p %g k %d", p_min, k_min);
  return text;
}

/// One resolution of one model, its poses and the truth about them.
struct Subject {
  std::string model, resolution;
  Model exact, dops;
  std::vector<AdbPose> poses;
  std::vector<std::uint8_t> truth;
};

/// One way to answer, on one of `every` poses.
struct Way {
  std::string name;
  std::function<void(const Pose&, AdbVerdict&)> answer;
  std::size_t every = 1;
};

/// What it answered in the first round, and the least time of all rounds.
struct Timed {
  double us = 0;
  AdbVerdict verdict;
};

class Adb {
 public:
  explicit Adb(Laboratory& lab) : lab_(lab) {}

  void run() {
    lab_.record("adb_limit", "", "", "", "pairs", static_cast<double>(kMostPairs));
    for (const AdbModel& model : adb_models(lab_.quick())) {
      std::fprintf(stderr, "  %s\n", model.name.c_str());
      lab_.record("adb_model", model.name, "", "", "smooth", model.smooth ? 1 : 0);
      lab_.record("adb_model", model.name, "", "", "bundled", model.bundled ? 1 : 0);
      const char* const resolutions[] = {"full", "quarter", "sixteenth"};
      const std::size_t share[] = {1, 4, 16};
      for (int r = 0; r < 3; ++r) {
        const Mesh mesh = r == 0 ? model.mesh : clustered(model.mesh, model.mesh.triangles.size() / share[r]);
        const Subject subject = examine(model.name, resolutions[r], mesh);
        all_settings(subject);
        if (r == 1) variants(subject);
      }
    }
    table_time();
  }

 private:
  void note(const Subject& s, const char* quantity, double value, const std::string& parameter = "") {
    lab_.record("adb_model", s.model, s.resolution, parameter, quantity, value);
  }

  /// Two exact queries: graze's, and a tree of 26-DOPs as the papers compared with (24-DOPs).
  Subject examine(const std::string& name, const std::string& resolution, const Mesh& mesh) {
    BuildOptions dops;
    dops.volume = Volume::dop26;
    dops.width = 2;
    Subject s{name, resolution, Model::build(mesh), Model::build(mesh, dops), {}, {}};
    s.poses = adb_poses(s.exact, lab_.quick() ? 6 : 30, 17);
    note(s, "triangles", static_cast<double>(mesh.triangles.size()));
    note(s, "closed", inspect(mesh).closed ? 1 : 0);
    for (const AdbPose& p : s.poses) {
      const bool hit = intersects(s.exact, s.exact, p.pose, {}, &exact_workspace_);
      if (hit != intersects(s.dops, s.dops, p.pose, {}, &exact_workspace_)) {
        throw std::runtime_error("adb: two exact queries differ");
      }
      s.truth.push_back(hit ? 1 : 0);
    }
    return s;
  }

  Way exact(const std::string& name, const Model& model) {
    return {name, [this, &model](const Pose& pose, AdbVerdict& out) {
              out.collides = intersects(model, model, pose, {}, &exact_workspace_);
            }};
  }

  Way way(const std::string& name, const AdbTree& tree, const std::function<void(AdbQuery&)>& change = {},
          std::size_t every = 1) {
    AdbQuery query;
    query.pairs = kMostPairs;
    if (change) change(query);
    return {name,
            [this, tree, query](const Pose& pose, AdbVerdict& out) {
              out = adb_collides(tree, tree, pose, query, &workspace_);
            },
            every};
  }

  /// All ways take turns: each flies all its poses, then the next, and that again in every round.
  static std::vector<std::vector<Timed>> race(const Subject& s, const std::vector<Way>& ways, int rounds) {
    std::vector<std::vector<Timed>> out(ways.size(), std::vector<Timed>(s.poses.size()));
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t w = 0; w < ways.size(); ++w) {
        for (std::size_t i = 0; i < s.poses.size(); i += ways[w].every) {
          Timed& timed = out[w][i];
          const double us = bench::time_us([&] { ways[w].answer(s.poses[i].pose, timed.verdict); });
          timed.us = round == 0 ? us : std::min(timed.us, us);
        }
      }
    }
    return out;
  }

  /// By distance; `base` are another way's over the same poses.
  void record(const Subject& s, const Way& way, const std::vector<Timed>& timed, const std::vector<Timed>* base) {
    std::map<double, std::map<std::string, double>> sums;
    for (std::size_t i = 0; i < s.poses.size(); i += way.every) {
      std::map<std::string, double>& sum = sums[s.poses[i].distance];
      const AdbVerdict& verdict = timed[i].verdict;
      const bool truth = s.truth[i] != 0;
      sum["poses"] += 1;
      sum["hits"] += truth ? 1 : 0;
      sum["us"] += timed[i].us;
      sum["wrong"] += verdict.collides != truth ? 1 : 0;
      sum["false_collisions"] += verdict.collides && !truth ? 1 : 0;
      sum["pairs"] += static_cast<double>(verdict.pairs);
      sum["interrupted"] += verdict.interrupted ? 1 : 0;
      if (base == nullptr) continue;
      sum["base_us"] += (*base)[i].us;
      sum["base_wrong"] += (*base)[i].verdict.collides != truth ? 1 : 0;
    }
    for (const auto& [distance, sum] : sums) {
      char text[40];
      std::snprintf(text, sizeof(text), "%s %.1f", s.resolution.c_str(), distance);
      for (const auto& [quantity, value] : sum) lab_.record("adb", s.model, way.name, text, quantity, value);
    }
  }

  AdbTree build(const Subject& s, const char* what, const AdbBuildOptions& options, AdbCells* cells = nullptr) {
    const double start = bench::process_us();
    AdbTree tree = AdbTree::build(s.exact.mesh(), options, cells);
    note(s, "build_s", 1e-6 * (bench::process_us() - start), what);
    const AdbStats stats = tree.stats();
    note(s, "nodes", static_cast<double>(stats.nodes), what);
    note(s, "depth", stats.depth, what);
    note(s, "cells", stats.mean_cells, what);
    return tree;
  }

  void all_settings(const Subject& s) {
    AdbBuildOptions options;
    AdbCells cells;
    const AdbTree tree = build(s, "exact", options, &cells);
    histogram(s, cells);
    options.counting = AdbCounting::approximate;
    const AdbTree approximate = build(s, "approximate", options);
    std::vector<Way> ways = {exact("exact", s.exact), exact("26-dop", s.dops)};
    for (const double p_min : {0.5, 0.9, 0.99}) {
      for (const int k_min : {1, 5, 10}) {
        ways.push_back(way(setting_name(p_min, k_min), tree, [=](AdbQuery& q) {
          q.p_min = p_min;
          q.k_min = k_min;
        }));
      }
    }
    ways.push_back(way("box test", tree, [](AdbQuery& q) { q.box_test = true; }));
    ways.push_back(way("approximate", approximate));
    const auto timed = race(s, ways, lab_.rounds());
    for (std::size_t w = 0; w < ways.size(); ++w) record(s, ways[w], timed[w], nullptr);
  }

  /// db(x), and how many cells nodes have.
  void histogram(const Subject& s, const AdbCells& cells) {
    for (std::size_t x = 0; x < cells.nodes_of_cell.size(); ++x) {
      lab_.record("adb_cells", s.model, s.resolution, std::to_string(x), "db",
                  static_cast<double>(cells.nodes_of_cell[x]));
    }
    constexpr std::size_t kBin = 8;
    for (std::size_t from = 0; from < cells.nodes_of_count.size(); from += kBin) {
      std::uint64_t sum = 0;
      for (std::size_t i = from; i < std::min(from + kBin, cells.nodes_of_count.size()); ++i)
        sum += cells.nodes_of_count[i];
      if (sum > 0) {
        lab_.record("adb_cells", s.model, s.resolution, std::to_string(from), "nodes", static_cast<double>(sum));
      }
    }
  }

  /// Everything else that can be chosen, at p_min 0.99 and k_min 10. What takes long has fewer poses; the papers' way
  /// runs in the same rounds, and is recorded over the same poses.
  void variants(const Subject& s) {
    AdbBuildOptions options;
    const AdbTree tree = AdbTree::build(s.exact.mesh(), options);
    std::vector<Way> ways = {way("base", tree)};
    const auto of = [&](const char* name, AdbVolume volume, std::size_t every) {
      ways.push_back(way(
          name, tree, [volume](AdbQuery& q) { q.volume = volume; }, every));
    };
    of("spheres", AdbVolume::spheres, 1);
    of("slabs", AdbVolume::slabs, 3);
    of("aligned dop", AdbVolume::aligned_dop, 3);
    of("exact volume", AdbVolume::exact, 20);
    ways.push_back(way("interpolated", tree, [](AdbQuery& q) { q.rounding = AdbRounding::interpolated; }));
    ways.push_back(way(
        "sizes within 2", tree, [](AdbQuery& q) { q.size_ratio = 2; }, 3));
    ways.push_back(way(
        "x = 1", tree, [](AdbQuery& q) { q.x_max = 1; }, 10));
    for (const double theta : {0.25, 0.5, 1.0}) {
      options.theta = theta;
      char text[24];
      std::snprintf(text, sizeof(text), "theta %g", theta);
      ways.push_back(way(text, build(s, text, options), {}, theta > 0.4 ? 3 : 1));
    }
    options = {};
    for (const AdbRegions regions : {AdbRegions::grid, AdbRegions::pyramids}) {
      options.regions = regions;
      const std::string text(name(regions));
      ways.push_back(way(text, build(s, text.c_str(), options), {}, 3));
    }
    options = {};
    options.kind = AdbKind::octree;
    options.octree_depth = 12;  // until hardly a cube is left to be divided
    ways.push_back(way("octree", build(s, "octree", options), {}, 4));
    options.octree_depth = 6;  // so that more leaves are as deep as the deepest, where LB is 1
    ways.push_back(way("octree 6", build(s, "octree 6", options), {}, 4));
    const auto timed = race(s, ways, kLongRounds);
    for (std::size_t w = 1; w < ways.size(); ++w) record(s, ways[w], timed[w], &timed[0]);
  }

  /// Pr[# filled bins >= x] for all u, v <= w and x: the papers' tables, computed when they are needed.
  void table_time() {
    const int step = lab_.quick() ? 4 : 1;
    double sum = 0, rows = 0;
    const double start = bench::thread_us();
    for (int u = 1; u <= detail::kCells; u += step) {
      for (int w = 0; w <= u; ++w) {
        for (int v = 0; v <= w; ++v) {
          sum += detail::filled_bins(u, v, w)[9];
          ++rows;
        }
      }
    }
    const double us = bench::thread_us() - start;
    lab_.record("adb_table", "", "", "", "rows", rows * step);
    lab_.record("adb_table", "", "", "", "seconds", 1e-6 * us * step);
    lab_.record("adb_table", "", "", "", "mean", sum / rows);  // used, so that it is computed
  }

  Laboratory& lab_;
  Workspace exact_workspace_;
  AdbWorkspace workspace_;
};

}  // namespace

void add_adb(std::vector<Experiment>& list) {
  list.push_back({"adb",
                  {"adb_error", "adb_time", "adb_settings", "adb_exact", "adb_counting", "adb_octree", "adb_cells",
                   "adb_variants", "adb_tables"},
                  125,
                  6,
                  [](Laboratory& lab) { Adb(lab).run(); }});
}

}  // namespace graze::reproduce
