// SPDX-License-Identifier: Apache-2.0
// The file that `graze calibrate` writes and `graze judge --calibration` reads: a correction for one pair of models,
// the poses it holds for, and what was shown about it. Schema in docs/cli.md.
#pragma once

#include <filesystem>
#include <string>

#include "graze/timed.h"
#include "input.h"
#include "json.h"

namespace graze::cli {

inline constexpr const char* kCalibrationSchema = "graze-calibration-1";

/// Of mesh and hierarchy, 16 hexadecimal digits: a calibration holds for one pair of models, built in one way.
std::string fingerprint(const Model& model);

/// The members of a calibration file that are read again; more may be added to it.
Json calibration_header(const Input& a, const Input& b, const Calibration& calibration, const std::string& distribution,
                        bool shown);

struct SavedCalibration {
  Calibration calibration;
  std::string distribution;  ///< of the poses it was fitted on, in words
  bool shown = false;        ///< that its calibration error is small
};

/// Validated, never trusted. Throws Failure naming the file and the line or member: no such file, no JSON, another
/// schema, values that cannot be, other models, other shipped weights.
SavedCalibration read_calibration(const std::filesystem::path& file, const Input& a, const Input& b);

}  // namespace graze::cli
