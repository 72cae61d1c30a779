// SPDX-License-Identifier: Apache-2.0
// The first contact of a moving model: GetFirstTimeOfCollision (seed 003, 3.4) over pairs of nodes, the pair that may
// meet first before the others, with boxes or balls for the nodes and the first times of triangles at the leaves.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "build/pieces.h"
#include "geometry/rigid.h"
#include "geometry/vec.h"
#include "graze/motion.h"
#include "query/sweep_pairs.h"
#include "query/workspace.h"
#include "traverse/frame.h"
#include "traverse/slot.h"
#include "volumes/as_obb.h"
#include "volumes/sweep.h"

namespace graze {
namespace detail {
namespace {

Vec3 rotated(const double r[9], const Vec3& v) {
  return {r[0] * v.x + r[1] * v.y + r[2] * v.z, r[3] * v.x + r[4] * v.y + r[5] * v.z,
          r[6] * v.x + r[7] * v.y + r[8] * v.z};
}

/// The volumes of one hierarchy, moved into the frame of A's and scaled.
class SweptSide {
 public:
  SweptSide(const Hierarchy& h, const double rotation[9], const Vec3& translation, double scale)
      : h_(h), translation_(translation), scale_(scale * h.unit) {
    std::copy(rotation, rotation + 9, rotation_);
  }
  const Hierarchy& hierarchy() const { return h_; }

  void read(std::size_t node, std::size_t lane, SolidBox& out) const {
    float box[kBoxFields];
    as_obb(h_.volume, h_.layout, h_.node(node), lane, box);
    const auto vector = [&](std::size_t f) { return rotated(rotation_, {box[f], box[f + 1], box[f + 2]}); };
    out.centre = scale_ * vector(field::kCentre) + translation_;
    for (std::size_t i = 0; i < 3; ++i) {
      out.axis[i] = vector(field::kAxes + 3 * i);
      out.half[i] = scale_ * static_cast<double>(box[field::kObbHalf + i]);
    }
  }
  void read(std::size_t node, std::size_t lane, SolidBall& out) const {
    if (h_.volume != Volume::sphere) {
      SolidBox box;
      read(node, lane, box);
      out = {box.centre, norm({box.half[0], box.half[1], box.half[2]})};
      return;
    }
    const float* fields = h_.node(node);
    const auto value = [&](std::size_t f) { return static_cast<double>(fields[h_.layout.at(f, lane)]); };
    out.centre = scale_ * rotated(rotation_, {value(0), value(1), value(2)}) + translation_;
    out.radius = scale_ * value(field::kSphereRadius);
  }
  template <class Solid>
  Solid of(Ref ref) const {
    Solid solid;
    const std::uint32_t slot = slot_of(h_, ref);
    read(slot / h_.layout.lanes, slot % h_.layout.lanes, solid);
    return solid;
  }

 private:
  const Hierarchy& h_;
  double rotation_[9];
  Vec3 translation_;
  double scale_;
};

double size_of(const SolidBall& ball) { return ball.radius; }
double size_of(const SolidBox& box) { return box.half[0] + box.half[1] + box.half[2]; }

struct SweptPair {
  double time;
  Ref a, b;
};

class SweepTraversal {
 public:
  SweepTraversal(const Model& a, const Model& b, const Motion& motion, double skew, SweepSearch& search)
      : search_(search), a_(make_a(a, search.scale())), b_(make_b(a, b, motion, search.scale())) {
    const Hierarchy &ha = a.hierarchy(), &hb = b.hierarchy();
    motion_ = search.scale() * rotated(ha.frame, motion.translation);
    const double size_a = search.scale() * (ha.radius * ha.unit), size_b = search.scale() * (hb.radius * hb.unit);
    pad_ = 0x1p-18 * (size_a + size_b) + 16 * skew * size_b + 64 * search.error();
  }

  template <class Solid>
  void run() {
    stack_.push_back({0, a_.hierarchy().ref(0, 0), b_.hierarchy().ref(0, 0)});
    while (!stack_.empty()) {
      const SweptPair pair = stack_.back();
      stack_.pop_back();
      if (pair.time > search_.time()) continue;
      if (is_leaf(pair.a) && is_leaf(pair.b)) {
        test_leaves(pair);
      } else {
        open<Solid>(pair);
      }
    }
  }

 private:
  static SweptSide make_a(const Model& a, double scale) {
    constexpr double kIdentity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    return {a.hierarchy(), kIdentity, {}, scale};
  }
  /// Qa·R·Qbᵀ, and B's origin about A's, turned by Qa.
  static SweptSide make_b(const Model& a, const Model& b, const Motion& motion, double scale) {
    const Hierarchy &ha = a.hierarchy(), &hb = b.hierarchy();
    double rotation[9];
    for (int j = 0; j < 3; ++j) {
      const double* q = hb.frame + 3 * j;
      const Vec3 column = rotated(ha.frame, rotated(motion.start.r, {q[0], q[1], q[2]}));
      for (int i = 0; i < 3; ++i) rotation[3 * i + j] = coordinate(column, i);
    }
    const Vec3 origin = scale * placed(motion.start, hb.origin) - scale * ha.origin;
    return {hb, rotation, rotated(ha.frame, origin), scale};
  }

