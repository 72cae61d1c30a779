// SPDX-License-Identifier: Apache-2.0
#include "suite/judge.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "clock.h"
#include "geometry/triangle_distance.h"
#include "geometry/triangle_triangle.h"
#include "referee.h"

namespace graze::suite {
namespace {

using detail::Corners;

constexpr double kDoubleUnit = 0x1p-53, kFloatUnit = 0x1p-24;
/// Translations that are tried go up by this factor, from what counts as touching to what counts as rounding in float.
constexpr double kLadder = 4;
constexpr std::size_t kMostNormals = 16;

double unit_of(bench::Arithmetic arithmetic) {
  if (arithmetic == bench::Arithmetic::exact) return 0;
  return arithmetic == bench::Arithmetic::in_float ? kFloatUnit : kDoubleUnit;
}

/// By how far the configuration is from one with the other answer. Who computes exactly has no excuse.
DisagreementClass class_of(std::optional<double> distance, double scale, bench::Arithmetic arithmetic) {
  if (arithmetic == bench::Arithmetic::exact || !distance) return DisagreementClass::wrong;
  const double d = std::abs(*distance);
  if (d <= kTouchingUnits * kDoubleUnit * scale) return DisagreementClass::touching;
  return d <= kRoundingUnits * unit_of(arithmetic) * scale ? DisagreementClass::rounding : DisagreementClass::wrong;
}

double extent(const Mesh& mesh) {
  double most = 0;
  for (const Vec3& v : mesh.vertices) most = std::max(most, std::hypot(v.x, v.y, v.z));
  return most;
}

Vec3 minus(const Vec3& p, const Vec3& q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }

Corners corners(const Mesh& mesh, std::uint32_t t, const Pose& pose) {
  const Triangle& ids = mesh.triangles[t];
  return {{place(pose, mesh.vertices[ids[0]]), place(pose, mesh.vertices[ids[1]]), place(pose, mesh.vertices[ids[2]])}};
}

Corners moved(Corners c, const Vec3& d) {
  for (Vec3& v : c.v) v = {v.x + d.x, v.y + d.y, v.z + d.z};
  return c;
}

void add_normal(std::vector<Vec3>& directions, const Corners& c) {
  const Vec3 e = minus(c.v[1], c.v[0]), f = minus(c.v[2], c.v[0]);
  const Vec3 n = {e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x};
  const double length = std::hypot(n.x, n.y, n.z);
  if (!(length > 0)) return;
  for (const double s : {1 / length, -1 / length}) directions.push_back({s * n.x, s * n.y, s * n.z});
}

/// Towards the neighbours of a cube in its lattice.
std::vector<Vec3> lattice_directions() {
  std::vector<Vec3> directions;
  for (int i = 0; i < 27; ++i) {
    const double x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;  // NOLINT(bugprone-integer-division): digits
    const double length = std::hypot(x, y, z);
    if (length > 0) directions.push_back({x / length, y / length, z / length});
  }
  return directions;
}

/// The shortest translation of a ladder after which `apart` holds in some direction.
template <typename Apart>
std::optional<double> shortest(const std::vector<Vec3>& directions, double scale, const Apart& apart) {
  for (double length = kTouchingUnits * kDoubleUnit * scale; length <= kRoundingUnits * kFloatUnit * scale;
       length *= kLadder) {
    for (const Vec3& d : directions) {
      if (apart(Vec3{length * d.x, length * d.y, length * d.z})) return length;
    }
  }
  return std::nullopt;
}

std::optional<double> minus_of(std::optional<double> length) { return length ? std::optional(-*length) : std::nullopt; }

int severity(DisagreementClass kind) { return static_cast<int>(kind); }

}  // namespace

Judge::Judge(const Mesh& a, const Mesh& b)
    : mesh_a_(a), mesh_b_(b), a_(Model::build(a)), b_(Model::build(b)), extent_a_(extent(a)), extent_b_(extent(b)) {}

bool Judge::meets(const Pose& pose) { return intersects(a_, b_, pose, {}, &workspace_); }

const bench::TrianglePairs& Judge::pairs(const Pose& pose) {
  QueryOptions options;
  options.segments = false;
  contacts(a_, b_, pose, contacts_, options, &workspace_);
  pairs_.clear();
  for (const Contact& c : contacts_.pairs) pairs_.emplace_back(c.triangle_a, c.triangle_b);
  return pairs_;
}

double Judge::magnitude(const Pose& pose) const {
  return std::max(extent_a_, extent_b_ + std::hypot(pose.t.x, pose.t.y, pose.t.z));
}

/// Of meshes that are apart: margins grow until some pair is within.
double Judge::gap(const Pose& pose, double scale) {
  QueryOptions options;
  options.margin = std::max(kTouchingUnits * kDoubleUnit * scale, 1e-300);
  while (options.margin < 4 * scale && !intersects(a_, b_, pose, options, &workspace_)) options.margin *= 8;
  options.segments = false;
  contacts(a_, b_, pose, contacts_, options, &workspace_);
  double least = 4 * scale;
  for (const Contact& c : contacts_.pairs) {
    const Corners ta = corners(mesh_a_, c.triangle_a, {}), tb = corners(mesh_b_, c.triangle_b, pose);
    least = std::min(least, detail::closest_points(ta, tb).distance);
  }
  return least;
}

/// Of meshes that meet: 0 when they only touch.
std::optional<double> Judge::parting(const Pose& pose, double scale) {
  contacts(a_, b_, pose, contacts_, {}, &workspace_);
  const auto crosses = [](const Contact& c) { return c.kind == ContactKind::crossing; };
  if (std::ranges::none_of(contacts_.pairs, crosses)) return 0;
  std::vector<Vec3> directions = lattice_directions();
  for (std::size_t i = 0; i < std::min(kMostNormals, contacts_.pairs.size()); ++i) {
    add_normal(directions, corners(mesh_a_, contacts_.pairs[i].triangle_a, {}));
    add_normal(directions, corners(mesh_b_, contacts_.pairs[i].triangle_b, pose));
  }
  return shortest(directions, scale, [&](const Vec3& d) {
    Pose other = pose;
    other.t = {pose.t.x + d.x, pose.t.y + d.y, pose.t.z + d.z};
    return !meets(other);
  });
}

Judgement Judge::judge_any(const Pose& pose, bool said, bench::Arithmetic arithmetic, double& sweeps) {
  Judgement result;
  if (sweeps > 0) {
    const double start = bench::wall_us();
    result.exact = bench::find_meeting(mesh_a_, mesh_b_, pose).has_value();
    sweeps -= bench::wall_us() - start;
  } else {
    result.exact = meets(pose);
  }
  if (said == result.exact) return result;  // graze is wrong: `exact` differs from its answer
  const double scale = magnitude(pose);
  result.distance = result.exact ? minus_of(parting(pose, scale)) : gap(pose, scale);
  result.kind = class_of(result.distance, scale, arithmetic);
  return result;
}

ListJudgement Judge::judge_list(const Pose& pose, const bench::TrianglePairs& said, const bench::TrianglePairs& exact,
                                bench::Arithmetic arithmetic) {
  bench::TrianglePairs differing;
  std::ranges::set_symmetric_difference(said, exact, std::back_inserter(differing));
  ListJudgement result;
  const double scale = magnitude(pose);
  std::size_t classified = 0;
  for (const auto& [a, b] : differing) {
    const Corners ta = corners(mesh_a_, a, {}), tb = corners(mesh_b_, b, pose);
    Judgement judgement;
    judgement.exact = detail::triangles_meet(ta, tb);
    if (judgement.exact == std::ranges::binary_search(said, std::pair(a, b))) continue;  // right, and graze is not
    ++(judgement.exact ? result.missed : result.extra);
    if (classified++ >= kMostPairs) continue;
    if (!judgement.exact) {
      judgement.distance = detail::closest_points(ta, tb).distance;
    } else if (detail::meet_triangles(ta, tb).kind != ContactKind::crossing) {
      judgement.distance = 0;
    } else {
      std::vector<Vec3> directions = lattice_directions();
      add_normal(directions, ta);
      add_normal(directions, tb);
      judgement.distance = minus_of(
          shortest(directions, scale, [&](const Vec3& d) { return !detail::triangles_meet(ta, moved(tb, d)); }));
    }
    judgement.kind = class_of(judgement.distance, scale, arithmetic);
    if (classified > 1 && severity(judgement.kind) <= severity(result.worst.kind)) continue;
    result.worst = judgement;
    result.triangle_a = a;
    result.triangle_b = b;
  }
  return result;
}

}  // namespace graze::suite
