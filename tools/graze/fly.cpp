// SPDX-License-Identifier: Apache-2.0
// graze fly: one object along a path through an environment; what is hit where, and what each query costs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "command.h"
#include "input.h"
#include "json.h"
#include "laboratory.h"
#include "options.h"
#include "output.h"
#include "report.h"
#include "run.h"
#include "summary.h"

namespace graze::cli {
namespace {

constexpr const char* kFlyHelp = R"(
Examples:
  graze fly terrain.ply airplane.ply --poses flight.csv --html report.html
  graze fly terrain.ply airplane.ply --poses flight.csv --csv > steps.csv
  graze fly terrain.ply airplane.ply --poses flight.csv --what any --repeat 5 --summary
  graze fly room.glb robot.stl --poses motion.csv --json | jq .summary.time_ns

The pose file has one step a line: 7 numbers "tx ty tz qw qx qy qz" or 12 (three rows of [R|t]), the object in the
environment's frame; see `graze check --help`. Steps run one after another on one core, so that their times mean
something; the first pose is examined once more beforehand, untimed, to warm up. --threads is for building only.

Columns of a row:
  contacts            pairs of triangles that meet (empty with --what any, or when not decided)
  volume_tests        N_v, pairs of bounding volumes tested
  primitive_tests     N_p, pairs of triangles tested
  node_updates        N_u, bounding volumes re-aligned to the other frame
  exact_tests         pairs of triangles that the float filter left to exact arithmetic
  time_ns             wall time of the query; with --repeat the shortest
Percentiles: p99 is the time that 99 % of the steps do not exceed.

Exit codes: 0 free all the way, 1 some step collides, 2 interrupted (what was done is printed) or
not decided within --steps or --time-limit, 3 wrong use or a bad
file.)";

struct FlyCommand {
  std::filesystem::path environment, object;
  std::optional<std::string> pose_file;
  BuildFlags build;
  QueryFlags query;
  StudyFlags study;
  OutputFlags output;
  std::filesystem::path html;
  std::string title;
  int repeat = 1;
  bool summary_only = false;
};

std::string rows_text(const RunResult& result, bool all) {
  std::string text = fmt::format("{:>7} {:>9} {:>12} {:>15} {:>12} {:>11} {:>12}\n", "step", "contacts", "volume_tests",
                                 "primitive_tests", "node_updates", "exact_tests", "time");
  auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < result.poses.size(); ++i) {
    const PoseResult& pose = result.poses[i];
    const std::string hits = pose.undecided ? "possible" : all ? grouped(pose.contacts) : pose.collides ? "yes" : "no";
    fmt::format_to(out, "{:>7} {:>9} {:>12} {:>15} {:>12} {:>11} {:>12}\n", i, hits, pose.counters.volume_tests,
                   pose.counters.primitive_tests, pose.counters.node_updates, pose.counters.exact_tests,
                   time_text(static_cast<double>(pose.counters.time.count())));
  }
  return text;
}

std::string fly_csv(const RunResult& result, bool all) {
  std::string text = "step,collides,contacts,volume_tests,primitive_tests,node_updates,exact_tests,time_ns\n";
  auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < result.poses.size(); ++i) {
    const PoseResult& pose = result.poses[i];
    fmt::format_to(out, "{},{},{},{},{},{},{},{}\n", i, collides_field(pose),
                   all && !pose.undecided ? std::to_string(pose.contacts) : std::string(), pose.counters.volume_tests,
                   pose.counters.primitive_tests, pose.counters.node_updates, pose.counters.exact_tests,
                   pose.counters.time.count());
  }
  return text;
}

std::string summary_text(const Summary& s, const RunResult& result, bool all) {
  const double share = s.steps == 0 ? 0 : 100 * static_cast<double>(s.colliding) / static_cast<double>(s.steps);
  std::string text =
      fmt::format("steps      {}, {} in contact ({:.1f} %)\n", grouped(s.steps), grouped(s.colliding), share);
  if (s.undecided > 0) text += fmt::format("undecided  {}\n", grouped(s.undecided));
  if (s.colliding > 0) text += fmt::format("in contact {}\n", colliding_ranges(result, 12));
  if (all && s.contacts > 0) {
    text += fmt::format("contacts   {} of triangles in all, most {} at step {}\n", counted(s.contacts, "pair"),
                        grouped(s.most_contacts), s.most_contacts_step);
  }
  text += fmt::format("time       median {}, p99 {}, maximum {} at step {}; {} in all\n",
                      time_text(static_cast<double>(s.median_ns)), time_text(static_cast<double>(s.p99_ns)),
                      time_text(static_cast<double>(s.max_ns)), s.max_step, time_text(static_cast<double>(s.total_ns)));
  text += fmt::format("per step   {:.1f} volume tests, {:.1f} triangle tests, {:.2f} of them exact\n", s.volume_tests,
                      s.primitive_tests, s.exact_tests);
  return text;
}

