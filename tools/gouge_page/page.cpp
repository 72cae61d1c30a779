// SPDX-License-Identifier: Apache-2.0
#include "gouge_page/page.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "embed/embed.h"
#include "gouge_page/vectors.h"
#include "graze/error.h"

namespace graze::gouge_page {
namespace {

using PageJson = nlohmann::ordered_json;
using web::encoded;

PageJson triple(const Vec3& v) { return {v.x, v.y, v.z}; }

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

/// JSON has no infinities.
PageJson number(double value) { return std::isfinite(value) ? PageJson(value) : PageJson(nullptr); }

void append(std::vector<float>& out, const Vec3& v, const Vec3& origin) {
  out.push_back(static_cast<float>(v.x - origin.x));
  out.push_back(static_cast<float>(v.y - origin.y));
  out.push_back(static_cast<float>(v.z - origin.z));
}

PageJson mesh_json(const Mesh& mesh, const Vec3& origin) {
  std::vector<float> positions;
  for (const Vec3& v : mesh.vertices) append(positions, v, origin);
  std::vector<std::uint32_t> indices;
  for (const Triangle& t : mesh.triangles) indices.insert(indices.end(), t.begin(), t.end());
  return {{"drawn", mesh.triangles.size()}, {"positions", encoded(positions)}, {"indices", encoded(indices)}};
}

PageJson part_json(const PageData& data, const Vec3& origin) {
  const PaintedPart& part = data.part;
  std::vector<std::uint32_t> moved;
  const Mesh drawn = web::coarsened(part.mesh, kDrawnPart, &moved);
  std::vector<float> depth(drawn.vertices.size(), static_cast<float>(-part.scale.band));
  for (std::size_t i = 0; i < moved.size(); ++i) depth[moved[i]] = std::max(depth[moved[i]], part.depth[i]);
  PageJson json = mesh_json(drawn, origin);
  json["triangles"] = data.part_triangles;
  json["simplified"] = drawn.triangles.size() < part.mesh.triangles.size();
  json["depth"] = encoded(depth);
  json["moves"] = part.moves;
  json["moves_done"] = part.moves_done;
  return json;
}

PageJson path_json(const Path& path, const Vec3& origin) {
  std::vector<float> tips;
  std::vector<double> at;
  std::vector<std::uint32_t> places;
  std::vector<std::uint8_t> legs;
  std::vector<std::uint16_t> numbers;
  std::vector<float> axes;
  bool turned = false;
  for (const PathPoint& p : path.points) {
    append(tips, p.tool.tip, origin);
    append(axes, p.tool.axis, {});
    turned = turned || p.tool.axis.x != 0 || p.tool.axis.y != 0 || p.tool.axis.z < 0;
    at.push_back(p.at);
    places.push_back(p.place);
    legs.push_back(static_cast<std::uint8_t>(p.leg));
    numbers.push_back(static_cast<std::uint16_t>(std::clamp(p.number, 0, 65535)));
  }
  PageJson json = {{"motions", path.motions},
                   {"deviation", path.deviation},
                   {"exact_lines", path.exact_lines},
                   {"tip", encoded(tips)},
                   {"at", web::base64(at.data(), at.size() * sizeof(double))},
                   {"place", encoded(places)},
                   {"leg", encoded(legs)},
                   {"tool", encoded(numbers)}};
  if (turned) json["axis"] = encoded(axes);
  return json;
}

PageJson place_json(const nc::Place& p) {
  PageJson json = {{"file", p.file}, {"line", p.line}, {"column", p.column}};
  if (p.n >= 0) json["n"] = p.n;
  return json;
}

std::string_view word(nc::Part part) {
  return part == nc::Part::cutting ? "cutter" : part == nc::Part::shank ? "shank" : "holder";
}

std::string_view word(nc::Severity severity) {
  return severity == nc::Severity::error ? "error" : severity == nc::Severity::warning ? "warning" : "note";
}

PageJson finding_json(const nc::Finding& f, const Vec3& origin) {
  const Vec3 contact = f.contact + -1.0 * origin, tip = f.tip + -1.0 * origin;
  PageJson json = {{"kind", nc::name(f.kind)},
                   {"severity", word(f.severity)},
                   {"place", place_json(f.place)},
                   {"first", place_json(f.first)},
                   {"last", place_json(f.last)},
                   {"motion", f.motion},
                   {"first_motion", f.first_motion},
                   {"last_motion", f.last_motion},
                   {"motions", f.motions},
                   {"tool", f.tool},
                   {"part", word(f.part)},
                   {"body", f.body},
                   {"lower", number(f.lower)},
                   {"upper", number(f.upper)},
                   {"allowed", number(f.allowed)},
                   {"raise", number(f.raise)},
                   {"message", f.message},
                   {"word", f.word},
                   {"advice", f.advice}};
  if (f.triangle != kNoTriangle) {
    json["triangle"] = f.triangle;
    json["contact"] = triple(contact);
    json["at"] = static_cast<double>(f.motion) + f.t;
    json["tip"] = triple(tip);
    json["axis"] = triple(f.axis);
  }
  return json;
}

PageJson tool_json(const nc::ToolUsed& tool) {
  PageJson pieces = PageJson::array();
  for (const nc::ConvexPiece& p : tool.pieces) pieces.push_back({word(p.part), p.z0, p.r0, p.z1, p.r1, p.rounding});
  return {{"number", tool.number},         {"name", tool.name},         {"type", tool.type},
          {"source", tool.source},         {"diameter", tool.diameter}, {"height", tool.height},
          {"excess", tool.excess},         {"pieces", pieces},          {"has_shank", tool.has_shank},
          {"has_holder", tool.has_holder}, {"motions", tool.motions}};
}

/// By line, or by stretches of lines where there are too many: of each the worst.
PageJson lines_json(std::span<const nc::LineDepth> lines) {
  const std::size_t joined = (lines.size() + kPlottedLines - 1) / kPlottedLines;
  std::vector<std::uint32_t> places;
  std::vector<float> lower, upper;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const nc::LineDepth& l = lines[i];
    const std::uint32_t place = std::min(l.file, 255U) << 24 | std::min(l.line, 0xFFFFFFU);
    const auto low = static_cast<float>(l.lower), high = static_cast<float>(l.upper);
    if (i % joined == 0 || places.back() >> 24 != place >> 24) {
      places.push_back(place);
      lower.push_back(low);
      upper.push_back(high);
    } else if (high > upper.back()) {
      places.back() = place;
      upper.back() = high;
      lower.back() = std::max(lower.back(), low);
    }
  }
  return {{"count", lines.size()},
          {"joined", joined},
          {"place", encoded(places)},
          {"lower", encoded(lower)},
          {"upper", encoded(upper)}};
}

/// All of a program, or what stands around findings: pieces that begin at a line.
PageJson text_json(std::string_view name, std::string_view text, const std::set<std::uint32_t>& wanted) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' && i + 1 < text.size()) starts.push_back(i + 1);
  PageJson pieces = PageJson::array();
  const auto add = [&](std::size_t first, std::size_t last) {  // lines, from 0
    const std::size_t end = last + 1 < starts.size() ? starts[last + 1] : text.size();
    pieces.push_back({{"first", first + 1}, {"text", text.substr(starts[first], end - starts[first])}});
  };
  const bool whole = text.size() <= kWholeText;
  if (whole) add(0, starts.size() - 1);
  std::size_t next = 0, room = kWholeText;
  for (const std::uint32_t line : wanted) {
    if (whole || line == 0 || line > starts.size()) continue;
    const std::size_t first = std::max<std::size_t>(next, line - 1 > kAroundFindings ? line - 1 - kAroundFindings : 0);
    const std::size_t last = std::min<std::size_t>(line - 1 + kAroundFindings, starts.size() - 1);
    if (first > last) continue;
    const std::size_t size = (last + 1 < starts.size() ? starts[last + 1] : text.size()) - starts[first];
    if (size > room) break;
    room -= size;
    add(first, last);
    next = last + 1;
  }
  return {{"name", name}, {"lines", starts.size()}, {"whole", whole}, {"pieces", pieces}};
}

