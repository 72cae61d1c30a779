// SPDX-License-Identifier: Apache-2.0
// A part with a depth at every vertex, and its colours: red where the tool cuts in, green where it comes within the
// tolerance, grey elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gouge_page/coverage.h"
#include "gouge_page/path.h"
#include "graze/mesh.h"
#include "graze/nc/report.h"

namespace graze::gouge_page {

struct PaintOptions {
  double tolerance = 0.01;           ///< mm: green from minus this up to what is allowed
  std::size_t coarse = 60'000;       ///< triangles larger than if there were so many are divided
  std::size_t most = 250'000;        ///< triangles; then no more are divided
  std::size_t budget = 150'000'000;  ///< pairs of points and moves looked at
};

/// From depth to colour.
struct Scale {
  double allowed = 0;  ///< above: red
  double green = 0;    ///< from -green on: green
  double band = 0;     ///< below -band: grey; between, fading
  double deepest = 0;  ///< the darkest red; above `allowed`

  std::array<std::uint8_t, 3> colour(double depth) const;  ///< sRGB
};

struct PaintedPart {
  Mesh mesh;                 ///< the part, large triangles and those near cuts divided
  std::vector<float> depth;  ///< of each vertex (Coverage), in mm; at least -band
  Scale scale;
  std::size_t moves = 0, moves_done = 0;  ///< fewer when the budget did not suffice
};

PaintedPart paint(const Mesh& part, const nc::GougeReport& report, const Path& path, const PaintOptions& options = {});

}  // namespace graze::gouge_page
