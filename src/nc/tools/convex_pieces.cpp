// SPDX-License-Identifier: Apache-2.0
// A tool as a union of rounded frusta. A line's share of the solid is a frustum. An arc's is the lower or upper edge of
// its circle turned about the axis, a disc rounded by the arc's radius: convex, and usable whole where it lies in the
// tool. A rounded piece is stretched along the line that its arc runs into, so that a ball-nose or bull-nose cutter is
// one piece with its rounding almost all the way up, and only the last bit, below the flat end, a plain frustum.
#include <algorithm>
#include <cmath>

#include "nc/tools/outline.h"

namespace graze::nc {
namespace {

class Pieces {
 public:
  Pieces(const Tool& tool, double tolerance) : tool_(tool), tolerance_(tolerance), eps_(1e-12 * tool.height()) {
    for (const ProfilePiece& piece : tool.profile) {
      eps_ = std::max({eps_, 1e-12 * piece.from.r, 1e-12 * piece.to.r});
      append(piece);
    }
    eps_ = std::max(eps_, detail::tools::kRounding);
  }

  std::vector<ConvexPiece> run() {
    for (std::size_t i = 0; i < merged_.size(); ++i) {
      if (!merged_[i].arc) {
        add_line(merged_[i], reached_);
        reached_ = 0;
      } else {
        add_arc(i);
      }
    }
    return std::move(out_);
  }
  double excess() const { return excess_; }

 private:
  static double radius_of(const ProfilePiece& arc) {
    return std::hypot(arc.from.r - arc.centre.r, arc.from.z - arc.centre.z);
  }

  /// Neighbours on one line or circle, of one part, become one.
  void append(const ProfilePiece& piece) {
    if (!merged_.empty()) {
      ProfilePiece& last = merged_.back();
      const bool alike = last.part == piece.part && last.arc == piece.arc;
      const double a_r = last.to.r - last.from.r, a_z = last.to.z - last.from.z;
      const double b_r = piece.to.r - piece.from.r, b_z = piece.to.z - piece.from.z;
      const bool straight = !piece.arc && a_r * b_r + a_z * b_z > 0 &&
                            std::abs(a_r * b_z - a_z * b_r) <= 1e-12 * std::hypot(a_r, a_z) * std::hypot(b_r, b_z);
      const bool round = piece.arc && last.centre.r == piece.centre.r && last.centre.z == piece.centre.z;
      if (alike && (straight || round)) {
        last.to = piece.to;
        return;
      }
    }
    merged_.push_back(piece);
  }

  /// Is the disc of radius c.r at height c.z, rounded by rho, within the tool? The profile minus the disc's, on the
  /// heights of each piece, is least at an end or where both have the same slope.
  bool lies_within(const ProfilePoint& c, double rho) const {
    if (c.r < 0 || c.z - rho < -eps_ || c.z + rho > tool_.height() + eps_) return false;
    for (const ProfilePiece& piece : merged_) {
      const double low = std::max(piece.from.z, c.z - rho), high = std::min(piece.to.z, c.z + rho);
      if (high - low <= eps_) continue;
      double same_slope = low;
      if (piece.arc) {
        const double other = radius_of(piece);
        if (other != rho) same_slope = c.z + rho * (piece.centre.z - c.z) / (rho - other);
      } else {
        const double slope = (piece.to.r - piece.from.r) / (piece.to.z - piece.from.z);
        same_slope = c.z - rho * slope / std::sqrt(1 + slope * slope);
      }
      for (const double z : {low, high, std::clamp(same_slope, low, high)}) {
        const double h = z - c.z, r = c.r + std::sqrt(std::max(0.0, rho * rho - h * h));
        if (radius_on(piece, z) < r - eps_) return false;
      }
    }
    return true;
  }

  static double radius_on(const ProfilePiece& piece, double z) {
    if (piece.arc) {
      const double rho = radius_of(piece), h = z - piece.centre.z;
      return piece.centre.r + std::sqrt(std::max(0.0, rho * rho - h * h));
    }
    return piece.from.r + (piece.to.r - piece.from.r) * ((z - piece.from.z) / (piece.to.z - piece.from.z));
  }

  /// Is everything from `piece` up to height z of the same part?
  bool is_one_part(std::size_t piece, double z) const {
    for (std::size_t i = piece + 1; i < merged_.size() && merged_[i].from.z < z - eps_; ++i) {
      if (merged_[i].part != merged_[piece].part && merged_[i].to.z > merged_[i].from.z) return false;
    }
    return true;
  }

