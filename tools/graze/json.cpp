// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <fstream>
#include <thread>

namespace graze::cli {
namespace {

double milliseconds(std::chrono::nanoseconds time) { return static_cast<double>(time.count()) / 1e6; }

std::string dump(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

Json to_json(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

Json to_json(const Pose& pose) {
  const double* r = pose.r;
  return Json::array({r[0], r[1], r[2], pose.t.x, r[3], r[4], r[5], pose.t.y, r[6], r[7], r[8], pose.t.z});
}

Json to_json(const MeshReport& report) {
  return {{"vertices", report.vertices},
          {"distinct_vertices", report.distinct_vertices},
          {"unused_vertices", report.unused_vertices},
          {"triangles", report.triangles},
          {"degenerate_triangles", report.degenerate_triangles},
          {"duplicate_triangles", report.duplicate_triangles},
          {"open_edges", report.open_edges},
          {"non_manifold_edges", report.non_manifold_edges},
          {"misoriented_edges", report.misoriented_edges},
          {"components", report.components},
          {"closed", report.closed},
          {"manifold", report.manifold},
          {"oriented", report.oriented},
          {"area", report.area},
          {"volume", report.oriented ? Json(report.volume) : Json(nullptr)},
          {"box", {{"lower", to_json(report.box.lower)}, {"upper", to_json(report.box.upper)}}}};
}

Json to_json(const HierarchyStats& stats) {
  return {{"volume", name(stats.volume)},
          {"split", name(stats.split)},
          {"width", stats.width},
          {"leaf_size", stats.leaf_size},
          {"triangles", stats.triangles},
          {"nodes", stats.nodes},
          {"leaves", stats.leaves},
          {"height", stats.height},
          {"total_volume", stats.total_volume},
          {"child_fill", stats.child_fill},
          {"leaf_fill", stats.leaf_fill},
          {"node_bytes", stats.node_bytes},
          {"leaf_bytes", stats.leaf_bytes},
          {"bytes_per_triangle", stats.bytes_per_triangle},
          {"pieces", stats.pieces},
          {"spheres", stats.spheres},
          {"rounded_boxes", stats.rounded_boxes},
          {"boxes", stats.boxes}};
}

Json to_json(const Counters& counters) {
  return {{"volume_tests", counters.volume_tests},
          {"primitive_tests", counters.primitive_tests},
          {"node_updates", counters.node_updates},
          {"exact_tests", counters.exact_tests}};
}

Json to_json(const StudyCounters& counters) {
  return {{"overlaps", counters.overlaps},
          {"comparisons", counters.comparisons},
          {"disjoint_comparisons", counters.disjoint_comparisons}};
}

Json bound_json(const PoseResult& pose) {
  return {{"outcome", name(pose.collides    ? Outcome::colliding
                           : pose.undecided ? Outcome::possible
                                            : Outcome::disjoint)},
          {"finished", pose.finished},
          {"penetration", pose.penetration}};
}

Json laboratory_json(const RunOptions& options) {
  const char* front = options.front == FrontKind::none    ? "none"
                      : options.front == FrontKind::pairs ? "pairs"
                      : options.front_pairs               ? "environment_pairs"
                                                          : "environment";
  const StudyOptions& study = options.query.study;
  return {{"tumbling", name(study.tumbling)},
          {"order", name(study.order)},
          {"intervals", study.intervals},
          {"closure", study.closure},
          {"front", front},
          {"step_limit", options.limits.steps},
          {"time_limit_ns", options.limits.time.count()}};
}

Json to_json(const Contact& contact) {
  return {{"a", contact.triangle_a},
          {"b", contact.triangle_b},
          {"kind", name(contact.kind)},
          {"p", to_json(contact.p)},
          {"q", to_json(contact.q)}};
}

Json to_json(const Input& input) {
  const HierarchyStats stats = input.model.stats();
  return {{"file", input.file.string()},
          {"saved_model", input.saved_model},
          {"triangles", stats.triangles},
          {"volume", name(stats.volume)},
          {"width", stats.width},
          {"leaf_size", stats.leaf_size},
          {"margin", input.model.options().margin},
          {"load_ms", milliseconds(input.load_time)},
          {"build_ms", milliseconds(input.build_time)}};
}

Json machine() {
  return {{"cpu", cpu_name()},
          {"hardware_threads", std::thread::hardware_concurrency()},
          {"instruction_set", instruction_set()}};
}

std::string text(const Json& document) { return dump(document, 2) + "\n"; }

std::string text(const Json& document, const std::string& key, std::size_t count,
                 const std::function<Json(std::size_t)>& row) {
  std::string result = dump(document, 2);
  result.erase(result.size() - 2);  // "\n}"
  result += ",\n  " + dump(key, -1) + ": [";
  for (std::size_t i = 0; i < count; ++i) result += (i == 0 ? "\n    " : ",\n    ") + dump(row(i), -1);
  return result + (count == 0 ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace graze::cli
