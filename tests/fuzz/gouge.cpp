// SPDX-License-Identifier: Apache-2.0
// Whatever the program: an end, a report that adds up, and never "clean" for what was not understood, or for a motion
// that takes a point of the part away, as samples along it show.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string>

#include "check.h"
#include "graze/model.h"
#include "graze/nc/verify.h"

namespace {

using graze::Vec3;
using graze::fuzz::require;
using namespace graze::nc;

constexpr double kHalf = 20, kDeep = 10;  // the part: x and y from -20 to 20, z from -10 to 0
constexpr double kTolerance = 0.01;

graze::Mesh block() {
  graze::Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back({(i & 1) != 0 ? kHalf : -kHalf, (i & 2) != 0 ? kHalf : -kHalf, (i & 4) != 0 ? 0 : -kDeep});
  }
  for (const auto& [a, b, c, d] : {std::array<std::uint32_t, 4>{0, 2, 3, 1},
                                   {4, 5, 7, 6},
                                   {0, 1, 5, 4},
                                   {2, 6, 7, 3},
                                   {0, 4, 6, 2},
                                   {1, 3, 7, 5}}) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}

const CheckedBody& part() {
  static const CheckedBody body{"part", CheckedPart(graze::Model::build(block()))};
  return body;
}

const ToolLibrary& tools() {
  static const ToolLibrary library = [] {
    ToolLibrary out;
    Body body;
    body.cutting_length = 12;
    body.shank_diameter = 8;
    body.length = 40;
    out.tools = {ball_mill(6, body), flat_mill(4, body), bull_mill(6, 1, body)};
    for (std::size_t i = 0; i < out.tools.size(); ++i) out.tools[i].number = static_cast<int>(i + 1);
    return out;
  }();
  return library;
}

/// How deep in the part a point lies; negative outside.
double depth(const Vec3& p) { return std::min({kHalf - std::fabs(p.x), kHalf - std::fabs(p.y), -p.z, p.z + kDeep}); }

/// The deepest of some points of the tool with its tip there.
double deepest(const Tool& tool, const Vec3& tip) {
  double found = -1e300;
  for (const double z : {0.0, 0.5, 1.0, 3.0, 6.0, 12.0}) {
    const double r = radius_at(tool, z);
    found = std::max(found, depth({tip.x, tip.y, tip.z + z}));
    for (int k = 0; k < 8; ++k) {
      const double a = k * std::numbers::pi / 4;
      found = std::max(found, depth({tip.x + r * std::cos(a), tip.y + r * std::sin(a), tip.z + z}));
    }
  }
  return found;
}

/// Where the tip is at t.
Vec3 place_at(const Motion& m, double t) {
  Vec3 p;
  double* const at[] = {&p.x, &p.y, &p.z};
  for (std::size_t i = 0; i < 3; ++i) *at[i] = m.start.value[i] + t * (m.end.value[i] - m.start.value[i]);
  if (m.kind != MotionKind::arc) return p;
  constexpr int kAxesOf[3][2] = {{0, 1}, {2, 0}, {1, 2}};
  const auto& axes = kAxesOf[static_cast<std::size_t>(m.plane)];
  const auto u = static_cast<std::size_t>(axes[0]), v = static_cast<std::size_t>(axes[1]);
  const double x = m.start.value[u] - m.centre[0], y = m.start.value[v] - m.centre[1];
  const double from = std::hypot(x, y), to = std::hypot(m.end.value[u] - m.centre[0], m.end.value[v] - m.centre[1]);
  const double angle = std::atan2(y, x) + t * m.sweep, radius = from + t * (to - from);
  *at[u] = m.centre[0] + radius * std::cos(angle);
  *at[v] = m.centre[1] + radius * std::sin(angle);
  return p;
}

void check_clean(const Program& program, bool from_clear, int first_tool) {
  require(program.complete(), "clean programs were understood");
  for (std::size_t i = 0; i < program.path.size(); ++i) {
    const Motion& m = program.path[i];
    const bool above = m.end.has(2) && m.end.value[2] >= -kTolerance;  // of the part, wherever that is
    require(m.end.has_xyz() || from_clear || above, "positions are known");
    if (!m.start.has_xyz() || !m.end.has_xyz()) continue;
    const int named = program.setups[m.setup].tool;
    const int number = named == 0 ? first_tool : named;
    for (int k = 0; k <= 32; ++k) {
      const Vec3 tip = place_at(m, k / 32.0);
      if (number < 1 || number > 3) {  // any tool is above its tip
        require(tip.z >= -kTolerance, "a clean motion has a tool or is above the part");
        continue;
      }
      const double found = deepest(tools().at(number), tip);
      require(found <= kTolerance + 1e-6, "a clean motion takes nothing of the part");
    }
  }
}

