// SPDX-License-Identifier: Apache-2.0
// The step of a leaf beside a node of oriented boxes: each triangle of the leaf against each child's box, on the 13
// axes of a triangle and a box, a pair a lane. The box about a leaf's triangles says little of what is inside it, and
// fills a quarter of the lanes: with the triangles themselves s2 comes to a tenth of the leaf pairs, s4 to a quarter.

#if defined(GRAZE_TRAVERSE_LEAF_BOXES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_LEAF_BOXES_INL_H_
#undef GRAZE_TRAVERSE_LEAF_BOXES_INL_H_
#else
#define GRAZE_TRAVERSE_LEAF_BOXES_INL_H_
#endif

#include "traverse/pair_sink-inl.h"
#include "traverse/traversal.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class LeafBoxes {
  using V = hn::Vec<Wide>;
  using M = hn::Mask<Wide>;
  static constexpr size_t kLanes = hn::MaxLanes(Wide());
  static constexpr float kTiny = 1e-35f;  // above all products that underflow
  static constexpr uint32_t kNoPacket = 0xFFFFFFFFu;

 public:
  explicit LeafBoxes(const PairQuery& query) : query_(query), opens_a_(Opens(query.a)), opens_b_(Opens(query.b)) {}

  /// Are A's nodes such as it opens? B's?
  HWY_INLINE bool OpensA() const { return opens_a_; }
  HWY_INLINE bool OpensB() const { return opens_b_; }

  /// Children of node b of B against leaf `ra` of A.
  HWY_NOINLINE void OpenB(Ref ra, uint32_t b, PairSink& sink) {
    const float* node = query_.b.node(b);
    Push(ChildrenOfB(ra, b), hn::Set(hn::RebindToUnsigned<Four>(), ra), Refs(node), Refs(node), sink);
  }

  /// Children of node a of A against leaf `rb` of B.
  HWY_NOINLINE void OpenA(uint32_t a, Ref rb, PairSink& sink) {
    const float* node = query_.a.node(a);
    Push(ChildrenOfA(a, rb), Refs(node), hn::Set(hn::RebindToUnsigned<Four>(), rb), Refs(node), sink);
  }

  /// The same as bits: which children the leaf may meet. Of missing children nothing is said.
  HWY_INLINE uint32_t ChildrenOfB(Ref ra, uint32_t b) {
    const LeafPacket* packets = query_.a.leaves.data();
    uint32_t open = 0;
    for (uint32_t i = index_of(ra), end = i + packets[i].packets; i < end && open != 0xF; ++i) {
      if (at_ != i || !of_a_) PlaceInB(packets[i]);
      at_ = i, of_a_ = true;
      open |= Open(query_.b.node(b));
    }
    return open;
  }
  HWY_INLINE uint32_t ChildrenOfA(uint32_t a, Ref rb) {
    const LeafPacket* packets = query_.b.leaves.data();
    uint32_t open = 0;
    for (uint32_t i = index_of(rb), end = i + packets[i].packets; i < end && open != 0xF; ++i) {
      if (at_ != i || of_a_) PlaceInA(packets[i]);
      at_ = i, of_a_ = false;
      open |= Open(query_.a.node(a));
    }
    return open;
  }

 private:
  static HWY_INLINE bool Opens(const Hierarchy& h) { return h.volume == Volume::obb && h.width == 4; }

  using Refs4 = hn::Vec<hn::RebindToUnsigned<Four>>;

  static HWY_INLINE Refs4 Refs(const float* node) {
    const hn::RebindToUnsigned<Four> du;
    return hn::Load(du, reinterpret_cast<const Ref*>(node + kBoxFields * 4));
  }

  static HWY_INLINE void Push(uint32_t open, Refs4 ra, Refs4 rb, Refs4 children, PairSink& sink) {
    const hn::RebindToUnsigned<Four> du;
    const auto valid = hn::Ne(children, hn::Set(du, kNoRef));
    const uint8_t bits[8] = {static_cast<uint8_t>(open)};
    sink.tests += hn::CountTrue(du, valid);
    sink.Push(du, hn::And(valid, hn::LoadMaskBits(du, bits)), ra, rb);
  }

  /// Corners of a packet of A as seen from B; Rᵀ stands for the inverse.
  HWY_INLINE void PlaceInB(const LeafPacket& packet) {
    const Frame& f = query_.frame;
    double from[3];
    float offset[3];
    for (size_t x = 0; x < 3; ++x) from[x] = packet.centre[x] - f.t[x];
    for (size_t x = 0; x < 3; ++x) {
      offset[x] = static_cast<float>(f.r[x] * from[0] + f.r[3 + x] * from[1] + f.r[6 + x] * from[2]);
    }
    Place(packet, offset, f.rf, 1, 3);
  }

  HWY_INLINE void PlaceInA(const LeafPacket& packet) {
    const Frame& f = query_.frame;
    float offset[3];
    for (size_t x = 0; x < 3; ++x) {
      const double* r = f.r + 3 * x;
      offset[x] =
          static_cast<float>(r[0] * packet.centre[0] + r[1] * packet.centre[1] + r[2] * packet.centre[2] + f.t[x]);
    }
    Place(packet, offset, f.rf, 3, 1);
  }

  /// Entry (x, y) of the rotation is r[x * row + y * column].
  HWY_INLINE void Place(const LeafPacket& packet, const float offset[3], const float* r, size_t row, size_t column) {
    const Four d;
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) {
        const float* m = r + x * row;
        auto v = hn::MulAdd(hn::Set(d, m[0]), hn::Load(d, packet.v[i][0]), hn::Set(d, offset[x]));
        v = hn::MulAdd(hn::Set(d, m[column]), hn::Load(d, packet.v[i][1]), v);
        v = hn::MulAdd(hn::Set(d, m[2 * column]), hn::Load(d, packet.v[i][2]), v);
        HWY_ALIGN float four[4];
        hn::Store(v, d, four);
        for (size_t k = 0; k < Chunks<4>(); ++k) hn::Store(SpreadB<4>(four, k), Wide(), corner_[i][x] + k * kLanes);
      }
    }
  }

  /// A bit for each child that a triangle of the placed packet may meet.
  HWY_INLINE uint32_t Open(const float* node) const {
    uint32_t open = 0;
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      uint8_t bytes[8] = {};
      hn::StoreMaskBits(Wide(), hn::Not(Apart(node, k)), bytes);
      open |= bytes[0] | (static_cast<uint32_t>(bytes[1]) << 8);
    }
    if (kLanes >= 16) open |= open >> 8;
    if (kLanes >= 8) open |= open >> 4;
    return open & 0xF;
  }

  HWY_INLINE M Apart(const float* node, size_t k) const {
    const Wide d;
    const auto row = [&](size_t field) HWY_ATTR { return SpreadA<4>(node + field * 4, k); };
    // The corners along the box's axes, from its centre.
    V w[3][3];
    {
      V from[3][3];
      for (size_t x = 0; x < 3; ++x) {
        const V centre = row(box_row(field::kCentre + x));
        for (size_t i = 0; i < 3; ++i) from[i][x] = hn::Sub(hn::Load(d, corner_[i][x] + k * kLanes), centre);
      }
      for (size_t j = 0; j < 3; ++j) {
        const V ax = row(box_row(field::kAxes + 3 * j)), ay = row(box_row(field::kAxes + 3 * j + 1)),
                az = row(box_row(field::kAxes + 3 * j + 2));
        for (size_t i = 0; i < 3; ++i) w[i][j] = Dot(ax, ay, az, from[i][0], from[i][1], from[i][2]);
      }
    }
    V h[3];
    M apart = NoLanes(d);
    for (size_t j = 0; j < 3; ++j) {
      h[j] = hn::Add(row(field::kObbHalf + j), hn::Set(d, query_.frame.pad));
      apart = hn::Or(apart, Beyond(hn::Min(w[0][j], hn::Min(w[1][j], w[2][j])),
                                   hn::Max(w[0][j], hn::Max(w[1][j], w[2][j])), h[j]));
    }
    if (hn::AllTrue(d, apart)) return apart;

    const V tiny = hn::Set(d, kTiny);
    V e[3][3];
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) e[i][x] = hn::Sub(w[(i + 1) % 3][x], w[i][x]);
    }
    {
      V n[3], along[3], reach = tiny;
      for (size_t x = 0; x < 3; ++x) {
        const size_t y = (x + 1) % 3, z = (x + 2) % 3;
        n[x] = hn::MulSub(e[0][y], e[1][z], hn::Mul(e[0][z], e[1][y]));
        reach = hn::MulAdd(h[x], hn::Abs(n[x]), reach);
      }
      // All three corners: then any n will do, however it rounds.
      for (size_t i = 0; i < 3; ++i) along[i] = Dot(n[0], n[1], n[2], w[i][0], w[i][1], w[i][2]);
      apart = hn::Or(apart, Beyond(hn::Min(along[0], hn::Min(along[1], along[2])),
                                   hn::Max(along[0], hn::Max(along[1], along[2])), reach));
    }
    if (hn::AllTrue(d, apart)) return apart;
    for (size_t i = 0; i < 3; ++i) {
      const size_t other = (i + 2) % 3;  // both ends of the edge have one place on its axes
      for (size_t x = 0; x < 3; ++x) {
        const size_t y = (x + 1) % 3, z = (x + 2) % 3;
        const V reach = hn::MulAdd(h[y], hn::Abs(e[i][z]), hn::MulAdd(h[z], hn::Abs(e[i][y]), tiny));
        const V edge = hn::MulSub(e[i][y], w[i][z], hn::Mul(e[i][z], w[i][y]));
        const V corner = hn::MulSub(e[i][y], w[other][z], hn::Mul(e[i][z], w[other][y]));
        apart = hn::Or(apart, Beyond(hn::Min(edge, corner), hn::Max(edge, corner), reach));
      }
    }
    return apart;
  }

  /// Is [low, high] outside [-reach, reach]? False for NaN.
  static HWY_INLINE M Beyond(V low, V high, V reach) { return hn::Gt(hn::Max(low, hn::Neg(high)), reach); }

  const PairQuery& query_;
  bool opens_a_, opens_b_;
  uint32_t at_ = kNoPacket;  // the packet in corner_
  bool of_a_ = false;
  HWY_ALIGN float corner_[3][3][16];
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_LEAF_BOXES_INL_H_
