// SPDX-License-Identifier: Apache-2.0
// A Delaunay triangulation that conforms with an environment (thesis 2.2.1): Steiner points where edges are missing and
// where edges of tetrahedra pierce triangles, round after round until nothing is missing.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "geometry/predicates.h"
#include "graze/error.h"
#include "lab/constraints.h"
#include "lab/delaunay.h"
#include "lab/tetra_mesh.h"

namespace graze::lab {
namespace {

using namespace detail;
using Id = Constraints::Id;

class Conformer {
 public:
  Conformer(const Environment& environment, const TetraOptions& options)
      : environment_(environment), constraints_(environment) {
    const double extra = environment.side;
    const Box box = environment.workspace();
    hull_ = {box.lower - Vec3{extra, extra, extra}, box.upper + Vec3{extra, extra, extra}};
    input_ = constraints_.points.size();
    for (int i = 0; i < 8; ++i)
      constraints_.add_point({i & 1 ? hull_.upper.x : hull_.lower.x, i & 2 ? hull_.upper.y : hull_.lower.y,
                              i & 4 ? hull_.upper.z : hull_.lower.z});
    most_ = input_ + 8 + 1000 + static_cast<std::size_t>(options.most_steiner) * environment.size();
    std::vector<std::pair<Kernel::Point_3, std::uint32_t>> all;
    for (Id i = 0; i < constraints_.points.size(); ++i) all.emplace_back(to_cgal(constraints_.points[i]), i);
    mesh_.insert(all.begin(), all.end());
    vertices_.resize(constraints_.points.size());
    for (const Vertex v : mesh_.finite_vertex_handles()) vertices_[v->info()] = v;
    segments_.add_all(constraints_.segments.size());
    faces_.add_all(constraints_.faces.size());
  }

  TetraMesh run() {
    stamp_.resize(constraints_.points.size(), 0);
    do {
      recover_edges();
      missing_.clear();
      for (const Id f : faces_.take()) {
        if (!constraints_.faces[f].flat && !conforms(f)) missing_.push_back(f);
      }
      for (const Id f : missing_) {
        faces_.add(f);
        refine(f);
      }
    } while (!missing_.empty());
    return write();
  }

 private:
  static Kernel::Point_3 to_cgal(const Vec3& p) { return {p.x, p.y, p.z}; }
  const Vec3& at(Id p) const { return constraints_.points[p]; }
  const Vec3& at(Vertex v) const { return constraints_.points[v->info()]; }

  /// The new point, or the one that is there already.
  Id insert(const Vec3& p, Vertex near) {
    if (constraints_.points.size() >= most_) give_up();
    const std::size_t before = mesh_.number_of_vertices();
    const Vertex v = mesh_.insert(to_cgal(p), near->cell());
    if (mesh_.number_of_vertices() == before) return v->info();
    v->info() = constraints_.add_point(p);
    vertices_.push_back(v);
    stamp_.push_back(0);
    // Edges and faces that made room had their ends among the new point's neighbours.
    around_.clear();
    mesh_.finite_adjacent_vertices(v, std::back_inserter(around_));
    for (const Vertex u : around_) look_again_at(u->info());
    return v->info();
  }

  void look_again_at(Id point) {
    for (const Id s : constraints_.segments_at(point)) segments_.add(s);
    for (const Id f : constraints_.faces_at(point)) faces_.add(f);
  }

  /// A point that was there already turns out to lie on an edge.
  void split(Id s, std::size_t i, Id point) {
    constraints_.split(s, i, point);
    segments_.add(s);
    for (const Id f : constraints_.segments[s].triangles) faces_.add(f);
  }

  void recover_edges() {
    while (!segments_.empty()) {
      for (const Id s : segments_.take()) {
        for (std::size_t i = 0; i + 1 < constraints_.segments[s].chain.size();) {
          const std::vector<Id>& chain = constraints_.segments[s].chain;
          if (is_edge(chain[i], chain[i + 1])) {
            ++i;
          } else {
            cut(s, i);  // what it breaks is on the list again
          }
        }
      }
    }
  }

  bool is_edge(Id p, Id q) const {
    Cell c;
    int i = 0, j = 0;
    return mesh_.is_edge(vertices_[p], vertices_[q], c, i, j);
  }