PageJson program_json(const PageData& data) {
  PageJson files = PageJson::array();
  for (std::size_t i = 0; i < data.files.size(); ++i) {
    std::set<std::uint32_t> wanted = {1};
    for (const nc::Finding& f : data.report.findings)
      for (const nc::Place* p : {&f.place, &f.first, &f.last})
        if (p->file == i) wanted.insert(p->line);
    files.push_back(text_json(data.files[i], i < data.texts.size() ? data.texts[i] : std::string_view(), wanted));
  }
  return files;
}

PageJson report_json(const PageData& data, const Vec3& origin) {
  const nc::GougeReport& r = data.report;
  PageJson findings = PageJson::array(), errors = PageJson::array(), tools = PageJson::array(),
           bodies = PageJson::array();
  for (const nc::Finding& f : std::span(r.findings).first(std::min(r.findings.size(), kListedFindings)))
    findings.push_back(finding_json(f, origin));
  for (const nc::ErrorTerm& e : r.errors)
    errors.push_back({{"name", e.name}, {"mm", number(e.mm)}, {"why", e.why}, {"in_bounds", e.in_bounds}});
  for (const nc::ToolUsed& t : r.tools) tools.push_back(tool_json(t));
  for (const nc::BodyUsed& b : r.bodies) {
    bodies.push_back({{"name", b.name},
                      {"hash", b.hash},
                      {"triangles", b.triangles},
                      {"closed", b.closed},
                      {"allowed", number(b.allowed)},
                      {"box", b.box}});
  }
  const std::size_t left = r.findings.size() - findings.size();
  return {{"verdict", nc::name(r.verdict)},
          {"proved", r.proved},
          {"tolerance", data.tolerance},
          {"deepest", {number(r.deepest_lower), number(r.deepest_upper)}},
          {"motions", r.motions},
          {"clean", r.clean},
          {"gouging", r.gouging},
          {"undecided", r.undecided},
          {"unchecked", r.unchecked},
          {"moves", r.moves},
          {"seconds", r.seconds},
          {"findings", findings},
          {"findings_left_out", r.findings_left_out + left},
          {"errors", errors},
          {"tools", tools},
          {"bodies", bodies}};
}

}  // namespace

