// SPDX-License-Identifier: Apache-2.0
#include "placer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/parallel.h"
#include "graze/error.h"
#include "graze/query.h"
#include "interior.h"
#include "offset.h"
#include "shapes.h"

namespace graze::bench {
namespace {

/// How often another line is tried where B's way through the centre misses a surface.
constexpr std::size_t kAims = 16;
/// B is made smaller by this factor, so many times, until it finds room in a tunnel.
constexpr double kShrink = 0.5;
constexpr int kShrinks = 5;
/// Thin walls want fine surfaces: without a limit those of the filter housing (44,000 triangles) took 12 s each. Poses
/// settle, so a coarser surface makes them no less exact.
constexpr std::size_t kSurfaceTriangles = 400'000;
/// Where a pose is not where it should be, it is moved so often at most to either side of it, and then between.
constexpr int kSettlingSteps = 8;

double diagonal(const Mesh& mesh) {
  const Box box = inspect(mesh).box;
  return scenes::length(box.upper - box.lower);
}

double longest_side(const Mesh& mesh) {
  const Box box = inspect(mesh).box;
  return std::max({box.upper.x - box.lower.x, box.upper.y - box.lower.y, box.upper.z - box.lower.z});
}

/// make(i) for all i, on all cores; what was made, in order.
template <class Make>
std::vector<PlacedPose> each(std::size_t count, Progress& progress, const std::string& what, const Make& make) {
  std::vector<std::optional<PlacedPose>> made(count);
  detail::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    if (progress.add(0, what)) made[i] = make(i);
    progress.add(1, what);
  });
  std::vector<PlacedPose> result;
  for (const std::optional<PlacedPose>& pose : made) {
    if (pose) result.push_back(*pose);
  }
  return result;
}

}  // namespace

bool Progress::add(double units, const std::string& what) {
  const std::lock_guard lock(mutex_);
  done_ += units;
  if (!stopped_ && options_.progress && !options_.progress(std::min(1.0, done_ / total_), what)) stopped_ = true;
  return !stopped_;
}

namespace {

/// What it returns; with the file in the message when there is no inside.
template <class Ask>
auto ask_solid(const NamedMesh& named, const Ask& ask) {
  try {
    return ask();
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), named.file);
  }
}

}  // namespace

Placer::Placer(const NamedMesh& a, const NamedMesh& b, const PlanOptions& options)
    : options_(options),
      a_(a.mesh),
      b_(b.mesh),
      field_(ask_solid(a, [&] { return SignedDistance(a_.model, options.sign); })),
      id_a_(identify(a.mesh, a.name, a.file)),
      id_b_(identify(b.mesh, b.name, b.file)),
      size_(std::max(diagonal(a.mesh), diagonal(b.mesh))),
      tolerance_(options.tolerance * diagonal(a.mesh)) {
  // Directions have two dimensions, orientations three.
  const double ways = std::max(1.0, std::round(std::pow(static_cast<double>(options.poses_per_level), 0.4)));
  const auto count = static_cast<std::size_t>(ways);
  directions_ = sample_directions(options.sampling, count, options.seed);
  orientations_ =
      sample_orientations(options.sampling, (options.poses_per_level + count - 1) / count, options.seed + 1);
  if (options.sign == Sign::closed) deepest_ = -ask_solid(a, [&] { return deepest_point(field_); }).value;
}

PoseSet Placer::begin(const SetPlan& plan) const {
  PoseSet set;
  set.name = id_a_.name + (id_a_.name == id_b_.name ? "" : "-" + id_b_.name) + "-" + plan.name;
  set.title = plan.title;
  set.a = id_a_;
  set.b = id_b_;
  set.size = size_;
  set.max_penetration = deepest_;
  set.levels_are = plan.placing == Placing::fixed_distance ? kCentres : kPercent;
  set.levels = plan.levels;
  set.seed = options_.seed;
  return set;
}

