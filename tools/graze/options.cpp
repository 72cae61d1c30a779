// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>

#include "command.h"
#include "laboratory.h"

namespace graze::cli {
namespace {

constexpr Volume kVolumes[] = {Volume::automatic, Volume::aabb,  Volume::dop8,        Volume::dop12,
                               Volume::dop14,     Volume::dop18, Volume::dop20,       Volume::dop26,
                               Volume::sphere,    Volume::obb,   Volume::rounded_box, Volume::custom};
constexpr Split kSplits[] = {Split::automatic, Split::longest_side, Split::min_sum,
                             Split::min_max,   Split::splatter,     Split::sah};
constexpr SplitPoint kPoints[] = {SplitPoint::automatic, SplitPoint::mean, SplitPoint::median};
constexpr Quality kQualities[] = {Quality::standard, Quality::fast};
constexpr Method kMethods[] = {Method::hierarchy, Method::brute_force, Method::study};
constexpr Descent kDescents[] = {Descent::adaptive, Descent::larger, Descent::a_first, Descent::lock_step,
                                 Descent::restart};

template <typename Enum, std::size_t n>
std::vector<std::string> names(const Enum (&values)[n]) {
  std::vector<std::string> result;
  for (const Enum value : values) result.emplace_back(name(value));
  return result;
}

template <typename Enum, std::size_t n>
Enum named(const Enum (&values)[n], const std::string& text) {
  for (const Enum value : values) {
    if (name(value) == text) return value;
  }
  throw Failure("unknown name '" + text + "'");
}

// CLI11 parses "nan" and "inf" as numbers; no option of ours can mean them.
const CLI::Validator& finite_non_negative() {
  static const CLI::Validator check(
      [](const std::string& text) {
        double value = 0;
        if (!CLI::detail::lexical_cast(text, value)) return "'" + text + "' is not a number";
        return std::isfinite(value) && value >= 0 ? std::string() : "'" + text + "' is not a finite number >= 0";
      },
      "");
  return check;
}

constexpr const char* kBuildGroup = "Hierarchy (mesh files only; a saved model keeps its own)";
constexpr const char* kQueryGroup = "Query";

}  // namespace

const CLI::Validator& not_empty() {
  static const CLI::Validator check(
      [](const std::string& text) { return text.empty() ? std::string("an empty file name") : std::string(); }, "");
  return check;
}

CLI::Option* add_choice(CLI::App& app, const std::string& flag, std::string& target,
                        const std::vector<std::string>& choices, const std::string& help, const std::string& group) {
  std::string list;
  for (const std::string& choice : choices) list += (list.empty() ? "" : "|") + choice;
  const auto check = [flag, choices, list](const std::string& text) {
    for (const std::string& choice : choices) {
      if (choice == text) return std::string();
    }
    return "'" + text + "' is not one of " + list;
  };
  // Short lists stand beside the option, long ones in its help.
  const bool beside = list.size() <= 20;
  return app.add_option(flag, target, beside ? help : help + ": " + list)
      ->check(CLI::Validator(check, ""))
      ->group(group)
      ->type_name(beside ? list : "NAME");
}

void BuildFlags::add_to(CLI::App& app) {
  given_.push_back(add_choice(app, "--volume", volume_, names(kVolumes), "Bounding volume", kBuildGroup));
  given_.push_back(
      app.add_option("--directions", directions_, "Of --volume custom: three numbers for each slab, \"1 0 0, ...\"")
          ->group(kBuildGroup)
          ->type_name("LIST"));
  given_.push_back(add_choice(app, "--split", split_, names(kSplits), "How nodes are split", kBuildGroup));
  given_.push_back(add_choice(app, "--point", point_, names(kPoints), "Where nodes are split", kBuildGroup));
  given_.push_back(
      add_choice(app, "--quality", quality_, names(kQualities), "fast builds in a third of the time", kBuildGroup));
  given_.push_back(app.add_option("--leaf", leaf_, "Triangles in a leaf at most, 1..64; 0 = automatic")
                       ->check(CLI::Range(0, 64))
                       ->group(kBuildGroup)
                       ->type_name("N"));
  given_.push_back(app.add_option("--width", width_, "Children of a node: 2, 4 or 8; 0 = automatic")
                       ->check(CLI::IsMember({0, 2, 4, 8}))
                       ->group(kBuildGroup)
                       ->type_name("N"));
  app.add_option("--threads", threads_, "Threads, 0 = all cores; answers do not depend on it")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
}

void BuildFlags::add_margin_to(CLI::App& app) {
  given_.push_back(app.add_option("--margin", margin_, "Queries treat the model as this much thicker")
                       ->check(finite_non_negative())
                       ->group(kBuildGroup)
                       ->type_name("LENGTH"));
}

BuildOptions BuildFlags::options() const {
  BuildOptions options;
  options.volume = named(kVolumes, volume_);
  options.directions = parse_directions(directions_);
  options.split = named(kSplits, split_);
  options.point = named(kPoints, point_);
  options.leaf_size = leaf_;
  options.width = width_;
  options.threads = threads_;
  options.margin = margin_;
  options.quality = named(kQualities, quality_);
  return options;
}

bool BuildFlags::any_given() const {
  for (const CLI::Option* option : given_) {
    if (option->count() > 0) return true;
  }
  return false;
}

void QueryFlags::add_to(CLI::App& app, const std::string& default_what) {
  what_ = default_what;
  add_choice(
      app, "--what", what_, {"any", "all"},
      "any: do they meet (stops at the first pair); all: every pair of triangles that meets; here " + default_what,
      kQueryGroup);
  app.add_option("--margin", margin_, "Pairs of triangles at most this far apart count as touching")
      ->check(finite_non_negative())
      ->group(kQueryGroup)
      ->type_name("LENGTH");
  app.add_option("--limit", limit_, "With --what all: keep the first N pairs of a pose; 0 = all")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53))
      ->group(kQueryGroup)
      ->type_name("N");
  add_choice(app, "--method", method_, names(kMethods),
             "How; brute_force tests every pair of triangles exactly: the reference; study: the thesis's algorithms",
             kQueryGroup);
  add_choice(app, "--descent", descent_, names(kDescents), "Which node of a pair is opened", kQueryGroup);
}

QueryOptions QueryFlags::options() const {
  QueryOptions options;
  options.method = named(kMethods, method_);
  options.descent = named(kDescents, descent_);
  options.margin = margin_;
  options.limit = limit_;
  return options;
}

void OutputFlags::add_to(CLI::App& app) {
  CLI::Option* as_json = app.add_flag("--json", json, "Answer as JSON (schema: docs/cli.md)")->group("Output");
  app.add_flag("--csv", csv, "Answer as CSV with a header line")->group("Output")->excludes(as_json);
  app.add_option("-o,--output", file, "Write the answer to FILE instead of standard output")
      ->check(not_empty())
      ->group("Output")
      ->type_name("FILE");
}

}  // namespace graze::cli
