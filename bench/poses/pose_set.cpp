// SPDX-License-Identifier: Apache-2.0
#include "pose_set.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "graze/error.h"
#include "io/file.h"

namespace graze::bench {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view kFormat = "graze-poses";
constexpr int kVersion = 1;
constexpr std::array<std::string_view, 4> kPlacings = {"offset", "fixed_distance", "interior", "given"};
constexpr std::array<std::string_view, 19> kColumns = {
    "level", "placing", "prescribed", "achieved", "verified", "direction", "orientation", "r00", "r01", "r02",
    "tx",    "r10",     "r11",        "r12",      "ty",       "r20",       "r21",         "r22", "tz"};
constexpr std::size_t kMatrixAt = 7;

ordered_json json_of(const ModelId& id) {
  return {{"name", id.name},           {"file", id.file},   {"vertices", id.vertices},
          {"triangles", id.triangles}, {"scale", id.scale}, {"hash", hash_text(id.hash)}};
}

ordered_json row_of(const PlacedPose& p) {
  ordered_json row = {p.level, name(p.placing), p.prescribed, p.achieved, p.verified, p.direction, p.orientation};
  const double t[3] = {p.b_in_a.t.x, p.b_in_a.t.y, p.b_in_a.t.z};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) row.push_back(p.b_in_a.r[3 * i + j]);
    row.push_back(t[i]);
  }
  return row;
}

/// Reads a document and says what is missing or wrong by its place in it.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file) {}

  [[noreturn]] void fail(const std::string& message) const { throw Error(ErrorCode::format, message, file_); }

  const ordered_json& member(const ordered_json& object, const std::string& key, const std::string& where) const {
    if (!object.is_object() || !object.contains(key)) fail("there is no \"" + key + "\" in " + where);
    return object[key];
  }
  std::string text(const ordered_json& object, const std::string& key, const std::string& where) const {
    const ordered_json& value = member(object, key, where);
    if (!value.is_string()) fail("\"" + key + "\" in " + where + " is not a string");
    return value.get<std::string>();
  }
  double number(const ordered_json& value, const std::string& what) const {
    if (!value.is_number() || !std::isfinite(value.get<double>())) fail(what + " is not a finite number");
    return value.get<double>();
  }
  std::uint64_t count(const ordered_json& value, const std::string& what) const {
    if (!value.is_number_unsigned()) fail(what + " is not a whole number");
    return value.get<std::uint64_t>();
  }
  std::uint32_t small_count(const ordered_json& value, const std::string& what) const {
    const std::uint64_t number = count(value, what);
    if (number > 0xFFFFFFFFu) fail(what + " is too large");
    return static_cast<std::uint32_t>(number);
  }

  ModelId model(const ordered_json& document, const std::string& key) const {
    const ordered_json& object = member(document, key, "the document");
    ModelId id;
    id.name = text(object, "name", key);
    id.file = text(object, "file", key);
    id.vertices = count(member(object, "vertices", key), key + ": vertices");
    id.triangles = count(member(object, "triangles", key), key + ": triangles");
    id.scale = number(member(object, "scale", key), key + ": scale");
    if (!(id.scale > 0)) fail(key + ": scale is not positive");
    const std::string hash = text(object, "hash", key);
    const auto [end, error] = std::from_chars(hash.data(), hash.data() + hash.size(), id.hash, 16);
    if (hash.size() != 16 || error != std::errc() || end != hash.data() + hash.size()) {
      fail("\"hash\" in " + key + " is not 16 hexadecimal digits");
    }
    return id;
  }

  PlacedPose pose(const ordered_json& row, std::size_t index, std::size_t levels) const {
    const std::string where = "pose " + std::to_string(index);
    if (!row.is_array() || row.size() != kColumns.size()) {
      fail(where + " is not a list of " + std::to_string(kColumns.size()) + " values");
    }
    const auto what = [&](std::size_t column) { return where + ": " + std::string(kColumns[column]); };
    PlacedPose result;
    result.level = small_count(row[0], what(0));
    if (result.level >= levels) fail(where + " is of level " + std::to_string(result.level) + ", which does not exist");
    std::size_t placing = 0;
    while (placing < kPlacings.size() && !(row[1].is_string() && row[1].get<std::string>() == kPlacings[placing])) {
      ++placing;
    }
    if (placing == kPlacings.size()) fail(what(1) + " is none of offset, fixed_distance, interior, given");
    result.placing = static_cast<Placing>(placing);
    result.prescribed = number(row[2], what(2));
    result.achieved = number(row[3], what(3));
    if (!row[4].is_boolean()) fail(what(4) + " is neither true nor false");
    result.verified = row[4].get<bool>();
    result.direction = small_count(row[5], what(5));
    result.orientation = small_count(row[6], what(6));
    double* const t[3] = {&result.b_in_a.t.x, &result.b_in_a.t.y, &result.b_in_a.t.z};
    std::size_t at = kMatrixAt;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j, ++at) result.b_in_a.r[3 * i + j] = number(row[at], what(at));
      *t[i] = number(row[at], what(at));
      ++at;
    }
    if (!is_rigid(result.b_in_a)) fail(where + " is not a rigid motion");
    return result;
  }

 private:
  const std::filesystem::path& file_;
};

}  // namespace

