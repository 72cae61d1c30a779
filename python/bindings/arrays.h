// SPDX-License-Identifier: Apache-2.0
// Between numpy's arrays and graze's values. What does not fit is a ValueError that says what would.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graze/graze.h"

namespace graze::python {

namespace py = pybind11;
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// None: the identity. Else 4 x 4 (last row 0 0 0 1), 3 x 4, or 7 numbers: tx ty tz qw qx qy qz.
Pose to_pose(const py::object& value);
/// n of those.
std::vector<Pose> to_poses(const py::object& value);
/// 4 x 4.
py::array_t<double> from_pose(const Pose& pose);

Vec3 to_vec3(const py::object& value, const char* what);
/// n x 3, or one point of 3 numbers, which `*single` tells.
std::vector<Vec3> to_points(const py::object& value, bool* single);
py::array_t<double> from_vec3(const Vec3& v);

/// Rows of k numbers each.
template <class T>
py::array_t<T> new_rows(std::size_t rows, std::size_t columns) {
  return py::array_t<T>({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}

/// A triangle's number, or None.
inline py::object triangle_or_none(std::uint32_t triangle) {
  return triangle == kNoTriangle ? py::object(py::none()) : py::object(py::int_(triangle));
}

/// The value of that name.
template <class Enum, class Values>
Enum to_enum(std::string_view text, const Values& values, const char* what) {
  std::string known;
  for (const Enum value : values) {
    if (name(value) == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name(value));
  }
  throw py::value_error(std::string(what) + " '" + std::string(text) + "' is none of: " + known);
}

}  // namespace graze::python
