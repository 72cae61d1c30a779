// SPDX-License-Identifier: Apache-2.0
// The report of `graze gouge` as JSON (docs/gouge_report.schema.json) and as SARIF 2.1.0.
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>

#include "gouge.h"
#include "json.h"

namespace graze::cli {
namespace {

/// JSON has no infinity.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

const char* part_text(nc::Part part) {
  return part == nc::Part::cutting ? "cutter" : part == nc::Part::shank ? "shank" : "holder";
}

const char* level_text(nc::Severity severity) {
  return severity == nc::Severity::error ? "error" : severity == nc::Severity::warning ? "warning" : "note";
}

std::string file_of(const nc::Place& place, const nc::Outcome& outcome) {
  return place.file < outcome.files.size() ? outcome.files[place.file] : std::string();
}

Json place_json(const nc::Place& place, const nc::Outcome& outcome) {
  Json json = {{"file", file_of(place, outcome)}, {"line", place.line}, {"column", place.column}};
  if (place.n >= 0) json["n"] = place.n;
  Json calls = Json::array();
  for (std::uint32_t call = place.calls; call != 0 && call < outcome.stacks.size(); call = outcome.stacks[call].outer) {
    const nc::Call& c = outcome.stacks[call];
    calls.push_back({{"callee", c.callee}, {"file", file_of(c.from, outcome)}, {"line", c.from.line}});
  }
  if (!calls.empty()) json["calls"] = calls;
  return json;
}

Json finding_json(const nc::Finding& f, const nc::Outcome& outcome) {
  Json json = {{"kind", name(f.kind)},
               {"severity", level_text(f.severity)},
               {"message", f.message},
               {"place", place_json(f.place, outcome)}};
  if (!f.word.empty()) json["word"] = f.word;
  if (!f.advice.empty()) json["advice"] = f.advice;
  if (f.motions == 0) return json;  // of the program, not of its motions
  json["first_line"] = f.first.line;
  json["last_line"] = f.last.line;
  json["motion"] = f.motion;
  json["first_motion"] = f.first_motion;
  json["last_motion"] = f.last_motion;
  json["motions"] = f.motions;
  json["tool"] = f.tool;
  const bool placeless = f.kind == nc::FindingKind::unchecked || f.kind == nc::FindingKind::tool_missing ||
                         f.kind == nc::FindingKind::travel;
  if (placeless) return json;
  json["part"] = part_text(f.part);
  json["body"] = f.body;
  json["lower_mm"] = finite(f.lower);
  json["upper_mm"] = finite(f.upper);
  json["allowed_mm"] = f.allowed;
  json["raise_mm"] = f.raise > 0 ? Json(f.raise) : Json(nullptr);
  json["triangle"] = f.triangle == kNoTriangle ? Json(nullptr) : Json(f.triangle);
  json["contact"] = to_json(f.contact);
  json["t"] = f.t;
  json["tip"] = to_json(f.tip);
  json["axis"] = to_json(f.axis);
  return json;
}

Json tool_json(const nc::ToolUsed& tool) {
  Json pieces = Json::array();
  for (const nc::ConvexPiece& p : tool.pieces) {
    pieces.push_back({{"part", part_text(p.part)},
                      {"z0", p.z0},
                      {"r0", p.r0},
                      {"z1", p.z1},
                      {"r1", p.r1},
                      {"rounding", p.rounding}});
  }
  return {{"number", tool.number},
          {"name", tool.name},
          {"type", tool.type},
          {"source", tool.source},
          {"diameter_mm", tool.diameter},
          {"height_mm", tool.height},
          {"has_shank", tool.has_shank},
          {"has_holder", tool.has_holder},
          {"excess_mm", tool.excess},
          {"motions", tool.motions},
          {"pieces", pieces}};
}

Json body_json(const nc::BodyUsed& body) {
  return {{"name", body.name},     {"hash", body.hash},          {"triangles", body.triangles},
          {"closed", body.closed}, {"allowed_mm", body.allowed}, {"box", body.box}};
}

Json options_json(const nc::VerifyOptions& o) {
  Json stock = Json::object();
  for (const auto& [tool, value] : o.tool_stock) stock[std::to_string(tool)] = value;
  const char* rapid = o.rapid == nc::RapidPath::straight ? "straight"
                      : o.rapid == nc::RapidPath::dogleg ? "dogleg"
                                                         : "both";
  return {{"tolerance_mm", o.tolerance},
          {"stock_to_leave_mm", o.stock},
          {"stock_to_leave_of_tools_mm", stock},
          {"clearance_mm", o.clearance},
          {"fixture_clearance_mm", o.fixture_clearance},
          {"gap_mm", o.gap},
          {"rapid", rapid},
          {"rapid_rates", o.rapid_rates},
          {"first_tool", o.first_tool},
          {"starts_clear", o.starts_clear},
          {"path_tolerance_mm", o.path_tolerance < 0 ? Json(nullptr) : Json(o.path_tolerance)},
          {"strict", o.strict},
          {"lenient", o.partial}};
}

/// Relative, with what a URI cannot hold written as %XX.
std::string uri_of(const std::string& file) {
  std::error_code error;
  std::filesystem::path path(file);
  if (path.is_absolute()) {
    const std::filesystem::path near = std::filesystem::proximate(path, error);
    if (!error) path = near;
  }
  std::string uri;
  for (const unsigned char c : path.generic_string()) {
    const bool plain = std::isalnum(c) != 0 || c == '/' || c == '.' || c == '-' || c == '_' || c == '~';
    constexpr const char* kHex = "0123456789ABCDEF";
    uri += plain ? std::string(1, static_cast<char>(c)) : std::string{'%', kHex[c >> 4], kHex[c & 15]};
  }
  return uri;
}

Json rules_json() {
  const std::vector<std::pair<nc::FindingKind, const char*>> rules = {
      {nc::FindingKind::gouge_cutter, "The cutter takes away more of the part than the tolerance"},
      {nc::FindingKind::gouge_shank, "The shank cuts into the part"},
      {nc::FindingKind::gouge_holder, "The holder cuts into the part"},
      {nc::FindingKind::fixture, "The tool comes too close to a fixture"},
      {nc::FindingKind::near_miss, "Shank, holder or a rapid comes too close to the part"},
      {nc::FindingKind::rapid_in_stock, "A rapid goes through material"},
      {nc::FindingKind::shank_in_stock, "The shank goes through material"},
      {nc::FindingKind::holder_in_stock, "The holder goes through material"},
      {nc::FindingKind::excess, "Material is left above the part"},
      {nc::FindingKind::undecided, "Neither clean nor a gouge within what was spent"},
      {nc::FindingKind::unchecked, "A motion that cannot be checked"},
      {nc::FindingKind::tool_missing, "The tool is not known"},
      {nc::FindingKind::program, "The program itself"},
      {nc::FindingKind::travel, "An axis of the machine goes beyond its limits"}};
  Json list = Json::array();
  for (const auto& [kind, text] : rules) list.push_back({{"id", name(kind)}, {"shortDescription", {{"text", text}}}});
  return list;
}

/// Does not change when lines are inserted elsewhere: what is wrong with which tool and body, and the how many-th so.
std::string fingerprint(const nc::Finding& f, std::size_t ordinal) {
  return sha256(std::string(name(f.kind)) + "|" + std::to_string(f.tool) + "|" + part_text(f.part) + "|" +
                std::to_string(f.body) + "|" + f.word + "|" + std::to_string(ordinal))
      .substr(0, 32);
}

Json stock_json(const nc::StockReport& s) {
  Json errors = Json::array();
  for (const nc::ErrorTerm& e : s.errors) errors.push_back({{"name", e.name}, {"mm", e.mm}, {"why", e.why}});
  Json json = {{"verdict", name(s.verdict)},
               {"proved", s.proved},
               {"cell_mm", s.cell},
               {"lines", s.lines},
               {"between_lines_mm", s.between_lines},
               {"errors", errors},
               {"volume_before_mm3", s.volume_before},
               {"volume_after_mm3", s.volume_after},
               {"motions", {{"all", s.motions}, {"simulated", s.simulated}, {"unchecked", s.unchecked}}},
               {"moves", s.moves},
               {"rapids_in_stock", s.rapids_in_stock},
               {"shanks_in_stock", s.shanks_in_stock},
               {"holders_in_stock", s.holders_in_stock},
               {"findings_left_out", s.findings_left_out},
               {"elapsed_ms", s.seconds * 1e3}};
  if (s.compared) {
    json["target"] = {{"excess_mm3", s.excess_volume},     {"above_mm3", s.above_volume},
                      {"overcut_mm3", s.overcut_volume},   {"uncovered_mm3", s.uncovered_volume},
                      {"worst_excess_mm", s.worst_excess}, {"worst_overcut_mm", s.worst_overcut}};
  }
  return json;
}

}  // namespace

std::string gouge_json(const GougeRun& run) {
  const nc::GougeReport& r = run.report;
  Json inputs = Json::array();
  for (const GougeInput& input : run.inputs) {
    inputs.push_back({{"role", input.role}, {"file", input.file}, {"sha256", input.sha256}});
  }
  Json errors = Json::array();
  for (const nc::ErrorTerm& e : r.errors) {
    errors.push_back({{"name", e.name}, {"mm", finite(e.mm)}, {"why", e.why}, {"in_bounds", e.in_bounds}});
  }
  Json findings = Json::array(), tools = Json::array(), bodies = Json::array();
  for (const nc::Finding& f : r.findings) findings.push_back(finding_json(f, run.outcome));
  for (const nc::ToolUsed& tool : r.tools) tools.push_back(tool_json(tool));
  for (const nc::BodyUsed& body : r.bodies) bodies.push_back(body_json(body));
  const Json document = {{"schema", "graze-gouge-1"},
                         {"version", GRAZE_VERSION},
                         {"verdict", name(r.verdict)},
                         {"exit_code", gouge_exit(run)},
                         {"proved", r.proved},
                         {"stock", run.stock ? stock_json(*run.stock) : Json(nullptr)},
                         {"inputs", inputs},
                         {"dialect", run.outcome.dialect == nc::Dialect::fanuc ? "fanuc" : "linuxcnc"},
                         {"options", options_json(run.options)},
                         {"errors", errors},
                         {"bodies", bodies},
                         {"tools", tools},
                         {"motions",
                          {{"all", r.motions},
                           {"clean", r.clean},
                           {"gouging", r.gouging},
                           {"undecided", r.undecided},
                           {"unchecked", r.unchecked}}},
                         {"moves", r.moves},
                         {"deepest_lower_mm", finite(r.deepest_lower)},
                         {"deepest_upper_mm", finite(r.deepest_upper)},
                         {"elapsed_ms", r.seconds * 1e3},
                         {"findings", findings},
                         {"findings_left_out", r.findings_left_out}};
  return text(document, "lines", r.lines.size(), [&](std::size_t i) {
    const nc::LineDepth& line = r.lines[i];
    return Json{{"file", line.file < run.outcome.files.size() ? run.outcome.files[line.file] : std::string()},
                {"line", line.line},
                {"motions", line.motions},
                {"lower_mm", finite(line.lower)},
                {"upper_mm", finite(line.upper)}};
  });
}

std::string gouge_sarif(const GougeRun& run) {
  Json results = Json::array();
  std::map<std::string, std::size_t> seen;
  for (const nc::Finding& f : run.report.findings) {
    const std::string base = fingerprint(f, 0);
    const std::size_t ordinal = seen[base]++;
    Json region = {{"startLine", std::max(1U, f.place.line)}, {"startColumn", std::max(1U, f.place.column)}};
    const std::string message = f.message + (f.advice.empty() ? "" : "; " + f.advice);
    results.push_back(
        {{"ruleId", name(f.kind)},
         {"level", level_text(f.severity)},
         {"message", {{"text", message}}},
         {"locations", Json::array({{{"physicalLocation",
                                      {{"artifactLocation", {{"uri", uri_of(file_of(f.place, run.outcome))}}},
                                       {"region", region}}}}})},
         {"partialFingerprints", {{"graze/v1", fingerprint(f, ordinal)}}}});
  }
  const Json driver = {{"name", "graze gouge"}, {"version", GRAZE_VERSION}, {"rules", rules_json()}};
  const bool verified = gouge_exit(run) != static_cast<int>(nc::GougeVerdict::not_verified);
  const Json document = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       Json::array({{{"tool", {{"driver", driver}}},
                     {"columnKind", "utf16CodeUnits"},
                     {"invocations", Json::array({{{"executionSuccessful", verified}, {"exitCode", gouge_exit(run)}}})},
                     {"results", results}}})}};
  return text(document);
}

}  // namespace graze::cli
