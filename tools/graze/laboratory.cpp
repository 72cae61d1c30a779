// SPDX-License-Identifier: Apache-2.0
#include "laboratory.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <sstream>

#include "command.h"
#include "options.h"

namespace graze::cli {
namespace {

constexpr const char* kGroup = "Laboratory (k-DOPs of the same directions; docs/laboratory.md)";

constexpr Tumbling kTumblings[] = {Tumbling::automatic, Tumbling::hill_climbing, Tumbling::vertices,
                                   Tumbling::root_hill_climbing, Tumbling::duality};
constexpr IntervalOrder kOrders[] = {IntervalOrder::stored, IntervalOrder::spread, IntervalOrder::thinnest};

template <typename Enum, std::size_t n>
std::vector<std::string> names_of(const Enum (&values)[n]) {
  std::vector<std::string> result;
  for (const Enum value : values) result.emplace_back(name(value));
  return result;
}

template <typename Enum, std::size_t n>
Enum value_of(const Enum (&values)[n], const std::string& text) {
  for (const Enum value : values) {
    if (name(value) == text) return value;
  }
  throw Failure("unknown name '" + text + "'");
}

}  // namespace

void StudyFlags::add_to(CLI::App& app) {
  tumbling_given_ = add_choice(app, "--tumbling", tumbling_, names_of(kTumblings),
                               "How volumes of B are re-aligned; implies --method study", kGroup);
  order_given_ = add_choice(app, "--order", order_, names_of(kOrders),
                            "In which order slabs are compared; implies --method study", kGroup);
  intervals_given_ =
      app.add_option("--intervals", intervals_, "Compare N slabs at most, 0 = all; implies --method study")
          ->check(CLI::Range(0, 32))
          ->group(kGroup)
          ->type_name("N");
  app.add_flag("--closure", closure_, "Decide exactly whether volumes overlap; implies --method study")->group(kGroup);
  add_choice(app, "--front", front_, {"none", "pairs", "environment", "environment_pairs"},
             "What is kept from pose to pose: pairs (any volume); as in the thesis: nodes of A, or pairs", kGroup);
  levels_given_ = app.add_option("--front-levels", levels_, "By how many levels --front environment may rise a pose")
                      ->check(CLI::Range(0, 1000))
                      ->group(kGroup)
                      ->type_name("N");
  app.add_option("--steps", steps_,
                 "Interrupt a query after N steps; the answer may be \"possible\"; implies --method study")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 53))
      ->group(kGroup)
      ->type_name("N");
  app.add_option("--time-limit", microseconds_, "Interrupt a query after so many microseconds; implies --method study")
      ->check([](const std::string& text) {
        double value = 0;  // "nan" is a number for CLI11
        const bool good = CLI::detail::lexical_cast(text, value) && value >= 0.001 && value <= 1e12;
        return good ? std::string() : "'" + text + "' is not a number from 0.001 to 1e12";
      })
      ->group(kGroup)
      ->type_name("US");
}

void StudyFlags::apply(RunOptions& options) const {
  QueryOptions& query = options.query;
  query.study.tumbling = value_of(kTumblings, tumbling_);
  query.study.order = value_of(kOrders, order_);
  query.study.intervals = static_cast<std::uint8_t>(intervals_);
  query.study.closure = closure_;
  options.front = front_ == "none" ? FrontKind::none : front_ == "pairs" ? FrontKind::pairs : FrontKind::environment;
  options.front_pairs = front_ == "environment_pairs";
  options.front_levels = levels_;
  options.limits.steps = steps_;
  options.limits.time = std::chrono::nanoseconds(std::llround(microseconds_ * 1000));
  options.bounded = steps_ > 0 || microseconds_ > 0;
  const bool ways = tumbling_given_->count() + order_given_->count() + intervals_given_->count() > 0 || closure_;
  const bool study = ways || options.bounded || options.front == FrontKind::environment;
  if (study && query.method == Method::brute_force) {
    throw Failure("options of the laboratory do not go with --method brute_force");
  }
  if (options.front == FrontKind::pairs && (ways || query.method == Method::study)) {
    throw Failure("--front pairs has its own traversal; it does not go with --method study and its options");
  }
  if (options.front != FrontKind::none && options.bounded) {
    throw Failure("a query with a front cannot be interrupted: --front does not go with --steps and --time-limit");
  }
  if (levels_given_->count() > 0 && options.front != FrontKind::environment) {
    throw Failure("--front-levels belongs to --front environment");
  }
  if (study) query.method = Method::study;
}

std::vector<Vec3> parse_directions(const std::string& text) {
  std::string blanks = text;
  for (char& c : blanks) {
    if (c == ',' || c == ';') c = ' ';
  }
  std::istringstream in(blanks);
  std::vector<double> numbers;
  for (std::string word; in >> word;) {
    double value = 0;
    if (!CLI::detail::lexical_cast(word, value)) throw Failure("--directions: '" + word + "' is not a number");
    numbers.push_back(value);
  }
  if (numbers.size() % 3 != 0) {
    throw Failure("--directions has " + std::to_string(numbers.size()) + " numbers; each direction takes three");
  }
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < numbers.size(); i += 3) out.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return out;
}

}  // namespace graze::cli
