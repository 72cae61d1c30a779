// SPDX-License-Identifier: Apache-2.0
// graze bench offset: surfaces at a distance from a solid, as meshes, and its signed distance as an OpenVDB grid.
#include <fmt/format.h>

#include <cmath>

#include "bench.h"
#include "command.h"
#include "graze/io.h"
#include "input.h"
#include "output.h"
#include "watch.h"
#ifdef GRAZE_HAS_OFFSET
#include "offset.h"
#endif

namespace graze::cli {

#ifdef GRAZE_HAS_OFFSET

namespace {

namespace fs = std::filesystem;

std::string number(double value) { return fmt::format("{:.4g}", value); }

/// "part+10%.ply"
fs::path file_of(const BenchOffset& flags, double percent) {
  return flags.output / fmt::format("{}{:+g}%.{}", flags.model.stem().string(), percent, flags.format);
}

std::string row(double percent, const bench::Offset& offset, double diagonal, const std::string& file) {
  const auto part = [&](double error) { return fmt::format("{:.3f}", 100 * error / diagonal); };
  return fmt::format("{:>+8g} {:>12} {:>10} {:>10} {:>7} {:>7} {:>7} {:>7}  {}\n", percent, number(offset.distance),
                     grouped(offset.mesh.triangles.size()), number(offset.voxel), part(offset.error_mean),
                     part(offset.error_p99), part(offset.error_p999), part(offset.error_max),
                     offset.mesh.triangles.empty() ? "empty: nothing is written"
                     : offset.within_bound         ? file
                                                   : file + ", coarser than asked: --max-triangles");
}

/// What it returns; where there is no inside, another way is named.
template <class Ask>
auto ask_solid(const BenchOffset& flags, const Ask& ask) {
  try {
    return ask();
  } catch (const Error& error) {
    throw Failure(flags.model.string() + ": " + error.message() + "; --unsigned takes it as it is");
  }
}

}  // namespace

int bench_offset(const BenchOffset& flags) {
  require_file(flags.model);
  const Model model = Model::build(load_mesh(flags.model));
  const SignedDistance field = ask_solid(
      flags, [&] { return SignedDistance(model, flags.unsigned_distance ? Sign::unsigned_distance : Sign::closed); });
  const Box& box = field.box();
  for (const double percent : flags.percent) {
    if (flags.unsigned_distance && !(percent > 0))
      throw Failure("--unsigned knows no inside: --percent must be positive");
  }
  const double diagonal = std::hypot(box.upper.x - box.lower.x, box.upper.y - box.lower.y, box.upper.z - box.lower.z);
  double unit = diagonal / 10;
  std::string text = "open or a soup: distances without a sign, in percent of a tenth of the diagonal\n";
  if (!flags.unsigned_distance) {
    const LeastDistance deepest = ask_solid(flags, [&] { return bench::deepest_point(field); });
    unit = -deepest.value;
    text = fmt::format("largest penetration {} at ({}, {}, {}); diagonal {}\n", number(unit), number(deepest.point.x),
                       number(deepest.point.y), number(deepest.point.z), number(diagonal));
  }
  std::error_code ignored;
  fs::create_directories(flags.output, ignored);
  if (!fs::is_directory(flags.output, ignored)) throw Failure(flags.output.string() + ": cannot become a folder");
  text += fmt::format("{:>8} {:>12} {:>10} {:>10} {:>7} {:>7} {:>7} {:>7}  error in % of the diagonal\n", "percent",
                      "distance", "triangles", "voxel", "mean", "p99", "p99.9", "max");
  for (const double percent : flags.percent) {
    if (interrupted()) {
      write_stdout(text);
      tell("graze: interrupted; the surfaces listed are written\n");
      return kNotDecided;
    }
    bench::OffsetOptions options;
    options.error = flags.error_percent / 100;
    options.max_triangles = flags.max_triangles;
    const bench::Offset offset = bench::offset_surface(field, percent / 100 * unit, options);
    const fs::path file = file_of(flags, percent);
    if (!offset.mesh.triangles.empty()) save_mesh(file, offset.mesh);
    text += row(percent, offset, diagonal, file.string());
  }
  if (!flags.vdb.empty()) {
    const bench::SavedField saved = bench::save_field(flags.vdb, field);
    text += fmt::format("{}: signed distances at {} voxels of {}\n", flags.vdb.string(), grouped(saved.voxels),
                        number(saved.voxel));
  }
  write_stdout(text);
  return kNothingFound;
}

#else

int bench_offset(const BenchOffset&) {
  return fail("this graze was built without OpenVDB (libopenvdb-dev), which offset surfaces need");
}

#endif

}  // namespace graze::cli