double Placer::distance_of(double level) const { return level / 100 * (deepest_ > 0 ? deepest_ : size_ / 10); }

std::optional<Body> Placer::surface_at(double distance) {
  if (distance == 0) return a_;
  OffsetOptions offset;
  offset.error = options_.offset_bound;
  offset.max_triangles = kSurfaceTriangles;
  Offset surface = offset_surface(field_, distance, offset);
  if (surface.mesh.triangles.empty()) return std::nullopt;
  worst_offset_ = std::max(worst_offset_, surface.error_p99);
  return Body(std::move(surface.mesh));
}

std::vector<PlacedPose> Placer::on_surface(const Body& surface, double distance, Progress& progress,
                                           const std::string& what) const {
  return each(poses_per_level(), progress, what, [&](std::size_t i) -> std::optional<PlacedPose> {
    const std::size_t direction = i % directions_.size();
    const std::size_t orientation = i / directions_.size();
    const Mesh& mesh = surface.model.mesh();
    scenes::Random random(options_.seed + 1000003 * i);
    Vec3 aim = a_.ball.centre;
    for (std::size_t k = 0; k < kAims; ++k) {
      const std::optional<Pose> pose = approach(surface, b_, orientations_[orientation], directions_[direction], aim);
      if (pose) {
        PlacedPose result = placed(*pose, Placing::offset, distance, direction, orientation, b_);
        settle(result, directions_[direction], b_);
        return result;
      }
      aim = mesh.vertices[mesh.triangles[random.next() % mesh.triangles.size()][0]];
    }
    return std::nullopt;
  });
}

std::vector<PlacedPose> Placer::at_centres(double distance, Progress& progress) const {
  const double unit = std::max(longest_side(a_.model.mesh()), longest_side(b_.model.mesh())) / 2;
  return each(poses_per_level(), progress, "centres", [&](std::size_t i) -> std::optional<PlacedPose> {
    const std::size_t direction = i % directions_.size();
    const std::size_t orientation = i / directions_.size();
    const Vec3 centre = a_.ball.centre + (distance * unit) * directions_[direction];
    PlacedPose pose = placed(turned_at(b_, orientations_[orientation], centre), Placing::fixed_distance, 0, direction,
                             orientation, b_);
    pose.prescribed = pose.achieved;  // nothing was prescribed of it
    return pose;
  });
}

void Placer::in_tunnels(PoseSet& set, Progress& progress) {
  double scale = 1;
  for (int shrinks = 0; shrinks <= kShrinks; ++shrinks, scale *= kShrink) {
    if (!progress.add(0, "looking for tunnels")) return;
    const Body b(scenes::scaled(b_.model.mesh(), scale));
    InteriorOptions look;
    look.seed = options_.seed;
    look.wanted = std::clamp<std::size_t>(options_.poses_per_level / 4, 4, 64);
    look.tries = 200 * look.wanted;
    const std::vector<Pose> starts = interior_poses(a_, field_, b, look);
    if (starts.size() < look.wanted / 2) continue;
    const std::string part = "1/" + std::to_string(1 << shrinks);
    if (shrinks > 0) set.b = identify(b.model.mesh(), id_b_.name + " " + part, id_b_.file, scale);
    for (std::uint32_t level = 0; level < set.levels.size(); ++level) {
      const double distance = distance_of(set.levels[level]);
      const std::optional<Body> surface = surface_at(distance);
      if (!surface) continue;
      for (PlacedPose pose : from_inside(starts, *surface, b, distance, progress)) {
        pose.level = level;
        set.poses.push_back(pose);
      }
    }
    set.generator = std::to_string(starts.size()) + " places from which B, " +
                    (shrinks == 0 ? std::string("as large as it is") : part + " as large") +
                    ", can leave A straight in at most " + std::to_string(look.escapes) + " of " +
                    std::to_string(look.directions) + " directions; then first contact from there";
    return;
  }
  set.generator = "no place was found from which B can leave A straight in few directions only";
}

