// SPDX-License-Identifier: Apache-2.0
// A 3-d tree (thesis 2.3.2): boxes halved across an axis; leaves list the triangles that meet their box.
#include <array>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>

#include "graze/error.h"
#include "lab/clip.h"
#include "lab/listed_method.h"

namespace graze::lab {
namespace {

constexpr std::size_t kMostStored = std::size_t{1} << 27;
constexpr std::uint32_t kLeaf = 3;

class KdTree final : public ListedMethod<KdTree> {
 public:
  KdTree(Mesh mesh, const KdOptions& options) : ListedMethod(std::move(mesh)), options_(options) {
    if (options.threshold < 1)
      throw Error(ErrorCode::invalid_option, "3-d tree: threshold " + std::to_string(options.threshold) + " < 1");
    if (options.no_gain < 0 || options.no_gain > 20)
      throw Error(ErrorCode::invalid_option,
                  "3-d tree: no-gain threshold " + std::to_string(options.no_gain) + "; 0 to 20 are possible");
    const auto began = std::chrono::steady_clock::now();
    std::vector<std::uint32_t> all(environment().size());
    std::iota(all.begin(), all.end(), 0u);
    build(environment().workspace(), std::move(all), 0, 0);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    stats_.build_seconds = took.count();
    stats_.stored = list_.size();
    stats_.cells = nodes_.size();
    stats_.bytes =
        sizeof(Node) * nodes_.size() + sizeof(std::uint32_t) * list_.size() + sizeof(Box) * environment().boxes.size();
  }

  std::string_view name() const override { return "3d-tree"; }

 private:
  friend class ListedMethod<KdTree>;

  /// An inner node's lower child follows it; `other` is its upper child, or where a leaf's list starts.
  struct Node {
    double cut = 0;
    std::uint32_t axis = kLeaf;
    std::uint32_t other = 0;
    std::uint32_t count = 0;  // of a leaf
  };

  /// Which halves of a box, cut across each axis, a triangle reaches: bit 2·axis the lower, 2·axis + 1 the upper.
  std::uint8_t halves(std::uint32_t t, const Box& box, const std::array<double, 3>& cuts) const {
    const double pad = environment().pad;
    Polygon polygon(environment().corners(t));
    for (int axis = 0; axis < 3; ++axis)
      polygon.clip(axis, detail::coordinate(box.lower, axis) - pad, detail::coordinate(box.upper, axis) + pad);
    if (polygon.empty()) return 0;  // in the parent's box by less than the pad
    std::uint8_t bits = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const Polygon::Range range = polygon.range(axis);
      if (range.lower - pad <= cuts[axis]) bits |= static_cast<std::uint8_t>(1 << (2 * axis));
      if (range.upper + pad >= cuts[axis]) bits |= static_cast<std::uint8_t>(2 << (2 * axis));
    }
    return bits;
  }

  int choose(const Box& box, const std::array<std::size_t, 6>& counts) const {
    const Vec3 extent = box.upper - box.lower;
    std::array<double, 3> cost{};
    for (int axis = 0; axis < 3; ++axis) {
      const auto n1 = static_cast<double>(counts[2 * axis]);
      const auto n2 = static_cast<double>(counts[2 * axis + 1]);
      switch (options_.axis) {
        case KdAxis::min_max:
          cost[axis] = std::max(n1, n2);
          break;
        case KdAxis::min_difference:
          cost[axis] = std::abs(n1 - n2);
          break;
        case KdAxis::min_product:
          cost[axis] = n1 * n2;
          break;
        case KdAxis::longest_side:
          cost[axis] = -detail::coordinate(extent, axis);
          break;
      }
    }
    // Among equals the longest side: three empty cuts in a row along x would leave no better box.
    const auto better = [&](int a, int b) {
      return cost[a] < cost[b] || (cost[a] == cost[b] && detail::coordinate(extent, a) > detail::coordinate(extent, b));
    };
    int best = 0;
    for (const int axis : {1, 2}) best = better(axis, best) ? axis : best;
    return best;
  }

