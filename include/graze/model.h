// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
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
enum class SplitAxes { three, all };
enum class Building { top_down, bottom_up };
enum class LeafRule { automatic, thesis };
enum class Orientation { given, optimal };

/// How a hierarchy is built. Every setting but the margin gives the same answers; they differ in speed and memory.
struct BuildOptions {
  Volume volume = Volume::automatic;         ///< obb: what measures fastest (docs/performance.md)
  Split split = Split::automatic;            ///< sah
  SplitPoint point = SplitPoint::automatic;  ///< mean; not used by sah
  int leaf_size = 0;                         ///< triangles in a leaf at most, 1..256; 0 = what leaf_rule says
  int width = 0;                             ///< children of a node: 2, 4, 8 or 16; 0 = what measures best
  int threads = 0;                           ///< 0 = all cores; the tree does not depend on it
  double margin = 0;                         ///< queries treat the model as this much thicker; added to theirs
  Quality quality = Quality::standard;       ///< fast: built in a third of the time, queries up to 1.5 times slower
  /// Volume::custom: the normals of 3..32 slabs, of any length, such as integers from {0, ±1, ±2}. They must span
  /// space; no two may be parallel. Two such models of the same directions are queried as k-DOPs, others by their
  /// boxes.
  std::vector<Vec3> directions = {};

  // What the thesis (seed 004) tried or left open; docs/laboratory_construction.md says what each gains.
  SplitAxes split_axes = SplitAxes::three;   ///< all: the k/2 directions of the k-DOP (6.3.2), others: of the 26-DOP
  Building building = Building::top_down;    ///< bottom_up: neighbours are joined; no split, no point
  LeafRule leaf_rule = LeafRule::automatic;  ///< automatic: 4, one SIMD packet; thesis: 20 to 100 by size and k (6.3.3)
  int regroup = 0;             ///< oscillating tree (6.3.4): 3..12 descendants regrouped into two; 0 = off
  double regroup_balance = 1;  ///< 0..1, how much their numbers of triangles count; 0 is the thesis's way
  double subdivide = 0;        ///< 0..1: pieces cut from long, skinny triangles, as a share of all (6.3.5)
  Orientation orientation = Orientation::given;  ///< optimal: the frame in which aligned volumes are least (4.2)
  int samples = 16;                              ///< of SplitPoint::sampled
  std::uint64_t seed = 0;                        ///< of SplitPoint::sampled
};

struct HierarchyStats {
  Volume volume = Volume::obb;  ///< never automatic: what was chosen
  Split split = Split::sah;
  int width = 0;
  int leaf_size = 0;
  std::size_t triangles = 0;
  std::size_t nodes = 0;
  std::size_t leaves = 0;
  int height = 0;           ///< edges from the root to the deepest leaf
  double total_volume = 0;  ///< sum of the volumes of all bounding volumes (thesis, table 9)
  double child_fill = 0;    ///< mean number of children over width
  double leaf_fill = 0;     ///< mean number of triangles over packet lanes
  std::size_t node_bytes = 0;
  std::size_t leaf_bytes = 0;
  double bytes_per_triangle = 0;  ///< nodes and leaves, without the mesh
  std::size_t pieces = 0;         ///< triangles, and parts of those that BuildOptions::subdivide cut
  std::size_t spheres = 0;        ///< Volume::hybrid: how many of each it is made of
  std::size_t rounded_boxes = 0;
  std::size_t boxes = 0;
};

namespace detail {
struct Hierarchy;
struct Priors;
}  // namespace detail

/// A mesh with its hierarchy. Immutable: any number of threads may query it. Copies share their content, and moving
/// copies: no Model is ever without one.
class Model {
 public:
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;
  ~Model() = default;

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
  const detail::Priors& priors() const;  // made when first asked for; any thread may ask

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
std::string_view name(SplitAxes axes);
std::string_view name(Building building);
std::string_view name(LeafRule rule);
std::string_view name(Orientation orientation);

/// All that can be built, those of the registries included (docs/extending.md): what has a name above, without
/// automatic.
std::span<const Volume> all_volumes();
std::span<const Split> all_splits();

}  // namespace graze
