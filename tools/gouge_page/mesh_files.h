// SPDX-License-Identifier: Apache-2.0
// The painted part as files that other programs open. docs/gouge_page.md.
#pragma once

#include <span>
#include <string>

#include "gouge_page/paint.h"
#include "gouge_page/path.h"
#include "graze/nc/report.h"

namespace graze::gouge_page {

/// Binary PLY: x y z (mm), red green blue, and `depth` (mm) of every vertex.
std::string painted_ply(const PaintedPart& part);

struct Scene {
  const PaintedPart& part;
  std::span<const Mesh> fixtures;
  const Path& path;  ///< thinned; may be empty
  const nc::GougeReport& report;
};

/// Binary glTF 2.0 in metres, y up: the part with COLOR_0 and _DEPTH (mm), fixtures, the path as lines, and a mark at
/// the place of every finding, which a cut too small to be seen does not hide.
std::string scene_glb(const Scene& scene);

}  // namespace graze::gouge_page
