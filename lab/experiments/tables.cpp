// SPDX-License-Identifier: Apache-2.0
#include "lab/experiments/tables.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <ostream>

#include "graze/error.h"

namespace graze::lab {
namespace {

/// Table 8 has two environments of each group.
bool in_table_8(const std::string& thesis) {
  constexpr std::array<const char*, 6> kNames = {"eagle-e", "g_canyon-e", "1000t", "4000t", "s20.40rp", "s23.300rm"};
  return std::find(kNames.begin(), kNames.end(), thesis) != kNames.end();
}

std::string table_of(const std::string& group) {
  return group == "scenes" ? "table_5" : group == "terrains" ? "table_6" : "table_7";
}

bool chosen(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

double number(std::size_t n) { return static_cast<double>(n); }

/// Table 1, and what the thesis's table leaves out: memory, build times, the tetrahedra.
void describe(const World& world, Record& record) {
  const std::string& name = world.item.name;
  const std::string& thesis = world.item.thesis;
  record.add({"table_1", name, "", "", "vertices"}, number(world.mesh.vertices.size()), thesis);
  record.add({"table_1", name, "", "", "triangles"}, number(world.mesh.triangles.size()), thesis);
  for (const std::unique_ptr<Method>& method : world.methods) {
    const MethodStats& stats = method->stats();
    const std::string m(method->name());
    record.add({"table_1", name, m, "", "stored"}, number(stats.stored), thesis);
    if (stats.height > 0) record.add({"table_1", name, m, "", "height"}, stats.height, thesis);
    record.add({"table_1", name, m, "", "cells"}, number(stats.cells));
    record.add({"table_1", name, m, "", "bytes_per_triangle"}, number(stats.bytes) / number(stats.triangles));
    record.add({"table_1", name, m, "", "build_seconds"}, stats.build_seconds);
    if (m == "mesh") record.add({"table_1", name, m, "", "steiner_points"}, number(stats.steiner));
  }
}

struct Tally {
  int wins = 0, score = 0;
};

/// Tables 5 to 8 for one pair; places go into the tally of tables 3 and 4.
void report(const World& world, const std::string& flyer, const Outcome& outcome, Record& record,
            std::map<std::string, Tally>& tally) {
  const std::string& name = world.item.name;
  const std::string& thesis = world.item.thesis;
  const std::string table = table_of(world.item.group);
  record.add({table, name, "", flyer, "steps"}, number(outcome.steps));
  record.add({table, name, "", flyer, "collisions"}, number(outcome.collisions));
  record.add({table, name, "", flyer, "full_checks"}, number(outcome.full_checks));
  record.add({table, name, "", flyer, "wrong_answers"}, number(outcome.wrong));
  std::vector<double> rates;
  std::vector<std::string> names;
  for (const Run& run : outcome.runs) {
    const double rate = number(outcome.steps) / run.seconds;
    record.add({table, name, run.method, flyer, "frames_per_second"}, rate, thesis);
    // As if 5 % of the steps came to a full-resolution check: the thesis scales by their number, and so do we.
    // A flight without any says nothing about one that has some.
    const double normalised = outcome.full_checks > 0
                                  ? rate * number(outcome.full_checks) / (0.05 * number(outcome.steps))
                                  : std::numeric_limits<double>::quiet_NaN();
    record.add({table, name, run.method, flyer, "normalised_frames_per_second"}, normalised, thesis);
    if (in_table_8(thesis) && run.full_checks > 0)
      record.add({"table_8", name, run.method, flyer, "full_checks_per_second"}, run.full_checks, thesis);
    if (run.method == "graze") continue;
    record.add({table, name, run.method, flyer, "triangle_tests_per_full_check"},
               number(run.counters.triangle_tests) / std::max(1.0, number(run.counters.full_checks)));
    rates.push_back(rate);
    names.push_back(run.method);
  }
  if (rates.size() != 4) return;  // no contest without all four
  const std::vector<int> ranks = places(rates);
  for (std::size_t i = 0; i < names.size(); ++i) {
    tally[names[i]].wins += ranks[i] == 1 ? 1 : 0;
    tally[names[i]].score += ranks[i];
  }
}

}  // namespace

std::size_t write_tables(const TableOptions& options, Record& record, std::ostream& progress) {
  std::size_t wrong = 0;
  std::vector<std::pair<std::string, Mesh>> bodies;
  for (const scenes::Chapter2Item& item : scenes::chapter2_flyers()) {
    if (!chosen(options.flyers, item.name)) continue;
    Mesh mesh = scenes::chapter2_flyer(item.name);
    record.add({"table_2", item.name, "", "", "vertices"}, number(mesh.vertices.size()), item.thesis);
    record.add({"table_2", item.name, "", "", "triangles"}, number(mesh.triangles.size()), item.thesis);
    record.add({"table_2", item.name, "", "", "hull_vertices"}, number(Flyer(mesh).hull_vertices()), item.thesis);
    bodies.emplace_back(item.name, std::move(mesh));
  }
  std::map<std::string, std::map<std::string, Tally>> tallies;  // by group and method
  for (const scenes::Chapter2Item& item : scenes::chapter2_worlds()) {
    if (!chosen(options.worlds, item.name)) continue;
    progress << item.name << std::flush;
    const World world = make_world(item);
    describe(world, record);
    if (!world.why_no_tetra.empty()) progress << " (" << world.why_no_tetra << ")";
    std::uint64_t seed = 1;
    for (const auto& [name, body] : bodies) {
      const Outcome outcome = fly(world, body, options.contest, ++seed);
      wrong += outcome.wrong;
      report(world, name, outcome, record, tallies[item.group]);
      progress << ' ' << name << std::flush;
    }
    progress << '\n';
  }
  std::map<std::string, Tally> total;
  for (const auto& [group, tally] : tallies) {
    for (const auto& [method, t] : tally) {
      record.add({"table_3", group, method, "", "wins"}, t.wins, group);
      record.add({"table_4", group, method, "", "score"}, t.score, group);
      total[method].wins += t.wins;
      total[method].score += t.score;
    }
  }
  for (const auto& [method, t] : total) {
    record.add({"table_3", "total", method, "", "wins"}, t.wins, "total");
    record.add({"table_4", "total", method, "", "score"}, t.score, "total");
  }
  return wrong;
}

std::size_t write_flight(const std::string& name, const Mesh& environment, const Mesh& body,
                         const std::vector<Pose>& poses, const ContestOptions& options, Record& record) {
  scenes::Chapter2Item item;
  item.name = name;
  const World world = make_world(item, environment);
  const Outcome outcome = fly(world, body, options, poses);
  const auto add = [&](const std::string& method, const char* quantity, double value) {
    record.add({"flight", name, method, "", quantity}, value);
  };
  add("", "steps", number(outcome.steps));
  add("", "collisions", number(outcome.collisions));
  add("", "wrong_answers", number(outcome.wrong));
  for (const std::unique_ptr<Method>& method : world.methods) {
    const MethodStats& stats = method->stats();
    add(std::string(method->name()), "stored", number(stats.stored));
    add(std::string(method->name()), "bytes_per_triangle", number(stats.bytes) / number(stats.triangles));
    add(std::string(method->name()), "build_seconds", stats.build_seconds);
  }
  for (const Run& run : outcome.runs) {
    add(run.method, "frames_per_second", number(outcome.steps) / run.seconds);
    if (run.method == "graze") continue;
    add(run.method, "full_checks", number(run.counters.full_checks));
    add(run.method, "triangle_tests", number(run.counters.triangle_tests));
  }
  return outcome.wrong;
}

std::size_t write_parameters(const TableOptions& options, Record& record, std::ostream& progress) {
  std::size_t wrong = 0;
  for (const scenes::Chapter2Item& item : scenes::chapter2_worlds()) {
    if (!chosen(options.worlds, item.name)) continue;
    progress << item.name << ": parameters\n";
    World world{item, scenes::chapter2_world(item.name), {}, {}};
    std::vector<std::string> parameters;
    const auto add = [&](std::string parameter, std::unique_ptr<Method> method) {
      parameters.push_back(std::move(parameter));
      world.methods.push_back(std::move(method));
    };
    for (const int threshold : {1, 4, 10})
      for (const RTreeAxis axis : {RTreeAxis::min_max, RTreeAxis::min_sum})
        add(std::string(name(axis)) + " threshold " + std::to_string(threshold),
            make_r_tree(world.mesh, {axis, threshold}));
    for (const int n : {5, 10, 20, 30, 40, 50, 80}) add("N " + std::to_string(n), make_grid(world.mesh, {n}));
    const auto add_tree = [&](KdAxis axis, int threshold, int no_gain) {
      add(std::string(name(axis)) + " threshold " + std::to_string(threshold) + " no-gain " + std::to_string(no_gain),
          make_kd_tree(world.mesh, {axis, threshold, no_gain}));
    };
    for (const KdAxis axis : {KdAxis::min_max, KdAxis::min_difference, KdAxis::min_product, KdAxis::longest_side}) {
      for (const int no_gain : {0, 5}) add_tree(axis, 10, no_gain);
    }
    for (const int threshold : {4, 20, 40}) add_tree(KdAxis::min_product, threshold, 5);
    for (const std::string& flyer : options.flyers) {
      const Outcome outcome = fly(world, scenes::chapter2_flyer(flyer), options.contest, 1);
      wrong += outcome.wrong;
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        const MethodStats& stats = world.methods[i]->stats();
        const std::string parameter = flyer + "; " + parameters[i];
        record.add({"parameters", item.name, outcome.runs[i].method, parameter, "frames_per_second"},
                   number(outcome.steps) / outcome.runs[i].seconds);
        record.add({"parameters", item.name, outcome.runs[i].method, parameter, "stored"}, number(stats.stored));
      }
    }
  }
  return wrong;
}

}  // namespace graze::lab
