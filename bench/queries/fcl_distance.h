// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "graze/mesh.h"

namespace graze::bench {

/// A mesh beside itself in FCL, by swept spheres (RSS), the volume its distances are made for.
class FclDistance {
 public:
  explicit FclDistance(const Mesh& mesh);
  ~FclDistance();
  double operator()(const Pose& b_in_a) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graze::bench
