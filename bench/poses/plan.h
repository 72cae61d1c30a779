// SPDX-License-Identifier: Apache-2.0
// The pose sets of the framework, for one pair of models.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graze/solid.h"
#include "pose_set.h"
#include "sampling.h"

namespace graze::bench {

/// A set by its name and its levels.
struct SetPlan {
  std::string name;   ///< what is added to the models' name: "near" gives "hand-near"
  std::string title;  ///< what it shows
  Placing placing = Placing::offset;
  std::vector<double> levels;
};

/// near (figure 10 of the paper), deep (11), boundary (12), centres (Zachmann), tunnels; fewer levels when quick.
std::vector<SetPlan> standard_plans(bool quick);

struct PlanOptions {
  std::size_t poses_per_level = 100;  ///< about: directions times orientations
  Sampling sampling = Sampling::low_discrepancy;
  std::uint64_t seed = 1;
  Sign sign = Sign::closed;
  double offset_bound = 0.003;  ///< of A's diagonal: how far the offset surfaces may be from where they should be
  double tolerance = 5e-5;      ///< of A's diagonal: of the distance that is measured to verify a pose
  /// Called now and then, with the part that is done and what is being done; false stops, and make_pose_sets() returns
  /// no set. May be called from any thread, by one at a time.
  std::function<bool(double, const std::string&)> progress;
};

struct NamedMesh {
  Mesh mesh;
  std::string name;
  std::string file;
};

/// Sets for B placed at A, in the order of the plans; all of one orientation-and-direction sample. A plan for which no
/// pose was found (no tunnels; A too thin) gives a set without poses, whose `generator` says why. The same for any
/// number of threads. Throws Error (invalid_mesh) with the reason where A is not closed and the sign needs it.
std::vector<PoseSet> make_pose_sets(const NamedMesh& a, const NamedMesh& b, const std::vector<SetPlan>& plans,
                                    const PlanOptions& options = {});

/// The mesh that `id` names, of the file's mesh.
Mesh scaled_for(const ModelId& id, Mesh mesh);

/// How far the verified poses are from what was prescribed, over the size.
struct Achieved {
  std::size_t poses = 0, verified = 0;
  double median = 0, p99 = 0, max = 0;
};
Achieved achieved(const PoseSet& set);

}  // namespace graze::bench
