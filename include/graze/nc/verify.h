// SPDX-License-Identifier: Apache-2.0
// A whole NC program against the part it must not cut into, and fixtures: every motion as the volume that each part of
// the tool sweeps, proved clean, shown to gouge, or named as not known. docs/gouge.md.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graze/nc/check.h"
#include "graze/nc/machine.h"
#include "graze/nc/program.h"
#include "graze/nc/report.h"
#include "graze/nc/tool_library.h"

namespace graze::nc {

/// How the machine goes from one place to the next at G0.
enum class RapidPath : std::uint8_t {
  straight,  ///< all axes arrive at once
  dogleg,    ///< each axis at its own rate until it has arrived
  both,      ///< either must be clean
};

/// A part or a fixture, in the frame of the program's motions.
struct CheckedBody {
  std::string name;
  CheckedPart mesh;
  std::string hash = {};  ///< of its content, for the report
};

struct VerifyOptions {
  double tolerance = 0.01;           ///< mm: cuts up to this depth are none; positive
  double stock = 0;                  ///< mm to leave on the part; negative: may be cut off it
  std::map<int, double> tool_stock;  ///< the same for single tools, instead of `stock`
  double clearance = 0;              ///< of shank, holder and rapids from the part; 0: none is asked for
  double fixture_clearance = 0;      ///< of any part of the tool from fixtures
  double gap = 1e-3;                 ///< how far apart the bounds of a depth may stay
  RapidPath rapid = RapidPath::straight;
  std::array<double, 3> rapid_rates{1, 1, 1};  ///< of X Y Z, in any unit: only their ratios count
  std::optional<Kinematics> machine;           ///< of rotary axes; without it motions that turn are not checked
  Interpolation tcp = Interpolation::tcp;      ///< what tool-centre-point control does between the ends of a motion
  std::map<int, double> gauges;     ///< mm from a tool's tip to the gauge point, where the machine's head turns
  int first_tool = 0;               ///< in the spindle when the program has not named one; 0: none
  bool starts_clear = false;        ///< before the first motion the tool stands above the part and all fixtures
  double path_tolerance = -1;       ///< mm: what G64 without P may leave the path by; negative: not told
  double mesh_error = 0;            ///< mm: of the part's mesh from the part that is meant
  double word_error = 0.0005;       ///< mm: half of the last digit of the program's coordinates
  bool strict = false;              ///< the errors that no bound contains are taken off the tolerance
  bool partial = false;             ///< a program with errors is checked as far as it can be; never clean
  std::size_t max_findings = 1000;  ///< the worst are kept, the others counted
  std::size_t batch = 16384;        ///< motions in memory at a time
  int threads = 0;                  ///< 0 = all cores; the report does not depend on it
};

/// Called now and then with how many motions are done and how many there are (0 while the program is read); false ends
/// the check, whose verdict is then `not_verified`.
using VerifyProgress = std::function<bool(std::uint64_t done, std::uint64_t all)>;

/// Takes motions one after another, keeps a batch of them and the findings.
class Verifier {
 public:
  /// `program` has its setups, diagnostics and the number of motions; what is given must live as long as the verifier.
  /// Throws std::invalid_argument for options out of range.
  Verifier(const Outcome& program, const ToolLibrary& tools, const CheckedBody& part,
           std::span<const CheckedBody> fixtures, const VerifyOptions& options, VerifyProgress progress = {});
  ~Verifier();
  Verifier(const Verifier&) = delete;
  Verifier& operator=(const Verifier&) = delete;

  /// In the program's order. False: the check was ended.
  bool add(const Motion& motion);
  GougeReport finish();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

GougeReport verify(const Program& program, const ToolLibrary& tools, const CheckedBody& part,
                   std::span<const CheckedBody> fixtures = {}, const VerifyOptions& options = {},
                   const VerifyProgress& progress = {});

/// From the text, which is executed twice: once for what is in it, once to check, so that no more than a batch of
/// motions is ever in memory. `outcome`, where given, receives what reading found: names of files and calls.
GougeReport verify(std::string_view text, std::string_view name, const Options& reading, const ToolLibrary& tools,
                   const CheckedBody& part, std::span<const CheckedBody> fixtures = {},
                   const VerifyOptions& options = {}, const VerifyProgress& progress = {}, Outcome* outcome = nullptr);

}  // namespace graze::nc
