// SPDX-License-Identifier: Apache-2.0
// Queries in a conforming tetrahedral mesh (thesis 2.2.2): a ray from the last place of the box's corner to the new
// one, breadth-first gathering of the tetrahedra around, all pairs of triangles found there; and the inside test.
#include "lab/tetra.h"

#include <chrono>
#include <string>
#include <utility>

#include "geometry/predicates.h"
#include "graze/error.h"
#include "lab/parity.h"
#include "lab/sink.h"
#include "lab/tetra_mesh.h"

namespace graze::lab {
namespace {

using namespace detail;

constexpr std::uint8_t kOutside = 0, kInside = 1, kUnknown = 2, kUnvisited = 3;

Box grown(const Box& box, double by) { return {box.lower - Vec3{by, by, by}, box.upper + Vec3{by, by, by}}; }

class Tetra final : public TetraMethod {
 public:
  Tetra(Mesh mesh, const TetraOptions& options) : TetraMethod(std::move(mesh)) {
    if (options.most_steiner < 0)
      throw Error(ErrorCode::invalid_option,
                  "tetrahedra: at most " + std::to_string(options.most_steiner) + " Steiner points a triangle");
    const double magnitude = largest_coordinate(environment().mesh);
    if (environment().size() > 0 && !(magnitude > 1e-50 && magnitude < 1e50))
      throw Error(ErrorCode::limit, "tetrahedra: coordinates must be between 1e-50 and 1e50 in size");
    const auto began = std::chrono::steady_clock::now();
    if (environment().size() > 0) {
      mesh_ = conforming_delaunay(environment(), options);
      mark_regions();
      find_pieces();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    stats_.build_seconds = took.count();
    stats_.stored = mesh_.list.size();
    stats_.cells = mesh_.cells.size();
    stats_.steiner = mesh_.steiner;
    stats_.bytes = sizeof(Vec3) * mesh_.points.size() + sizeof(TetraMesh::Cell) * mesh_.cells.size() +
                   sizeof(std::uint32_t) * (mesh_.first.size() + mesh_.list.size()) + mesh_.walls.size() +
                   regions_.size() + sizeof(Box) * environment().boxes.size();
  }

  std::string_view name() const override { return "mesh"; }

  Containment containment(Flight& flight) const override {
    if (environment().size() == 0 || flight.flyer().size() == 0) return Containment::separate;
    bool decided = true;
    for (const std::uint32_t v : pieces_of(flight.flyer().mesh())) {
      const std::uint8_t region = region_of(flight, flight.points()[v]);
      if (region == kInside) return Containment::flyer_inside;
      if (region == kUnknown) decided = false;
    }
    // Only what lies in the box can lie in the flyer; touching nothing, it lies there with any of its points.
    for (const std::uint32_t v : pieces_) {
      const Vec3& p = environment().mesh.vertices[v];
      if (!overlap(flight.box(), {p, p})) continue;
      const Parity parity = point_parity(p, flight.flyer().size(), [&](std::uint32_t f) { return flight.corners(f); });
      if (parity == Parity::odd) return flyer_closed(flight) ? Containment::obstacle_inside : Containment::undecided;
    }
    return decided ? Containment::separate : Containment::undecided;
  }

 private:
  const Vec3& at(std::uint32_t cell, int i) const { return mesh_.points[mesh_.cells[cell].points[i]]; }

  Box box_of_cell(std::uint32_t cell) const {
    const Vec3 &a = at(cell, 0), &b = at(cell, 1), &c = at(cell, 2), &d = at(cell, 3);
    return {min(min(a, b), min(c, d)), max(max(a, b), max(c, d))};
  }

  /// Is the goal beyond the face opposite point i?
  bool beyond(std::uint32_t cell, int i, const Vec3& goal) const {
    const Vec3* p[4] = {&at(cell, 0), &at(cell, 1), &at(cell, 2), &at(cell, 3)};
    p[i] = &goal;
    return orient3d(*p[0], *p[1], *p[2], *p[3]) < 0;
  }

  /// Does the line from `from` to `goal` leave the cell through the face opposite point i?
  bool leaves(std::uint32_t cell, int i, const Vec3& from, const Vec3& goal) const {
    const Vec3 &a = at(cell, (i + 1) & 3), &b = at(cell, (i + 2) & 3), &c = at(cell, (i + 3) & 3);
    const int u = orient3d(from, goal, a, b), v = orient3d(from, goal, b, c), w = orient3d(from, goal, c, a);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
  }

  /// The cell that holds the goal, which lies in the hull. Every step goes through a face that separates the cell from
  /// the goal, if possible the one the ray goes through; in a Delaunay triangulation no such walk visits a cell twice
  /// (Edelsbrunner 1990: cells seen from a point are ordered), so it ends even where rounding misleads the ray.
  std::uint32_t walk(std::uint32_t cell, const Vec3& from, const Vec3& goal, Counters& counters) const {
    for (;; ++counters.walked) {
      int exit = -1;
      for (int i = 0; i < 4; ++i) {
        if (!beyond(cell, i, goal)) continue;
        exit = i;
        if (leaves(cell, i, from, goal)) break;
      }
      if (exit < 0) return cell;
      cell = mesh_.cells[cell].across[exit];
    }
  }

  /// Calls `visit(cell)` for the cells whose boxes meet the box, breadth first from one that holds a point of it. Cells
  /// that meet its interior are neighbours among themselves, so none of them is missed.
  template <class Visit>
  void gather(std::uint32_t start, const Box& box, Scratch& scratch, const Visit& visit) const {
    Scratch::fit(scratch.seen, mesh_.cells.size());
    const std::uint64_t mark = ++scratch.mark;
    scratch.queue.assign(1, start);
    scratch.seen[start] = mark;
    for (std::size_t n = 0; n < scratch.queue.size(); ++n) {
      const std::uint32_t cell = scratch.queue[n];
      visit(cell);
      for (const std::uint32_t next : mesh_.cells[cell].across) {
        if (next == kNoCell || scratch.seen[next] == mark) continue;
        scratch.seen[next] = mark;
        if (overlap(box_of_cell(next), box)) scratch.queue.push_back(next);
      }
    }
  }

  /// Where the flight's ray goes next: from where it ended, or from the middle of any cell.
  std::uint32_t locate(Flight& flight, const Vec3& goal) const {
    Scratch& scratch = flight.scratch();
    if (scratch.owner != this) {
      scratch.owner = this;
      scratch.cell = 0;
      scratch.place = 0.25 * ((at(0, 0) + at(0, 1)) + (at(0, 2) + at(0, 3)));
    }
    scratch.cell = walk(scratch.cell, scratch.place, goal, flight.counters());
    scratch.place = goal;
    return scratch.cell;
  }

  bool box_meets(Flight& flight) const override {
    Scratch& scratch = flight.scratch();
    scratch.found.clear();
    Box box = grown(flight.box(), mesh_.error);
    if (!overlap(box, mesh_.hull)) return false;
    box = {max(box.lower, mesh_.hull.lower), min(box.upper, mesh_.hull.upper)};
    const std::uint32_t start = locate(flight, box.lower);
    Scratch::fit(scratch.tried, environment().size());
    const std::uint64_t listed = ++scratch.mark;
    gather(start, box, scratch, [&](std::uint32_t cell) {
      ++flight.counters().cells;
      for (std::uint32_t k = mesh_.first[cell]; k < mesh_.first[cell + 1]; ++k) {
        const std::uint32_t t = mesh_.list[k];
        if (scratch.tried[t] == listed) continue;
        scratch.tried[t] = listed;
        ++flight.counters().box_tests;
        if (overlap(environment().boxes[t], flight.box())) scratch.found.push_back(t);
      }
    });
    return !scratch.found.empty();
  }

  void check(Flight& flight, PairSink& sink) const override {
    const std::vector<std::uint32_t>& found = flight.scratch().found;
    for (std::uint32_t f = 0; f < flight.flyer().size(); ++f) {
      sink.begin(f);
      for (const std::uint32_t t : found) {
        if (sink.offer(t)) return;
      }
    }
  }

  /// Inside or outside, by the number of walls on the way from the hull; unknown where two ways disagree.
  void mark_regions() {
    regions_.assign(mesh_.cells.size(), kUnvisited);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t c = 0; c < mesh_.cells.size(); ++c) {
      for (const std::uint32_t next : mesh_.cells[c].across) {
        if (next != kNoCell || regions_[c] == kOutside) continue;
        regions_[c] = kOutside;
        queue.push_back(c);
      }
    }
    bool consistent = true;
    for (std::size_t n = 0; n < queue.size(); ++n) {
      const std::uint32_t c = queue[n];
      for (int i = 0; i < 4; ++i) {
        const std::uint32_t next = mesh_.cells[c].across[i];
        if (next == kNoCell) continue;
        const auto region = static_cast<std::uint8_t>(regions_[c] ^ ((mesh_.walls[c] >> i) & 1));
        if (regions_[next] == kUnvisited) {
          regions_[next] = region;
          queue.push_back(next);
        } else if (regions_[next] != region) {
          consistent = false;
        }
      }
    }
    // A sheet with a border can be walked around: no obstacle's inside is known then.
    if (!consistent) std::fill(regions_.begin(), regions_.end(), kUnknown);
  }