  /// Where a vertex lies on the missing edge, that cuts it. Else near a corner of the environment the cut is at a power
  /// of two from it, so that edges that meet at a sharp angle are cut at equal distances and do not cut each other
  /// without end (concentric shells; Shewchuk 2002), and in the middle elsewhere.
  void cut(Id s, std::size_t i) {
    const Id p = constraints_.segments[s].chain[i], q = constraints_.segments[s].chain[i + 1];
    const Vec3 a = at(p), b = at(q);
    for (const Id end : {p, q}) {
      around_.clear();
      mesh_.finite_adjacent_vertices(vertices_[end], std::back_inserter(around_));
      for (const Vertex v : around_) {
        if (v->info() == p || v->info() == q || distance_to_segment(at(v), a, b) > constraints_.tolerance) continue;
        split(s, i, v->info());
        if (constraints_.segments[s].chain[i + 1] == v->info()) return;
      }
    }
    double share = 0.5;
    const double length = norm(b - a);
    const bool from_p = constraints_.is_corner(p), from_q = constraints_.is_corner(q);
    if (from_p != from_q) {
      const double shell = std::exp2(std::round(std::log2(0.5 * length))) / length;  // in [0.35, 0.71]
      share = from_p ? shell : 1 - shell;
    }
    const Vec3 middle = share < 0.5 ? a + share * (b - a) : b - (1 - share) * (b - a);
    split(s, i, insert(middle, vertices_[p]));
    if (constraints_.segments[s].chain[i + 1] == q) give_up();  // no number is left between its ends
  }

  struct Piece {
    Cell cell;
    int opposite;
  };

  /// The faces of the mesh that make up triangle f, in pieces_. Rounded Steiner points may enclose cells with four
  /// corners on the triangle; of their faces the upper ones count. True when the faces' edges that occur an odd number
  /// of times are the triangle's sides: then, by degree modulo two, the faces cover it (docs/laboratory_chapter2.md).
  bool conforms(Id f) {
    pieces_.clear();
    folded_ = false;
    mark_points_on(f);
    if (on_.size() == 3) {
      Cell c;
      int i = 0, j = 0, k = 0;
      if (!mesh_.is_facet(vertices_[on_[0]], vertices_[on_[1]], vertices_[on_[2]], c, i, j, k)) return false;
      pieces_.push_back({c, 6 - i - j - k});
      return true;
    }
    const Corners t = constraints_.corners(f);
    const Vec3 normal = cross(t.v[1] - t.v[0], t.v[2] - t.v[0]);
    axis_ = std::abs(normal.x) > std::abs(normal.y) ? (std::abs(normal.x) > std::abs(normal.z) ? 0 : 2)
                                                    : (std::abs(normal.y) > std::abs(normal.z) ? 1 : 2);
    up_ = coordinate(normal, axis_) > 0 ? 1 : -1;
    odd_.clear();
    std::size_t links = 0;
    for (const Id s : constraints_.faces[f].segments) {
      const std::vector<Id>& chain = constraints_.segments[s].chain;
      for (std::size_t i = 0; i + 1 < chain.size(); ++i) toggle(chain[i], chain[i + 1]);
      links += chain.size() - 1;
    }
    folded_ = odd_.size() < links;
    gather_around(on_);
    for (const Cell c : cells_) {
      for (int i = 0; i < 4; ++i) add_piece(c, i);
    }
    return odd_.empty();
  }

  void mark_points_on(Id f) {
    constraints_.points_on(f, on_);
    ++round_;
    for (const Id p : on_) stamp_[p] = round_;
  }

  void toggle(Id p, Id q) {
    const std::pair<Id, Id> edge = std::minmax(p, q);
    if (!odd_.erase(edge)) odd_.insert(edge);
  }

  bool on(Vertex v) const { return !mesh_.is_infinite(v) && stamp_[v->info()] == round_; }

  void add_piece(Cell c, int i) {
    const Vertex a = c->vertex((i + 1) & 3), b = c->vertex((i + 2) & 3), d = c->vertex((i + 3) & 3);
    if (!on(a) || !on(b) || !on(d)) return;
    // Each face is met from both cells; the one below it, by the triangle's normal, speaks for it.
    const double turn = up_ * orient2d(drop(at(a), axis_), drop(at(b), axis_), drop(at(d), axis_));
    if (mesh_.is_infinite(c->vertex(i)) || turn == 0) return;
    if (turn * orient3d(at(a), at(b), at(d), at(c->vertex(i))) > 0) return;
    const Cell above = c->neighbor(i);
    if (on(above->vertex(above->index(c)))) return;
    pieces_.push_back({c, i});
    toggle(a->info(), b->info());
    toggle(b->info(), d->info());
    toggle(d->info(), a->info());
  }

