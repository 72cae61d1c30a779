// SPDX-License-Identifier: Apache-2.0
// Large triangles against small volumes: a volume that no plane of a leaf's triangles cuts is apart from the leaf. The
// box about a leaf of bulky pieces says little of what is inside it, such as an object within a tetrahedron.

#if defined(GRAZE_TRAVERSE_LEAF_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_LEAF_PLANES_INL_H_
#undef GRAZE_TRAVERSE_LEAF_PLANES_INL_H_
#else
#define GRAZE_TRAVERSE_LEAF_PLANES_INL_H_
#endif

#include "build/hierarchy.h"
#include "traverse/ball.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class LeafPlanes {
  using V = hn::Vec<Four>;
  // docs/numerics.md, "Planes of a leaf".
  static constexpr float kRoundings = 0x1p-20f, kTiny = 1e-35f, kNoSquare = 1e-30f;

 public:
  /// Volumes that have a ball.
  static HWY_INLINE bool Serves(const Hierarchy& h) {
    return h.volume == Volume::obb || h.volume == Volume::dop26 || h.volume == Volume::dop18 ||
           h.volume == Volume::dop14;
  }

  /// Is volume `slot` of B apart from leaf `first` of A?
  static HWY_NOINLINE bool ApartFromLeafOfA(const Frame& frame, const LeafPacket* first, const Hierarchy& b,
                                            uint32_t slot) {
    const Ball ball = BallOf(b, slot);
    float centre[3];
    for (size_t i = 0; i < 3; ++i) {
      const float* r = frame.rf + 3 * i;
      centre[i] = r[0] * ball.centre[0] + (r[1] * ball.centre[1] + (r[2] * ball.centre[2] + frame.tf[i]));
    }
    return Apart(first, centre, ball.radius + frame.pad);
  }

  /// Is volume `slot` of A apart from leaf `first` of B? In B's frame.
  static HWY_NOINLINE bool ApartFromLeafOfB(const Frame& frame, const LeafPacket* first, const Hierarchy& a,
                                            uint32_t slot) {
    const Ball ball = BallOf(a, slot);
    float from[3], centre[3];
    for (size_t i = 0; i < 3; ++i) from[i] = ball.centre[i] - frame.tf[i];
    for (size_t i = 0; i < 3; ++i) {
      centre[i] = frame.rf[i] * from[0] + (frame.rf[3 + i] * from[1] + frame.rf[6 + i] * from[2]);
    }
    return Apart(first, centre, ball.radius + frame.pad);
  }

 private:
  static HWY_INLINE Ball BallOf(const Hierarchy& h, uint32_t slot) {
    const size_t node = slot / h.layout.lanes, lane = slot % h.layout.lanes;
    return ball_about(h, static_cast<uint32_t>(node * h.layout.stride + h.layout.start(lane)));
  }

  static HWY_INLINE bool Apart(const LeafPacket* first, const float centre[3], float reach) {
    const Four d;
    for (const LeafPacket* leaf = first; leaf != first + first->packets; ++leaf) {
      V e[2][3], away[3], n[3];
      for (size_t x = 0; x < 3; ++x) {
        const V v0 = hn::Load(d, leaf->v[0][x]), v1 = hn::Load(d, leaf->v[1][x]), v2 = hn::Load(d, leaf->v[2][x]);
        e[0][x] = hn::Sub(v1, v0);
        e[1][x] = hn::Sub(v2, v0);
        away[x] = hn::Sub(hn::Set(d, centre[x] - leaf->centre[x]), v0);
      }
      for (size_t x = 0; x < 3; ++x) {
        const size_t y = (x + 1) % 3, z = (x + 2) % 3;
        n[x] = hn::MulSub(e[0][y], e[1][z], hn::Mul(e[0][z], e[1][y]));
      }
      const V distance = hn::Abs(Dot(n[0], n[1], n[2], away[0], away[1], away[2]));
      const V square = Dot(n[0], n[1], n[2], n[0], n[1], n[2]);
      const V sum = hn::Add(hn::Abs(n[0]), hn::Add(hn::Abs(n[1]), hn::Abs(n[2])));
      const V length = hn::IfThenElse(hn::Gt(square, hn::Set(d, kNoSquare)),
                                      hn::Mul(hn::Sqrt(square), hn::Set(d, 1 + kRoundings)), sum);
      const V spread = hn::Add(hn::Abs(away[0]), hn::Add(hn::Abs(away[1]), hn::Abs(away[2])));
      const V edge = hn::Set(d, leaf->edge);
      const V rounding = hn::Mul(hn::Mul(hn::Mul(edge, edge), hn::Set(d, kRoundings)), hn::Add(spread, edge));
      const V enough = hn::MulAdd(length, hn::Set(d, reach), hn::Add(rounding, hn::Set(d, kTiny)));
      if (!hn::AllTrue(d, hn::Gt(distance, enough))) return false;
    }
    return true;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_LEAF_PLANES_INL_H_