  /// The larger of the two, its children by their first times, the last of them at the bottom.
  template <class Solid>
  void open(const SweptPair& pair) {
    const auto solid_a = a_.of<Solid>(pair.a), solid_b = b_.of<Solid>(pair.b);
    const bool opens_a = !is_leaf(pair.a) && (is_leaf(pair.b) || size_of(solid_a) >= size_of(solid_b));
    const SweptSide& side = opens_a ? a_ : b_;
    const std::size_t node = index_of(opens_a ? pair.a : pair.b), first = stack_.size();
    for (std::size_t lane = 0; lane < side.hierarchy().layout.lanes; ++lane) {
      const Ref ref = side.hierarchy().ref(node, lane);
      if (ref == kNoRef) break;
      ++search_.counters().volume_tests;
      Solid child;
      side.read(node, lane, child);
      const double time = opens_a ? first_time(child, solid_b, motion_, pad_, search_.time())
                                  : first_time(solid_a, child, motion_, pad_, search_.time());
      if (time == kNever) continue;
      stack_.push_back(opens_a ? SweptPair{time, ref, pair.b} : SweptPair{time, pair.a, ref});
      for (std::size_t i = stack_.size() - 1; i > first && stack_[i - 1].time < time; --i) {
        std::swap(stack_[i], stack_[i - 1]);
      }
    }
  }

  void test_leaves(const SweptPair& pair) {
    const LeafPacket* packets_a = &a_.hierarchy().leaves[index_of(pair.a)];
    const LeafPacket* packets_b = &b_.hierarchy().leaves[index_of(pair.b)];
    for (std::size_t i = 0; i < packets_a->packets; ++i) {
      for (std::size_t j = 0; j < packets_b->packets; ++j) {
        for (std::size_t x = 0; x < packets_a[i].count; ++x) {
          for (std::size_t y = 0; y < packets_b[j].count; ++y) search_.offer(packets_a[i].id[x], packets_b[j].id[y]);
        }
      }
    }
  }

  SweepSearch& search_;
  SweptSide a_, b_;
  Vec3 motion_;
  double pad_;
  std::vector<SweptPair> stack_;
};

/// Do the surfaces meet at the start? Then the least pair that does. Margins do not count.
bool meet_at_start(const Model& a, const Model& b, const Motion& motion, double skew, Method method, Impact& impact) {
  PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(), b.mesh(), motion.start, 0};
  TraversalState state;
  Reach reach = Reach::extreme;
  if (method == Method::hierarchy) {
    reach = make_frame(query.a, query.b, motion.start, skew, 0, Descent::adaptive, query.frame);
  }
  if (reach == Reach::apart || (reach == Reach::possible && find_apart_or_start(query))) return false;
  const auto find = [&](bool any) {
    return reach == Reach::possible ? traverse(query, state, any) : brute_force(query, any, state);
  };
  const bool meets = find(true);
  impact.counters = state.counters;
  if (!meets) return false;
  find(false);
  const std::uint64_t key = *std::min_element(state.found.begin(), state.found.end());
  impact.hits = true;
  impact.time = impact.free_until = 0;
  impact.triangle_a = static_cast<std::uint32_t>(key >> 32);
  impact.triangle_b = static_cast<std::uint32_t>(key);
  const Meet meet =
      meet_triangles(corners(a.mesh(), impact.triangle_a), placed_corners(b.mesh(), impact.triangle_b, motion.start));
  impact.point = 0.5 * meet.p + 0.5 * meet.q;
  return true;
}

bool by_balls(const Model& a, const Model& b, SweptVolume volumes) {
  switch (volumes) {
    case SweptVolume::automatic:
      return a.hierarchy().volume == Volume::sphere && b.hierarchy().volume == Volume::sphere;
    case SweptVolume::boxes:
      return false;
    case SweptVolume::spheres:
      return true;
  }
  throw std::invalid_argument("graze: no swept volume has this number");
}

Impact find_impact(const Model& a, const Model& b, const Motion& motion, const ImpactOptions& options) {
  const double skew = skew_of(motion.start);
  if (skew == kNotRigid) {
    throw std::invalid_argument("graze: the start is not a rigid motion (finite, rotation orthonormal to 1e-6)");
  }
  if (!is_finite(motion.translation)) throw std::invalid_argument("graze: the translation is not finite");
  if (options.method != Method::hierarchy && options.method != Method::brute_force) {
    throw std::invalid_argument("graze: an impact is found by the hierarchy or by brute force");
  }
  const bool balls = by_balls(a, b, options.volumes);
  Impact impact;
  if (a.mesh().triangles.empty() || b.mesh().triangles.empty()) return impact;
  if (meet_at_start(a, b, motion, skew, options.method, impact) || motion.translation == Vec3{}) return impact;
  SweepSearch search(a, b, motion);
  search.counters() = impact.counters;
  if (options.method == Method::brute_force) {
    for (std::uint32_t i = 0; i < a.mesh().triangles.size(); ++i) {
      for (std::uint32_t j = 0; j < b.mesh().triangles.size(); ++j) search.offer(i, j);
    }
    return search.answer();
  }
  SweepTraversal traversal(a, b, motion, skew, search);
  balls ? traversal.run<SolidBall>() : traversal.run<SolidBox>();
  return search.answer();
}

}  // namespace
}  // namespace detail

Pose at(const Motion& motion, double s) {
  Pose pose = motion.start;
  pose.t = {pose.t.x + s * motion.translation.x, pose.t.y + s * motion.translation.y,
            pose.t.z + s * motion.translation.z};
  return pose;
}

Impact first_impact(const Model& a, const Model& b, const Motion& motion, const ImpactOptions& options) {
  const detail::Stopwatch watch(options.timing);
  Impact impact = detail::find_impact(a, b, motion, options);
  impact.counters.time = watch.elapsed();
  return impact;
}

std::string_view name(SweptVolume volume) {
  switch (volume) {
    case SweptVolume::automatic:
      return "automatic";
    case SweptVolume::boxes:
      return "boxes";
    case SweptVolume::spheres:
      return "spheres";
  }
  return "unknown";
}

}  // namespace graze
