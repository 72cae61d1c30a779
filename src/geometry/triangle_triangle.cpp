// SPDX-License-Identifier: Apache-2.0
// After Guigue and Devillers, Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates (2003): where
// both triangles meet the other's plane, they cut the common line in two intervals, whose ends are compared by the
// orientation of the edges that cut them out.
#include "geometry/triangle_triangle.h"

#include <algorithm>
#include <array>
#include <utility>

#include "geometry/flat_sets.h"
#include "geometry/predicates.h"

namespace graze::detail {
namespace {

/// One triangle's corners against the plane of the other: values with exact signs.
struct Sides {
  double value[3], bound[3];
  int code = 0;  // the three signs, plus one each, in base three
};

constexpr int kAllNegative = 0, kAllZero = 13, kAllPositive = 26;

/// How a triangle with these signs cuts the plane: the apex is a corner whose two edges both reach the plane, at one
/// point each, between which the triangle meets it.
struct Wedge {
  std::int8_t apex = -1;
  std::int8_t direction = 0;   // +1: from the apex the edges run to the positive side
  bool apex_in_plane = false;  // the other corners are strictly on one side: the triangle meets the plane there only
  bool through = false;        // corners strictly on both sides
};

constexpr std::array<Wedge, 27> make_wedges() {
  std::array<Wedge, 27> wedges{};
  for (int code = 0; code < 27; ++code) {
    const int sign[3] = {code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1};
    for (int i = 2; i >= 0; --i) {
      const int s = sign[i], t = sign[(i + 1) % 3], u = sign[(i + 2) % 3];
      if (s == t || s == u || t * u < 0) continue;
      wedges[code] = {static_cast<std::int8_t>(i), static_cast<std::int8_t>(t + u > 2 * s ? 1 : -1), s == 0,
                      s * t < 0 || s * u < 0};
    }
  }
  return wedges;
}

constexpr std::array<Wedge, 27> kWedges = make_wedges();

Sides sides(const PlaneForm& form, const Corners& plane, const Corners& t) {
  Sides result;
  for (int i = 0; i < 3; ++i) {
    Estimate e = form(t.v[i] - plane.v[0]);
    if (!e.certain()) e.value = orient3d_exact(plane.v[0], plane.v[1], plane.v[2], t.v[i]);
    result.value[i] = e.value;
    result.bound[i] = e.bound;
    result.code = 3 * result.code + 1 + sign_of(e.value);
  }
  return result;
}

/// One end of a triangle's interval on the common line: where the edge from the apex to `other` meets the plane.
struct EdgeEnd {
  const Corners* triangle;
  const Corners* plane;
  const Sides* values;
  int apex, other;

  const Vec3& corner() const { return triangle->v[other]; }
  bool is_corner() const { return values->value[other] == 0; }

