// SPDX-License-Identifier: Apache-2.0
// Of surfaces that do not meet, B's outside of A: their distance. Otherwise branch and bound over B's hierarchy, then
// over pieces of its triangles, best first: in a ball of radius r about c the field is at least f(c) - r, and where the
// ball holds a point of B's surface the least is at most f(c) + r. That alone would cut what lies parallel to A's
// surface into pieces of the tolerance's size; but no point is deeper than its distance to any one triangle of A.
#include <algorithm>
#include <cmath>
#include <queue>
#include <stdexcept>
#include <vector>

#include "build/hierarchy.h"
#include "geometry/rigid.h"
#include "graze/distance.h"
#include "solid/probe.h"
#include "volumes/as_obb.h"

namespace graze {
namespace {

using detail::Hierarchy;
using detail::Probed;
using detail::Ref;

/// A node of B's hierarchy, or a piece of a triangle, in A's frame.
struct Part {
  double lower = 0;  // of the field on it
  double radius = 0;
  Probed centre;
  Ref node = detail::kNoRef;                        // or
  std::uint32_t triangle = kNoTriangle, piece = 0;  // of Search::pieces_
  std::size_t order = 0;                            // of discovery: ties are decided by it

  friend bool operator<(const Part& a, const Part& b) {  // the least lower bound is the queue's top
    return a.lower > b.lower || (a.lower == b.lower && a.order > b.order);
  }
};

struct Piece {
  Vec3 v[3];
};

struct BallAt {
  Vec3 centre;
  double radius = 0;
};

/// The least ball about a triangle; its centre lies on the triangle.
BallAt least_ball(const Piece& t) {
  int longest = 0;
  double squared[3];
  for (int i = 0; i < 3; ++i) {
    const Vec3 side = t.v[(i + 1) % 3] - t.v[i];
    squared[i] = detail::dot(side, side);
    if (squared[i] > squared[longest]) longest = i;
  }
  const Vec3 &a = t.v[longest], &b = t.v[(longest + 1) % 3], &c = t.v[(longest + 2) % 3];
  const double rest = squared[(longest + 1) % 3] + squared[(longest + 2) % 3];
  BallAt ball{0.5 * a + 0.5 * b, 0};
  // Nearly right angles are taken for obtuse ones: the radius below is that of the ball about the given centre anyway.
  if (squared[longest] < 0.999 * rest) {
    const Vec3 u = b - a, v = c - a, n = detail::cross(u, v);
    const Vec3 w = detail::dot(u, u) * detail::cross(v, n) + detail::dot(v, v) * detail::cross(n, u);
    ball.centre = a + (0.5 / detail::dot(n, n)) * w;
  }
  for (const Vec3& v : t.v) ball.radius = std::max(ball.radius, detail::norm(v - ball.centre));
  return ball;
}

class Search {
 public:
  /// Nothing is looked for above `ceiling`.
  Search(const detail::Field& a, const Model& b, const Pose& pose, double tolerance, double ceiling)
      : field_(a),
        prober_(a),
        mesh_(b.mesh()),
        hierarchy_(b.hierarchy()),
        pose_(pose),
        tolerance_(tolerance),
        ceiling_(ceiling) {}

  LeastDistance run() {
    // A witness to begin with; also where nothing of B comes near A's surface.
    const std::uint32_t first = 0;
    Probed start;
    prober_.below(detail::placed(pose_, mesh_.vertices[mesh_.triangles[first][0]]), kAll, nullptr, start);
    witness(start, first);
    open_node(0, start);
    double lower = best_.value;
    while (!queue_.empty()) {
      const Part part = queue_.top();
      queue_.pop();
      if (part.lower >= best_.value - tolerance_) {
        lower = std::min(lower, part.lower);
        break;
      }
      if (part.triangle == kNoTriangle) {
        if (detail::is_leaf(part.node)) {
          open_leaf(detail::index_of(part.node), part.centre);
        } else {
          open_node(detail::index_of(part.node), part.centre);
        }
      } else {
        split(part);
      }
    }
    best_.lower = std::min(lower, best_.value - dropped_);
    best_.evaluations = prober_.evaluations();
    return best_;
  }

 private:
  static constexpr double kAll = std::numeric_limits<double>::infinity();

  void witness(const Probed& p, std::uint32_t triangle) {
    if (best_.triangle_b != kNoTriangle && p.value >= best_.value) return;
    best_.value = p.value;
    best_.point = p.at;
    best_.triangle_b = triangle;
    ceiling_ = std::min(ceiling_, p.value);
  }

  /// Puts a part into the queue unless it cannot hold anything lower than what is known by more than the tolerance.
  void consider(Part part, const Vec3& centre, const Probed& near) {
    // Parts that end above the ceiling hold nothing; those within the tolerance of the witness need no search.
    const double needed = std::min(best_.value - tolerance_, ceiling_) + part.radius;
    const bool on_surface = part.triangle != kNoTriangle;
    if (!prober_.below(centre, needed, &near, part.centre)) {
      if (best_.value - tolerance_ < ceiling_) dropped_ = tolerance_;
      return;
    }
    part.lower = part.centre.value - part.radius;
    if (on_surface) part.lower = std::max(part.lower, -depth_bound(pieces_[part.piece], part.centre.slot));
    ceiling_ = std::min(ceiling_, part.centre.value + part.radius);
    if (on_surface) witness(part.centre, part.triangle);
    part.order = order_++;
    queue_.push(part);
  }

