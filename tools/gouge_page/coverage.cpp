// SPDX-License-Identifier: Apache-2.0
#include "gouge_page/coverage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "gouge_page/vectors.h"

namespace graze::gouge_page {
namespace {

constexpr double kFine = 1e-4;  // mm: how closely the moment of the greatest cover is found

/// Signed distance of a point at (r, z) to a piece that stands at the origin, negative inside.
double distance_to(const nc::ConvexPiece& p, double r, double z) {
  const double height = p.z1 - p.z0, slope = p.r0 - p.r1, length = std::hypot(height, slope);
  if (height <= 0) return std::hypot(std::max(r - std::max(p.r0, p.r1), 0.0), z - p.z0) - p.rounding;
  const double side = ((r - p.r0) * height + (z - p.z0) * slope) / length;
  const double inside = std::max({p.z0 - z, z - p.z1, side});
  if (inside <= 0) return inside - p.rounding;
  const double along = std::clamp(((r - p.r0) * -slope + (z - p.z0) * height) / (length * length), 0.0, 1.0);
  const double to_side = std::hypot(r - (p.r0 - along * slope), z - (p.z0 + along * height));
  const double to_bottom = std::hypot(std::max(r - p.r0, 0.0), z - p.z0);
  const double to_top = std::hypot(std::max(r - p.r1, 0.0), z - p.z1);
  return std::min({to_side, to_bottom, to_top}) - p.rounding;
}

/// A piece on its way.
struct SweptPiece {
  const nc::ConvexPiece& piece;
  const SweptMove& move;

  double at(const Vec3& point, double t) const {
    const Vec3 d = point - (move.from + t * move.way);
    const double z = dot(d, move.axis);
    return distance_to(piece, std::sqrt(std::max(0.0, dot(d, d) - z * z)), z);
  }

  /// The least over the move, or something above `limit` if it exceeds that: along a line the distance to a convex set
  /// is convex, so a golden section finds it.
  double least(const Vec3& point, double limit) const {
    constexpr double kGolden = 0.6180339887498949;
    const double length = norm(move.way);
    const double middle = at(point, 0.5);
    if (middle - length / 2 > limit) return middle;
    double low = 0, high = 1, a = 1 - kGolden, b = kGolden;
    double value_a = at(point, a), value_b = at(point, b);
    while ((high - low) * length > kFine) {
      if (std::min(value_a, value_b) - (high - low) * length > limit) break;
      if (value_a < value_b) {
        high = b;
        b = a;
        value_b = value_a;
        a = high - kGolden * (high - low);
        value_a = at(point, a);
      } else {
        low = a;
        a = b;
        value_a = value_b;
        b = low + kGolden * (high - low);
        value_b = at(point, b);
      }
    }
    return std::min({value_a, value_b, middle});
  }

