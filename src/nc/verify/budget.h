// SPDX-License-Identifier: Apache-2.0
// How far the part that comes off the machine may differ from what was checked (NC.md 4.11).
#pragma once

#include "graze/nc/verify.h"

namespace graze::nc::detail {

class Budget {
 public:
  Budget(const Outcome& program, const VerifyOptions& options);

  /// What is left of it for depths; throws std::invalid_argument where strictness leaves nothing.
  double tolerance() const { return tolerance_; }

  void note(const Motion& motion);

  /// False: the machine may leave the path by any amount, so that nothing is proved of what it cuts.
  bool bounded() const { return !unbounded_; }

  /// `deviation`: the greatest of a chord.
  std::vector<ErrorTerm> terms(const GougeReport& report, double deviation, const VerifyOptions& options) const;

  /// The verdict in words; report.errors are there.
  std::string proved(const GougeReport& report, const Outcome& program, const VerifyOptions& options, bool assumed,
                     bool stopped) const;

 private:
  double tolerance_ = 0, path_ = 0, farthest_ = 0;
  bool strict_ = false, unbounded_ = false;  // by G64 without P, of which reading the program warns
};

}  // namespace graze::nc::detail
