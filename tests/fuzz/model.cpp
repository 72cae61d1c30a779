// SPDX-License-Identifier: Apache-2.0
// Saved models. The first byte chooses what the others mean: edits of a well-formed file, or a whole file. Either way
// the checksum is made right, so that everything behind it meets forged content; what is opened must bear a query.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <vector>

#include "build/file_checksum.h"
#include "build/file_format.h"
#include "check.h"
#include "graze/model.h"
#include "graze/query.h"

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

/// A file without a name, its content replaced for each input.
class Scratch {
 public:
  Scratch() : file_(memfd_create("model", 0)), path_("/proc/self/fd/" + std::to_string(file_)) {}
  const std::string& path() const { return path_; }
  void fill(const std::string& bytes) const {
    require(ftruncate(file_, 0) == 0, "the scratch file can be emptied");
    require(pwrite(file_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()), "and filled");
  }

 private:
  int file_;
  std::string path_;
};

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
      std::FILE* stream = std::fopen(file.c_str(), "rb");
      std::string bytes(1 << 16, '\0');
      bytes.resize(std::fread(bytes.data(), 1, bytes.size(), stream));
      std::fclose(stream);
      files.push_back(bytes);
    }
  }
  std::remove(file.c_str());
  rmdir(folder);
  return files;
}

/// Edits of six bytes: where, in words of four bytes from the start, modulo the size; and what is put there.
std::string edited(std::string bytes, const std::uint8_t* data, std::size_t size) {
  for (; size >= 6; data += 6, size -= 6) {
    std::uint16_t word = 0;
    std::memcpy(&word, data, 2);
    std::memcpy(bytes.data() + 4 * (word % (bytes.size() / 4)), data + 2, 4);
  }
  return bytes;
}

void make_checksum_right(std::string& bytes) {
  if (bytes.size() < 8) return;
  graze::detail::Checksum checksum;
  checksum.update(bytes.data(), bytes.size() - 8);
  const std::uint64_t digest = checksum.digest();
  std::memcpy(bytes.data() + bytes.size() - 8, &digest, 8);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> files = well_formed_files();
  static const Scratch scratch;
  static const Model other = Model::build(crossed_triangles(9));
  if (size == 0) return 0;
  std::string bytes = data[0] < 200 ? edited(files[data[0] % files.size()], data + 1, size - 1)
                                    : std::string(reinterpret_cast<const char*>(data) + 1, size - 1);
  make_checksum_right(bytes);
  scratch.fill(bytes);
  try {
    const Model model = Model::open(scratch.path());
    graze::fuzz::check(model.mesh());
    require(model.stats().triangles == model.mesh().triangles.size(), "statistics count the triangles");
    for (const graze::Contact& contact : contacts(model, other, graze::Pose{}).pairs) {
      require(contact.triangle_a < model.mesh().triangles.size(), "contacts name triangles that exist");
    }
  } catch (const graze::Error& error) {
    const std::string text = error.what();
    require(text.rfind(scratch.path() + ": ", 0) == 0 && text.size() < 400, "an error is one line and names the file");
    for (const char c : text) require(c >= ' ' && c <= '~', "an error is one line of printable characters");
  }
  return 0;
}
