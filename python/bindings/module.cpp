// SPDX-License-Identifier: Apache-2.0
#include "module.h"

#include <exception>
#include <string>

#include "arrays.h"

namespace graze::python {
namespace {

constexpr std::pair<ErrorCode, const char*> kCodes[] = {
    {ErrorCode::io, "io"},
    {ErrorCode::format, "format"},
    {ErrorCode::unsupported, "unsupported"},
    {ErrorCode::limit, "limit"},
    {ErrorCode::invalid_mesh, "invalid_mesh"},
    {ErrorCode::invalid_option, "invalid_option"},
    {ErrorCode::corrupt_model, "corrupt_model"},
    {ErrorCode::not_solid, "not_solid"},
};

/// graze.Error, with `code`, `file`, `line` and `offset`.
void add_errors(py::module_& m) {
  static PyObject* type = nullptr;  // lives as long as the process, as the module does
  type = PyErr_NewExceptionWithDoc("graze.Error",
                                   "Building, loading, saving or parsing failed. Attributes: code (such as 'format' "
                                   "or 'not_solid'), file, line, offset (None where unknown).",
                                   PyExc_RuntimeError, nullptr);
  m.attr("Error") = py::handle(type);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      const py::object value = py::handle(type)(error.what());
      for (const auto& [code, text] : kCodes) {
        if (code == error.code()) value.attr("code") = text;
      }
      value.attr("file") = error.file().empty() ? py::object(py::none()) : py::cast(error.file().string());
      const Position at = error.position();
      value.attr("line") = at.kind == Position::Kind::line ? py::cast(at.value) : py::object(py::none());
      value.attr("offset") = at.kind == Position::Kind::byte ? py::cast(at.value) : py::object(py::none());
      PyErr_SetObject(type, value.ptr());
    }
  });
}

}  // namespace
}  // namespace graze::python

PYBIND11_MODULE(_graze, m) {
  graze::python::add_errors(m);
  graze::python::add_models(m);
  graze::python::add_queries(m);
  graze::python::add_solids(m);
  graze::python::add_calibration(m);  // before what takes one
  graze::python::add_timed(m);
  graze::python::add_frames(m);
  graze::python::add_nc(m);
}
