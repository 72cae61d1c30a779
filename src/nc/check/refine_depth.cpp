// SPDX-License-Identifier: Apache-2.0
// Depth is 1-Lipschitz: in a cube it exceeds that of the middle by half the diagonal at most. Cubes that cannot hold a
// deeper point, or none of the tool, are left out; the most promising is divided first. Below a face, a better bound is
// the depth below its plane, which the tool's own boundary limits (below_faces): cubes may then be some 1/sin(a) times
// as large, a being the angle of face and tool.
#include <algorithm>
#include <cmath>

#include "geometry/point_triangle.h"
#include "nc/check/climb.h"

namespace graze::nc::detail {
namespace {

struct Cube {
  double most;  // no point of it that the tool covers is deeper
  Vec3 middle;
  double half;
};

bool less_deep(const Cube& a, const Cube& b) { return a.most < b.most; }

double sum_abs(const Vec3& a) { return std::abs(a.x) + std::abs(a.y) + std::abs(a.z); }

/// The tool lies where normal·p <= extent.
struct HalfSpace {
  Vec3 normal;
  double extent = 0;
};

/// A triangle's plane, and the planes through its edges that stand on it, looking inward.
struct Prism {
  Vec3 normal;
  Vec3 inward[3];
  Vec3 corner[3];
  bool flat = false;

  Prism(const Mesh& mesh, std::uint32_t triangle) {
    const Triangle& t = mesh.triangles[triangle];
    for (std::size_t k = 0; k < 3; ++k) corner[k] = mesh.vertices[t[k]];
    const Vec3 n = core::cross(corner[1] - corner[0], corner[2] - corner[0]);
    const double length = core::norm(n);
    if (!(length > 0)) return;
    normal = (1 / length) * n;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 e = corner[(k + 1) % 3] - corner[k];
      inward[k] = (1 / core::norm(e)) * core::cross(normal, e);
    }
    flat = true;
  }

  double inside(std::size_t k, const Vec3& p) const { return core::dot(inward[k], p - corner[k]); }

  double below(const Vec3& p) const { return core::dot(normal, corner[0] - p); }

  /// Points above the plane may lie in another layer of the part, at most that far from this one.
  double highest(const Cube& cube) const { return cube.half * sum_abs(normal) - below(cube.middle); }

  /// Are all points of the cube within all walls but one (3: all)?
  bool holds(const Cube& cube, std::size_t but) const {
    for (std::size_t k = 0; k < 3; ++k) {
      if (k != but && inside(k, cube.middle) < cube.half * sum_abs(inward[k])) return false;
    }
    return true;
  }
};

/// The greatest value in a cube of a function that is `here` in its middle and decreases along `down`, where the tool
/// lies in the half space: that it does is used with the multiplier for which what is left is parallel to its boundary.
double greatest(const Cube& cube, const HalfSpace& tool, double here, const Vec3& down) {
  const double by = std::max(0.0, -core::dot(down, tool.normal));
  return here + by * (tool.extent - core::dot(tool.normal, cube.middle)) + cube.half * sum_abs(down + by * tool.normal);
}

/// `alone`: no other face reaches into the cube, so that what is above the plane is outside.
double deepest(const Prism& prism, const Cube& cube, const HalfSpace& tool, bool alone) {
  const double below = greatest(cube, tool, prism.below(cube.middle), prism.normal);
  return alone ? below : std::max(below, prism.highest(cube));
}

/// Below an edge that bends outward, points are as deep as they are below the nearer plane, so at most as any mean of
/// both depths; at one that bends inward, as below the farther one.
double deepest(const Prism& a, const Prism& b, const Vec3& beyond, const Cube& cube, const HalfSpace& tool,
               bool alone) {
  const double one = deepest(a, cube, tool, alone), two = deepest(b, cube, tool, alone);
  if (a.below(beyond) < 0) return std::max(one, two);
  // The mean that changes the least along the tool's boundary.
  const auto along = [&](const Vec3& n) { return n - core::dot(n, tool.normal) * tool.normal; };
  const Vec3 from = along(a.normal), way = along(b.normal) - from;
  const double squared = core::dot(way, way);
  const double part = squared > 0 ? std::clamp(-core::dot(from, way) / squared, 0.0, 1.0) : 0;
  const double here = (1 - part) * a.below(cube.middle) + part * b.below(cube.middle);
  const double least = std::min({one, two, greatest(cube, tool, here, (1 - part) * a.normal + part * b.normal)});
  return alone ? least : std::max({least, a.highest(cube), b.highest(cube)});
}

/// The triangles within `within` of the core; none where they are many.
struct Surroundings {
  double within;
  NearFaces faces;

