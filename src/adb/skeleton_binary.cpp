// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "adb/skeleton.h"
#include "build/hierarchy.h"
#include "geometry/vec.h"
#include "graze/error.h"

namespace graze::detail {
namespace {

float rounded_down(double x) {
  const auto f = static_cast<float>(x);
  return static_cast<double>(f) > x ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
}
float rounded_up(double x) { return -rounded_down(-x); }

struct Bounds {
  Vec3 lower{HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  void add(const Vec3& lo, const Vec3& hi) {
    lower = min(lower, lo);
    upper = max(upper, hi);
  }
};

/// Where node i stands in the hierarchy, and its triangles.
struct Visit {
  Ref ref;
  int depth;
  std::uint32_t left = 0, right = 0;  // visits; 0 in a leaf
  Skeleton::Range range{};
};

/// All nodes below the holder, each before those below it. Triangles in leaf order.
std::vector<Visit> visits_of(const Hierarchy& h, std::vector<std::uint32_t>& order) {
  std::vector<Visit> visits;
  if (h.node_count() == 0 || h.ref(0, 0) == kNoRef) return visits;
  visits.push_back({.ref = h.ref(0, 0), .depth = 0});
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    const Ref ref = visits[at].ref;
    if (is_leaf(ref)) {
      visits[at].range.begin = order.size();
      const LeafPacket* packet = &h.leaves[index_of(ref)];
      for (std::size_t i = 0, packets = packet->packets; i < packets; ++i) {
        order.insert(order.end(), packet[i].id, packet[i].id + packet[i].count);
      }
      visits[at].range.end = order.size();
      continue;
    }
    const auto first = static_cast<std::uint32_t>(visits.size());
    for (std::size_t lane = 0; lane < 2; ++lane) {
      visits.push_back({.ref = h.ref(index_of(ref), lane), .depth = visits[at].depth + 1});
      open.push_back(first + static_cast<std::uint32_t>(lane));
    }
    std::swap(open[open.size() - 1], open[open.size() - 2]);  // the left one next, so that ranges are contiguous
    visits[at].left = first;
    visits[at].right = first + 1;
  }
  for (std::size_t i = visits.size(); i-- > 0;) {
    Visit& v = visits[i];
    if (v.left != 0) v.range = {visits[v.left].range.begin, visits[v.right].range.end};
  }
  return visits;
}

}  // namespace

Corners corners_of(const Mesh& mesh, std::uint32_t triangle, const Vec3& origin) {
  const Triangle& t = mesh.triangles[triangle];
  return {{mesh.vertices[t[0]] - origin, mesh.vertices[t[1]] - origin, mesh.vertices[t[2]] - origin}};
}

void set_box(AdbNode& node, const Vec3& lower, const Vec3& upper, double whole) {
  const Vec3 side = upper - lower;
  const double least = std::max({kThinnest * max_abs(side), 1e-9 * whole, 1e-30});
  for (int axis = 0; axis < 3; ++axis) {
    const double more = std::max(0.0, least - coordinate(side, axis)) / 2;
    node.lower[axis] = rounded_down(coordinate(lower, axis) - more);
    node.upper[axis] = rounded_up(coordinate(upper, axis) + more);
    if (node.lower[axis] == node.upper[axis]) {
      node.upper[axis] = std::nextafter(node.upper[axis], std::numeric_limits<float>::infinity());
    }
  }
}

Skeleton binary_skeleton(const Model& model) {
  const Hierarchy& h = model.hierarchy();
  if (h.width != 2 || h.subdivide != 0) {
    throw Error(ErrorCode::invalid_option, "an ADB-tree needs a model of width 2 without subdivided triangles");
  }
  const Mesh& mesh = model.mesh();
  Skeleton out;
  out.origin = h.origin;
  const std::vector<Visit> visits = visits_of(h, out.order);
  if (visits.size() > AdbNode::kIndexMask) throw Error(ErrorCode::limit, "too many nodes for an ADB-tree");

  std::vector<Bounds> bounds(visits.size());
  for (std::size_t i = visits.size(); i-- > 0;) {
    const Visit& v = visits[i];
    if (v.left != 0) {
      for (const std::uint32_t child : {v.left, v.right}) bounds[i].add(bounds[child].lower, bounds[child].upper);
    } else {
      for (std::uint64_t k = v.range.begin; k < v.range.end; ++k) {
        for (const Vec3& p : corners_of(mesh, out.order[k], out.origin).v) bounds[i].add(p, p);
      }
    }
  }

  out.nodes.resize(visits.size());
  out.triangles_of.resize(visits.size());
  if (visits.empty()) return out;
  const double whole = max_abs(bounds[0].upper - bounds[0].lower);
  std::vector<std::uint32_t> level = {0};  // visits by their place in the tree
  level.reserve(visits.size());
  for (std::size_t i = 0; i < level.size(); ++i) {
    const Visit& v = visits[level[i]];
    AdbNode& node = out.nodes[i];
    node = {};
    set_box(node, bounds[level[i]].lower, bounds[level[i]].upper, whole);
    if (v.left != 0) {
      node.children = 2u << AdbNode::kChildShift | static_cast<std::uint32_t>(level.size());
      level.push_back(v.left);
      level.push_back(v.right);
    }
    out.triangles_of[i] = v.range;
    out.depth = std::max(out.depth, v.depth);
  }
  // A flat box is thicker than what it holds, and may stick out of its parent's.
  for (std::size_t i = out.nodes.size(); i-- > 0;) {
    AdbNode& node = out.nodes[i];
    for (std::uint32_t k = 0; k < node.child_count(); ++k) {
      const AdbNode& child = out.nodes[node.first_child() + k];
      for (int axis = 0; axis < 3; ++axis) {
        node.lower[axis] = std::min(node.lower[axis], child.lower[axis]);
        node.upper[axis] = std::max(node.upper[axis], child.upper[axis]);
      }
    }
  }
  return out;
}

}  // namespace graze::detail
