// SPDX-License-Identifier: Apache-2.0
#include "gouge_page/path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "gouge_page/vectors.h"

namespace graze::gouge_page {
namespace {

constexpr int kMostChords = 4096;  // of a motion
constexpr double kTurnStep = 1;    // degrees of a rotary axis between two points

/// First and second axis of a plane.
std::array<std::size_t, 2> axes_of(nc::Plane plane) {
  if (plane == nc::Plane::zx) return {2, 0};
  if (plane == nc::Plane::yz) return {1, 2};
  return {0, 1};
}

std::array<double, 2> radii_of(const nc::Motion& m) {
  const auto [u, v] = axes_of(m.plane);
  return {std::hypot(m.start.value[u] - m.centre[0], m.start.value[v] - m.centre[1]),
          std::hypot(m.end.value[u] - m.centre[0], m.end.value[v] - m.centre[1])};
}

/// The axes at a share of t along a motion (graze/nc/program.h).
nc::Axes axes_at(const nc::Motion& m, double t) {
  nc::Axes axes = m.end;
  if (t == 1) return axes;
  for (std::size_t i = 0; i < axes.value.size(); ++i)
    axes.value[i] = m.start.value[i] + t * (m.end.value[i] - m.start.value[i]);
  if (m.kind != nc::MotionKind::arc) return axes;
  const auto [u, v] = axes_of(m.plane);
  const auto [first, last] = radii_of(m);
  const double radius = first + t * (last - first);
  const double angle = std::atan2(m.start.value[v] - m.centre[1], m.start.value[u] - m.centre[0]) + t * m.sweep;
  axes.value[u] = m.centre[0] + radius * std::cos(angle);
  axes.value[v] = m.centre[1] + radius * std::sin(angle);
  return axes;
}

/// Axes that were never commanded stay where the part was set up.
bool turns(const nc::Motion& m) {
  for (int axis = 3; axis < nc::kAxes; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (m.start.has(axis) != m.end.has(axis)) return true;
    if (m.end.has(axis) && (m.start.value[i] != 0 || m.end.value[i] != 0)) return true;
  }
  return false;
}

class Recorder final : public nc::Listener {
 public:
  Recorder(const PathSource& source, Path& path) : source_(source), path_(path) {}

  void motion(const nc::Motion& m) override {
    const auto index = static_cast<double>(path_.motions++);
    if (!m.end.has_xyz()) {
      joined_ = false;
      return;
    }
    PathPoint point;
    point.place = std::min(m.place.file, 255U) << 24 | std::min(m.place.line, 0xFFFFFFU);
    const int tool = m.setup < source_.setups.size() ? source_.setups[m.setup].tool : 0;
    point.number = tool == 0 ? source_.first_tool : tool;
    const bool whole = m.start.has_xyz();
    if (!joined_ || !whole) joined_ = add(point, m, whole ? 0 : 1, index);
    if (!whole) return;
    point.leg = m.kind == nc::MotionKind::rapid ? Leg::rapid : m.kind == nc::MotionKind::feed ? Leg::feed : Leg::arc;
    const int chords = chords_of(m);
    for (int k = 1; k <= chords && joined_; ++k) joined_ = add(point, m, static_cast<double>(k) / chords, index);
    if (!joined_ || !source_.pose_error || !turns(m)) return;
    for (int k = 0; k < chords; ++k) {
      const double error = source_.pose_error(m, static_cast<double>(k) / chords, static_cast<double>(k + 1) / chords);
      path_.deviation = std::max(path_.deviation, error);
    }
  }

 private:
  bool add(PathPoint point, const nc::Motion& m, double t, double index) {
    if (turns(m)) {
      const std::optional<Posed> posed = source_.pose ? source_.pose(m, t) : std::nullopt;
      if (!posed) return false;
      point.tool = *posed;
    } else {
      const nc::Axes axes = axes_at(m, t);
      point.tool.tip = {axes.value[0], axes.value[1], axes.value[2]};
    }
    point.at = index + t;
    path_.points.push_back(point);
    return true;
  }

