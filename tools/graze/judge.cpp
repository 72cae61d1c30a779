// SPDX-License-Identifier: Apache-2.0
// graze judge: the best answer within a budget of time, steps or doubt, and how sure it is.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "calibration_file.h"
#include "command.h"
#include "duration.h"
#include "graze/error.h"
#include "input.h"
#include "json.h"
#include "judge_run.h"
#include "options.h"
#include "output.h"
#include "summary.h"

namespace graze::cli {
namespace {

constexpr const char* kJudgeHelp = R"(
Examples:
  graze judge frame.stl wheel.stl --deadline 20us                as they lie; an answer within 20 microseconds
  graze judge frame.stl wheel.stl --poses motion.csv --epsilon 0.05 --csv
  graze judge frame.stl wheel.stl --poses motion.csv --deadline 20us --calibration pair.json --summary
  graze judge frame.stl wheel.stl --poses motion.csv --steps 64 --verify      how often is it wrong?

A query stops at the first of its limits: --deadline, --steps, or --epsilon, when the verdict is wrong with at most that
probability. Without limits it goes on until it is certain. A verdict is one of
  collides, free                    certain: two triangles were found that meet, or nothing is left that could
  probably collides, probably free  not certain: with the probability that it is right, the box where a contact is
                                    likeliest, and how deep what is undecided can overlap at most
Probabilities hold for poses like those they were fitted on (docs/timed.md): for your own, make a file with
`graze calibrate` and give it as --calibration, or let --learn follow what happens along the path.

Times are of single calls, one after another on one core, the first pose asked some times beforehand. "Late" are calls
that took longer than the deadline; by how much is told without those during which the system ran something else.

Exit codes: 0 every pose is free for certain, 1 some pose collides for certain, 2 neither (a verdict is uncertain), or
interrupted, 3 wrong use or a bad file.)";

struct JudgeCommand {
  std::filesystem::path a, b;
  std::optional<std::string> pose, pose_file;
  BuildFlags build;
  OutputFlags output;
  std::string deadline;
  double epsilon = 0;
  std::uint64_t steps = 0;
  std::size_t regions = 1;
  bool free_only = false, learn = false, verify = false, summary_only = false;
  std::filesystem::path calibration;
};

Budget budget_of(const JudgeCommand& flags) {
  Budget budget;
  if (!flags.deadline.empty()) budget.time = parse_duration(flags.deadline);
  budget.steps = flags.steps;
  budget.epsilon = flags.epsilon;
  budget.free_only = flags.free_only;
  budget.regions = flags.regions;
  return budget;
}

/// What a person reads; never a bare "free" for a verdict that is not certain.
std::string verdict_words(const Verdict& v, char gap) {
  const char* answer = v.collides ? "collides" : "free";
  if (v.certain) return answer;
  return fmt::format("{}{}{}", v.probability < 0.5 ? "perhaps" : "probably", gap, answer);  // --free-only may doubt it
}

std::string where_text(const Verdict& v) {
  if (v.certain) return v.collides ? fmt::format("triangles {} of A, {} of B", v.triangle_a, v.triangle_b) : "";
  std::string text;
  if (!v.regions.empty()) {
    const Region& r = v.regions.front();
    text = fmt::format("likeliest near ({:.4g}, {:.4g}, {:.4g}), normal ({:.2f}, {:.2f}, {:.2f}), ", r.point.x,
                       r.point.y, r.point.z, r.normal.x, r.normal.y, r.normal.z);
  }
  return text + fmt::format("at most {:.4g} deep", v.penetration_bound);
}

/// Never "100 %" for what is not certain.
std::string sure_text(const Verdict& v) {
  return v.certain ? "certain" : fmt::format("{:.1f} %", std::floor(std::min(1000 * v.probability, 999.0)) / 10);
}

/// One pose, with room for the box.
std::string judged_pose(const JudgedPose& row) {
  const Verdict& v = row.verdict;
  std::string text = fmt::format("{}, {}{}; {}, {}\n", verdict_words(v, ' '), sure_text(v), v.certain ? "" : " sure",
                                 counted(v.steps, "step"), time_text(static_cast<double>(row.time.count())));
  if (!where_text(v).empty()) text += "  " + where_text(v) + "\n";
  for (const Region& r : v.regions) {
    text += fmt::format("  box ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g})\n", r.lower.x, r.lower.y, r.lower.z,
                        r.upper.x, r.upper.y, r.upper.z);
  }
  return text + (row.wrong ? "  wrong\n" : "");
}

std::string judged_rows(const JudgeResult& result) {
  std::string text =
      fmt::format("{:>7} {:<17} {:>8} {:>7} {:>9}  {}\n", "pose", "verdict", "sure", "steps", "time", "where");
  for (std::size_t i = 0; i < result.poses.size(); ++i) {
    const JudgedPose& row = result.poses[i];
    const Verdict& v = row.verdict;
    std::string line = fmt::format("{:>7} {:<17} {:>8} {:>7} {:>9}  {}", i, verdict_words(v, ' '), sure_text(v),
                                   v.steps, time_text(static_cast<double>(row.time.count())), where_text(v));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + (row.wrong ? "  (wrong)\n" : "\n");
  }
  return text;
}

std::string judged_summary(const JudgeSummary& s, const JudgeCommand& flags) {
  const auto percent = [&](std::size_t n) {
    return s.poses == 0 ? 0 : 100 * static_cast<double>(n) / static_cast<double>(s.poses);
  };
  const auto text = [](std::int64_t ns) { return time_text(static_cast<double>(ns)); };
  std::string out = fmt::format("certain    {} of {} ({} collide, {} free)\n", grouped(s.poses - s.uncertain()),
                                counted(s.poses, "pose"), grouped(s.collides), grouped(s.free));
  if (s.uncertain() > 0) {
    out += fmt::format("undecided  {} ({:.1f} %): {} probably collide, {} probably free; {:.1f} % sure on average\n",
                       grouped(s.uncertain()), percent(s.uncertain()), grouped(s.probably_collides),
                       grouped(s.probably_free), 100 * s.mean_probability);
  }
  out += fmt::format("time       median {}, p99 {}, maximum {}\n", text(s.median_ns), text(s.p99_ns), text(s.max_ns));
  if (!flags.deadline.empty()) {
    out += fmt::format("late       {} ({:.1f} %)", grouped(s.late), percent(s.late));
    if (s.late > s.preempted) {
      out += fmt::format(", by {} (median), {} (p99), {} at most", text(s.over_median_ns), text(s.over_p99_ns),
                         text(s.over_max_ns));
    }
    if (s.preempted > 0) out += fmt::format("; not counting {} that the system interrupted", grouped(s.preempted));
    out += "\n";
  }
  if (flags.verify) {
    out += fmt::format("verified   {} wrong ({:.2f} %), of them {} certain\n", grouped(s.wrong), percent(s.wrong),
                       grouped(s.wrong_certain));
  }
  return out;
}

std::string judge_csv(const JudgeResult& result, bool verify) {
  std::string text =
      "pose,verdict,certain,probability,triangle_a,triangle_b,penetration_bound,lower_x,lower_y,lower_z,upper_x,upper_"
      "y,"
      "upper_z,point_x,point_y,point_z,normal_x,normal_y,normal_z,steps,time_ns";
  text += verify ? ",wrong\n" : "\n";
  auto out = std::back_inserter(text);
  const auto vector = [&](const Vec3& v) { fmt::format_to(out, ",{},{},{}", v.x, v.y, v.z); };
  for (std::size_t i = 0; i < result.poses.size(); ++i) {
    const JudgedPose& row = result.poses[i];
    const Verdict& v = row.verdict;
    fmt::format_to(out, "{},{},{},{}", i, verdict_words(v, '_'), v.certain ? 1 : 0, v.probability);
    text += v.certain && v.collides ? fmt::format(",{},{}", v.triangle_a, v.triangle_b) : ",,";
    text += v.certain ? "," : fmt::format(",{}", v.penetration_bound);
    if (v.regions.empty()) {
      text += ",,,,,,,,,,,,";
    } else {
      const Region& r = v.regions.front();
      for (const Vec3* part : {&r.lower, &r.upper, &r.point, &r.normal}) vector(*part);
    }
    fmt::format_to(out, ",{},{}", v.steps, row.time.count());
    text += verify ? (row.wrong ? ",1\n" : ",0\n") : "\n";
  }
  return text;
}

Json region_json(const Region& region) {
  return {{"lower", to_json(region.lower)},
          {"upper", to_json(region.upper)},
          {"point", to_json(region.point)},
          {"normal", to_json(region.normal)},
          {"probability", region.probability}};
}

Json judged_row(const JudgedPose& row, std::size_t i, const Pose& pose, bool verify) {
  const Verdict& v = row.verdict;
  Json out = {{"pose", i},
              {"b_in_a", to_json(pose)},
              {"verdict", verdict_words(v, '_')},
              {"collides", v.collides},
              {"certain", v.certain},
              {"probability", v.probability},
              {"penetration_bound", v.certain ? Json(nullptr) : Json(v.penetration_bound)},
              {"triangle_a", v.certain && v.collides ? Json(v.triangle_a) : Json(nullptr)},
              {"triangle_b", v.certain && v.collides ? Json(v.triangle_b) : Json(nullptr)}};
  Json& regions = out["regions"] = Json::array();
  for (const Region& region : v.regions) regions.push_back(region_json(region));
  out["steps"] = v.steps;
  out["counters"] = to_json(v.counters);
  out["time_ns"] = row.time.count();
  out["preempted"] = row.preempted;
  if (verify) out["wrong"] = row.wrong;
  return out;
}

Json summary_json(const JudgeSummary& s, const JudgeCommand& flags) {
  Json out = {{"poses", s.poses},
              {"collides", s.collides},
              {"free", s.free},
              {"probably_collides", s.probably_collides},
              {"probably_free", s.probably_free},
              {"mean_probability", s.uncertain() > 0 ? Json(s.mean_probability) : Json(nullptr)},
              {"time_ns", {{"median", s.median_ns}, {"p99", s.p99_ns}, {"max", s.max_ns}}}};
  if (!flags.deadline.empty()) {
    out["late"] = {{"count", s.late},
                   {"preempted", s.preempted},
                   {"over_ns", {{"median", s.over_median_ns}, {"p99", s.over_p99_ns}, {"max", s.over_max_ns}}}};
  }
  if (flags.verify) {
    out["wrong"] = s.wrong;
    out["wrong_certain"] = s.wrong_certain;
  }
  return out;
}

std::string judge_json(const JudgeCommand& flags, const Input& a, const Input& b, const std::vector<Pose>& poses,
                       const JudgeResult& result, const JudgeSummary& summary,
                       const std::optional<SavedCalibration>& saved) {
  const Budget budget = budget_of(flags);
  Json document = {{"schema", "graze-judge-1"},
                   {"version", GRAZE_VERSION},
                   {"machine", machine()},
                   {"a", to_json(a)},
                   {"b", to_json(b)},
                   {"deadline_ns", budget.time.count()},
                   {"step_limit", budget.steps},
                   {"epsilon", budget.epsilon},
                   {"free_only", budget.free_only},
                   {"learn", flags.learn}};
  document["calibration"] =
      saved ? Json{{"file", flags.calibration.string()}, {"distribution", saved->distribution}, {"shown", saved->shown}}
            : Json(nullptr);
  document["poses_given"] = poses.size();
  document["complete"] = result.complete;
  document["summary"] = summary_json(summary, flags);
  if (flags.summary_only) return text(document);
  return text(document, "poses", result.poses.size(),
              [&](std::size_t i) { return judged_row(result.poses[i], i, poses[i], flags.verify); });
}

/// The library knows the hierarchy, not where it is from.
void require_judgeable(const Input& input) {
  try {
    prepare(input.model);
  } catch (const Error&) {
    throw Failure(input.file.string() +
                  ": judge needs oriented boxes four wide and no subdivided triangles, as `graze build` makes them by "
                  "default");
  }
}

int judge_command(const JudgeCommand& flags) {
  refuse_idle_build_options(flags.build.any_given(), {flags.a, flags.b});
  if (flags.summary_only && flags.output.csv)
    throw Failure("--summary leaves no rows for --csv; use --json or neither");
  JudgeOptions options;
  options.budget = budget_of(flags);
  options.learn = flags.learn;
  options.verify = flags.verify;
  const std::vector<Pose> poses = read_poses(flags.pose, flags.pose_file);
  std::unique_ptr<OutputFile> file;
  if (!flags.output.file.empty()) {
    require_output(flags.output.file, {flags.a, flags.b, flags.pose_file.value_or(""), flags.calibration});
    file = std::make_unique<OutputFile>(flags.output.file);
  }
  const Input a = load(flags.a, flags.build.options());
  const Input b = load(flags.b, flags.build.options());
  require_judgeable(a);
  require_judgeable(b);
  std::optional<SavedCalibration> saved;
  if (!flags.calibration.empty()) {
    saved = read_calibration(flags.calibration, a, b);
    options.calibration = &saved->calibration;
    if (!saved->shown) {
      tell(fmt::format("graze: {}: that these probabilities are calibrated was not shown when they were fitted\n",
                       flags.calibration.string()));
    }
  }
  const JudgeResult result = judge_poses(a.model, b.model, poses, options);
  const JudgeSummary summary = summarise(result, options.budget.time);
  const std::string words = judged_summary(summary, flags);
  const std::string answer = flags.output.csv     ? judge_csv(result, flags.verify)
                             : flags.output.json  ? judge_json(flags, a, b, poses, result, summary, saved)
                             : flags.summary_only ? words
                             : poses.size() == 1 && result.complete ? judged_pose(result.poses.front())
                                                                    : judged_rows(result) + "\n" + words;
  if (file) {
    file->write(answer);
    file->commit();
  } else {
    write_stdout(answer);
  }
  if (flags.output.csv) tell(words);
  if (!result.complete) {
    tell(fmt::format("graze: interrupted after {} of {} poses\n", result.poses.size(), poses.size()));
    return kNotDecided;
  }
  return summary.collides > 0 ? kFound : summary.uncertain() > 0 ? kNotDecided : kNothingFound;
}

/// CLI11 takes "nan" for a number.
std::string wrong_epsilon(const std::string& text) {
  double value = 0;
  if (!CLI::detail::lexical_cast(text, value)) return "'" + text + "' is not a number";
  return value > 0 && value < 0.5 ? "" : "'" + text + "' is not above 0 and below 0.5";
}

std::string wrong_duration(const std::string& text) {
  try {
    parse_duration(text);
    return {};
  } catch (const Failure& failure) {
    return failure.what();
  }
}

}  // namespace

