// SPDX-License-Identifier: Apache-2.0
#include "build/orient.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "volumes/fit.h"
#include "volumes/fit_frame.h"
#include "volumes/layout.h"

namespace graze::detail {
namespace {

using Rotation = std::array<double, 9>;

constexpr Rotation kIdentity = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/// Nodes looked at; of large ones every so many triangles.
constexpr std::size_t kNodes = 256, kMostTriangles = 256;

/// Of the given frame's cost: a gain of 1 % on the sample was a loss of 5 % in tests on turbines.
constexpr double kWorthwhile = 0.95;

Rotation from_quaternion(double x, double y, double z, double w) {
  const double s = 2 / (x * x + y * y + z * z + w * w);
  return {1 - s * (y * y + z * z), s * (x * y - z * w),     s * (x * z + y * w),
          s * (x * y + z * w),     1 - s * (x * x + z * z), s * (y * z - x * w),
          s * (x * z - y * w),     s * (y * z + x * w),     1 - s * (x * x + y * y)};
}

Rotation product(const Rotation& a, const Rotation& b) {
  Rotation out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
  }
  return out;
}

/// Evenly spread rotations (Alexa's super-Fibonacci spirals, 2022).
Rotation spiral(std::size_t i, std::size_t n) {
  constexpr double kPhi = 1.4142135623730951, kPsi = 1.533751168755204288118041, kTau = 6.283185307179586;
  const double s = static_cast<double>(i) + 0.5, t = s / static_cast<double>(n), d = kTau * s;
  const double r = std::sqrt(t), big = std::sqrt(1 - t), alpha = d / kPhi, beta = d / kPsi;
  return from_quaternion(r * std::sin(alpha), r * std::cos(alpha), big * std::sin(beta), big * std::cos(beta));
}

/// The points of some nodes, and what their volumes are compared with.
class Sample {
 public:
  Sample(Volume volume, const Topology& topology, const Surface& surface) : volume_(volume) {
    const std::size_t step = std::max<std::size_t>(1, topology.nodes.size() / kNodes);
    for (std::size_t i = 0; i < topology.nodes.size(); i += step) {
      const BinaryNode& node = topology.nodes[i];
      Piece piece;
      const std::uint32_t stride = 1 + (node.end - node.begin) / static_cast<std::uint32_t>(kMostTriangles);
      for (std::uint32_t t = node.begin; t < node.end; t += stride) {
        for (std::size_t k = 3 * std::size_t{t}; k < 3 * std::size_t{t} + 3; ++k) {
          piece.points.push_back({surface.x[k], surface.y[k], surface.z[k]});
        }
      }
      float lower[3] = {HUGE_VALF, HUGE_VALF, HUGE_VALF}, upper[3] = {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF};
      for (const auto& p : piece.points) {
        for (std::size_t x = 0; x < 3; ++x) {
          lower[x] = std::min(lower[x], p[x]);
          upper[x] = std::max(upper[x], p[x]);
        }
      }
      double squared = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        piece.middle[x] = 0.5f * (lower[x] + upper[x]);
        squared += 0.25 * std::pow(static_cast<double>(upper[x]) - lower[x], 2);
      }
      if (!(squared > 0)) continue;
      piece.scale = 1 / std::sqrt(squared);
      pieces_.push_back(std::move(piece));
    }
  }

  bool empty() const { return pieces_.empty(); }

  /// The mean volume of the pieces, each scaled to about the same size; a little is added to every width, as a flat
  /// piece that lies just right has no volume at all.
  double cost(const Rotation& r) const {
    std::vector<double> parts(pieces_.size());
    parallel_for(std::size_t{0}, pieces_.size(), [&](std::size_t i) { parts[i] = volume_of(pieces_[i], r); });
    double sum = 0;
    for (const double part : parts) sum += part;
    return sum / static_cast<double>(parts.size());
  }

 private:
  struct Piece {
    std::vector<std::array<float, 3>> points;
    float middle[3];
    double scale;
  };

  double volume_of(const Piece& piece, const Rotation& r) const {
    constexpr float kThickness = 0.02f;
    const std::size_t n = piece.points.size();
    std::vector<float> x(n), y(n), z(n);
    for (std::size_t i = 0; i < n; ++i) {
      double d[3];
      for (std::size_t k = 0; k < 3; ++k) d[k] = piece.scale * (piece.points[i][k] - piece.middle[k]);
      x[i] = static_cast<float>(r[0] * d[0] + r[1] * d[1] + r[2] * d[2]);
      y[i] = static_cast<float>(r[3] * d[0] + r[4] * d[1] + r[5] * d[2]);
      z[i] = static_cast<float>(r[6] * d[0] + r[7] * d[1] + r[8] * d[2]);
    }
    float fields[32];
    fit(volume_, {x.data(), y.data(), z.data(), n}, {}, kThickness, fields);
    return measure(volume_, fields);
  }

  Volume volume_;
  std::vector<Piece> pieces_;
};

}  // namespace

bool is_aligned(Volume volume) { return volume == Volume::aabb || dop_directions(volume) > 0; }

std::optional<std::array<double, 9>> best_orientation(Volume volume, const Topology& topology, const Surface& surface) {
  const Sample sample(volume, topology, surface);
  if (sample.empty()) return std::nullopt;
  const double given = sample.cost(kIdentity);
  Rotation best = kIdentity;
  double least = given;
  const auto offer = [&](const Rotation& r) {
    const double c = sample.cost(r);
    if (!(c < least)) return false;
    best = r;
    least = c;
    return true;
  };
  Moments moments;
  const Points all = surface.range(0, static_cast<std::uint32_t>(topology.order.size()));
  moments_of(&all, 1, &moments);
  float axes[9];
  choose_axes(all, moments, axes);
  Rotation box{};
  std::copy(axes, axes + 9, box.begin());
  offer(box);
  constexpr std::size_t kSpread = 64;
  for (std::size_t i = 0; i < kSpread; ++i) offer(spiral(i, kSpread));
  // From the best of these, about one axis after the other, by ever smaller angles.
  for (double angle = 0.2; angle > 0.005; angle *= 0.5) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double sign : {-1.0, 1.0}) {
        double v[3] = {0, 0, 0};
        v[axis] = std::sin(0.5 * angle) * sign;
        const Rotation step = from_quaternion(v[0], v[1], v[2], std::cos(0.5 * angle));
        while (offer(product(step, best))) {
        }
      }
    }
  }
  if (least > kWorthwhile * given) return std::nullopt;
  // Orthonormal to double again: products of rotations and a box's axes in float are not.
  for (std::size_t i = 0; i < 3; ++i) {
    double* row = best.data() + 3 * i;
    for (int twice = 0; twice < 2; ++twice) {
      for (std::size_t j = 0; j < i; ++j) {
        const double* other = best.data() + 3 * j;
        const double along = row[0] * other[0] + row[1] * other[1] + row[2] * other[2];
        for (std::size_t x = 0; x < 3; ++x) row[x] -= along * other[x];
      }
      const double length = std::sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
      for (std::size_t x = 0; x < 3; ++x) row[x] /= length;
    }
  }
  return best;
}

}  // namespace graze::detail
