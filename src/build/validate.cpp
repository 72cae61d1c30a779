// SPDX-License-Identifier: Apache-2.0
// Checks a hierarchy against its mesh. Nothing is believed before it is checked: arrays, then links, then content.
#include "build/validate.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "build/slabs.h"
#include "build/validate_packet.h"
#include "build/validate_pieces.h"
#include "geometry/vec.h"
#include "graze/error.h"
#include "volumes/contains.h"

namespace graze::detail {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::corrupt_model, what); }

void demand(bool holds, const char* what) {
  if (!holds) refuse(what);
}

std::string child_name(std::size_t node, std::size_t lane) {
  return "node " + std::to_string(node) + ", child " + std::to_string(lane);
}

std::string slot_name(const Hierarchy& h, std::size_t slot) {
  return child_name(slot / h.layout.lanes, slot % h.layout.lanes);
}

/// Throws what check(i) says for the least i in [0, n) for which it says anything, whatever the threads did first.
template <class Check>
void check_each(std::size_t n, const Check& check) {
  constexpr std::size_t kGrain = 512;
  std::atomic<std::size_t> first{n};
  parallel_for(std::size_t{0}, (n + kGrain - 1) / kGrain, [&](std::size_t chunk) {
    const std::size_t end = std::min(n, (chunk + 1) * kGrain);
    for (std::size_t i = chunk * kGrain; i < end && i < first.load(std::memory_order_relaxed); ++i) {
      if (check(i).empty()) continue;
      std::size_t seen = first.load();
      while (i < seen && !first.compare_exchange_weak(seen, i)) {
      }
    }
  });
  if (first < n) refuse(check(first));
}

/// What is made of a model looks from its origin, on grids as fine as the surface is large: elsewhere these would grow
/// without bounds.
void check_frame(const Mesh& mesh, const Hierarchy& h) {
  if (mesh.triangles.empty()) return;
  Vec3 lower = mesh.vertices[mesh.triangles[0][0]], upper = lower;
  for (const Vec3& v : mesh.vertices) {
    lower = min(lower, v);
    upper = max(upper, v);
  }
  const Vec3& o = h.origin;
  demand(o.x >= lower.x && o.y >= lower.y && o.z >= lower.z && o.x <= upper.x && o.y <= upper.y && o.z <= upper.z,
         "the origin is not within the box about the vertices");
  const double side[3] = {(upper.x - lower.x) / h.unit, (upper.y - lower.y) / h.unit, (upper.z - lower.z) / h.unit};
  demand(h.radius <= (side[0] + side[1] + side[2]) * (1 + 1e-9) + 1e-30, "the radius is larger than the mesh");
}

void check_scalars(const Mesh& mesh, const Hierarchy& h) {
  demand(h.volume != Volume::automatic && name(h.volume) != "unknown", "no hierarchy is made of such volumes");
  demand(h.width == 2 || h.width == 4 || h.width == 8 || h.width == 16, "the width is not 2, 4, 8 or 16");
  demand(h.layout == layout_of(h.volume, h.width), "the layout is not that of its volume and width");
  demand(h.split != Split::automatic && name(h.split) != "unknown", "the splitting rule is unknown");
  demand(h.leaf_size >= 1 && h.leaf_size <= 256, "the leaf size is not 1 to 256");
  demand(std::isfinite(h.origin.x) && std::isfinite(h.origin.y) && std::isfinite(h.origin.z),
         "the origin is not finite");
  int exponent = 0;
  demand(std::isfinite(h.unit) && std::frexp(h.unit, &exponent) == 0.5, "the unit is not a power of two");
  // Float products of three lengths stay in range for radii that build/normalise.cpp makes; 1e150 is its limit as well.
  demand(h.radius >= 0 && h.radius <= 0x1p34, "the radius is out of range");
  demand(h.max_coordinate >= 0 && h.max_coordinate <= 1e150, "the largest coordinate is out of range");
  demand(h.subdivide >= 0 && h.subdivide <= 1, "the share of pieces is not 0 to 1");
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double* r = h.frame + 3 * i;
      const double* s = h.frame + 3 * j;
      demand(std::abs(r[0] * s[0] + r[1] * s[1] + r[2] * s[2] - (i == j ? 1 : 0)) <= 1e-14,
             "the frame is not orthonormal");
    }
  }
  demand(std::abs(h.size_exponent) <= 2000, "the size exponent is out of range");
  check_frame(mesh, h);

  demand(!h.nodes.empty() && h.nodes.size() % h.layout.stride == 0, "the nodes are not a whole number");
  demand(h.node_slot.size() == h.node_count(), "nodes and their slots differ in number");
  demand(h.node_count() <= kMaxIndex && h.leaves.size() <= kMaxIndex,
         "more nodes or leaf packets than can be numbered");
  demand(h.node_count() * h.layout.lanes <= 0xFFFFFFFFu, "more child slots than can be numbered");
  demand(mesh.triangles.empty() == h.leaves.empty(), "the mesh has triangles, the hierarchy has none, or the reverse");
}

