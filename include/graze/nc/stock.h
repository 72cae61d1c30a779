// SPDX-License-Identifier: Apache-2.0
// Material removal: what a program leaves of a block, and where it goes through material when it must not. Its verdict
// is apart from the proof that a part is not gouged (graze/nc/verify.h), for it rests on cells. docs/nc_stock.md.
//
// Stock is kept on three sets of parallel lines, one along each axis, a cell apart, as the stretches of each line that
// are material ("tri-dexels"). On the lines, what moves take away is exact up to errors that the report lists; between
// them, nothing is claimed but this: no point is farther from a line of each set than StockReport::between_lines, so a
// region of any shape that holds a ball of that radius is met by lines of every set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graze/mesh.h"
#include "graze/model.h"
#include "graze/nc/check.h"
#include "graze/nc/program.h"
#include "graze/nc/report.h"
#include "graze/nc/tool_library.h"

namespace graze::nc {

/// The material before the program, in the frame of the program's motions, mm. The makers throw Error (invalid_option,
/// not_solid, invalid_mesh) for what encloses no volume.
class Stock {
 public:
  enum class Kind : std::uint8_t { box, cylinder, solid };

  static Stock box(const Vec3& lower, const Vec3& upper);
  /// The part's box, larger by `below` at its lower and by `above` at its upper sides (negative: smaller).
  static Stock around(const Mesh& part, const Vec3& below, const Vec3& above);
  /// From the disc about `foot`, along the axis (0, 1, 2: x, y, z).
  static Stock cylinder(const Vec3& foot, int axis, double radius, double length);
  static Stock solid(Mesh mesh);  ///< a mesh that bounds a solid (graze/solid.h)

  Kind kind() const { return kind_; }
  const Box& bounds() const { return bounds_; }
  int axis() const { return axis_; }  ///< of a cylinder, which touches the sides of its bounds
  const Mesh& mesh() const { return mesh_; }

 private:
  Kind kind_ = Kind::box;
  Box bounds_;
  int axis_ = 2;
  Mesh mesh_;
};

/// Where a tool is, in the stock's frame.
struct ToolPlace {
  Vec3 tip;
  Vec3 axis{0, 0, 1};  ///< unit length, from the tip up
};

/// What counts as left above the part.
enum class Excess : std::uint8_t {
  none,   ///< is not looked for
  above,  ///< material with some of the part below it, along z
};

struct StockOptions {
  double cell = 0;                             ///< mm between lines, at most; 0: as small as `memory` allows
  std::size_t memory = std::size_t{256} << 20; /**< bytes for all lines while none has more than one stretch; more
                                                    than that for `cell` is refused */
  bool height_field = false;                   ///< lines along z alone: faster, and blind to what they cannot see
  /// Material that reaches no deeper than this into a shank, a holder or a rapid tool is touched, not hit. mm,
  /// positive.
  double tolerance = 0.01;
  double excess_tolerance = 0.1;  ///< material left above the part by less is none
  Excess excess = Excess::above;  ///< of the target, where one is given
  double chord = 0;               ///< how far chords of arcs may leave them, mm; 0: a quarter of the tolerance
  double turn = 0;  ///< while a tool turns: how far a point of it may be from where it should be; 0: half a cell
  Surface surface = Surface::automatic;  ///< of the target
  /// Where the tool is at t (0 to 1) of a motion, for machines with rotary axes; nothing: not known, and the motion is
  /// not simulated. Without it, motions with A, B or C other than 0 are not.
  std::function<std::optional<ToolPlace>(const Motion&, double t)> place;
  int first_tool = 0;         ///< in the spindle when the program has not named one; 0: none
  bool starts_clear = false;  ///< before the first motion the tool stands above the stock
  int threads = 0;            ///< 0 = all cores; results do not depend on it
  std::size_t max_findings = 1000;
  std::size_t mesh_triangles = 200'000;  ///< of StockReport::remaining, roughly; 0: no mesh
  /// Called now and then with motions done and their number; false ends the simulation, not verified.
  std::function<bool(std::uint64_t done, std::uint64_t all)> progress;
};

struct StockReport {
  GougeVerdict verdict = GougeVerdict::not_verified;
  std::string proved;             ///< in words
  std::vector<Finding> findings;  ///< in the order of the program; what is left on the part last
  std::uint64_t findings_left_out = 0;
  std::vector<ErrorTerm> errors;

  std::array<double, 3> cell{};          ///< mm between lines along x, y, z
  std::array<std::size_t, 3> lines{};    ///< along x, y, z
  double between_lines = 0;              ///< half a cell's largest diagonal
  std::size_t bytes = 0;                 ///< of the lines, at the end
  std::array<double, 3> volume_before{}; /**< mm³ by the lines along x, y, z; 0 for sets that were not used. How far
                                              they differ tells how well the cell resolves the shape */
  std::array<double, 3> volume_after{};

  // Against the target, by lines along z.
  bool compared = false;
  double excess_volume = 0;                ///< material outside the part
  double above_volume = 0;                 ///< of it, what has some of the part below it
  double overcut_volume = 0;               ///< of the part, what the program took away
  double uncovered_volume = 0;             ///< of the part, what the stock never had
  double worst_excess = 0;                 ///< the largest distance to the part that was found above it
  double worst_overcut = 0;                ///< the same of a point taken away from the part
  std::vector<float> excess_of_triangle;   ///< of the part; 0: none
  std::vector<float> overcut_of_triangle;  ///< 0: none

  std::uint64_t motions = 0, simulated = 0, unchecked = 0;  ///< motions of the program
  std::uint64_t moves = 0;                                  ///< straight pieces, arcs and turns divided
  std::uint64_t rapids_in_stock = 0, shanks_in_stock = 0, holders_in_stock = 0;  ///< motions
  double seconds = 0;
  Mesh remaining;  ///< closed, of the order of a cell from the material's surface; for looking at
};

/// Executes the motions in order: feeds and arcs take away what the cutting part of the tool sweeps, rapids, shanks and
/// holders nothing. A rapid tool that meets material, and a shank or holder that meets material not taken away before,
/// are findings; their depth is the longest stretch of a line in both, in the set of lines where that is least.
/// Nothing is thrown for bad programs; options out of range throw std::invalid_argument, a cell that needs more than
/// the memory allowed throws Error (limit).
StockReport simulate_stock(const Program& program, const ToolLibrary& tools, const Stock& stock,
                           const Model* target = nullptr, const StockOptions& options = {});

/// The cell, mm, that `memory` bytes allow.
double cell_for(const Stock& stock, std::size_t memory, bool height_field = false);

}  // namespace graze::nc
