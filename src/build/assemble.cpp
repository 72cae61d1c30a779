// SPDX-License-Identifier: Apache-2.0
// From a mesh to its hierarchy: topology first, volumes second.
#include "build/assemble.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>

#include "build/choose_leaf_size.h"
#include "build/fit_nodes.h"
#include "build/leaf_box.h"
#include "build/leaves.h"
#include "build/link_nodes.h"
#include "build/orient.h"
#include "build/pieces.h"
#include "build/slab_table.h"
#include "build/slabs.h"
#include "build/topology.h"
#include "graze/error.h"
#include "volumes/fit.h"

namespace graze::detail {
namespace {

/// Lane volumes fill 16 lanes with 4 × 4 pairs. k-DOPs, whose lanes are directions, take 3-10 % less time with two
/// children on s2 and 5-15 % more on tetras, but 118-131 bytes a triangle instead of 111-114.
constexpr int kDefaultWidth = 4;

/// Sets the frame of the hierarchy. Judged by the nodes of a tree built in the mesh's own.
void turn(const Mesh& mesh, const Normalisation& frame, const BuildOptions& options, const TopologyOptions& plan,
          Hierarchy& h) {
  TopologyOptions trial = plan;
  trial.split = Split::sah;
  trial.point = SplitPoint::mean;
  trial.split_axes = SplitAxes::three;
  trial.regroup = 0;
  double radius = 0;
  BulkVector<Primitive> boxes = primitives(mesh, frame, radius);
  const Topology topology = build_topology(std::span<Primitive>(boxes), trial);
  const auto best = best_orientation(options.volume, topology, make_leaves(mesh, frame, topology).surface);
  if (best) std::copy(best->begin(), best->end(), h.frame);
}

}  // namespace

BuildOptions resolve(const BuildOptions& options) {
  BuildOptions out = options;
  const auto refuse = [](const std::string& what) { throw Error(ErrorCode::invalid_option, what); };
  if (options.leaf_size < 0 || options.leaf_size > 256) {
    refuse("leaf_size is " + std::to_string(options.leaf_size) + "; it must be 1..256, or 0 for the default");
  }
  if (options.volume == Volume::custom) {
    const DirectionSet check(options.directions);
  } else if (!options.directions.empty()) {
    refuse("directions are given for volume " + std::string(name(options.volume)) + "; they belong to volume custom");
  }
  if (options.width != 0 && options.width != 2 && options.width != 4 && options.width != 8 && options.width != 16) {
    refuse("width is " + std::to_string(options.width) + "; it must be 2, 4, 8 or 16, or 0 for the default");
  }
  if (options.regroup != 0 && (options.regroup < 3 || options.regroup > 12)) {
    refuse("regroup is " + std::to_string(options.regroup) + "; it must be 3..12, or 0");
  }
  if (!(options.regroup_balance >= 0 && options.regroup_balance <= 1)) refuse("regroup_balance is not 0 to 1");
  if (!(options.subdivide >= 0 && options.subdivide <= 1)) refuse("subdivide is not 0 to 1");
  if (options.samples < 1 || options.samples > 1024) {
    refuse("samples is " + std::to_string(options.samples) + "; it must be 1..1024");
  }
  if (options.volume != Volume::automatic && name(options.volume) == "unknown") refuse("no volume has this number");
  if (options.split != Split::automatic && name(options.split) == "unknown")
    refuse("no splitting rule has this number");
  const auto known = [&](auto value, const char* what) {
    if (name(value) == "unknown") refuse(std::string("no ") + what + " has this number");
  };
  known(options.point, "split point");
  known(options.quality, "quality");
  known(options.split_axes, "choice of splitting directions");
  known(options.building, "way of building");
  known(options.leaf_rule, "leaf rule");
  known(options.orientation, "orientation");
  if (options.threads < 0) refuse("threads is negative");
  if (!std::isfinite(options.margin) || options.margin < 0) refuse("margin must be finite and not negative");
  if (out.split == Split::automatic) out.split = Split::sah;
  if (out.point == SplitPoint::automatic) out.point = SplitPoint::mean;
  return out;
}

Hierarchy assemble(const Mesh& mesh, const BuildOptions& options) {
  Hierarchy h;
  const Normalisation frame = normalise(mesh);
  h.origin = frame.origin;
  h.unit = frame.unit;
  h.max_coordinate = frame.max_coordinate;
  h.split = options.split;
  h.leaf_size = options.leaf_size != 0 ? options.leaf_size
                                       : choose_leaf_size(options.leaf_rule, options.volume, mesh.triangles.size());

  TopologyOptions plan{.split = options.split,
                       .point = options.point,
                       .leaf_size = h.leaf_size,
                       .threads = options.threads,
                       .quality = options.quality,
                       .building = options.building,
                       .split_axes = options.split_axes,
                       .regroup = options.regroup,
                       .regroup_balance = options.regroup_balance,
                       .samples = options.samples,
                       .seed = options.seed};
  h.subdivide = options.subdivide;
  // The mesh as it is needs no pieces.
  const bool turns = options.orientation == Orientation::optimal && is_aligned(options.volume);
  const bool in_pieces = options.subdivide > 0 || turns || needs_slab_table(options);
  if (turns) turn(mesh, frame, options, plan, h);
  const double* turned = is_turned(h) ? h.frame : nullptr;
  const Pieces pieces = in_pieces ? make_pieces(mesh, frame, turned, options.subdivide) : Pieces{};
  const std::unique_ptr<const SlabTable> slabs = in_pieces ? make_slab_table(pieces, options) : nullptr;
  plan.slabs = slabs.get();
  BulkVector<Primitive> boxes = in_pieces ? primitives(pieces) : primitives(mesh, frame, h.radius);
  if (in_pieces) h.radius = radius_of(mesh, frame);
  const Topology topology = build_topology(std::span<Primitive>(boxes), plan);
  boxes = BulkVector<Primitive>();  // not {}: an empty list is copied, and the memory kept
  // Of a point: half an ulp a coordinate; of its float products: docs/numerics.md.
  const float slack = round_up(0x1p-21 * h.radius + 1e-37);
  h.width = options.width == 0 ? kDefaultWidth : options.width;
  const WideTopology wide = collapse(topology, h.width);
  h.height = wide.height;
  Leaves leaves = in_pieces ? make_leaves(mesh, frame, turned, pieces, topology) : make_leaves(mesh, frame, topology);
  h.leaves = std::move(leaves.packets);
  // Also for soups of bulky pieces, since leaves meet boxes triangle by triangle: docs/performance.md.
  h.volume = options.volume == Volume::automatic ? Volume::obb : options.volume;
  h.layout = layout_of(h.volume, h.width);
  if (wide.node_count() > kMaxIndex || h.leaves.size() > kMaxIndex) {
    throw Error(ErrorCode::limit, "the mesh is too large: a hierarchy holds at most about 100 million triangles");
  }
  if (!topology.nodes.empty()) h.size_exponent = size_exponent_of(topology.nodes[0]);
  fit_nodes(topology, wide, leaves, slack, options.quality == Quality::fast ? Effort::least : Effort::most, h);
  const LeafBox box = box_of_leaves(h);
  h.clearance = make_clearance(h, box);
  h.entries = make_entries(h, box, options.quality);
  h.landmarks = make_landmarks(h, box);
  if (h.volume == Volume::custom) fit_slabs(mesh, options.directions, slack, h);
  return h;
}

}  // namespace graze::detail
