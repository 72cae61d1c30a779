// SPDX-License-Identifier: Apache-2.0
// Places one model at another in the three ways of Placing, and measures what came of it.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "approach.h"
#include "plan.h"

namespace graze::bench {

/// Says how far the work is; remembers when it is to stop.
class Progress {
 public:
  Progress(const PlanOptions& options, double total) : options_(options), total_(total) {}
  bool add(double units, const std::string& what);  ///< false: stop

 private:
  const PlanOptions& options_;
  std::mutex mutex_;
  double total_, done_ = 0;
  bool stopped_ = false;
};

class Placer {
 public:
  /// Throws as make_pose_sets() does. Keeps a reference to the options.
  Placer(const NamedMesh& a, const NamedMesh& b, const PlanOptions& options);

  /// A set without poses yet.
  PoseSet begin(const SetPlan& plan) const;

  /// The signed distance a level of kPercent stands for.
  double distance_of(double level) const;
  std::size_t poses_per_level() const { return directions_.size() * orientations_.size(); }

  /// A itself at distance 0, otherwise an offset surface; nothing where there is none so deep.
  std::optional<Body> surface_at(double distance);

  /// Placing::offset, one pose for each of the sample that finds the surface.
  std::vector<PlacedPose> on_surface(const Body& surface, double distance, Progress& progress,
                                     const std::string& what) const;

  /// Placing::fixed_distance: the centres of the boxes at a distance, in halves of the larger model's longest side.
  std::vector<PlacedPose> at_centres(double distance, Progress& progress) const;

  /// Placing::interior: fills a set with poses inside A's tunnels, of B or of a smaller copy of it.
  void in_tunnels(PoseSet& set, Progress& progress);

  /// How the poses of on_surface() and at_centres() were sampled, in words.
  std::string describe() const;

 private:
  PlacedPose placed(const Pose& pose, Placing placing, double distance, std::size_t direction, std::size_t orientation,
                    const Body& b) const;
  /// Moves a pose, outward or inward, to where it is at the distance, not only at a surface that is nearly there.
  void settle(PlacedPose& pose, const Vec3& outward, const Body& b) const;
  std::vector<PlacedPose> from_inside(const std::vector<Pose>& starts, const Body& surface, const Body& b,
                                      double distance, Progress& progress) const;

  const PlanOptions& options_;
  Body a_, b_;
  SignedDistance field_;
  ModelId id_a_, id_b_;
  std::vector<Vec3> directions_;
  std::vector<scenes::Quaternion> orientations_;
  double size_;              // the larger diagonal
  double tolerance_;         // of what is measured
  double deepest_ = 0;       // max_penetration
  double worst_offset_ = 0;  // p99 of the error of the surfaces so far
};

}  // namespace graze::bench
