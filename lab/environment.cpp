// SPDX-License-Identifier: Apache-2.0
#include "lab/environment.h"

#include <utility>

#include "graze/error.h"

namespace graze::lab {

double largest_coordinate(const Mesh& mesh) {
  constexpr double kMost = 1e100;
  double largest = 0;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    largest = std::max(largest, detail::max_abs(mesh.vertices[i]));
    if (largest > kMost)
      throw Error(ErrorCode::limit, "vertex " + std::to_string(i) + " lies beyond 1e100, the laboratory's limit");
  }
  return largest;
}

Environment::Environment(Mesh obstacles) : mesh(std::move(obstacles)) {
  validate(mesh);
  const double magnitude = largest_coordinate(mesh);
  pad = 0x1p-46 * magnitude + 1e-300;
  boxes.reserve(mesh.triangles.size());
  Box all;
  for (std::uint32_t t = 0; t < size(); ++t) {
    boxes.push_back(box_of(corners(t)));
    if (t == 0) all = boxes[0];
    all = {detail::min(all.lower, boxes[t].lower), detail::max(all.upper, boxes[t].upper)};
  }
  const Vec3 extent = all.upper - all.lower;
  corner = {all.lower.x - pad, all.lower.y - pad, all.lower.z - pad};
  side = std::max({extent.x, extent.y, extent.z, 0x1p-40 * magnitude, 1e-280}) + 4 * pad;
}

}  // namespace graze::lab
