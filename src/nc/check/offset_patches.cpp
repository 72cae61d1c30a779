// SPDX-License-Identifier: Apache-2.0
#include "nc/check/offset_patches.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "nc/check/climb.h"
#include "nc/check/simple_surface.h"

namespace graze::nc::detail {
namespace {

constexpr int kMostPieces = 64;

/// A convex polygon, and how far from it what it stands for may be.
struct FlatPatch {
  std::array<Vec3, 12> v;
  std::size_t count = 0;
  Vec3 normal;  // of length 1
  double thick = 0;
  bool whole = true;  // there was room for all of its corners

  void add(const Vec3& p) {
    whole = whole && count < v.size();
    if (whole) v[count++] = p;
  }
};

/// What of it lies where normal·x >= level.
FlatPatch clipped(const FlatPatch& patch, const Vec3& normal, double level) {
  FlatPatch out;
  out.normal = patch.normal;
  out.thick = patch.thick;
  out.whole = patch.whole;
  for (std::size_t i = 0; i < patch.count; ++i) {
    const Vec3 &p = patch.v[i], &q = patch.v[(i + 1) % patch.count];
    const double a = core::dot(normal, p) - level, b = core::dot(normal, q) - level;
    if (a >= 0) out.add(p);
    if ((a < 0) != (b < 0)) out.add(p + (a / (a - b)) * (q - p));
  }
  return out;
}

enum class Answer { missed, deep, unknown };

class Patches {
 public:
  Patches(const PartData& part, const NearFaces& near, const core::SweptCore& core, double rounding, double error)
      : part_(part), near_(near), core_(core), rounding_(rounding), error_(error) {}

  /// Does the tool cover a point deeper than a?
  Answer run(double a) {
    a_ = a;
    corners_.clear();
    bool known = true;
    const auto look = [&](Answer answer) {
      if (answer == Answer::unknown) known = false;
      return answer == Answer::deep;
    };
    bool deep = false;
    for (std::size_t i = 0; i < near_.size() && !deep; ++i) deep = look(face(near_[i])) || look(edges(near_[i]));
    for (std::size_t i = 0; i < corners_.size() && !deep; ++i) deep = look(corner(corners_[i]));
    return deep ? Answer::deep : known ? Answer::missed : Answer::unknown;
  }

  /// Of the point that was deep, its depth and, about, where the surface looks.
  double deepest() const { return deepest_; }
  const Vec3& normal() const { return normal_; }

 private:
  /// How far the tool reaches below a plane.
  double reach_below(const Vec3& normal, double level) const {
    return level - core::dot(normal, core_.at) + core_.extent(-normal) + rounding_;
  }

  /// As well as it takes to tell on which side of the tool's boundary a triangle is.
  core::CoreDistance distance(const core::Corners& t, double enough) const {
    const Vec3 from = core_.at - t.v[0];
    const Vec3 along = from == Vec3{} ? Vec3{0, 0, 1} : from;
    const core::CoreDistance coarse = core::core_distance(core_, t, std::max(0.01 * a_, error_), enough, along);
    if (coarse.lower > enough || coarse.upper <= rounding_) return coarse;
    return core::core_distance(core_, t, error_, enough, along);
  }

  Answer face(const NearFace& f) {
    if (reach_below(f.normal, f.level) < a_ - error_) return Answer::missed;
    FlatPatch patch;
    patch.normal = f.normal;
    for (const Vec3& v : f.corners.v) patch.add(v - a_ * f.normal);
    return tried(patch);
  }

  /// Strips about edges that bend inward; each is a face's whose number is the lower.
  Answer edges(const NearFace& f) {
    Answer out = Answer::missed;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t other = part_.sides.neighbour(f.id, k);
      const NearFace* g = near_.find(other);
      if (g != nullptr && g->id < f.id) continue;
      const core::Corners t = g != nullptr ? g->corners : part_.corners_of(other);
      double above = 0;
      for (const Vec3& v : t.v) above = std::max(above, -f.below(v));
      if (above <= error_) continue;
      const Vec3 m = front_of(t);
      corners_.push_back(f.corner(k));
      corners_.push_back(f.corner(k + 1));
      const Answer answer = strip(f.corner(k), f.corner(k + 1), f.normal, m);
      if (answer == Answer::deep) return answer;
      if (answer == Answer::unknown) out = answer;
    }
    return out;
  }

