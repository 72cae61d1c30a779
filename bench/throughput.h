// SPDX-License-Identifier: Apache-2.0
// Two measurements that are not about single queries.
#pragma once

#include <iosfwd>

namespace graze::bench {

/// Default builds of a bumpy sphere and a soup of about `triangles` triangles, on one thread and two; best of `repeat`.
void measure_build(std::ostream& out, int triangles, int repeat);

/// intersects_batch on one thread and two over the poses of a few scenes; best of `repeat`.
void measure_batch(std::ostream& out, int repeat);

}  // namespace graze::bench
