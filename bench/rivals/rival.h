// SPDX-License-Identifier: Apache-2.0
// What the benchmark asks of another library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/mesh.h"

namespace graze::bench {

using TrianglePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// One pair of models inside a rival. Only build(), intersects() and find_all() are timed.
class Rival {
 public:
  virtual ~Rival() = default;
  virtual std::string name() const = 0;
  virtual void build(const Mesh& a, const Mesh& b) = 0;

  /// Poses are converted before the clock starts; queries name them by index.
  virtual void set_poses(const std::vector<Pose>& poses) = 0;
  virtual bool intersects(std::size_t pose) = 0;
  virtual std::size_t find_all(std::size_t pose) = 0;

  /// Of the last find_all(), sorted, without repetitions.
  virtual TrianglePairs pairs() const = 0;
  virtual double bytes_per_triangle() const = 0;
};

/// "fcl-obb" or "fcl-obbrss"; throws std::invalid_argument otherwise.
std::unique_ptr<Rival> make_rival(std::string_view name);

}  // namespace graze::bench
