// SPDX-License-Identifier: Apache-2.0
// What the study traversal keeps: of the models, until others come, and of the pose.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "build/hierarchy.h"
#include "geometry/convex_hull.h"
#include "graze/query.h"

namespace graze::detail {

/// The hull of the triangles below a node, and where its extremes were last: method I starts there.
struct Climber {
  HullGraph hull;
  std::array<std::uint32_t, kMostDirections> lowest{}, highest{};
};

/// Numbers of every child slot, each computed when it is first asked for.
template <class T>
class LazySlots {
 public:
  /// Forgets all: `slots` of `each` values.
  void start(std::size_t slots, std::size_t each) {
    each_ = each;
    if (stamps_.size() < slots) stamps_.resize(slots, 0);
    if (values_.size() < slots * each) values_.resize(slots * each);
    if (++stamp_ == 0) {
      std::fill(stamps_.begin(), stamps_.end(), 0);
      stamp_ = 1;
    }
  }
  /// `make(T*)` fills them in the first time.
  template <class Make>
  const T* get(std::size_t slot, const Make& make) {
    T* values = values_.data() + slot * each_;
    if (stamps_[slot] != stamp_) {
      stamps_[slot] = stamp_;
      make(values);
    }
    return values;
  }

 private:
  std::size_t each_ = 0;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint32_t> stamps_;
  std::vector<T> values_;
};

struct StudyState {
  // Whose derived numbers are kept; shared, so that no other model can get their addresses.
  std::optional<Model> a, b;
  std::vector<Vec3> closure;  // without the directions themselves
  std::vector<Vec3> closure_of;
  LazySlots<std::uint8_t> order_a;
  LazySlots<double> closure_a;
  bool has_closure_a = false;                      // started for A and this closure
  std::vector<std::unique_ptr<Climber>> climbers;  // of B, by slot
  std::vector<std::vector<Vec3>> corners;          // of B's k-DOPs, by slot
  ClimbMarks marks;

  // Of the pose: B's k-DOPs along A's directions, lower then upper; the same along the closure.
  LazySlots<double> aligned;
  LazySlots<double> closure_b;

  // Scratch of a search.
  std::vector<std::array<std::uint32_t, 2>> stack;
  std::vector<std::uint32_t> waiting;
  StudyCounters counters;
};

}  // namespace graze::detail
