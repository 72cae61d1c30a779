// SPDX-License-Identifier: Apache-2.0
// Ordered descent to the triangle closest to a point: the children of a node four at a time, the nearest first; the
// triangles of a packet four at a time in float, and in double those only that may be the closest.
// docs/numerics.md, "Closest point", derives the bounds.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/kernels_closest_point.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <vector>

#include "query/point_walk.h"
#include "traverse/isa.h"
#include "volumes/as_obb.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

using Vf = hn::Vec<Four>;

/// Four volumes whose fields begin at `rows`, `stride` floats apart.
struct FourVolumes {
  const float* rows;
  size_t stride;
  HWY_INLINE Vf operator()(size_t row) const { return hn::LoadU(Four(), rows + row * stride); }
};

HWY_INLINE Vf Excess(Vf coordinate, Vf half) { return hn::Max(hn::Sub(hn::Abs(coordinate), half), hn::Zero(Four())); }

HWY_INLINE Vf Square(Vf x, Vf y, Vf z) { return Dot(x, y, z, x, y, z); }

/// Squared distances from p to oriented boxes.
struct ObbDistance {
  static HWY_INLINE Vf Squares(const FourVolumes& boxes, const Vf p[3]) {
    const auto centre = [](size_t x) { return box_row(field::kCentre + x); };
    const auto axis = [](size_t i, size_t x) { return box_row(field::kAxes + 3 * i + x); };
    const Vf x = hn::Sub(p[0], boxes(centre(0))), y = hn::Sub(p[1], boxes(centre(1))),
             z = hn::Sub(p[2], boxes(centre(2)));
    Vf excess[3];
    for (size_t i = 0; i < 3; ++i) {
      const Vf along = Dot(boxes(axis(i, 0)), boxes(axis(i, 1)), boxes(axis(i, 2)), x, y, z);
      excess[i] = Excess(along, boxes(field::kObbHalf + i));
    }
    return Square(excess[0], excess[1], excess[2]);
  }
};

struct AabbDistance {
  static HWY_INLINE Vf Squares(const FourVolumes& boxes, const Vf p[3]) {
    Vf excess[3];
    for (size_t i = 0; i < 3; ++i) {
      excess[i] = Excess(hn::Sub(p[i], boxes(field::kCentre + i)), boxes(field::kAabbHalf + i));
    }
    return Square(excess[0], excess[1], excess[2]);
  }
};

struct SphereDistance {
  static HWY_INLINE Vf Squares(const FourVolumes& balls, const Vf p[3]) {
    const Vf to_centre = hn::Sqrt(Square(hn::Sub(p[0], balls(0)), hn::Sub(p[1], balls(1)), hn::Sub(p[2], balls(2))));
    const Vf gap = Excess(to_centre, balls(field::kSphereRadius));
    return hn::Mul(gap, gap);
  }
};

/// Any other volume, by its box.
struct OtherDistance {};

struct Waiting {
  float squared;
  Ref ref;
};

class PointWalk {
 public:
  PointWalk(const Hierarchy& h, const double point[3], PointSearch& search) : h_(h), point_(point), search_(search) {
    double size = 2 * h.radius;
    for (int i = 0; i < 3; ++i) {
      p_[i] = static_cast<float>(point[i]);
      size += std::abs(point[i]);
    }
    pad_ = 0x1p-19 * size + 1e-18;
    SetReach();
  }

  template <class Distance>
  void Run(Waiting* stack) {
    size_t waiting = 0;
    stack[waiting++] = {0, h_.ref(0, 0)};
    while (waiting > 0) {
      const Waiting next = stack[--waiting];
      if (next.squared > reach_squared_) continue;
      if (is_leaf(next.ref)) {
        Leaf(index_of(next.ref));
      } else {
        Open<Distance>(index_of(next.ref), stack, waiting);
      }
    }
  }

 private:
  void SetReach() {
    reach_ = search_.reach();
    const double padded = (reach_ + pad_) * (1 + 0x1p-20);
    const double squared = padded * padded;
    reach_squared_ = squared < 1e38 ? static_cast<float>(squared * (1 + 0x1p-22)) : hwy::HighestValue<float>();
  }

  template <class Distance>
  HWY_INLINE void Open(size_t node, Waiting* stack, size_t& waiting) {
    const Four d;
    const Vf p[3] = {hn::Set(d, p_[0]), hn::Set(d, p_[1]), hn::Set(d, p_[2])};
    const float* fields = h_.node(node);
    const Layout& layout = h_.layout;
    const size_t first = waiting;
    HWY_ALIGN float squares[4];
    for (size_t lane = 0; lane < layout.lanes && h_.ref(node, lane) != kNoRef; lane += 4) {
      const size_t end = std::min(lane + 4, layout.lanes);
      if constexpr (std::is_same_v<Distance, OtherDistance>) {
        float boxes[kBoxFields * 4] = {};
        for (size_t i = lane; i < end && h_.ref(node, i) != kNoRef; ++i) {
          float box[kBoxFields];
          as_obb(h_.volume, layout, fields, i, box);
          for (size_t f = 0; f < kBoxFields; ++f) boxes[box_row(f) * 4 + (i - lane)] = box[f];
        }
        hn::Store(ObbDistance::Squares({boxes, 4}, p), d, squares);
      } else {
        const FourVolumes four{fields + layout.start(lane), std::min<size_t>(layout.lanes, 8)};
        hn::Store(Distance::Squares(four, p), d, squares);
      }
      for (size_t i = lane; i < end; ++i) {
        const Ref ref = h_.ref(node, i);
        const float squared = squares[i - lane];
        if (ref == kNoRef || squared > reach_squared_) continue;
        size_t at = waiting++;
        for (; at > first && stack[at - 1].squared < squared; --at) stack[at] = stack[at - 1];
        stack[at] = {squared, ref};
      }
    }
  }

