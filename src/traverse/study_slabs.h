// SPDX-License-Identifier: Apache-2.0
// The k-DOPs of a hierarchy as intervals, wherever they are stored.
#pragma once

#include <cstddef>

#include "build/hierarchy.h"

namespace graze::detail {

/// The slab directions of a hierarchy of k-DOPs or axis-aligned boxes; null for other volumes.
inline const DirectionSet* directions_of(const Hierarchy& h) {
  return h.volume == Volume::custom ? h.directions.get() : DirectionSet::of(h.volume);
}

class SlabReader {
 public:
  SlabReader(const Hierarchy& h, const DirectionSet& set) : h_(h), count_(set.count()) {
    const bool custom = h.volume == Volume::custom;
    half_ = custom ? count_ : h.volume == Volume::aabb ? std::size_t{field::kAabbHalf} : h.layout.fields / 2;
    step_ = custom ? 1 : h.layout.at(1, 0) - h.layout.at(0, 0);
  }

  struct Slabs {
    const float* centre;
    const float* half;
    std::size_t step;
    double lower(std::size_t i) const { return static_cast<double>(centre[i * step]) - half[i * step]; }
    double upper(std::size_t i) const { return static_cast<double>(centre[i * step]) + half[i * step]; }
  };

  Slabs operator()(std::size_t slot) const {
    const float* first = h_.volume == Volume::custom
                             ? h_.slabs.data() + slot * 2 * count_
                             : h_.node(slot / h_.layout.lanes) + h_.layout.start(slot % h_.layout.lanes);
    return {first, first + half_ * step_, step_};
  }

 private:
  const Hierarchy& h_;
  std::size_t count_;
  std::size_t half_ = 0, step_ = 1;  // floats are field * step_ apart; half-widths begin at field half_
};

}  // namespace graze::detail
