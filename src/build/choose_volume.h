// SPDX-License-Identifier: Apache-2.0
// Volume::automatic: oriented boxes, or 26-DOPs for soups of small bulky pieces.
#pragma once

#include "build/leaves.h"
#include "build/topology.h"

namespace graze::detail {

/// The share of nodes, over an even sample, whose oriented box is less than half as thin as their 26-DOP.
double flat_fraction(const Topology& topology, const Surface& surface, float slack);

/// `dop_bytes` is what nodes and leaves would take with 26-DOPs.
Volume choose_volume(double flat_fraction, std::size_t dop_bytes, std::size_t triangles, Quality quality);

}  // namespace graze::detail
