// SPDX-License-Identifier: Apache-2.0
#include "throughput.h"

#include <cmath>
#include <iomanip>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "clock.h"
#include "graze/query.h"
#include "scenes.h"
#include "shapes.h"

namespace graze::bench {

void measure_build(std::ostream& out, int triangles, int repeat) {
  const int frequency = static_cast<int>(std::lround(std::sqrt(triangles / 20.0)));
  struct Case {
    const char* name;
    Mesh mesh;
  };
  const Case cases[] = {{"bumpy sphere", scenes::bumpy_sphere(frequency, 1, 200, 0.1, 61)},
                        {"soup", scenes::triangle_soup(triangles, 0.01, 62)}};
  out << "build            triangles  quality   threads      ms  CPU ms  B/tri  volume\n";
  for (const Case& c : cases) {
    for (const auto& [quality, threads] :
         {std::pair{Quality::standard, 1}, {Quality::standard, 2}, {Quality::fast, 2}}) {
      BuildOptions options;
      options.threads = threads;
      options.quality = quality;
      double least = std::numeric_limits<double>::infinity();
      double least_cpu = least;  // tells on a busy machine what the wall clock cannot
      HierarchyStats stats;
      for (int i = 0; i < repeat; ++i) {
        Mesh copy = c.mesh;
        const double start = wall_us();
        const double cpu_start = process_us();
        const Model model = Model::build(std::move(copy), options);
        least_cpu = std::min(least_cpu, process_us() - cpu_start);
        least = std::min(least, wall_us() - start);
        stats = model.stats();
      }
      out << std::left << std::setw(16) << c.name << std::right << std::setw(10) << c.mesh.triangles.size() << "  "
          << std::left << std::setw(8) << name(quality) << std::right << std::setw(9) << threads << std::setw(8)
          << std::lround(least * 1e-3) << std::setw(8) << std::lround(least_cpu * 1e-3) << std::setw(7)
          << std::lround(stats.bytes_per_triangle) << "  " << name(stats.volume) << '\n'
          << std::flush;
    }
  }
}

void measure_batch(std::ostream& out, int repeat) {
  out << "batch       poses  1 thread  2 threads   ratio   (mean µs a pose)\n";
  for (const char* scene_name : {"s1b", "s2", "pipes", "torus", "tetras"}) {
    const scenes::Scene scene = scenes::make_scene(scene_name);
    const Model a = Model::build(scene.a);
    const Model b = Model::build(scene.b);
    std::vector<std::uint8_t> answers[2];
    double us[2];
    for (const int threads : {1, 2}) {
      BatchOptions options;
      options.threads = threads;
      auto& answer = answers[threads - 1];
      answer.resize(scene.poses.size());
      double least = std::numeric_limits<double>::infinity();
      for (int i = 0; i < repeat; ++i) {
        const double start = wall_us();
        intersects_batch(a, b, scene.poses, answer, options);
        least = std::min(least, wall_us() - start);
      }
      us[threads - 1] = least / static_cast<double>(scene.poses.size());
    }
    if (answers[0] != answers[1]) throw std::logic_error("the number of threads changed an answer");
    out << std::left << std::setw(10) << scene_name << std::right << std::setw(7) << scene.poses.size() << std::fixed
        << std::setprecision(2) << std::setw(10) << us[0] << std::setw(11) << us[1] << std::setw(8) << us[0] / us[1]
        << '\n'
        << std::flush;
  }
}

}  // namespace graze::bench
