// SPDX-License-Identifier: Apache-2.0
#include "nc/check/local_depth.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "geometry/point_triangle.h"
#include "nc/check/smooth_support.h"

namespace graze::nc::detail {
namespace {

constexpr std::size_t kMostPlanes = 8, kMostFaces = 96;

/// A triangle about the tool's tip where the move begins, and its plane.
struct Face {
  Vec3 corner[3];
  Vec3 low, high;  // of the corners
  Vec3 normal;
  double level = 0;   // of the plane along the normal
  double above = -1;  // how far the surface nearby rises above it; negative: not known yet
  std::size_t slot = 0;
  bool usable = false;
};

class LocalDepth {
 public:
  LocalDepth(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
             const LocalCut& cut, PieceDepth& depth)
      : part_(part),
        task_(task),
        cut_(cut),
        depth_(depth),
        core_{move.from, move.to - move.from, piece.z0, piece.r0, piece.z1, piece.r1},
        tool_(core_, piece.rounding, std::max(task.gap / 4, 1e-9 * (piece.rounding + piece.r0 + piece.r1))) {
    rounding_ = 0x1p-44 * (core::max_abs(part.box.lower) + core::max_abs(part.box.upper) + core::max_abs(move.from) +
                           core::max_abs(move.to));
  }

  void run() {
    if (cut_.near.size() > kMostFaces || cut_.near.empty()) return;
    for (const std::size_t slot : cut_.near) add_face(slot);
    least_ = std::max(task_.floor, -depth_.upper);
    if (cut_.witness) {
      t_ = cut_.t;
      if (offer(*cut_.witness - core_.at)) return;
    }
    Vec3 w = witness(cut_.normal);
    if (!settle(w)) w = witness(cut_.normal);
    if (is_done(depth_, task_) || offer(w)) return;
    climb(w);
  }

 private:
  void add_face(std::size_t slot) {
    Face& f = *std::construct_at(&faces_[count_++]);
    const core::Corners corners = part_.corners(slot);
    for (std::size_t k = 0; k < 3; ++k) f.corner[k] = corners.v[k] - core_.at;
    f.low = core::min(core::min(f.corner[0], f.corner[1]), f.corner[2]);
    f.high = core::max(core::max(f.corner[0], f.corner[1]), f.corner[2]);
    const Vec3 e = f.corner[1] - f.corner[0], g = f.corner[2] - f.corner[0];
    const Vec3 n = core::cross(e, g);
    const double area = core::norm(n);
    f.slot = slot;
    f.usable = area > 1e-7 * std::max(core::dot(e, e), core::dot(g, g));
    if (!f.usable) return;
    f.normal = (1 / area) * n;
    f.level = core::dot(f.normal, f.corner[0]);
  }

  Vec3 witness(const Vec3& normal) { return tool_.point(-normal, t_); }

  static double squared_to_box(const Face& f, const Vec3& p) {
    const auto beside = [](double low, double high, double x) { return std::max({0.0, low - x, x - high}); };
    const double x = beside(f.low.x, f.high.x, p.x), y = beside(f.low.y, f.high.y, p.y),
                 z = beside(f.low.z, f.high.z, p.z);
    return x * x + y * y + z * z;
  }

  double below(const Face& f, const Vec3& p) const { return f.level - core::dot(f.normal, p); }

  /// Is all of the surface nearby below the plane, but for little?
  bool supports(Face& f) {
    if (f.above < 0) {
      f.above = 0;
      for (std::size_t i = 0; i < count_; ++i) {
        for (const Vec3& v : faces_[i].corner) f.above = std::max(f.above, core::dot(f.normal, v) - f.level);
      }
      // The core, moved aside, is outside; it must reach above the plane.
      if (core_.extent(f.normal) + core::dot(f.normal, cut_.aside) < f.level + f.above + rounding_) f.above = kInfinity;
    }
    return f.above <= task_.gap / 4;
  }

  /// Mixes the planes that support the surface until no other one is nearer to the witness. False: there are none.
  bool settle(Vec3& w) {
    for (std::size_t round = 0; round < 2 * kMostPlanes; ++round) {
      Face* nearest = nullptr;
      double least = kInfinity;
      for (;;) {
        nearest = nullptr;
        least = kInfinity;
        for (std::size_t i = 0; i < count_; ++i) {
          Face& f = faces_[i];
          if (!f.usable || f.above > task_.gap / 4) continue;
          const double h = below(f, w);
          if (h < least) least = h, nearest = &f;
        }
        if (nearest == nullptr || supports(*nearest)) break;
      }
      if (nearest == nullptr) return mixed_ > 0;
      if (in_mix(nearest) || mixed_ == kMostPlanes) return true;
      mix(nearest);
      w = witness(mean_);
      double top = 0;
      for (std::size_t i = 0; i < mixed_; ++i) top += weight_[i] * (planes_[i]->level + planes_[i]->above);
      depth_.upper = std::min(depth_.upper, std::max(least_, top + tool_.extent(-mean_) + rounding_));
      depth_.aside = (1 / core::norm(mean_)) * mean_;
      if (mean_.z > 0.05) depth_.raise_by = (top + tool_.extent(-mean_)) / mean_.z;
    }
    return true;
  }