  static Surroundings of(const PartData& part, const core::SweptCore& core, double within) {
    constexpr std::size_t kMost = 256;
    std::vector<std::size_t> slots;
    if (std::isfinite(within)) slots = slots_within(part, core, within);
    if (slots.size() > kMost) slots.clear();
    return {within, NearFaces(part, slots)};
  }

  /// Are all triangles among them that are as near as this to a point, which is `from_core` away from the core at most?
  bool cover(double from_core, double distance) const { return from_core + distance < within; }

  /// Does no face but these two reach into the cube, whose middle is `from_core` away from the core at most?
  bool none_but(std::uint32_t a, std::uint32_t b, const Cube& cube, double from_core) const {
    const double reach = std::sqrt(3.0) * cube.half * (1 + 1e-9);
    if (faces.empty() || !cover(from_core, reach)) return false;
    return std::all_of(faces.begin(), faces.end(), [&](const NearFace& f) {
      if (f.id == a || f.id == b) return true;
      core::Corners about;
      for (std::size_t k = 0; k < 3; ++k) about.v[k] = f.corners.v[k] - cube.middle;
      return std::abs(f.below(cube.middle)) > reach || core::nearest_to_origin(about).squared > reach * reach;
    });
  }
};

/// A bound for cubes below one face, or below two that share an edge, each point below one of them at least.
double below_faces(const PartData& part, const Surroundings& near, double from_core, const Cube& cube,
                   const HalfSpace& tool, std::uint32_t triangle) {
  const Mesh& mesh = part.model.mesh();
  const Prism first(mesh, triangle);
  if (!first.flat) return kInfinity;
  if (first.holds(cube, 3)) return deepest(first, cube, tool, near.none_but(triangle, triangle, cube, from_core));
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t other = part.sides.neighbour(triangle, k);
    if (other == kNoTriangle || !first.holds(cube, k)) continue;
    const Prism second(mesh, other);
    std::size_t shared = 0;
    while (shared < 2 && part.sides.neighbour(other, shared) != triangle) ++shared;
    if (!second.flat || !second.holds(cube, shared)) continue;
    const double both = first.inside(k, cube.middle) + second.inside(shared, cube.middle);
    if (both < cube.half * sum_abs(first.inward[k] + second.inward[shared])) continue;
    const bool alone = near.none_but(triangle, other, cube, from_core);
    return deepest(first, second, second.corner[(shared + 2) % 3], cube, tool, alone);
  }
  return kInfinity;
}

class Refinement {
 public:
  Refinement(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task, PieceDepth& depth)
      : part_(part),
        piece_(piece),
        core_{move.from, move.to - move.from, piece.z0, piece.r0, piece.z1, piece.r1},
        task_(task),
        depth_(depth),
        near_(Surroundings::of(part, core_, piece.rounding + 4 * depth.upper + 2 * task.tolerance)) {
    const double reach = std::max(piece.r0, piece.r1) + piece.rounding, spare = std::max(0.0, -task.allowed);
    low_ = core::min(move.from, move.to) + Vec3{-reach, -reach, piece.z0 - piece.rounding};
    high_ = core::max(move.from, move.to) + Vec3{reach, reach, piece.z1 + piece.rounding};
    low_ = core::max(low_, part.box.lower - Vec3{spare, spare, spare});
    high_ = core::min(high_, part.box.upper + Vec3{spare, spare, spare});
    if (!near_.faces.empty()) {
      // Points of the cut are at most as far from the surface as they are deep.
      Vec3 low{kInfinity, kInfinity, kInfinity}, high = -low;
      near_.faces.bounds(low, high);
      const double u = depth.upper;
      low_ = core::max(low_, low - Vec3{u, u, u});
      high_ = core::min(high_, high + Vec3{u, u, u});
    }
    rounding_ = 0x1p-44 * (core::max_abs(low_) + core::max_abs(high_) + core::max_abs(part.box.lower) +
                           core::max_abs(part.box.upper));
  }

  void run(int most) {
    if (!(depth_.aside == Vec3{})) {
      depth_.lower = std::max(depth_.lower, climb_depth(part_, core_, piece_.rounding, about(), depth_.aside));
    }
    if (depth_.lower <= task_.allowed) divide(most);
  }

