// SPDX-License-Identifier: Apache-2.0
// NC verification: tables 43 and 44. Checks of every tool at the points of zigzag paths, and of the moves between them.
#include <algorithm>

#include "clock.h"
#include "graze/nc/check.h"
#include "laboratory.h"
#include "methods.h"
#include "models.h"
#include "molds.h"
#include "rival_flight.h"

namespace graze::reproduce {
namespace {

/// A ball that touches meets what is this much closer than its radius: paths touch at every step, and thesis's counts
/// have steps without contact.
constexpr double kTouch = 1e-6;
constexpr double kTolerance = 1e-3;
constexpr double kPress = 0.05;  // paths over parts are lowered by it: "distorted slightly" (8.1.2)

/// A triangle without area, for queries with the ball's radius as margin.
Mesh segment(const Vec3& from, const Vec3& to) { return {{from, to}, {{0, 1, 1}}}; }

Pose shift(const Vec3& t) {
  Pose pose;
  pose.t = t;
  return pose;
}

class Milling {
 public:
  Milling(Laboratory& lab, Mold mold, double press) : lab_(lab), mold_(std::move(mold)), tips_(zigzag(mold_)) {
    for (Vec3& tip : tips_) tip.z -= press;
    for (std::size_t i = 0; i + 1 < tips_.size(); ++i) moves_.push_back({tips_[i], tips_[i + 1]});
    record("part", "triangles", static_cast<double>(mold_.mesh.triangles.size()));
    record("part", "steps", static_cast<double>(tips_.size()));
  }

  /// The ball as itself, at points: a point and a margin for the thesis's hierarchies.
  void fly_ball() {
    scenes::Scene scene;
    scene.a = mold_.mesh;
    scene.b = segment({0, 0, kBall}, {0, 0, kBall});
    for (const Vec3& tip : tips_) scene.poses.push_back(shift(tip));
    std::vector<Method> methods = volumes();
    for (Method& m : methods) m.query.margin = kBall - kTouch;
    keep("ball", fly_all(scene, methods, 1, 1.5));
  }

  /// Its moves: every capsule is a segment and a margin.
  void sweep_ball() {
    const Model part = Model::build(mold_.mesh);
    std::vector<Model> segments;
    for (const nc::Move& m : moves_) {
      segments.push_back(
          Model::build(segment({m.from.x, m.from.y, m.from.z + kBall}, {m.to.x, m.to.y, m.to.z + kBall})));
    }
    QueryOptions options;
    options.margin = kBall - kTouch;
    Workspace workspace;
    Contacts found;
    std::vector<double> us(segments.size());
    std::size_t all = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      us[i] = bench::time_us([&] { contacts(part, segments[i], {}, found, options, &workspace); });
      all += found.pairs.size();
    }
    double sum = 0;
    for (const double t : us) sum += t;
    record("swept graze", "contacts", static_cast<double>(all));
    record("swept graze", "mean_us", sum / static_cast<double>(us.size()));
  }

  /// Certified depths of exact tools, at points and on moves.
  void check(const nc::CheckedPart& part, const std::string& tool) {
    const std::vector<nc::ConvexPiece> pieces = nc::convex_pieces(mold_tool(tool));
    std::vector<nc::Move> points;
    for (const Vec3& tip : tips_) points.push_back({tip, tip});
    for (const bool swept : {false, true}) {
      const std::vector<nc::Move>& moves = swept ? moves_ : points;
      nc::CheckOptions options;
      options.tolerance = kTolerance;
      options.threads = 1;
      std::vector<nc::MoveCheck> checks;
      const double us = bench::time_us([&] { checks = nc::check_moves(part, pieces, moves, options); });
      const auto count = [&](nc::Decision decision) {
        return static_cast<double>(std::count_if(checks.begin(), checks.end(),
                                                 [&](const nc::MoveCheck& c) { return c.decision == decision; }));
      };
      double deepest = 0;
      for (const nc::MoveCheck& c : checks) deepest = std::max(deepest, c.upper);
      const std::string name = tool + (swept ? " swept depth" : " depth");
      record(name, "mean_us", us / static_cast<double>(moves.size()));
      record(name, "gouges", count(nc::Decision::gouge));
      record(name, "undecided", count(nc::Decision::undecided));
      record(name, "deepest", deepest);
    }
  }

  /// Polyhedra at points, as the thesis flew them.
  void fly_polyhedron(const std::string& tool) {
    scenes::Scene scene;
    scene.a = mold_.mesh;
    scene.b = polyhedral_tool(tool);
    for (const Vec3& tip : tips_) scene.poses.push_back(shift(tip));
    record("polyhedral " + tool, "triangles", static_cast<double>(scene.b.triangles.size()));
    keep("polyhedral " + tool, fly_all(scene, volumes(), 1, 1.5));
    const RivalFlight rival = fly_rival(scene, "fcl-obb", 1, lab_.quick() ? 0.3 : 0.7);
    if (!rival.name.empty()) record("polyhedral " + tool + " fcl-obb", "mean_us", rival.mean_us());
  }

 private:
  static std::vector<Method> volumes() {
    return {thesis_method(Volume::aabb), thesis_method(Volume::dop14), thesis_method(Volume::dop18),
            thesis_method(Volume::dop26), default_method()};
  }

  void record(const std::string& method, const std::string& quantity, double value) {
    lab_.record("gouge", mold_.name, method, "", quantity, value);
  }

  void keep(const std::string& tool, const std::vector<FlightResult>& results) {
    for (const FlightResult& r : results) {
      record(tool + " " + r.method, "mean_us", r.mean_us());
      record(tool + " " + r.method, "contacts", static_cast<double>(r.contacts));
      record(tool + " " + r.method, "agrees", r.hash == results.back().hash ? 1 : 0);
    }
  }

  Laboratory& lab_;
  Mold mold_;
  std::vector<Vec3> tips_;
  std::vector<nc::Move> moves_;

 public:
  const Mesh& mesh() const { return mold_.mesh; }
};

void mill(Laboratory& lab, Mold mold, double press) {
  Milling milling(lab, std::move(mold), press);
  milling.fly_ball();
  milling.sweep_ball();
  const nc::CheckedPart part(Model::build(milling.mesh()));
  for (const char* tool : {"ball", "cylinder", "rounded", "cone"}) milling.check(part, tool);
  for (const char* tool : {"ball", "rounded", "cone"}) milling.fly_polyhedron(tool);
}

void mill_terrain(Laboratory& lab) {
  for (const std::string& name : mold_names()) {
    if (lab.quick() && name != "whites" && name != "st_helens") continue;
    mill(lab, make_mold(name, lab.quick()), 0);
  }
}

void mill_parts(Laboratory& lab) {
  for (const char* name : {"hand", "turbine_wheel", "airplane"}) {
    const std::string file = "bundled/" + std::string(name) + ".ply";
    if (lab.quick() && std::string(name) != "hand") continue;
    if (scenes::why_missing(file).empty())
      mill(lab, part_mold(name, scenes::model(file), lab.quick() ? 100 : 300), kPress);
  }
}

}  // namespace

void add_gouge(std::vector<Experiment>& list) {
  list.push_back({"gouge", {"table_43"}, 150, 8, mill_terrain});
  list.push_back({"gouge_parts", {"table_44"}, 60, 4, mill_parts});
}

}  // namespace graze::reproduce