  void Leaf(size_t index) {
    const size_t packets = h_.leaves[index].packets;
    for (size_t i = 0; i < packets; ++i) Packet(h_.leaves[index + i]);
  }

  /// Offers the triangles whose distance, rounded down, is within reach, the nearest first.
  void Packet(const LeafPacket& leaf) {
    const Four d;
    float offset[3];
    float size = leaf.radius;
    for (size_t x = 0; x < 3; ++x) {
      offset[x] = static_cast<float>(point_[x] - static_cast<double>(leaf.centre[x]));
      size += std::abs(offset[x]);
    }
    HWY_ALIGN float lower[4];
    hn::Store(Lower(d, leaf, offset, size), d, lower);
    unsigned left = (1u << leaf.count) - 1;
    while (left != 0) {
      size_t nearest = 4;
      for (size_t i = 0; i < 4; ++i) {
        if (((left >> i) & 1) != 0 && (nearest == 4 || lower[i] < lower[nearest])) nearest = i;
      }
      if (static_cast<double>(lower[nearest]) > reach_) return;
      left &= ~(1u << nearest);
      search_.offer(leaf.id[nearest]);
      if (search_.reach() < reach_) SetReach();
    }
  }

  /// Lower bounds of the distances, possibly negative; -inf where a triangle is so thin that float cannot tell.
  static HWY_INLINE Vf Lower(Four d, const LeafPacket& leaf, const float offset[3], float size) {
    constexpr float kUnit = 0x1p-24f;
    Vf w[3][3], e[3][3];  // the point as seen from the corners; the edges
    for (size_t k = 0; k < 3; ++k) {
      for (size_t x = 0; x < 3; ++x) {
        const Vf corner = hn::Load(d, leaf.v[k][x]);
        w[k][x] = hn::Sub(hn::Set(d, offset[x]), corner);
        e[k][x] = hn::Sub(hn::Load(d, leaf.v[(k + 1) % 3][x]), corner);
      }
    }
    const auto cross = [](const Vf* a, const Vf* b, Vf* out) HWY_ATTR {
      out[0] = hn::MulSub(a[1], b[2], hn::Mul(a[2], b[1]));
      out[1] = hn::MulSub(a[2], b[0], hn::Mul(a[0], b[2]));
      out[2] = hn::MulSub(a[0], b[1], hn::Mul(a[1], b[0]));
    };
    const auto dot = [](const Vf* a, const Vf* b) HWY_ATTR { return Dot(a[0], a[1], a[2], b[0], b[1], b[2]); };
    Vf n[3];
    cross(e[0], e[1], n);
    const Vf zero = hn::Zero(d), one = hn::Set(d, 1.0f), least = hn::Set(d, 1e-37f);
    Vf boundary = hn::Set(d, hwy::HighestValue<float>()), longest = zero;
    auto inside = hn::Ge(zero, zero);
    for (size_t k = 0; k < 3; ++k) {
      const Vf length = dot(e[k], e[k]);
      longest = hn::Max(longest, length);
      const Vf weight = hn::Min(hn::Max(hn::Div(dot(w[k], e[k]), hn::Max(length, least)), zero), one);
      Vf foot[3], side[3];
      for (size_t x = 0; x < 3; ++x) foot[x] = hn::NegMulAdd(weight, e[k][x], w[k][x]);
      boundary = hn::Min(boundary, dot(foot, foot));
      cross(e[k], w[k], side);
      inside = hn::And(inside, hn::Ge(dot(side, n), zero));
    }
    const Vf area = hn::Sqrt(dot(n, n));
    const Vf height = hn::Div(hn::Abs(dot(n, w[0])), area);
    const Vf distance = hn::IfThenElse(inside, height, hn::Sqrt(boundary));
    const Vf error =
        hn::MulAdd(hn::Set(d, 64 * kUnit * size), hn::Add(one, hn::Div(longest, area)), hn::Set(d, 1e-18f));
    const Vf lower = hn::Sub(distance, error);
    // Below that area squares lose digits to underflow.
    const auto known = hn::And(hn::Gt(lower, zero), hn::Gt(area, hn::Set(d, 1e-16f)));
    return hn::IfThenElse(known, lower, hn::Set(d, -hwy::HighestValue<float>()));
  }

  const Hierarchy& h_;
  const double* point_;
  PointSearch& search_;
  float p_[3];
  double pad_;
  double reach_ = 0;
  float reach_squared_ = 0;
};

void WalkToPoint(const Hierarchy& h, const double point[3], PointSearch& search) {
  // A node leaves all its children but the one opened next.
  const size_t most = static_cast<size_t>(h.height + 2) * h.layout.lanes;
  Waiting few[512];
  std::vector<Waiting> many;
  if (most > 512) many.resize(most);
  Waiting* const stack = most > 512 ? many.data() : few;
  PointWalk walk(h, point, search);
  switch (h.volume) {
    case Volume::obb:
      return walk.Run<ObbDistance>(stack);
    case Volume::aabb:
    case Volume::custom:
      return walk.Run<AabbDistance>(stack);
    case Volume::sphere:
      return walk.Run<SphereDistance>(stack);
    default:
      return walk.Run<OtherDistance>(stack);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(WalkToPoint);

void walk_to_point(const Hierarchy& hierarchy, const double point[3], PointSearch& search) {
  init_isa();
  HWY_DYNAMIC_DISPATCH(WalkToPoint)(hierarchy, point, search);
}

}  // namespace graze::detail
#endif
