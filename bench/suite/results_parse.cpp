// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "graze/error.h"
#include "suite/results.h"

namespace graze::suite {
namespace {

using Json = nlohmann::json;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;

/// What is wrong, with the place; parse_results adds the file.
struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A value and where it stands, for messages such as "scenes[2].engines[0].build_ms is not a number".
class Node {
 public:
  Node(const Json& value, std::string place) : value_(&value), place_(std::move(place)) {}

  bool has(const char* key) const { return value_->is_object() && value_->contains(key) && !(*value_)[key].is_null(); }
  Node operator[](const char* key) const {
    const std::string place = place_.empty() ? key : place_ + "." + key;
    if (!value_->is_object() || !value_->contains(key)) throw Wrong("no member '" + place + "'");
    return {(*value_)[key], place};
  }
  std::vector<Node> list() const {
    if (!value_->is_array()) throw Wrong("'" + place_ + "' is not a list");
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < value_->size(); ++i)
      nodes.emplace_back((*value_)[i], place_ + "[" + std::to_string(i) + "]");
    return nodes;
  }
  bool null() const { return value_->is_null(); }
  std::string text() const {
    if (!value_->is_string()) throw Wrong("'" + place_ + "' is not a text");
    return value_->get<std::string>();
  }
  bool flag() const {
    if (!value_->is_boolean()) throw Wrong("'" + place_ + "' is neither true nor false");
    return value_->get<bool>();
  }
  double number() const {
    const double value = value_->is_number() ? value_->get<double>() : std::nan("");
    if (!std::isfinite(value)) throw Wrong("'" + place_ + "' is not a number");
    return value;
  }
  double positive() const {
    const double value = number();
    if (value < 0) throw Wrong("'" + place_ + "' is negative");
    return value;
  }
  std::uint64_t count() const {
    if (!value_->is_number_unsigned()) throw Wrong("'" + place_ + "' is not a whole number");
    return value_->get<std::uint64_t>();
  }
  std::uint64_t count_below(std::uint64_t end) const {
    const std::uint64_t value = count();
    if (value >= end) throw Wrong("'" + place_ + "' is out of range");
    return value;
  }
  Interval interval() const {
    const std::vector<Node> ends = list();
    if (ends.size() != 2 || ends[0].number() > ends[1].number()) throw Wrong("'" + place_ + "' is not an interval");
    return {ends[0].number(), ends[1].number()};
  }
  [[noreturn]] void refuse(const std::string& why) const { throw Wrong("'" + place_ + "' " + why); }