  void add_line(const ProfilePiece& line, double from) {
    const double length = std::hypot(line.to.r - line.from.r, line.to.z - line.from.z);
    if (line.to.z - line.from.z <= 0 || length - from <= eps_) return;
    const double share = from / length;
    out_.push_back({line.part, line.from.z + share * (line.to.z - line.from.z),
                    line.from.r + share * (line.to.r - line.from.r), line.to.z, line.to.r, 0});
  }

  void add_arc(std::size_t i) {
    const ProfilePiece& arc = merged_[i];
    const double rho = radius_of(arc);
    ProfilePoint c = arc.centre;
    if (c.r < 0 && c.r > -eps_) c.r = 0;
    if (!out_.empty() && out_.back().rounding > 0 && out_.back().part == arc.part &&
        std::abs(out_.back().r1 - c.r) <= eps_ && std::abs(out_.back().z1 - c.z) <= eps_ &&
        std::abs(out_.back().rounding - rho) <= eps_) {
      return;  // the piece before was stretched up to here
    }
    if (!lies_within(c, rho)) {
      add_tangents(arc, rho);
      return;
    }
    ConvexPiece piece{arc.part, c.z, c.r, c.z, c.r, rho};
    stretch(i, piece);
    out_.push_back(piece);
  }

  /// Along the line after arc i, as far as the round end stays within the tool, and within the part where it can.
  void stretch(std::size_t i, ConvexPiece& piece) {
    if (i + 1 == merged_.size()) return;
    const ProfilePiece &arc = merged_[i], &line = merged_[i + 1];
    if (line.arc || line.part != arc.part || line.to.z <= line.from.z) return;
    const double length = std::hypot(line.to.r - line.from.r, line.to.z - line.from.z);
    const double t_r = (line.to.r - line.from.r) / length, t_z = (line.to.z - line.from.z) / length;
    const double along = (line.from.r - arc.centre.r) * t_r + (line.from.z - arc.centre.z) * t_z;
    if (std::abs(along) > eps_) return;  // a corner between them
    const double rho = piece.rounding;
    for (const double s : {length, (line.to.z - rho - piece.z0) / t_z}) {
      const ProfilePoint end{piece.r0 + s * t_r, piece.z0 + s * t_z};
      if (s <= eps_ || s > length || !lies_within(end, rho) || !is_one_part(i + 1, end.z + rho)) continue;
      piece.z1 = end.z;
      piece.r1 = end.r;
      reached_ = s;
      return;
    }
  }

  /// n + 1 tangents, at the arc's ends and between: by rho (1 / cos(step / 2) - 1) too large at their corners.
  void add_tangents(const ProfilePiece& arc, double rho) {
    const auto angle = [&](const ProfilePoint& p) { return std::atan2(p.z - arc.centre.z, p.r - arc.centre.r); };
    const double start = angle(arc.from), sweep = angle(arc.to) - start;
    const double largest = 2 * std::acos(1 / (1 + tolerance_ / rho));
    const double n = std::ceil(sweep / largest - 1e-9);
    const double step = sweep / std::max(1.0, n), reach = rho / std::cos(step / 2);
    excess_ = std::max(excess_, reach - rho);
    ProfilePoint at = arc.from;
    const auto go = [&](const ProfilePoint& to) {
      add_line({arc.part, at, to, false, {}}, 0);
      at = to;
    };
    for (double k = 0.5; k < std::max(1.0, n); ++k) {
      const double phi = start + k * step;
      // Within the arc's heights: horizontal tangents may leave them by rounding.
      go({std::max(0.0, arc.centre.r + reach * std::cos(phi)),
          std::clamp(arc.centre.z + reach * std::sin(phi), at.z, arc.to.z)});
    }
    go(arc.to);
  }

  const Tool& tool_;
  double tolerance_, eps_, excess_ = 0;
  double reached_ = 0;  // how far along the line after the last arc its piece goes
  std::vector<ProfilePiece> merged_;
  std::vector<ConvexPiece> out_;
};

}  // namespace

std::vector<ConvexPiece> convex_pieces(const Tool& tool, double tolerance, double* excess) {
  validate(tool);
  // Finer than 1 nm would be thousands of pieces.
  detail::tools::require_within(tolerance, 1e-6, detail::tools::kMaxSize, "the tolerance");
  Pieces pieces(tool, tolerance);
  std::vector<ConvexPiece> result = pieces.run();
  if (excess) *excess = pieces.excess();
  return result;
}

}  // namespace graze::nc
