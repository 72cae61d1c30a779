// SPDX-License-Identifier: Apache-2.0
// What methods I and II keep besides the tree: the convex hull of the object and the corners of its k-DOPs (tables 14,
// 15).
#include "build/hierarchy.h"
#include "geometry/convex_hull.h"
#include "laboratory.h"
#include "methods.h"
#include "traverse/study_slabs.h"
#include "volumes/dop_polytope.h"

namespace graze::reproduce {
namespace {

/// A corner is three doubles, as in the thesis.
std::size_t corner_bytes(const Model& model) {
  const detail::Hierarchy& h = model.hierarchy();
  const detail::DirectionSet& set = *detail::directions_of(h);
  const detail::SlabReader slabs(h, set);
  detail::DopPolytope polytope;
  std::vector<double> lower(set.count()), upper(set.count());
  std::size_t corners = 0;
  for (std::size_t node = 0; node < h.node_count(); ++node) {
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      if (h.ref(node, lane) == detail::kNoRef) continue;
      const auto of = slabs(node * h.layout.lanes + lane);
      for (std::size_t i = 0; i < set.count(); ++i) {
        lower[i] = of.lower(i);
        upper[i] = of.upper(i);
      }
      polytope.build(set, lower, upper);
      corners += polytope.corners().size();
    }
  }
  return corners * sizeof(Vec3);
}

/// Corners, and the edges to climb along.
std::size_t hull_bytes(const Mesh& mesh) {
  const detail::HullGraph hull = detail::convex_hull(mesh.vertices);
  return hull.corners.size() * sizeof(Vec3) + (hull.first.size() + hull.neighbours.size()) * sizeof(std::uint32_t);
}

void weigh(Laboratory& lab) {
  for (const std::string& dataset : dataset_names()) {
    const Mesh& object = lab.dataset(dataset).b;
    const auto hull = static_cast<double>(hull_bytes(object));
    for (const Volume volume : {Volume::aabb, Volume::dop14, Volume::dop18, Volume::dop26}) {
      const Model model = Model::build(object, thesis_method(volume).object);
      lab.record("memory", dataset, volume_name(volume), "", "corner_bytes", static_cast<double>(corner_bytes(model)));
      lab.record("memory", dataset, volume_name(volume), "", "hull_bytes", hull);
    }
  }
}

}  // namespace

void add_memory(std::vector<Experiment>& list) { list.push_back({"memory", {"table_14", "table_15"}, 10, 2, weigh}); }

}  // namespace graze::reproduce
