// SPDX-License-Identifier: Apache-2.0
// Another library on one of our flights.
#pragma once

#include <string>
#include <vector>

#include "scenes.h"

namespace graze::reproduce {

struct RivalFlight {
  std::string name;
  std::size_t stride = 1;  ///< every n-th pose was asked: the slow ones do fewer
  std::vector<double> us;  ///< of the poses asked: the least over all rounds
  double build_ms = 0;     ///< both models, processor time
  double bytes_per_triangle = 0;
  bool comparable = false;      ///< its pairs can be compared with ours, and were
  std::size_t differences = 0;  ///< poses whose pairs differ from graze's

  double mean_us() const;
};

/// All contacts at every pose, or at as many as `seconds` allow. Empty name when the library is not compiled in.
RivalFlight fly_rival(const scenes::Scene& scene, const std::string& name, int rounds, double seconds);

}  // namespace graze::reproduce
