// SPDX-License-Identifier: Apache-2.0
// All pairs of triangles that meet, sorted, with kind and segment.
#include <algorithm>
#include <optional>

#include "geometry/cross_triangles.h"
#include "geometry/triangle_distance.h"
#include "hwy/cache_control.h"
#include "query/sort_by_rank.h"
#include "query/workspace.h"

namespace graze {
namespace detail {
namespace {

Contact classify(const Model& a, const Model& b, const Pose& pose, std::uint64_t key) {
  Contact contact;
  contact.triangle_a = static_cast<std::uint32_t>(key >> 32);
  contact.triangle_b = static_cast<std::uint32_t>(key);
  const Corners ca = corners(a.mesh(), contact.triangle_a);
  const Corners cb = placed_corners(b.mesh(), contact.triangle_b, pose);
  const Meet meet = meet_triangles(ca, cb);
  if (meet.meet) {
    contact.kind = meet.kind;
    contact.p = meet.p;
    contact.q = meet.q;
  } else {
    const ClosestPoints closest = closest_points(ca, cb);
    contact.kind = ContactKind::near;
    contact.p = closest.p;
    contact.q = closest.q;
  }
  return contact;
}

void store(const Corners& triangle, std::size_t lane, double (*rows)[kCrossBatch]) {
  for (std::size_t k = 0; k < 3; ++k) {
    rows[3 * k][lane] = triangle.v[k].x;
    rows[3 * k + 1][lane] = triangle.v[k].y;
    rows[3 * k + 2][lane] = triangle.v[k].z;
  }
}

/// Of keys[begin] and the following, a batch of them: where a triangle's corners are, or the corners themselves.
enum class Soon { indices, corners };

// By force: g++ takes a function that does nothing but prefetch for one without effects, and leaves its calls out.
template <Soon soon>
HWY_INLINE void prefetch(const Mesh& a, const Mesh& b, const std::vector<std::uint64_t>& keys, std::size_t begin) {
  for (std::size_t i = begin; i < std::min(begin + kCrossBatch, keys.size()); ++i) {
    const Triangle& ta = a.triangles[keys[i] >> 32];
    const Triangle& tb = b.triangles[keys[i] & 0xFFFFFFFFu];
    if constexpr (soon == Soon::indices) {
      hwy::Prefetch(&ta);
      hwy::Prefetch(&tb);
    } else {
      for (std::size_t k = 0; k < 3; ++k) {
        hwy::Prefetch(&a.vertices[ta[k]]);
        hwy::Prefetch(&b.vertices[tb[k]]);
      }
    }
  }
}

/// Kind and segment of every pair: eight at a time, and singly where a crossing is not clean. With a margin the pairs
/// need not meet, which the batch takes for granted.
void classify_all(const Model& a, const Model& b, const Pose& pose, bool all_meet,
                  const std::vector<std::uint64_t>& keys, std::vector<Contact>& out) {
  TrianglePairs pairs{};
  CrossingSegments segments;
  const Mesh &mesh_a = a.mesh(), &mesh_b = b.mesh();
  prefetch<Soon::indices>(mesh_a, mesh_b, keys, 0);
  prefetch<Soon::indices>(mesh_a, mesh_b, keys, kCrossBatch);
  prefetch<Soon::corners>(mesh_a, mesh_b, keys, 0);
  for (std::size_t begin = 0; begin < keys.size(); begin += kCrossBatch) {
    const std::size_t count = std::min(kCrossBatch, keys.size() - begin);
    segments.crossing = 0;
    prefetch<Soon::indices>(mesh_a, mesh_b, keys, begin + 2 * kCrossBatch);
    prefetch<Soon::corners>(mesh_a, mesh_b, keys, begin + kCrossBatch);
    if (all_meet) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t key = keys[begin + i];
        store(corners(mesh_a, static_cast<std::uint32_t>(key >> 32)), i, pairs.a);
        store(corners(mesh_b, static_cast<std::uint32_t>(key)), i, pairs.b);
      }
      cross_triangles(pairs, pose, segments);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t key = keys[begin + i];
      if (((segments.crossing >> i) & 1) == 0) {
        out.push_back(classify(a, b, pose, key));
        continue;
      }
      out.push_back({static_cast<std::uint32_t>(key >> 32),
                     static_cast<std::uint32_t>(key),
                     ContactKind::crossing,
                     {segments.p[0][i], segments.p[1][i], segments.p[2][i]},
                     {segments.q[0][i], segments.q[1][i], segments.q[2][i]}});
    }
  }
}

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, const hwy::Sorter& sorter) {
  // VQSort takes 0.5 µs for 100 keys, where std::sort takes 2.1 and sorting by digits 2.8; for 10 keys 0.37 against
  // 0.08.
  constexpr std::size_t kFew = 16, kSome = 32;
  if (keys.size() >= kFew && keys.size() <= kMostRanked && sort_by_rank(keys.data(), keys.size())) return;
  if (keys.size() < kSome) {
    std::sort(keys.begin(), keys.end());
  } else {
    sorter(keys.data(), keys.size(), hwy::SortAscending());
  }
}

void write_contacts(const Model& a, const Model& b, const Pose& pose, const QueryOptions& options,
                    Workspace::Impl& impl, Contacts& out) {
  std::vector<std::uint64_t>& found = impl.state.found;
  out.pairs.clear();
  if (found.empty()) return;  // 16 of the 57 ns of a query far apart
  sort_keys(found, impl.sorter);
  if (a.hierarchy().subdivide > 0 || b.hierarchy().subdivide > 0) {  // parts of a triangle find a pair several times
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }
  if (options.limit > 0 && found.size() > options.limit) found.resize(options.limit);
  out.pairs.reserve(found.size());
  if (options.segments) {
    classify_all(a, b, pose, total_margin(a, b, options) == 0, found, out.pairs);
    return;
  }
  for (const std::uint64_t key : found) {
    out.pairs.push_back(
        {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), ContactKind::unclassified, {}, {}});
  }
}

}  // namespace detail

void contacts(const Model& a, const Model& b, const Pose& b_in_a, Contacts& out, const QueryOptions& options,
              Workspace* workspace) {
  const detail::Stopwatch watch(options.timing);
  std::optional<Workspace> local;
  if (workspace == nullptr) workspace = &local.emplace();
  Workspace::Impl& impl = workspace->impl();
  detail::find_pairs(a, b, b_in_a, options, false, impl.state);
  detail::write_contacts(a, b, b_in_a, options, impl, out);
  impl.state.counters.time = watch.elapsed();
  out.counters = impl.state.counters;
}

Contacts contacts(const Model& a, const Model& b, const Pose& b_in_a, const QueryOptions& options,
                  Workspace* workspace) {
  Contacts out;
  contacts(a, b, b_in_a, out, options, workspace);
  return out;
}

}  // namespace graze
