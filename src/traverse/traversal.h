// SPDX-License-Identifier: Apache-2.0
// The pair traversal's inputs and outputs. One loop serves every volume (traverse-inl.h); this is its door.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "build/hierarchy.h"
#include "geometry/rigid.h"
#include "geometry/triangle_triangle.h"
#include "graze/query.h"
#include "traverse/pair_stack.h"
#include "traverse/try_history.h"
#include "volumes/frame.h"

namespace graze::detail {

/// Two models at a pose. `frame` is left open (make_frame fills it): zeroing it would take longer than to see that two
/// models are far apart.
struct PairQuery {
  PairQuery(const Hierarchy& hierarchy_a, const Hierarchy& hierarchy_b, const Mesh& triangles_a,
            const Mesh& triangles_b, const Pose& b_in_a, double query_margin)
      : a(hierarchy_a), b(hierarchy_b), mesh_a(triangles_a), mesh_b(triangles_b), pose(b_in_a), margin(query_margin) {}

  const Hierarchy& a;
  const Hierarchy& b;
  const Mesh& mesh_a;
  const Mesh& mesh_b;
  const Pose& pose;
  double margin;
  Frame frame;
  const EntryGrid::Cell* start_a = nullptr;  // where to start in A, beside B's root; null: at the root
  const EntryGrid::Cell* start_b = nullptr;  // the same in B, beside A's root
  bool rough = false;                        // a boolean query with a margin may say yes without being sure
  bool plain = false;                        // a boolean query without tries and dives: a baseline
};

inline Corners corners(const Mesh& mesh, std::uint32_t triangle) {
  const Triangle& t = mesh.triangles[triangle];
  return {{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}};
}

inline Corners placed_corners(const Mesh& mesh, std::uint32_t triangle, const Pose& pose) {
  const Triangle& t = mesh.triangles[triangle];
  return {{placed(pose, mesh.vertices[t[0]]), placed(pose, mesh.vertices[t[1]]), placed(pose, mesh.vertices[t[2]])}};
}

/// Do triangle a of A and triangle b of B meet (or come within the margin)? Exact.
bool pair_meets(const PairQuery& query, std::uint32_t a, std::uint32_t b);

/// A pair of triangles as one sortable number.
inline std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return (static_cast<std::uint64_t>(a) << 32) | b; }

struct StudyState;

/// Scratch memory of a traversal.
struct TraversalState {
  PairStack stack;
  PairStack leaves;
  TryHistory tries;
  std::vector<std::uint64_t> found;  // pair keys, in no particular order
  Counters counters;
  std::uint64_t opened = 0;            // pairs of nodes, since the state was made; k-DOPs and boxes count theirs
  std::uint32_t hit_a = 0, hit_b = 0;  // the packets at which a boolean query stopped
  std::shared_ptr<StudyState> study;   // made by the first study traversal (study_state.h)
};

/// Tests the waiting leaf pairs. When any pair is enough, true as soon as one meets; otherwise appends to state.found.
using LeafTester = bool (*)(const PairQuery& query, TraversalState& state);
LeafTester leaf_tester(bool any, bool margin);

/// Runs the traversal on the best instruction set. With `any`, stops at the first pair and returns true;
/// otherwise collects every pair in state.found. Returns whether there is one.
bool traverse(const PairQuery& query, TraversalState& state, bool any);

}  // namespace graze::detail
