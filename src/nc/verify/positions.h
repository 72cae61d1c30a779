// SPDX-License-Identifier: Apache-2.0
// What is known of where a motion begins and ends, and so what can be checked of it.
#pragma once

#include "graze/nc/verify.h"

namespace graze::nc::detail {

enum class Fitness : std::uint8_t {
  straight,  // a straight motion or an arc of known ends
  above,     // wherever it is, it stays above everything
  unknown,   // its ends are not known
  turning,   // rotary axes move or are not at zero, on a machine that is known
  rotary,    // the same on one that is not
};

/// Follows a program's motions. A height that is not known since the tool was sent to a reference point (G28, G30) or
/// was changed, or since its length was set (G43) up there, is taken to be above everything: the one assumption that is
/// made, and it is reported.
class Positions {
 public:
  explicit Positions(const VerifyOptions& options) : options_(options), high_(options.starts_clear) {}

  /// `above`: a tip at this height or higher is above part and fixtures. Ends that are so are put there.
  Fitness next(Motion& motion, const Setup& setup, double above);
  bool assumed() const { return assumed_; }
  const Place& assumed_at() const { return assumed_at_; }

 private:
  Fitness turned(const Motion& motion) const;
  void assume(const Place& place);
  const VerifyOptions& options_;
  bool high_, assumed_ = false, first_ = true;
  bool above_ = false;  // at the end of the last motion
  int tool_ = 0, length_ = 0;
  Place assumed_at_;
};

}  // namespace graze::nc::detail