 private:
  const Json* value_;
  std::string place_;
};

Times times_of(const Node& node) {
  Times times;
  times.poses = node["poses"].count();
  times.mean = node["mean_us"].positive();
  times.mean_ci = node["mean_ci"].interval();
  times.noise_ci = node["noise_ci"].interval();
  times.median = node["median_us"].positive();
  times.p99 = node["p99_us"].positive();
  times.max = node["max_us"].positive();
  times.least_mean = node["least_mean_us"].positive();
  return times;
}

AskResult ask_of(const Node& node, std::size_t levels) {
  AskResult ask;
  ask.times = times_of(node);
  ask.repetitions = static_cast<int>(node["repetitions"].count_below(1u << 30));
  ask.cold_poses = node["cold_poses"].count();
  if (ask.cold_poses > 0) {
    ask.cold_mean = node["cold_mean_us"].positive();
    ask.cold_ci = node["cold_mean_ci"].interval();
    ask.cold_warm_mean = node["cold_warm_mean_us"].positive();
  }
  if (node.has("one_core_per_second")) ask.one_core_per_second = node["one_core_per_second"].positive();
  if (node.has("all_cores_per_second")) ask.all_cores_per_second = node["all_cores_per_second"].positive();
  if (node.has("ratio")) {
    ask.ratio = node["ratio"].positive();
    ask.ratio_ci = node["ratio_ci"].interval();
  }
  for (const Node& level : node["levels"].list()) ask.levels.push_back(level.null() ? Times{} : times_of(level));
  if (ask.levels.size() != levels) node["levels"].refuse("has another length than the scene's");
  return ask;
}

Agreement agreement_of(const Node& node) {
  return {node["asked"].count(), node["touching"].count(), node["rounding"].count(), node["wrong"].count()};
}

EngineResult engine_of(const Node& node, std::size_t levels) {
  EngineResult engine;
  engine.name = node["name"].text();
  engine.version = node["version"].text();
  engine.settings = node["settings"].text();
  engine.arithmetic = node["arithmetic"].text();
  engine.exact_any = node["exact_any"].flag();
  engine.exact_pairs = node["exact_pairs"].flag();
  engine.early_exit = node["early_exit"].flag();
  engine.build_repetitions = static_cast<int>(node["build_repetitions"].count_below(1u << 30));
  if (engine.build_repetitions > 0) {
    engine.build_ms = node["build_ms"].positive();
    engine.build_ci = node["build_ms_ci"].interval();
  }
  engine.bytes_per_triangle = node["bytes_per_triangle"].positive();
  if (node.has("failed")) engine.failed = node["failed"].text();
  engine.any_agreement = agreement_of(node["agreement"]["any"]);
  engine.all_agreement = agreement_of(node["agreement"]["all"]);
  const Node asks = node["asks"];
  if (asks.has("any")) engine.any = ask_of(asks["any"], levels);
  if (asks.has("all")) engine.all = ask_of(asks["all"], levels);
  return engine;
}

DisagreementClass class_of(const Node& node) {
  for (const DisagreementClass kind :
       {DisagreementClass::touching, DisagreementClass::rounding, DisagreementClass::wrong}) {
    if (node.text() == name(kind)) return kind;
  }
  node.refuse("is none of touching, rounding and wrong");
}

DisagreementRow row_of(const Node& node, std::size_t levels) {
  DisagreementRow row;
  row.pose = node["pose"].count();
  row.level = static_cast<std::uint32_t>(node["level"].count_below(levels));
  row.engine = node["engine"].text();
  const std::string ask = node["ask"].text();
  if (ask != "any" && ask != "all") node["ask"].refuse("is neither any nor all");
  row.all = ask == "all";
  row.said = row.all ? node["said"].count() : node["said"].flag();
  row.exact = row.all ? node["exact"].count() : node["exact"].flag();
  if (row.all) {
    row.missed = node["missed"].count();
    row.extra = node["extra"].count();
    const std::vector<Node> pair = node["triangles"].list();
    if (pair.size() != 2) node["triangles"].refuse("is no pair");
    row.triangle_a = static_cast<std::uint32_t>(pair[0].count_below(std::uint64_t{1} << 32));
    row.triangle_b = static_cast<std::uint32_t>(pair[1].count_below(std::uint64_t{1} << 32));
  }
  row.kind = class_of(node["class"]);
  if (node.has("distance")) row.distance = node["distance"].number();
  return row;
}

ModelInfo model_of(const Node& node) {
  return {node["name"].text(), node["triangles"].count(), node["vertices"].count(), node["hash"].text(),
          node["scale"].positive()};
}

LevelInfo level_of(const Node& node) {
  LevelInfo level;
  level.value = node["value"].number();
  level.poses = node["poses"].count();
  level.colliding = node["colliding"].count();
  level.verified = node["verified"].count();
  if (level.verified > 0) {
    level.error_p99 = node["error_p99"].positive();
    level.error_max = node["error_max"].positive();
  }
  return level;
}

PictureInfo picture_of(const Node& node, std::size_t levels) {
  PictureInfo picture;
  picture.level = static_cast<std::uint32_t>(node["level"].count_below(levels));
  const std::vector<Node> numbers = node["pose"].list();
  if (numbers.size() != picture.pose.size()) node["pose"].refuse("does not have 12 numbers");
  for (std::size_t i = 0; i < numbers.size(); ++i) picture.pose[i] = numbers[i].number();
  return picture;
}

SceneResult scene_of(const Node& node) {
  SceneResult scene;
  scene.name = node["name"].text();
  scene.title = node["title"].text();
  if (node.has("figure")) scene.figure = static_cast<int>(node["figure"].count_below(1000));
  scene.generator = node["generator"].text();
  scene.a = model_of(node["a"]);
  scene.b = model_of(node["b"]);
  scene.size = node["size"].positive();
  scene.max_penetration = node["max_penetration"].positive();
  scene.poses_hash = node["poses_hash"].text();
  scene.complete = node["complete"].flag();
  scene.levels_are = node["levels_are"].text();
  for (const Node& level : node["levels"].list()) scene.levels.push_back(level_of(level));
  const std::size_t levels = scene.levels.size();
  for (const Node& engine : node["engines"].list()) scene.engines.push_back(engine_of(engine, levels));
  for (const Node& row : node["disagreements"].list()) scene.disagreements.push_back(row_of(row, levels));
  for (const Node& picture : node["pictures"]["pairs"].list()) scene.pictures.push_back(picture_of(picture, levels));
  return scene;
}

Results results_of(const Node& node) {
  if (!node.has("format") || node["format"].text() != "graze-bench") throw Wrong("no results of graze bench");
  if (node["version"].count() != 1) throw Wrong("version " + std::to_string(node["version"].count()) + ", 1 expected");
  Results results;
  results.created = node["created"].text();
  results.graze_version = node["graze"]["version"].text();
  results.complete = node["complete"].flag();
  const Node machine = node["machine"];
  results.machine.cpu = machine["cpu"].text();
  results.machine.cores = static_cast<unsigned>(machine["cores"].count_below(1u << 20));
  results.machine.memory_gib = machine["memory_gib"].positive();
  results.machine.cache_mib = machine["cache_mib"].positive();
  results.machine.os = machine["os"].text();
  results.machine.compiler = machine["compiler"].text();
  results.machine.isa = machine["isa"].text();
  const Node options = node["options"];
  results.options.command = options["command"].text();
  results.options.quick = options["quick"].flag();
  results.options.seconds = options["seconds"].positive();
  results.options.elapsed_seconds = options["elapsed_seconds"].positive();
  results.options.noise_percent = options["noise_percent"].positive();
  for (const Node& scene : node["scenes"].list()) results.scenes.push_back(scene_of(scene));
  if (node.has("skipped")) {
    for (const Node& s : node["skipped"].list()) results.skipped.push_back({s["scene"].text(), s["why"].text()});
  }
  return results;
}

}  // namespace

Results parse_results(std::string_view json, const std::filesystem::path& name) {
  Json document;
  try {
    document = Json::parse(json);
  } catch (const Json::parse_error& error) {
    const bool ended = error.byte >= json.size();
    throw Error(ErrorCode::format, ended ? "JSON that ends too early" : "not JSON", name, Position::byte(error.byte));
  } catch (const Json::out_of_range&) {
    throw Error(ErrorCode::format, "a number that is too large", name);
  }
  try {
    return results_of(Node(document, ""));
  } catch (const Wrong& wrong) {
    throw Error(ErrorCode::format, wrong.what(), name);
  }
}

Results read_results(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return read_results(file / "results.json");
  if (!std::filesystem::is_regular_file(file, error)) throw Error(ErrorCode::io, "no such file", file);
  if (std::filesystem::file_size(file, error) > kMostBytes) throw Error(ErrorCode::limit, "larger than 1 GiB", file);
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in) throw Error(ErrorCode::io, "cannot be read", file);
  return parse_results(text, file);
}

}  // namespace graze::suite