 private:
  void divide(int most) {
    const double first = std::isfinite(depth_.upper) ? depth_.upper : 1e30;
    waiting_.push_back({first, 0.5 * (low_ + high_), 0.5 * core::max_abs(high_ - low_)});
    for (int count = 0; count < most && !waiting_.empty(); ++count) {
      std::pop_heap(waiting_.begin(), waiting_.end(), less_deep);
      const Cube cube = waiting_.back();
      waiting_.pop_back();
      divide(cube);
      if (depth_.lower > task_.allowed) return;
    }
    const double left = waiting_.empty() ? std::max(task_.allowed, depth_.lower) : waiting_.front().most;
    depth_.upper = std::min(depth_.upper, left);
  }

  Climb about() const {
    if (near_.faces.empty()) return {near_.faces, depth_.upper + task_.tolerance};
    return {near_.faces, near_.within - piece_.rounding - rounding_};
  }

  core::CoreDistance from_core(const Cube& cube, double enough) const {
    const Vec3& p = cube.middle;
    const Vec3 from = core_.at - p;
    if (!core_.is_point()) {
      return core::core_distance(core_, {{p, p, p}}, std::min(task_.gap, cube.half) / 64, enough,
                                 from == Vec3{} ? Vec3{0, 0, 1} : from);
    }
    const Vec3 start = core_.at + Vec3{0, 0, core_.z0};
    const double squared = core::dot(core_.way, core_.way);
    core::CoreDistance out;
    out.t = squared > 0 ? std::clamp(core::dot(core_.way, p - start) / squared, 0.0, 1.0) : 0;
    out.on_core = start + out.t * core_.way;
    out.on_triangle = p;
    const double distance = core::norm(p - out.on_core);
    out.lower = std::max(0.0, distance - rounding_);
    out.upper = distance + rounding_;
    return out;
  }

  void divide(const Cube& cube) {
    const double diagonal = std::sqrt(3.0) * cube.half * (1 + 1e-12);
    const core::CoreDistance to_core = from_core(cube, piece_.rounding + diagonal);
    if (to_core.lower > piece_.rounding + diagonal) return;
    const double reach = std::max(diagonal - task_.allowed, depth_.upper + diagonal);
    ClosestPoint nearest;
    double at = 0;
    if (!near_.faces.empty()) {
      nearest = near_.faces.closest(cube.middle);
      if (nearest.distance > depth_.upper + diagonal + rounding_) return;
      // The sign only of what is the closest of all.
      const bool exact = near_.cover(to_core.upper, nearest.distance);
      at = exact ? depth_at(part_, cube.middle, nearest) : nearest.distance;
      if (!exact) nearest.triangle = kNoTriangle;
    } else {
      nearest = closest_point(part_.model, cube.middle, reach);
      at = nearest.triangle == kNoTriangle ? point_depth(part_, cube.middle, 0) : depth_at(part_, cube.middle, nearest);
    }
    double bound = std::min(cube.most, at + diagonal + rounding_);
    if (bound <= task_.allowed) return;
    Vec3 w = cube.middle;
    const Vec3 out = to_core.on_triangle - to_core.on_core;
    const double length = core::norm(out);
    if (length > 0) {
      const Vec3 n = (1 / length) * out;
      if (to_core.upper > piece_.rounding) w = to_core.on_core + piece_.rounding * n;
      const HalfSpace tool{n, core::dot(n, core_.at) + core_.extent(n) + piece_.rounding};
      if (nearest.triangle != kNoTriangle) {
        bound = std::min(bound, below_faces(part_, near_, to_core.upper, cube, tool, nearest.triangle) + rounding_);
      }
      if (bound <= task_.allowed) return;
    }
    depth_.lower = std::max(depth_.lower, tool_point_depth(part_, about(), w) - rounding_);
    for (int i = 0; i < 8; ++i) {
      const double h = cube.half / 2;
      waiting_.push_back({bound, cube.middle + Vec3{i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h}, h});
      std::push_heap(waiting_.begin(), waiting_.end(), less_deep);
    }
  }

  const PartData& part_;
  const ConvexPiece& piece_;
  core::SweptCore core_;
  const DepthTask& task_;
  PieceDepth& depth_;
  Surroundings near_;
  Vec3 low_, high_;
  double rounding_ = 0;
  std::vector<Cube> waiting_;
};

}  // namespace

void refine_depth(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                  PieceDepth& depth, int most) {
  Refinement(part, piece, move, task, depth).run(most);
}

}  // namespace graze::nc::detail
