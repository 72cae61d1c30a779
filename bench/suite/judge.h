// SPDX-License-Identifier: Apache-2.0
// The exact answers, and what kind of mistake another answer is.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/query.h"
#include "rivals/rival.h"
#include "suite/results.h"

namespace graze::suite {

/// Why an answer is not the exact one.
struct Judgement {
  bool exact = false;
  DisagreementClass kind = DisagreementClass::wrong;
  std::optional<double> distance;  ///< as in DisagreementRow
};

struct ListJudgement {
  std::uint64_t missed = 0, extra = 0;
  std::uint32_t triangle_a = 0, triangle_b = 0;  ///< the worst pair
  Judgement worst;
};

/// Of the coordinates' magnitude, in units of roundoff. Touching: the last bits of the input decide (placing a vertex
/// alone rounds four times). Rounding: those four for either mesh, and the tests of triangles, whose differences and
/// products lose a few more; edges that are nearly parallel may cost an engine more than this.
inline constexpr double kTouchingUnits = 4, kRoundingUnits = 64;

/// Keeps references to the meshes.
class Judge {
 public:
  Judge(const Mesh& a, const Mesh& b);

  bool meets(const Pose& pose);                         ///< by graze
  const bench::TrianglePairs& pairs(const Pose& pose);  ///< by graze, sorted; until the next call

  /// An answer that is not graze's. The exact one is found without a hierarchy while `sweeps` lasts, which counts
  /// microseconds; afterwards it is graze's.
  Judgement judge_any(const Pose& pose, bool said, bench::Arithmetic arithmetic, double& sweeps);

  /// Pairs that are in one of two sorted lists alone; each is decided exactly by itself. The first kMostPairs are
  /// classified.
  ListJudgement judge_list(const Pose& pose, const bench::TrianglePairs& said, const bench::TrianglePairs& exact,
                           bench::Arithmetic arithmetic);

 private:
  double magnitude(const Pose& pose) const;
  double gap(const Pose& pose, double scale);
  std::optional<double> parting(const Pose& pose, double scale);

  const Mesh &mesh_a_, &mesh_b_;
  Model a_, b_;
  double extent_a_ = 0, extent_b_ = 0;
  Workspace workspace_;
  Contacts contacts_;
  bench::TrianglePairs pairs_;
};

inline constexpr std::size_t kMostPairs = 64;

}  // namespace graze::suite
