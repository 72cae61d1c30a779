// SPDX-License-Identifier: Apache-2.0
// The way of the tool's tip through a program, for drawing: points, thinned out with a stated error.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math.h"
#include "graze/nc/program.h"

namespace graze::gouge_page {

/// A tool somewhere in the part's frame.
struct Posed {
  Vec3 tip;
  Vec3 axis{0, 0, 1};
};

/// A motion with rotary axes that are not at zero: where the tool is at t (0 to 1), and how far it is from the
/// straight line between two such places. Nothing: not known.
using Posing = std::function<std::optional<Posed>(const nc::Motion&, double t)>;
using PosingError = std::function<double(const nc::Motion&, double t0, double t1)>;

enum class Leg : std::uint8_t { rapid, feed, arc, none };  ///< none: the path begins anew

struct PathPoint {
  Posed tool;
  double at = 0;            ///< m + t: on motion m, a share of t along it
  std::uint32_t place = 0;  ///< its line, and its file (at most 255) in the upper eight bits
  std::int32_t number = 0;  ///< of the tool
  Leg leg = Leg::none;      ///< that ends here
};

struct Path {
  std::vector<PathPoint> points;
  std::uint64_t motions = 0;
  double deviation = 0;     ///< mm: the true tip at every parameter `at` is at most this far from the polyline's
  bool exact_lines = true;  ///< the line of a point between two is known by counting motions
};

struct PathSource {
  std::string_view text;  ///< of the program
  std::string_view name;
  const nc::Options& reading;
  std::span<const nc::Setup> setups;  ///< that reading it found
  Posing pose = {};                   ///< empty: motions with rotary axes are not drawn
  PosingError pose_error = {};
  int first_tool = 0;
  double chord_error = 0.002;  ///< mm, of arcs; a motion has at most 4096 chords
};

/// Executes the program once more. Texts of subprograms in other files are put into `files` (by Place::file; the main
/// program's is not).
Path record_path(const PathSource& source, std::vector<std::string>* files = nullptr);

/// At most about `most` points; those at `kept` (sorted values of `at`) stay. The error grows until it fits.
Path thinned(const Path& path, std::size_t most, std::span<const double> kept);

}  // namespace graze::gouge_page
