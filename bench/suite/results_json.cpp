// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "suite/results.h"

namespace graze::suite {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(double value, bool there) { return there ? Json(value) : Json(nullptr); }

Json to_value(const Interval& interval) { return {interval[0], interval[1]}; }

Json or_null(const Interval& interval, bool there) { return there ? to_value(interval) : Json(nullptr); }

Json to_value(const Times& times) {
  if (times.poses == 0) return nullptr;
  return {{"poses", times.poses},
          {"mean_us", times.mean},
          {"mean_ci", to_value(times.mean_ci)},
          {"noise_ci", to_value(times.noise_ci)},
          {"median_us", times.median},
          {"p99_us", times.p99},
          {"max_us", times.max},
          {"least_mean_us", times.least_mean}};
}

Json to_value(const AskResult& ask) {
  Json value = to_value(ask.times);
  value["repetitions"] = ask.repetitions;
  const bool cold = ask.cold_poses > 0;
  value["cold_poses"] = ask.cold_poses;
  value["cold_mean_us"] = or_null(ask.cold_mean, cold);
  value["cold_mean_ci"] = or_null(ask.cold_ci, cold);
  value["cold_warm_mean_us"] = or_null(ask.cold_warm_mean, cold);
  value["one_core_per_second"] = or_null(ask.one_core_per_second, ask.one_core_per_second > 0);
  value["all_cores_per_second"] = or_null(ask.all_cores_per_second, ask.all_cores_per_second > 0);
  value["ratio"] = or_null(ask.ratio, ask.ratio > 0);
  value["ratio_ci"] = or_null(ask.ratio_ci, ask.ratio > 0);
  value["levels"] = Json::array();
  for (const Times& times : ask.levels) value["levels"].push_back(to_value(times));
  return value;
}

Json to_value(const Agreement& a) {
  return {{"asked", a.asked}, {"touching", a.touching}, {"rounding", a.rounding}, {"wrong", a.wrong}};
}

Json to_value(const EngineResult& e) {
  Json value = {{"name", e.name},
                {"version", e.version},
                {"settings", e.settings},
                {"arithmetic", e.arithmetic},
                {"exact_any", e.exact_any},
                {"exact_pairs", e.exact_pairs},
                {"early_exit", e.early_exit},
                {"build_ms", or_null(e.build_ms, e.build_repetitions > 0)},
                {"build_ms_ci", or_null(e.build_ci, e.build_repetitions > 0)},
                {"build_repetitions", e.build_repetitions},
                {"bytes_per_triangle", e.bytes_per_triangle},
                {"failed", e.failed.empty() ? Json(nullptr) : Json(e.failed)},
                {"agreement", {{"any", to_value(e.any_agreement)}, {"all", to_value(e.all_agreement)}}},
                {"asks", Json::object()}};
  if (e.any) value["asks"]["any"] = to_value(*e.any);
  if (e.all) value["asks"]["all"] = to_value(*e.all);
  return value;
}

Json to_value(const DisagreementRow& d) {
  Json value = {{"pose", d.pose}, {"level", d.level}, {"engine", d.engine}, {"ask", d.all ? "all" : "any"}};
  value["said"] = d.all ? Json(d.said) : Json(d.said != 0);
  value["exact"] = d.all ? Json(d.exact) : Json(d.exact != 0);
  if (d.all) {
    value["missed"] = d.missed;
    value["extra"] = d.extra;
    value["triangles"] = {d.triangle_a, d.triangle_b};
  }
  value["class"] = name(d.kind);
  value["distance"] = d.distance ? Json(*d.distance) : Json(nullptr);
  return value;
}

Json to_value(const ModelInfo& m) {
  return {{"name", m.name}, {"triangles", m.triangles}, {"vertices", m.vertices}, {"hash", m.hash}, {"scale", m.scale}};
}

Json to_value(const SceneResult& s) {
  Json value = {{"name", s.name},
                {"title", s.title},
                {"figure", s.figure == 0 ? Json(nullptr) : Json(s.figure)},
                {"generator", s.generator},
                {"a", to_value(s.a)},
                {"b", to_value(s.b)},
                {"size", s.size},
                {"max_penetration", s.max_penetration},
                {"poses_hash", s.poses_hash},
                {"complete", s.complete},
                {"levels_are", s.levels_are},
                {"levels", Json::array()},
                {"engines", Json::array()},
                {"disagreements", Json::array()},
                {"pictures", {{"pairs", Json::array()}}}};
  for (const LevelInfo& l : s.levels) {
    value["levels"].push_back({{"value", l.value},
                               {"poses", l.poses},
                               {"colliding", l.colliding},
                               {"verified", l.verified},
                               {"error_p99", or_null(l.error_p99, l.verified > 0)},
                               {"error_max", or_null(l.error_max, l.verified > 0)}});
  }
  for (const EngineResult& e : s.engines) value["engines"].push_back(to_value(e));
  for (const DisagreementRow& d : s.disagreements) value["disagreements"].push_back(to_value(d));
  for (const PictureInfo& p : s.pictures) value["pictures"]["pairs"].push_back({{"level", p.level}, {"pose", p.pose}});
  return value;
}

}  // namespace

std::string_view name(DisagreementClass kind) {
  switch (kind) {
    case DisagreementClass::touching:
      return "touching";
    case DisagreementClass::rounding:
      return "rounding";
    case DisagreementClass::wrong:
      break;
  }
  return "wrong";
}

std::string to_json(const Results& r) {
  Json document = {{"format", "graze-bench"},
                   {"version", 1},
                   {"created", r.created},
                   {"graze", {{"version", r.graze_version}}},
                   {"complete", r.complete},
                   {"machine",
                    {{"cpu", r.machine.cpu},
                     {"cores", r.machine.cores},
                     {"memory_gib", r.machine.memory_gib},
                     {"cache_mib", r.machine.cache_mib},
                     {"os", r.machine.os},
                     {"compiler", r.machine.compiler},
                     {"isa", r.machine.isa}}},
                   {"options",
                    {{"command", r.options.command},
                     {"quick", r.options.quick},
                     {"seconds", r.options.seconds},
                     {"elapsed_seconds", r.options.elapsed_seconds},
                     {"noise_percent", r.options.noise_percent}}},
                   {"scenes", Json::array()},
                   {"skipped", Json::array()}};
  for (const SceneResult& scene : r.scenes) document["scenes"].push_back(to_value(scene));
  for (const SkippedScene& s : r.skipped) document["skipped"].push_back({{"scene", s.scene}, {"why", s.why}});
  // Names of files and engines may hold any bytes.
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graze::suite
