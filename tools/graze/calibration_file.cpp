// SPDX-License-Identifier: Apache-2.0
#include "calibration_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "command.h"

namespace graze::cli {
namespace {

constexpr std::uintmax_t kMostBytes = 4'000'000;

class Fnv {
 public:
  void add(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash_ = (hash_ ^ bytes[i]) * 0x100000001B3u;
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325u;
};

Json model_json(const Input& input) {
  return {{"file", input.file.filename().string()},
          {"triangles", input.model.mesh().triangles.size()},
          {"fingerprint", fingerprint(input.model)}};
}

std::string weights_text() { return fmt::format("{:016x}", shipped_weights()); }

/// A member of a document, by a path for messages.
class Node {
 public:
  Node(const Json& value, const std::string& file, std::string path)
      : value_(value), file_(file), path_(std::move(path)) {}

  Node at(const char* key) const {
    if (!value_.is_object()) fail("is no object");
    const std::string path = path_.empty() ? key : path_ + "." + key;
    const auto found = value_.find(key);
    if (found == value_.end()) throw Failure(fmt::format("{}: {}: missing", file_, path));
    return {*found, file_, path};
  }
  std::string string() const {
    if (!value_.is_string()) fail("is no string");
    return value_.get<std::string>();
  }
  bool boolean() const {
    if (!value_.is_boolean()) fail("is neither true nor false");
    return value_.get<bool>();
  }
  std::size_t count() const {
    if (!value_.is_number_unsigned()) fail("is no whole number >= 0");
    return value_.get<std::size_t>();
  }
  template <std::size_t n>
  std::array<double, n> numbers(double above) const {
    if (!value_.is_array() || value_.size() != n) fail(fmt::format("is no list of {} numbers", n));
    std::array<double, n> out{};
    for (std::size_t i = 0; i < n; ++i) {
      const Node entry(value_[i], file_, fmt::format("{}[{}]", path_, i));
      if (!value_[i].is_number()) entry.fail("is no number");
      out[i] = value_[i].get<double>();
      if (!(out[i] > above && std::abs(out[i]) <= kLargest)) {
        entry.fail(fmt::format("is {}, which cannot be", out[i]));
      }
    }
    return out;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw Failure(fmt::format("{}: {}: {}", file_, path_.empty() ? "the document" : path_, what));
  }

 private:
  static constexpr double kLargest = 1e3;  // log-odds beyond that are no correction
  const Json& value_;
  const std::string& file_;
  std::string path_;
};

Json parsed(const std::filesystem::path& file) {
  require_file(file);
  std::error_code ignored;
  if (std::filesystem::file_size(file, ignored) > kMostBytes) {
    throw Failure(fmt::format("{}: too large for a calibration", file.string()));
  }
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw Failure(fmt::format("{}: cannot read", file.string()));
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const auto until = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    throw Failure(fmt::format("{}:{}: not JSON", file.string(), 1 + std::count(text.begin(), until, '\n')));
  }
}

void require_same(const Node& node, const Input& input, const char* which) {
  const std::string name = node.at("file").string();
  const std::size_t triangles = node.at("triangles").count();
  if (node.at("fingerprint").string() == fingerprint(input.model)) return;
  node.fail(fmt::format("was fitted on {} with {}; {} is another mesh, or built otherwise, as {}", name,
                        counted(triangles, "triangle"), input.file.string(), which));
}

}  // namespace

std::string fingerprint(const Model& model) {
  const Mesh& mesh = model.mesh();
  Fnv hash;
  hash.add(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3));
  hash.add(mesh.triangles.data(), mesh.triangles.size() * sizeof(Triangle));
  const HierarchyStats stats = model.stats();
  const std::uint64_t shape[] = {mesh.vertices.size(), stats.nodes, stats.leaves,
                                 static_cast<std::uint64_t>(stats.height)};
  hash.add(shape, sizeof(shape));
  return hash.text();
}

Json calibration_header(const Input& a, const Input& b, const Calibration& calibration, const std::string& distribution,
                        bool shown) {
  return {{"schema", kCalibrationSchema},
          {"version", GRAZE_VERSION},
          {"weights", weights_text()},
          {"a", model_json(a)},
          {"b", model_json(b)},
          {"distribution", distribution},
          {"calibration",
           {{"slope", calibration.slope},
            {"offset", calibration.offset},
            {"poses", calibration.poses},
            {"colliding", calibration.colliding}}},
          {"shown", shown}};
}

SavedCalibration read_calibration(const std::filesystem::path& file, const Input& a, const Input& b) {
  const Json document = parsed(file);
  const std::string name = file.string();
  const Node root(document, name, "");
  const std::string schema = root.at("schema").string();
  if (schema != kCalibrationSchema) {
    root.at("schema").fail(
        fmt::format("is '{}', not '{}', which `graze calibrate` writes", schema, kCalibrationSchema));
  }
  SavedCalibration out;
  const Node fitted = root.at("calibration");
  out.calibration.slope = fitted.at("slope").numbers<kStepGroups>(0);
  out.calibration.offset = fitted.at("offset").numbers<kStepGroups>(-std::numeric_limits<double>::infinity());
  out.calibration.poses = fitted.at("poses").count();
  out.calibration.colliding = fitted.at("colliding").count();
  if (out.calibration.colliding > out.calibration.poses) fitted.at("colliding").fail("is more than there are poses");
  out.distribution = root.at("distribution").string();
  out.shown = root.at("shown").boolean();
  if (root.at("weights").string() != weights_text()) {
    root.at("weights").fail("corrects the weights of another version of graze; calibrate again");
  }
  require_same(root.at("a"), a, "A");
  require_same(root.at("b"), b, "B");
  return out;
}

}  // namespace graze::cli