  /// Of a point that is on no obstacle. A wall is off its triangle by the mesh's error at most; nearer than that only
  /// the triangles themselves tell.
  std::uint8_t region_of(Flight& flight, const Vec3& p) const {
    if (!overlap(mesh_.hull, {p, p})) return regions_[0] == kUnknown ? kUnknown : kOutside;
    const std::uint32_t start = locate(flight, p);
    const Box near = grown({p, p}, 2 * mesh_.error);
    std::uint8_t region = regions_[start];
    bool same = true;
    gather(start, near, flight.scratch(), [&](std::uint32_t cell) { same = same && regions_[cell] == region; });
    if (same || region == kUnknown) return region;
    const Parity parity =
        point_parity(p, environment().size(), [&](std::uint32_t t) { return environment().corners(t); });
    return parity == Parity::odd ? kInside : parity == Parity::even ? kOutside : kUnknown;
  }

  /// One vertex of each piece of the environment.
  void find_pieces() { pieces_ = pieces_of(environment().mesh); }

  static bool flyer_closed(const Flight& flight) { return inspect(flight.flyer().mesh()).closed; }

  TetraMesh mesh_;
  std::vector<std::uint8_t> regions_;  // by cell
  std::vector<std::uint32_t> pieces_;
};

}  // namespace

std::unique_ptr<TetraMethod> make_tetra(Mesh environment, const TetraOptions& options) {
  return std::make_unique<Tetra>(std::move(environment), options);
}

}  // namespace graze::lab