std::string_view name(Placing placing) { return kPlacings[static_cast<std::size_t>(placing)]; }

std::uint64_t mesh_hash(const Mesh& mesh) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  const auto add = [&](std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8) hash = (hash ^ (value & 0xFF)) * 0x100000001B3u;
  };
  for (const Vec3& v : mesh.vertices) {
    for (const double x : {v.x, v.y, v.z}) add(std::bit_cast<std::uint64_t>(x == 0 ? 0.0 : x), 8);
  }
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t i : t) add(i, 4);
  }
  return hash;
}

std::string hash_text(std::uint64_t hash) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
  return text;
}

ModelId identify(const Mesh& mesh, std::string name, std::string file, double scale) {
  return {std::move(name), std::move(file), mesh.vertices.size(), mesh.triangles.size(), scale, mesh_hash(mesh)};
}

void expect_model(const ModelId& id, const Mesh& mesh, const std::filesystem::path& set) {
  const std::uint64_t hash = mesh_hash(mesh);
  if (hash == id.hash) return;
  throw Error(ErrorCode::format,
              "these poses are for " + id.name + " (" + std::to_string(id.triangles) + " triangles, hash " +
                  hash_text(id.hash) + "), but the mesh given has " + std::to_string(mesh.triangles.size()) +
                  " triangles and hash " + hash_text(hash),
              set);
}

PoseSet read_pose_set(const std::filesystem::path& file) {
  const Reader reader(file);
  ordered_json document;
  try {
    document = ordered_json::parse(detail::read_file(file));
  } catch (const ordered_json::exception& error) {
    reader.fail(std::string("is not JSON: ") + error.what());
  }
  const std::string top = "the document";
  if (reader.text(document, "format", top) != kFormat) reader.fail("is not a file of poses (graze-poses)");
  const std::uint64_t version = reader.count(reader.member(document, "version", top), "version");
  if (version != kVersion) reader.fail("is of version " + std::to_string(version) + ", and this program reads 1");
  PoseSet set;
  set.name = reader.text(document, "name", top);
  set.title = reader.text(document, "title", top);
  set.a = reader.model(document, "a");
  set.b = reader.model(document, "b");
  set.size = reader.number(reader.member(document, "size", top), "size");
  if (!(set.size > 0)) reader.fail("size is not positive");
  set.max_penetration = reader.number(reader.member(document, "max_penetration", top), "max_penetration");
  set.generator = reader.text(document, "generator", top);
  set.seed = reader.count(reader.member(document, "seed", top), "seed");
  set.levels_are = reader.text(document, "levels_are", top);
  const ordered_json& levels = reader.member(document, "levels", top);
  if (!levels.is_array()) reader.fail("\"levels\" is not a list");
  for (const ordered_json& level : levels) set.levels.push_back(reader.number(level, "a level"));
  const ordered_json& columns = reader.member(document, "columns", top);
  if (columns != ordered_json(kColumns)) reader.fail("\"columns\" are not those of version 1");
  const ordered_json& poses = reader.member(document, "poses", top);
  if (!poses.is_array()) reader.fail("\"poses\" is not a list");
  if (poses.empty()) reader.fail("holds no pose");
  for (const ordered_json& row : poses) set.poses.push_back(reader.pose(row, set.poses.size(), set.levels.size()));
  return set;
}

void write_pose_set(const std::filesystem::path& file, const PoseSet& set) {
  const ordered_json head = {{"format", kFormat},
                             {"version", kVersion},
                             {"name", set.name},
                             {"title", set.title},
                             {"a", json_of(set.a)},
                             {"b", json_of(set.b)},
                             {"size", set.size},
                             {"max_penetration", set.max_penetration},
                             {"generator", set.generator},
                             {"seed", set.seed},
                             {"levels_are", set.levels_are},
                             {"levels", set.levels},
                             {"columns", kColumns}};
  std::string text = head.dump(1);
  text.erase(text.size() - 2);  // "\n}": a pose a line follows
  text += ",\n \"poses\": [";
  const char* separator = "\n  ";
  for (const PlacedPose& pose : set.poses) {
    text += separator + row_of(pose).dump();
    separator = ",\n  ";
  }
  text += "\n ]\n}\n";
  detail::write_file(file, text);
}

}  // namespace graze::bench