  Box box(double reach) const {
    const Vec3 low = move.from + piece.z0 * move.axis, high = move.from + piece.z1 * move.axis;
    const double radius = std::max(piece.r0, piece.r1), margin = piece.rounding + reach;
    const auto span = [&](double l, double h, double w, double axis) {
      // A disc of radius r reaches r sqrt(1 - a^2) along a direction in which its normal has the component a.
      const double out = radius * std::sqrt(std::max(0.0, 1 - axis * axis)) + margin;
      return std::array{std::min(l, h) + std::min(w, 0.0) - out, std::max(l, h) + std::max(w, 0.0) + out};
    };
    const auto x = span(low.x, high.x, move.way.x, move.axis.x), y = span(low.y, high.y, move.way.y, move.axis.y),
               z = span(low.z, high.z, move.way.z, move.axis.z);
    return {{x[0], y[0], z[0]}, {x[1], y[1], z[1]}};
  }
};

/// Points in the cells of a grid over x and y.
class Grid {
 public:
  explicit Grid(std::span<const Vec3> points) : points_(points), lower_{}, upper_{} {
    lower_ = upper_ = points.empty() ? Vec3{} : points[0];
    for (const Vec3& p : points) {
      lower_ = graze::detail::min(lower_, p);
      upper_ = graze::detail::max(upper_, p);
    }
    const double wide = upper_.x - lower_.x, deep = upper_.y - lower_.y;
    const double cell =
        std::max({std::sqrt(std::max(wide * deep, 1e-30) / (static_cast<double>(points.size()) / 4 + 1)), wide / 2000,
                  deep / 2000, 1e-9});
    scale_ = 1 / cell;
    columns_ = static_cast<std::size_t>(wide * scale_) + 1;
    rows_ = static_cast<std::size_t>(deep * scale_) + 1;
    begin_.assign(columns_ * rows_ + 1, 0);
    for (const Vec3& p : points) ++begin_[cell_of(p) + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    order_.resize(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) order_[next[cell_of(points[i])]++] = i;
  }

  template <typename Visit>
  void visit(const Box& box, Visit&& visitor) const {
    if (box.upper.x < lower_.x || box.upper.y < lower_.y || box.upper.z < lower_.z || box.lower.x > upper_.x ||
        box.lower.y > upper_.y || box.lower.z > upper_.z) {
      return;
    }
    const std::size_t x0 = column(box.lower.x), x1 = column(box.upper.x), y0 = row(box.lower.y), y1 = row(box.upper.y);
    for (std::size_t y = y0; y <= y1; ++y) {
      const std::uint32_t end = begin_[y * columns_ + x1 + 1];
      for (std::uint32_t k = begin_[y * columns_ + x0]; k < end; ++k) {
        const Vec3& p = points_[order_[k]];
        if (p.z >= box.lower.z && p.z <= box.upper.z && p.x >= box.lower.x && p.x <= box.upper.x &&
            p.y >= box.lower.y && p.y <= box.upper.y) {
          visitor(order_[k]);
        }
      }
    }
  }

 private:
  std::size_t column(double x) const {
    return std::min(columns_ - 1, static_cast<std::size_t>(std::max(0.0, (x - lower_.x) * scale_)));
  }
  std::size_t row(double y) const {
    return std::min(rows_ - 1, static_cast<std::size_t>(std::max(0.0, (y - lower_.y) * scale_)));
  }
  std::size_t cell_of(const Vec3& p) const { return row(p.y) * columns_ + column(p.x); }

  std::span<const Vec3> points_;
  Vec3 lower_, upper_;
  double scale_ = 1;
  std::size_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> begin_, order_;
};

bool cuts_part(const nc::Finding& f) {
  return f.body == 0 && (f.kind == nc::FindingKind::gouge_cutter || f.kind == nc::FindingKind::gouge_shank ||
                         f.kind == nc::FindingKind::gouge_holder || f.kind == nc::FindingKind::undecided);
}

}  // namespace

std::vector<SweptMove> swept_moves(const nc::GougeReport& report, const Path& path) {
  const double clean = report.bodies.empty() ? 0 : report.bodies[0].allowed;
  const bool all_listed = report.findings_left_out == 0;
  const double otherwise = all_listed ? clean : std::max(clean, report.deepest_upper);
  std::vector<const nc::Finding*> findings;
  for (const nc::Finding& f : report.findings)
    if (cuts_part(f)) findings.push_back(&f);
  std::vector<double> most(path.motions, otherwise);
  std::vector<bool> gouges(path.motions, false);
  for (const nc::Finding* f : findings) {
    for (std::uint64_t m = f->first_motion; m <= f->last_motion && m < path.motions; ++m) {
      most[m] = std::max(gouges[m] ? most[m] : clean, f->upper);
      gouges[m] = true;
    }
  }
  std::map<int, std::uint32_t> tools;
  for (std::uint32_t i = 0; i < report.tools.size(); ++i) tools.emplace(report.tools[i].number, i);
  std::vector<SweptMove> moves;
  for (std::size_t k = 1; k < path.points.size(); ++k) {
    const PathPoint &a = path.points[k - 1], &b = path.points[k];
    const auto tool = tools.find(b.number);
    if (b.leg == Leg::none || tool == tools.end() || path.motions == 0) continue;
    const auto m = std::min(static_cast<std::uint64_t>((a.at + b.at) / 2), path.motions - 1);
    SweptMove move;
    move.from = a.tool.tip;
    move.way = b.tool.tip - a.tool.tip;
    const Vec3 axes = a.tool.axis + b.tool.axis;  // the one between them: a path has a point every degree
    move.axis = norm(axes) > 0 ? (1 / norm(axes)) * axes : b.tool.axis;
    move.tool = tool->second;
    move.most = most[m];
    move.gouges = gouges[m];
    moves.push_back(move);
  }
  std::stable_sort(moves.begin(), moves.end(), [](const SweptMove& a, const SweptMove& b) {
    return a.gouges != b.gouges ? a.gouges : a.gouges && a.most > b.most;
  });
  return moves;
}

std::size_t Coverage::raise(std::span<const Vec3> points, double reach, std::span<float> values,
                            std::size_t& budget) const {
  const Grid grid(points);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const SweptMove& move = moves_[i];
    for (const nc::ConvexPiece& piece : report_.tools[move.tool].pieces) {
      const SweptPiece swept{piece, move};
      grid.visit(swept.box(reach), [&](std::uint32_t p) {
        if (budget == 0) return;
        --budget;
        const double known = std::max(static_cast<double>(values[p]), -reach);
        if (known >= move.most) return;
        const double cover = std::min(-swept.least(points[p], -known), move.most);
        if (cover > known) values[p] = static_cast<float>(cover);
      });
    }
    if (budget == 0) return i;
  }
  return moves_.size();
}

}  // namespace graze::gouge_page
