// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <cstdint>

#include "command.h"
#include "embed/embed.h"

namespace graze::cli {
namespace {

using web::encoded;

void append(std::vector<float>& out, const Vec3& v, const Vec3& origin) {
  out.push_back(static_cast<float>(v.x - origin.x));
  out.push_back(static_cast<float>(v.y - origin.y));
  out.push_back(static_cast<float>(v.z - origin.z));
}

Vec3 middle(const Mesh& mesh) {
  const auto [lower, upper] = web::box_of(mesh);
  return {lower.x / 2 + upper.x / 2, lower.y / 2 + upper.y / 2, lower.z / 2 + upper.z / 2};
}

Json mesh_json(const Mesh& whole, std::size_t most, const Vec3& origin) {
  const Mesh drawn = web::coarsened(whole, most);
  std::vector<float> positions;
  for (const Vec3& v : drawn.vertices) append(positions, v, origin);
  std::vector<std::uint32_t> indices;
  for (const Triangle& t : drawn.triangles) indices.insert(indices.end(), t.begin(), t.end());
  return {{"triangles", whole.triangles.size()},
          {"drawn", drawn.triangles.size()},
          {"positions", encoded(positions)},
          {"indices", encoded(indices)}};
}

Json contacts_json(const RunResult& result, const Vec3& origin) {
  std::size_t total = 0;
  for (const PoseResult& pose : result.poses) total += pose.pairs.size();
  // Too many: every pose keeps the same share of its own, evenly spaced, and at least one.
  const double share =
      std::min(1.0, static_cast<double>(kDrawnContacts) / static_cast<double>(std::max<std::size_t>(total, 1)));
  std::vector<float> segments;
  std::vector<std::uint32_t> offsets = {0};
  for (const PoseResult& pose : result.poses) {
    const std::size_t count = pose.pairs.size();
    const std::size_t kept = std::min(count, static_cast<std::size_t>(static_cast<double>(count) * share) + 1);
    for (std::size_t k = 0; k < kept; ++k) {
      const Contact& contact = pose.pairs[k * count / kept];
      append(segments, contact.p, origin);
      append(segments, contact.q, origin);
    }
    offsets.push_back(static_cast<std::uint32_t>(segments.size() / 6));
  }
  return {{"total", total}, {"segments", encoded(segments)}, {"offsets", encoded(offsets)}};
}

Json steps_json(const RunResult& result) {
  std::vector<std::uint32_t> contacts, volume_tests, primitive_tests, exact_tests;
  std::vector<float> times;
  std::vector<std::uint8_t> collides;
  const auto clipped = [](std::uint64_t n) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, UINT32_MAX));
  };
  for (const PoseResult& pose : result.poses) {
    collides.push_back(pose.collides ? 1 : 0);
    contacts.push_back(clipped(pose.contacts));
    volume_tests.push_back(clipped(pose.counters.volume_tests));
    primitive_tests.push_back(clipped(pose.counters.primitive_tests));
    exact_tests.push_back(clipped(pose.counters.exact_tests));
    times.push_back(static_cast<float>(pose.counters.time.count()));
  }
  return {{"count", result.poses.size()},
          {"collides", encoded(collides)},
          {"contacts", encoded(contacts)},
          {"volume_tests", encoded(volume_tests)},
          {"primitive_tests", encoded(primitive_tests)},
          {"exact_tests", encoded(exact_tests)},
          {"time_ns", encoded(times)}};
}

/// Rotation (row-major) and translation, the object's drawn origin included: x -> R·(x + c) + t - origin.
Json poses_json(std::span<const Pose> poses, std::size_t count, const Vec3& object_origin, const Vec3& origin) {
  std::vector<float> numbers;
  for (const Pose& pose : poses.first(count)) {
    for (const double r : pose.r) numbers.push_back(static_cast<float>(r));
    append(numbers, place(pose, object_origin), origin);
  }
  return encoded(numbers);
}

std::string file_name(const Input& input) { return input.file.filename().string(); }

}  // namespace

void require_report_template() {
  if (report_template().empty()) {
    throw Failure("--html: built without the report page, for npm's registry was not reached; build graze again");
  }
}

std::string report_html(const Report& report) {
  require_report_template();
  const Mesh& environment = report.environment.model.mesh();
  const Mesh& object = report.object.model.mesh();
  const Vec3 origin = middle(environment), object_origin = middle(object);
  Json data = {{"title", report.title.empty()
                             ? file_name(report.object) + " along a path through " + file_name(report.environment)
                             : report.title},
               {"run", report.header},
               {"origin", to_json(origin)},
               {"environment", mesh_json(environment, kDrawnEnvironment, origin)},
               {"object", mesh_json(object, kDrawnObject, object_origin)},
               {"poses", poses_json(report.poses, report.result.poses.size(), object_origin, origin)},
               {"steps", steps_json(report.result)},
               {"contacts", contacts_json(report.result, origin)}};
  return web::filled(report_template(), data.dump(-1, ' ', true, Json::error_handler_t::replace));
}

}  // namespace graze::cli