  /// All cells at the points, each once, in cells_.
  void gather_around(const std::vector<Id>& points) {
    cells_.clear();
    for (const Id p : points) mesh_.incident_cells(vertices_[p], std::back_inserter(cells_));
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  }

  /// More points on a triangle that is not a union of faces: of those where edges of the mesh pierce it, the one
  /// farthest from the points it has, and others that keep half that distance. The thesis takes one a round; rounds on
  /// triangles with hundreds of points take long.
  void refine(Id f) {
    mark_points_on(f);
    const Corners t = constraints_.corners(f);
    find_piercing(t);
    for (const auto& [p, q] : piercing_) {
      for (const Id end : {p, q}) {  // not yet known to lie on it
        if (distance_to_triangle(at(end), t) > constraints_.tolerance) continue;
        constraints_.put_inside(f, end);
        return;
      }
    }
    double farthest = -1;
    std::vector<Candidate> candidates;
    for (const auto& [p, q] : piercing_) {
      Candidate c{p, q, piercing_point(t, at(p), at(q)), 0};
      c.room = room_at(c.where, on_);
      farthest = std::max(farthest, c.room);
      candidates.push_back(c);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& c, const Candidate& d) { return c.room > d.room; });
    std::vector<Id> fresh;
    for (const Candidate& c : candidates) {
      if (c.room < 0.5 * farthest || (!fresh.empty() && room_at(c.where, fresh) < 0.5 * farthest)) continue;
      const Id point = insert(c.where, vertices_[c.p]);
      if (constraints_.on_face(point, f)) continue;  // rounded to a point it has
      look_again_at(c.p);
      look_again_at(c.q);
      constraints_.put_on_edge(c.p, c.q, point);
      constraints_.put_inside(f, point);
      fresh.push_back(point);
    }
    if (fresh.empty()) cut_longest_side(f);  // whatever hides the triangle is next to a side
  }

  struct Candidate {
    Id p, q;
    Vec3 where;
    double room;  // to the nearest point of the triangle
  };

  double room_at(const Vec3& x, const std::vector<Id>& points) const {
    double nearest = norm(x - at(points[0]));
    for (const Id p : points) nearest = std::min(nearest, norm(x - at(p)));
    return nearest;
  }

  /// Edges of the mesh through the triangle, or with an end in its plane, that have no end among its points. Cells are
  /// searched from those at its points through faces that meet it.
  void find_piercing(const Corners& t) {
    piercing_.clear();
    gather_around(on_);
    std::set<Cell> seen(cells_.begin(), cells_.end());
    for (std::size_t n = 0; n < cells_.size(); ++n) {
      const Cell c = cells_[n];
      if (mesh_.is_infinite(c)) continue;
      for (int i = 0; i < 4; ++i) {
        for (int j = i + 1; j < 4; ++j) {
          if (!on(c->vertex(i)) && !on(c->vertex(j)) && pierces(t, at(c->vertex(i)), at(c->vertex(j))))
            piercing_.insert(std::minmax(c->vertex(i)->info(), c->vertex(j)->info()));
        }
        const Cell next = c->neighbor(i);
        if (seen.count(next) != 0 || mesh_.is_infinite(next)) continue;
        const Corners face = {{at(c->vertex((i + 1) & 3)), at(c->vertex((i + 2) & 3)), at(c->vertex((i + 3) & 3))}};
        if (!triangles_meet(face, t)) continue;
        seen.insert(next);
        cells_.push_back(next);
      }
    }
  }

  void cut_longest_side(Id f) {
    const auto [s, i] = constraints_.longest_side(f);
    cut(s, i);
  }

