// SPDX-License-Identifier: Apache-2.0
// graze.nc.verify: a program against its part.
#include "graze/nc/verify.h"

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "module.h"

namespace graze::python {
namespace {

using namespace py::literals;

constexpr const char* kSeverities[] = {"note", "warning", "error"};
constexpr const char* kParts[] = {"cutter", "shank", "holder"};
constexpr const char* kRapids[] = {"straight", "dogleg", "both"};

py::dict finding_of(const nc::Finding& f) {
  return py::dict("kind"_a = std::string(nc::name(f.kind)),
                  "severity"_a = kSeverities[static_cast<std::size_t>(f.severity)], "line"_a = f.place.line,
                  "column"_a = f.place.column, "first_line"_a = f.first.line, "last_line"_a = f.last.line,
                  "motion"_a = f.motion, "motions"_a = f.motions, "tool"_a = f.tool,
                  "part"_a = kParts[static_cast<std::size_t>(f.part)], "body"_a = f.body, "lower"_a = f.lower,
                  "upper"_a = f.upper, "allowed"_a = f.allowed, "triangle"_a = triangle_or_none(f.triangle),
                  "contact"_a = from_vec3(f.contact), "t"_a = f.t, "tip"_a = from_vec3(f.tip),
                  "axis"_a = from_vec3(f.axis), "raise"_a = f.raise, "message"_a = f.message, "advice"_a = f.advice);
}

py::list findings_of(const nc::GougeReport& report) {
  py::list out;
  for (const nc::Finding& f : report.findings) out.append(finding_of(f));
  return out;
}

py::list errors_of(const nc::GougeReport& report) {
  py::list out;
  for (const nc::ErrorTerm& e : report.errors) {
    out.append(py::dict("name"_a = e.name, "mm"_a = e.mm, "why"_a = e.why, "in_bounds"_a = e.in_bounds));
  }
  return out;
}

/// (lines, lower bounds, upper bounds): the worst of every line of the main program.
py::tuple lines_of(const nc::GougeReport& report) {
  std::vector<std::uint32_t> lines;
  std::vector<double> lower, upper;
  for (const nc::LineDepth& l : report.lines) {
    if (l.file != 0) continue;
    lines.push_back(l.line);
    lower.push_back(l.lower);
    upper.push_back(l.upper);
  }
  return py::make_tuple(py::array_t<std::uint32_t>(py::cast(lines)), py::array_t<double>(py::cast(lower)),
                        py::array_t<double>(py::cast(upper)));
}

/// A library, one tool, or a list of them.
nc::ToolLibrary to_library(const py::object& value) {
  if (py::isinstance<nc::ToolLibrary>(value)) return value.cast<nc::ToolLibrary>();
  nc::ToolLibrary library;
  if (py::isinstance<nc::Tool>(value)) {
    library.tools.push_back(value.cast<nc::Tool>());
  } else {
    library.tools = value.cast<std::vector<nc::Tool>>();
  }
  return library;
}

nc::GougeReport ask_verify(const nc::Program& program, const py::object& tools, const nc::CheckedPart& part,
                           const std::vector<nc::CheckedPart>& fixtures, double tolerance, double stock_to_leave,
                           const std::map<int, double>& tool_stock, double clearance, double fixture_clearance,
                           const std::string& rapid, int first_tool, bool starts_clear, double path_tolerance,
                           bool strict, bool partial, int threads, const py::object& progress) {
  nc::VerifyOptions options;
  options.tolerance = tolerance;
  options.stock = stock_to_leave;
  options.tool_stock = tool_stock;
  options.clearance = clearance;
  options.fixture_clearance = fixture_clearance;
  options.rapid = nc::RapidPath::straight;
  bool known = false;
  for (std::size_t i = 0; i < 3; ++i) {
    if (rapid != kRapids[i]) continue;
    options.rapid = static_cast<nc::RapidPath>(i);
    known = true;
  }
  if (!known) throw py::value_error("rapid '" + rapid + "' is none of: straight, dogleg, both");
  options.first_tool = first_tool;
  options.starts_clear = starts_clear;
  options.path_tolerance = path_tolerance;
  options.strict = strict;
  options.partial = partial;
  options.threads = threads;
  const nc::ToolLibrary library = to_library(tools);
  std::vector<nc::CheckedBody> bodies;
  for (std::size_t i = 0; i < fixtures.size(); ++i) bodies.push_back({"fixture " + std::to_string(i + 1), fixtures[i]});
  nc::VerifyProgress watch;
  if (!progress.is_none()) {
    watch = [&progress](std::uint64_t done, std::uint64_t all) {
      const py::gil_scoped_acquire locked;
      return !progress(done, all).equal(py::bool_(false));  // None goes on
    };
  }
  const py::gil_scoped_release unlocked;
  return nc::verify(program, library, {"part", part}, bodies, options, watch);
}

}  // namespace

void add_verify(py::module_& m) {
  py::class_<nc::GougeReport>(m, "GougeReport", "What checking a program gave.")
      .def_property_readonly(
          "verdict", [](const nc::GougeReport& r) { return std::string(nc::name(r.verdict)); },
          "'clean', 'findings' or 'not verified'")
      .def_readonly("proved", &nc::GougeReport::proved, "In words: what holds, for which motions, up to which errors")
      .def_property_readonly("findings", &findings_of, "The worst first, as dicts; neighbouring motions are merged")
      .def_property_readonly("errors", &errors_of, "The error budget, as dicts")
      .def_property_readonly("lines", &lines_of, "(lines, lower, upper): the worst depth of every program line")
      .def_readonly("motions", &nc::GougeReport::motions)
      .def_readonly("clean", &nc::GougeReport::clean)
      .def_readonly("gouging", &nc::GougeReport::gouging)
      .def_readonly("undecided", &nc::GougeReport::undecided)
      .def_readonly("unchecked", &nc::GougeReport::unchecked)
      .def_readonly("deepest_lower", &nc::GougeReport::deepest_lower)
      .def_readonly("deepest_upper", &nc::GougeReport::deepest_upper)
      .def(
          "__bool__", [](const nc::GougeReport& r) { return r.verdict == nc::GougeVerdict::clean; },
          "True: proved clean")
      .def("__repr__", [](const nc::GougeReport& r) {
        return "<graze.nc.GougeReport: " + std::string(nc::name(r.verdict)) + ", " + std::to_string(r.motions) +
               " motions>";
      });
  m.def("verify", &ask_verify, "program"_a, "tools"_a, "part"_a, "fixtures"_a = std::vector<nc::CheckedPart>(),
        py::kw_only(), "tolerance"_a = 0.01, "stock_to_leave"_a = 0.0, "tool_stock"_a = std::map<int, double>(),
        "clearance"_a = 0.0, "fixture_clearance"_a = 0.0, "rapid"_a = "straight", "first_tool"_a = 0,
        "starts_clear"_a = false, "path_tolerance"_a = -1.0, "strict"_a = false, "partial"_a = false, "threads"_a = 0,
        "progress"_a = py::none(),
        "Does the program cut into the part? Every motion as a whole. `tools`: a library, a tool or a list of them; "
        "`progress(done, all)` may return False to end it. True in a condition: proved clean.");
}

}  // namespace graze::python
