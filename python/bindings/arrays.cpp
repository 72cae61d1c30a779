// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"

#include <algorithm>

namespace graze::python {
namespace {

constexpr const char* kPoseShapes =
    "a pose is a 4 x 4 or 3 x 4 matrix, 7 numbers (tx ty tz qw qx qy qz), or None for the identity";

Doubles array_of(const py::object& value, const char* what) {
  Doubles array = Doubles::ensure(value);
  if (!array) {
    PyErr_Clear();
    throw py::value_error(what);
  }
  return array;
}

Pose from_numbers(const double* m, py::ssize_t numbers) {
  if (numbers == 7) return pose_from_quaternion(m[3], m[4], m[5], m[6], {m[0], m[1], m[2]});
  if (numbers == 16 && !(m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1)) {
    throw py::value_error("the last row of a 4 x 4 pose must be 0 0 0 1");
  }
  Pose pose;
  for (std::size_t row = 0; row < 3; ++row) std::copy_n(m + 4 * row, 3, pose.r + 3 * row);
  pose.t = {m[3], m[7], m[11]};
  return pose;
}

/// Numbers of one pose of this shape, whose first axis to look at is `from`; 0: none.
py::ssize_t numbers_of(const Doubles& array, py::ssize_t from) {
  const py::ssize_t axes = array.ndim() - from;
  if (axes == 1 && array.shape(from) == 7) return 7;
  if (axes == 2 && array.shape(from + 1) == 4 && (array.shape(from) == 4 || array.shape(from) == 3)) {
    return 4 * array.shape(from);
  }
  return 0;
}

}  // namespace

Pose to_pose(const py::object& value) {
  if (value.is_none()) return {};
  const Doubles array = array_of(value, kPoseShapes);
  const py::ssize_t numbers = numbers_of(array, 0);
  if (numbers == 0) throw py::value_error(kPoseShapes);
  return from_numbers(array.data(), numbers);
}

std::vector<Pose> to_poses(const py::object& value) {
  constexpr const char* kShapes = "poses are an array of n x 4 x 4, n x 3 x 4 or n x 7 (tx ty tz qw qx qy qz) numbers";
  const Doubles array = array_of(value, kShapes);
  if (array.size() == 0) return {};
  const py::ssize_t numbers = array.ndim() > 1 ? numbers_of(array, 1) : 0;
  if (numbers == 0) throw py::value_error(kShapes);
  std::vector<Pose> poses;
  poses.reserve(static_cast<std::size_t>(array.shape(0)));
  for (py::ssize_t i = 0; i < array.shape(0); ++i) poses.push_back(from_numbers(array.data() + i * numbers, numbers));
  return poses;
}

py::array_t<double> from_pose(const Pose& pose) {
  py::array_t<double> out = new_rows<double>(4, 4);
  double* m = out.mutable_data();
  for (std::size_t row = 0; row < 3; ++row) std::copy_n(pose.r + 3 * row, 3, m + 4 * row);
  m[3] = pose.t.x;
  m[7] = pose.t.y;
  m[11] = pose.t.z;
  m[12] = m[13] = m[14] = 0;
  m[15] = 1;
  return out;
}

Vec3 to_vec3(const py::object& value, const char* what) {
  const std::string message = std::string(what) + " is three numbers";
  const Doubles array = array_of(value, message.c_str());
  if (array.ndim() != 1 || array.shape(0) != 3) throw py::value_error(message);
  return {array.at(0), array.at(1), array.at(2)};
}

std::vector<Vec3> to_points(const py::object& value, bool* single) {
  constexpr const char* kShapes = "points are an array of n x 3 numbers, or one of 3";
  const Doubles array = array_of(value, kShapes);
  *single = array.ndim() == 1 && array.shape(0) == 3;
  if (!*single && (array.ndim() != 2 || array.shape(1) != 3)) throw py::value_error(kShapes);
  std::vector<Vec3> points(static_cast<std::size_t>(array.size() / 3));
  const double* at = array.data();
  for (Vec3& p : points) {
    p = {at[0], at[1], at[2]};
    at += 3;
  }
  return points;
}

py::array_t<double> from_vec3(const Vec3& v) {
  py::array_t<double> out(3);
  double* to = out.mutable_data();
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
  return out;
}

}  // namespace graze::python
