// SPDX-License-Identifier: Apache-2.0
// What a calibration shows and what it does not: measured on poses that were held back, in words, as JSON, as a page.
#pragma once

#include <string>
#include <vector>

#include "graze/timed.h"
#include "json.h"
#include "reliability.h"

namespace graze::cli {

/// A sentence about the poses that were held back, and whether they are enough to say it.
struct Statement {
  std::string text;
  bool shown = false;
};

/// Probabilities of one sort on the poses held back.
struct Measured {
  Reliability reliability;
  bench::Interval calibration_error, brier;
};

struct CalibrationReport {
  std::string a, b;          ///< file names
  std::string distribution;  ///< of the poses, in words
  std::size_t poses = 0, colliding = 0, fitted = 0, held = 0, run = 0, runs = 0;
  Measured shipped, calibrated;
  std::vector<Statement> statements;  ///< the first: that the calibration error is small
  bool shown() const { return !statements.empty() && statements.front().shown; }
};

/// What the poses held back show about this calibration; `most` is the calibration error to be shown.
void measure_calibration(const Model& a, const Model& b, std::span<const Pose> held, const Calibration& calibration,
                         double most, CalibrationReport& report);

std::string report_text(const CalibrationReport& report);
Json report_json(const CalibrationReport& report);
std::string calibration_page(const CalibrationReport& report);

}  // namespace graze::cli