  int chords_of(const nc::Motion& m) {
    double count = 1;
    if (m.kind == nc::MotionKind::arc) {
      const auto [first, last] = radii_of(m);
      const double radius = std::max(first, last);
      const double step = radius > source_.chord_error ? 2 * std::acos(1 - source_.chord_error / radius) : 1;
      count = std::ceil(std::abs(m.sweep) / std::min(step, std::numbers::pi / 4));
      count = std::clamp(count, 1.0, static_cast<double>(kMostChords));
      path_.deviation = std::max(path_.deviation, radius * (1 - std::cos(std::abs(m.sweep) / count / 2)));
    }
    for (std::size_t i = 3; i < m.start.value.size() && source_.pose; ++i)
      count = std::max(count, std::ceil(std::abs(m.end.value[i] - m.start.value[i]) / kTurnStep));
    return static_cast<int>(std::min(count, static_cast<double>(kMostChords)));
  }

  const PathSource& source_;
  Path& path_;
  bool joined_ = false;
};

/// Can the points between a and b be left out? Each must lie where its parameter puts it on the straight line.
bool straight(std::span<const PathPoint> points, std::size_t a, std::size_t b, double error, bool exact_lines) {
  const PathPoint &from = points[a], &to = points[b];
  for (std::size_t k = a + 1; k < b; ++k) {
    const PathPoint& p = points[k];
    const double t = (p.at - from.at) / (to.at - from.at);
    if (norm(from.tool.tip + t * (to.tool.tip - from.tool.tip) - p.tool.tip) > error) return false;
    if (norm(from.tool.axis + t * (to.tool.axis - from.tool.axis) - p.tool.axis) > 1e-3) return false;
    const double lines = static_cast<double>(to.place) - static_cast<double>(from.place);
    if (exact_lines && std::abs(from.place + t * lines - p.place) > 0.01) return false;
  }
  return true;
}

Path with_error(const Path& path, double error, bool exact_lines, std::span<const double> kept) {
  constexpr std::size_t kWindow = 256;
  Path result;
  result.motions = path.motions;
  result.deviation = path.deviation + error;
  result.exact_lines = exact_lines && path.exact_lines;
  const std::vector<PathPoint>& points = path.points;
  std::size_t next_kept = 0;
  for (std::size_t a = 0; a < points.size();) {
    result.points.push_back(points[a]);
    while (next_kept < kept.size() && kept[next_kept] <= points[a].at) ++next_kept;
    std::size_t limit = a + 1;
    while (limit < points.size() && limit - a < kWindow && points[limit].leg == points[a + 1].leg &&
           points[limit].leg != Leg::none && points[limit].number == points[a + 1].number &&
           points[limit].place >> 24 == points[a].place >> 24 &&
           !(next_kept < kept.size() && kept[next_kept] < points[limit].at)) {
      ++limit;
    }
    std::size_t good = a + 1;  // stretches of 1, 2, 4, ... more points, as long as they are straight
    for (std::size_t step = 1; good + step < limit; step *= 2) {
      if (!straight(points, a, good + step, error, exact_lines)) break;
      good += step;
    }
    a = good;
  }
  return result;
}

}  // namespace

Path record_path(const PathSource& source, std::vector<std::string>* files) {
  Path path;
  nc::Options reading = source.reading;
  std::vector<std::string> texts;
  if (reading.resolve) {
    reading.resolve = [&](std::string_view name) {
      std::optional<std::string> text = source.reading.resolve(name);
      if (text) texts.push_back(*text);
      return text;
    };
  }
  Recorder recorder(source, path);
  nc::run_program(source.text, source.name, reading, recorder);
  if (files != nullptr) *files = std::move(texts);
  return path;
}

Path thinned(const Path& path, std::size_t most, std::span<const double> kept) {
  // What lies on a line anyway first; a hundredth of a micrometre is what floats leave of 100 mm.
  Path result = with_error(path, 1e-5, true, kept);
  for (double error = 1e-3; result.points.size() > most && error < 10; error *= 2)
    result = with_error(path, error, error < 0.05, kept);
  return result;
}

}  // namespace graze::gouge_page
