// SPDX-License-Identifier: Apache-2.0
// graze_queries MESH...: what distances, closest points and first impacts cost, on each mesh beside a copy of itself.
// The least of five runs, interleaved with FCL's; the mean over the poses.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "graze/graze.h"
#ifdef GRAZE_QUERIES_FCL
#include "fcl_distance.h"
#endif

namespace {

using namespace graze;

constexpr int kPoses = 40, kRuns = 5, kPoints = 20000;

/// The least time of kRuns, in microseconds, of each of several things, by turns.
template <class... Work>
std::vector<double> least(const Work&... work) {
  std::vector<double> times(sizeof...(work), 1e300);
  for (int run = 0; run < kRuns; ++run) {
    std::size_t i = 0;
    const auto measure = [&](const auto& one) {
      const auto start = std::chrono::steady_clock::now();
      one();
      const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
      times[i] = std::min(times[i], took.count());
      ++i;
    };
    (measure(work), ...);
  }
  return times;
}

/// The mesh about its centre, and the diagonal of its box.
double centre(Mesh& mesh) {
  Vec3 low = mesh.vertices.at(0), high = low;
  for (const Vec3& v : mesh.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  for (Vec3& v : mesh.vertices) {
    v = {v.x - (low.x + high.x) / 2, v.y - (low.y + high.y) / 2, v.z - (low.z + high.z) / 2};
  }
  return std::hypot(high.x - low.x, high.y - low.y, high.z - low.z);
}

/// Approaches from everywhere, in any orientation, to where the centres coincide.
std::vector<Motion> approaches(double size) {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  std::vector<Motion> motions;
  for (int i = 0; i < kPoses; ++i) {
    double q[7];
    for (double& x : q) x = normal(engine);
    const double way = 1.1 * size / std::hypot(q[4], q[5], q[6]);
    const Vec3 from{way * q[4], way * q[5], way * q[6]};
    motions.push_back({pose_from_quaternion(q[0], q[1], q[2], q[3], from), {-from.x, -from.y, -from.z}});
  }
  return motions;
}

void impacts(const Mesh& mesh, const std::vector<Motion>& motions) {
  for (const Volume volume : {Volume::obb, Volume::sphere}) {
    BuildOptions options;
    options.volume = volume;
    const Model model = Model::build(mesh, options);
    for (const SweptVolume swept : {SweptVolume::boxes, SweptVolume::spheres}) {
      ImpactOptions with;
      with.volumes = swept;
      double time = 0, slowest = 0, widest = 0;
      Counters sum;
      for (const Motion& motion : motions) {
        Impact impact;
        const double one = least([&] { impact = first_impact(model, model, motion, with); })[0];
        time += one;
        slowest = std::max(slowest, one);
        sum.volume_tests += impact.counters.volume_tests;
        sum.primitive_tests += impact.counters.primitive_tests;
        if (impact.hits) widest = std::max(widest, impact.time - impact.free_until);
      }
      const auto n = static_cast<double>(motions.size());
      std::printf(
          "  impact     %-6s swept %-7s %7.0f us, slowest %7.0f; N_v %7.0f N_p %7.0f; time - free_until <= %.1e\n",
          std::string(name(volume)).c_str(), std::string(name(swept)).c_str(), time / n, slowest,
          static_cast<double>(sum.volume_tests) / n, static_cast<double>(sum.primitive_tests) / n, widest);
    }
  }
}

void distances(const Mesh& mesh, const Model& model, const std::vector<Motion>& motions) {
#ifdef GRAZE_QUERIES_FCL
  const graze::bench::FclDistance fcl(mesh);
#else
  (void)mesh;
#endif
  for (const double gap : {0.001, 0.02, 0.3}) {  // of the size, along the way to the first contact
    double time = 0, other = 0, differ = 0;
    for (const Motion& motion : motions) {
      const Impact impact = first_impact(model, model, motion);
      if (!impact.hits) continue;
      const Pose pose = at(motion, impact.time - gap / 1.1);
      Distance found;
      double rival = 0;
      const auto ours = [&] { found = distance(model, model, pose); };
#ifdef GRAZE_QUERIES_FCL
      const std::vector<double> times = least(ours, [&] { rival = fcl(pose); });
      other += times[1];
      differ = std::max(differ, std::abs(rival - found.upper) / found.upper);
#else
      (void)rival;
      const std::vector<double> times = least(ours);
#endif
      time += times[0];
    }
    const auto n = static_cast<double>(motions.size());
    std::printf("  distance   at %5.1f %% of the size  %7.0f us, FCL's RSS %7.0f us: %.1f times; answers within %.0e\n",
                100 * gap, time / n, other / n, other / time, differ);
  }
}

void points(const Mesh& mesh, const Model& model, double size) {
  std::mt19937_64 engine(2);
  std::uniform_real_distribution<double> anywhere(-0.6 * size, 0.6 * size);
  std::uniform_int_distribution<std::size_t> vertex(0, mesh.vertices.size() - 1);
  for (const double near : {1.0, 0.01}) {
    std::vector<Vec3> from;
    for (int i = 0; i < kPoints; ++i) {
      const Vec3 v = near < 1 ? mesh.vertices[vertex(engine)] : Vec3{};
      from.push_back({v.x + near * anywhere(engine), v.y + near * anywhere(engine), v.z + near * anywhere(engine)});
    }
    double sum = 0;
    const double time = least([&] {
      for (const Vec3& p : from) sum += closest_point(model, p).distance;
    })[0];
    std::printf("  point      %-25s %7.2f us (mean distance %.3g)\n",
                near < 1 ? "within 1 % of a vertex" : "in the box", time / kPoints, sum / (kRuns * kPoints));
  }
}

}  // namespace

int main(int count, char** files) {
  try {
    for (int i = 1; i < count; ++i) {
      Mesh mesh = load_mesh(files[i]);
      const double size = centre(mesh);
      const Model model = Model::build(mesh);
      const std::vector<Motion> motions = approaches(size);
      std::printf("%s, %zu triangles\n", std::filesystem::path(files[i]).filename().c_str(), mesh.triangles.size());
      points(mesh, model, size);
      distances(mesh, model, motions);
      impacts(mesh, motions);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graze_queries: %s\n", error.what());
    return 3;
  }
  return count > 1 ? 0 : 3;
}
