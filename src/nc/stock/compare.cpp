// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/compare.h"

#include <cstdio>

#include "base/parallel.h"
#include "graze/error.h"
#include "graze/solid.h"
#include "nc/stock/fill.h"

namespace graze::detail::stock {
namespace {

/// a without b.
void subtract(const std::vector<Span>& a, const std::vector<Span>& b, std::vector<Span>& out) {
  out.clear();
  for (Span span : a) {
    for (const Span& cut : b) {
      if (cut.hi <= span.lo || cut.lo >= span.hi) continue;
      if (cut.lo > span.lo) out.push_back({span.lo, cut.lo});
      span.lo = cut.hi;
      if (!(span.lo < span.hi)) break;
    }
    if (span.lo < span.hi) out.push_back(span);
  }
}

double length_of(const std::vector<Span>& spans) {
  double sum = 0;
  for (const Span& span : spans) sum += span.hi - span.lo;
  return sum;
}

/// A point that is far from the part, and the triangle that is nearest to it.
struct Far {
  Vec3 point;
  double distance = 0;
  std::uint32_t triangle = kNoTriangle;
};

struct RowSums {
  double excess = 0, above = 0, overcut = 0, uncovered = 0;
  std::vector<Far> high, deep;
};

class RowComparison {
 public:
  RowComparison(const Dexels& before, const Dexels& after, const Dexels& part, const Model& target,
                const nc::StockOptions& options)
      : before_(before), after_(after), part_(part), target_(target), options_(options) {}

  RowSums operator()(std::uint32_t row) {
    RowSums sums;
    for (std::uint32_t i = 0; i < after_.columns(); ++i) {
      part_now_.clear();
      before_now_.clear();
      after_now_.clear();
      part_.get(row, i, part_now_);
      before_.get(row, i, before_now_);
      after_.get(row, i, after_now_);
      at_ = {after_.column_at(i), after_.row_at(row), 0};
      subtract(after_now_, part_now_, left_);
      sums.excess += length_of(left_);
      if (part_now_.empty()) continue;
      for (const Span& span : left_) {
        if (span.hi <= part_now_.front().hi) continue;
        sums.above += span.hi - span.lo;
        // What is no longer than the tolerance and stands on the part is no farther from it either.
        if (options_.excess != nc::Excess::none && span.hi - span.lo > options_.excess_tolerance) {
          look(span, options_.excess_tolerance, sums.high);
        }
      }
      subtract(part_now_, before_now_, left_);
      sums.uncovered += length_of(left_);
      subtract(part_now_, left_, covered_);
      subtract(covered_, after_now_, left_);
      sums.overcut += length_of(left_);
      for (const Span& span : left_) {
        if (span.hi - span.lo > options_.tolerance) look(span, options_.tolerance, sums.deep);
      }
    }
    return sums;
  }

 private:
  /// The ends and the middle of a stretch: the farthest of them, where it is farther than the limit.
  void look(const Span& span, double limit, std::vector<Far>& list) const {
    Far far;
    for (const double z : {span.hi, 0.5 * (span.lo + span.hi), span.lo}) {
      const Vec3 p{at_.x, at_.y, z};
      const ClosestPoint closest = closest_point(target_, p);
      if (closest.distance > far.distance) far = {p, closest.distance, closest.triangle};
    }
    if (far.distance > limit) list.push_back(far);
  }

  const Dexels &before_, &after_, &part_;
  const Model& target_;
  const nc::StockOptions& options_;
  std::vector<Span> part_now_, before_now_, after_now_, left_, covered_;
  Vec3 at_;
};

/// The largest distance of each triangle, and the farthest of all.
Far spread(const std::vector<Far>& list, std::vector<float>& of_triangle) {
  Far worst;
  for (const Far& far : list) {
    float& most = of_triangle[far.triangle];
    most = std::max(most, static_cast<float>(far.distance));
    if (far.distance > worst.distance) worst = far;
  }
  return worst;
}

nc::Finding excess_finding(const Far& far, std::size_t lines, const nc::StockOptions& options) {
  nc::Finding finding;
  finding.kind = nc::FindingKind::excess;
  finding.severity = nc::Severity::warning;
  finding.motions = 0;
  finding.lower = finding.upper = far.distance;
  finding.allowed = options.excess_tolerance;
  finding.triangle = far.triangle;
  finding.contact = finding.tip = far.point;
  char text[160];
  std::snprintf(text, sizeof text, "material is left up to %.4f mm above the part (%.4f allowed), on %zu lines",
                far.distance, options.excess_tolerance, lines);
  finding.message = text;
  return finding;
}

}  // namespace

void compare(const Dexels& before, const Dexels& after, const Model& target, const nc::StockOptions& options,
             nc::StockReport& report) {
  const Mesh& mesh = target.mesh();
  if (mesh.triangles.empty()) throw Error(ErrorCode::not_solid, "the target has no triangles");
  bool closed = options.surface == nc::Surface::closed;
  if (options.surface != nc::Surface::open) {
    const SolidReport solid = inspect_solid(mesh);
    if (closed && !solid.solid) throw Error(ErrorCode::not_solid, "the target is " + solid.reason());
    closed = solid.solid;
  }
  Dexels part(after.grid(), after.axis());
  if (closed) {
    fill_solid(part, mesh);
  } else {
    fill_below(part, mesh);
  }
  std::vector<RowSums> rows(after.rows());
  parallel_for(std::uint32_t{0}, after.rows(),
               [&](std::uint32_t row) { rows[row] = RowComparison(before, after, part, target, options)(row); });
  std::vector<Far> high, deep;
  for (const RowSums& row : rows) {
    report.excess_volume += row.excess;
    report.above_volume += row.above;
    report.overcut_volume += row.overcut;
    report.uncovered_volume += row.uncovered;
    high.insert(high.end(), row.high.begin(), row.high.end());
    deep.insert(deep.end(), row.deep.begin(), row.deep.end());
  }
  const double area = after.cell_area();
  for (double* sum : {&report.excess_volume, &report.above_volume, &report.overcut_volume, &report.uncovered_volume}) {
    *sum *= area;
  }
  report.compared = true;
  report.excess_of_triangle.assign(mesh.triangles.size(), 0);
  report.overcut_of_triangle.assign(mesh.triangles.size(), 0);
  const Far worst = spread(high, report.excess_of_triangle);
  report.worst_excess = worst.distance;
  report.worst_overcut = spread(deep, report.overcut_of_triangle).distance;
  if (!high.empty()) report.findings.push_back(excess_finding(worst, high.size(), options));
}

}  // namespace graze::detail::stock