/// Children fill the lanes from the first; only the first in the holder, node 0; at most `width`.
std::size_t count_children(const Hierarchy& h, std::size_t node) {
  std::size_t count = 0;
  while (count < h.layout.lanes && h.ref(node, count) != kNoRef) ++count;
  for (std::size_t lane = count; lane < h.layout.lanes; ++lane) {
    if (h.ref(node, lane) != kNoRef) refuse(child_name(node, lane) + ": it follows an empty one");
  }
  const std::size_t most = node == 0 ? 1 : static_cast<std::size_t>(h.width);
  if (count > most) refuse("node " + std::to_string(node) + " has " + std::to_string(count) + " children");
  if (count == 0 && (node > 0 || !h.leaves.empty())) refuse("node " + std::to_string(node) + " has no children");
  return count;
}

/// The packets of the leaf in this slot.
std::size_t check_leaf_link(const Hierarchy& h, std::uint32_t slot, std::uint32_t first) {
  const auto bad = [&](const char* what) { refuse(slot_name(h, slot) + ": " + what); };
  if (first >= h.leaves.size()) bad("its leaf is beyond the last packet");
  const std::size_t packets = h.leaves[first].packets;
  if (packets == 0) bad("its leaf begins within another");
  if (packets > h.leaves.size() - first) bad("its leaf ends beyond the last packet");
  // A slot has one leaf, so that a leaf with this slot is met once; and leaves do not overlap.
  if (h.leaves[first].slot != slot) bad("its leaf belongs to another slot");
  std::size_t triangles = 0;
  for (std::size_t p = 0; p < packets; ++p) {
    const LeafPacket& packet = h.leaves[first + p];
    if (p > 0 && packet.packets != 0) bad("its leaf runs into the next");
    if (packet.count < 1 || packet.count > 4) bad("a packet of its leaf does not hold 1 to 4 triangles");
    if (packet.slot >= h.node_count() * h.layout.lanes) bad("a packet of its leaf has no such slot");
    triangles += packet.count;
  }
  if (triangles > static_cast<std::size_t>(h.leaf_size)) bad("its leaf holds more triangles than the leaf size");
  return packets;
}

/// Nodes in an order in which parents come first. Each is reached once, by the one slot it names, so that what is
/// linked is a tree; all must be in it.
std::vector<std::uint32_t> check_links(const Hierarchy& h) {
  struct Entry {
    std::uint32_t node;
    int depth;  // edges from the root; -1 for the holder
  };
  std::vector<Entry> stack{{0, -1}};
  std::vector<std::uint32_t> order;
  order.reserve(h.node_count());
  std::size_t packets = 0;
  int height = 0;
  demand(h.node_slot[0] == 0, "node 0, the holder, names a parent");
  while (!stack.empty()) {
    const Entry entry = stack.back();
    stack.pop_back();
    order.push_back(entry.node);
    const std::size_t children = count_children(h, entry.node);
    for (std::size_t lane = 0; lane < children; ++lane) {
      const Ref ref = h.ref(entry.node, lane);
      const auto slot = static_cast<std::uint32_t>(entry.node * h.layout.lanes + lane);
      const std::uint32_t index = index_of(ref);
      height = std::max(height, entry.depth + 1);
      if (is_leaf(ref)) {
        packets += check_leaf_link(h, slot, index);
        continue;
      }
      if (index == 0 || index >= h.node_count()) refuse(slot_name(h, slot) + ": no such node");
      if (h.node_slot[index] != slot) refuse(slot_name(h, slot) + ": its node belongs to another slot");
      stack.push_back({index, entry.depth + 1});
    }
  }
  demand(order.size() == h.node_count(), "not every node can be reached");
  demand(packets == h.leaves.size(), "not every leaf packet can be reached");
  if (height != h.height) refuse("the height is " + std::to_string(height) + ", not " + std::to_string(h.height));
  return order;
}

void check_triangles(const Mesh& mesh, const Hierarchy& h) {
  std::vector<std::uint8_t> seen(mesh.triangles.size(), 0);
  std::size_t total = 0;
  for (std::size_t i = 0; i < h.leaves.size(); ++i) {
    const LeafPacket& packet = h.leaves[i];
    for (std::size_t k = 0; k < packet.count; ++k, ++total) {
      const std::uint32_t id = packet.id[k];
      if (id >= seen.size()) refuse("leaf packet " + std::to_string(i) + ": no triangle " + std::to_string(id));
      if (seen[id] != 0 && h.subdivide == 0) refuse("triangle " + std::to_string(id) + " is in two leaves");
      seen[id] = 1;
    }
  }
  if (total == seen.size() && h.subdivide == 0) return;
  const auto missing = std::find(seen.begin(), seen.end(), std::uint8_t{0}) - seen.begin();
  if (missing == static_cast<std::ptrdiff_t>(seen.size())) return;
  refuse("triangle " + std::to_string(missing) + " is in no leaf");
}

