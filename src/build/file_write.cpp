// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <system_error>

#include "build/file.h"
#include "build/file_checksum.h"
#include "build/file_format.h"
#include "build/split_rules.h"
#include "graze/error.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

ModelHeader header_of(const Mesh& mesh, const BuildOptions& options, const Hierarchy& h) {
  ModelHeader header{};
  header.magic = kModelMagic;
  header.byte_order = kModelByteOrder;
  header.version = kModelVersion;
  header.sections[kVertices].count = mesh.vertices.size();
  header.sections[kTriangles].count = mesh.triangles.size();
  header.sections[kNodes].count = h.nodes.size();
  header.sections[kNodeSlots].count = h.node_slot.size();
  header.sections[kLeaves].count = h.leaves.size();
  header.sections[kDirections].count = options.directions.size();
  header.sections[kSlabs].count = h.slabs.size();
  place_sections(header);
  header.options = {.volume = static_cast<std::int32_t>(options.volume),
                    .split = static_cast<std::int32_t>(options.split),
                    .point = static_cast<std::int32_t>(options.point),
                    .leaf_size = options.leaf_size,
                    .width = options.width,
                    .threads = options.threads,
                    .margin = options.margin};
  header.quality = static_cast<std::int32_t>(options.quality);
  header.construction = {.split_axes = static_cast<std::int32_t>(options.split_axes),
                         .building = static_cast<std::int32_t>(options.building),
                         .leaf_rule = static_cast<std::int32_t>(options.leaf_rule),
                         .orientation = static_cast<std::int32_t>(options.orientation),
                         .regroup = options.regroup,
                         .samples = options.samples,
                         .regroup_balance = options.regroup_balance,
                         .subdivide = options.subdivide,
                         .seed = options.seed,
                         .volume_key = family_key(h.volume),
                         .split_key = rule_key(h.split),
                         .frame = {}};
  std::copy(std::begin(h.frame), std::end(h.frame), header.construction.frame);
  header.hierarchy = {.volume = static_cast<std::int32_t>(h.volume),
                      .split = static_cast<std::int32_t>(h.split),
                      .width = h.width,
                      .leaf_size = h.leaf_size,
                      .height = h.height,
                      .size_exponent = h.size_exponent,
                      .lanes = static_cast<std::uint32_t>(h.layout.lanes),
                      .stride = static_cast<std::uint32_t>(h.layout.stride),
                      .origin = {h.origin.x, h.origin.y, h.origin.z},
                      .unit = h.unit,
                      .radius = h.radius,
                      .max_coordinate = h.max_coordinate};
  return header;
}

/// A new file under a temporary name beside the wanted one, which takes its place in `publish` or vanishes.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& file) : file_(file), temporary_(file) {
    std::random_device random;
    temporary_ += ".tmp" + std::to_string(random());
    stream_ = std::fopen(temporary_.c_str(), "wbx");
    if (stream_ == nullptr) fail(errno);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (stream_ != nullptr) std::fclose(stream_);
    std::error_code ignored;
    if (!published_) std::filesystem::remove(temporary_, ignored);
  }

  /// The bytes, then zeros up to the next multiple of kModelAlignment.
  void put_section(const void* data, std::uint64_t bytes) {
    constexpr unsigned char kZeros[kModelAlignment] = {};
    put(data, bytes);
    put(kZeros, padded_bytes(bytes) - bytes);
  }

  void put_checksum() {
    const std::uint64_t digest = checksum_.digest();
    put(&digest, sizeof digest);
  }

  void publish() {
    std::FILE* stream = stream_;
    stream_ = nullptr;
    if (std::fclose(stream) != 0) fail(errno);
    std::error_code error;
    std::filesystem::rename(temporary_, file_, error);
    if (error) fail(error.value());
    published_ = true;
  }

 private:
  void put(const void* data, std::uint64_t bytes) {
    checksum_.update(data, bytes);
    if (bytes > 0 && std::fwrite(data, 1, bytes, stream_) != bytes) fail(errno);
  }
  [[noreturn]] void fail(int error) const {
    throw Error(ErrorCode::io, "cannot be written: " + std::generic_category().message(error), file_);
  }

  const std::filesystem::path& file_;
  std::filesystem::path temporary_;
  std::FILE* stream_ = nullptr;
  Checksum checksum_;
  bool published_ = false;
};

}  // namespace

void write_model(const std::filesystem::path& file, const Mesh& mesh, const BuildOptions& options,
                 const Hierarchy& hierarchy) {
  const ModelHeader header = header_of(mesh, options, hierarchy);
  const void* const data[kSectionCount] = {
      mesh.vertices.data(),    mesh.triangles.data(),     hierarchy.nodes.data(), hierarchy.node_slot.data(),
      hierarchy.leaves.data(), options.directions.data(), hierarchy.slabs.data()};
  NewFile out(file);
  out.put_section(&header, sizeof header);
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    out.put_section(data[i], header.sections[i].count * kElementBytes[i]);
  }
  out.put_checksum();
  out.publish();
}

}  // namespace graze::detail