  Answer strip(const Vec3& from, const Vec3& to, const Vec3& n, const Vec3& m) {
    const double angle = std::acos(std::clamp(core::dot(n, m), -1.0, 1.0));
    if (!(angle < 3)) return Answer::unknown;
    const int slices = std::max(1, static_cast<int>(std::ceil(angle / 0.1)));
    const auto between = [&](int i) {
      const double f = static_cast<double>(i) / slices, s = std::sin(angle);
      return s > 1e-9 ? (std::sin((1 - f) * angle) / s) * n + (std::sin(f * angle) / s) * m : n;
    };
    Answer out = Answer::missed;
    for (int i = 0; i < slices; ++i) {
      const Vec3 p = between(i), q = between(i + 1);
      const Vec3 middle = (1 / core::norm(p + q)) * (p + q);
      FlatPatch patch;
      patch.normal = middle;
      patch.thick = a_ * (1 - core::dot(p, middle)) + error_;
      if (reach_below(middle, core::dot(middle, from)) < a_ - 2 * patch.thick) continue;
      for (const Vec3& v : {from - a_ * p, to - a_ * p, to - a_ * q, from - a_ * q}) patch.add(v);
      const Answer answer = tried(patch);
      if (answer == Answer::deep) return answer;
      if (answer == Answer::unknown) out = answer;
    }
    return out;
  }

