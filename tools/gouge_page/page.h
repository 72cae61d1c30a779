// SPDX-License-Identifier: Apache-2.0
// The HTML page of a gouge check: web/gouge with the check's data put into it. docs/gouge_page.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gouge_page/paint.h"
#include "gouge_page/path.h"
#include "graze/mesh.h"
#include "graze/nc/program.h"
#include "graze/nc/report.h"
#include "graze/nc/stock.h"

namespace graze::gouge_page {

/// A page with these bounds opens within seconds and stays below some 20 MB; it says what was left out.
inline constexpr std::size_t kDrawnPart = 250'000;     // triangles
inline constexpr std::size_t kDrawnFixtures = 60'000;  // triangles, of all fixtures
inline constexpr std::size_t kDrawnPath = 200'000;     // points
inline constexpr std::size_t kListedFindings = 3000;
inline constexpr std::size_t kPlottedLines = 8000;    // depths by line; more are joined
inline constexpr std::size_t kWholeText = 2'000'000;  // bytes of a program that is shown completely
inline constexpr std::uint32_t kAroundFindings = 12;  // lines otherwise, on either side of a finding's

struct PageData {
  const nc::GougeReport& report;
  const PaintedPart& part;
  const Path& path;          ///< thinned
  std::string title = {};    ///< empty: of the names
  std::string version = {};  ///< of graze
  double tolerance = 0.01;
  std::vector<std::string> files = {};       ///< names by Place::file
  std::vector<std::string_view> texts = {};  ///< the same of their content
  std::size_t part_triangles = 0;            ///< before they were divided
  std::vector<const Mesh*> fixtures = {};
  const nc::StockReport* stock = nullptr;  ///< where material was simulated; what remains of it is drawn
};

bool has_page();

/// Throws Error (unsupported) where this was built without a page to fill.
std::string page_html(const PageData& data);

/// The values of PathPoint::at that a page needs: where findings begin, are worst and end. Sorted.
std::vector<double> kept_places(const nc::GougeReport& report);

/// The page, in pieces; empty where three.js could not be fetched. Generated at build time.
std::span<const std::string_view> page_template();

}  // namespace graze::gouge_page