  Vec3 point() const {
    // Values known to fewer than about 40 bits, between nearly parallel planes or in a sliver's, are computed exactly.
    const Vec3 &from = triangle->v[apex], &to = triangle->v[other];
    const ValuePair at{values->value[apex], values->value[other]};
    if (values->bound[apex] + values->bound[other] <= 0x1p-40 * (std::abs(at.p) + std::abs(at.q))) {
      return zero_between(from, to, at);
    }
    return zero_between(from, to, orient3d_pair(plane->v[0], plane->v[1], plane->v[2], from, to));
  }
};

/// The two ends are one point: the corner, if one of them is a corner.
Vec3 common_point(const EdgeEnd& a, const EdgeEnd& b) {
  if (a.is_corner()) return a.corner();
  if (b.is_corner()) return b.corner();
  return std::min(a.point(), b.point(), lexicographic_less);
}

struct Overlap {
  Vec3 lower, upper;  // of the boxes
  bool empty;
};

Overlap box_overlap(const Corners& a, const Corners& b) {
  const Vec3 lower = max(min(min(a.v[0], a.v[1]), a.v[2]), min(min(b.v[0], b.v[1]), b.v[2]));
  const Vec3 upper = min(max(max(a.v[0], a.v[1]), a.v[2]), max(max(b.v[0], b.v[1]), b.v[2]));
  return {lower, upper, lower.x > upper.x || lower.y > upper.y || lower.z > upper.z};
}

void finish(Meet& meet, const Overlap& box) {
  const Vec3 point[] = {min(max(meet.p, box.lower), box.upper), min(max(meet.q, box.lower), box.upper)};
  const bool swap = lexicographic_less(point[1], point[0]);
  meet.p = point[swap];
  meet.q = point[!swap];
}

template <bool kDetails>
Meet meet(const Corners& a, const Corners& b) {
  const Overlap box = box_overlap(a, b);
  if (box.empty) return {};
  const PlaneForm plane_b(b.v[1] - b.v[0], b.v[2] - b.v[0]);
  const Sides of_a = sides(plane_b, b, a);
  if (of_a.code == kAllNegative || of_a.code == kAllPositive) return {};
  const PlaneForm plane_a(a.v[1] - a.v[0], a.v[2] - a.v[0]);
  const Sides of_b = sides(plane_a, a, b);
  if (of_b.code == kAllNegative || of_b.code == kAllPositive) return {};

  // Both in one plane, or one of them degenerate: against the plane of a degenerate triangle all values are zero.
  if (of_a.code == kAllZero || of_b.code == kAllZero) {
    Meet result = meet_flat(a, b);
    if (result.meet) finish(result, box);
    return result;
  }

  // Along normal(b) x normal(a), the edge that cuts out the lower end of an interval is the one behind or before the
  // apex, according to the side of the apex (docs/numerics.md).
  const Wedge& wedge_a = kWedges[of_a.code];
  const Wedge& wedge_b = kWedges[of_b.code];
  const int a_next = wedge_a.apex == 2 ? 0 : wedge_a.apex + 1, a_last = 3 - wedge_a.apex - a_next;
  const int b_next = wedge_b.apex == 2 ? 0 : wedge_b.apex + 1, b_last = 3 - wedge_b.apex - b_next;
  const bool a_up = wedge_a.direction > 0, b_up = wedge_b.direction > 0;
  const EdgeEnd a_low{&a, &b, &of_a, wedge_a.apex, a_up ? a_last : a_next};
  const EdgeEnd a_high{&a, &b, &of_a, wedge_a.apex, a_up ? a_next : a_last};
  const EdgeEnd b_low{&b, &a, &of_b, wedge_b.apex, b_up ? b_next : b_last};
  const EdgeEnd b_high{&b, &a, &of_b, wedge_b.apex, b_up ? b_last : b_next};

  const Vec3& apex_a = a.v[wedge_a.apex];
  const Vec3& apex_b = b.v[wedge_b.apex];
  const double flip = wedge_a.direction * wedge_b.direction;
  const Vec3 between = apex_b - apex_a;
  const PlaneForm low_form(between, a_low.corner() - apex_a), high_form(between, a_high.corner() - apex_a);
  const Vec3 to_b_low = b_low.corner() - apex_b, to_b_high = b_high.corner() - apex_b;

  // The end on b minus the end on a, along the line.
  const auto compare = [&](const PlaneForm& form, const Vec3& to_b, const EdgeEnd& end_a, const EdgeEnd& end_b) {
    const Estimate e = form(to_b);
    return flip * (e.certain() ? e.value : orient3d_exact(apex_a, apex_b, end_a.corner(), end_b.corner()));
  };
  const double first = compare(high_form, to_b_low, a_high, b_low);
  if (first > 0) return {};
  const double second = compare(low_form, to_b_high, a_low, b_high);
  if (second < 0) return {};

  Meet result;
  result.meet = true;
  if constexpr (!kDetails) return result;
  if (wedge_a.through && wedge_b.through && first < 0 && second > 0) result.kind = ContactKind::crossing;
  if (wedge_a.apex_in_plane) {
    result.p = result.q = apex_a;
  } else if (wedge_b.apex_in_plane) {
    result.p = result.q = apex_b;
  } else if (first == 0) {
    result.p = result.q = common_point(a_high, b_low);
  } else if (second == 0) {
    result.p = result.q = common_point(a_low, b_high);
  } else {
    // Tables instead of branches, which would go either way at random.
    const EdgeEnd* lows[] = {&a_low, &b_low};
    const EdgeEnd* highs[] = {&a_high, &b_high};
    result.p = lows[compare(low_form, to_b_low, a_low, b_low) > 0]->point();
    result.q = highs[compare(high_form, to_b_high, a_high, b_high) < 0]->point();
  }
  finish(result, box);
  return result;
}

}  // namespace

bool triangles_meet(const Corners& a, const Corners& b) { return meet<false>(a, b).meet; }

Meet meet_triangles(const Corners& a, const Corners& b) { return meet<true>(a, b); }

}  // namespace graze::detail
