// SPDX-License-Identifier: Apache-2.0
// Saved models. The first byte chooses what the others mean: edits of a well-formed file, or a whole file. Either way
// the checksum is made right, so that everything behind it meets forged content; what is opened must bear a query.
#include <unistd.h>

#include <string>
#include <vector>

#include "check.h"
#include "graze/model.h"
#include "graze/query.h"
#include "saved_file.h"

namespace {

using graze::Mesh;
using graze::Model;
using graze::Volume;
using graze::fuzz::require;

Mesh crossed_triangles(std::uint32_t count) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double x = 0.25 * i, y = i % 3, z = 0.125 * (i % 5);
    mesh.vertices.insert(mesh.vertices.end(), {{x, y, z - 1}, {x + 1, y - 0.5, z}, {x + 0.25, y + 1, z + 1}});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

std::vector<std::string> well_formed_files() {
  char folder[] = "/tmp/graze_fuzz_XXXXXX";
  require(mkdtemp(folder) != nullptr, "there is room for temporary files");
  const std::string file = std::string(folder) + "/model";
  std::vector<std::string> files;
  for (const Volume volume : {Volume::aabb, Volume::sphere, Volume::obb, Volume::rounded_box, Volume::dop8,
                              Volume::dop14, Volume::dop18, Volume::dop26, Volume::custom}) {
    for (const int leaf_size : {1, 6}) {
      graze::BuildOptions options{.volume = volume, .leaf_size = leaf_size, .width = leaf_size == 1 ? 4 : 2};
      if (volume == Volume::custom) options.directions = {{1, 0, 0}, {0, 1, 0}, {1, 2, 2}, {0, 1, -1}};
      Model::build(crossed_triangles(14), options).save(file);
      files.push_back(graze::fuzz::content_of(file));
    }
  }
  std::remove(file.c_str());
  rmdir(folder);
  return files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> files = well_formed_files();
  static const graze::fuzz::Scratch scratch;
  static const Model other = Model::build(crossed_triangles(9));
  if (size == 0) return 0;
  scratch.fill(graze::fuzz::saved_file(files, data, size));
  try {
    const Model model = Model::open(scratch.path());
    graze::fuzz::check(model.mesh());
    require(model.stats().triangles == model.mesh().triangles.size(), "statistics count the triangles");
    for (const graze::Contact& contact : contacts(model, other, graze::Pose{}).pairs) {
      require(contact.triangle_a < model.mesh().triangles.size(), "contacts name triangles that exist");
    }
  } catch (const graze::Error& error) {
    graze::fuzz::check_refusal(error, scratch.path());
  }
  return 0;
}
