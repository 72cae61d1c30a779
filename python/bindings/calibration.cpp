// SPDX-License-Identifier: Apache-2.0
// Probabilities corrected for a pair of models: fitted, saved by whoever likes, made again from what was saved.
#include <pybind11/stl.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "arrays.h"
#include "graze/timed.h"
#include "module.h"

namespace graze::python {
namespace {

using Groups = std::array<double, kStepGroups>;

/// The same limits as `graze judge --calibration` has: log-odds beyond a thousand are no correction.
Groups to_groups(const std::vector<double>& values, double above, const char* name) {
  constexpr double kLargest = 1e3;
  if (values.size() != kStepGroups) {
    throw py::value_error(std::string(name) + ": " + std::to_string(kStepGroups) +
                          " numbers, one a group of steps, not " + std::to_string(values.size()));
  }
  Groups out;
  for (std::size_t i = 0; i < kStepGroups; ++i) {
    if (!(values[i] > above && std::abs(values[i]) <= kLargest)) {
      throw py::value_error(std::string(name) + "[" + std::to_string(i) + "] is " + std::to_string(values[i]) +
                            ", which no calibration has");
    }
    out[i] = values[i];
  }
  return out;
}

using Numbers = std::optional<std::vector<double>>;

Calibration make_calibration(const Numbers& slope, const Numbers& offset, std::size_t poses, std::size_t colliding) {
  if (colliding > poses) throw py::value_error("colliding: more than there are poses");
  Calibration out;
  if (slope) out.slope = to_groups(*slope, 0, "slope");
  if (offset) out.offset = to_groups(*offset, -std::numeric_limits<double>::infinity(), "offset");
  out.poses = poses;
  out.colliding = colliding;
  return out;
}

py::dict numbers_of_calibration(const Calibration& c) {
  using namespace py::literals;
  return py::dict("slope"_a = c.slope, "offset"_a = c.offset, "poses"_a = c.poses, "colliding"_a = c.colliding);
}

py::list bins_of(const Reliability& reliability) {
  using namespace py::literals;
  py::list out;
  for (const Reliability::Bin& bin : reliability.bins) {
    out.append(py::dict("claimed"_a = bin.claimed, "observed"_a = bin.observed, "count"_a = bin.count));
  }
  return out;
}

py::tuple ask_calibrate(const Model& a, const Model& b, const py::object& poses) {
  const std::vector<Pose> all = to_poses(poses);
  Reliability reliability;
  const Calibration calibration = [&] {
    const py::gil_scoped_release unlocked;
    return calibrate(a, b, all, &reliability);
  }();
  return py::make_tuple(calibration, reliability);
}

}  // namespace

void add_calibration(py::module_& m) {
  using namespace py::literals;
  py::class_<Calibration>(m, "Calibration",
                          R"(A correction of the shipped probabilities for one pair of models and poses like some.

In each of ten groups of steps log-odds x become slope * x + offset: a slope of 1 and an offset of 0 change nothing.
`Calibration(**saved)` takes what `as_dict` gave. It corrects the weights it was fitted on (`shipped_weights`) and no
others. Immutable.)")
      .def(py::init(&make_calibration), py::kw_only(), "slope"_a = py::none(), "offset"_a = py::none(), "poses"_a = 0,
           "colliding"_a = 0)
      .def_property_readonly(
          "slope", [](const Calibration& c) { return c.slope; }, "ten numbers above 0")
      .def_property_readonly(
          "offset", [](const Calibration& c) { return c.offset; }, "ten numbers")
      .def_readonly("poses", &Calibration::poses, "it was fitted on")
      .def_readonly("colliding", &Calibration::colliding, "so many of these")
      .def("as_dict", &numbers_of_calibration, "All of it, for JSON")
      .def(py::pickle(&numbers_of_calibration,
                      [](const py::dict& d) {
                        return make_calibration(d["slope"].cast<Numbers>(), d["offset"].cast<Numbers>(),
                                                d["poses"].cast<std::size_t>(), d["colliding"].cast<std::size_t>());
                      }))
      .def("__repr__", [](const Calibration& c) {
        return "<graze.Calibration: " + std::to_string(c.poses) + " poses, " + std::to_string(c.colliding) +
               " collide>";
      });
  py::class_<Reliability>(m, "Reliability",
                          "How far probabilities may be trusted, measured on poses that were not used to fit them.")
      .def_property_readonly("bins", &bins_of,
                             "Ten dicts by probability of a collision, 0 to 0.1 and so on: `claimed` in the mean, "
                             "`observed` how often there was one, `count`")
      .def_readonly("calibration_error", &Reliability::calibration_error,
                    "mean |claimed - observed| over bins, by count")
      .def_readonly("brier", &Reliability::brier, "mean squared difference of probability and outcome")
      .def_readonly("states", &Reliability::states, "looks at queries on their way; all of the bins together")
      .def("__repr__", [](const Reliability& r) {
        return "<graze.Reliability: calibration error " + std::to_string(r.calibration_error) + ", " +
               std::to_string(r.states) + " states>";
      });
  m.def("calibrate", &ask_calibrate, "a"_a, "b"_a, "poses"_a,
        R"((Calibration, Reliability) of poses that resemble those to come; some hundreds of them.

Every pose is decided exactly. Every fifth is held back to measure the reliability, the others are what it is fitted on.
ValueError for fewer than 20 poses, or when none or all collide.)");
  m.def("shipped_weights", &shipped_weights,
        "A number that changes when the shipped weights do: save it beside a calibration, which holds for no others.");
}

}  // namespace graze::python