  [[noreturn]] void give_up() const {
    std::string message = "tetrahedra: no conforming mesh with " +
                          std::to_string(constraints_.points.size() - input_ - 8) + " Steiner points";
    // Triangles that cross are the usual reason.
    const Model model = Model::build(environment_.mesh);
    for (const Contact& c : contacts(model, model, Pose{}).pairs) {
      if (c.kind == ContactKind::crossing && c.triangle_a != c.triangle_b)
        throw Error(ErrorCode::unsupported, message + "; triangles " + std::to_string(c.triangle_a) + " and " +
                                                std::to_string(c.triangle_b) + " cross");
    }
    if (!missing_.empty()) message += "; triangle " + std::to_string(missing_[0]) + " is not a union of faces yet";
    throw Error(ErrorCode::unsupported, message);
  }

  TetraMesh write() {
    TetraMesh out;
    out.hull = hull_;
    out.error = 4 * constraints_.tolerance;
    out.steiner = constraints_.points.size() - input_ - 8;
    out.points = constraints_.points;
    std::uint32_t count = 0;
    for (const Cell c : mesh_.all_cell_handles()) c->info() = mesh_.is_infinite(c) ? kNoCell : count++;
    out.cells.resize(count);
    out.walls.assign(count, 0);
    for (const Cell c : mesh_.finite_cell_handles()) {
      TetraMesh::Cell& cell = out.cells[c->info()];
      for (int i = 0; i < 4; ++i) {
        cell.points[i] = c->vertex(i)->info();
        cell.across[i] = c->neighbor(i)->info();
      }
    }
    std::vector<std::pair<std::uint32_t, Id>> listed;  // cell, triangle
    for (Id f = 0; f < constraints_.faces.size(); ++f) {
      if (constraints_.faces[f].flat) {
        list_edges(f, listed);
        continue;
      }
      conforms(f);
      if (folded_) list_edges(f, listed);
      for (const Piece& piece : pieces_) {
        listed.emplace_back(piece.cell->info(), f);
        const Cell other = piece.cell->neighbor(piece.opposite);
        out.walls[piece.cell->info()] ^= static_cast<std::uint8_t>(1 << piece.opposite);
        out.walls[other->info()] ^= static_cast<std::uint8_t>(1 << other->index(piece.cell));
      }
    }
    std::sort(listed.begin(), listed.end());
    listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
    out.first.assign(count + 1, 0);
    for (const auto& [cell, f] : listed) {
      ++out.first[cell + 1];
      out.list.push_back(f);
    }
    for (std::uint32_t i = 0; i < count; ++i) out.first[i + 1] += out.first[i];
    return out;
  }

  /// A triangle without area is listed at a cell of each of its edges, or of its point; so is one that is so thin that
  /// two of its sides share points.
  void list_edges(Id f, std::vector<std::pair<std::uint32_t, Id>>& listed) const {
    const auto list = [&](Cell c) { listed.emplace_back(c->info(), f); };
    if (constraints_.faces[f].segments.empty()) {
      std::vector<Cell> around;
      mesh_.finite_incident_cells(vertices_[constraints_.faces[f].corners[0]], std::back_inserter(around));
      list(around.front());
    }
    for (const Id s : constraints_.faces[f].segments) {
      const std::vector<Id>& chain = constraints_.segments[s].chain;
      for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        Cell c;
        int j = 0, k = 0;
        mesh_.is_edge(vertices_[chain[i]], vertices_[chain[i + 1]], c, j, k);
        auto around = mesh_.incident_cells(c, j, k);
        while (mesh_.is_infinite(Cell(around))) ++around;
        list(around);
      }
    }
  }

  const Environment& environment_;
  Constraints constraints_;
  Box hull_;
  std::size_t input_ = 0, most_ = 0;
  Triangulation mesh_;
  std::vector<Vertex> vertices_;      // by point
  std::vector<std::uint64_t> stamp_;  // by point: on the triangle of this round
  std::uint64_t round_ = 0;
  Agenda segments_, faces_;
  std::vector<Id> missing_, on_;
  std::vector<Vertex> around_;
  std::vector<Cell> cells_;
  std::vector<Piece> pieces_;
  std::set<std::pair<Id, Id>> odd_, piercing_;
  bool folded_ = false;  // the triangle looked at is thinner than the tolerance somewhere
  int axis_ = 0;
  double up_ = 1;
};

}  // namespace

TetraMesh conforming_delaunay(const Environment& environment, const TetraOptions& options) {
  return Conformer(environment, options).run();
}

}  // namespace graze::lab