  bool in_mix(const Face* f) const { return std::find(planes_, planes_ + mixed_, f) != planes_ + mixed_; }

  /// With one more plane: weights for which all planes that count are equally far above the witness. From the one that
  /// is the farthest to the one that is the nearest, as much as serves, and again.
  void mix(const Face* f) {
    planes_[mixed_] = f;
    weight_[mixed_] = mixed_ == 0 ? 1 : 0;
    if (mixed_++ == 0) {
      mean_ = f->normal;
      return;
    }
    // What is decided needs no more than a try at its bounds.
    const int most_rounds = is_decided(depth_, task_) ? 6 : 24;
    for (int round = 0; round < most_rounds; ++round) {
      const Vec3 w = witness(mean_);
      std::size_t to = 0, from = 0;
      double least = kInfinity, most = -kInfinity;
      for (std::size_t i = 0; i < mixed_; ++i) {
        const double h = below(*planes_[i], w);
        if (h < least) least = h, to = i;
        if (weight_[i] > 0 && h > most) most = h, from = i;
      }
      if (most - least <= task_.gap / 8) return;
      shift(from, to, least - most);
    }
  }

  void shift(std::size_t from, std::size_t to, double slope) {
    const Vec3 way = planes_[to]->normal - planes_[from]->normal;
    const double all = weight_[from], base = planes_[to]->level - planes_[from]->level;
    const auto slope_at = [&](double by) { return base - core::dot(way, witness(mean_ + by * way)); };
    double low = 0, high = all, at_low = slope, at_high = slope_at(all);
    double by = all;
    if (at_high > 0) {
      for (int i = 0; i < 16; ++i) {
        by = low + (high - low) * std::clamp(at_low / (at_low - at_high), 0.05, 0.95);
        const double at = slope_at(by);
        if (std::abs(at) <= task_.gap / 16) break;
        if (at < 0) {
          low = by, at_low = at, at_high /= 2;
        } else {
          high = by, at_high = at, at_low /= 2;
        }
      }
    }
    mean_ = mean_ + by * way;
    weight_[to] += by;
    weight_[from] -= by;
    if (by == all) weight_[from] = 0;
  }

  /// The depth of a point of the tool, as a lower bound; true when that is enough.
  bool offer(const Vec3& w) {
    double squared = kInfinity;
    core::NearestOnTriangle at;
    const auto try_face = [&](const Face& f) {
      const double h = f.usable ? below(f, w) : 0;
      if (h * h >= squared || squared_to_box(f, w) >= squared) return;
      core::Corners about;
      for (std::size_t k = 0; k < 3; ++k) about.v[k] = f.corner[k] - w;
      const core::NearestOnTriangle found = core::nearest_to_origin(about);
      if (found.squared < squared) squared = found.squared, at = found, nearest_ = &f;
    };
    // Witnesses are near each other: most others are out of reach then.
    if (nearest_ != nullptr) try_face(*nearest_);
    for (std::size_t i = 0; i < count_; ++i) try_face(faces_[i]);
    const double distance = std::sqrt(squared);
    const core::Corners corners = part_.corners(nearest_->slot);
    const ClosestPoint closest{distance, core::point_of(at, corners), part_.id(nearest_->slot), at.feature, at.index};
    // Farther than the depth can be, it is outside; the sign is not asked for what cannot serve.
    deep_ = -distance;
    if (distance <= depth_.upper && distance > depth_.lower) deep_ = depth_at(part_, core_.at + w, closest);
    if (deep_ - rounding_ <= depth_.lower) return false;
    depth_.lower = std::min(deep_ - rounding_, depth_.upper);
    if (depth_.triangle == kNoTriangle || deep_ > 0) {
      depth_.triangle = closest.triangle;
      depth_.contact = closest.point;
      depth_.t = t_;
    }
    return is_done(depth_, task_);
  }

  /// Where the surface bends inward as well: faces that are the nearest to witnesses, for the lower bound only.
  void climb(Vec3 w) {
    for (int round = 0; round < 6 && mixed_ < kMostPlanes; ++round) {
      if (in_mix(nearest_) || !nearest_->usable) return;
      mix(nearest_);
      w = witness(mean_);
      if (offer(w)) return;
    }
  }

  const PartData& part_;
  const DepthTask& task_;
  const LocalCut& cut_;
  PieceDepth& depth_;
  core::SweptCore core_;
  SmoothSupport tool_;
  double rounding_ = 0, deep_ = 0, t_ = 0;
  double least_ = 0;  // what an upper bound may be: farther than that, the triangles nearby are not all that count
  union {
    Face faces_[kMostFaces];  // the first count_ of them: zeroing all took longer than most cuts
  };
  std::size_t count_ = 0;
  const Face* planes_[kMostPlanes];
  double weight_[kMostPlanes] = {};
  std::size_t mixed_ = 0;
  Vec3 mean_;
  const Face* nearest_ = nullptr;
};

}  // namespace

void local_depth(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                 const LocalCut& cut, PieceDepth& depth) {
  LocalDepth(part, piece, move, task, cut, depth).run();
}

}  // namespace graze::nc::detail
