// SPDX-License-Identifier: Apache-2.0
#include "results.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "clock.h"
#include "summary.h"

namespace graze::bench {
namespace {

using nlohmann::ordered_json;

std::string hash_text(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

ordered_json json_of(const Row& r) {
  ordered_json row = {{"scene", r.scene},
                      {"mode", r.mode},
                      {"engine", r.engine},
                      {"rival", r.is_rival},
                      {"volume", r.volume},
                      {"isa", r.isa},
                      {"triangles", {r.triangles_a, r.triangles_b}},
                      {"poses", r.poses},
                      {"stride", r.stride},
                      {"repetitions", r.repetitions},
                      {"colliding", r.colliding},
                      {"pairs", r.pairs},
                      {"us", {{"mean", r.us.mean}, {"median", r.us.median}, {"p99", r.us.p99}, {"max", r.us.max}}},
                      {"build_ms", r.build_ms},
                      {"bytes_per_triangle", r.bytes_per_triangle},
                      {"volume_tests", r.volume_tests},
                      {"primitive_tests", r.primitive_tests},
                      {"exact_tests", r.exact_tests},
                      {"node_updates", r.node_updates},
                      {"hash", hash_text(r.hash)}};
  if (r.ratio.poses > 0) {
    row["ratio"] = {{"mean", r.ratio.mean}, {"low", r.ratio.low}, {"high", r.ratio.high},  {"median", r.ratio.median},
                    {"p99", r.ratio.p99},   {"max", r.ratio.max}, {"poses", r.ratio.poses}};
  }
  return row;
}

ordered_json json_of(const Disagreement& d) {
  ordered_json result = {{"scene", d.scene}, {"engine", d.engine}, {"pose", d.pose}};
  if (d.named) result["triangles"] = {d.triangle_a, d.triangle_b};
  result["graze"] = d.graze;
  result["rival"] = d.rival;
  result["truth"] = d.truth;
  return result;
}

ordered_json json_of(const std::string& scene, const Agreement& a) {
  return {{"scene", scene},   {"engine", a.engine},       {"asked", a.asked},
          {"lists", a.lists}, {"wrong_any", a.wrong_any}, {"wrong_lists", a.wrong_lists},
          {"extra", a.extra}, {"missed", a.missed},       {"unjudged", a.unjudged}};
}

ordered_json json_of(const Summary& s) {
  return {{"mode", s.mode},
          {"engine", s.engine},
          {"rival", s.is_rival},
          {"scenes", s.scenes},
          {"geometric_mean", s.geometric_mean},
          {"geometric_mean_p99", s.geometric_mean_p99},
          {"least", s.least},
          {"least_scene", s.least_scene},
          {"least_p99", s.least_p99},
          {"least_p99_scene", s.least_p99_scene}};
}

ordered_json json_of(const Growth& g) {
  return {
      {"family", g.family},
      {"mode", g.mode},
      {"engine", g.engine},
      {"scenes", g.scenes},
      {"triangles", g.triangles},
      {"us", g.us},
      {"fit",
       {{"a", g.fit.a}, {"b", g.fit.b}, {"r2", g.fit.r2}, {"residual", g.fit.residual}, {"exponent", g.fit.exponent}}}};
}

}  // namespace

Environment environment() {
  Environment result;
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    result.cpu = line.substr(std::min(line.size(), line.find(':') + 2));
    break;
  }
  result.isa = std::string(instruction_set());
#if defined(__clang__)
  result.compiler = "clang " __clang_version__;
#else
  result.compiler = "g++ " __VERSION__;
#endif
  const char* revision = std::getenv("GRAZE_REVISION");
  result.revision = revision == nullptr ? "" : revision;
  result.cores = std::thread::hardware_concurrency();
  result.clock_overhead_ns = 1e3 * clock_overhead_us();
  return result;
}

void write_json(const std::filesystem::path& file, const Environment& env, const std::vector<SceneResult>& results) {
  ordered_json document = {{"format", 1},
                           {"cpu", env.cpu},
                           {"isa", env.isa},
                           {"compiler", env.compiler},
                           {"revision", env.revision},
                           {"cores", env.cores},
                           {"clock_overhead_ns", env.clock_overhead_ns}};
  std::vector<Row> rows;
  for (const char* list : {"rows", "summary", "growth", "skipped", "agreement", "disagreements"})
    document[list] = ordered_json::array();
  for (const SceneResult& result : results) {
    for (const Row& row : result.rows) {
      rows.push_back(row);
      document["rows"].push_back(json_of(row));
    }
    for (const Skipped& k : result.skipped)
      document["skipped"].push_back({{"scene", result.scene}, {"engine", k.engine}, {"us", k.us}});
    for (const Agreement& a : result.agreements) document["agreement"].push_back(json_of(result.scene, a));
    for (const Disagreement& d : result.disagreements) document["disagreements"].push_back(json_of(d));
  }
  for (const Summary& s : summarise_scenes(rows)) document["summary"].push_back(json_of(s));
  for (const Growth& g : growth_of(rows)) document["growth"].push_back(json_of(g));

  std::filesystem::path temporary = file;
  temporary += ".tmp";
  {
    std::ofstream out(temporary);
    out << document.dump(1) << '\n';
    out.close();
    if (!out) throw std::runtime_error(temporary.string() + ": cannot write");
  }
  std::filesystem::rename(temporary, file);
}

}  // namespace graze::bench
