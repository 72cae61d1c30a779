// SPDX-License-Identifier: Apache-2.0
// graze calibrate: fits the probabilities of `graze judge` to a pair of models and to poses, and tells what that shows.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <stdexcept>

#include "base/random.h"
#include "calibration_file.h"
#include "calibration_report.h"
#include "command.h"
#include "graze/error.h"
#include "input.h"
#include "options.h"
#include "output.h"
#include "poses.h"
#include "watch.h"

namespace graze::cli {
namespace {

constexpr const char* kCalibrateHelp = R"(
Examples:
  graze calibrate frame.stl wheel.stl --poses motion.csv -o pair.json         poses of your application: the best
  graze calibrate frame.stl wheel.stl --scenario N -o pair.json --html pair.html
  graze judge frame.stl wheel.stl --poses more.csv --epsilon 0.05 --calibration pair.json

`graze judge` tells a probability when it stops early. As shipped it was fitted on other models; this command corrects it
for two models and for poses like those given. Every pose is decided exactly; four fifths are fitted on, and every fifth
run of consecutive poses is held back to measure: reliability diagram, expected calibration error, Brier score, and how
often --epsilon errs, each with a 95 % interval by resampling the runs. What these poses cannot show is NOT SHOWN.

Scenarios, when no poses of the application are at hand (the larger model's largest side is 2):
  U   any orientation and direction, centres 0.4 to 2.5 apart, boxes that overlap: as in the papers on ADB-trees
  N   any orientation and direction, 0.05, 0.01 and 0.002 before and after first contact: half of them free

Exit codes: 0 fitted, and the calibration error is shown to be at most --claim; 2 fitted, and this is not shown; 3 wrong
use, a bad file, or poses that cannot be fitted on (fewer than 25, or all the same outcome).)";

constexpr std::size_t kFewest = 25;  // four fifths of them are what the library takes

struct CalibrateCommand {
  std::filesystem::path a, b;
  std::optional<std::string> pose_file;
  std::string scenario;
  int count = 20'000;
  std::uint64_t seed = 1;
  double claim = 0.04;
  BuildFlags build;
  std::filesystem::path output, html;
};

/// In random order, so that every run has all distances.
void shuffle(std::vector<Pose>& poses, std::uint64_t seed) {
  detail::Random random(seed);
  for (std::size_t i = poses.size(); i > 1; --i) {
    std::swap(poses[i - 1], poses[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  }
}

std::vector<Pose> poses_of(const CalibrateCommand& flags, const Model& a, const Model& b) {
  if (flags.pose_file) return read_poses(std::nullopt, flags.pose_file);
  constexpr int kDistances = 22, kOffsets = 6;
  if (flags.scenario == "N") return bench::poses_near_contact(a, b, std::max(1, flags.count / kOffsets), flags.seed);
  std::vector<Pose> poses = bench::poses_at_distances(a, b, std::max(1, flags.count / kDistances), flags.seed);
  shuffle(poses, flags.seed);
  return poses;
}

std::string distribution_of(const CalibrateCommand& flags) {
  if (flags.pose_file) return *flags.pose_file == "-" ? "standard input" : "the poses of " + *flags.pose_file;
  return flags.scenario == "N"
             ? fmt::format("scenario N, seed {}: 2.5, 0.5 and 0.1 % of the larger side before and after first contact",
                           flags.seed)
             : fmt::format(
                   "scenario U, seed {}: centres 0.4 to 2.5 apart where the larger side is 2, boxes that overlap",
                   flags.seed);
}

std::unique_ptr<OutputFile> calibration_output(const std::filesystem::path& file, const CalibrateCommand& flags) {
  if (file.empty()) return nullptr;
  require_output(file, {flags.a, flags.b, flags.pose_file.value_or("")});
  return std::make_unique<OutputFile>(file);
}

Calibration fitted_on(const Input& a, const Input& b, const std::vector<Pose>& poses, const std::string& source) {
  try {
    return calibrate(a.model, b.model, poses);
  } catch (const Error& error) {
    throw Failure(fmt::format("{}, {}: {}", a.file.string(), b.file.string(), error.what()));
  } catch (const std::invalid_argument&) {  // their number was checked before
    Workspace workspace;
    const bool collide = intersects(a.model, b.model, poses.front(), {}, &workspace);
    throw Failure(fmt::format("{}: all poses {}; poses that collide and poses that do not are needed", source,
                              collide ? "collide" : "are free"));
  }
}

int stopped() {
  tell("graze: interrupted; nothing was written\n");
  return kNotDecided;
}

int calibrate_command(const CalibrateCommand& flags) {
  refuse_idle_build_options(flags.build.any_given(), {flags.a, flags.b});
  if (!flags.pose_file && flags.scenario.empty())
    throw Failure("--poses or --scenario is required (graze calibrate --help)");
  if (!flags.html.empty() &&
      std::filesystem::weakly_canonical(flags.html) == std::filesystem::weakly_canonical(flags.output)) {
    throw Failure("--html and -o name the same file");
  }
  const std::unique_ptr<OutputFile> file = calibration_output(flags.output, flags);
  const std::unique_ptr<OutputFile> html = calibration_output(flags.html, flags);
  const Input a = load(flags.a, flags.build.options());
  const Input b = load(flags.b, flags.build.options());
  const std::vector<Pose> poses = poses_of(flags, a.model, b.model);
  const std::string source = flags.pose_file ? *flags.pose_file : "scenario " + flags.scenario;
  if (poses.size() < kFewest) {
    throw Failure(fmt::format("{}: {}; {} are needed at least, thousands are better", source,
                              counted(poses.size(), "pose"), kFewest));
  }
  const bench::HeldBack parts = bench::hold_back(poses);
  const Calibration calibration = fitted_on(a, b, parts.fitted, source);
  if (interrupted()) return stopped();

  CalibrationReport report;
  report.a = a.file.filename().string();
  report.b = b.file.filename().string();
  report.distribution = distribution_of(flags);
  report.poses = poses.size();
  report.fitted = parts.fitted.size();
  report.held = parts.held.size();
  report.run = parts.run;
  report.runs = parts.runs;
  Workspace workspace;
  for (const Pose& pose : poses) report.colliding += intersects(a.model, b.model, pose, {}, &workspace) ? 1 : 0;
  measure_calibration(a.model, b.model, parts.held, calibration, flags.claim, report);
  if (interrupted()) return stopped();

  Json document = calibration_header(a, b, calibration, report.distribution, report.shown());
  document.update(report_json(report));
  file->write(text(document));
  file->commit();
  if (html) {
    html->write(calibration_page(report));
    html->commit();
  }
  write_stdout(report_text(report));
  return report.shown() ? kNothingFound : kNotDecided;
}

std::string wrong_claim(const std::string& text) {
  double value = 0;
  if (!CLI::detail::lexical_cast(text, value)) return "'" + text + "' is not a number";
  return value > 0 && value < 1 ? "" : "'" + text + "' is not between 0 and 1";
}

}  // namespace

void add_calibrate(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("calibrate", "Fit the probabilities of judge to a pair of meshes and to poses");
  const auto flags = std::make_shared<CalibrateCommand>();
  command->add_option("A", flags->a, "Mesh file or saved model; everything is in its frame")->required()->type_name("");
  command->add_option("B", flags->b, "Mesh file or saved model; this one is moved")->required()->type_name("");
  constexpr const char* kPoses = "Poses (of a file or of a scenario)";
  CLI::Option* file =
      command->add_option("--poses", flags->pose_file, "Like those to come, one a line; - reads standard input")
          ->group(kPoses)
          ->type_name("FILE");
  CLI::Option* scenario = add_choice(*command, "--scenario", flags->scenario, {"U", "N"},
                                     "Made up: at any distance, or near contact", kPoses)
                              ->excludes(file);
  command->add_option("--count", flags->count, "Poses of a scenario, about; here 20,000")
      ->check(CLI::Range(100, 1'000'000))
      ->needs(scenario)
      ->group(kPoses)
      ->type_name("N");
  command->add_option("--pose-seed", flags->seed, "Of a scenario: other poses")
      ->needs(scenario)
      ->group(kPoses)
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53))
      ->type_name("N");
  command->add_option("--claim", flags->claim, "Calibration error that must be shown; here 0.04")
      ->check(CLI::Validator(wrong_claim, ""))
      ->type_name("X");
  command->add_option("-o,--output", flags->output, "The calibration, for `graze judge --calibration`")
      ->required()
      ->check(not_empty())
      ->group("Output")
      ->type_name("FILE");
  command->add_option("--html", flags->html, "Write the report with its diagram, one self-contained file")
      ->check(not_empty())
      ->group("Output")
      ->type_name("REPORT");
  flags->build.add_to(*command);
  command->footer(kCalibrateHelp);
  command->callback([flags, &action] { action = [flags] { return calibrate_command(*flags); }; });
}

}  // namespace graze::cli
