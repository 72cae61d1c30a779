// SPDX-License-Identifier: Apache-2.0
// CGAL's Delaunay triangulation with an index at every vertex and cell. Half a minute to compile: one file includes it.
#pragma once

#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_cell_base_with_info_3.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>

#include <cstdint>

namespace graze::lab {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using VertexBase = CGAL::Triangulation_vertex_base_with_info_3<std::uint32_t, Kernel>;
using CellBase =
    CGAL::Triangulation_cell_base_with_info_3<std::uint32_t, Kernel, CGAL::Delaunay_triangulation_cell_base_3<Kernel>>;
using Triangulation =
    CGAL::Delaunay_triangulation_3<Kernel, CGAL::Triangulation_data_structure_3<VertexBase, CellBase>>;
using Vertex = Triangulation::Vertex_handle;
using Cell = Triangulation::Cell_handle;

}  // namespace graze::lab
