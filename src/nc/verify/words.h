// SPDX-License-Identifier: Apache-2.0
// Findings and verdicts in words.
#pragma once

#include "graze/nc/verify.h"

namespace graze::nc::detail {

/// Three to six digits behind the point, as many as are not zero.
std::string millimetres(double value);

/// Of a finding of motions, once it is merged. `type`: of its tool; `body`: of its body.
std::string message_of(const Finding& finding, const std::string& type, const std::string& body);

Finding turned_note(const BodyUsed& body, std::size_t turned);  ///< triangles that looked the wrong way
Finding finding_of(const Diagnostic& diagnostic);

}  // namespace graze::nc::detail
