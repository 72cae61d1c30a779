// SPDX-License-Identifier: Apache-2.0
// graze check: do two meshes meet, at one pose or at many, and in which triangles?
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
#include "run.h"

namespace graze::cli {
namespace {

constexpr const char* kCheckHelp = R"(
Examples:
  graze check frame.stl wheel.stl                               as they lie in their files
  graze check frame.stl wheel.stl --pose "0 0 12.5  1 0 0 0"    wheel lifted by 12.5
  graze check frame.stl wheel.stl --poses motion.csv --csv      pose,collides
  graze check a.ply b.ply --what all --json                     every pair of triangles, with its segment
  graze check a.ply b.ply --margin 0.5 || echo closer than 0.5

Poses place B in A's frame:
  7 numbers   tx ty tz qw qx qy qz          translation, then a quaternion (normalised here)
  12 numbers  r00 r01 r02 tx  r10 r11 r12 ty  r20 r21 r22 tz    three rows of [R|t], R orthonormal to 1e-6
Numbers are separated by commas, semicolons or blanks. A pose file has one pose a line, '#' comments, and may have a
header line; "--poses -" reads standard input. Without --pose and --poses B stays where its file puts it.

Answers are exact: touching counts as meeting. Kinds of pairs: crossing (interiors meet), touching (only boundary
points meet), coplanar (overlap in one plane), near (apart, but within --margin).

Exit codes: 0 no pose collides, 1 at least one does, 2 interrupted or not decided within --steps
or --time-limit, 3 wrong use or a bad file.)";

constexpr std::size_t kListed = 20;  // contacts of a pose, or ranges of poses, in the text for people

struct CheckCommand {
  std::filesystem::path a, b;
  std::optional<std::string> pose, pose_file;
  BuildFlags build;
  QueryFlags query;
  StudyFlags study;
  OutputFlags output;
};

std::string check_csv(const RunResult& result, bool all) {
  std::string text = all ? "pose,triangle_a,triangle_b,kind,px,py,pz,qx,qy,qz\n" : "pose,collides\n";
  auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < result.poses.size(); ++i) {
    if (!all) fmt::format_to(out, "{},{}\n", i, collides_field(result.poses[i]));
    for (const Contact& c : result.poses[i].pairs) {
      fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{}\n", i, c.triangle_a, c.triangle_b, name(c.kind), c.p.x, c.p.y,
                     c.p.z, c.q.x, c.q.y, c.q.z);
    }
  }
  return text;
}

std::string check_json(const CheckCommand& flags, const Input& a, const Input& b, const std::vector<Pose>& poses,
                       const RunResult& result, const RunOptions& run) {
  const Json document = {{"schema", "graze-check-1"},
                         {"version", GRAZE_VERSION},
                         {"machine", machine()},
                         {"a", to_json(a)},
                         {"b", to_json(b)},
                         {"what", flags.query.what()},
                         {"method", name(run.query.method)},
                         {"descent", flags.query.descent()},
                         {"margin", run.query.margin},
                         {"limit", run.query.limit},
                         {"laboratory", laboratory_json(run)},
                         {"threads", flags.build.threads()},
                         {"poses_given", poses.size()},
                         {"poses_done", result.poses.size()},
                         {"complete", result.complete},
                         {"colliding", result.colliding},
                         {"undecided", result.undecided},
                         {"elapsed_ms", static_cast<double>(result.elapsed.count()) / 1e6}};
  return text(document, "poses", result.poses.size(), [&](std::size_t i) {
    const PoseResult& pose = result.poses[i];
    Json row = {{"pose", i}, {"b_in_a", to_json(poses[i])}, {"collides", pose.collides}};
    if (flags.query.all()) {
      Json& list = row["contacts"] = Json::array();
      for (const Contact& contact : pose.pairs) list.push_back(to_json(contact));
    }
    if (run.bounded) row.update(bound_json(pose));
    row["counters"] = to_json(pose.counters);
    if (run.query.method == Method::study) row["counters"].update(to_json(pose.study));
    row["time_ns"] = pose.counters.time.count();
    return row;
  });
}

