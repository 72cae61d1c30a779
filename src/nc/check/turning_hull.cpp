// SPDX-License-Identifier: Apache-2.0
#include "nc/check/turning_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::nc::detail {
namespace {

struct PointShape {
  Vec3 at;
  Vec3 support(const Vec3&) const { return at; }
};

struct TriangleShape {
  Vec3 corner[3];
  Vec3 support(const Vec3& d) const {
    const double a = core::dot(d, corner[0]), b = core::dot(d, corner[1]), c = core::dot(d, corner[2]);
    return a >= b ? (a >= c ? corner[0] : corner[2]) : (b >= c ? corner[1] : corner[2]);
  }
};

struct BoxShape {
  Vec3 middle, half;
  Vec3 support(const Vec3& d) const {
    return middle + Vec3{std::copysign(half.x, d.x), std::copysign(half.y, d.y), std::copysign(half.z, d.z)};
  }
};

/// A point of the difference hull - other, and what it is the difference of.
struct Difference {
  Vec3 x, on_hull, on_other;
  double t = 0;
};

/// Up to four points, and the weights of the point of their hull that is nearest to the origin.
class NearestMix {
 public:
  int count = 0;
  Difference v[4];
  double weight[4] = {};

  /// Keeps those that are needed. False when the origin is within four.
  bool reduce() {
    best_ = std::numeric_limits<double>::infinity();
    if (count == 4 && holds_origin()) return false;
    if (count == 4) {
      for (int left_out = 0; left_out < 4; ++left_out) {
        triangle((left_out + 1) % 4, (left_out + 2) % 4, (left_out + 3) % 4);
      }
    } else if (count == 3) {
      triangle(0, 1, 2);
    } else if (count == 2) {
      segment(0, 1);
    } else {
      offer({0}, {1});
    }
    keep();
    return true;
  }

  Vec3 point() const {
    return sum([](const Difference& d) { return d.x; });
  }
  template <class Of>
  Vec3 sum(const Of& of) const {
    Vec3 p;
    for (int i = 0; i < count; ++i) p = p + weight[i] * of(v[i]);
    return p;
  }

 private:
  struct Choice {
    int n = 0;
    int index[3] = {};
    double weight[3] = {};
  };

  void offer(std::initializer_list<int> index, std::initializer_list<double> weights) {
    Choice c;
    Vec3 p;
    for (const int i : index) c.index[c.n++] = i;
    int k = 0;
    for (const double w : weights) {
      c.weight[k] = w;
      p = p + w * v[c.index[k]].x;
      ++k;
    }
    const double squared = core::dot(p, p);
    if (!(squared < best_)) return;
    best_ = squared;
    choice_ = c;
  }

  void segment(int i, int j) {
    const Vec3 e = v[j].x - v[i].x;
    const double along = -core::dot(v[i].x, e), length = core::dot(e, e);
    if (!(along > 0)) return offer({i}, {1});
    if (!(along < length)) return offer({j}, {1});
    offer({i, j}, {1 - along / length, along / length});
  }

  void triangle(int i, int j, int k) {
    const Vec3 &a = v[i].x, e = v[j].x - a, f = v[k].x - a;
    const double ee = core::dot(e, e), ff = core::dot(f, f), ef = core::dot(e, f);
    const double ea = -core::dot(e, a), fa = -core::dot(f, a), det = ee * ff - ef * ef;
    if (det > 1e-14 * ee * ff) {
      const double p = (ff * ea - ef * fa) / det, q = (ee * fa - ef * ea) / det;
      if (p >= 0 && q >= 0 && p + q <= 1) return offer({i, j, k}, {1 - p - q, p, q});
    }
    segment(i, j);
    segment(j, k);
    segment(k, i);
  }

  bool holds_origin() const {
    const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c) { return core::dot(a, core::cross(b, c)); };
    const Vec3 &a = v[0].x, &b = v[1].x, &c = v[2].x, &d = v[3].x;
    const double all = volume(b - a, c - a, d - a);
    if (all == 0) return false;
    const double s = all > 0 ? 1 : -1;
    return s * volume(b, c, d) > 0 && s * volume(a, d, c) > 0 && s * volume(a, b, d) > 0 && s * volume(a, c, b) > 0;
  }

  void keep() {
    Difference kept[3];
    for (int i = 0; i < choice_.n; ++i) kept[i] = v[choice_.index[i]];
    count = choice_.n;
    for (int i = 0; i < count; ++i) {
      v[i] = kept[i];
      weight[i] = choice_.weight[i];
    }
  }

  double best_ = 0;
  Choice choice_;
};

