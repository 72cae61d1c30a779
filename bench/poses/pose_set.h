// SPDX-License-Identifier: Apache-2.0
// Poses at prescribed distances, and the file they are kept in (docs/pose_sets.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "graze/mesh.h"

namespace graze::bench {

/// Names a mesh without holding it.
struct ModelId {
  std::string name;
  std::string file;  ///< as it was given; empty for a mesh that came from no file
  std::size_t vertices = 0, triangles = 0;
  double scale = 1;        ///< what the coordinates of the file were multiplied with, a power of two
  std::uint64_t hash = 0;  ///< mesh_hash, after scaling
};

/// How a pose was found.
enum class Placing : std::uint8_t {
  offset,          ///< B moved along a direction until it touched an offset surface of A (Diktas and Sahiner)
  fixed_distance,  ///< the centres at a distance (Zachmann)
  interior,        ///< inside a tunnel, cavity or bay of A, where nothing comes on a straight way from outside
  given,           ///< by somebody else
};

struct PlacedPose {
  Pose b_in_a;
  std::uint32_t level = 0;  ///< of PoseSet::levels
  Placing placing = Placing::given;
  /// The least signed distance to A of any point of B's surface, wanted and measured: positive apart, negative
  /// penetrating, in the meshes' unit. `achieved` says nothing unless `verified`.
  double prescribed = 0, achieved = 0;
  bool verified = false;
  std::uint32_t direction = 0, orientation = 0;  ///< which of the samples
};

struct PoseSet {
  std::string name, title;
  ModelId a, b;
  double size = 0;             ///< the diagonal of the larger model's box
  double max_penetration = 0;  ///< minus the least value of A's signed distance; 0 where A is no solid
  std::string levels_are;      ///< kPercent or kCentres
  std::vector<double> levels;
  std::vector<PlacedPose> poses;
  std::string generator;  ///< in words: sampling, counts, offset errors
  std::uint64_t seed = 0;
};

/// Levels: 100 * distance / max_penetration.
inline constexpr std::string_view kPercent = "percent of the largest penetration";
/// Levels: distance of the boxes' centres, where half the larger model's longest side is 1.
inline constexpr std::string_view kCentres = "distance of the centres";

std::string_view name(Placing placing);

/// FNV-1a, 64 bits, over the bytes of all coordinates (IEEE doubles, little-endian, -0 as 0) and all indices (32 bits):
/// the same for every file format that keeps the numbers.
std::uint64_t mesh_hash(const Mesh& mesh);
std::string hash_text(std::uint64_t hash);  ///< 16 hexadecimal digits

ModelId identify(const Mesh& mesh, std::string name, std::string file = {}, double scale = 1);

/// Throws Error (io, format): one line with the file and what is wrong. A pose that is not rigid, a level out of range
/// or a number that is not finite is refused.
PoseSet read_pose_set(const std::filesystem::path& file);

/// Throws Error (format) unless the mesh is the one the set was made for.
void expect_model(const ModelId& id, const Mesh& mesh, const std::filesystem::path& set);

/// To a temporary name, then renamed. Throws Error (io).
void write_pose_set(const std::filesystem::path& file, const PoseSet& set);

}  // namespace graze::bench
