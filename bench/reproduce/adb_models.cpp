// SPDX-License-Identifier: Apache-2.0
#include "adb_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

#include "models.h"
#include "poses.h"
#include "vector.h"

namespace graze::reproduce {
namespace {

using namespace scenes;

Mesh merged(const Mesh& mesh, const Vec3& lower, double cell) {
  Mesh out;
  std::map<std::array<long, 3>, std::uint32_t> first;
  std::vector<std::uint32_t> moved;
  for (const Vec3& v : mesh.vertices) {
    const Vec3 at = (1 / cell) * (v - lower);
    const std::array<long, 3> key = {std::lround(at.x), std::lround(at.y), std::lround(at.z)};
    const auto [place, is_new] = first.try_emplace(key, static_cast<std::uint32_t>(out.vertices.size()));
    if (is_new) out.vertices.push_back(v);
    moved.push_back(place->second);
  }
  std::vector<std::tuple<Triangle, Triangle>> kept;  // sorted corners, to find copies; and as they are
  for (const Triangle& t : mesh.triangles) {
    const Triangle n = {moved[t[0]], moved[t[1]], moved[t[2]]};
    Triangle sorted = n;
    std::sort(sorted.begin(), sorted.end());
    if (sorted[0] != sorted[1] && sorted[1] != sorted[2]) kept.emplace_back(sorted, n);
  }
  std::sort(kept.begin(), kept.end());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i == 0 || std::get<0>(kept[i]) != std::get<0>(kept[i - 1])) out.triangles.push_back(std::get<1>(kept[i]));
  }
  return out;
}

struct Extent {
  Vec3 lower, upper;
  explicit Extent(const Mesh& mesh) : lower(mesh.vertices.front()), upper(lower) {
    for (const Vec3& v : mesh.vertices) {
      lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
      upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
    }
  }
  double side() const { return std::max({upper.x - lower.x, upper.y - lower.y, upper.z - lower.z}); }
  Vec3 centre() const { return 0.5 * (lower + upper); }
};

}  // namespace

std::vector<AdbModel> adb_models(bool quick) {
  struct Source {
    const char *name, *file;
    bool smooth;
  };
  static constexpr Source kGiven[] = {
      {"bunny", "meshes/bunny.ply", true},
      {"armadillo", "meshes/armadillo.ply", true},
      {"lucy", "meshes/lucy100k.ply", true},
      {"dragon", "meshes/dragon_res2.ply", true},
      {"turbine blade", "meshes/turbineblade.ply", true},
      {"exhaust housing", "meshes/voron_exhaust_filter_housing.ply", false},
  };
  static constexpr Source kBundled[] = {
      {"hand", "bundled/hand.ply", true},
      {"airplane", "bundled/airplane.ply", true},
      {"turbine wheel", "bundled/turbine_wheel.ply", false},
      {"car rim", "bundled/car_rim.ply", false},
      {"car hood", "bundled/car_hood.ply", false},
      {"brake pad", "bundled/car_brake_pad.ply", false},
      {"car panels", "bundled/car_panels.ply", false},
      {"St. Helens", "bundled/st_helens.ply", true},
  };
  std::vector<AdbModel> models;
  const auto add = [&](const Source& source, bool bundled) {
    const std::string missing = why_missing(source.file);
    if (missing.empty()) {
      models.push_back({source.name, source.smooth, bundled, model(source.file)});
    } else {
      std::fprintf(stderr, "  %s is left out: %s\n", source.name, missing.c_str());
    }
  };
  if (!quick) {
    for (const Source& source : kGiven) add(source, false);
  }
  // Four of the bundled ones beside those of GRAZE_DATA, all of them without, three when there is little time.
  const std::size_t count = quick ? 3 : models.empty() ? std::size(kBundled) : 4;
  for (std::size_t i = 0; i < count; ++i) add(kBundled[i], true);
  return models;
}

Mesh clustered(const Mesh& mesh, std::size_t triangles) {
  const Extent extent(mesh);
  // About (side / cell)² cells meet a surface, two triangles each; from there to the finest grid that is coarse enough.
  for (double cells = std::sqrt(4 * static_cast<double>(triangles)); cells > 2; cells *= 0.93) {
    Mesh out = merged(mesh, extent.lower, extent.side() / cells);
    if (out.triangles.size() <= triangles) return out;
  }
  return mesh;
}

std::vector<AdbPose> adb_poses(const Model& model, int per_distance, std::uint64_t seed) {
  const Extent extent(model.mesh());
  const Vec3 centre = extent.centre();
  std::vector<AdbPose> out;
  for (const Pose& pose : bench::poses_at_distances(model, model, per_distance, seed)) {
    const double distance = length(place(pose, centre) - centre) / (extent.side() / 2);
    out.push_back({pose, std::round(10 * distance) / 10});
  }
  return out;
}

}  // namespace graze::reproduce
