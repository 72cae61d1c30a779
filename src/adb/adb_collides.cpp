// SPDX-License-Identifier: Apache-2.0
// The papers' traversal (000, figure 3): the likeliest pair of nodes first.
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "adb/estimate.h"
#include "geometry/rigid.h"
#include "geometry/vec.h"
#include "graze/adb.h"

namespace graze {

namespace detail {

struct AdbPair {
  double probability;
  std::uint32_t a, b;
  std::uint16_t depth_a, depth_b;
  /// The queue's order; ties by node, so that equal queries give equal answers everywhere.
  friend bool operator<(const AdbPair& p, const AdbPair& q) {
    if (p.probability != q.probability) return p.probability < q.probability;
    return p.a != q.a ? p.a > q.a : p.b > q.b;
  }
};

namespace {

void require(bool good, const char* what) {
  if (!good) throw std::invalid_argument(std::string("graze: ") + what);
}

void check(const Pose& pose, const AdbQuery& q) {
  require(is_rigid(pose), "the pose is not a rigid motion");
  require(q.p_min > 0 && q.p_min <= 1, "p_min must be above 0 and at most 1");
  require(q.k_min >= 1, "k_min must be at least 1");
  require(q.x_max >= 1 && q.x_max <= 10, "x_max must be 1 to 10");
  require(q.size_ratio >= 1 && std::isfinite(q.size_ratio), "size_ratio must be at least 1");
  require(q.sphere_ratio >= 1 && std::isfinite(q.sphere_ratio), "sphere_ratio must be at least 1");
  require(q.size_levels >= 0 && q.size_levels <= 16, "size_levels must be 0 to 16");
  require(q.time.count() >= 0, "the time of a query must not be negative");
  require(q.volume >= AdbVolume::three_cases && q.volume <= AdbVolume::exact, "there is no such volume");
  require(q.rounding == AdbRounding::nearest || q.rounding == AdbRounding::interpolated, "there is no such rounding");
}

class Search {
 public:
  Search(const AdbContent& a, const AdbContent& b, const Pose& pose, const AdbQuery& query, std::vector<AdbPair>& queue)
      : a_(a), b_(b), query_(query), estimate_(a, b, pose, query), queue_(queue) {
    if (query.time.count() > 0) {
      const auto now = Clock::now();
      end_ = now +
             std::min(query.time, std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::time_point::max() - now));
    }
  }

  AdbVerdict run() {
    queue_.clear();
    set_region(0);
    // Two trees without children would never be looked at: figure 3 estimates pairs of children only.
    if (a_.depth + b_.depth == 0) {
      look(0, 0, 0, 0);
    } else {
      queue_.push_back({1, 0, 0, 0, 0});
    }
    while (!queue_.empty() && out_.found < query_.k_min && !stopped()) open();
    out_.collides = out_.found >= query_.k_min || (out_.interrupted && out_.probability > 0.5);
    out_.volumes = estimate_.volumes();
    return out_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool stopped() {
    out_.interrupted = (query_.pairs > 0 && out_.pairs >= query_.pairs) || (end_ && Clock::now() >= *end_);
    return out_.interrupted;
  }

  /// Estimates the pairs of children of the likeliest pair. A leaf stands for its own child.
  void open() {
    std::pop_heap(queue_.begin(), queue_.end());
    const AdbPair pair = queue_.back();
    queue_.pop_back();
    const AdbNode &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
    const std::uint32_t count_a = a.child_count(), count_b = b.child_count();
    if (count_a == 0 && count_b == 0) return;
    for (std::uint32_t i = 0; i < std::max(count_a, 1u); ++i) {
      for (std::uint32_t j = 0; j < std::max(count_b, 1u); ++j) {
        look(count_a > 0 ? a.first_child() + i : pair.a, count_b > 0 ? b.first_child() + j : pair.b,
             pair.depth_a + (count_a > 0 ? 1 : 0), pair.depth_b + (count_b > 0 ? 1 : 0));
        if (out_.found >= query_.k_min) return;
      }
    }
  }

  void look(std::uint32_t a, std::uint32_t b, int depth_a, int depth_b) {
    const double p = estimate_(a, b, depth_a, depth_b);
    ++out_.pairs;
    if (p > out_.probability) {
      out_.probability = p;
      set_region(a);
    }
    if (p >= query_.p_min) ++out_.found;
    if (p <= 0 || out_.found >= query_.k_min) return;
    queue_.push_back({p, a, b, static_cast<std::uint16_t>(depth_a), static_cast<std::uint16_t>(depth_b)});
    std::push_heap(queue_.begin(), queue_.end());
  }

  void set_region(std::uint32_t node) {
    const AdbNode& n = a_.nodes[node];
    const auto corner = [&](const float(&p)[3]) {
      return a_.origin + Vec3{static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
    };
    out_.region = {corner(n.lower), corner(n.upper)};
  }

  const AdbContent& a_;
  const AdbContent& b_;
  const AdbQuery& query_;
  Estimator estimate_;
  std::vector<AdbPair>& queue_;
  std::optional<Clock::time_point> end_;
  AdbVerdict out_;
};

}  // namespace
}  // namespace detail

struct AdbWorkspace::Impl {
  std::vector<detail::AdbPair> queue;
};

AdbWorkspace::AdbWorkspace() : impl_(std::make_unique<Impl>()) {}
AdbWorkspace::~AdbWorkspace() = default;
AdbWorkspace::AdbWorkspace(AdbWorkspace&&) noexcept = default;
AdbWorkspace& AdbWorkspace::operator=(AdbWorkspace&&) noexcept = default;

AdbVerdict adb_collides(const AdbTree& a, const AdbTree& b, const Pose& b_in_a, const AdbQuery& query,
                        AdbWorkspace* workspace) {
  detail::check(b_in_a, query);
  if (a.content().nodes.empty() || b.content().nodes.empty()) return {};
  std::optional<AdbWorkspace> local;
  if (workspace == nullptr) workspace = &local.emplace();
  return detail::Search(a.content(), b.content(), b_in_a, query, workspace->impl().queue).run();
}

}  // namespace graze
