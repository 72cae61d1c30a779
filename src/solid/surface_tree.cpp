// SPDX-License-Identifier: Apache-2.0
// Top down, by the surface area heuristic in bins; a node's four children are two levels of halving, the larger first.
#include "solid/surface_tree.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "graze/error.h"

namespace graze::detail {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kLeafSize = 4;
constexpr int kBins = 16;
// Below this, halves by number: 40 levels of any proportion and 29 of halving stay within SurfaceTree::kMaxHeight.
constexpr int kFreeDepth = 40;

struct Bounds {
  Vec3 lower{kFar, kFar, kFar}, upper{-kFar, -kFar, -kFar};
  void add(const Vec3& v) {
    lower = min(lower, v);
    upper = max(upper, v);
  }
  void add(const Bounds& b) {
    lower = min(lower, b.lower);
    upper = max(upper, b.upper);
  }
  double area() const {
    const Vec3 s = upper - lower;
    return s.x < 0 ? 0 : s.x * s.y + s.y * s.z + s.z * s.x;
  }
};

struct Range {
  std::uint32_t first = 0, last = 0;
  int depth = 0;
  Bounds bounds;
  std::uint32_t count() const { return last - first; }
};

class Builder {
 public:
  Builder(const Mesh& mesh, std::vector<TreeNode>& nodes) : nodes_(nodes), bounds_(mesh.triangles.size()) {
    order_.resize(mesh.triangles.size());
    std::iota(order_.begin(), order_.end(), 0u);
    middle_.reserve(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      for (const std::uint32_t v : mesh.triangles[i]) bounds_[i].add(mesh.vertices[v]);
      middle_.push_back(0.5 * bounds_[i].lower + 0.5 * bounds_[i].upper);
    }
  }

  Box run() {
    Range all = range(0, static_cast<std::uint32_t>(order_.size()), 0);
    nodes_.reserve(order_.size() / 4 + 1);
    make_node(all);
    return {all.bounds.lower, all.bounds.upper};
  }
  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  Range range(std::uint32_t first, std::uint32_t last, int depth) const {
    Range r{first, last, depth, {}};
    for (std::uint32_t i = first; i < last; ++i) r.bounds.add(bounds_[order_[i]]);
    return r;
  }

  std::uint32_t make_node(const Range& all) {
    std::array<Range, 4> parts{all};
    std::size_t count = 1;
    while (count < 4) {
      std::size_t largest = 4;
      for (std::size_t i = 0; i < count; ++i) {
        if (parts[i].count() <= kLeafSize) continue;
        if (largest == 4 || parts[i].bounds.area() > parts[largest].bounds.area()) largest = i;
      }
      if (largest == 4) break;
      const Range whole = parts[largest];
      const std::uint32_t cut = split(whole);
      parts[largest] = range(whole.first, cut, whole.depth + 1);
      parts[count++] = range(cut, whole.last, whole.depth + 1);
    }
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    TreeNode& node = nodes_.emplace_back();
    for (std::size_t i = 0; i < 4; ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        node.lower[axis][i] = coordinate(parts[i].bounds.lower, axis);  // infinite where there is no part
        node.upper[axis][i] = coordinate(parts[i].bounds.upper, axis);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const TreeRef child = parts[i].count() <= kLeafSize ? TreeRef::leaf(parts[i].first, parts[i].count())
                                                          : TreeRef::node(make_node(parts[i]));
      nodes_[index].child[i] = child;
    }
    return index;
  }

  /// Reorders the range and says where to cut it.
  std::uint32_t split(const Range& r) {
    Bounds middles;
    for (std::uint32_t i = r.first; i < r.last; ++i) middles.add(middle_[order_[i]]);
    double best = kFar;
    int best_axis = -1, best_bin = 0;
    for (int axis = 0; axis < 3 && r.depth < kFreeDepth; ++axis) {
      const double low = coordinate(middles.lower, axis), scale = scale_of(middles, axis);
      if (!(scale > 0)) continue;
      std::array<Bounds, kBins> bins;
      std::array<std::uint32_t, kBins> counts{};
      for (std::uint32_t i = r.first; i < r.last; ++i) {
        const auto bin = static_cast<std::size_t>(bin_of(coordinate(middle_[order_[i]], axis), low, scale));
        bins[bin].add(bounds_[order_[i]]);
        ++counts[bin];
      }
      std::array<double, kBins> left_cost{};
      Bounds left;
      std::uint32_t left_count = 0;
      for (std::size_t b = 0; b + 1 < kBins; ++b) {
        left.add(bins[b]);
        left_count += counts[b];
        left_cost[b] = left_count * left.area();
      }
      Bounds right;
      std::uint32_t right_count = 0;
      for (std::size_t b = kBins - 1; b > 0; --b) {
        right.add(bins[b]);
        right_count += counts[b];
        const double cost = left_cost[b - 1] + right_count * right.area();
        if (right_count == 0 || right_count == r.count() || cost >= best) continue;
        best = cost;
        best_axis = axis;
        best_bin = static_cast<int>(b);
      }
    }
    const auto begin = order_.begin() + r.first, end = order_.begin() + r.last;
    if (best_axis >= 0) {
      const double low = coordinate(middles.lower, best_axis), scale = scale_of(middles, best_axis);
      const auto cut = std::stable_partition(begin, end, [&](std::uint32_t i) {
        return bin_of(coordinate(middle_[i], best_axis), low, scale) < best_bin;
      });
      return static_cast<std::uint32_t>(cut - order_.begin());
    }
    const Vec3 size = middles.upper - middles.lower;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::uint32_t half = r.first + r.count() / 2;
    std::nth_element(begin, order_.begin() + half, end, [&](std::uint32_t i, std::uint32_t j) {
      const double x = coordinate(middle_[i], axis), y = coordinate(middle_[j], axis);
      return x < y || (x == y && i < j);
    });
    return half;
  }

  static double scale_of(const Bounds& b, int axis) {
    const double scale = kBins / (coordinate(b.upper, axis) - coordinate(b.lower, axis));
    return std::isfinite(scale) ? scale : 0;  // no extent, or too little or too much of it
  }
  static int bin_of(double x, double low, double scale) {
    return std::min(kBins - 1, static_cast<int>((x - low) * scale));
  }

  std::vector<TreeNode>& nodes_;
  std::vector<std::uint32_t> order_;
  std::vector<Bounds> bounds_;
  std::vector<Vec3> middle_;
};

}  // namespace

SurfaceTree::SurfaceTree(const Mesh& mesh) {
  if (mesh.triangles.empty()) return;
  if (mesh.triangles.size() > (std::size_t{1} << TreeRef::kShift)) {
    throw Error(ErrorCode::limit, "more than " + std::to_string(1u << TreeRef::kShift) + " triangles");
  }
  Builder builder(mesh, nodes_);
  box_ = builder.run();
  triangles_.reserve(mesh.triangles.size());
  slot_.resize(mesh.triangles.size());
  for (const std::uint32_t id : builder.order()) {
    const Triangle& t = mesh.triangles[id];
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    slot_[id] = static_cast<std::uint32_t>(triangles_.size());
    triangles_.push_back({{a, b, c}, id, is_flat(a, b, c)});
  }
}

}  // namespace graze::detail
