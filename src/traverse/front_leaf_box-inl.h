// SPDX-License-Identifier: Apache-2.0
// A plane between a leaf packet and an oriented box: the best of sixteen directions, a lane a direction. The box about
// a leaf of bulky pieces says little of what is inside it; the planes of its triangles do. Bounds: docs/coherence.md.

#if defined(GRAZE_TRAVERSE_FRONT_LEAF_BOX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_FRONT_LEAF_BOX_INL_H_
#undef GRAZE_TRAVERSE_FRONT_LEAF_BOX_INL_H_
#else
#define GRAZE_TRAVERSE_FRONT_LEAF_BOX_INL_H_
#endif

#include "traverse/front_ball.h"
#include "traverse/front_plane-inl.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class LeafBoxSearch {
  using V = hn::Vec<Wide>;
  using V4 = hn::Vec<Four>;

  /// Axes and centre as seen from some origin in A's frame.
  struct Box {
    float axis[3][3], centre[3], half[3];

    HWY_INLINE void operator()(const V n[3], V& low, V& high) const {
      const Wide d;
      const auto along = [&](const float* v) HWY_ATTR {
        return Dot(n[0], n[1], n[2], hn::Set(d, v[0]), hn::Set(d, v[1]), hn::Set(d, v[2]));
      };
      V reach = hn::Mul(hn::Set(d, half[0]), hn::Abs(along(axis[0])));
      reach = hn::MulAdd(hn::Set(d, half[1]), hn::Abs(along(axis[1])), reach);
      reach = hn::MulAdd(hn::Set(d, half[2]), hn::Abs(along(axis[2])), reach);
      const V middle = along(centre);
      low = hn::Sub(middle, reach);
      high = hn::Add(middle, reach);
    }
  };

 public:
  /// Packet of A, box of B. The gap is a lower bound.
  static HWY_INLINE void LeafOfA(const FrameLanes<Four>&, const Frame& frame, const LeafPacket& a, const Hierarchy& b,
                                 uint32_t volume, const float hint[3], PacketPlane& best) {
    const float* fields = b.nodes.data() + volume;
    const auto value = [&](size_t f) HWY_ATTR { return fields[box_row(f) * b.layout.lanes]; };
    Box box;
    for (size_t x = 0; x < 3; ++x) {
      const double* r = frame.r + 3 * x;
      const float* rf = frame.rf + 3 * x;
      box.centre[x] = static_cast<float>(r[0] * value(0) + r[1] * value(1) + r[2] * value(2) +
                                         (frame.t[x] - static_cast<double>(a.centre[x])));
      for (size_t i = 0; i < 3; ++i) {
        const size_t f = field::kAxes + 3 * i;
        box.axis[i][x] = rf[0] * value(f) + (rf[1] * value(f + 1) + rf[2] * value(f + 2));
      }
      box.half[x] = value(field::kObbHalf + x);
    }
    V4 corner[3][3];
    LeafTest::Corners(a, corner);
    HWY_ALIGN float direction[3][PlaneSearch::kDirections];
    float* const rows[3] = {direction[0], direction[1], direction[2]};
    Directions(corner, box, hint, rows);
    PlaneSearch::Widest(PlaneSearch::CornerExtent{a.v}, box, rows, best);
    best.gap -= 2 * storing_error(frame);
  }

  /// Box of A, packet of B.
  static HWY_INLINE void LeafOfB(const FrameLanes<Four>& rotation, const Frame& frame, const Hierarchy& a,
                                 uint32_t volume, const LeafPacket& b, const float hint[3], PacketPlane& best) {
    const float* fields = a.nodes.data() + volume;
    const auto value = [&](size_t f) HWY_ATTR { return fields[box_row(f) * a.layout.lanes]; };
    Box box;
    float offset[3];
    for (size_t x = 0; x < 3; ++x) {
      const double* r = frame.r + 3 * x;
      box.centre[x] = 0;
      offset[x] = static_cast<float>(r[0] * b.centre[0] + r[1] * b.centre[1] + r[2] * b.centre[2] +
                                     (frame.t[x] - static_cast<double>(value(x))));
      for (size_t i = 0; i < 3; ++i) box.axis[i][x] = value(field::kAxes + 3 * i + x);
      box.half[x] = value(field::kObbHalf + x);
    }
    V4 corner[3][3];
    LeafTest::MovedCorners(rotation, offset, b, corner);
    HWY_ALIGN float corners[3][3][4];
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) hn::Store(corner[i][x], Four(), corners[i][x]);
    }
    HWY_ALIGN float direction[3][PlaneSearch::kDirections];
    float* const rows[3] = {direction[0], direction[1], direction[2]};
    Directions(corner, box, hint, rows);
    PlaneSearch::Widest(box, PlaneSearch::CornerExtent{corners}, rows, best);
    best.gap -= 2 * storing_error(frame);
  }

 private:
  /// The triangles' planes, the box's axes, the hint, and an edge of each triangle with an axis of the box.
  static HWY_INLINE void Directions(const V4 corner[3][3], const Box& box, const float hint[3], float* const out[3]) {
    const Four d;
    PlaneSearch::StoreNormals(corner, out, 0);
    for (size_t x = 0; x < 3; ++x) {
      for (size_t i = 0; i < 3; ++i) out[x][4 + i] = box.axis[i][x];
      out[x][7] = hint[x];
    }
    V4 edge[3], cross[3];
    for (size_t x = 0; x < 3; ++x) edge[x] = hn::Sub(corner[1][x], corner[0][x]);
    for (size_t k = 0; k < 2; ++k) {
      const V4 axis[3] = {hn::Set(d, box.axis[k][0]), hn::Set(d, box.axis[k][1]), hn::Set(d, box.axis[k][2])};
      LeafTest::Cross(edge, axis, cross);
      for (size_t x = 0; x < 3; ++x) hn::Store(cross[x], d, out[x] + 8 + 4 * k);
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_FRONT_LEAF_BOX_INL_H_
