// SPDX-License-Identifier: Apache-2.0
// What the experiments on ADB-trees are made on: real models in three resolutions, and poses by distance.
#pragma once

#include <string>
#include <vector>

#include "graze/model.h"

namespace graze::reproduce {

struct AdbModel {
  std::string name;
  bool smooth = false;  ///< a scanned or modelled surface; else a part with flat faces and sharp edges
  bool bundled = false;
  Mesh mesh;
};

/// Those below GRAZE_DATA and some bundled ones; where GRAZE_DATA is not set, and for a quick run, bundled ones alone.
std::vector<AdbModel> adb_models(bool quick);

/// Vertices of one cell of a grid merged, so that some `triangles` are left, and no more.
Mesh clustered(const Mesh& mesh, std::size_t triangles);

/// A pose, and how far apart it puts the centres of the boxes; half the longest side is 1.
struct AdbPose {
  Pose pose;
  double distance;
};

/// Two copies at 22 distances from 0.4 to 2.5, their boxes overlapping (000, 4.1 and 4.3.1).
std::vector<AdbPose> adb_poses(const Model& model, int per_distance, std::uint64_t seed);

}  // namespace graze::reproduce
