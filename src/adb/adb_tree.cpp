// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "adb/adb_file.h"
#include "adb/adb_node.h"
#include "adb/count.h"
#include "adb/regions.h"
#include "adb/skeleton.h"
#include "base/parallel.h"
#include "geometry/vec.h"
#include "graze/error.h"

namespace graze {

namespace detail {
namespace {

void require(bool good, const char* what) {
  if (!good) throw Error(ErrorCode::invalid_option, what);
}

void check(const AdbBuildOptions& o) {
  require(o.kind == AdbKind::binary || o.kind == AdbKind::octree, "there is no such kind of ADB-tree");
  require(o.counting == AdbCounting::exact || o.counting == AdbCounting::approximate, "there is no such counting");
  require(o.regions >= AdbRegions::none && o.regions <= AdbRegions::pyramids, "there are no such regions");
  require(o.theta > 0 && o.theta <= 4, "theta must be above 0 and at most 4");
  require(o.octree_leaf >= 1, "octree_leaf must be at least 1");
  require(o.octree_depth >= 1 && o.octree_depth <= 20, "octree_depth must be 1 to 20");
  require(o.threads >= 0, "threads must not be negative");
}

void check(const Mesh& mesh) {
  for (const Vec3& v : mesh.vertices) {
    if (max_abs(v) > kMaxCoordinate) throw Error(ErrorCode::limit, "an ADB-tree takes coordinates up to 1e30");
  }
}

AdbContent augmented(const Mesh& mesh, Skeleton skeleton, const AdbBuildOptions& options, AdbCells* cells) {
  const bool clip = options.kind == AdbKind::octree;
  if (cells != nullptr) *cells = {};
  if (options.counting == AdbCounting::exact) {
    count_exactly(mesh, options.regions, options.theta, skeleton, cells);
  } else {
    count_approximately(mesh, options.regions, options.theta, skeleton, clip);
  }
  AdbContent content;
  content.kind = options.kind;
  content.regions = options.regions;
  content.theta = options.theta;
  content.origin = skeleton.origin;
  content.depth = skeleton.depth;
  content.triangles = mesh.triangles.size();
  content.nodes = std::move(skeleton.nodes);
  return content;
}

}  // namespace
}  // namespace detail

AdbTree::AdbTree(std::shared_ptr<const detail::AdbContent> content) : content_(std::move(content)) {}

AdbTree AdbTree::build(const Mesh& mesh, const AdbBuildOptions& options, AdbCells* cells) {
  detail::check(options);
  if (options.kind == AdbKind::binary) {
    BuildOptions binary;
    binary.volume = Volume::aabb;
    binary.leaf_size = 1;
    binary.width = 2;
    binary.threads = options.threads;
    return build(Model::build(mesh, binary), options, cells);
  }
  validate(mesh);
  detail::check(mesh);
  detail::AdbContent content;
  detail::with_threads(options.threads, [&] {
    content = detail::augmented(mesh, detail::octree_skeleton(mesh, options.octree_leaf, options.octree_depth), options,
                                cells);
  });
  return AdbTree(std::make_shared<detail::AdbContent>(std::move(content)));
}

AdbTree AdbTree::build(const Model& model, const AdbBuildOptions& options, AdbCells* cells) {
  detail::check(options);
  if (options.kind == AdbKind::octree) return build(model.mesh(), options, cells);
  detail::check(model.mesh());
  detail::AdbContent content;
  detail::with_threads(options.threads, [&] {
    content = detail::augmented(model.mesh(), detail::binary_skeleton(model), options, cells);
  });
  return AdbTree(std::make_shared<detail::AdbContent>(std::move(content)));
}

AdbTree AdbTree::open(const std::filesystem::path& file) {
  return AdbTree(std::make_shared<detail::AdbContent>(detail::read_adb(file)));
}

void AdbTree::save(const std::filesystem::path& file) const { detail::write_adb(file, *content_); }

AdbStats AdbTree::stats() const {
  const detail::AdbContent& c = *content_;
  AdbStats s;
  s.kind = c.kind;
  s.regions = c.regions;
  s.theta = c.theta;
  s.triangles = c.triangles;
  s.nodes = c.nodes.size();
  s.depth = c.depth;
  s.bytes = c.nodes.size() * sizeof(detail::AdbNode);
  double cells = 0;
  for (const detail::AdbNode& node : c.nodes) {
    if (node.child_count() == 0) ++s.leaves;
    cells += detail::cells_of(node, c.regions);
  }
  if (!c.nodes.empty()) s.mean_cells = cells / static_cast<double>(c.nodes.size());
  return s;
}

}  // namespace graze