  void make_leaf(const std::vector<std::uint32_t>& triangles) {
    Node leaf;
    leaf.other = static_cast<std::uint32_t>(list_.size());
    leaf.count = static_cast<std::uint32_t>(triangles.size());
    nodes_.push_back(leaf);
    list_.insert(list_.end(), triangles.begin(), triangles.end());
    if (list_.size() > kMostStored) throw Error(ErrorCode::limit, "3-d tree: more than 2^27 references");
  }

  void build(const Box& box, std::vector<std::uint32_t> triangles, int depth, int no_gain) {
    stats_.height = std::max(stats_.height, depth);
    if (triangles.size() <= static_cast<std::size_t>(options_.threshold)) return make_leaf(triangles);
    const std::array<double, 3> cuts = {0.5 * (box.lower.x + box.upper.x), 0.5 * (box.lower.y + box.upper.y),
                                        0.5 * (box.lower.z + box.upper.z)};
    std::vector<std::uint8_t> bits(triangles.size());
    std::array<std::size_t, 6> counts{};
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      bits[i] = halves(triangles[i], box, cuts);
      for (int k = 0; k < 6; ++k) counts[k] += (bits[i] >> k) & 1u;
    }
    const int axis = choose(box, counts);
    const bool gain = std::max(counts[2 * axis], counts[2 * axis + 1]) < triangles.size();
    no_gain = gain ? 0 : no_gain + 1;
    if (no_gain > options_.no_gain) return make_leaf(triangles);
    std::vector<std::uint32_t> lower, upper;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      if (((bits[i] >> (2 * axis)) & 1) != 0) lower.push_back(triangles[i]);
      if (((bits[i] >> (2 * axis)) & 2) != 0) upper.push_back(triangles[i]);
    }
    triangles = {};
    bits = {};
    const std::size_t self = nodes_.size();
    Node node;
    node.cut = cuts[axis];
    node.axis = static_cast<std::uint32_t>(axis);
    nodes_.push_back(node);
    Box half = box;
    (axis == 0 ? half.upper.x : axis == 1 ? half.upper.y : half.upper.z) = cuts[axis];
    build(half, std::move(lower), depth + 1, no_gain);
    nodes_[self].other = static_cast<std::uint32_t>(nodes_.size());
    half = box;
    (axis == 0 ? half.lower.x : axis == 1 ? half.lower.y : half.lower.z) = cuts[axis];
    build(half, std::move(upper), depth + 1, no_gain);
  }

  /// Calls `stop(triangle)` in every leaf the box reaches, until it says so.
  template <class Stop>
  bool visit(const Box& box, Flight& flight, const Stop& stop) const {
    std::vector<std::uint32_t>& stack = flight.scratch().queue;
    stack.assign(1, 0);
    std::uint64_t& cells = flight.counters().cells;
    while (!stack.empty()) {
      std::uint32_t i = stack.back();
      stack.pop_back();
      for (; nodes_[i].axis != kLeaf; ++cells) {
        const Node& node = nodes_[i];
        const auto axis = static_cast<int>(node.axis);
        const bool in_upper = detail::coordinate(box.upper, axis) >= node.cut;
        const bool in_lower = detail::coordinate(box.lower, axis) <= node.cut;
        if (in_upper && in_lower) stack.push_back(node.other);
        i = in_lower ? i + 1 : node.other;
      }
      ++cells;
      for (std::uint32_t k = 0; k < nodes_[i].count; ++k) {
        if (stop(list_[nodes_[i].other + k])) return true;
      }
    }
    return false;
  }

  KdOptions options_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> list_;
};

}  // namespace

std::unique_ptr<Method> make_kd_tree(Mesh environment, const KdOptions& options) {
  return std::make_unique<KdTree>(std::move(environment), options);
}

}  // namespace graze::lab