void add_judge(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("judge", "Do two meshes meet, as far as a deadline allows, and how sure is that?");
  const auto flags = std::make_shared<JudgeCommand>();
  constexpr const char* kLimits = "Limits (the first one stops a query; none: until certain)";
  command->add_option("A", flags->a, "Mesh file or saved model; everything is in its frame")->required()->type_name("");
  command->add_option("B", flags->b, "Mesh file or saved model; this one is moved")->required()->type_name("");
  CLI::Option* pose =
      command->add_option("--pose", flags->pose, "Where B lies in A's frame: 7 or 12 numbers")->type_name("\"...\"");
  command->add_option("--poses", flags->pose_file, "Poses, one a line; - reads standard input")
      ->type_name("FILE")
      ->excludes(pose);
  command->add_option("--deadline", flags->deadline, "Time for a query, with a unit: 500ns, 20us, 1ms")
      ->check(CLI::Validator(wrong_duration, ""))
      ->group(kLimits)
      ->type_name("TIME");
  command->add_option("--epsilon", flags->epsilon, "Stop when wrong with at most this probability, such as 0.05")
      ->check(CLI::Validator(wrong_epsilon, ""))
      ->group(kLimits)
      ->type_name("P");
  command->add_option("--steps", flags->steps, "Pairs of nodes opened at most: the same answer every time")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 53))
      ->group(kLimits)
      ->type_name("N");
  command->add_flag("--free-only", flags->free_only, "Say that they collide only with a pair of triangles that does")
      ->group(kLimits);
  command->add_option("--calibration", flags->calibration, "Of `graze calibrate`, for this pair")
      ->check(not_empty())
      ->group("Probabilities")
      ->type_name("FILE");
  command->add_flag("--learn", flags->learn, "Let queries that finish correct the probabilities of those that follow")
      ->group("Probabilities");
  command->add_flag("--verify", flags->verify, "Decide every pose exactly besides, and tell what was wrong")
      ->group("Probabilities");
  command->add_option("--regions", flags->regions, "Likeliest places of contact to report at most (--json has all)")
      ->check(CLI::Range(0, 64))
      ->group("Output")
      ->type_name("N");
  command->add_flag("--summary", flags->summary_only, "Only the summary, no rows")->group("Output");
  flags->output.add_to(*command);
  flags->build.add_to(*command);
  command->footer(kJudgeHelp);
  command->callback([flags, &action] { action = [flags] { return judge_command(*flags); }; });
}

}  // namespace graze::cli
