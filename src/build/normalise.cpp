// SPDX-License-Identifier: Apache-2.0
#include "build/normalise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "build/chunks.h"
#include "geometry/vec.h"
#include "graze/error.h"

namespace graze::detail {
namespace {

struct Bounds {
  Vec3 lower{HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  bool valid = true, unshared = true;
};

/// An exponent of all ones, and no other, is carried into the sign.
bool all_finite(const Vec3* vertices, std::size_t n) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63, kExponent = std::uint64_t{1} << 52;
  std::uint64_t carried = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (const double x : {vertices[i].x, vertices[i].y, vertices[i].z}) {
      carried |= (std::bit_cast<std::uint64_t>(x) & ~kSign) + kExponent;
    }
  }
  return (carried & kSign) == 0;
}

/// Of the vertices that triangles use. All vertices are checked, each chunk's together with triangles that, as meshes
/// are, lie there: the mesh is read once.
Bounds bounds_of(const Mesh& mesh) {
  const std::size_t triangles = mesh.triangles.size(), vertices = mesh.vertices.size();
  const std::size_t chunks = std::max(triangles, vertices) / kChunkOfPass + 1;
  std::vector<Bounds> parts(chunks);
  parallel_for(std::size_t{0}, chunks, [&](std::size_t chunk) {
    Bounds b;
    const std::size_t first = vertices * chunk / chunks, last = vertices * (chunk + 1) / chunks;
    b.valid = all_finite(mesh.vertices.data() + first, last - first);
    for (std::size_t i = triangles * chunk / chunks; i < triangles * (chunk + 1) / chunks && b.valid; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = mesh.triangles[i][k];
        if (v >= vertices) {
          b.valid = false;
          break;
        }
        b.unshared = b.unshared && v == 3 * i + k;
        b.lower = min(b.lower, mesh.vertices[v]);
        b.upper = max(b.upper, mesh.vertices[v]);
      }
    }
    parts[chunk] = b;
  });
  Bounds all;
  for (const Bounds& b : parts) {
    all = {min(all.lower, b.lower), max(all.upper, b.upper), all.valid && b.valid, all.unshared && b.unshared};
  }
  return all;
}

double farther(double squared, double other) { return std::max(squared, other); }
double radius_from(double squared) { return std::sqrt(squared) * (1 + 1e-12); }

}  // namespace

Normalisation normalise(const Mesh& mesh) {
  const auto [lower, upper, valid, unshared] = bounds_of(mesh);
  if (!valid) validate(mesh);  // throws: it says which vertex or triangle is not
  Normalisation frame;
  if (mesh.triangles.empty()) return frame;
  frame.unshared = unshared;
  frame.max_coordinate = std::max({std::abs(lower.x), std::abs(lower.y), std::abs(lower.z), std::abs(upper.x),
                                   std::abs(upper.y), std::abs(upper.z)});
  // Squares of coordinates and of translations must stay finite in double.
  constexpr double kLargest = 1e150;
  if (frame.max_coordinate > kLargest) {
    throw Error(ErrorCode::limit, "a coordinate exceeds 1e150 in magnitude; scale the mesh down");
  }
  frame.origin = {0.5 * (lower.x + upper.x), 0.5 * (lower.y + upper.y), 0.5 * (lower.z + upper.z)};
  const double dx = upper.x - frame.origin.x, dy = upper.y - frame.origin.y, dz = upper.z - frame.origin.z;
  const double half = std::max({dx, dy, dz});  // not the root of squares, which may underflow
  // Float products of three lengths stay in range for these sizes; others are brought to about 1.
  if (half > 0x1p33 || (half > 0 && half < 0x1p-33)) {
    int exponent = 0;
    std::frexp(half, &exponent);
    frame.unit = std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
  }
  return frame;
}

double radius_of(const Mesh& mesh, const Normalisation& frame) {
  const double inverse = 1 / frame.unit;  // exact: a power of two
  const auto farthest = [&](std::size_t begin, std::size_t end) {
    double squared = 0;
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint32_t v : mesh.triangles[i]) {
        const Vec3 d = inverse * (mesh.vertices[v] - frame.origin);
        squared = std::max(squared, dot(d, d));
      }
    }
    return squared;
  };
  return radius_from(reduce(mesh.triangles.size(), 0.0, farthest, farther));
}

BulkVector<Primitive> primitives(const Mesh& mesh, const Normalisation& frame, double& radius) {
  using Double2 = double __attribute__((vector_size(16)));
  BulkVector<Primitive> out(mesh.triangles.size());
  const double inverse = 1 / frame.unit;  // exact: a power of two
  const Vec3& o = frame.origin;
  const auto boxes = [&](std::size_t begin, std::size_t end) {
    const Double2 origin[2] = {{o.x, o.y}, {o.z, 0}};
    double farthest = 0;  // squared
    for (std::size_t i = begin; i < end; ++i) {
      Primitive& p = out[i];
      Double2 corner[3][2];  // x and y, z and nothing
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& v = mesh.vertices[mesh.triangles[i][k]];
        corner[k][0] = (Double2{v.x, v.y} - origin[0]) * inverse;
        corner[k][1] = (Double2{v.z, 0} - origin[1]) * inverse;
        const Double2 square = corner[k][0] * corner[k][0];
        farthest = std::max(farthest, square[0] + square[1] + corner[k][1][0] * corner[k][1][0]);
      }
      float lower[4], upper[4];
      for (std::size_t half = 0; half < 2; ++half) {
        const Double2 a = corner[0][half], b = corner[1][half], c = corner[2][half];
        Double2 low = a < b ? a : b, high = a > b ? a : b;
        low = low < c ? low : c;
        high = high > c ? high : c;
        // Rounding to nearest moves a coordinate by at most half an ulp: the next float outward bounds it.
        constexpr double kUlp = 0x1p-23, kLeast = 1e-37;
        low = low - kUlp * (low > -low ? low : -low) - kLeast;
        high = high + kUlp * (high > -high ? high : -high) + kLeast;
        for (std::size_t x = 0; x < 2; ++x) {
          lower[2 * half + x] = static_cast<float>(low[x]);
          upper[2 * half + x] = static_cast<float>(high[x]);
        }
      }
      std::memcpy(p.lower, lower, sizeof p.lower);
      p.triangle = static_cast<std::uint32_t>(i);
      std::memcpy(p.upper, upper, sizeof p.upper);
      p.reserved = 0;
    }
    return farthest;
  };
  radius = radius_from(reduce(out.size(), 0.0, boxes, farther));
  return out;
}

}  // namespace graze::detail