std::string pose_text(const PoseResult& pose, bool all) {
  if (pose.undecided) return fmt::format("possible contact, at most {:.6g} deep; interrupted\n", pose.penetration);
  if (!pose.collides) return "no contact\n";
  if (!all) return "contact\n";
  std::string text = fmt::format("contact, {} ({})\n", counted(pose.contacts, "pair"), kinds_text(pose));
  for (std::size_t k = 0; k < pose.pairs.size() && k < kListed; ++k) {
    const Contact& c = pose.pairs[k];
    text += fmt::format("  a {:<8} b {:<8} {:<9} ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g})\n", c.triangle_a,
                        c.triangle_b, name(c.kind), c.p.x, c.p.y, c.p.z, c.q.x, c.q.y, c.q.z);
  }
  if (pose.pairs.size() > kListed) {
    text += fmt::format("  and {} more (--csv or --json list all)\n", grouped(pose.pairs.size() - kListed));
  }
  return text;
}

std::string check_text(const RunResult& result, std::size_t given, bool all) {
  if (given == 1 && result.poses.size() == 1) return pose_text(result.poses[0], all);
  std::string text;
  if (all) {
    for (std::size_t i = 0; i < result.poses.size(); ++i) {
      const PoseResult& pose = result.poses[i];
      if (pose.collides) text += fmt::format("pose {}: {} ({})\n", i, counted(pose.contacts, "pair"), kinds_text(pose));
    }
  }
  text += fmt::format("{} of {} {}", grouped(result.colliding), counted(result.poses.size(), "pose"),
                      result.colliding == 1 ? "collides" : "collide");
  if (result.colliding > 0) text += ": " + colliding_ranges(result, kListed);
  if (result.undecided > 0) text += fmt::format("; {} undecided", grouped(result.undecided));
  text += fmt::format("\n{:.3f} ms in all\n", static_cast<double>(result.elapsed.count()) / 1e6);
  return text;
}

int check(const CheckCommand& flags) {
  const std::vector<std::filesystem::path> inputs = {flags.a, flags.b};
  refuse_idle_build_options(flags.build.any_given(), inputs);
  const std::vector<Pose> poses = read_poses(flags.pose, flags.pose_file);
  std::unique_ptr<OutputFile> file;
  if (!flags.output.file.empty()) {
    require_output(flags.output.file, {flags.a, flags.b, flags.pose_file.value_or("")});
    file = std::make_unique<OutputFile>(flags.output.file);
  }
  const Input a = load(flags.a, flags.build.options());
  const Input b = load(flags.b, flags.build.options());
  RunOptions options;
  options.query = flags.query.options();
  flags.study.apply(options);
  options.all = flags.query.all();
  options.keep_contacts = options.all;
  options.threads = flags.build.threads();
  options.label = "checking";
  const RunResult result = run(a.model, b.model, poses, options);

  const std::string answer = flags.output.csv    ? check_csv(result, options.all)
                             : flags.output.json ? check_json(flags, a, b, poses, result, options)
                                                 : check_text(result, poses.size(), options.all);
  if (file) {
    file->write(answer);
    file->commit();
  } else {
    write_stdout(answer);
  }
  tell(limits_note(result, "pose"));
  if (!result.complete) {
    tell(fmt::format("graze: interrupted after {} of {} poses\n", result.poses.size(), poses.size()));
    return kNotDecided;
  }
  return result.colliding > 0 ? kFound : result.undecided > 0 ? kNotDecided : kNothingFound;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("check", "Do two meshes meet, at one pose or many, and in which triangles?");
  const auto flags = std::make_shared<CheckCommand>();
  command->add_option("A", flags->a, "Mesh file or saved model; everything is in its frame")->required()->type_name("");
  command->add_option("B", flags->b, "Mesh file or saved model; this one is moved")->required()->type_name("");
  CLI::Option* pose =
      command->add_option("--pose", flags->pose, "Where B lies in A's frame: 7 or 12 numbers")->type_name("\"...\"");
  command->add_option("--poses", flags->pose_file, "Poses, one a line; - reads standard input")
      ->type_name("FILE")
      ->excludes(pose);
  flags->query.add_to(*command, "any");
  flags->study.add_to(*command);
  flags->output.add_to(*command);
  flags->build.add_to(*command);
  command->footer(kCheckHelp);
  command->callback([flags, &action] { action = [flags] { return check(*flags); }; });
}

}  // namespace graze::cli
