// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <span>

#include "command.h"
#include "laboratory.h"

namespace graze::cli {
namespace {

/// `automatic`, and those of the library's registry.
template <typename Enum>
std::vector<Enum> with_automatic(std::span<const Enum> all) {
  std::vector<Enum> values{Enum::automatic};
  values.insert(values.end(), all.begin(), all.end());
  return values;
}
std::vector<Volume> volumes() {
  std::vector<Volume> values = with_automatic(all_volumes());
  values.push_back(Volume::custom);
  return values;
}
std::vector<Split> splits() { return with_automatic(all_splits()); }
const std::vector<SplitPoint> kPoints = {SplitPoint::automatic, SplitPoint::mean, SplitPoint::median, SplitPoint::best,
                                         SplitPoint::sampled};
const std::vector<Quality> kQualities = {Quality::standard, Quality::fast};
const std::vector<SplitAxes> kAxes = {SplitAxes::three, SplitAxes::all};
const std::vector<Building> kBuildings = {Building::top_down, Building::bottom_up};
const std::vector<LeafRule> kLeafRules = {LeafRule::automatic, LeafRule::thesis};
const std::vector<Orientation> kOrientations = {Orientation::given, Orientation::optimal};
const std::vector<Method> kMethods = {Method::hierarchy, Method::brute_force, Method::study};
const std::vector<Descent> kDescents = {Descent::adaptive, Descent::larger, Descent::a_first, Descent::lock_step,
                                        Descent::restart};

template <typename Enum>
std::vector<std::string> names(const std::vector<Enum>& values) {
  std::vector<std::string> result;
  result.reserve(values.size());
  for (const Enum value : values) result.emplace_back(name(value));
  return result;
}

template <typename Enum>
Enum named(const std::vector<Enum>& values, const std::string& text) {
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
constexpr const char* kLaboratoryGroup = "Hierarchy, for experiments (docs/laboratory_construction.md)";
constexpr const char* kQueryGroup = "Query";

}  // namespace

const CLI::Validator& not_empty() {
  static const CLI::Validator check(
      [](const std::string& text) { return text.empty() ? std::string("an empty file name") : std::string(); }, "");
  return check;
}

CLI::Validator between(double low, double high) {
  const std::string range = fmt::format("[{} - {}]", low, high);
  return {[low, high, range](const std::string& text) {
            double value = 0;
            const bool fits = CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
            return fits ? std::string() : "Value " + text + " not in range " + range;
          },
          "FLOAT in " + range};
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
  given_.push_back(add_choice(app, "--volume", volume_, names(volumes()), "Bounding volume", kBuildGroup));
  given_.push_back(
      app.add_option("--directions", directions_, "Of --volume custom: three numbers for each slab, \"1 0 0, ...\"")
          ->group(kBuildGroup)
          ->type_name("LIST"));
  given_.push_back(add_choice(app, "--split", split_, names(splits()), "How nodes are split", kBuildGroup));
  given_.push_back(add_choice(app, "--point", point_, names(kPoints), "Where nodes are split", kBuildGroup));
  given_.push_back(
      add_choice(app, "--quality", quality_, names(kQualities), "fast builds in a third of the time", kBuildGroup));
  given_.push_back(app.add_option("--leaf", leaf_, "Triangles in a leaf at most, 1..256; 0 = by --leaf-rule")
                       ->check(CLI::Range(0, 256))
                       ->group(kBuildGroup)
                       ->type_name("N"));
  given_.push_back(app.add_option("--width", width_, "Children of a node: 2, 4, 8 or 16; 0 = automatic")
                       ->check(CLI::IsMember({0, 2, 4, 8, 16}))
                       ->group(kBuildGroup)
                       ->type_name("N"));
  add_laboratory_to(app);
  app.add_option("--threads", threads_, "Threads, 0 = all cores; answers do not depend on it")
      ->check(CLI::Range(0, 1024))
      ->type_name("N");
}

void BuildFlags::add_laboratory_to(CLI::App& app) {
  const auto choice = [&](const char* flag, std::string& target, const std::vector<std::string>& choices,
                          const char* help) {
    given_.push_back(add_choice(app, flag, target, choices, help, kLaboratoryGroup));
  };
  const auto number = [&](const char* flag, auto& target, const char* help, const CLI::Validator& check) {
    given_.push_back(app.add_option(flag, target, help)->check(check)->group(kLaboratoryGroup)->type_name("X"));
  };
  choice("--building", building_, names(kBuildings), "bottom_up joins neighbours");
  choice("--split-axes", axes_, names(kAxes), "Splitting directions; all: of the k-DOP");
  choice("--leaf-rule", leaf_rule_, names(kLeafRules), "thesis: 20 to 100, by size and k");
  choice("--orientation", orientation_, names(kOrientations), "optimal: turned so that aligned volumes are least");
  number("--regroup", regroup_, "Oscillating tree: 3..12 descendants regrouped; 0 = off", CLI::Range(0, 12));
  number("--regroup-balance", regroup_balance_, "How much numbers of triangles count then, 0..1", between(0.0, 1.0));
  number("--subdivide", subdivide_, "Pieces cut from long, skinny triangles, 0..1 of all", between(0.0, 1.0));
  number("--samples", samples_, "Planes tried by --point sampled", CLI::Range(1, 1024));
  // CLI11 wraps what does not fit 64 bits.
  number("--seed", seed_, "Of --point sampled", CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53));
}

void BuildFlags::add_margin_to(CLI::App& app) {
  given_.push_back(app.add_option("--margin", margin_, "Queries treat the model as this much thicker")
                       ->check(finite_non_negative())
                       ->group(kBuildGroup)
                       ->type_name("LENGTH"));
}

BuildOptions BuildFlags::options() const {
  BuildOptions options;
  options.volume = named(volumes(), volume_);
  options.directions = parse_directions(directions_);
  options.split = named(splits(), split_);
  options.point = named(kPoints, point_);
  options.leaf_size = leaf_;
  options.width = width_;
  options.threads = threads_;
  options.margin = margin_;
  options.quality = named(kQualities, quality_);
  options.split_axes = named(kAxes, axes_);
  options.building = named(kBuildings, building_);
  options.leaf_rule = named(kLeafRules, leaf_rule_);
  options.orientation = named(kOrientations, orientation_);
  options.regroup = regroup_;
  options.regroup_balance = regroup_balance_;
  options.subdivide = subdivide_;
  options.samples = samples_;
  options.seed = seed_;
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
