// SPDX-License-Identifier: Apache-2.0
// Depth is 1-Lipschitz: in a cube it exceeds that of the middle by half the diagonal at most. Cubes that cannot hold a
// deeper point, or none of the tool, are left out; the most promising is divided first.
#include <algorithm>
#include <cmath>

#include "nc/check/turning_piece.h"

namespace graze::nc::detail {
namespace {

struct TurningCube {
  double most;  // no point of it that the tool covers is deeper
  Vec3 middle;
  double half;
};

bool is_less_deep(const TurningCube& a, const TurningCube& b) { return a.most < b.most; }

class TurningCubes {
 public:
  TurningCubes(const PartData& part, const ConvexPiece& piece, const ToolPath& path, const DepthTask& task,
               const TurningSpan& span, TurningWitness& deepest)
      : part_(part),
        piece_(piece),
        path_(path),
        span_(span),
        task_(task),
        upper_(span.upper),
        deepest_(deepest),
        hull_(piece, path.at(span.t0), path.at(span.t1), {}) {
    rounding_ = 0x1p-43 * (core::max_abs(part.box.lower) + core::max_abs(part.box.upper) + path.size() + hull_.size +
                           span.radius);
  }

  double run(int most) {
    const double spare = std::max(0.0, -task_.allowed);
    const Vec3 reach{span_.radius, span_.radius, span_.radius}, room{spare, spare, spare};
    const Vec3 low = core::max(hull_.at + hull_.low - reach, part_.box.lower - room);
    const Vec3 high = core::min(hull_.at + hull_.high + reach, part_.box.upper + room);
    waiting_.push_back({upper_, 0.5 * (low + high), 0.5 * core::max_abs(high - low)});
    for (int count = 0; count < most && !waiting_.empty(); ++count) {
      std::pop_heap(waiting_.begin(), waiting_.end(), is_less_deep);
      const TurningCube cube = waiting_.back();
      waiting_.pop_back();
      divide(cube);
      if (deepest_.lower > task_.allowed) return upper_;
    }
    const double left = waiting_.empty() ? std::max(task_.allowed, deepest_.lower) : waiting_.front().most;
    return std::min(upper_, left);
  }

 private:
  void divide(const TurningCube& cube) {
    const double diagonal = std::sqrt(3.0) * cube.half * (1 + 1e-12);
    HullQuestion question;
    question.along = hull_.at - cube.middle;
    if (question.along == Vec3{}) question.along = {0, 0, 1};
    question.gap = std::min(task_.gap, cube.half) / 64;
    question.enough = span_.radius + diagonal;
    const HullDistance to_hull = hull_point_distance(hull_, cube.middle, question);
    if (to_hull.lower > span_.radius + diagonal) return;
    const ClosestPoint nearest =
        closest_point(part_.model, cube.middle, std::max(diagonal - task_.allowed, upper_ + diagonal));
    const double at =
        nearest.triangle == kNoTriangle ? point_depth(part_, cube.middle, 0) : depth_at(part_, cube.middle, nearest);
    const double bound = std::min(cube.most, at + diagonal + rounding_);
    if (bound <= task_.allowed) return;
    witness(cube.middle, span_.t0 + to_hull.t * (span_.t1 - span_.t0), diagonal);
    for (int i = 0; i < 8; ++i) {
      const double h = cube.half / 2;
      waiting_.push_back({bound, cube.middle + Vec3{i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h}, h});
      std::push_heap(waiting_.begin(), waiting_.end(), is_less_deep);
    }
  }

  /// The point of the tool at t that is nearest to p.
  void witness(const Vec3& p, double t, double diagonal) {
    const ToolPose pose = path_.at(t);
    const TurnedHull here(piece_, pose, pose, {});
    HullQuestion question;
    question.along = here.at - p;
    if (question.along == Vec3{}) question.along = {0, 0, 1};
    question.gap = 1e-3 * task_.gap;
    question.enough = kInfinity;
    const HullDistance to_core = hull_point_distance(here, p, question);
    const Vec3 out = p - to_core.on_hull;
    const double length = core::norm(out);
    const Vec3 w = length <= piece_.rounding ? p : to_core.on_hull + (piece_.rounding / length) * out;
    const ClosestPoint nearest = closest_point(part_.model, w, upper_ + diagonal);
    if (nearest.triangle == kNoTriangle) return;
    const double depth = depth_at(part_, w, nearest) - rounding_;
    if (depth > deepest_.lower) deepest_ = {depth, t, nearest};
  }

  const PartData& part_;
  const ConvexPiece& piece_;
  const ToolPath& path_;
  const TurningSpan& span_;
  const DepthTask& task_;
  double upper_;
  TurningWitness& deepest_;
  TurnedHull hull_;
  double rounding_ = 0;
  std::vector<TurningCube> waiting_;
};

}  // namespace

void refine_turning(const PartData& part, const ConvexPiece& piece, const ToolPath& path, const DepthTask& task,
                    TurningSpan& span, TurningWitness& deepest, int most) {
  span.upper = TurningCubes(part, piece, path, task, span, deepest).run(most);
}

}  // namespace graze::nc::detail