bool has_page() { return !page_template().empty(); }

std::vector<double> kept_places(const nc::GougeReport& report) {
  std::vector<double> kept;
  for (const nc::Finding& f : report.findings) {
    for (const std::uint64_t m : {f.first_motion, f.motion, f.motion + 1, f.last_motion + 1})
      kept.push_back(static_cast<double>(m));
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

std::string page_html(const PageData& data) {
  if (!has_page()) {
    throw Error(ErrorCode::unsupported,
                "built without the page of graze gouge, for npm's registry was not reached; build graze again");
  }
  const Box box = web::box_of(data.part.mesh);
  const Vec3 origin = 0.5 * (box.lower + box.upper);
  std::string title = data.title;
  if (title.empty()) {
    title = (data.files.empty() ? "program" : file_name(data.files[0])) + " on " +
            (data.report.bodies.empty() ? "the part" : file_name(data.report.bodies[0].name));
  }
  const Scale& scale = data.part.scale;
  PageJson json = {
      {"schema", "graze-gouge-page-1"},
      {"title", title},
      {"version", data.version},
      {"origin", triple(origin)},
      {"report", report_json(data, origin)},
      {"scale", {{"allowed", scale.allowed}, {"green", scale.green}, {"band", scale.band}, {"deepest", scale.deepest}}},
      {"lines", lines_json(data.report.lines)},
      {"path", path_json(data.path, origin)},
      {"program", program_json(data)},
      {"part", part_json(data, origin)}};
  PageJson fixtures = PageJson::array();
  for (const Mesh* mesh : data.fixtures)
    fixtures.push_back(mesh_json(web::coarsened(*mesh, kDrawnFixtures / data.fixtures.size()), origin));
  json["fixtures"] = fixtures;
  if (data.stock != nullptr) {
    json["report"]["stock"] = {{"verdict", nc::name(data.stock->verdict)}, {"proved", data.stock->proved}};
    if (!data.stock->remaining.triangles.empty())
      json["stock"] = mesh_json(web::coarsened(data.stock->remaining, kDrawnFixtures), origin);
  }
  return web::filled(page_template(), json.dump(-1, ' ', true, PageJson::error_handler_t::replace));
}

}  // namespace graze::gouge_page
