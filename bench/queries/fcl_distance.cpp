// SPDX-License-Identifier: Apache-2.0
#include "fcl_distance.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/distance.h>

#include <vector>

namespace graze::bench {

struct FclDistance::Impl {
  fcl::BVHModel<fcl::RSSd> model;
};

FclDistance::FclDistance(const Mesh& mesh) : impl_(std::make_unique<Impl>()) {
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
  for (const Triangle& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  impl_->model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  impl_->model.addSubModel(vertices, triangles);
  impl_->model.endModel();
}

FclDistance::~FclDistance() = default;

double FclDistance::operator()(const Pose& b_in_a) const {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pose.linear()(i, j) = b_in_a.r[3 * i + j];
  }
  pose.translation() = fcl::Vector3d(b_in_a.t.x, b_in_a.t.y, b_in_a.t.z);
  const fcl::DistanceRequestd request(true);
  fcl::DistanceResultd result;
  fcl::distance(&impl_->model, fcl::Transform3d::Identity(), &impl_->model, pose, request, result);
  return result.min_distance;
}

}  // namespace graze::bench