std::vector<PlacedPose> Placer::from_inside(const std::vector<Pose>& starts, const Body& surface, const Body& b,
                                            double distance, Progress& progress) const {
  const Vec3 corner = b.model.mesh().vertices[b.model.mesh().triangles.front()[0]];
  const std::size_t ways = std::max<std::size_t>(1, poses_per_level() / starts.size());
  const std::vector<Vec3> directions = sample_directions(Sampling::low_discrepancy, ways, 0);
  return each(starts.size() * ways, progress, "tunnels", [&](std::size_t i) -> std::optional<PlacedPose> {
    const Pose& start = starts[i / ways];
    // Too narrow for this distance: B would start on the wrong side of the surface.
    if (field_.at(place(start, corner)) <= distance || intersects(surface.model, b.model, start)) return std::nullopt;
    const std::optional<Pose> pose = advance(surface, b, start, directions[i % ways]);
    if (!pose) return std::nullopt;
    PlacedPose result = placed(*pose, Placing::interior, distance, i % ways, i / ways, b);
    settle(result, -1.0 * directions[i % ways], b);
    return result;
  });
}

PlacedPose Placer::placed(const Pose& pose, Placing placing, double distance, std::size_t direction,
                          std::size_t orientation, const Body& b) const {
  PlacedPose result;
  result.b_in_a = pose;
  result.placing = placing;
  result.prescribed = distance;
  result.achieved = least_signed_distance(field_, b.model, pose, tolerance_).value;
  result.verified = true;
  result.direction = static_cast<std::uint32_t>(direction);
  result.orientation = static_cast<std::uint32_t>(orientation);
  return result;
}

void Placer::settle(PlacedPose& pose, const Vec3& outward, const Body& b) const {
  const Pose start = pose.b_in_a;
  double error = pose.achieved - pose.prescribed;
  const auto good = [&] { return pose.prescribed == 0 || std::abs(error) <= 2 * tolerance_; };
  /// How far from the prescribed distance B is when moved so far; the best so far is kept.
  const auto try_at = [&](double s) {
    Pose moved = start;
    moved.t = moved.t + s * outward;
    const double achieved = least_signed_distance(field_, b.model, moved, tolerance_).value;
    if (std::abs(achieved - pose.prescribed) < std::abs(error)) {
      pose.b_in_a = moved;
      pose.achieved = achieved;
      error = achieved - pose.prescribed;
    }
    return achieved - pose.prescribed;
  };
  // Outward where it is too deep and inward where it is too far away, until the error has the other sign; then regula
  // falsi, with the weight of an end that stays halved (Illinois).
  double s0 = 0, e0 = error, s1 = 0, e1 = error;
  for (int i = 0; i < kSettlingSteps && !good() && (e0 > 0) == (e1 > 0); ++i) {
    s0 = s1;
    e0 = e1;
    s1 -= std::ldexp(e1 > 0 ? std::max(e1, tolerance_) : std::min(e1, -tolerance_), i);
    e1 = try_at(s1);
  }
  if ((e0 > 0) == (e1 > 0)) return;
  for (int i = 0; i < kSettlingSteps && !good(); ++i) {
    const double s = s0 + (s1 - s0) * e0 / (e0 - e1);
    const double e = try_at(s);
    if ((e > 0) == (e1 > 0)) {
      e0 /= 2;
    } else {
      s0 = s1;
      e0 = e1;
    }
    s1 = s;
    e1 = e;
  }
}

std::string Placer::describe() const {
  char text[240];
  std::snprintf(
      text, sizeof text,
      "%zu directions x %zu orientations (%s); verified to %.2g %% of A's diagonal; offset surfaces wrong by at "
      "most %.2g %% of the size (p99)",
      directions_.size(), orientations_.size(), std::string(name(options_.sampling)).c_str(), 100 * options_.tolerance,
      100 * worst_offset_ / size_);
  return text;
}

}  // namespace graze::bench
