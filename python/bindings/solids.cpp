// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"
#include "graze/solid.h"
#include "module.h"

namespace graze::python {
namespace {

constexpr Sign kSigns[] = {Sign::closed, Sign::winding, Sign::unsigned_distance};

SignedDistance make_field(const Model& model, const std::string& sign) {
  const Sign which = to_enum<Sign>(sign, kSigns, "sign");
  const py::gil_scoped_release unlocked;
  return SignedDistance(model, which);
}

/// f of every point; a number for a single one.
template <class T, class Function>
py::object each(const py::object& points, Function f) {
  bool single = false;
  const std::vector<Vec3> all = to_points(points, &single);
  py::array_t<T> out(static_cast<py::ssize_t>(all.size()));
  T* to = out.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    for (const Vec3& p : all) *to++ = f(p);
  }
  return single ? py::cast(out.at(0)) : py::object(out);
}

py::dict least_of(const LeastDistance& least) {
  using namespace py::literals;
  return py::dict("value"_a = least.value, "lower"_a = least.lower, "point"_a = from_vec3(least.point),
                  "triangle_b"_a = triangle_or_none(least.triangle_b));
}

}  // namespace

void add_solids(py::module_& m) {
  using namespace py::literals;
  py::class_<SignedDistance>(m, "SignedDistance",
                             "Distance to a model's surface, negative inside. sign: 'closed' (refuses what bounds no "
                             "solid), 'winding' (soups) or 'unsigned_distance'.")
      .def(py::init(&make_field), "model"_a, "sign"_a = std::string(name(Sign::closed)))
      .def(
          "at",
          [](const SignedDistance& f, const py::object& points) {
            return each<double>(points, [&](const Vec3& p) { return f.at(p); });
          },
          "points"_a, "of n x 3 points, or of one")
      .def(
          "inside",
          [](const SignedDistance& f, const py::object& points) {
            return each<bool>(points, [&](const Vec3& p) { return f.inside(p); });
          },
          "points"_a);
  m.def(
      "least_signed_distance",
      [](const SignedDistance& a, const Model& b, const py::object& b_in_a, double tolerance) {
        const Pose pose = to_pose(b_in_a);
        const LeastDistance least = [&] {
          const py::gil_scoped_release unlocked;
          return least_signed_distance(a, b, pose, tolerance);
        }();
        return least_of(least);
      },
      "a"_a, "b"_a, "b_in_a"_a, "tolerance"_a, "Minus the depth of B's deepest point in A, or its distance.");
  m.def(
      "max_penetration",
      [](const SignedDistance& field, double tolerance) {
        const LeastDistance least = [&] {
          const py::gil_scoped_release unlocked;
          return max_penetration(field, tolerance);
        }();
        return least_of(least);
      },
      "field"_a, "tolerance"_a, "The largest ball in the solid.");
}

}  // namespace graze::python
