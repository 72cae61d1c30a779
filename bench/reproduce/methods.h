// SPDX-License-Identifier: Apache-2.0
// The ways to build and to ask that the tables compare, by name.
#pragma once

#include <string>
#include <vector>

#include "flight.h"

namespace graze::reproduce {

/// graze as it comes.
Method default_method();

/// The thesis's configuration (chapter 5): binary trees, splatter, mean, τ = 1 for the environment and 40 for the
/// object, environment first. Named "18-dop" and so on.
Method thesis_method(Volume volume);

/// The same with other parameters; the name tells them: "18-dop min_sum median", "18-dop tau=20".
Method with_split(Volume volume, Split split, SplitPoint point);
Method with_threshold(Volume volume, int tau);

/// The thesis's algorithms to the letter (Method::study): the root of the object by hill climbing, nodes below by their
/// corners, slabs in the order of the spread of their directions. Named "18-dop study".
Method study_method(Volume volume);

/// That with other parts: "18-dop restart", "26-dop study thinnest", "26-dop study M=6", "18-dop study duality".
Method with_restart(Volume volume);
Method with_order(Volume volume, IntervalOrder order, int most_intervals, bool closure);
Method with_tumbling(Volume volume, Tumbling tumbling);
Method with_front(Volume volume, int levels, bool pairs);

/// graze with its own Front (docs/coherence.md).
Method with_planes();

/// What the thesis tried or left open in building, on binary trees of this volume: "18-dop regroup=4 balance=0",
/// "18-dop subdivide=0.07", "18-dop axes=all", "18-dop bottom_up", "18-dop width=4", "18-dop optimal".
Method with_axes(Volume volume);
Method with_regrouping(Volume volume, int descendants, double balance);
Method with_subdivision(Volume volume, double share);
Method with_building(Volume volume, Building building);
Method with_width(Volume volume, int width);
Method with_orientation(Volume volume);

/// "6-dop", "18-dop", "obb".
std::string volume_name(Volume volume);

/// What can be varied, each option at each of its values, on binary trees and others: what must give the same contacts.
std::vector<Method> every_option();

}  // namespace graze::reproduce
