// SPDX-License-Identifier: Apache-2.0
// graze_offset_report MODEL [PERCENT...] [FIELD.vdb]: what docs/solid.md quotes. Is the model a solid; the cost of its
// field; offset surfaces at percentages of its largest penetration, negative ones inside; the least distances of
// the model from itself in random poses. Saves the field where a file is named.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "base/random.h"
#include "geometry/vec.h"
#include "graze/io.h"
#include "offset.h"

namespace graze::bench {
namespace {

class Watch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Vec3 point_about(const Box& box, double larger, detail::Random& random) {
  const Vec3 size = box.upper - box.lower;
  const double x = random.uniform(-larger, 1 + larger);
  const double y = random.uniform(-larger, 1 + larger);
  const double z = random.uniform(-larger, 1 + larger);
  return box.lower + Vec3{x * size.x, y * size.y, z * size.z};
}

void report_points(const SignedDistance& field) {
  constexpr int kPoints = 20000;
  detail::Random random(1);
  std::vector<Vec3> points;
  for (int i = 0; i < kPoints; ++i) points.push_back(point_about(field.box(), 0.1, random));
  Watch watch;
  double sum = 0;
  for (const Vec3& p : points) sum += field.at(p);
  const double at = watch.seconds();
  watch = {};
  int inside = 0;
  for (const Vec3& p : points) inside += field.inside(p);
  std::printf("a signed distance %.2f us, of which the sign %.2f us; mean %.4g, %.1f %% inside\n", at / kPoints * 1e6,
              watch.seconds() / kPoints * 1e6, sum / kPoints, 100.0 * inside / kPoints);
}

void report_least(const SignedDistance& field, double diagonal) {
  constexpr int kPoses = 100;
  const Vec3 centre = 0.5 * field.box().lower + 0.5 * field.box().upper;
  for (const double tolerance : {1e-3, 1e-4}) {
    detail::Random random(2);
    double total = 0, longest = 0;
    for (int i = 0; i < kPoses; ++i) {
      const double w = random.uniform(-1, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      Pose pose = pose_from_quaternion(w, x, y, random.uniform(0.01, 1));
      pose.t = point_about(field.box(), 0.5, random) - place(pose, centre);
      const Watch watch;
      least_signed_distance(field, field.model(), pose, tolerance * diagonal);
      total += watch.seconds();
      longest = std::max(longest, watch.seconds());
    }
    std::printf("least signed distance within %g of the diagonal: %.2f ms in the mean of %d poses, %.2f ms at most\n",
                tolerance, total / kPoses * 1e3, kPoses, longest * 1e3);
  }
}

int report(int count, char** words) {
  const Mesh mesh = load_mesh(words[1]);
  Watch watch;
  const SolidReport solid = inspect_solid(mesh);
  std::printf("%zu triangles, %s; %zu edges of more than two faces; %.3f s\n", solid.triangles, solid.reason().c_str(),
              solid.non_manifold_edges, watch.seconds());
  if (!solid.solid) return 1;
  const Model model = Model::build(mesh);
  watch = {};
  const SignedDistance field(model);
  std::printf("field ready in %.3f s\n", watch.seconds());
  const double diagonal = detail::norm(field.box().upper - field.box().lower);
  report_points(field);
  watch = {};
  const LeastDistance deepest = max_penetration(field, 1e-4 * diagonal);
  std::printf("largest penetration %.6g, %.4f of the diagonal; %zu evaluations, %.3f s\n", -deepest.value,
              -deepest.value / diagonal, deepest.evaluations, watch.seconds());
  report_least(field, diagonal);
  for (int i = 2; i < count; ++i) {
    const std::string word = words[i];
    watch = {};
    if (word.ends_with(".vdb")) {
      const SavedField saved = save_field(word, field);
      std::printf("saved: voxel %.6g, %zu voxels, %.2f s\n", saved.voxel, saved.voxels, watch.seconds());
      continue;
    }
    const Offset offset = offset_surface(field, std::atof(words[i]) / 100 * -deepest.value);
    std::printf("%s %%: %zu triangles, voxel 1/%.0f of the diagonal, error p99.9 %.3f %%, max %.3f %%%s, %.2f s: %s\n",
                words[i], offset.mesh.triangles.size(), diagonal / offset.voxel, 100 * offset.error_p999 / diagonal,
                100 * offset.error_max / diagonal, offset.within_bound ? "" : " (bound not met)", watch.seconds(),
                inspect_solid(offset.mesh).reason().c_str());
  }
  return 0;
}

}  // namespace
}  // namespace graze::bench

int main(int count, char** words) {
  if (count < 2) {
    std::fprintf(stderr, "usage: graze_offset_report MODEL [PERCENT...] [FIELD.vdb]\n");
    return 3;
  }
  try {
    return graze::bench::report(count, words);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 3;
  }
}
