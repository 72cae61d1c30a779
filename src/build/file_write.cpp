// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "build/file.h"
#include "build/file_format.h"
#include "build/file_out.h"
#include "build/split_rules.h"
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

}  // namespace

void write_model(const std::filesystem::path& file, const Mesh& mesh, const BuildOptions& options,
                 const Hierarchy& hierarchy) {
  const ModelHeader header = header_of(mesh, options, hierarchy);
  const void* const data[kSectionCount] = {
      mesh.vertices.data(),    mesh.triangles.data(),     hierarchy.nodes.data(), hierarchy.node_slot.data(),
      hierarchy.leaves.data(), options.directions.data(), hierarchy.slabs.data()};
  FileOut out(file);
  out.put_section(&header, sizeof header);
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    out.put_section(data[i], header.sections[i].count * kElementBytes[i]);
  }
  out.put_checksum();
  out.publish();
}

}  // namespace graze::detail
