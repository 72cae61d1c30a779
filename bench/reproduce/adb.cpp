// SPDX-License-Identifier: Apache-2.0
// ADB-trees by the papers' procedure (000 and 001, section 4): time and error over distance, for every p_min and k_min,
// three resolutions of each model; and each choice the papers make or leave open.
#include "graze/adb.h"

#include <algorithm>
#include <cstdio>
#include <functional>

#include "adb/filled_bins.h"
#include "adb_models.h"
#include "clock.h"
#include "graze/query.h"
#include "laboratory.h"

namespace graze::reproduce {
namespace {

constexpr std::uint64_t kMostPairs = 20'000;  // of a query; a few in a thousand reach it, but for parts made of sheets

struct Setting {
  std::string name;
  AdbQuery query;
};

std::string setting_name(double p_min, int k_min) {
  char text[40];
  std::snprintf(text, sizeof(text), "p %g k %d", p_min, k_min);
  return text;
}

Setting with(const std::string& name, const std::function<void(AdbQuery&)>& change) {
  AdbQuery query;
  query.pairs = kMostPairs;
  change(query);
  return {name, query};
}

/// One resolution of one model, its poses and the truth about them.
struct Subject {
  std::string model, resolution;
  Model exact, dops;
  std::vector<AdbPose> poses;
  std::vector<std::uint8_t> truth;
};

/// What is summed up for each distance.
struct Sums {
  double poses = 0, wrong = 0, false_collisions = 0, us = 0, pairs = 0, interrupted = 0;
};

class Adb {
 public:
  explicit Adb(Laboratory& lab) : lab_(lab) {}

