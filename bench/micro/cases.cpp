// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

#include <cmath>
#include <random>

#include "geometry/rigid.h"
#include "shapes.h"
#include "traverse/frame.h"

namespace graze::bench {
namespace {

constexpr std::size_t kWarm = 64;

Model build(Mesh mesh, Volume volume) {
  BuildOptions options;
  options.volume = volume;
  return Model::build(std::move(mesh), options);
}

Pose crossing_pose() { return pose_from_quaternion(0.9, 0.1, -0.2, 0.3, {1.7, 0.4, -0.3}); }

/// Inner nodes with four children: the full step.
std::vector<std::uint32_t> full_nodes(const detail::Hierarchy& h) {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t i = 1; i < h.node_count(); ++i) {
    if (h.ref(i, h.layout.lanes - 1) != detail::kNoRef) nodes.push_back(i);
  }
  return nodes;
}

Met met_by_blobs() { return collect(blobs(Volume::obb).query(), 4000); }

}  // namespace

KernelCase::KernelCase(Mesh a, Mesh b, const Pose& pose, Volume volume)
    : a_(build(std::move(a), volume)),
      b_(build(std::move(b), volume)),
      pose_(pose),
      query_(a_.hierarchy(), b_.hierarchy(), a_.mesh(), b_.mesh(), pose_, 0) {
  detail::make_frame(query_.a, query_.b, pose_, detail::skew_of(pose_), 0, Descent::adaptive, query_.frame);
}

const KernelCase& blobs(Volume volume) {
  const auto make = [](Volume v) {
    return std::make_unique<KernelCase>(scenes::bumpy_sphere(59, 1, 60, 0.15, 51),
                                        scenes::bumpy_sphere(59, 1, 60, 0.15, 52), crossing_pose(), v);
  };
  static const auto kObb = make(Volume::obb), kDop = make(Volume::dop26);
  return volume == Volume::obb ? *kObb : *kDop;
}

const IndexPairs& warm_nodes() {
  static const IndexPairs kNodes = [] {
    IndexPairs nodes = met_by_blobs().nodes;
    nodes.resize(std::min(nodes.size(), kWarm));
    return nodes;
  }();
  return kNodes;
}

const KernelCase& large_case() {
  static const KernelCase kCase(scenes::bumpy_sphere(179, 1, 60, 0.15, 51), scenes::bumpy_sphere(179, 1, 60, 0.15, 51),
                                Pose{}, Volume::obb);
  return kCase;
}

const IndexPairs& cold_nodes() {
  static const IndexPairs kNodes = [] {
    const auto a = full_nodes(large_case().query().a), b = full_nodes(large_case().query().b);
    std::mt19937 random(7);
    IndexPairs nodes;
    for (int i = 0; i < 20000; ++i) nodes.emplace_back(a[random() % a.size()], b[random() % b.size()]);
    return nodes;
  }();
  return kNodes;
}

const IndexPairs& dop_nodes() {
  static const IndexPairs kNodes = [] {
    const auto a = full_nodes(blobs(Volume::dop26).query().a), b = full_nodes(blobs(Volume::dop26).query().b);
    IndexPairs nodes;
    for (std::size_t i = 0; i < kWarm; ++i) nodes.emplace_back(a[i % a.size()], b[i % b.size()]);
    return nodes;
  }();
  return kNodes;
}

const IndexPairs& leaf_pairs(bool crossing) {
  static const std::pair<IndexPairs, IndexPairs> kPairs = [] {
    std::pair<IndexPairs, IndexPairs> pairs;
    const detail::PairQuery& query = blobs(Volume::obb).query();
    for (const auto& [a, b] : met_by_blobs().leaves) {
      const detail::LeafPacket &pa = query.a.leaves[a], &pb = query.b.leaves[b];
      bool meets = false;
      for (unsigned i = 0; i < pa.count && !meets; ++i) {
        for (unsigned j = 0; j < pb.count && !meets; ++j) meets = detail::pair_meets(query, pa.id[i], pb.id[j]);
      }
      IndexPairs& list = meets ? pairs.second : pairs.first;
      if (list.size() < kWarm) list.emplace_back(a, b);
    }
    return pairs;
  }();
  return crossing ? kPairs.second : kPairs.first;
}

CornerPairs clear_triangles() {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto triangle = [&] {
    detail::Corners c;
    for (Vec3& v : c.v) v = {uniform(random), uniform(random), uniform(random)};
    return c;
  };
  CornerPairs pairs;
  for (std::size_t i = 0; i < kWarm; ++i) pairs.emplace_back(triangle(), triangle());
  return pairs;
}

CornerPairs touching_triangles() {
  CornerPairs pairs = clear_triangles();
  // A corner of the second lies on the midpoint of an edge of the first, as far as doubles go; then on a corner.
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vec3 &p = pairs[i].first.v[0], &q = pairs[i].first.v[1];
    pairs[i].second.v[0] = i % 2 == 0 ? p : Vec3{(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
  }
  return pairs;
}

CornerPairs coplanar_triangles() {
  CornerPairs pairs = clear_triangles();
  for (auto& [a, b] : pairs) {
    for (detail::Corners* c : {&a, &b}) {
      for (Vec3& v : c->v) v.z = v.x * 0.5 + v.y * 0.25;  // one plane, up to rounding
    }
  }
  return pairs;
}

}  // namespace graze::bench
