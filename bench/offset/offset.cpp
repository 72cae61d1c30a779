// SPDX-License-Identifier: Apache-2.0
#include "offset.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/parallel.h"
#include "blocks.h"
#include "graze/error.h"
#include "solid/probe.h"
#include "vdb.h"

namespace graze::bench {
namespace {

using detail::Probed;

constexpr double kAll = std::numeric_limits<double>::infinity();
constexpr double kBand = 1.05;             // voxels; only signs matter beyond one, as faces cross edges of one voxel
constexpr int kSteps = 3;                  // to the level
constexpr double kOnLevel = 1e-4;          // voxels: near enough
constexpr std::size_t kTogether = 64;      // vertices, each of which knows about where the one before is
constexpr double kThin = 1e-3;             // of the diagonal
constexpr double kDepth = 1e-4;            // of the diagonal: how well the largest penetration is known
constexpr double kFinest = 1.0 / 64;       // of the error: finer voxels show what no error tells from nothing
constexpr std::size_t kMeasured = 60'000;  // faces at most; more change no quantile but cost half of all the time

double diagonal_of(const SignedDistance& field) { return detail::norm(field.box().upper - field.box().lower); }

Probed probe(const SignedDistance& field, const Vec3& p, const Probed* near) {
  Probed result;
  detail::Prober(field.field()).below(p, kAll, near, result);
  return result;
}

/// Moves a vertex along the line to its nearest point of the surface to where the level would be if the nearest point
/// stayed the same, as long as that brings it closer.
Probed onto_level(const SignedDistance& field, Probed at, double level, double near_enough) {
  for (int step = 0; step < kSteps && std::abs(at.value - level) > near_enough && at.value != 0; ++step) {
    const Vec3 foot = detail::nearest_point(field.field().tree().triangles()[at.slot], at.at);
    const Probed next = probe(field, foot + (level / at.value) * (at.at - foot), &at);
    if (std::abs(next.value - level) >= std::abs(at.value - level)) break;
    at = next;
  }
  return at;
}

struct Samples {
  std::vector<double> errors;
  void summarise(Offset& offset) {
    offset.samples = errors.size();
    if (errors.empty()) return;
    double sum = 0;
    for (const double e : errors) sum += e;
    offset.error_mean = sum / static_cast<double>(errors.size());
    std::sort(errors.begin(), errors.end());
    const auto quantile = [&](double q) {
      return errors[static_cast<std::size_t>(std::ceil(q * static_cast<double>(errors.size()))) - 1];
    };
    offset.error_p99 = quantile(0.99);
    offset.error_p999 = quantile(0.999);
    offset.error_max = errors.back();
  }
};

/// The level's faces as triangles whose vertices lie on the level, and what is measured on them.
class Surface {
 public:
  Surface(const SignedDistance& field, double level, const Lattice& lattice, LevelFaces faces)
      : field_(field), level_(level), faces_(std::move(faces)), at_(faces_.vertices.size()), direction_(at_.size()) {
    detail::parallel_for(std::size_t{0}, (at_.size() + kTogether - 1) / kTogether, [&](std::size_t chunk) {
      const std::size_t end = std::min(at_.size(), (chunk + 1) * kTogether);
      for (std::size_t i = chunk * kTogether; i < end; ++i) {
        const Vec3 p = lattice.origin + lattice.voxel * faces_.vertices[i];
        const Probed* before = i % kTogether == 0 ? nullptr : &at_[i - 1];
        faces_.vertices[i] = p;
        at_[i] = onto_level(field_, probe(field_, p, before), level_, kOnLevel * lattice.voxel);
        direction_[i] = direction(at_[i]);
      }
    });
  }

  Offset finish() {
    Offset offset;
    offset.distance = level_;
    for (const Probed& vertex : at_) offset.mesh.vertices.push_back(vertex.at);
    for (const std::array<std::uint32_t, 4>& q : faces_.quads) {
      for (const Triangle& t : cut(q)) {
        if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) offset.mesh.triangles.push_back(t);
      }
    }
    orient(offset.mesh);
    measure(offset);
    return offset;
  }

  /// Specks of a voxel's size may be turned inside out when their vertices move, each to another side: those stay where
  /// the lattice had them.
  void mend(Offset& offset) {
    const SolidReport report = inspect_solid(offset.mesh);
    if (report.inside_out.empty()) return;
    for (const Patch& patch : report.inside_out) {
      for (const std::uint32_t t : patch.triangles) {
        for (const std::uint32_t v : offset.mesh.triangles[t]) {
          at_[v] = probe(field_, faces_.vertices[v], &at_[v]);
          offset.mesh.vertices[v] = at_[v].at;
        }
      }
    }
    measure(offset);
  }

 private:
  /// Away from the surface.
  Vec3 direction(const Probed& vertex) const {
    const detail::TreeTriangle& t = field_.field().tree().triangles()[vertex.slot];
    const Vec3 out = vertex.value != 0 ? (1 / vertex.value) * (vertex.at - detail::nearest_point(t, vertex.at))
                                       : detail::cross(t.v[1] - t.v[0], t.v[2] - t.v[0]);
    const double length = detail::norm(out);
    return length > 0 ? (1 / length) * out : out;
  }

  /// Along the diagonal whose ends look the same way: along a crease, not across.
  std::array<Triangle, 2> cut(const std::array<std::uint32_t, 4>& q) const {
    if (q[3] == q[2]) return {Triangle{q[0], q[1], q[2]}, Triangle{q[0], q[0], q[0]}};
    if (detail::dot(direction_[q[0]], direction_[q[2]]) >= detail::dot(direction_[q[1]], direction_[q[3]])) {
      return {Triangle{q[0], q[1], q[2]}, Triangle{q[0], q[2], q[3]}};
    }
    return {Triangle{q[0], q[1], q[3]}, Triangle{q[1], q[2], q[3]}};
  }

