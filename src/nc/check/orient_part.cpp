// SPDX-License-Identifier: Apache-2.0
#include "nc/check/orient_part.h"

#include <cmath>
#include <utility>

#include "geometry/vec.h"
#include "graze/error.h"
#include "graze/solid.h"

namespace graze::nc::detail {
namespace {

/// Shells that lack a face have about as much area above as below; of a relief nearly all looks to one side.
constexpr double kDown = -0.5;

std::size_t turn(Mesh& mesh, const std::vector<Patch>& patches) {
  std::size_t count = 0;
  for (const Patch& patch : patches) {
    for (const std::uint32_t t : patch.triangles) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
    count += patch.triangles.size();
  }
  return count;
}

}  // namespace

double looks_up(const Mesh& mesh) {
  double sum = 0, all = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    const double up = graze::detail::cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a).z;
    sum += up;
    all += std::abs(up);
  }
  return all > 0 ? sum / all : 0;
}

OrientedPart orient_part(Mesh& mesh) {
  OrientedPart out;
  SolidReport report = inspect_solid(mesh);
  if (!report.flipped.empty()) {
    out.turned += turn(mesh, report.flipped);
    report = inspect_solid(mesh);
  }
  if (!report.inside_out.empty()) {
    out.turned += turn(mesh, report.inside_out);
    report = inspect_solid(mesh);
  }
  if (!report.misoriented_edges.empty()) {
    throw Error(ErrorCode::not_solid, "inside and outside are not told apart: " + report.reason());
  }
  out.solid = report.solid;
  if (!out.solid && looks_up(mesh) < kDown) {
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
    out.turned = mesh.triangles.size() - out.turned;
  }
  return out;
}

}  // namespace graze::nc::detail
