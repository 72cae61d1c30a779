// SPDX-License-Identifier: Apache-2.0
// An R-tree of boxes (thesis 2.3.3): triangles halved at the median of their centroids, each stored once.
#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "graze/error.h"
#include "lab/listed_method.h"

namespace graze::lab {
namespace {

Box join(const Box& a, const Box& b) { return {detail::min(a.lower, b.lower), detail::max(a.upper, b.upper)}; }

double volume(const Box& box) {
  const Vec3 extent = box.upper - box.lower;
  return extent.x * extent.y * extent.z;
}

class RTree final : public ListedMethod<RTree> {
 public:
  RTree(Mesh mesh, const RTreeOptions& options) : ListedMethod(std::move(mesh)), options_(options) {
    if (options.threshold < 1)
      throw Error(ErrorCode::invalid_option, "R-tree: threshold " + std::to_string(options.threshold) + " < 1");
    const auto began = std::chrono::steady_clock::now();
    const Environment& env = environment();
    list_.resize(env.size());
    std::iota(list_.begin(), list_.end(), 0u);
    if (!list_.empty()) {
      std::vector<Vec3> centroids;
      centroids.reserve(list_.size());
      for (std::uint32_t t = 0; t < env.size(); ++t) centroids.push_back(centroid(env.corners(t)));
      build(centroids, 0, env.size(), 0);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    stats_.build_seconds = took.count();
    stats_.stored = list_.size();
    stats_.cells = nodes_.size();
    stats_.bytes = sizeof(Node) * nodes_.size() + sizeof(std::uint32_t) * list_.size() + sizeof(Box) * env.boxes.size();
  }

  std::string_view name() const override { return "r-tree"; }

 private:
  friend class ListedMethod<RTree>;

  /// A node's first child follows it. `skip` is the node after its subtree, `begin` and `count` a leaf's triangles.
  struct Node {
    Box box;
    std::uint32_t skip = 0;
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
  };

  static Vec3 centroid(const detail::Corners& c) {
    using namespace detail;
    return (1.0 / 3) * (c.v[0] + c.v[1] + c.v[2]);
  }

  Box bound(std::uint32_t begin, std::uint32_t end) const {
    const std::vector<Box>& boxes = environment().boxes;
    Box box = boxes[list_[begin]];
    for (std::uint32_t i = begin + 1; i < end; ++i) box = join(box, boxes[list_[i]]);
    return box;
  }

  /// Equal coordinates are told apart by index, so that halves are halves and the tree is always the same.
  void halve(const std::vector<Vec3>& centroids, std::uint32_t begin, std::uint32_t middle, std::uint32_t end,
             int axis) {
    std::nth_element(list_.begin() + begin, list_.begin() + middle, list_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double x = detail::coordinate(centroids[a], axis);
                       const double y = detail::coordinate(centroids[b], axis);
                       return x < y || (x == y && a < b);
                     });
  }

  void build(const std::vector<Vec3>& centroids, std::uint32_t begin, std::uint32_t end, int depth) {
    stats_.height = std::max(stats_.height, depth);
    const std::size_t self = nodes_.size();
    nodes_.push_back({bound(begin, end), 0, begin, end - begin});
    if (end - begin > static_cast<std::uint32_t>(options_.threshold)) {
      const std::uint32_t middle = begin + (end - begin + 1) / 2;
      int best = 0;
      double least = 0;
      for (int axis = 0; axis < 3; ++axis) {
        halve(centroids, begin, middle, end, axis);
        const double v1 = volume(bound(begin, middle));
        const double v2 = volume(bound(middle, end));
        const double cost = options_.axis == RTreeAxis::min_max ? std::max(v1, v2) : v1 + v2;
        if (axis > 0 && cost >= least) continue;
        best = axis;
        least = cost;
      }
      halve(centroids, begin, middle, end, best);
      nodes_[self].count = 0;
      build(centroids, begin, middle, depth + 1);
      build(centroids, middle, end, depth + 1);
    }
    nodes_[self].skip = static_cast<std::uint32_t>(nodes_.size());
  }

  /// Calls `stop(triangle)` in every leaf whose box meets the box, until it says so.
  template <class Stop>
  bool visit(const Box& box, Flight& flight, const Stop& stop) const {
    for (std::uint32_t i = 0; i < nodes_.size();) {
      const Node& node = nodes_[i];
      ++flight.counters().cells;
      if (!overlap(node.box, box)) {
        i = node.skip;
        continue;
      }
      for (std::uint32_t k = 0; k < node.count; ++k) {
        if (stop(list_[node.begin + k])) return true;
      }
      ++i;
    }
    return false;
  }

  RTreeOptions options_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> list_;
};

}  // namespace

std::unique_ptr<Method> make_r_tree(Mesh environment, const RTreeOptions& options) {
  return std::make_unique<RTree>(std::move(environment), options);
}

}  // namespace graze::lab
