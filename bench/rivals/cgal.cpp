// SPDX-License-Identifier: Apache-2.0
// CGAL 5.5 AABB_tree of A with exact predicates, asked about every triangle of B after graze::place has put it: the
// referee. Degenerate triangles, which CGAL's test does not take, are found by its box_intersection_d and decided by
// the exact test of graze that the rational oracle of tests/geometry checks.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "geometry/triangle_triangle.h"
#include "listing.h"
#include "registry.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using ExactTriangle = Kernel::Triangle_3;
using Iterator = std::vector<ExactTriangle>::const_iterator;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Iterator>;
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, std::uint32_t>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Point point(const Vec3& v) { return {v.x, v.y, v.z}; }
Vec3 vec(const Point& p) { return {p.x(), p.y(), p.z()}; }
detail::Corners corners(const ExactTriangle& t) { return {{vec(t[0]), vec(t[1]), vec(t[2])}}; }

class Cgal final : public ListingRival {
 public:
  std::string name() const override { return "cgal"; }

  void build(const Mesh& a, const Mesh& b) override {
    tree_.reset();
    b_ = b;
    a_.clear();
    proper_.clear();
    ids_.clear();
    flat_a_.clear();
    boxes_a_.clear();
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
      const Triangle& t = a.triangles[i];
      a_.emplace_back(point(a.vertices[t[0]]), point(a.vertices[t[1]]), point(a.vertices[t[2]]));
      boxes_a_.emplace_back(a_.back().bbox(), i);
      if (a_.back().is_degenerate()) {
        flat_a_.push_back(boxes_a_.back());
      } else {
        proper_.push_back(a_.back());
        ids_.push_back(i);
      }
    }
    tree_.emplace(proper_.cbegin(), proper_.cend());
    tree_->build();
  }

  void set_poses(const std::vector<Pose>& poses) override { poses_ = poses; }

  bool intersects(std::size_t pose) override {
    place_all(pose);
    for (std::uint32_t i = 0; i < b_.triangles.size(); ++i) {
      const ExactTriangle t = placed(i);
      if (put_aside(t, i)) continue;
      if (tree_->do_intersect(t)) return true;
    }
    found_.clear();
    list_flat();
    return !found_.empty();
  }

  std::size_t find_all(std::size_t pose) override {
    place_all(pose);
    found_.clear();
    for (std::uint32_t i = 0; i < b_.triangles.size(); ++i) {
      const ExactTriangle t = placed(i);
      if (put_aside(t, i)) continue;
      hits_.clear();
      tree_->all_intersected_primitives(t, std::back_inserter(hits_));
      for (const Iterator& hit : hits_) found_.emplace_back(ids_[static_cast<std::size_t>(hit - proper_.cbegin())], i);
    }
    list_flat();
    return found_.size();
  }

  Description description() const override {
    return {CGAL_VERSION_STR, "AABB_tree of A, exact predicates, asked about every triangle of B", Arithmetic::exact};
  }

  /// A only: B is a list of triangles. The box (48 bytes) and links (16) of a node, the primitive and the triangle.
  double bytes_per_triangle() const override {
    return 48 + 16 + static_cast<double>(sizeof(Primitive) + sizeof(ExactTriangle));
  }

  /// Placing a triangle of B and finding the root's box missed, or a few boxes hit.
  double overhead_us() const override { return 0.2 * static_cast<double>(b_.triangles.size()); }

 private:
  void place_all(std::size_t pose) {
    points_.clear();
    flat_b_.clear();
    for (const Vec3& v : b_.vertices) points_.push_back(point(place(poses_[pose], v)));
  }

  ExactTriangle placed(std::uint32_t i) const {
    const Triangle& t = b_.triangles[i];
    return {points_[t[0]], points_[t[1]], points_[t[2]]};
  }

  bool put_aside(const ExactTriangle& t, std::uint32_t i) {
    if (!t.is_degenerate()) return false;
    flat_b_.emplace_back(t.bbox(), i);
    return true;
  }

  /// Adds the pairs with a degenerate triangle on either side.
  void list_flat() {
    const auto decide = [&](const Box& a, const Box& b) {
      if (detail::triangles_meet(corners(a_[a.info()]), corners(placed(b.info()))))
        found_.emplace_back(a.info(), b.info());
    };
    if (!flat_a_.empty()) {
      std::vector<Box> boxes_b;
      for (std::uint32_t i = 0; i < b_.triangles.size(); ++i) boxes_b.emplace_back(placed(i).bbox(), i);
      CGAL::box_intersection_d(flat_a_.begin(), flat_a_.end(), boxes_b.begin(), boxes_b.end(), decide);
    }
    if (flat_b_.empty()) return;
    CGAL::box_intersection_d(boxes_a_.begin(), boxes_a_.end(), flat_b_.begin(), flat_b_.end(),
                             [&](const Box& a, const Box& b) {
                               if (!a_[a.info()].is_degenerate()) decide(a, b);  // the others are listed already
                             });
  }

  Mesh b_;
  std::vector<ExactTriangle> a_, proper_;
  std::vector<std::uint32_t> ids_;  // of the proper ones
  std::vector<Box> boxes_a_, flat_a_, flat_b_;
  std::optional<Tree> tree_;
  std::vector<Pose> poses_;
  std::vector<Point> points_;  // of B, placed
  std::vector<Iterator> hits_;
};

}  // namespace

void add_cgal(std::vector<RivalEntry>& entries) {
  entries.push_back({"cgal", [] { return std::make_unique<Cgal>(); }});
}

}  // namespace graze::bench
