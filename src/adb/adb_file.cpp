// SPDX-License-Identifier: Apache-2.0
#include "adb/adb_file.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "adb/regions.h"
#include "adb/skeleton.h"
#include "build/file_format.h"
#include "build/file_in.h"
#include "build/file_out.h"
#include "geometry/vec.h"
#include "graze/error.h"

namespace graze::detail {
namespace {

[[noreturn]] void corrupt(const std::string& what) { throw Error(ErrorCode::corrupt_model, what); }

std::uint64_t file_bytes_of(std::uint64_t nodes) {
  return sizeof(AdbHeader) + padded_bytes(nodes * sizeof(AdbNode)) + sizeof(std::uint64_t);
}

AdbHeader read_header(FileIn& in) {
  AdbHeader header{};
  if (in.size() < sizeof header + sizeof(std::uint64_t)) in.refuse("not an ADB-tree, or truncated");
  in.get(&header, sizeof header);
  if (header.magic != kAdbMagic) in.refuse("not an ADB-tree of graze");
  if (header.byte_order != kModelByteOrder) in.refuse("corrupt, or written on a machine of another byte order");
  if (header.version != kAdbVersion) {
    in.refuse("has format version " + std::to_string(header.version) + ", this graze knows " +
              std::to_string(kAdbVersion));
  }
  if (header.file_bytes != in.size() || header.nodes > in.size() / sizeof(AdbNode) ||
      file_bytes_of(header.nodes) != in.size()) {
    in.refuse("corrupt or truncated: its nodes do not fill the file");
  }
  if (header.zero != 0 || std::ranges::any_of(header.reserved, [](unsigned char c) { return c != 0; })) {
    in.refuse("corrupt: reserved bytes of its header are not zero");
  }
  return header;
}

void validate_box(const AdbNode& node, const AdbNode& parent) {
  for (int i = 0; i < 3; ++i) {
    const double low = static_cast<double>(node.lower[i]), high = static_cast<double>(node.upper[i]);
    if (!(std::abs(low) <= 4 * kMaxCoordinate && std::abs(high) <= 4 * kMaxCoordinate && high > low)) {
      corrupt("a box is empty or not finite");
    }
    if (node.lower[i] < parent.lower[i] || node.upper[i] > parent.upper[i]) corrupt("a box is not within its parent's");
  }
}

void validate_cells(const AdbNode& node, AdbRegions regions) {
  const RegionTable& table = region_table(regions);
  for (int j = 0; j < table.count; ++j) {
    if (cells_of(node, regions, j) > table.cells[static_cast<std::size_t>(j)]) corrupt("more cells than there are");
  }
  for (int j = regions == AdbRegions::none ? 2 : table.count; j < kMaxRegions; ++j) {
    if (node.cells[j] != 0) corrupt("cells of no region");
  }
}

}  // namespace

void validate_adb(const AdbContent& c) {
  if (c.kind != AdbKind::binary && c.kind != AdbKind::octree) corrupt("no such kind of tree");
  if (c.regions < AdbRegions::none || c.regions > AdbRegions::pyramids) corrupt("no such regions");
  if (!(c.theta > 0 && c.theta <= 4)) corrupt("theta out of its range");
  if (!is_finite(c.origin) || max_abs(c.origin) > kMaxCoordinate) corrupt("an origin out of range");
  if (c.nodes.size() > AdbNode::kIndexMask) corrupt("too many nodes");
  if (c.nodes.empty() != (c.triangles == 0)) corrupt("nodes without triangles, or triangles without nodes");
  std::size_t next = 1;       // the first node that is nobody's child yet
  std::size_t level_end = 1;  // of the level that node i is on
  int depth = 0;
  for (std::size_t i = 0; i < c.nodes.size(); ++i) {
    if (i == level_end) {
      ++depth;
      level_end = next;
    }
    const AdbNode& node = c.nodes[i];
    if (i == 0) validate_box(node, node);
    validate_cells(node, c.regions);
    const std::size_t children = node.child_count();
    if (children == 0) {
      if (node.children != 0) corrupt("a leaf has a link");
      continue;
    }
    if (children > 8 || (c.kind == AdbKind::binary && children != 2)) corrupt("a node has a wrong number of children");
    if (node.first_child() != next || next + children > c.nodes.size()) corrupt("a link leads to a wrong node");
    for (std::size_t k = 0; k < children; ++k) validate_box(c.nodes[next + k], node);
    next += children;
  }
  if (!c.nodes.empty() && next != c.nodes.size()) corrupt("nodes that no link leads to");
  if (c.depth != depth || depth > 0xFFFF) corrupt("a depth that is not its own");
}

void write_adb(const std::filesystem::path& file, const AdbContent& content) {
  AdbHeader header{};
  header.magic = kAdbMagic;
  header.byte_order = kModelByteOrder;
  header.version = kAdbVersion;
  header.nodes = content.nodes.size();
  header.file_bytes = file_bytes_of(header.nodes);
  header.triangles = content.triangles;
  header.kind = static_cast<std::int32_t>(content.kind);
  header.regions = static_cast<std::int32_t>(content.regions);
  header.depth = content.depth;
  header.theta = content.theta;
  for (int i = 0; i < 3; ++i) header.origin[i] = coordinate(content.origin, i);
  FileOut out(file);
  out.put_section(&header, sizeof header);
  out.put_section(content.nodes.data(), content.nodes.size() * sizeof(AdbNode));
  out.put_checksum();
  out.publish();
}

AdbContent read_adb(const std::filesystem::path& file) {
  FileIn in(file);
  const AdbHeader header = read_header(in);
  AdbContent content;
  in.get_array(content.nodes, header.nodes);
  in.check_sum();
  if (header.kind < 0 || header.kind > 1 || header.regions < 0 || header.regions > 2) {
    in.refuse("corrupt: no such kind of tree or regions");
  }
  content.kind = static_cast<AdbKind>(header.kind);
  content.regions = static_cast<AdbRegions>(header.regions);
  content.theta = header.theta;
  content.origin = {header.origin[0], header.origin[1], header.origin[2]};
  content.depth = header.depth;
  content.triangles = header.triangles;
  try {
    validate_adb(content);
  } catch (const Error& error) {
    in.refuse("corrupt: " + error.message());
  }
  return content;
}

}  // namespace graze::detail