std::string check_volumes(const Hierarchy& h, std::size_t node) {
  float fields[kMaxFields];
  for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
    if (h.ref(node, lane) == kNoRef) continue;
    gather(h, node * h.layout.lanes + lane, fields);
    if (!is_sound(h.volume, fields)) {
      return child_name(node, lane) + ": its numbers are not those of a volume (" + std::string(name(h.volume)) + ")";
    }
    // A fit rounds widths up by 1e-5 of the radius at most, and 1e-37.
    if (!is_within(h.volume, fields, 1.0001 * h.radius + 1e-36)) {
      return child_name(node, lane) + ": its volume reaches far beyond the hierarchy's radius";
    }
  }
  return {};
}

/// Says which of the packet's corners lies outside the volume in this slot.
std::string name_outlier(const Hierarchy& h, std::size_t slot, const float* fields, const LeafPacket& packet,
                         const PacketCorners& corners) {
  for (std::size_t k = 0; k < 3 * static_cast<std::size_t>(packet.count); ++k) {
    if (contains(h.volume, fields, corners.p[k], 0)) continue;
    return slot_name(h, slot) + ": triangle " + std::to_string(packet.id[k / 3]) + " sticks out of its volume";
  }
  return {};
}

/// The packet's corners against every volume above it, from its leaf's up to the root's. `holds(fields)` may be
/// false for a volume that does hold them; then they are looked at one by one.
template <class Holds>
std::string check_ancestors(const Hierarchy& h, std::size_t index, const PacketCorners& corners, const Holds& holds) {
  std::size_t first = index;
  while (h.leaves[first].packets == 0) --first;
  float fields[kMaxFields];
  for (std::size_t slot = h.leaves[first].slot;; slot = h.node_slot[slot / h.layout.lanes]) {
    gather(h, slot, fields);
    if (!holds(fields)) {
      std::string problem = name_outlier(h, slot, fields, h.leaves[index], corners);
      if (!problem.empty()) return problem;
    }
    if (slot < h.layout.lanes) return {};  // a slot of the holder
  }
}

std::string check_containment(const Hierarchy& h, std::size_t index, const PacketCorners& corners) {
  const LeafPacket& packet = h.leaves[index];
  if (dop_directions(h.volume) > 0) {
    const DopExtent extent(h.volume, corners.p, 3 * static_cast<std::size_t>(packet.count));
    return check_ancestors(h, index, corners, [&](const float* fields) { return contains(h.volume, fields, extent); });
  }
  // Most volumes hold the ball about the packet. Axes are unit vectors to 2^-20 only.
  const double centre[3] = {packet.centre[0], packet.centre[1], packet.centre[2]};
  const double ball = packet.radius * (1 + 0x1p-10);
  return check_ancestors(h, index, corners,
                         [&](const float* fields) { return contains(h.volume, fields, centre, ball); });
}

/// The code of a diagonal, as Hierarchy::size_exponent defines it.
int code_of(double diagonal, int size_exponent) {
  if (!(diagonal > 0)) return 0;
  return static_cast<int>(std::clamp(std::lround(63 + 2 * (std::log2(diagonal) - size_exponent)), 0L, 63L));
}

/// Size codes steer the descent only; they are to describe boxes that contain the triangles and exceed them by the
/// builders' rounding to float and no more.
void check_sizes(const Hierarchy& h, const std::vector<std::uint32_t>& order, const std::vector<Bounds>& packets) {
  std::vector<Bounds> bounds(h.node_count());
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::uint32_t node = order[k];
    Bounds all;
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      const Ref ref = h.ref(node, lane);
      if (ref == kNoRef) break;
      const std::uint32_t index = index_of(ref);
      Bounds child;
      if (is_leaf(ref)) {
        for (std::size_t p = 0; p < h.leaves[index].packets; ++p) child.add(packets[index + p]);
      } else {
        child = bounds[index];
      }
      const double least = child.diagonal() * (1 - 1e-12);
      const double most = child.diagonal() * (1 + 1e-12) + 0x1p-20 * h.radius + 1e-36;
      const int code = static_cast<int>(size_code(ref));
      // The box of parts of triangles is smaller than that of the whole.
      if ((code < code_of(least, h.size_exponent) && h.subdivide == 0) || code > code_of(most, h.size_exponent)) {
        refuse(child_name(node, lane) + ": its size code is wrong");
      }
      if (node == 0 && code < 60) refuse("the size exponent is not that of the root");
      all.add(child);
    }
    bounds[node] = all;
  }
}

}  // namespace

void validate(const Mesh& mesh, const Hierarchy& h) {
  check_scalars(mesh, h);
  const std::vector<std::uint32_t> order = check_links(h);
  check_triangles(mesh, h);
  check_each(h.node_count(), [&](std::size_t i) { return check_volumes(h, i); });
  std::vector<Bounds> bounds(h.leaves.size());
  check_each(h.leaves.size(), [&](std::size_t i) {
    PacketCorners corners;
    std::string problem = check_packet(mesh, h, i, corners);
    if (problem.empty() && h.subdivide == 0) problem = check_containment(h, i, corners);
    bounds[i] = corners.bounds;
    return problem;
  });
  if (h.subdivide > 0) check_pieces(mesh, h);
  check_sizes(h, order, bounds);
  if (h.volume == Volume::custom) check_slabs(mesh, h, order);
}

}  // namespace graze::detail
