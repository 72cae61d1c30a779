// SPDX-License-Identifier: Apache-2.0
// What each family of scenes puts on the list.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenes.h"

namespace graze::scenes {

struct Entry {
  SceneInfo info;
  std::function<Scene(const OracleMaker&)> make;
  std::vector<std::string> files = {};  ///< models it reads (models.h)
};
using Catalogue = std::vector<Entry>;

void add_standard(Catalogue& catalogue);
void add_bodies(Catalogue& catalogue);
void add_series(Catalogue& catalogue);
void add_models(Catalogue& catalogue);

/// [-half, half]³.
inline Region cube(double half) { return {{-half, -half, -half}, {half, half, half}}; }

/// Tetrahedra in the unit cube as the 747's world has them: the less room each has, the smaller they are.
Mesh tetra_world(int count);

/// One of two bumpy blobs, about 2 across; 20·frequency² triangles.
Mesh blob(int frequency, std::uint64_t seed);

}  // namespace graze::scenes
