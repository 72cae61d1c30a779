// SPDX-License-Identifier: Apache-2.0
// Oriented boxes: the full 15-axis separating-axis test (Gottschalk), one pair a lane.

#if defined(GRAZE_VOLUMES_OBB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_OBB_INL_H_
#undef GRAZE_VOLUMES_OBB_INL_H_
#else
#define GRAZE_VOLUMES_OBB_INL_H_
#endif

#include "volumes/box_axes-inl.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The axes of two oriented boxes against each other.
template <class D>
struct BoxPair {
  using V = hn::Vec<D>;
  V t[3], c[9], s[9];

  template <class ReadA, class ReadB>
  HWY_INLINE BoxPair(const ReadA& a, const ReadB& b) {
    constexpr auto centre = [](size_t x) { return box_row(field::kCentre + x); };
    constexpr auto axis = [](size_t i, size_t x) { return box_row(field::kAxes + 3 * i + x); };
    const V x = hn::Sub(b(centre(0)), a(centre(0)));
    const V y = hn::Sub(b(centre(1)), a(centre(1)));
    const V z = hn::Sub(b(centre(2)), a(centre(2)));
    V axis_b[9];
    for (size_t i = 0; i < 9; ++i) axis_b[i] = b(axis(i / 3, i % 3));
    for (size_t i = 0; i < 3; ++i) {
      const V ax = a(axis(i, 0)), ay = a(axis(i, 1)), az = a(axis(i, 2));
      t[i] = Dot(ax, ay, az, x, y, z);
      for (size_t j = 0; j < 3; ++j) {
        c[3 * i + j] = Dot(ax, ay, az, axis_b[3 * j], axis_b[3 * j + 1], axis_b[3 * j + 2]);
        s[3 * i + j] = hn::Abs(c[3 * i + j]);
      }
    }
  }
};

/// The boxes of a node of four children, moved into A's frame in whole vectors, and a reader of their rows for chunk k
/// of a step. Only where a vector holds two children's rows of four at least.
class MovedBoxes {
  static constexpr size_t kLanes = hn::MaxLanes(Wide());
  static constexpr size_t kParts = 16 / kLanes;  // vectors of one coordinate
  using V = hn::Vec<Wide>;

 public:
  static constexpr bool kPossible = kLanes >= 8;

  /// What is added to a coordinate of the three axes and the centre: nothing, and the translation.
  struct Offsets {
    V of[3];
    HWY_INLINE explicit Offsets(const FrameLanes<Wide>& frame) {
      const Wide d;
      const auto before = hn::FirstN(d, kLanes - 4);
      for (size_t i = 0; i < 3; ++i) of[i] = hn::IfThenZeroElse(before, frame.t[i]);
    }
  };

  HWY_INLINE MovedBoxes(const FrameLanes<Wide>& frame, const Offsets& offsets, const float* node) : node_(node) {
    const Wide d;
    for (size_t p = 0; p < kParts; ++p) {
      const V x = hn::Load(d, node + p * kLanes);
      const V y = hn::Load(d, node + 16 + p * kLanes);
      const V z = hn::Load(d, node + 32 + p * kLanes);
      for (size_t i = 0; i < 3; ++i) {
        const V* r = frame.r + 3 * i;
        const V last = p + 1 == kParts ? hn::MulAdd(r[2], z, offsets.of[i]) : hn::Mul(r[2], z);
        moved_[i][p] = hn::MulAdd(r[0], x, hn::MulAdd(r[1], y, last));
      }
    }
  }

  HWY_INLINE V Row(size_t row, size_t chunk) const {
    if (row >= 12) return SpreadB<4>(node_ + row * 4, chunk);
    // Lane l of the step holds child l / 4.
    alignas(64) static constexpr int32_t kIndex[4][16] = {
        {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3},
        {4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7},
        {8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11},
        {12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 15}};
    constexpr size_t kRows = kLanes / 4;  // in a vector
    const size_t within = row % 4;
    const auto index = hn::SetTableIndices(Wide(), kIndex[within % kRows] + chunk * kLanes);
    return hn::TableLookupLanes(moved_[row / 4][within / kRows], index);
  }

 private:
  V moved_[3][kParts];
  const float* node_;
};

struct MovedBoxRows {
  const MovedBoxes& boxes;
  size_t chunk;
  HWY_INLINE hn::Vec<Wide> operator()(size_t row) const { return boxes.Row(row, chunk); }
};

struct ObbTest {
  static constexpr size_t kFields = kBoxFields;

  /// Volumes of B, read through `read`, moved into A's frame: rows kStride floats apart.
  template <class D, class Read, size_t kStride>
  static HWY_INLINE void Move(D d, const FrameLanes<D>& frame, const Read& read, float* out) {
    using V = hn::Vec<D>;
    for (size_t k = 0; k < 4; ++k) {  // axes, then the centre
      const V in[3] = {read(k), read(4 + k), read(8 + k)};
      V m[3];
      k < 3 ? frame.Rotate(in, m) : frame.Place(in, m);
      for (size_t x = 0; x < 3; ++x) hn::Store(m[x], d, out + (4 * x + k) * kStride);
    }
    for (size_t f = field::kObbHalf; f < kFields; ++f) hn::Store(read(f), d, out + f * kStride);
  }

  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> Separated(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b) {
    using V = hn::Vec<D>;
    const BoxPair<D> pair(a, b);
    const V ha[3] = {a(field::kObbHalf), a(field::kObbHalf + 1), a(field::kObbHalf + 2)};
    const V hb[3] = {b(field::kObbHalf), b(field::kObbHalf + 1), b(field::kObbHalf + 2)};
    return BoxesSeparated(d, frame.pad, pair.t, pair.c, pair.s, ha, hb);
  }

  /// Also who is deep in whom; `deep` is left as it is where all are separated. A dive opens these next, the others
  /// perhaps never, so that they are spared the axes of edges (spheres α 0.0001, 0.001 -14-17 %, U -2 %).
  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> SeparatedOrDeep(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b,
                                                bool dives, hn::Mask<D>& deep) {
    using V = hn::Vec<D>;
    const BoxPair<D> pair(a, b);
    const V ha[3] = {a(field::kObbHalf), a(field::kObbHalf + 1), a(field::kObbHalf + 2)};
    const V hb[3] = {b(field::kObbHalf), b(field::kObbHalf + 1), b(field::kObbHalf + 2)};
    const auto faces = FacesSeparatedOrDeep(d, frame.pad, pair.t, pair.c, pair.s, ha, hb, deep);
    if (hn::AllTrue(d, faces)) return faces;
    if (dives && !hn::AllFalse(d, deep)) return faces;
    return hn::Or(faces, EdgesSeparated(d, frame.pad, pair.t, pair.c, pair.s, ha, hb));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_OBB_INL_H_