  /// A piece of a sphere about a corner, if there is one.
  Answer corner(const Vec3& v) {
    if (std::find(corners_.begin(), corners_.end(), v) != corners_.begin() + (&v - corners_.data())) {
      return Answer::missed;
    }
    if (distance({{v, v, v}}, rounding_ + a_).lower > rounding_ + a_) return Answer::missed;
    std::vector<Vec3> ways;
    for (const NearFace& f : near_) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (!(f.corner(k) == v)) continue;
        for (const std::size_t j : {k + 1, k + 2}) {
          const Vec3 e = f.corner(j) - v;
          ways.push_back((1 / core::norm(e)) * e);
        }
      }
    }
    Vec3 sum;
    std::vector<Vec3> rays;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3 n = core::cross(ways[i], ways[j]);
        const double length = core::norm(n);
        if (length < 1e-9) continue;
        for (const double sign : {1 / length, -1 / length}) {
          const Vec3 ray = sign * n;
          if (std::any_of(ways.begin(), ways.end(), [&](const Vec3& e) { return core::dot(e, ray) > 1e-12; })) continue;
          rays.push_back(ray);
          sum = sum + ray;
        }
      }
    }
    if (rays.empty()) return Answer::missed;
    const double length = core::norm(sum);
    if (length < 0.1) return Answer::unknown;
    const Vec3 middle = (1 / length) * sum;
    double far = 0;
    for (const Vec3& ray : rays) far = std::max(far, core::norm(ray - middle));
    const Vec3 p = v + a_ * middle;
    const ClosestPoint nearest = near_.closest(p);
    // Before a corner that points outward; nearer to another face, it may be either.
    if (nearest.distance > a_ * (1 - 1e-6) && depth_at(part_, p, nearest) < 0) return Answer::missed;
    FlatPatch patch;
    patch.normal = -middle;
    patch.thick = a_ * far + error_;
    patch.add(p);
    return tried(patch);
  }

  Answer tried(const FlatPatch& patch) {
    bool known = true;
    int pieces = 0;
    std::vector<FlatPatch> waiting{patch};
    while (!waiting.empty()) {
      const FlatPatch piece = waiting.back();
      waiting.pop_back();
      if (++pieces > kMostPieces || !piece.whole) return Answer::unknown;
      Vec3 p;
      double from_core = 0;
      if (!meets(piece, p, from_core)) continue;
      const ClosestPoint nearest = near_.closest(p);
      if (nearest.distance < a_ - piece.thick - error_) {
        if (!cut_off(piece, p, nearest, waiting)) known = false;
      } else if (from_core <= rounding_ && depth_at(part_, p, nearest) > a_ - 2 * error_) {
        deepest_ = depth_at(part_, p, nearest);
        normal_ = piece.normal;
        return Answer::deep;
      } else {
        known = false;
      }
    }
    return known ? Answer::missed : Answer::unknown;
  }

  /// The patch's point that is nearest to the core.
  bool meets(const FlatPatch& patch, Vec3& p, double& from_core) const {
    from_core = kInfinity;
    const double within = rounding_ + patch.thick + error_;
    for (std::size_t i = 2; i < std::max<std::size_t>(patch.count, 3); ++i) {
      if (patch.count == 0) return false;
      const auto at = [&](std::size_t k) { return patch.v[std::min(k, patch.count - 1)]; };
      const core::CoreDistance found = distance({{at(0), at(i - 1), at(i)}}, within);
      if (found.lower > within || found.upper >= from_core) continue;
      from_core = found.upper;
      p = found.on_triangle;
    }
    return from_core < kInfinity;
  }

  /// Without what is nearer than a to the face that is nearest to p. False: that cannot be told, or would not take p
  /// away.
  bool cut_off(const FlatPatch& piece, const Vec3& p, const ClosestPoint& nearest, std::vector<FlatPatch>& waiting) {
    if (piece.count < 3) return true;  // all of it is as near
    const NearFace& g = *near_.find(nearest.triangle);
    FlatPatch rest = piece;
    const auto keep_beyond = [&](const Vec3& normal, double level) {
      const FlatPatch beyond = clipped(rest, normal, level);
      if (beyond.count > 2) waiting.push_back(beyond);
      rest = clipped(rest, -normal, -level);
    };
    const double radius = a_ - piece.thick;
    double wall = kInfinity;
    std::size_t edge = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 inward = g.inward(k);
      const double d = core::dot(inward, p - g.corner(k)) / core::norm(inward);
      if (d < wall) wall = d, edge = k;
    }
    if (wall > 1e-3 * a_) {
      keep_beyond(-g.normal, radius - g.level);
      keep_beyond(g.normal, radius + g.level);
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 out = -g.inward(k);
        keep_beyond(out, core::dot(out, g.corner(k)));
      }
      return rest.whole;
    }
    if (nearest.feature == Feature::edge) edge = nearest.index;
    const Rectangle near = nearest.feature == Feature::vertex
                               ? square(nearest.point, p, piece.normal, radius)
                               : rectangle(g.corner(edge), g.corner(edge + 1), p, piece.normal, radius);
    if (!near.holds(p)) return false;
    for (std::size_t k = 0; k < 2; ++k) {
      for (const double sign : {1.0, -1.0}) {
        const Vec3 out = sign * near.axis[k];
        keep_beyond(out, core::dot(out, near.middle) + near.half[k]);
      }
    }
    return rest.whole;
  }

  struct Rectangle {
    Vec3 middle, axis[2];
    double half[2];

    bool holds(const Vec3& p) const {
      return std::abs(core::dot(axis[0], p - middle)) < half[0] && std::abs(core::dot(axis[1], p - middle)) < half[1];
    }
  };

  /// In the patch's plane (normal n), about p, all nearer to x than `radius`: p lies on a diagonal.
  static Rectangle square(const Vec3& x, const Vec3& p, const Vec3& n, double radius) {
    const double height = core::dot(n, x - p);
    const Vec3 foot = x - height * n, to = p - foot;
    const double off = core::norm(to), half = std::sqrt(std::max(0.0, (radius * radius - height * height) / 2));
    Vec3 u = off > 1e-9 * radius ? (1 / off) * to : core::cross(n, std::abs(n.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    u = (1 / core::norm(u)) * u;
    const Vec3 v = core::cross(n, u);
    return {foot, {std::sqrt(0.5) * (u + v), std::sqrt(0.5) * (u - v)}, {half, half}};
  }

  /// In the patch's plane (normal n), about p, all nearer to an edge than `radius`: of the ellipse in which the plane
  /// meets the cylinder about the edge's line, as far as the edge goes. What p has to spare is spent on its length.
  static Rectangle rectangle(const Vec3& from, const Vec3& to, const Vec3& p, const Vec3& n, double radius) {
    const double length = core::norm(to - from);
    const Vec3 way = (1 / length) * (to - from);
    const double rise = core::dot(n, way), level = std::sqrt(std::max(0.0, 1 - rise * rise));
    const double at = core::dot(way, p - from);
    const Vec3 x = from + at * way;
    const double spare = std::max(0.0, radius * radius - core::dot(x - p, x - p));
    if (level < 0.1) return square(x, p, n, radius);
    Rectangle out;
    out.axis[0] = (1 / level) * (way - rise * n);
    out.axis[1] = core::cross(n, out.axis[0]);
    const double steep = rise / level;
    const double height = core::dot(n, x - p) - steep * core::dot(out.axis[0], x - p);  // of the line above p
    const double most = std::sqrt(height * height * level * level + spare / 4), beyond = std::sqrt(spare / 8);
    double low = (-beyond - at) / level, high = (length + beyond - at) / level;
    if (steep != 0) {
      const double s = (-most / level - height) / steep, t = (most / level - height) / steep;
      low = std::max(low, std::min(s, t));
      high = std::min(high, std::max(s, t));
    }
    out.middle = p + (0.5 * (low + high)) * out.axis[0] + core::dot(out.axis[1], x - p) * out.axis[1];
    out.half[0] = 0.5 * (high - low);
    out.half[1] = std::sqrt(std::max(0.0, radius * radius - most * most - spare / 8)) * (1 - 1e-9);
    return out;
  }

  const PartData& part_;
  const NearFaces& near_;
  const core::SweptCore& core_;
  double rounding_, error_;
  double a_ = 0, deepest_ = 0;
  Vec3 normal_;
  std::vector<Vec3> corners_;
};

/// Every triangle has a plane, and every edge another one beyond it.
bool is_closed_about(const PartData& part, const NearFaces& near) {
  return std::all_of(near.begin(), near.end(), [&](const NearFace& f) {
    return f.has_plane() && part.sides.neighbour(f.id, 0) != kNoTriangle &&
           part.sides.neighbour(f.id, 1) != kNoTriangle && part.sides.neighbour(f.id, 2) != kNoTriangle;
  });
}

}  // namespace