  void open_node(std::uint32_t index, const Probed& near) {
    const double* f = hierarchy_.frame;
    for (std::size_t lane = 0; lane < hierarchy_.layout.lanes; ++lane) {
      const Ref ref = hierarchy_.ref(index, lane);
      if (ref == detail::kNoRef) continue;
      float box[15];
      detail::as_obb(hierarchy_.volume, hierarchy_.layout, hierarchy_.node(index), lane, box);
      const float *c = box + detail::field::kCentre, *h = box + detail::field::kObbHalf;
      const Vec3 local{f[0] * c[0] + f[3] * c[1] + f[6] * c[2], f[1] * c[0] + f[4] * c[1] + f[7] * c[2],
                       f[2] * c[0] + f[5] * c[1] + f[8] * c[2]};
      Part part;
      part.node = ref;
      // Axes are orthonormal up to float's rounding, poses up to 1e-6.
      part.radius = hierarchy_.unit * std::hypot(double{h[0]}, double{h[1]}, double{h[2]}) * (1 + 4e-6);
      consider(part, detail::placed(pose_, hierarchy_.origin + hierarchy_.unit * local), near);
    }
  }

  void open_leaf(std::uint32_t first, const Probed& near) {
    const std::uint32_t packets = hierarchy_.leaves[first].packets;
    for (std::uint32_t i = first; i < first + packets; ++i) {
      const detail::LeafPacket& packet = hierarchy_.leaves[i];
      for (std::uint16_t k = 0; k < packet.count; ++k) {
        const Triangle& t = mesh_.triangles[packet.id[k]];
        Piece piece;
        for (int j = 0; j < 3; ++j) piece.v[j] = detail::placed(pose_, mesh_.vertices[t[j]]);
        add(piece, packet.id[k], near);
      }
    }
  }

  void add(const Piece& piece, std::uint32_t triangle, const Probed& near) {
    const BallAt ball = least_ball(piece);
    Part part;
    part.triangle = triangle;
    part.piece = static_cast<std::uint32_t>(pieces_.size());
    part.radius = ball.radius;
    pieces_.push_back(piece);
    consider(part, ball.centre, near);
  }

  /// The largest distance of a piece's points to one triangle of A, which is that of a corner: it is convex.
  double depth_bound(const Piece& piece, std::uint32_t slot) const {
    const detail::TreeTriangle& t = field_.tree().triangles()[slot];
    double largest = 0;
    for (const Vec3& v : piece.v) largest = std::max(largest, detail::norm(v - detail::nearest_point(t, v)));
    return largest;
  }

  /// Into four by the middles of the sides, or into two across the longest side of a slender one.
  void split(const Part& part) {
    const Piece t = pieces_[part.piece];
    double length[3];
    int longest = 0, shortest = 0;
    for (int i = 0; i < 3; ++i) {
      length[i] = detail::norm(t.v[(i + 1) % 3] - t.v[i]);
      if (length[i] > length[longest]) longest = i;
      if (length[i] < length[shortest]) shortest = i;
    }
    const auto middle = [&](int i) { return 0.5 * t.v[i] + 0.5 * t.v[(i + 1) % 3]; };
    if (length[longest] > 2 * length[shortest]) {
      const Vec3 m = middle(longest), &c = t.v[(longest + 2) % 3];
      add({{t.v[longest], m, c}}, part.triangle, part.centre);
      add({{m, t.v[(longest + 1) % 3], c}}, part.triangle, part.centre);
      return;
    }
    const Vec3 m[3] = {middle(0), middle(1), middle(2)};
    add({{m[0], m[1], m[2]}}, part.triangle, part.centre);
    for (int i = 0; i < 3; ++i) add({{t.v[i], m[i], m[(i + 2) % 3]}}, part.triangle, part.centre);
  }

  const detail::Field& field_;
  detail::Prober prober_;
  const Mesh& mesh_;
  const Hierarchy& hierarchy_;
  const Pose& pose_;
  double tolerance_, ceiling_;  // the least is not above the ceiling
  std::priority_queue<Part> queue_;
  std::vector<Piece> pieces_;
  std::size_t order_ = 0;
  double dropped_ = 0;  // how far below the witness what was dropped may reach
  LeastDistance best_;
};

}  // namespace

LeastDistance least_signed_distance(const SignedDistance& a, const Model& b, const Pose& b_in_a, double tolerance) {
  if (!is_rigid(b_in_a)) throw std::invalid_argument("the pose is not rigid");
  if (!(tolerance > 0)) throw std::invalid_argument("the tolerance is not positive");
  if (b.mesh().triangles.empty()) throw std::invalid_argument("the second model is empty");
  if (a.sign() == Sign::winding) throw std::invalid_argument("a field with Sign::winding has no bound");
  // Smaller ones are lost in rounding and would end in endless division.
  const Box& box = a.box();
  const double reach = std::max(detail::max_abs(box.lower), detail::max_abs(box.upper));
  const double within = std::max(tolerance, 1e-13 * reach);
  DistanceOptions options;
  options.absolute_error = within;
  const Distance apart = distance(a.model(), b, b_in_a, options);
  // Surfaces that do not meet: if one point of B is outside A, all are, and the distance is what is asked for.
  const Triangle& first = b.mesh().triangles.front();
  if (apart.upper > 0 && !a.inside(place(b_in_a, b.mesh().vertices[first[0]]))) {
    const double value = a.at(apart.q);  // the search for the pair of triangles ended within the tolerance
    return {value, std::min(apart.lower, value), apart.q, apart.triangle_b, 1};
  }
  return Search(a.field(), b, b_in_a, within, 0).run();
}

}  // namespace graze
