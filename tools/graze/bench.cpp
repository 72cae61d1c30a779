// SPDX-License-Identifier: Apache-2.0
// graze bench: any collision detector on the same poses, answers checked, times measured.
#include "bench.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "command.h"
#include "options.h"

namespace graze::cli {
namespace {

constexpr const char* kBenchHelp = R"(
Examples:
  graze bench --list                                   scenes and engines
  graze bench --quick -o quick                         all engines, two models, under three minutes
  graze bench -o full                                  all scenes and engines
  graze bench --scene hand-near,centres --engine graze,graze-aabb,fcl-obb -o some
  graze bench --models part.stl --seconds 120 -o part  a model of your own, with a copy of itself
  graze bench --models a.stl b.stl --poses path.csv -o path
  graze bench --plugin ./libgrid.so -o mine            an engine of your own (docs/bench_engines.md)
  graze bench poses part.stl -o part-near.json         poses at prescribed distances, kept in a file
  graze bench offset part.stl --percent -20,20 -o part  surfaces at a distance, as meshes
  graze bench compare old new                          what changed beyond noise
  graze bench report new -o new.html                   the page once more

Answers of all engines are compared before anything is timed, and every mistake is classified with the exact answer
beside it. FOLDER gets results.json, results.csv (docs/bench_results.md) and report.html.
Names of scenes may be parts before or after the last '-': a model or a kind; engines may be the groups graze-all,
rivals and plugins. GRAZE_DATA names a folder with further models.

Exit codes: 0 done (compare: nothing is slower), 1 graze answered wrongly (compare: something is slower beyond noise),
2 interrupted; what was measured is kept, 3 wrong use or a file that cannot be handled.)";

constexpr const char* kCompareHelp = R"(
Examples:
  graze bench compare old new                          folders of two runs, or their results.json
  graze bench compare old/results.json new --noise 10

Exit codes: 0 nothing is slower, 1 something is, beyond noise, 3 a file that cannot be handled, or nothing in common.)";

constexpr const char* kReportHelp = R"(
Examples:
  graze bench report new -o new.html
  graze bench report results.json --models part.stl -o page.html

Exit codes: 0 written, 3 wrong use or a file that cannot be handled.)";

constexpr const char* kPosesHelp = R"(
Examples:
  graze bench poses hand.ply -o hand-near.json --set near
  graze bench poses hand.ply --set near,deep,boundary,centres,tunnels -o sets
  graze bench poses a.stl b.stl --set near --levels 0,1,2,5 --per-level 200 -o a-b.json

With several sets, -o names a folder. `graze bench --poses FILE...` measures on them.

Exit codes: 0 written, 2 interrupted, 3 wrong use or a file that cannot be handled.)";

constexpr const char* kOffsetHelp = R"(
Examples:
  graze bench offset hand.ply --percent -50,-10,10 -o surfaces
  graze bench offset hand.ply --percent 25 --error 0.05 --format obj -o surfaces --vdb hand.vdb
  graze bench offset sheet.stl --percent 10 --unsigned -o surfaces

The model must be a closed surface (--unsigned takes any); a mesh that is not is refused with the places. 99.9 % of each
surface lies within --error of where it should: the voxel is halved until that is measured.

Exit codes: 0 written, 2 interrupted, 3 wrong use or a file that cannot be handled.)";

void add_compare(CLI::App& bench, Action& action) {
  CLI::App* command = bench.add_subcommand("compare", "What changed between two runs beyond noise");
  const auto flags = std::make_shared<BenchCompare>();
  command->add_option("OLD", flags->before, "results.json or its folder")->required()->type_name("");
  command->add_option("NEW", flags->after, "results.json or its folder")->required()->type_name("");
  command->add_option("--noise", flags->noise_percent, "What two runs differ by although nothing changed; here 5")
      ->check(between(0.0, 1000.0))
      ->type_name("PERCENT");
  command->footer(kCompareHelp);
  command->callback([flags, &action] { action = [flags] { return bench_compare(*flags); }; });
}

void add_report(CLI::App& bench, Action& action) {
  CLI::App* command = bench.add_subcommand("report", "The page of a results file");
  const auto flags = std::make_shared<BenchReport>();
  command->add_option("RESULTS", flags->results, "results.json or its folder")->required()->type_name("");
  command->add_option("-o,--output", flags->html, "One self-contained file")
      ->required()
      ->check(not_empty())
      ->type_name("HTML");
  command->add_option("--models", flags->models, "Mesh files of its scenes, for the pictures")->type_name("FILE");
  command->footer(kReportHelp);
  command->callback([flags, &action] { action = [flags] { return bench_report(*flags); }; });
}