/// `size` bounds the coordinates of both about hull.at.
template <class Other>
HullDistance hull_distance(const TurnedHull& hull, const Other& other, double size, const HullQuestion& question) {
  const double rounding = 0x1p-43 * size;
  const auto support = [&](const Vec3& from) {
    Difference d;
    int pose = 0;
    d.on_hull = hull.support(-from, pose);
    d.on_other = other.support(from);
    d.x = d.on_hull - d.on_other;
    d.t = pose;
    return d;
  };
  HullDistance out;
  NearestMix mix;
  mix.v[0] = support(question.along);
  mix.count = 1;
  mix.weight[0] = 1;
  Vec3 x = mix.v[0].x;
  double squared = core::dot(x, x);
  const auto finish = [&] {
    out.on_hull = hull.at + mix.sum([](const Difference& d) { return d.on_hull; });
    out.on_other = hull.at + mix.sum([](const Difference& d) { return d.on_other; });
    for (int i = 0; i < mix.count; ++i) out.t += mix.weight[i] * mix.v[i].t;
    out.t = std::clamp(out.t, 0.0, 1.0);
  };
  for (int step = 0; step < 64; ++step) {
    out.upper = std::sqrt(squared);
    if (out.upper <= rounding) {
      out.lower = 0;
      break;
    }
    const Difference w = support(x);
    out.lower = std::max(out.lower, core::dot(x, w.x) / out.upper - rounding);
    if (out.upper - out.lower <= question.gap || out.lower >= question.enough || out.upper < question.vain) break;
    bool known = false;
    for (int i = 0; i < mix.count; ++i) known = known || mix.v[i].x == w.x;
    if (known) break;
    const NearestMix before = mix;
    mix.v[mix.count++] = w;
    if (!mix.reduce()) {
      mix = before;
      finish();
      out.lower = out.upper = 0;
      return out;
    }
    const Vec3 next = mix.point();
    const double less = core::dot(next, next);
    if (!(less < squared)) {
      mix = before;
      break;
    }
    x = next;
    squared = less;
  }
  finish();
  out.upper += rounding;
  return out;
}

}  // namespace

TurnedHull::TurnedHull(const ConvexPiece& piece, const ToolPose& first, const ToolPose& second, const Vec3& aside)
    : at(first.tip + piece.z0 * first.axis + aside),
      tip{first.tip + aside - at, second.tip + aside - at},
      axis{first.axis, second.axis},
      z0(piece.z0),
      r0(piece.r0),
      z1(piece.z1),
      r1(piece.r1) {
  low = high = tip[0] + z0 * axis[0];
  for (int i = 0; i < 2; ++i) {
    const Vec3& u = axis[i];
    const Vec3 across{std::sqrt(std::max(0.0, 1 - u.x * u.x)), std::sqrt(std::max(0.0, 1 - u.y * u.y)),
                      std::sqrt(std::max(0.0, 1 - u.z * u.z))};
    for (const auto& [z, r] : {std::pair{z0, r0}, std::pair{z1, r1}}) {
      const Vec3 centre = tip[i] + z * u, reach = (r * (1 + 1e-7)) * across;
      low = core::min(low, centre - reach);
      high = core::max(high, centre + reach);
      size = std::max(size, core::norm(centre) + r);
    }
  }
}

Vec3 TurnedHull::support_at(const Vec3& d, int pose, double& extent) const {
  const Vec3& u = axis[pose];
  const double along = core::dot(d, u);
  Vec3 across = d - along * u;
  across = across - core::dot(across, u) * u;  // once more: where d is nearly along u, the first is noise
  const double length = core::norm(across);
  const bool lower = length * r0 + along * z0 >= length * r1 + along * z1;
  const double z = lower ? z0 : z1, r = lower ? r0 : r1;
  // Below 2^-50 of d, across is noise all the same; the middle of the disc is as far along d but for its rounding.
  const double scale = length > 0x1p-50 * std::abs(along) ? r / length : 0;
  const Vec3 p = tip[pose] + z * u + scale * across;
  extent = core::dot(d, p);
  return p;
}

Vec3 TurnedHull::support(const Vec3& d, int& pose) const {
  double first = 0, second = 0;
  const Vec3 a = support_at(d, 0, first), b = support_at(d, 1, second);
  pose = second > first ? 1 : 0;
  return pose != 0 ? b : a;
}

Vec3 TurnedHull::point() const { return at + (tip[0] + z0 * axis[0]); }

HullDistance hull_triangle_distance(const TurnedHull& hull, const core::Corners& triangle,
                                    const HullQuestion& question) {
  TriangleShape shape;
  double size = hull.size;
  for (std::size_t k = 0; k < 3; ++k) {
    shape.corner[k] = triangle.v[k] - hull.at;
    size = std::max(size, core::max_abs(shape.corner[k]));
  }
  return hull_distance(hull, shape, size, question);
}

HullDistance hull_point_distance(const TurnedHull& hull, const Vec3& point, const HullQuestion& question) {
  const PointShape shape{point - hull.at};
  return hull_distance(hull, shape, std::max(hull.size, core::max_abs(shape.at)), question);
}

HullDistance hull_box_distance(const TurnedHull& hull, const Vec3& middle, const Vec3& half,
                               const HullQuestion& question) {
  const BoxShape shape{middle - hull.at, half};
  return hull_distance(hull, shape, hull.size + core::max_abs(shape.middle) + core::max_abs(half), question);
}

}  // namespace graze::nc::detail
