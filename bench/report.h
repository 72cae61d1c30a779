// SPDX-License-Identifier: Apache-2.0
// Results for people (a table), for scripts (CSV) and for pages (JSON).
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "run.h"

namespace graze::bench {

/// What ran: goes into every CSV row and once into the JSON.
struct Environment {
  std::string cpu, isa, compiler;
};
Environment environment();

void print_header(std::ostream& out);

/// The rows of one scene; speed-ups are ratios of means over the first rival of the same mode.
void print_rows(std::ostream& out, const std::vector<Row>& rows);
void print_disagreements(std::ostream& out, const std::vector<Disagreement>& list);

/// Mean time of the first rival in the row's scene and mode over the row's own; 0 when there is none.
double speed_up(const std::vector<Row>& rows, const Row& row, const std::string& rival);

/// Both write to a temporary name and rename. They throw std::runtime_error.
void write_csv(const std::filesystem::path& file, const std::vector<Row>& rows, const std::string& rival);
void write_json(const std::filesystem::path& file, const std::vector<Row>& rows,
                const std::vector<Disagreement>& disagreements, const std::string& rival);

}  // namespace graze::bench
