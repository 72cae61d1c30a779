// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/mesh_sweep.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "geometry/vec.h"
#include "graze/motion.h"
#include "nc/check/check_piece.h"

namespace graze::nc::detail {
namespace {

constexpr double kLess = 0.999;  // of a move aside: what roundings add stays below
constexpr std::size_t kMostTouched = 64;
constexpr int kMostPlaces = 4096;  // where distances are asked for on one move

const Mesh& shape_of(const MeshTool& tool) { return tool.convex ? tool.hull : tool.mesh; }

Pose placed(const Vec3& at) {
  Pose pose;
  pose.t = at;
  return pose;
}

}  // namespace

MeshSweep::MeshSweep(const MeshTool& tool) : model_(Model::build(shape_of(tool))) {
  const MeshReport report = inspect(model_.mesh());
  box_ = report.box;
  shells_ = report.components;
  if (inspect_solid(model_.mesh()).solid) solid_.emplace(model_, Sign::closed);
}

/// Surfaces that do not meet: is neither inside of the other?
bool MeshSweep::apart(const PartData& part, const Vec3& at) const {
  for (const Triangle& t : model_.mesh().triangles) {
    if (point_depth(part, at + model_.mesh().vertices[t[0]], 0) > 0) return false;
    if (shells_ == 1) break;
  }
  if (!solid_) return true;
  for (const Vec3& v : part.model.mesh().vertices) {
    const Vec3 p = v - at;
    const bool in_box = p.x >= box_.lower.x && p.x <= box_.upper.x && p.y >= box_.lower.y && p.y <= box_.upper.y &&
                        p.z >= box_.lower.z && p.z <= box_.upper.z;
    if (in_box && solid_->inside(p)) return false;
  }
  return true;
}

bool MeshSweep::clear(const PartData& part, const Move& move, const Vec3& aside, MoveCheck& touched) const {
  const Impact impact = first_impact(part.model, model_, {placed(move.from + aside), move.to - move.from});
  if (!impact.hits) return impact.free_until >= 1 && apart(part, move.from + aside);
  touched.triangle = impact.triangle_a;
  touched.contact = impact.point;
  touched.t = impact.time;
  return false;
}

/// Where the tool, touching the part, might be free: along its axis, along the normals of what it touches, and along
/// their sum.
std::vector<Vec3> MeshSweep::ways_out(const PartData& part, const Move& move, double t) const {
  std::vector<Vec3> ways{{0, 0, 1}};
  QueryOptions options;
  options.limit = kMostTouched;
  const Contacts touched = contacts(part.model, model_, placed(move.from + t * (move.to - move.from)), options);
  Vec3 sum;
  for (const Contact& c : touched.pairs) {
    const Triangle& of = part.model.mesh().triangles[c.triangle_a];
    const std::vector<Vec3>& v = part.model.mesh().vertices;
    const Vec3 n = core::cross(v[of[1]] - v[of[0]], v[of[2]] - v[of[0]]);
    const double length = core::norm(n);
    if (!(length > 0)) continue;
    const Vec3 way = (1 / length) * n;
    const bool known = std::any_of(ways.begin(), ways.end(), [&](const Vec3& w) { return core::dot(w, way) > 0.999; });
    if (known) continue;
    ways.push_back(way);
    sum = sum + way;
  }
  if (core::norm(sum) > 1e-6) ways.push_back((1 / core::norm(sum)) * sum);
  return ways;
}

double MeshSweep::deepest(const PartData& part, const Vec3& at, double allowed) const {
  if (!part.solid) {
    double most = -kInfinity;
    for (const Vec3& v : model_.mesh().vertices) most = std::max(most, point_depth(part, at + v, allowed));
    return most;
  }
  // The value is one of a point: certain, however coarse the search. Deep cuts need no fine one.
  double found = -kInfinity;
  for (double tolerance = core::norm(box_.upper - box_.lower) / 16; tolerance > allowed / 16; tolerance /= 8) {
    found = -least_signed_distance(*part.solid, model_, placed(at), tolerance).value;
    if (found > allowed + tolerance || found + tolerance < allowed) break;
  }
  return found;
}

MoveCheck MeshSweep::cut(const PartData& part, const Move& move, double allowed) const {
  MoveCheck out;
  if (clear(part, move, {}, out)) {
    out.upper = 0;
    return out;
  }
  for (const Vec3& way : ways_out(part, move, out.t)) {
    MoveCheck touched;
    if (!clear(part, move, kLess * allowed * way, touched)) continue;
    out.upper = allowed;
    return out;
  }
  for (const double t : {0.0, 0.25, 0.5, 0.75, 1.0, out.t}) {
    const double depth = deepest(part, move.from + t * (move.to - move.from), allowed);
    if (depth > out.lower) {
      out.lower = depth;
      out.t = t;
    }
  }
  out.decision = out.lower > allowed ? Decision::gouge : Decision::undecided;
  out.upper = out.raise = lift(part, move, std::max(2 * allowed, out.lower));
  return out;
}

double MeshSweep::lift(const PartData& part, const Move& move, double up) const {
  const double all = part.box.upper.z - (std::min(move.from.z, move.to.z) + box_.lower.z) + 1e-6;
  MoveCheck touched;
  while (up < all && !clear(part, move, {0, 0, up}, touched)) up *= 2;
  return std::max(0.0, std::min(up, all));
}

MoveCheck MeshSweep::clearance(const PartData& part, const Move& move, double allowed) const {
  MoveCheck out;
  const Vec3 way = move.to - move.from;
  const double length = core::norm(way);
  std::vector<std::pair<double, double>> waiting{{0, 1}};
  out.upper = allowed;
  int places = 0;
  while (!waiting.empty()) {
    const auto [t0, t1] = waiting.back();
    waiting.pop_back();
    const double t = (t0 + t1) / 2, spread = length * (t1 - t0) / 2 * (1 + 1e-12);
    const Vec3 at = move.from + t * way;
    DistanceOptions options;
    options.limit = spread - allowed;
    const Distance d = distance(part.model, model_, placed(at), options);
    const bool outside = d.lower > 0 && apart(part, at);
    if (outside && d.lower - spread >= -allowed) continue;
    if (std::isfinite(d.upper) && -d.upper > out.lower) {
      out.lower = -d.upper;
      out.t = t;
      out.triangle = d.triangle_a;
      out.contact = d.p;
    }
    if (!outside) out.lower = std::max(out.lower, 0.0);
    if (!outside || out.lower > allowed) {
      out.decision = out.lower > allowed ? Decision::gouge : Decision::undecided;
      out.upper = out.raise = lift(part, move, 1e-3);
      return out;
    }
    if (++places > kMostPlaces) {
      out.decision = Decision::undecided;
      out.upper = std::max(allowed, spread - d.lower);
      return out;
    }
    waiting.emplace_back(t0, t);
    waiting.emplace_back(t, t1);
  }
  return out;
}

std::vector<MoveCheck> MeshSweep::check(const CheckedPart& part, std::span<const Move> moves, double tolerance,
                                        double stock, int threads) const {
  const double allowed = tolerance - stock;
  std::vector<MoveCheck> out(moves.size());
  graze::detail::with_threads(threads, [&] {
    graze::detail::parallel_for(std::size_t{0}, moves.size(), [&](std::size_t i) {
      out[i] = allowed > 0 ? cut(part.data(), moves[i], allowed) : clearance(part.data(), moves[i], allowed);
    });
  });
  return out;
}

}  // namespace graze::nc::detail
