// SPDX-License-Identifier: Apache-2.0
// Results for people: a table on the way and a summary at the end. Files are made of the JSON (results.h).
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "run.h"
#include "summary.h"

namespace graze::bench {

void print_header(std::ostream& out);

/// The rows of one scene; x is how many times slower a row's engine is than the first, with its interval.
void print_rows(std::ostream& out, const std::vector<Row>& rows);
/// Who was too slow, who was wrong.
void print_remarks(std::ostream& out, const SceneResult& result);

void print_summary(std::ostream& out, const std::vector<Summary>& summaries);

/// Every rival, scene and mode in which a rival has the lesser mean, median, 99th percentile or maximum.
void print_defeats(std::ostream& out, const std::vector<Row>& rows);

void print_growth(std::ostream& out, const std::vector<Growth>& series);

/// Speed of every variant of graze as a part of the first one's, scene by scene.
void print_variants(std::ostream& out, const std::vector<Row>& rows);

}  // namespace graze::bench
