// SPDX-License-Identifier: Apache-2.0
#include "offset.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/parallel.h"
#include "blocks.h"
#include "solid/probe.h"
#include "vdb.h"

namespace graze::bench {
namespace {

using detail::Probed;
using detail::operator+;
using detail::operator-;
using detail::operator*;

constexpr double kAll = std::numeric_limits<double>::infinity();
constexpr double kBand = 2;  // voxels; only signs matter beyond one
constexpr int kSteps = 3;

double diagonal_of(const SignedDistance& field) { return detail::norm(field.box().upper - field.box().lower); }

Probed probe(const SignedDistance& field, const Vec3& p, const Probed* near) {
  Probed result;
  detail::Prober(field.field()).below(p, kAll, near, result);
  return result;
}

/// Moves a vertex along the line to its nearest point of the surface to where the level would be if the nearest point
/// stayed the same, as long as that brings it closer.
Probed onto_level(const SignedDistance& field, Probed at, double level) {
  for (int step = 0; step < kSteps && at.value != level && at.value != 0; ++step) {
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
      : field_(field), level_(level), faces_(std::move(faces)), at_(faces_.vertices.size()) {
    detail::parallel_for(std::size_t{0}, at_.size(), [&](std::size_t i) {
      const Vec3 p = lattice.origin + lattice.voxel * faces_.vertices[i];
      at_[i] = onto_level(field_, probe(field_, p, nullptr), level_);
    });
  }

  Offset finish() {
    Offset offset;
    offset.distance = level_;
    for (const Probed& vertex : at_) offset.mesh.vertices.push_back(vertex.at);
    // Each face writes to places of its own: the order does not depend on the threads.
    constexpr std::size_t kPerFace = 5;
    std::vector<double> errors(kPerFace * faces_.quads.size(), -1);
    std::vector<std::array<Triangle, 2>> halves(faces_.quads.size());
    detail::parallel_for(std::size_t{0}, faces_.quads.size(),
                         [&](std::size_t i) { halves[i] = cut(faces_.quads[i], errors.data() + kPerFace * i); });
    for (const std::array<Triangle, 2>& pair : halves) {
      for (const Triangle& t : pair) {
        if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) offset.mesh.triangles.push_back(t);
      }
    }
    Samples samples;
    for (const Probed& vertex : at_) samples.errors.push_back(std::abs(vertex.value - level_));
    std::copy_if(errors.begin(), errors.end(), std::back_inserter(samples.errors), [](double e) { return e >= 0; });
    samples.summarise(offset);
    orient(offset.mesh);
    return offset;
  }

 private:
  double error_at(const Vec3& p, std::uint32_t vertex) const {
    return std::abs(probe(field_, p, &at_[vertex]).value - level_);
  }
  double error_between(std::uint32_t i, std::uint32_t j) const {
    return error_at(0.5 * at_[i].at + 0.5 * at_[j].at, i);
  }
  double error_in(const Triangle& t) const {
    return error_at((1.0 / 3) * (at_[t[0]].at + at_[t[1]].at + at_[t[2]].at), t[0]);
  }

  /// Along the diagonal that lies closer to the level. Writes the errors of the diagonal, of the two triangles, and of
  /// two sides: each side belongs to two faces.
  std::array<Triangle, 2> cut(const std::array<std::uint32_t, 4>& q, double* errors) const {
    errors[0] = error_between(q[0], q[1]);
    errors[1] = error_between(q[1], q[2]);
    if (q[3] == q[2]) {
      errors[2] = error_in({q[0], q[1], q[2]});
      return {Triangle{q[0], q[1], q[2]}, Triangle{q[0], q[0], q[0]}};
    }
    const double first = error_between(q[0], q[2]), second = error_between(q[1], q[3]);
    errors[2] = std::min(first, second);
    const std::array<Triangle, 2> halves =
        first <= second ? std::array<Triangle, 2>{Triangle{q[0], q[1], q[2]}, Triangle{q[0], q[2], q[3]}}
                        : std::array<Triangle, 2>{Triangle{q[0], q[1], q[3]}, Triangle{q[1], q[2], q[3]}};
    errors[3] = error_in(halves[0]);
    errors[4] = error_in(halves[1]);
    return halves;
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
  LevelFaces faces_;
  std::vector<Probed> at_;
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
      best = Surface(field, distance, lattice, extract_level(blocks, kBand)).finish();
      best.voxel = voxel;
      best.distance = distance;
      // No block: the level is empty for certain. Blocks without a surface: it may be smaller than a voxel.
      best.within_bound = blocks.empty() || (best.samples > 0 && best.error_p999 <= options.error * diagonal);
      if (best.within_bound) return;
      // Each halving has four times the triangles; where there are none yet, the blocks limit the work.
      if (4 * std::max(best.mesh.triangles.size(), 32 * blocks.size()) > options.max_triangles) return;
    }
  });
  return best;
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
