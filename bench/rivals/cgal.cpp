// SPDX-License-Identifier: Apache-2.0
// CGAL 5.5 AABB_tree of A with exact predicates, asked about every triangle of B after graze::place has put it: the
// referee. Degenerate triangles, which CGAL's test does not take, are decided one by one with the exact test of graze
// that the rational oracle of tests/geometry checks.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "geometry/triangle_triangle.h"
#include "registry.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using ExactTriangle = Kernel::Triangle_3;
using Iterator = std::vector<ExactTriangle>::const_iterator;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Point point(const Vec3& v) { return {v.x, v.y, v.z}; }
Vec3 vec(const Point& p) { return {p.x(), p.y(), p.z()}; }
detail::Corners corners(const ExactTriangle& t) { return {{vec(t[0]), vec(t[1]), vec(t[2])}}; }

class Cgal final : public Rival {
 public:
  std::string name() const override { return "cgal"; }

  void build(const Mesh& a, const Mesh& b) override {
    tree_.reset();
    b_ = b;
    proper_.clear();
    proper_ids_.clear();
    flat_.clear();
    flat_ids_.clear();
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
      const Triangle& t = a.triangles[i];
      const ExactTriangle triangle(point(a.vertices[t[0]]), point(a.vertices[t[1]]), point(a.vertices[t[2]]));
      const bool flat = triangle.is_degenerate();
      (flat ? flat_ : proper_).push_back(triangle);
      (flat ? flat_ids_ : proper_ids_).push_back(i);
    }
    tree_.emplace(proper_.cbegin(), proper_.cend());
    tree_->build();
  }

  void set_poses(const std::vector<Pose>& poses) override { poses_ = poses; }

  bool intersects(std::size_t pose) override {
    place_all(pose);
    for (std::uint32_t i = 0; i < b_.triangles.size(); ++i) {
      const ExactTriangle t = placed(i);
      if (t.is_degenerate() ? meets_any(proper_, t) : tree_->do_intersect(t)) return true;
      if (!flat_.empty() && meets_any(flat_, t)) return true;
    }
    return false;
  }

  std::size_t find_all(std::size_t pose) override {
    place_all(pose);
    found_.clear();
    for (std::uint32_t i = 0; i < b_.triangles.size(); ++i) {
      const ExactTriangle t = placed(i);
      if (t.is_degenerate()) {
        list(proper_, proper_ids_, t, i);
      } else {
        hits_.clear();
        tree_->all_intersected_primitives(t, std::back_inserter(hits_));
        for (const Iterator& hit : hits_)
          found_.emplace_back(proper_ids_[static_cast<std::size_t>(hit - proper_.cbegin())], i);
      }
      list(flat_, flat_ids_, t, i);
    }
    return found_.size();
  }

  TrianglePairs pairs() const override {
    TrianglePairs sorted = found_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
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
    for (const Vec3& v : b_.vertices) points_.push_back(point(place(poses_[pose], v)));
  }

  ExactTriangle placed(std::uint32_t i) const {
    const Triangle& t = b_.triangles[i];
    return {points_[t[0]], points_[t[1]], points_[t[2]]};
  }

  static bool meets_any(const std::vector<ExactTriangle>& list, const ExactTriangle& t) {
    return std::any_of(list.begin(), list.end(),
                       [&](const ExactTriangle& s) { return detail::triangles_meet(corners(s), corners(t)); });
  }

  void list(const std::vector<ExactTriangle>& of, const std::vector<std::uint32_t>& ids, const ExactTriangle& t,
            std::uint32_t b) {
    for (std::size_t k = 0; k < of.size(); ++k) {
      if (detail::triangles_meet(corners(of[k]), corners(t))) found_.emplace_back(ids[k], b);
    }
  }

  Mesh b_;
  std::vector<ExactTriangle> proper_, flat_;  // of A
  std::vector<std::uint32_t> proper_ids_, flat_ids_;
  std::optional<Tree> tree_;
  std::vector<Pose> poses_;
  std::vector<Point> points_;  // of B, placed
  std::vector<Iterator> hits_;
  TrianglePairs found_;
};

}  // namespace

void add_cgal(std::vector<RivalEntry>& entries) {
  entries.push_back({"cgal", [] { return std::make_unique<Cgal>(); }});
}

}  // namespace graze::bench