void add_poses(CLI::App& bench, Action& action) {
  CLI::App* command = bench.add_subcommand("poses", "Place a model at prescribed distances of another or itself");
  const auto flags = std::make_shared<BenchPoses>();
  command->add_option("A", flags->model, "Mesh file of what stays; a closed surface")->required()->type_name("");
  command->add_option("B", flags->model_b, "Mesh file of what is placed; A when not given")->type_name("");
  command->add_option("--set", flags->sets, "near, deep, boundary, centres, tunnels; here near")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_option("--levels", flags->levels, "Instead of the set's: percent of the largest penetration, < 0 inside")
      ->delimiter(',')
      ->check(between(-100.0, 1000.0))
      ->type_name("LIST");
  command->add_option("--per-level", flags->per_level, "Poses a level; here 100")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command->add_option("--sampling", flags->sampling, "grid, low_discrepancy, random; here low_discrepancy")
      ->check(CLI::IsMember({"grid", "low_discrepancy", "random"}))
      ->type_name("NAME");
  command->add_flag("--unsigned", flags->unsigned_distance, "A is a soup or open: distances only, no penetrations");
  command->add_option("--seed", flags->seed, "Other poses")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53))
      ->type_name("N");
  command->add_option("-o,--output", flags->output, "The pose set (docs/pose_sets.md)")
      ->required()
      ->check(not_empty())
      ->type_name("FILE");
  command->footer(kPosesHelp);
  command->callback([flags, &action] { action = [flags] { return bench_poses(*flags); }; });
}

void add_offset(CLI::App& bench, Action& action) {
  CLI::App* command = bench.add_subcommand("offset", "Surfaces at a distance from a solid, outward and inward");
  const auto flags = std::make_shared<BenchOffset>();
  command->add_option("MODEL", flags->model, "Mesh file; a closed surface")->required()->type_name("");
  command->add_option("--percent", flags->percent, "Of the largest penetration; < 0 inside")
      ->required()
      ->delimiter(',')
      ->check(between(-100.0, 1000.0))
      ->type_name("LIST");
  command->add_option("--error", flags->error_percent, "Percent of the diagonal it may be wrong by; here 0.1")
      ->check(between(1e-4, 10.0))
      ->type_name("PERCENT");
  command->add_option("--max-triangles", flags->max_triangles, "Of a surface; here 2,000,000")
      ->check(CLI::Range(std::size_t{100}, std::size_t{100'000'000}))
      ->type_name("N");
  command->add_flag("--unsigned", flags->unsigned_distance, "A soup or open mesh: distances only, outward");
  command->add_option("--format", flags->format, "ply, obj, off, stl; here ply")
      ->check(CLI::IsMember({"ply", "obj", "off", "stl"}))
      ->type_name("NAME");
  command->add_option("--vdb", flags->vdb, "The signed distance as an OpenVDB level set, too")
      ->check(not_empty())
      ->type_name("FILE");
  command->add_option("-o,--output", flags->output, "Where the meshes go")
      ->required()
      ->check(not_empty())
      ->type_name("FOLDER");
  command->footer(kOffsetHelp);
  command->callback([flags, &action] { action = [flags] { return bench_offset(*flags); }; });
}

void add_run_options(CLI::App& command, BenchRun& flags) {
  command.add_flag("--list", flags.list, "Scenes and engines, without running anything");
  command.add_flag("--quick", flags.quick, "All engines, two models, under three minutes");
  command.add_option("--scene", flags.scenes, "Only these")->delimiter(',')->type_name("NAMES");
  command.add_option("--engine", flags.engines, "Only these, in the order of --list; ratios refer to the first")
      ->delimiter(',')
      ->type_name("NAMES");
  command.add_option("--ask", flags.asks, "any (do they meet?), all (every pair of triangles); here both")
      ->delimiter(',')
      ->check(CLI::IsMember({"any", "all"}))
      ->type_name("NAMES");
  command.add_option("--models", flags.models, "Mesh files, each with a copy of itself")->type_name("FILE");
  command.add_option("--poses", flags.pose_sets, "Pose sets (docs/pose_sets.md), or CSV with one or two --models")
      ->type_name("FILE");
  command.add_option("--plugin", flags.plugins, "Engines of a shared library, or of a folder of them")
      ->type_name("FILE.so");
  command.add_option("--seconds", flags.seconds, "About how long it may take; slow engines are asked fewer poses")
      ->check(between(0.1, 1e6))
      ->type_name("N");
  command.add_option("--seed", flags.seed, "Other poses")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53))
      ->type_name("N");
  command.add_option("-o,--output", flags.folder, "Where results.json, results.csv and report.html go")
      ->check(not_empty())
      ->group("Output")
      ->type_name("FOLDER");
}

}  // namespace

void add_bench(CLI::App& app, Action& action, const std::string& words) {
  CLI::App* command = app.add_subcommand("bench", "Compare collision detectors on poses at prescribed distances");
  const auto flags = std::make_shared<BenchRun>();
  flags->command = words;
  add_run_options(*command, *flags);
  command->require_subcommand(0, 1);
  add_poses(*command, action);
  add_offset(*command, action);
  add_compare(*command, action);
  add_report(*command, action);
  command->footer(kBenchHelp);
  command->callback([command, flags, &action] {
    if (!command->get_subcommands().empty()) return;  // that one sets the action
    action = [flags] { return bench_run(*flags); };
  });
}

}  // namespace graze::cli
