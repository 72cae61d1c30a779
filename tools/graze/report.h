// SPDX-License-Identifier: Apache-2.0
// The HTML report of a flight: a page built from web/report, with the flight's data put into it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json.h"

namespace graze::cli {

struct Report {
  std::string title;
  const Json& header;  ///< of the JSON answer: inputs, options, machine, summary
  const Input& environment;
  const Input& object;
  std::span<const Pose> poses;
  const RunResult& result;
};

/// Throws Failure when this binary was built without a page to fill.
void require_report_template();
std::string report_html(const Report& report);

/// Bounds of what a report holds, so that a browser opens it at once; the page says what was left out.
inline constexpr std::size_t kDrawnEnvironment = 300'000;  // triangles
inline constexpr std::size_t kDrawnObject = 60'000;
inline constexpr std::size_t kDrawnContacts = 200'000;  // segments

/// The page, in pieces; empty where three.js could not be fetched. Generated at build time.
std::span<const std::string_view> report_template();

}  // namespace graze::cli