Json header(const FlyCommand& flags, const Input& environment, const Input& object, std::size_t poses,
            const RunResult& result, const RunOptions& run) {
  return {{"schema", "graze-fly-1"},
          {"version", GRAZE_VERSION},
          {"machine", machine()},
          {"environment", to_json(environment)},
          {"object", to_json(object)},
          {"what", flags.query.what()},
          {"method", name(run.query.method)},
          {"descent", flags.query.descent()},
          {"margin", run.query.margin},
          {"limit", run.query.limit},
          {"laboratory", laboratory_json(run)},
          {"repeat", flags.repeat},
          {"steps_given", poses},
          {"complete", result.complete},
          {"summary", to_json(summarise(result), flags.query.all())}};
}

Json json_row(const PoseResult& pose, std::size_t step, const RunOptions& run) {
  Json row = {{"step", step}, {"collides", pose.collides}, {"contacts", run.all ? Json(pose.contacts) : Json(nullptr)}};
  if (run.bounded) row.update(bound_json(pose));
  row.update(to_json(pose.counters));
  if (run.query.method == Method::study) row.update(to_json(pose.study));
  row["time_ns"] = pose.counters.time.count();
  return row;
}

std::unique_ptr<OutputFile> open_output(const std::filesystem::path& file, const FlyCommand& flags) {
  if (file.empty()) return nullptr;
  require_output(file, {flags.environment, flags.object, flags.pose_file.value_or("")});
  return std::make_unique<OutputFile>(file);
}

int fly(const FlyCommand& flags) {
  refuse_idle_build_options(flags.build.any_given(), {flags.environment, flags.object});
  if (flags.summary_only && flags.output.csv)
    throw Failure("--summary leaves no rows for --csv; use --json or neither");
  if (!flags.html.empty() && !flags.output.file.empty() &&
      std::filesystem::weakly_canonical(flags.html) == std::filesystem::weakly_canonical(flags.output.file)) {
    throw Failure("--html and -o name the same file");
  }
  if (!flags.html.empty()) require_report_template();
  const std::vector<Pose> poses = read_poses(std::nullopt, flags.pose_file);
  const std::unique_ptr<OutputFile> file = open_output(flags.output.file, flags);
  const std::unique_ptr<OutputFile> html = open_output(flags.html, flags);
  const Input environment = load(flags.environment, flags.build.options());
  const Input object = load(flags.object, flags.build.options());

  RunOptions options;
  options.query = flags.query.options();
  flags.study.apply(options);
  options.all = flags.query.all();
  options.keep_contacts = options.all && html != nullptr;
  options.repeat = flags.repeat;
  options.label = "flying";
  RunOptions warm_up = options;
  warm_up.repeat = 1;
  run(environment.model, object.model, std::span(poses).first(1), warm_up);
  const RunResult result = run(environment.model, object.model, poses, options);

  const Json head = header(flags, environment, object, poses.size(), result, options);
  const std::string summary = summary_text(summarise(result), result, options.all);
  std::string answer;
  if (flags.output.json) {
    const auto row = [&](std::size_t i) { return json_row(result.poses[i], i, options); };
    answer = flags.summary_only ? text(head) : text(head, "steps", result.poses.size(), row);
  } else if (flags.output.csv) {
    answer = fly_csv(result, options.all);
  } else {
    answer = flags.summary_only ? summary : rows_text(result, options.all) + "\n" + summary;
  }
  if (html) {
    html->write(report_html({flags.title, head, environment, object, poses, result}));
    html->commit();
  }
  if (file) {
    file->write(answer);
    file->commit();
  } else {
    write_stdout(answer);
  }
  if (flags.output.csv) tell(summary);
  tell(limits_note(result, "step"));
  if (!result.complete) {
    tell(fmt::format("graze: interrupted after {} of {} steps\n", result.poses.size(), poses.size()));
    return kNotDecided;
  }
  return result.colliding > 0 ? kFound : result.undecided > 0 ? kNotDecided : kNothingFound;
}

}  // namespace

void add_fly(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("fly", "Move an object along a path: contacts and cost of every step, a report");
  const auto flags = std::make_shared<FlyCommand>();
  command->add_option("ENV", flags->environment, "Mesh file or saved model of what stays")->required()->type_name("");
  command->add_option("OBJECT", flags->object, "Mesh file or saved model of what moves")->required()->type_name("");
  command->add_option("--poses", flags->pose_file, "The path, one pose a line; - reads standard input")
      ->required()
      ->type_name("FILE");
  command->add_option("--repeat", flags->repeat, "Examine every pose N times, report the shortest time")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  flags->query.add_to(*command, "all");
  flags->study.add_to(*command);
  flags->output.add_to(*command);
  command->add_option("--html", flags->html, "Write an interactive report, one self-contained file")
      ->check(not_empty())
      ->group("Output")
      ->type_name("REPORT");
  command->add_option("--title", flags->title, "Title of the report")->group("Output")->type_name("TEXT");
  command->add_flag("--summary", flags->summary_only, "Only the summary, no rows")->group("Output");
  flags->build.add_to(*command);
  command->footer(kFlyHelp);
  command->callback([flags, &action] { action = [flags] { return fly(*flags); }; });
}

}  // namespace graze::cli