  void run() {
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

  /// Two exact queries beside each other: graze's, and a tree of 26-DOPs as the papers compared with (24-DOPs).
  Subject examine(const std::string& name, const std::string& resolution, const Mesh& mesh) {
    BuildOptions dops;
    dops.volume = Volume::dop26;
    dops.width = 2;
    Subject s{name, resolution, Model::build(mesh), Model::build(mesh, dops), {}, {}};
    s.poses = adb_poses(s.exact, lab_.quick() ? 6 : 30, 17);
    note(s, "triangles", static_cast<double>(mesh.triangles.size()));
    note(s, "closed", inspect(mesh).closed ? 1 : 0);
    std::map<double, Sums> exact, binary;
    Workspace workspace;
    for (const AdbPose& p : s.poses) {
      bool hit = false, same = false;
      for (int round = 0; round < 2; ++round) {  // the first warms up
        const double us = bench::time_us([&] { hit = intersects(s.exact, s.exact, p.pose, {}, &workspace); });
        const double dop_us = bench::time_us([&] { same = intersects(s.dops, s.dops, p.pose, {}, &workspace); });
        if (round == 0) continue;
        exact[p.distance].us += us;
        binary[p.distance].us += dop_us;
      }
      if (hit != same) throw std::runtime_error("adb: two exact queries differ");
      exact[p.distance].poses += 1;
      binary[p.distance].poses += 1;
      exact[p.distance].wrong += hit ? 1 : 0;  // here: collisions
      s.truth.push_back(hit ? 1 : 0);
    }
    for (const auto& [d, sums] : exact) {
      row(s, "exact", d, "poses", sums.poses);
      row(s, "exact", d, "us", sums.us);
      row(s, "exact", d, "hits", sums.wrong);
      row(s, "26-dop", d, "poses", sums.poses);
      row(s, "26-dop", d, "us", binary[d].us);
    }
    return s;
  }

  void row(const Subject& s, const std::string& setting, double distance, const char* quantity, double value) {
    char text[40];
    std::snprintf(text, sizeof(text), "%s %.1f", s.resolution.c_str(), distance);
    lab_.record("adb", s.model, setting, text, quantity, value);
  }

  void measure(const Subject& s, const AdbTree& tree, const Setting& setting, std::size_t every = 1) {
    std::map<double, Sums> sums;
    AdbWorkspace workspace;
    for (std::size_t i = 0; i < s.poses.size(); i += every) {
      AdbVerdict verdict;
      const double us =
          bench::time_us([&] { verdict = adb_collides(tree, tree, s.poses[i].pose, setting.query, &workspace); });
      Sums& sum = sums[s.poses[i].distance];
      const bool truth = s.truth[i] != 0;
      sum.poses += 1;
      sum.us += us;
      sum.wrong += verdict.collides != truth ? 1 : 0;
      sum.false_collisions += verdict.collides && !truth ? 1 : 0;
      sum.pairs += static_cast<double>(verdict.pairs);
      sum.interrupted += verdict.interrupted ? 1 : 0;
    }
    for (const auto& [d, sum] : sums) {
      row(s, setting.name, d, "poses", sum.poses);
      row(s, setting.name, d, "us", sum.us);
      row(s, setting.name, d, "wrong", sum.wrong);
      row(s, setting.name, d, "false_collisions", sum.false_collisions);
      row(s, setting.name, d, "pairs", sum.pairs);
      row(s, setting.name, d, "interrupted", sum.interrupted);
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
    const AdbTree exact = build(s, "exact", options, &cells);
    histogram(s, cells);
    for (const double p_min : {0.5, 0.9, 0.99}) {
      for (const int k_min : {1, 5, 10}) {
        measure(s, exact, with(setting_name(p_min, k_min), [&](AdbQuery& q) {
                  q.p_min = p_min;
                  q.k_min = k_min;
                }));
      }
    }
    measure(s, exact, with("box test", [](AdbQuery& q) { q.box_test = true; }));
    options.counting = AdbCounting::approximate;
    measure(s, build(s, "approximate", options), with("approximate", [](AdbQuery&) {}));
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

  /// Everything else that can be chosen, at p_min 0.99 and k_min 10.
  void variants(const Subject& s) {
    AdbBuildOptions options;
    const AdbTree tree = AdbTree::build(s.exact.mesh(), options);
    const auto of = [&](const char* name, AdbVolume volume, std::size_t every) {
      measure(s, tree, with(name, [volume](AdbQuery& q) { q.volume = volume; }), every);
    };
    of("spheres", AdbVolume::spheres, 1);
    of("slabs", AdbVolume::slabs, 3);
    of("aligned dop", AdbVolume::aligned_dop, 3);
    measure(s, tree,
            with("exact volume",
                 [](AdbQuery& q) {
                   q.volume = AdbVolume::exact;
                   q.pairs = kMostPairs / 10;  // it takes ten times as long
                 }),
            15);
    measure(s, tree, with("interpolated", [](AdbQuery& q) { q.rounding = AdbRounding::interpolated; }));
    measure(s, tree, with("sizes within 2", [](AdbQuery& q) { q.size_ratio = 2; }), 3);
    measure(s, tree, with("x = 1", [](AdbQuery& q) { q.x_max = 1; }), 3);
    for (const double theta : {0.25, 0.5, 1.0}) {
      options.theta = theta;
      char text[24];
      std::snprintf(text, sizeof(text), "theta %g", theta);
      measure(s, build(s, text, options), with(text, [](AdbQuery&) {}), theta > 0.4 ? 3 : 1);
    }
    options = {};
    for (const AdbRegions regions : {AdbRegions::grid, AdbRegions::pyramids}) {
      options.regions = regions;
      const std::string text(name(regions));
      measure(s, build(s, text.c_str(), options), with(text, [](AdbQuery&) {}), 3);
    }
    options = {};
    options.kind = AdbKind::octree;
    measure(s, build(s, "octree", options), with("octree", [](AdbQuery&) {}), 2);
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
};

}  // namespace

void add_adb(std::vector<Experiment>& list) {
  list.push_back({"adb",
                  {"adb_error", "adb_time", "adb_settings", "adb_exact", "adb_counting", "adb_octree", "adb_cells",
                   "adb_variants", "adb_tables"},
                  150,
                  12,
                  [](Laboratory& lab) { Adb(lab).run(); }});
}

}  // namespace graze::reproduce
