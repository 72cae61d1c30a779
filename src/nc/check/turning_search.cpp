// SPDX-License-Identifier: Apache-2.0
#include "nc/check/turning_search.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace graze::nc::detail {
namespace {

struct WaitingBox {
  double gap;
  core::Ref ref;
};

double beside(double low, double high, double middle, double half) {
  return std::max({0.0, low - (middle + half), (middle - half) - high});
}

class HullWalk {
 public:
  HullWalk(const PartData& part, const TurnedHull& hull, TurningSearch& search)
      : part_(part), h_(part.model.hierarchy()), hull_(hull), search_(search) {
    centre_ = 0.5 * (hull.low + hull.high);
    pad_ = 0x1p-44 * (core::max_abs(part.box.lower) + core::max_abs(part.box.upper) + core::max_abs(hull.at));
  }

  void run(std::size_t first_packet) {
    if (first_packet < h_.leaves.size()) packet(first_packet);
    descend([&](std::size_t index) {
      if (index != first_packet) packet(index);
      return true;
    });
    if (search_.slot == kNoTurningSlot || !(search_.nearest.lower > 0)) return;
    // A gap g in the distance is sqrt(2 r g) in the place: witnesses are wanted where the depth is.
    HullQuestion question;
    question.along = search_.nearest.on_hull - search_.nearest.on_other;
    question.gap = 1e-6 * search_.gap;
    question.enough = std::numeric_limits<double>::infinity();
    const HullDistance better = hull_triangle_distance(hull_, part_.corners(search_.slot), question);
    if (better.upper <= search_.nearest.upper) search_.nearest = better;
  }

  bool collect(std::size_t most, std::vector<std::size_t>& slots) {
    return descend([&](std::size_t index) {
      for (std::size_t lane = 0; lane < h_.leaves[index].count; ++lane) {
        HullQuestion question;
        question.along = {0, 0, 1};
        question.enough = search_.lower;
        question.vain = search_.lower;
        if (hull_triangle_distance(hull_, part_.corners(4 * index + lane), question).lower >= search_.lower) continue;
        if (slots.size() == most) return false;
        slots.push_back(4 * index + lane);
      }
      return true;
    });
  }

 private:
  /// Leaves in order of their boxes' distance; until a visit says no.
  template <class Visit>
  bool descend(const Visit& visit) {
    std::vector<WaitingBox> waiting{{0, h_.ref(0, 0)}};
    while (!waiting.empty()) {
      const WaitingBox next = waiting.back();
      waiting.pop_back();
      if (next.gap >= search_.lower || next.ref == core::kNoRef) continue;
      if (core::is_leaf(next.ref)) {
        const std::size_t index = core::index_of(next.ref);
        for (std::size_t i = 0; i < h_.leaves[index].packets; ++i) {
          if (!visit(index + i)) return false;
        }
      } else {
        open(core::index_of(next.ref), waiting);
      }
    }
    return true;
  }

  void packet(std::size_t index) {
    for (std::size_t lane = 0; lane < h_.leaves[index].count; ++lane) offer(4 * index + lane);
  }

  void offer(std::size_t slot) {
    const core::Corners c = part_.corners(slot);
    const Vec3 low = core::min(core::min(c.v[0], c.v[1]), c.v[2]), high = core::max(core::max(c.v[0], c.v[1]), c.v[2]);
    if (gap_of(0.5 * (low + high) - hull_.at, 0.5 * (high - low)) >= search_.lower) return;
    Vec3 normal = core::cross(c.v[1] - c.v[0], c.v[2] - c.v[0]);
    const double length = core::norm(normal);
    const Vec3 from = c.v[0] - hull_.at;
    if (length > 0) {
      normal = (1 / length) * normal;
      if (core::dot(normal, centre_ - from) < 0) normal = -normal;
      int pose = 0;  // by its plane: no triangle is nearer than that
      const double apart = core::dot(normal, hull_.support(-normal, pose) - from);
      if (apart - 0x1p-40 * (hull_.size + core::max_abs(from)) >= search_.lower && is_flat(c, length)) return;
    }
    HullQuestion question;
    question.along = length > 0 ? normal : Vec3{0, 0, 1};
    question.gap = search_.gap;
    question.enough = search_.lower;
    const HullDistance found = hull_triangle_distance(hull_, c, question);
    if (found.lower >= search_.lower) return;
    search_.lower = found.lower;
    search_.slot = slot;
    search_.nearest = found;
  }

  /// Is the normal worth anything?
  static bool is_flat(const core::Corners& c, double length) {
    double longest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 e = c.v[(k + 1) % 3] - c.v[k];
      longest = std::max(longest, core::dot(e, e));
    }
    return length > 1e-3 * longest;
  }

  /// Of the boxes of hull and box, about hull_.at.
  double gap_of(const Vec3& middle, const Vec3& half) const {
    const double x = beside(hull_.low.x, hull_.high.x, middle.x, half.x);
    const double y = beside(hull_.low.y, hull_.high.y, middle.y, half.y);
    const double z = beside(hull_.low.z, hull_.high.z, middle.z, half.z);
    return std::sqrt(x * x + y * y + z * z) * (1 - 1e-12) - pad_;
  }

  void open(std::size_t node, std::vector<WaitingBox>& waiting) {
    const float* fields = h_.node(node);
    const std::size_t lanes = h_.layout.lanes, first = waiting.size();
    for (std::size_t i = 0; i < lanes; ++i) {
      const core::Ref ref = h_.ref(node, i);
      if (ref == core::kNoRef) continue;
      const auto field = [&](std::size_t row) { return h_.unit * static_cast<double>(fields[lanes * row + i]); };
      const Vec3 middle = Vec3{field(0), field(1), field(2)} + h_.origin, half{field(3), field(4), field(5)};
      double gap = gap_of(middle - hull_.at, half);
      if (gap >= search_.lower) continue;
      // Boxes of slanting hulls are mostly empty. Not where the box is so large that they hardly tell it apart.
      if (core::max_abs(half) < 2 * hull_.size) {
        HullQuestion question;
        question.along = centre_ - (middle - hull_.at);
        if (question.along == Vec3{}) question.along = {0, 0, 1};
        question.gap = 0.1 * core::max_abs(half);
        question.enough = search_.lower + pad_;
        question.vain = 0.25 * search_.lower;
        gap = std::max(gap, hull_box_distance(hull_, middle, half, question).lower - pad_);
        if (gap >= search_.lower) continue;
      }
      waiting.push_back({gap, ref});
    }
    std::sort(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end(),
              [](const WaitingBox& a, const WaitingBox& b) { return a.gap != b.gap ? a.gap > b.gap : a.ref > b.ref; });
  }

  const PartData& part_;
  const core::Hierarchy& h_;
  const TurnedHull& hull_;
  TurningSearch& search_;
  Vec3 centre_;
  double pad_ = 0;
};

}  // namespace

void search_hull(const PartData& part, const TurnedHull& hull, TurningSearch& search, std::size_t first) {
  HullWalk(part, hull, search).run(first == kNoTurningSlot ? first : first / 4);
}

bool collect_near(const PartData& part, const TurnedHull& hull, double reach, std::size_t most,
                  std::vector<std::size_t>& slots) {
  TurningSearch search;
  search.lower = reach;
  slots.clear();
  return HullWalk(part, hull, search).collect(most, slots);
}

}  // namespace graze::nc::detail