void decide_by_patches(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                       const ClearCore& clear, std::span<const std::size_t> slots, PieceDepth& depth) {
  constexpr std::size_t kMostNear = 256;
  const double error = 0x1p-43 * (core::max_abs(move.from) + core::max_abs(move.to) + core::max_abs(part.box.lower) +
                                  core::max_abs(part.box.upper));
  if (!(task.allowed > 1e3 * error) || slots.empty() || slots.size() > kMostNear) return;
  const core::SweptCore core{move.from, move.to - move.from, piece.z0, piece.r0, piece.z1, piece.r1};
  // A point of the tool that is outside.
  core::SweptCore moved = core;
  moved.at = moved.at + clear.aside;
  double t = 0;
  const Vec3 top = core.at + core.support(clear.aside, t);
  if (core::core_distance(moved, {{top, top, top}}, clear.lower / 64, kInfinity, {0, 0, 1}).upper >= clear.lower)
    return;
  const NearFaces near(part, slots);
  if (!is_closed_about(part, near) || (part.solid && !is_simple(part, near))) return;
  const Climb about{near, depth.upper};
  const auto climb = [&](const Vec3& normal) {
    depth.lower = std::max(depth.lower, climb_depth(part, core, piece.rounding, about, normal));
    return depth.lower > task.allowed;
  };
  if (!(depth.aside == Vec3{}) && climb(depth.aside)) return;
  Patches patches(part, near, core, piece.rounding, error);
  switch (patches.run(task.allowed - 4 * error)) {
    case Answer::missed:
      depth.upper = std::min(depth.upper, std::max(task.allowed, depth.lower));
      break;
    case Answer::deep:
      if (patches.run(task.allowed + 4 * error) != Answer::deep) break;
      depth.lower = std::max(depth.lower, patches.deepest() - error);
      climb(patches.normal());
      break;
    default:
      break;
  }
}

}  // namespace graze::nc::detail
