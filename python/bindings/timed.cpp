// SPDX-License-Identifier: Apache-2.0
#include "graze/timed.h"

#include <chrono>
#include <cmath>

#include "arrays.h"
#include "module.h"

namespace graze::python {
namespace {

std::chrono::nanoseconds to_time(double seconds) {
  if (!(seconds >= 0) || seconds > 1e6) throw py::value_error("the deadline is in seconds, from 0 to 1e6");
  return std::chrono::nanoseconds(std::llround(1e9 * seconds));
}

py::list regions_of(const Verdict& verdict) {
  using namespace py::literals;
  py::list out;
  for (const Region& r : verdict.regions) {
    out.append(py::dict("lower"_a = from_vec3(r.lower), "upper"_a = from_vec3(r.upper), "point"_a = from_vec3(r.point),
                        "normal"_a = from_vec3(r.normal), "probability"_a = r.probability));
  }
  return out;
}

Verdict ask_judge(const Model& a, const Model& b, const py::object& b_in_a, double deadline, std::uint64_t steps,
                  double epsilon, bool free_only, TimedWorkspace* workspace) {
  const Pose pose = to_pose(b_in_a);
  Budget budget;
  budget.time = to_time(deadline);
  budget.steps = steps;
  budget.epsilon = epsilon;
  budget.free_only = free_only;
  const py::gil_scoped_release unlocked;
  return judge(a, b, pose, budget, workspace);
}

}  // namespace

void add_timed(py::module_& m) {
  using namespace py::literals;
  py::class_<Verdict>(m, "Verdict", "An answer and the probability that it is right.")
      .def_readonly("collides", &Verdict::collides)
      .def_readonly("probability", &Verdict::probability)
      .def_readonly("certain", &Verdict::certain)
      .def_readonly("penetration_bound", &Verdict::penetration_bound)
      .def_readonly("steps", &Verdict::steps)
      .def_property_readonly("regions", &regions_of)
      .def_property_readonly(
          "witness",
          [](const Verdict& v) -> py::object {
            if (!v.collides || !v.certain) return py::none();
            return py::make_tuple(v.triangle_a, v.triangle_b);
          },
          "(triangle of A, of B), when a collision is certain")
      .def("__bool__", [](const Verdict& v) { return v.collides; })
      .def("__repr__", [](const Verdict& v) {
        return std::string("<graze.Verdict: ") + (v.collides ? "collides" : "free") +
               (v.certain ? ", certain>" : ", with probability " + std::to_string(v.probability) + ">");
      });
  py::class_<TimedWorkspace>(m, "TimedWorkspace", "Memory kept between calls of `judge`, one per thread.")
      .def(py::init<>())
      .def("learn", &TimedWorkspace::learn, "on"_a, "Learn from queries that finish");
  m.def("judge", &ask_judge, "a"_a, "b"_a, "b_in_a"_a = py::none(), py::kw_only(), "deadline"_a = 0.0, "steps"_a = 0,
        "epsilon"_a = 0.0, "free_only"_a = false, "workspace"_a = py::none(),
        "The best answer by the deadline (seconds), and how sure it is; without limits, exact.");
  m.def("prepare", &prepare, "model"_a, "What the first `judge` on a model would do");
}

}  // namespace graze::python
