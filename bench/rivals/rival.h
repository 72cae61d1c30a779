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

/// What an engine's answers can be compared with.
struct Abilities {
  /// pairs() are the pairs of triangles that meet. Otherwise the library reports contact points or pairs within a
  /// tolerance of its own: its lists and counts are not compared, and pairs() may be empty.
  bool exact_pairs = true;
  /// The boolean answer is that of an intersection test; otherwise it errs on the side of contact.
  bool exact_any = true;
  /// intersects() stops at the first contact; otherwise it costs what find_all() costs.
  bool early_exit = true;
};

/// What coordinates are rounded to while a query decides.
enum class Arithmetic : std::uint8_t { exact, in_double, in_float };

/// For reports, and how several threads may use an engine.
struct Description {
  std::string version, settings;
  Arithmetic arithmetic = Arithmetic::in_double;
  bool threads = true;  ///< several instances may be at work at the same time, each made and used by one thread
  /// While an instance lives, oneTBB has one thread in the whole process: nothing parallel may be timed meanwhile.
  bool holds_tbb = false;
};

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

  virtual Abilities abilities() const { return {}; }
  virtual Description description() const { return {}; }

  /// Another instance that queries the same models and poses, for another thread; nothing where each needs its own.
  virtual std::unique_ptr<Rival> share() const { return nullptr; }

  /// What every query costs beside its traversal (copies, refits, loops over all triangles), a guess in microseconds
  /// for the models of the last build(). A runner takes every n-th pose of the slow.
  virtual double overhead_us() const { return 0; }
};

/// What was compiled in, in the order of the reports: "fcl-obb", "fcl-obbrss", "fcl-rss", "fcl-kios", "bullet",
/// "ode", "embree", "cgal".
std::vector<std::string> rival_names();

/// Throws std::invalid_argument for a name that is not among them.
std::unique_ptr<Rival> make_rival(std::string_view name);

}  // namespace graze::bench
