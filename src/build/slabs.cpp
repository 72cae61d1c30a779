// SPDX-License-Identifier: Apache-2.0
#include "build/slabs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "geometry/vec.h"
#include "graze/error.h"
#include "volumes/dop_polytope.h"
#include "volumes/fit.h"

namespace graze::detail {
namespace {

/// Extents of the true triangles below every child slot, along every direction, from the leaves up.
class Extents {
 public:
  /// `order` has parents before their children.
  Extents(const Mesh& mesh, const Hierarchy& h, const std::vector<std::uint32_t>& order)
      : count_(h.directions->count()),
        lower_(h.node_count() * h.layout.lanes * count_, std::numeric_limits<double>::infinity()),
        upper_(lower_.size(), -std::numeric_limits<double>::infinity()) {
    for (std::size_t k = order.size(); k-- > 0;) {
      const std::size_t node = order[k];
      for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
        const Ref ref = h.ref(node, lane);
        if (ref == kNoRef) break;
        const std::size_t slot = node * h.layout.lanes + lane;
        if (is_leaf(ref)) {
          for (std::size_t p = 0; p < h.leaves[index_of(ref)].packets; ++p) {
            add_packet(mesh, h, h.leaves[index_of(ref) + p], slot);
          }
        } else {
          const std::size_t first = index_of(ref) * h.layout.lanes;
          for (std::size_t child = first; child < first + h.layout.lanes; ++child) merge(child, slot);
        }
      }
    }
  }

  std::span<const double> lower(std::size_t slot) const { return {lower_.data() + slot * count_, count_}; }
  std::span<const double> upper(std::size_t slot) const { return {upper_.data() + slot * count_, count_}; }

 private:
  void add_packet(const Mesh& mesh, const Hierarchy& h, const LeafPacket& packet, std::size_t slot) {
    for (std::size_t k = 0; k < packet.count; ++k) {
      for (const std::uint32_t v : mesh.triangles[packet.id[k]]) {
        const Vec3 p = 1 / h.unit * (mesh.vertices[v] - h.origin);
        for (std::size_t i = 0; i < count_; ++i) add(slot * count_ + i, dot(h.directions->unit(i), p));
      }
    }
  }

  void merge(std::size_t from, std::size_t to) {
    for (std::size_t i = 0; i < count_; ++i) {
      lower_[to * count_ + i] = std::min(lower_[to * count_ + i], lower_[from * count_ + i]);
      upper_[to * count_ + i] = std::max(upper_[to * count_ + i], upper_[from * count_ + i]);
    }
  }

  void add(std::size_t at, double along) {
    lower_[at] = std::min(lower_[at], along);
    upper_[at] = std::max(upper_[at], along);
  }

  std::size_t count_;
  std::vector<double> lower_, upper_;
};

}  // namespace

void fit_slabs(const Mesh& mesh, const std::vector<Vec3>& directions, float slack, Hierarchy& h) {
  h.directions = std::make_shared<const DirectionSet>(directions);
  const std::size_t count = h.directions->count(), slots = h.node_count() * h.layout.lanes;
  h.slabs.resize(slots * 2 * count);
  std::fill(h.slabs.begin(), h.slabs.end(), 0.0f);
  std::vector<std::uint32_t> order(h.node_count());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);  // depth-first already
  const Extents extents(mesh, h, order);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (h.ref(slot / h.layout.lanes, slot % h.layout.lanes) == kNoRef) continue;
    float* centre = h.slabs.data() + slot * 2 * count;
    for (std::size_t i = 0; i < count; ++i) {
      const double low = extents.lower(slot)[i], high = extents.upper(slot)[i];
      centre[i] = static_cast<float>(0.5 * (low + high));
      centre[count + i] = round_up((std::max(high - centre[i], centre[i] - low) + slack) * kWiden);
    }
  }
}

void check_slabs(const Mesh& mesh, const Hierarchy& h, const std::vector<std::uint32_t>& order) {
  const auto refuse = [](const std::string& what) { throw Error(ErrorCode::corrupt_model, what); };
  const std::size_t count = h.directions->count(), slots = h.node_count() * h.layout.lanes;
  if (h.slabs.size() != slots * 2 * count) refuse("the slabs are not as many as its nodes and directions make");
  const Extents extents(mesh, h, order);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const float* centre = h.slabs.data() + slot * 2 * count;
    const bool used = h.ref(slot / h.layout.lanes, slot % h.layout.lanes) != kNoRef;
    for (std::size_t i = 0; i < count; ++i) {
      const double c = centre[i], half = centre[count + i];
      const bool holds = used ? std::isfinite(c) && std::isfinite(half) && extents.upper(slot)[i] - c <= half &&
                                    c - extents.lower(slot)[i] <= half
                              : c == 0 && half == 0;
      if (!holds) {
        refuse("node " + std::to_string(slot / h.layout.lanes) + ", child " + std::to_string(slot % h.layout.lanes) +
               ": its slab along direction " + std::to_string(i) + " does not hold its triangles");
      }
    }
  }
}

double measure_slabs(const Hierarchy& h, std::size_t slot) {
  const std::size_t count = h.directions->count();
  const float* centre = h.slabs.data() + slot * 2 * count;
  double lower[kMostDirections], upper[kMostDirections];
  for (std::size_t i = 0; i < count; ++i) {
    lower[i] = static_cast<double>(centre[i]) - centre[count + i];
    upper[i] = static_cast<double>(centre[i]) + centre[count + i];
  }
  DopPolytope polytope;
  polytope.build(*h.directions, {lower, count}, {upper, count});
  return polytope.volume();
}

}  // namespace graze::detail
