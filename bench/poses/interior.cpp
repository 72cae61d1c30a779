// SPDX-License-Identifier: Apache-2.0
#include "interior.h"

#include <array>
#include <optional>

#include "base/parallel.h"
#include "graze/query.h"
#include "sampling.h"

namespace graze::bench {
namespace {

/// Poses tried in parallel before those found are counted.
constexpr std::size_t kAtOnce = 64;

bool enclosed(const Body& a, const Body& b, const Pose& pose, const std::vector<Vec3>& directions,
              std::size_t escapes) {
  std::size_t free = 0;
  for (const Vec3& direction : directions) {
    if (!advance(a, b, pose, direction) && ++free > escapes) return false;
  }
  return true;
}

}  // namespace

std::vector<Pose> interior_poses(const Body& a, const SignedDistance& field, const Body& b,
                                 const InteriorOptions& options) {
  const std::vector<Vec3> directions = sample_directions(Sampling::low_discrepancy, options.directions, 0);
  const Box box = inspect(a.model.mesh()).box;
  const Vec3 corner = b.model.mesh().vertices[b.model.mesh().triangles.front()[0]];
  std::vector<Pose> found;
  for (std::size_t first = 0; first < options.tries && found.size() < options.wanted; first += kAtOnce) {
    std::array<std::optional<Pose>, kAtOnce> kept;
    detail::parallel_for(std::size_t{0}, kAtOnce, [&](std::size_t i) {
      scenes::Random random(options.seed + 0x9E3779B97F4A7C15u * (first + i));
      const scenes::Quaternion orientation = scenes::random_rotation(random);
      const Vec3 centre = {random.uniform(box.lower.x, box.upper.x), random.uniform(box.lower.y, box.upper.y),
                           random.uniform(box.lower.z, box.upper.z)};
      const Pose pose = turned_at(b, orientation, centre);
      if (intersects(a.model, b.model, pose)) return;
      // The surfaces do not meet: if any point of B is outside A's material, all are.
      if (field.at(place(pose, corner)) <= 0) return;
      if (enclosed(a, b, pose, directions, options.escapes)) kept[i] = pose;
    });
    for (const std::optional<Pose>& pose : kept) {
      if (pose && found.size() < options.wanted) found.push_back(*pose);
    }
  }
  return found;
}

}  // namespace graze::bench
