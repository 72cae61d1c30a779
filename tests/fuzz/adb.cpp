// SPDX-License-Identifier: Apache-2.0
// Saved ADB-trees, as model.cpp does models: what is opened must bear a query.
#include <unistd.h>

#include <string>
#include <vector>

#include "check.h"
#include "graze/adb.h"
#include "saved_file.h"

namespace {

using graze::AdbTree;
using graze::fuzz::require;

AdbTree tree_of(std::uint32_t triangles, graze::AdbKind kind, graze::AdbRegions regions) {
  graze::Mesh mesh;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const double x = 0.25 * i, y = i % 3, z = 0.125 * (i % 5);
    mesh.vertices.insert(mesh.vertices.end(), {{x, y, z - 1}, {x + 1, y - 0.5, z}, {x + 0.25, y + 1, z + 1}});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  graze::AdbBuildOptions options;
  options.kind = kind;
  options.regions = regions;
  options.octree_depth = 3;
  return AdbTree::build(mesh, options);
}

std::vector<std::string> well_formed_trees() {
  char folder[] = "/tmp/graze_fuzz_XXXXXX";
  require(mkdtemp(folder) != nullptr, "there is room for temporary files");
  const std::string file = std::string(folder) + "/tree";
  std::vector<std::string> files;
  for (const graze::AdbKind kind : {graze::AdbKind::binary, graze::AdbKind::octree}) {
    for (const graze::AdbRegions regions :
         {graze::AdbRegions::none, graze::AdbRegions::grid, graze::AdbRegions::pyramids}) {
      tree_of(6, kind, regions).save(file);
      files.push_back(graze::fuzz::content_of(file));
    }
  }
  std::remove(file.c_str());
  rmdir(folder);
  return files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> files = well_formed_trees();
  static const graze::fuzz::Scratch scratch;
  static const AdbTree other = tree_of(9, graze::AdbKind::binary, graze::AdbRegions::grid);
  if (size == 0) return 0;
  scratch.fill(graze::fuzz::saved_file(files, data, size));
  try {
    const AdbTree tree = AdbTree::open(scratch.path());
    for (const graze::AdbVolume volume : {graze::AdbVolume::three_cases, graze::AdbVolume::exact}) {
      graze::AdbQuery query;
      query.volume = volume;
      query.rounding = graze::AdbRounding::interpolated;
      query.pairs = 200;
      const graze::AdbVerdict verdict = adb_collides(tree, other, graze::Pose(), query);
      require(verdict.probability >= 0 && verdict.probability <= 1, "probabilities are between 0 and 1");
    }
  } catch (const graze::Error& error) {
    graze::fuzz::check_refusal(error, scratch.path());
  }
  return 0;
}
