// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "build/assemble.h"
#include "build/file.h"
#include "build/file_format.h"
#include "build/file_in.h"
#include "build/leaf_box.h"
#include "build/split_rules.h"
#include "build/validate.h"
#include "graze/error.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

/// The header, once its sections are known to be exactly the file: whatever is allocated later is no larger than it.
ModelHeader read_header(FileIn& in) {
  ModelHeader header{};
  if (in.size() < sizeof header + sizeof(std::uint64_t)) {
    std::array<unsigned char, 8> magic{};
    in.get(magic.data(), std::min<std::uint64_t>(in.size(), magic.size()));
    if (magic == kModelMagic) in.refuse("truncated: " + std::to_string(in.size()) + " bytes are less than a header");
    in.refuse("not a graze model");
  }
  in.get(&header, sizeof header);
  if (header.magic != kModelMagic) in.refuse("not a graze model");
  if (header.byte_order != kModelByteOrder) in.refuse("corrupt, or written on a machine of another byte order");
  if (header.version > kModelVersion) {
    in.refuse("has format version " + std::to_string(header.version) + ", newer than " + std::to_string(kModelVersion) +
              ", the last this graze knows");
  }
  if (header.version < 1) in.refuse("corrupt: no format version 0");
  if (header.version < kModelVersion) {
    in.refuse("has format version " + std::to_string(header.version) + ", older than " + std::to_string(kModelVersion) +
              ": build the model again");
  }
  if (header.file_bytes != in.size()) {
    in.refuse((header.file_bytes > in.size() ? "truncated: " : "corrupt: ") + std::to_string(in.size()) +
              " bytes, its header says " + std::to_string(header.file_bytes));
  }
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    if (header.sections[i].count > in.size() / kElementBytes[i]) in.refuse("corrupt: a section exceeds the file");
  }
  ModelHeader expected = header;
  place_sections(expected);
  if (expected.file_bytes != header.file_bytes || !std::ranges::equal(expected.sections, header.sections)) {
    in.refuse("corrupt: its sections do not fill the file");
  }
  if (header.zero != 0 || std::ranges::any_of(header.reserved, [](unsigned char c) { return c != 0; })) {
    in.refuse("corrupt: reserved bytes of its header are not zero");
  }
  return header;
}

template <class Enum>
Enum known(std::int32_t value, Enum last, const char* what) {
  if (value < 0 || value > static_cast<std::int32_t>(last)) {
    throw Error(ErrorCode::corrupt_model, std::string("no ") + what + " has the number " + std::to_string(value));
  }
  return static_cast<Enum>(value);
}

/// Of a volume or rule: one of the enumerators, or registered.
template <class Enum>
Enum named(std::int32_t value, const char* what) {
  if (value < 0 || name(static_cast<Enum>(value)) == "unknown") {
    throw Error(ErrorCode::corrupt_model, std::string("no ") + what + " has the number " + std::to_string(value));
  }
  return static_cast<Enum>(value);
}

BuildOptions options_of(const ModelHeader& header, std::vector<Vec3> directions) {
  const SavedOptions& saved = header.options;
  BuildOptions options;
  options.volume = named<Volume>(saved.volume, "bounding volume");
  options.split = named<Split>(saved.split, "splitting rule");
  options.point = known(saved.point, SplitPoint::sampled, "split point");
  options.leaf_size = saved.leaf_size;
  options.width = saved.width;
  options.threads = saved.threads;
  options.margin = saved.margin;
  options.directions = std::move(directions);
  options.quality = known(header.quality, Quality::fast, "quality");
  const SavedConstruction& more = header.construction;
  options.split_axes = known(more.split_axes, SplitAxes::all, "choice of splitting directions");
  options.building = known(more.building, Building::bottom_up, "way of building");
  options.leaf_rule = known(more.leaf_rule, LeafRule::thesis, "leaf rule");
  options.orientation = known(more.orientation, Orientation::optimal, "orientation");
  options.regroup = more.regroup;
  options.samples = more.samples;
  options.regroup_balance = more.regroup_balance;
  options.subdivide = more.subdivide;
  options.seed = more.seed;
  resolve(options);  // refuses what `build` would
  return options;
}

void take_scalars(const ModelHeader& header, Hierarchy& h) {
  const SavedHierarchy& saved = header.hierarchy;
  h.volume = named<Volume>(saved.volume, "bounding volume");
  h.split = named<Split>(saved.split, "splitting rule");
  if (header.construction.volume_key != family_key(h.volume) || header.construction.split_key != rule_key(h.split)) {
    throw Error(ErrorCode::corrupt_model, "its volume or splitting rule is registered under another number here");
  }
  h.subdivide = header.construction.subdivide;
  std::copy(std::begin(header.construction.frame), std::end(header.construction.frame), h.frame);
  h.width = saved.width;
  h.leaf_size = saved.leaf_size;
  h.height = saved.height;
  h.size_exponent = saved.size_exponent;
  h.origin = {saved.origin[0], saved.origin[1], saved.origin[2]};
  h.unit = saved.unit;
  h.radius = saved.radius;
  h.max_coordinate = saved.max_coordinate;
  if (h.width != 2 && h.width != 4 && h.width != 8 && h.width != 16) {
    throw Error(ErrorCode::corrupt_model, "nodes have " + std::to_string(h.width) + " children, not 2, 4, 8 or 16");
  }
  h.layout = layout_of(h.volume, h.width);
  if (h.layout.lanes != saved.lanes || h.layout.stride != saved.stride) {
    throw Error(ErrorCode::corrupt_model, "nodes are laid out as this graze does not know");
  }
}

/// Those of the options, which have been checked.
void take_directions(const BuildOptions& options, Hierarchy& h) {
  if ((h.volume == Volume::custom) != (options.volume == Volume::custom)) {
    throw Error(ErrorCode::corrupt_model, "options and hierarchy disagree about volume custom");
  }
  if (h.volume != Volume::custom && !h.slabs.empty()) {
    throw Error(ErrorCode::corrupt_model, "slabs are there for another volume than custom");
  }
  if (h.volume == Volume::custom) h.directions = std::make_shared<const DirectionSet>(options.directions);
}

}  // namespace

SavedModel read_model(const std::filesystem::path& file) {
  FileIn in(file);
  const ModelHeader header = read_header(in);
  SavedModel model;
  in.get_array(model.mesh.vertices, header.sections[kVertices].count);
  in.get_array(model.mesh.triangles, header.sections[kTriangles].count);
  in.get_array(model.hierarchy.nodes, header.sections[kNodes].count);
  in.get_array(model.hierarchy.node_slot, header.sections[kNodeSlots].count);
  in.get_array(model.hierarchy.leaves, header.sections[kLeaves].count);
  std::vector<Vec3> directions;
  in.get_array(directions, header.sections[kDirections].count);
  in.get_array(model.hierarchy.slabs, header.sections[kSlabs].count);
  in.check_sum();
  try {
    model.options = options_of(header, std::move(directions));
    take_scalars(header, model.hierarchy);
    take_directions(model.options, model.hierarchy);
    graze::validate(model.mesh);
    validate(model.mesh, model.hierarchy);
    const LeafBox box = box_of_leaves(model.hierarchy);
    model.hierarchy.clearance = make_clearance(model.hierarchy, box);
    model.hierarchy.entries = make_entries(model.hierarchy, box, model.options.quality);
    model.hierarchy.landmarks = make_landmarks(model.hierarchy, box);
  } catch (const Error& error) {
    in.refuse("corrupt: " + error.message());
  }
  return model;
}

}  // namespace graze::detail
