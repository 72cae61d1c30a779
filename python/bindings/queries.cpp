// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <limits>
#include <span>

#include "arrays.h"
#include "module.h"

namespace graze::python {
namespace {

constexpr ContactKind kKinds[] = {ContactKind::crossing, ContactKind::touching, ContactKind::coplanar,
                                  ContactKind::near, ContactKind::unclassified};
constexpr Method kMethods[] = {Method::hierarchy, Method::brute_force};

py::dict counters_of(const Counters& c) {
  using namespace py::literals;
  return py::dict("volume_tests"_a = c.volume_tests, "primitive_tests"_a = c.primitive_tests,
                  "exact_tests"_a = c.exact_tests);
}

QueryOptions query_options(double margin, std::size_t limit, bool segments, const std::string& method) {
  QueryOptions options;
  options.margin = margin;
  options.limit = limit;
  options.segments = segments;
  options.method = to_enum<Method>(method, kMethods, "method");
  return options;
}

bool ask_intersects(const Model& a, const Model& b, const py::object& b_in_a, double margin,
                    const std::string& method) {
  const Pose pose = to_pose(b_in_a);
  const QueryOptions options = query_options(margin, 0, false, method);
  const py::gil_scoped_release unlocked;
  return intersects(a, b, pose, options);
}

Contacts ask_contacts(const Model& a, const Model& b, const py::object& b_in_a, double margin, std::size_t limit,
                      bool segments, const std::string& method) {
  const Pose pose = to_pose(b_in_a);
  const QueryOptions options = query_options(margin, limit, segments, method);
  const py::gil_scoped_release unlocked;
  return contacts(a, b, pose, options);
}

py::array_t<bool> ask_batch(const Model& a, const Model& b, const py::object& poses, double margin, int threads) {
  const std::vector<Pose> all = to_poses(poses);
  static_assert(sizeof(bool) == 1);
  py::array_t<bool> out(static_cast<py::ssize_t>(all.size()));
  const std::span<std::uint8_t> answers(reinterpret_cast<std::uint8_t*>(out.mutable_data()), all.size());
  BatchOptions options;
  options.query.margin = margin;
  options.threads = threads;
  const py::gil_scoped_release unlocked;
  intersects_batch(a, b, all, answers, options);
  return out;
}

py::array_t<std::uint32_t> triangles_of(const Contacts& contacts) {
  py::array_t<std::uint32_t> out = new_rows<std::uint32_t>(contacts.pairs.size(), 2);
  std::uint32_t* to = out.mutable_data();
  for (const Contact& c : contacts.pairs) {
    *to++ = c.triangle_a;
    *to++ = c.triangle_b;
  }
  return out;
}

py::array_t<double> segments_of(const Contacts& contacts) {
  py::array_t<double> out({static_cast<py::ssize_t>(contacts.pairs.size()), py::ssize_t{2}, py::ssize_t{3}});
  double* to = out.mutable_data();
  for (const Contact& c : contacts.pairs) {
    for (const Vec3& p : {c.p, c.q}) {
      *to++ = p.x;
      *to++ = p.y;
      *to++ = p.z;
    }
  }
  return out;
}

std::vector<std::string> kinds_of(const Contacts& contacts) {
  std::vector<std::string> out;
  out.reserve(contacts.pairs.size());
  for (const Contact& c : contacts.pairs) out.emplace_back(name(c.kind));
  return out;
}

Distance ask_distance(const Model& a, const Model& b, const py::object& b_in_a, double relative_error,
                      double absolute_error, double limit, const std::string& method) {
  const Pose pose = to_pose(b_in_a);
  DistanceOptions options;
  options.relative_error = relative_error;
  options.absolute_error = absolute_error;
  options.limit = limit;
  options.method = to_enum<Method>(method, kMethods, "method");
  const py::gil_scoped_release unlocked;
  return distance(a, b, pose, options);
}

Impact ask_impact(const Model& a, const Model& b, const py::object& translation, const py::object& start) {
  Motion motion;
  motion.start = to_pose(start);
  motion.translation = to_vec3(translation, "the translation");
  const py::gil_scoped_release unlocked;
  return first_impact(a, b, motion);
}

py::object ask_closest(const Model& model, const py::object& from, double limit) {
  bool single = false;
  const std::vector<Vec3> points = to_points(from, &single);
  py::array_t<double> distances(static_cast<py::ssize_t>(points.size())), places = new_rows<double>(points.size(), 3);
  py::array_t<std::int64_t> triangles(static_cast<py::ssize_t>(points.size()));
  double *to_distance = distances.mutable_data(), *to_place = places.mutable_data();
  std::int64_t* to_triangle = triangles.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    for (const Vec3& p : points) {
      const ClosestPoint c = closest_point(model, p, limit);
      const bool found = c.triangle != kNoTriangle;
      const double nan = std::numeric_limits<double>::quiet_NaN();
      *to_distance++ = c.distance;
      *to_triangle++ = found ? std::int64_t{c.triangle} : -1;
      for (const double x : {c.point.x, c.point.y, c.point.z}) *to_place++ = found ? x : nan;
    }
  }
  if (!single) return py::make_tuple(distances, places, triangles);
  return py::make_tuple(distances.at(0), py::array(places[py::int_(0)]), triangles.at(0));
}

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

void add_answers(py::module_& m) {
  py::class_<Contacts>(m, "Contacts", "Pairs of triangles that meet, by triangle of A, then of B.")
      .def("__len__", [](const Contacts& c) { return c.pairs.size(); })
      .def_property_readonly("triangles", &triangles_of, "n x 2: of A, of B")
      .def_property_readonly("segments", &segments_of, "n x 2 x 3: what they have in common, in A's frame")
      .def_property_readonly("kinds", &kinds_of, "'crossing', 'touching', 'coplanar', 'near' or 'unclassified'")
      .def_property_readonly("counters", [](const Contacts& c) { return counters_of(c.counters); })
      .def("__repr__", [](const Contacts& c) { return "<graze.Contacts: " + std::to_string(c.pairs.size()) + ">"; });
  py::class_<Distance>(m, "Distance", "lower <= true distance <= upper; 0 where the surfaces meet.")
      .def_readonly("lower", &Distance::lower)
      .def_readonly("upper", &Distance::upper)
      .def_property_readonly(
          "p", [](const Distance& d) { return from_vec3(d.p); }, "on A")
      .def_property_readonly(
          "q", [](const Distance& d) { return from_vec3(d.q); }, "on B, in A's frame")
      .def_property_readonly("triangle_a", [](const Distance& d) { return triangle_or_none(d.triangle_a); })
      .def_property_readonly("triangle_b", [](const Distance& d) { return triangle_or_none(d.triangle_b); })
      .def_property_readonly("counters", [](const Distance& d) { return counters_of(d.counters); })
      .def("__float__", [](const Distance& d) { return d.upper; })
      .def("__repr__", [](const Distance& d) { return "<graze.Distance: " + std::to_string(d.upper) + ">"; });
  py::class_<Impact>(m, "Impact", "The first contact of a motion; `time` and `free_until` from 0 to 1.")
      .def_readonly("hits", &Impact::hits)
      .def_readonly("time", &Impact::time)
      .def_readonly("free_until", &Impact::free_until)
      .def_property_readonly("point", [](const Impact& i) { return from_vec3(i.point); })
      .def_property_readonly("normal", [](const Impact& i) { return from_vec3(i.normal); })
      .def_property_readonly("triangle_a", [](const Impact& i) { return triangle_or_none(i.triangle_a); })
      .def_property_readonly("triangle_b", [](const Impact& i) { return triangle_or_none(i.triangle_b); })
      .def("__bool__", [](const Impact& i) { return i.hits; })
      .def("__repr__", [](const Impact& i) {
        return i.hits ? "<graze.Impact at " + std::to_string(i.time) + ">" : std::string("<graze.Impact: none>");
      });
}

}  // namespace

