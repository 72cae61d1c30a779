// SPDX-License-Identifier: Apache-2.0
// ADB-trees (Klein and Zachmann 2003): collisions estimated from how surface is distributed in boxes, without a
// triangle. docs/adb.md maps every option to the papers' equations. `judge` (graze/timed.h) is what to use today.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "graze/model.h"

namespace graze {

enum class AdbKind : std::uint8_t {
  binary,  ///< boxes of a binary hierarchy
  octree,  ///< cubes, halved along all axes; a triangle belongs to every cube it meets
};

/// How possible collision cells are counted: the cells of a box's 8³ that hold at least theta · MaxArea of surface.
enum class AdbCounting : std::uint8_t {
  exact,        ///< every triangle is clipped to the cells (001, 3.4)
  approximate,  ///< posColCells: from the areas in the nodes below (001, figure 5)
};

/// The parts of a box that are counted by themselves, against uneven distributions (000, 3.4.3).
enum class AdbRegions : std::uint8_t {
  none,
  grid,      ///< 2·2·2 boxes
  pyramids,  ///< six, from the faces to the centre
};

/// The volume that two boxes share (000, 3.6).
enum class AdbVolume : std::uint8_t {
  three_cases,  ///< max{V1, V2, V3}; bounding spheres when the sizes differ (AdbQuery::sphere_ratio)
  spheres,      ///< of the bounding spheres
  slabs,        ///< of the three best slabs
  aligned_dop,  ///< the smaller box enclosed by one along the other's axes
  exact,
};

/// s, s_A and s_B are no integers, and balls and bins are.
enum class AdbRounding : std::uint8_t {
  nearest,       ///< as the papers' tables need it; what is below one half is no collision for them
  interpolated,  ///< the mean over the integers around each
};

std::string_view name(AdbKind kind);
std::string_view name(AdbCounting counting);
std::string_view name(AdbRegions regions);
std::string_view name(AdbVolume volume);
std::string_view name(AdbRounding rounding);

struct AdbBuildOptions {
  AdbKind kind = AdbKind::binary;
  AdbCounting counting = AdbCounting::exact;
  AdbRegions regions = AdbRegions::none;
  double theta = 0.35;   ///< in (0, 4]: share of MaxArea that makes a cell a possible collision cell. The papers' 1
                         ///< finds next to none: one sheet of surface rarely fills a cell that far (docs/adb.md)
  int octree_leaf = 4;   ///< cubes that hold more triangles are divided, ...
  int octree_depth = 6;  ///< ... this often at most, 1..20. Only leaves as deep as the deepest make a collision likely
                         ///< (LB(c), docs/adb.md), and of 12 levels so few are that next to none is found
  int threads = 0;       ///< 0 = all cores; the tree does not depend on it
};

/// How possible collision cells are distributed; exact counting only.
struct AdbCells {
  std::array<std::uint64_t, 512> nodes_of_cell = {};   ///< db(x): nodes in which cell x is one (001, figure 8)
  std::array<std::uint64_t, 513> nodes_of_count = {};  ///< nodes that have so many
};

struct AdbStats {
  AdbKind kind = AdbKind::binary;
  AdbRegions regions = AdbRegions::none;
  double theta = 0;
  std::size_t triangles = 0;  ///< it was built from; none of them is kept
  std::size_t nodes = 0, leaves = 0;
  int depth = 0;          ///< edges from the root to the deepest leaf
  double mean_cells = 0;  ///< possible collision cells of a node
  std::size_t bytes = 0;  ///< of all nodes
};

namespace detail {
struct AdbContent;
}

/// Boxes and counts, 36 bytes a node, no triangles. Immutable; copies share their content.
class AdbTree {
 public:
  /// A mesh by the surface area heuristic, one triangle a leaf (binary), or as an octree. Throws Error (invalid_mesh,
  /// invalid_option), and Error (limit) for coordinates beyond ±1e30.
  static AdbTree build(const Mesh& mesh, const AdbBuildOptions& options = {}, AdbCells* cells = nullptr);

  /// The nodes of a binary hierarchy (BuildOptions::width 2, subdivide 0; else Error (invalid_option)), whatever its
  /// volumes: here they are boxes. For an octree, its mesh.
  static AdbTree build(const Model& model, const AdbBuildOptions& options = {}, AdbCells* cells = nullptr);

  /// As Model: checked, never trusted, Error (corrupt_model, io); written to a temporary name and renamed.
  static AdbTree open(const std::filesystem::path& file);
  void save(const std::filesystem::path& file) const;

  AdbStats stats() const;

  const detail::AdbContent& content() const { return *content_; }

 private:
  explicit AdbTree(std::shared_ptr<const detail::AdbContent> content);
  std::shared_ptr<const detail::AdbContent> content_;
};

struct AdbQuery {
  double p_min = 0.99;  ///< in (0, 1]: a pair of nodes this likely to hold a collision counts; ...
  int k_min = 10;       ///< ... a collision is reported for so many of them
  AdbVolume volume = AdbVolume::three_cases;
  AdbRounding rounding = AdbRounding::nearest;
  bool box_test = false;    ///< boxes that a plane separates hold no collision. The papers look at distances only
  int x_max = 10;           ///< 1..10, of equation 8; 1 is equation 1
  double size_ratio = 1;    ///< at least 1: up to this ratio of volumes two boxes are of one size (3.4.1), beyond it
                            ///< the larger is replaced by nodes below it (3.4.2), ...
  int size_levels = 6;      ///< ... 0..16 levels at most, where they count as leaves
  double sphere_ratio = 2;  ///< at least 1: beyond this ratio of volumes three_cases takes bounding spheres
  std::uint64_t pairs = 0;  ///< stop after estimating so many, 0 = never; and ...
  std::chrono::nanoseconds time{0};  ///< ... after this long
};

/// All but `interrupted` as the papers have it. Nothing here is certain.
struct AdbVerdict {
  bool collides = false;      ///< k_min pairs were found; when interrupted: the likeliest is likelier than not
  bool interrupted = false;   ///< by `pairs` or `time`
  double probability = 0;     ///< of the likeliest pair of nodes; an estimate that is not calibrated
  int found = 0;              ///< pairs of at least p_min
  Box region;                 ///< the box of A in the likeliest pair; the root's while there is none
  std::uint64_t pairs = 0;    ///< estimated
  std::uint64_t volumes = 0;  ///< shared volumes computed
};

/// The queue, kept between queries, one per thread: no allocation after warm-up.
class AdbWorkspace {
 public:
  AdbWorkspace();
  ~AdbWorkspace();
  AdbWorkspace(AdbWorkspace&&) noexcept;
  AdbWorkspace& operator=(AdbWorkspace&&) noexcept;

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Do the surfaces meet, probably? Everything is in A's frame. Throws std::invalid_argument when the pose is not rigid
/// or an option out of its range.
AdbVerdict adb_collides(const AdbTree& a, const AdbTree& b, const Pose& b_in_a, const AdbQuery& query = {},
                        AdbWorkspace* workspace = nullptr);

}  // namespace graze
