// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "graze/mesh.h"

namespace graze {

enum class Volume {
  automatic,
  aabb,
  dop8,
  dop12,
  dop14,
  dop18,
  dop20,
  dop26,
  sphere,
  obb,
  rounded_box,
  hybrid,
  custom
};
enum class Split { automatic, longest_side, min_sum, min_max, splatter, sah };
enum class SplitPoint { automatic, mean, median, best, sampled };
enum class Quality { standard, fast };

/// How a hierarchy is built. Every setting but the margin gives the same answers; they differ in speed and memory.
struct BuildOptions {
  Volume volume = Volume::automatic;         ///< obb: what measures fastest (docs/performance.md)
  Split split = Split::automatic;            ///< sah
  SplitPoint point = SplitPoint::automatic;  ///< mean; not used by sah
  int leaf_size = 0;                         ///< triangles in a leaf at most, 1..64; 0 = 4, one SIMD packet
  int width = 0;                             ///< children of a node: 2, 4 or 8; 0 = what measures best for the volume
  int threads = 0;                           ///< 0 = all cores; the tree does not depend on it
  double margin = 0;                         ///< queries treat the model as this much thicker; added to theirs
  Quality quality = Quality::standard;       ///< fast: built in a third of the time, queries up to 1.5 times slower
  /// Volume::custom: the normals of 3..32 slabs, of any length, such as integers from {0, ±1, ±2}. They must span
  /// space; no two may be parallel. Two such models of the same directions are queried as k-DOPs, others by their
  /// boxes.
  std::vector<Vec3> directions = {};
};

struct HierarchyStats {
  Volume volume = Volume::obb;  ///< never automatic: what was chosen
  Split split = Split::sah;
  int width = 0;
  int leaf_size = 0;
  std::size_t triangles = 0;
  std::size_t nodes = 0;
  std::size_t leaves = 0;
  int height = 0;            ///< edges from the root to the deepest leaf
  double total_volume = 0;   ///< sum of the volumes of all bounding volumes (thesis, table 9)
  double child_fill = 0;     ///< mean number of children over width
  double leaf_fill = 0;      ///< mean number of triangles over packet lanes
  double flat_fraction = 0;  ///< share of boxes much thinner than their 26-DOP; low in soups of bulky pieces
  std::size_t node_bytes = 0;
  std::size_t leaf_bytes = 0;
  double bytes_per_triangle = 0;  ///< nodes and leaves, without the mesh
};

namespace detail {
struct Hierarchy;
}

/// A mesh with its hierarchy. Immutable: any number of threads may query it. Copies share their content.
class Model {
 public:
  /// Throws Error for an invalid mesh or option.
  static Model build(Mesh mesh, const BuildOptions& options = {});

  /// Reads what `save` wrote. The file is checked, never trusted: Error (corrupt_model) says what is wrong.
  static Model open(const std::filesystem::path& file);

  /// Writes to a temporary name and renames. Throws Error (io).
  void save(const std::filesystem::path& file) const;

  const Mesh& mesh() const;
  const BuildOptions& options() const;
  HierarchyStats stats() const;

  /// Checks the hierarchy against the mesh: links, every triangle once, every volume holds what is below it.
  /// Throws Error (corrupt_model) naming the first violation. `open` calls it.
  void validate() const;

  const detail::Hierarchy& hierarchy() const { return *hierarchy_; }

 private:
  struct Content;
  explicit Model(std::shared_ptr<const Content> content);
  std::shared_ptr<const Content> content_;
  const detail::Hierarchy* hierarchy_ = nullptr;
};

std::string_view name(Volume volume);
std::string_view name(Split split);
std::string_view name(SplitPoint point);
std::string_view name(Quality quality);

}  // namespace graze
