// SPDX-License-Identifier: Apache-2.0
#include "graze/nc/stock.h"

#include <algorithm>
#include <cmath>

#include "geometry/vec.h"
#include "graze/error.h"
#include "graze/solid.h"
#include "nc/stock/dexels.h"

namespace graze::nc {
namespace {

[[noreturn]] void refuse_stock(const std::string& why) { throw Error(ErrorCode::invalid_option, "stock: " + why); }

Box checked_box(const Vec3& lower, const Vec3& upper) {
  if (!graze::detail::is_finite(lower) || !graze::detail::is_finite(upper)) refuse_stock("a corner is not finite");
  if (!(lower.x < upper.x && lower.y < upper.y && lower.z < upper.z)) refuse_stock("the box has no volume");
  return {lower, upper};
}

Box box_of(const Mesh& mesh) {
  validate(mesh);
  if (mesh.triangles.empty()) throw Error(ErrorCode::invalid_mesh, "stock: the mesh has no triangles");
  Box box{mesh.vertices[mesh.triangles[0][0]], mesh.vertices[mesh.triangles[0][0]]};
  for (const Triangle& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) {
      box.lower = graze::detail::min(box.lower, mesh.vertices[v]);
      box.upper = graze::detail::max(box.upper, mesh.vertices[v]);
    }
  }
  return box;
}

}  // namespace

Stock Stock::box(const Vec3& lower, const Vec3& upper) {
  Stock stock;
  stock.bounds_ = checked_box(lower, upper);
  return stock;
}

Stock Stock::around(const Mesh& part, const Vec3& below, const Vec3& above) {
  const Box inner = box_of(part);
  return box(inner.lower - below, inner.upper + above);
}

Stock Stock::cylinder(const Vec3& foot, int axis, double radius, double length) {
  if (axis < 0 || axis > 2) refuse_stock("the axis is 0, 1 or 2");
  if (!(radius > 0) || !(length > 0)) refuse_stock("radius and length of a cylinder must be positive");
  const Vec3 side{axis == 0 ? 0 : radius, axis == 1 ? 0 : radius, axis == 2 ? 0 : radius};
  const Vec3 up{axis == 0 ? length : 0, axis == 1 ? length : 0, axis == 2 ? length : 0};
  Stock stock;
  stock.kind_ = Kind::cylinder;
  stock.axis_ = axis;
  stock.bounds_ = checked_box(foot - side, foot + side + up);
  return stock;
}

Stock Stock::solid(Mesh mesh) {
  Stock stock;
  stock.kind_ = Kind::solid;
  const Box box = box_of(mesh);
  stock.bounds_ = checked_box(box.lower, box.upper);
  const SolidReport report = inspect_solid(mesh);
  if (!report.solid) throw Error(ErrorCode::not_solid, "stock: the mesh is " + report.reason());
  stock.mesh_ = std::move(mesh);
  return stock;
}

double cell_for(const Stock& stock, std::size_t memory, bool height_field) {
  const Vec3 size = stock.bounds().upper - stock.bounds().lower;
  const auto bytes = [&](double cell) {
    const double x = std::ceil(size.x / cell), y = std::ceil(size.y / cell), z = std::ceil(size.z / cell);
    return (x * y + (height_field ? 0 : y * z + z * x)) * static_cast<double>(graze::detail::stock::kLineBytes);
  };
  double high = std::max({size.x, size.y, size.z}), low = high * 1e-7;
  if (bytes(high) > static_cast<double>(memory)) {
    throw Error(ErrorCode::limit, "stock: " + std::to_string(memory) + " bytes do not hold one line");
  }
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (bytes(middle) <= static_cast<double>(memory) ? high : low) = middle;
  }
  return high;
}

}  // namespace graze::nc