constexpr const char* kBlocks[] = {"G0 Z5\n",
                                   "G1 X10 F100\n",
                                   "G2 X5 Y5 I5 J0\n",
                                   "G3 X-5 Y0 R8 Z1\n",
                                   "G91\n",
                                   "G90\n",
                                   "G20\n",
                                   "G21\n",
                                   "T1 M6\n",
                                   "T2 M6\n",
                                   "G92 X0 Z1\n",
                                   "G92.1\n",
                                   "G55\n",
                                   "G18\n",
                                   "G81 Z-1 R2 X0\n",
                                   "G80\n",
                                   "G53 G0 Z0\n",
                                   "G28 Z3\n",
                                   "G64 P0.1\n",
                                   "G52 Z-1\n",
                                   "G19\n",
                                   "#1=[2*#1]\n",
                                   "G1 Z#1\n",
                                   "G43 H1\n",
                                   "G49\n",
                                   "G10 L2 P1 Z-1\n"};
constexpr const char* kNumbers[] = {"0", "-0.009", "-0.011", "0.5", "-12", "20", "23.004", "-23", "1e4", "30", "-0.5"};

/// One change that leaves most of a program a program.
void change(std::string& text, std::uint32_t random) {
  const auto pick = [&](std::size_t below) {
    random = random * 1664525 + 1013904223;
    return below == 0 ? 0 : (random >> 8) % below;
  };
  const auto line_at = [&](std::size_t at) {
    const std::size_t end = text.rfind('\n', at);
    return end == std::string::npos ? 1 : end + 1;  // the first byte holds options
  };
  const std::size_t at = 1 + pick(text.size() - 1);
  switch (pick(4)) {
    case 0: {  // another number
      const std::size_t from = text.find_first_of("0123456789.-", at);
      if (from == std::string::npos) return;
      const std::size_t to = std::min(text.size(), text.find_first_not_of("0123456789.-", from));
      text.replace(from, to - from, kNumbers[pick(std::size(kNumbers))]);
      return;
    }
    case 1: {  // a word less
      const std::size_t from = text.find(' ', at);
      if (from != std::string::npos) text.erase(from, text.find_first_of(" \n", from + 1) - from);
      return;
    }
    case 2: {  // a line twice
      const std::size_t from = line_at(at), to = std::min(text.size(), text.find('\n', from));
      const std::string line = text.substr(from, to - from) + "\n";
      text.insert(line_at(1 + pick(text.size() - 1)), line);
      return;
    }
    default:
      text.insert(line_at(at), kBlocks[pick(std::size(kBlocks))]);
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned int seed) {
  if (size < 2 || seed % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  std::string text(reinterpret_cast<const char*>(data), size);
  change(text, seed);
  size = std::min(most, text.size());
  std::copy_n(text.begin(), size, data);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Options reading;
  reading.dialect = static_cast<Dialect>(data[0] % 3);
  reading.max_steps = 200;
  VerifyOptions options;
  options.tolerance = kTolerance;
  options.threads = 1;
  options.starts_clear = (data[0] & 8) != 0;
  options.first_tool = (data[0] & 16) != 0 ? 1 : 0;
  options.partial = (data[0] & 32) != 0;
  options.rapid = static_cast<RapidPath>((data[0] >> 6) % 3);
  const Program program = read_program(text, "f", reading);
  const GougeReport report = verify(program, tools(), part(), {}, options);
  require(report.motions == program.motions || !program.complete(), "motions are counted");
  require(report.clean + report.gouging + report.undecided + report.unchecked == report.motions, "counts add up");
  for (const Finding& f : report.findings) {
    require(!(f.lower > f.upper), "bounds are in order");
    require(!f.message.empty(), "a finding says what it is");
    for (const char c : f.message) require(c >= ' ' && c <= '~', "a message is printable");
  }
  if (report.verdict != GougeVerdict::clean) return 0;
  require(report.gouging == 0 && report.undecided == 0 && report.unchecked == 0, "clean means all motions");
  check_clean(program, options.starts_clear, options.first_tool);
  return 0;
}
