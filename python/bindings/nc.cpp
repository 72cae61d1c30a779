// SPDX-License-Identifier: Apache-2.0
// graze.nc: programs, tools, moves.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "arrays.h"
#include "graze/nc/check.h"
#include "graze/nc/program.h"
#include "graze/nc/tool_library.h"
#include "module.h"

namespace graze::python {
namespace {

using namespace py::literals;

constexpr const char* kDialects[] = {"automatic", "linuxcnc", "fanuc"};
constexpr const char* kUnits[] = {"mm", "inch"};
constexpr const char* kMotionKinds[] = {"rapid", "feed", "arc"};
constexpr nc::Surface kSurfaces[] = {nc::Surface::automatic, nc::Surface::closed, nc::Surface::open};

/// Which of the names it is.
template <std::size_t N>
std::size_t index_of(const std::string& text, const char* const (&names)[N], const char* what) {
  std::string known;
  for (std::size_t i = 0; i < N; ++i) {
    if (text == names[i]) return i;
    known += (known.empty() ? "" : ", ") + std::string(names[i]);
  }
  throw py::value_error(std::string(what) + " '" + text + "' is none of: " + known);
}

nc::Axes to_axes(const py::object& value, const char* what) {
  nc::Axes axes;
  if (value.is_none()) return axes;
  const Doubles array = Doubles::ensure(value);
  if (!array || array.ndim() != 1 || array.size() > nc::kAxes) {
    PyErr_Clear();
    throw py::value_error(std::string(what) + " is up to six numbers: X Y Z A B C");
  }
  for (int i = 0; i < static_cast<int>(array.size()); ++i) axes.set(i, array.at(i));
  return axes;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) throw Error(ErrorCode::io, "cannot be read", file);
  return text;
}

nc::Program parse(const std::string& text, const std::string& name, const std::string& dialect, const std::string& unit,
                  const py::object& start, const py::object& machine_zero) {
  nc::Options options;
  options.dialect = static_cast<nc::Dialect>(index_of(dialect, kDialects, "dialect"));
  options.unit = static_cast<nc::Unit>(index_of(unit, kUnits, "unit"));
  options.start = to_axes(start, "the start");
  options.machine_zero = to_axes(machine_zero, "the machine's zero");
  const py::gil_scoped_release unlocked;
  return nc::read_program(text, name, options);
}

/// n x 2 x 6: where each motion starts and ends; NaN: not known.
py::array_t<double> axes_of(const nc::Program& program) {
  py::array_t<double> out({static_cast<py::ssize_t>(program.path.size()), py::ssize_t{2}, py::ssize_t{nc::kAxes}});
  double* to = out.mutable_data();
  for (const nc::Motion& m : program.path) {
    for (const nc::Axes* axes : {&m.start, &m.end}) {
      for (int i = 0; i < nc::kAxes; ++i) {
        *to++ = axes->has(i) ? axes->value[static_cast<std::size_t>(i)] : std::numeric_limits<double>::quiet_NaN();
      }
    }
  }
  return out;
}

std::vector<std::string> kinds_of(const nc::Program& program) {
  std::vector<std::string> out;
  out.reserve(program.path.size());
  for (const nc::Motion& m : program.path) out.emplace_back(kMotionKinds[static_cast<std::size_t>(m.kind)]);
  return out;
}

py::array_t<std::uint32_t> lines_of(const nc::Program& program) {
  py::array_t<std::uint32_t> out(static_cast<py::ssize_t>(program.path.size()));
  std::uint32_t* to = out.mutable_data();
  for (const nc::Motion& m : program.path) *to++ = m.place.line;
  return out;
}

nc::ToolLibrary read_library(const std::filesystem::path& file, double unit, bool flat, double cutting_length,
                             int number) {
  nc::ToolReadOptions options;
  options.unit = unit;
  options.flat = flat;
  options.cutting_length = cutting_length;
  options.number = number;
  options.load_mesh = [](const std::filesystem::path& mesh) { return load_mesh(mesh); };
  const py::gil_scoped_release unlocked;
  return nc::read_tools(file, options);
}

/// n x 2 x 3.
std::vector<nc::Move> to_moves(const py::object& value) {
  constexpr const char* kShape = "moves are an array of n x 2 x 3 numbers: where the tip starts and ends";
  const Doubles array = Doubles::ensure(value);
  if (!array || array.ndim() != 3 || array.shape(1) != 2 || array.shape(2) != 3) {
    PyErr_Clear();
    throw py::value_error(kShape);
  }
  std::vector<nc::Move> moves(static_cast<std::size_t>(array.shape(0)));
  const double* at = array.data();
  for (nc::Move& m : moves) {
    m = {{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
    at += 6;
  }
  return moves;
}

py::dict ask_moves(const nc::CheckedPart& part, const nc::Tool& tool, const py::object& moves, double tolerance,
                   double stock, double gap, int threads) {
  const std::vector<nc::Move> all = to_moves(moves);
  nc::CheckOptions options;
  options.tolerance = tolerance;
  options.stock = stock;
  options.gap = gap;
  options.threads = threads;
  const std::vector<nc::MoveCheck> checks = [&] {
    const py::gil_scoped_release unlocked;
    return nc::check_moves(part, nc::convex_pieces(tool), all, options);
  }();
  const auto count = static_cast<py::ssize_t>(checks.size());
  py::array_t<double> lower(count), upper(count), t(count), raise(count), contact = new_rows<double>(checks.size(), 3);
  py::array_t<std::int64_t> triangle(count);
  py::list decision;
  double* to = contact.mutable_data();
  for (py::ssize_t i = 0; i < count; ++i) {
    const nc::MoveCheck& c = checks[static_cast<std::size_t>(i)];
    lower.mutable_at(i) = c.lower;
    upper.mutable_at(i) = c.upper;
    t.mutable_at(i) = c.t;
    raise.mutable_at(i) = c.raise;
    triangle.mutable_at(i) = c.triangle == kNoTriangle ? -1 : std::int64_t{c.triangle};
    for (const double x : {c.contact.x, c.contact.y, c.contact.z}) *to++ = x;
    decision.append(std::string(nc::name(c.decision)));
  }
  return py::dict("decision"_a = decision, "lower"_a = lower, "upper"_a = upper, "contact"_a = contact,
                  "triangle"_a = triangle, "t"_a = t, "raise"_a = raise);
}

void add_programs(py::module_& m) {
  py::class_<nc::Program>(m, "Program", "The motions of an NC program, in millimetres and degrees.")
      .def_property_readonly("complete", &nc::Program::complete,
                             "False: something was not understood; nothing is proved")
      .def_property_readonly(
          "diagnostics",
          [](const nc::Program& p) {
            std::vector<std::string> out;
            for (const nc::Diagnostic& d : p.diagnostics) out.push_back(describe(d, p));
            return out;
          },
          "One line each: file:line:column: what")
      .def_property_readonly("axes", &axes_of, "n x 2 x 6: X Y Z A B C at the start and the end; NaN: not known")
      .def_property_readonly("kinds", &kinds_of, "'rapid', 'feed' or 'arc'")
      .def_property_readonly("lines", &lines_of, "of the program's text, from 1")
      .def("__len__", [](const nc::Program& p) { return p.path.size(); })
      .def("__repr__", [](const nc::Program& p) {
        return "<graze.nc.Program: " + std::to_string(p.path.size()) + " motions" +
               (p.complete() ? ">" : ", not understood completely>");
      });
  m.def(
      "read_program",
      [](const std::filesystem::path& file, const std::string& dialect, const std::string& unit,
         const py::object& start, const py::object& machine_zero) {
        return parse(text_of(file), file.string(), dialect, unit, start, machine_zero);
      },
      "file"_a, py::kw_only(), "dialect"_a = "automatic", "unit"_a = "mm", "start"_a = py::none(),
      "machine_zero"_a = py::none(), "Reads and executes a program; `unit` holds until G20 or G21");
  m.def(
      "parse_program",
      [](const std::string& text, const std::string& name, const std::string& dialect, const std::string& unit,
         const py::object& start,
         const py::object& machine_zero) { return parse(text, name, dialect, unit, start, machine_zero); },
      "text"_a, "name"_a = "program", py::kw_only(), "dialect"_a = "automatic", "unit"_a = "mm", "start"_a = py::none(),
      "machine_zero"_a = py::none(), "The same of a text");
}

/// Shapes by their usual numbers, in millimetres.
void add_makers(py::module_& m) {
  const auto body = [](double cutting_length, double shank_diameter, double length) {
    nc::Body b;
    b.cutting_length = cutting_length;
    b.shank_diameter = shank_diameter;
    b.length = length;
    return b;
  };
  m.def(
      "ball_mill", [body](double d, double l, double s, double h) { return nc::ball_mill(d, body(l, s, h)); },
      "diameter"_a, "cutting_length"_a, "shank_diameter"_a = 0.0, "length"_a = 0.0);
  m.def(
      "flat_mill", [body](double d, double l, double s, double h) { return nc::flat_mill(d, body(l, s, h)); },
      "diameter"_a, "cutting_length"_a, "shank_diameter"_a = 0.0, "length"_a = 0.0);
  m.def(
      "bull_mill",
      [body](double d, double r, double l, double s, double h) { return nc::bull_mill(d, r, body(l, s, h)); },
      "diameter"_a, "corner_radius"_a, "cutting_length"_a, "shank_diameter"_a = 0.0, "length"_a = 0.0);
}

void add_tools(py::module_& m) {
  py::class_<nc::Tool>(m, "Tool", "A solid of revolution.")
      .def_readwrite("number", &nc::Tool::number)
      .def_readonly("name", &nc::Tool::name)
      .def_readonly("type", &nc::Tool::type)
      .def_readonly("source", &nc::Tool::source, "file and place, and what was assumed")
      .def_property_readonly("height", &nc::Tool::height)
      .def(
          "radius_at", [](const nc::Tool& t, double z) { return nc::radius_at(t, z); }, "z"_a)
      .def("__repr__",
           [](const nc::Tool& t) { return "<graze.nc.Tool " + std::to_string(t.number) + ": " + t.type + ">"; });
  py::class_<nc::ToolLibrary>(m, "ToolLibrary")
      .def_readonly("tools", &nc::ToolLibrary::tools)
      .def_property_readonly(
          "refused",
          [](const nc::ToolLibrary& l) {
            std::vector<std::string> out;
            for (const nc::RefusedTool& r : l.refused) out.push_back(r.reason);
            return out;
          },
          "Why some of the file's tools cannot be used")
      .def(
          "__getitem__", [](const nc::ToolLibrary& l, int number) { return l.at(number); }, "number"_a)
      .def("__len__", [](const nc::ToolLibrary& l) { return l.tools.size(); });
  m.def("read_tools", &read_library, "file"_a, py::kw_only(), "unit"_a = 0.0, "flat"_a = false,
        "cutting_length"_a = 0.0, "number"_a = -1,
        "Our JSON, Fusion's and FreeCAD's libraries, CAMotics projects, LinuxCNC's table, comments of programs");
  add_makers(m);
}

}  // namespace

void add_nc(py::module_& parent) {
  py::module_ m = parent.def_submodule("nc", "NC programs, tools, and the check of their moves.");
  add_programs(m);
  add_tools(m);
  py::class_<nc::CheckedPart>(m, "CheckedPart", "A part made ready for checking; the tool's axis is +z.")
      .def(py::init([](const Model& model, const std::string& surface) {
             const nc::Surface which = to_enum<nc::Surface>(surface, kSurfaces, "surface");
             const py::gil_scoped_release unlocked;
             return nc::CheckedPart(model, which);
           }),
           "model"_a, "surface"_a = "automatic", "surface: 'automatic', 'closed' or 'open'")
      .def_property_readonly("surface", [](const nc::CheckedPart& p) { return std::string(nc::name(p.surface())); });
  m.def("check_moves", &ask_moves, "part"_a, "tool"_a, "moves"_a, py::kw_only(), "tolerance"_a = 0.01, "stock"_a = 0.0,
        "gap"_a = 1e-3, "threads"_a = 0,
        "How deep a tool cuts into the part on n x 2 x 3 straight moves of its tip: certified bounds, as a dict of "
        "arrays");
  add_verify(m);
}

}  // namespace graze::python
