// SPDX-License-Identifier: Apache-2.0
// Shapes on lines: what there is before the program, and what the part is.
#pragma once

#include "graze/nc/stock.h"
#include "nc/stock/dexels.h"

namespace graze::detail::stock {

/// Material where the stock is.
void fill(Dexels& lines, const nc::Stock& stock);

/// Material where a mesh that bounds a solid has a winding number of 1 or more. Lines that meet an edge or a vertex
/// count as moved by something infinitely small, the same for all triangles.
void fill_solid(Dexels& lines, const Mesh& mesh);

/// Lines along z alone: material below the sheet, down to the grid's lower side; where it lies in several layers,
/// below the highest that faces up.
void fill_below(Dexels& lines, const Mesh& sheet);

}  // namespace graze::detail::stock