void add_queries(py::module_& m) {
  using namespace py::literals;
  add_answers(m);
  m.def("intersects", &ask_intersects, "a"_a, "b"_a, "b_in_a"_a = py::none(), py::kw_only(), "margin"_a = 0.0,
        "method"_a = "hierarchy", "Do the surfaces meet? Exact; touching counts.");
  m.def("contacts", &ask_contacts, "a"_a, "b"_a, "b_in_a"_a = py::none(), py::kw_only(), "margin"_a = 0.0,
        "limit"_a = 0, "segments"_a = true, "method"_a = "hierarchy", "All pairs of triangles that meet, sorted.");
  m.def("intersects_batch", &ask_batch, "a"_a, "b"_a, "poses"_a, py::kw_only(), "margin"_a = 0.0, "threads"_a = 0,
        "One bool a pose, on all cores.");
  m.def("distance", &ask_distance, "a"_a, "b"_a, "b_in_a"_a = py::none(), py::kw_only(), "relative_error"_a = 0.0,
        "absolute_error"_a = 0.0, "limit"_a = kNoLimit, "method"_a = "hierarchy", "How far apart are the surfaces?");
  m.def(
      "within",
      [](const Model& a, const Model& b, double clearance, const py::object& b_in_a) {
        const Pose pose = to_pose(b_in_a);
        const py::gil_scoped_release unlocked;
        return within(a, b, pose, clearance);
      },
      "a"_a, "b"_a, "clearance"_a, "b_in_a"_a = py::none(), "Is the distance at most `clearance`? Exact.");
  m.def("first_impact", &ask_impact, "a"_a, "b"_a, "translation"_a, "start"_a = py::none(),
        "Where B, moving from `start` by `translation`, meets A first.");
  m.def("closest_point", &ask_closest, "model"_a, "points"_a, "limit"_a = kNoLimit,
        "(distances, closest points, triangles) of n x 3 points, or of one; triangle -1: none within the limit.");
}

}  // namespace graze::python
