// SPDX-License-Identifier: Apache-2.0
// The tetrahedral mesh method (thesis 2.2): a Delaunay triangulation of the obstacles' vertices with Steiner points, in
// which every obstacle triangle is a union of faces. Needs CGAL (GRAZE_LAB_CGAL).
#pragma once

#include <memory>

#include "lab/method.h"

namespace graze::lab {

struct TetraOptions {
  int most_steiner = 20;  ///< Steiner points a triangle of the environment, on average, before the attempt is given up
};

/// Where a flying object is that touches nothing (the test the thesis describes and left out).
enum class Containment {
  separate,
  flyer_inside,     ///< a piece of it lies inside an obstacle
  obstacle_inside,  ///< an obstacle lies inside the flying object
  undecided,        ///< obstacles, or a flying object around one, that are not closed: there is no inside
};

class TetraMethod : public Method {
 public:
  /// Asks nothing about contacts: the flight's pose must have none. Exact.
  virtual Containment containment(Flight& flight) const = 0;

 protected:
  using Method::Method;
};

/// Throws Error as the other methods do; also (unsupported) where no conforming mesh was found within the limit, naming
/// triangles that cross or come close at a sharp angle. Obstacles that do not cross are always meant to work; crossing
/// ones work where the Steiner points happen to settle on the intersection. Degenerate triangles are fine.
std::unique_ptr<TetraMethod> make_tetra(Mesh environment, const TetraOptions& options = {});

}  // namespace graze::lab