  double error_at(const Vec3& p, std::uint32_t vertex) const {
    return std::abs(probe(field_, p, &at_[vertex]).value - level_);
  }

  /// Of every triangle, or every so many where they are more: half a vertex, three halves of edges, and its middle.
  void measure(Offset& offset) const {
    const std::vector<Triangle>& triangles = offset.mesh.triangles;
    const std::size_t stride = triangles.size() / (2 * kMeasured) + 1, count = (triangles.size() + stride - 1) / stride;
    constexpr std::size_t kPerTriangle = 3;
    Samples samples;
    samples.errors.resize(kPerTriangle * count);
    detail::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
      const Triangle& t = triangles[i * stride];
      double* errors = samples.errors.data() + kPerTriangle * i;
      const Vec3 &a = at_[t[0]].at, &b = at_[t[1]].at, &c = at_[t[2]].at;
      errors[0] = error_at((1.0 / 3) * (a + b + c), t[0]);
      // Edges belong to two triangles, vertices to six.
      errors[1] = error_at(i % 2 == 0 ? 0.5 * a + 0.5 * b : 0.5 * b + 0.5 * c, t[1]);
      errors[2] = i % 2 == 0 ? std::abs(at_[t[i / 2 % 3]].value - level_) : error_at(0.5 * c + 0.5 * a, t[2]);
    });
    samples.summarise(offset);
  }

  /// What the level bounds has a positive volume.
  static void orient(Mesh& mesh) {
    double volume = 0;
    if (mesh.vertices.empty()) return;
    const Vec3 origin = mesh.vertices[0];
    for (const Triangle& t : mesh.triangles) {
      const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin, c = mesh.vertices[t[2]] - origin;
      volume += detail::dot(a, detail::cross(b, c));
    }
    if (volume >= 0) return;
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  }

  const SignedDistance& field_;
  double level_;
  LevelFaces faces_;  // vertices as the lattice gives them
  std::vector<Probed> at_;
  std::vector<Vec3> direction_;
};

Lattice lattice_of(const SignedDistance& field, double voxel) {
  return {0.5 * field.box().lower + 0.5 * field.box().upper, voxel};
}

void check(const SignedDistance& field, double voxel, double diagonal) {
  if (field.sign() == Sign::winding) {
    throw std::invalid_argument("a field with Sign::winding may jump across a level: take closed or unsigned_distance");
  }
  if (!(voxel > 0) || !(voxel > 1e-6 * diagonal)) {
    throw std::invalid_argument("a voxel that is not positive, or below a millionth of the diagonal");
  }
}

}  // namespace

Offset offset_surface(const SignedDistance& field, double distance, const OffsetOptions& options) {
  const double diagonal = diagonal_of(field);
  double voxel = options.voxel == 0 ? diagonal / 100 : options.voxel;
  check(field, voxel, diagonal);
  if (!std::isfinite(distance) || (field.sign() == Sign::unsigned_distance && distance <= 0)) {
    throw std::invalid_argument("a distance that is not finite, or not positive from an unsigned field");
  }
  if (!(options.error > 0)) throw std::invalid_argument("an error that is not positive");
  Offset best;
  detail::with_threads(options.threads, [&] {
    for (;; voxel /= 2) {
      const Lattice lattice = lattice_of(field, voxel);
      const std::vector<Block> blocks = fill_blocks(field, lattice, {distance, kBand, 0});
      Surface surface(field, distance, lattice, extract_level(blocks, kBand));
      best = surface.finish();
      best.voxel = voxel;
      best.distance = distance;
      // No block: the level is empty for certain. Blocks without a surface: it may be smaller than a voxel.
      best.within_bound = blocks.empty() || (best.samples > 0 && best.error_p999 <= options.error * diagonal);
      // Each halving has four times the triangles; where there are none yet, the blocks limit the work. A level that is
      // but a point, as that of the deepest one, has few of either for ever.
      if (best.within_bound || voxel < kFinest * options.error * diagonal ||
          4 * std::max(best.mesh.triangles.size(), 32 * blocks.size()) > options.max_triangles) {
        surface.mend(best);
        best.within_bound = blocks.empty() || (best.samples > 0 && best.error_p999 <= options.error * diagonal);
        return;
      }
    }
  });
  return best;
}

LeastDistance deepest_point(const SignedDistance& field) {
  const double diagonal = diagonal_of(field);
  if (-max_penetration(field, kThin * diagonal).value <= kThin * diagonal) {
    throw Error(ErrorCode::not_solid, "too thin: nowhere deeper than 0.2 % of its diagonal");
  }
  return max_penetration(field, kDepth * diagonal);
}

SavedField save_field(const std::filesystem::path& file, const SignedDistance& field, const FieldOptions& options) {
  const double diagonal = diagonal_of(field);
  const double voxel = options.voxel == 0 ? diagonal / 200 : options.voxel;
  check(field, voxel, diagonal);
  if (!(options.band >= 1)) throw std::invalid_argument("a band of less than a voxel");
  const Lattice lattice = lattice_of(field, voxel);
  const std::vector<Block> blocks = fill_blocks(field, lattice, {0, options.band, options.threads});
  return {voxel, write_level_set(file, blocks, options.band, lattice)};
}

}  // namespace graze::bench
