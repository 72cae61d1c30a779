// SPDX-License-Identifier: Apache-2.0
#include "vdb.h"

#include <openvdb/io/File.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/SignedFloodFill.h>
#include <openvdb/tools/VolumeToMesh.h>

#include <cmath>

#include "graze/error.h"

namespace graze::bench {
namespace {

/// A grid of the blocks, times `scale`; what lies between them gets the sign of what is next to it.
openvdb::FloatGrid::Ptr grid_of(const std::vector<Block>& blocks, double band, double scale, bool all_on) {
  openvdb::initialize();
  const auto far = static_cast<float>(band * scale);
  openvdb::FloatGrid::Ptr grid = openvdb::FloatGrid::create(far);
  openvdb::FloatTree& tree = grid->tree();
  for (const Block& block : blocks) {
    auto* leaf = tree.touchLeaf({block.corner[0], block.corner[1], block.corner[2]});
    for (openvdb::Index i = 0; i < block.value.size(); ++i) {
      const auto value = static_cast<float>(block.value[i] * scale);
      if (all_on || std::abs(value) < far) {
        leaf->setValueOn(i, value);
      } else {
        leaf->setValueOff(i, value);
      }
    }
  }
  openvdb::tools::signedFloodFill(tree);
  return grid;
}

}  // namespace

LevelFaces extract_level(const std::vector<Block>& blocks, double band) {
  LevelFaces faces;
  if (blocks.empty()) return faces;
  const openvdb::FloatGrid::Ptr grid = grid_of(blocks, band, 1, true);
  std::vector<openvdb::Vec3s> points;
  std::vector<openvdb::Vec3I> triangles;
  std::vector<openvdb::Vec4I> quads;
  openvdb::tools::volumeToMesh(*grid, points, triangles, quads, 0.0);
  faces.vertices.reserve(points.size());
  for (const openvdb::Vec3s& p : points) faces.vertices.push_back({p.x(), p.y(), p.z()});
  faces.quads.reserve(quads.size() + triangles.size());
  for (const openvdb::Vec4I& q : quads) faces.quads.push_back({q[0], q[1], q[2], q[3]});
  for (const openvdb::Vec3I& t : triangles) faces.quads.push_back({t[0], t[1], t[2], t[2]});
  return faces;
}

std::size_t write_level_set(const std::filesystem::path& file, const std::vector<Block>& blocks, double band,
                            const Lattice& lattice) {
  const openvdb::FloatGrid::Ptr grid = grid_of(blocks, band, lattice.voxel, false);
  const openvdb::math::Transform::Ptr transform = openvdb::math::Transform::createLinearTransform(lattice.voxel);
  transform->postTranslate({lattice.origin.x, lattice.origin.y, lattice.origin.z});
  grid->setTransform(transform);
  grid->setGridClass(openvdb::GRID_LEVEL_SET);
  grid->setName("signed_distance");
  std::filesystem::path temporary = file;
  temporary += ".tmp";
  std::error_code failure;
  try {
    openvdb::io::File out(temporary.string());
    out.write(openvdb::GridPtrVec{grid});
    out.close();
  } catch (const openvdb::Exception& e) {
    std::filesystem::remove(temporary, failure);
    throw Error(ErrorCode::io, e.what(), file);
  }
  std::filesystem::rename(temporary, file, failure);
  if (failure) {
    const std::string message = failure.message();
    std::filesystem::remove(temporary, failure);
    throw Error(ErrorCode::io, message, file);
  }
  return grid->activeVoxelCount();
}

}  // namespace graze::bench
