// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace graze::python {

void add_models(pybind11::module_& m);       // meshes, files, models
void add_queries(pybind11::module_& m);      // intersects, contacts, distance, impact
void add_solids(pybind11::module_& m);       // signed distance, penetration
void add_calibration(pybind11::module_& m);  // calibrate
void add_timed(pybind11::module_& m);        // judge, resume
void add_frames(pybind11::module_& m);       // judge_all
void add_nc(pybind11::module_& m);           // graze.nc: programs, tools, moves
void add_verify(pybind11::module_& m);       // graze.nc.verify

}  // namespace graze::python
