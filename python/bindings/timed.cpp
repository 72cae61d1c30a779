// SPDX-License-Identifier: Apache-2.0
#include "arrays.h"
#include "module.h"
#include "workspaces.h"

namespace graze::python {
namespace {

py::list regions_of(const Verdict& verdict) {
  using namespace py::literals;
  py::list out;
  for (const Region& r : verdict.regions) {
    out.append(py::dict("lower"_a = from_vec3(r.lower), "upper"_a = from_vec3(r.upper), "point"_a = from_vec3(r.point),
                        "normal"_a = from_vec3(r.normal), "probability"_a = r.probability));
  }
  return out;
}

Budget to_budget(double deadline, std::uint64_t steps, double epsilon, bool free_only) {
  Budget budget;
  budget.time = to_time(deadline);
  budget.steps = steps;
  budget.epsilon = epsilon;
  budget.free_only = free_only;
  return budget;
}

Verdict ask_judge(const Model& a, const Model& b, const py::object& b_in_a, double deadline, std::uint64_t steps,
                  double epsilon, bool free_only, PairMemory* memory) {
  const Pose pose = to_pose(b_in_a);
  const Budget budget = to_budget(deadline, steps, epsilon, free_only);
  if (memory == nullptr) {
    const py::gil_scoped_release unlocked;
    return judge(a, b, pose, budget);
  }
  const Turn turn(memory->at_work);
  memory->asked = false;  // where it is refused, the query before is over, too
  {
    const py::gil_scoped_release unlocked;
    judge(a, b, pose, memory->last, budget, *memory->workspace);
  }
  memory->asked = true;
  return memory->last;
}

Verdict ask_resume(PairMemory& memory, double deadline, std::uint64_t steps, double epsilon, bool free_only) {
  const Budget budget = to_budget(deadline, steps, epsilon, free_only);
  const Turn turn(memory.at_work);
  if (!memory.asked) throw py::value_error("nothing to resume: the last query of this workspace must be a `judge`");
  {
    const py::gil_scoped_release unlocked;
    resume(memory.last, budget, *memory.workspace);
  }
  return memory.last;
}

void add_verdict(py::module_& m) {
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
}

}  // namespace

void add_timed(py::module_& m) {
  using namespace py::literals;
  add_verdict(m);
  py::class_<PairMemory, std::shared_ptr<PairMemory>>(
      m, "TimedWorkspace",
      "Memory kept between calls of `judge`, one per thread: a second thread that comes while it is at work is refused "
      "(RuntimeError). Keeps the two models that it was asked about last.")
      .def(py::init<>())
      .def(
          "use",
          [](PairMemory& memory, const Calibration& calibration) {
            const Turn turn(memory.at_work);
            memory.workspace->use(calibration);
          },
          "calibration"_a,
          "Probabilities as this calibration corrects them, from now on, `Calibration()` as shipped. Forgets what was "
          "learnt.")
      .def(
          "learn",
          [](PairMemory& memory, bool on) {
            const Turn turn(memory.at_work);
            memory.workspace->learn(on);
          },
          "on"_a,
          "Learn from queries that finish, as long as the same two models are asked about: probabilities follow what "
          "really happened. With an epsilon one query in sixteen goes on past it to learn from. Off at first.");
  m.def("judge", &ask_judge, "a"_a, "b"_a, "b_in_a"_a = py::none(), py::kw_only(), "deadline"_a = 0.0, "steps"_a = 0,
        "epsilon"_a = 0.0, "free_only"_a = false, "workspace"_a = py::none(),
        "The best answer by the deadline (seconds), and how sure it is; without limits, exact.");
  m.def(
      "resume", &ask_resume, "workspace"_a, py::kw_only(), "deadline"_a = 0.0, "steps"_a = 0, "epsilon"_a = 0.0,
      "free_only"_a = false,
      "Goes on where the workspace's last `judge` stopped, with a new deadline and as many more steps; without limits "
      "to the end. A verdict that is certain comes back as it was.");
  m.def("prepare", &prepare, "model"_a, py::call_guard<py::gil_scoped_release>(),
        "What the first `judge` on a model would do, 10 to 30 ms");
}

}  // namespace graze::python
