// SPDX-License-Identifier: Apache-2.0
// What the parts of `graze gouge` share: what was asked, what was found, and how it is written.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/nc/stock.h"
#include "graze/nc/verify.h"

namespace graze::cli {

/// As given on the command line, not yet understood.
struct GougeFlags {
  std::filesystem::path part, program, tools;
  std::vector<std::filesystem::path> fixtures;
  std::vector<std::string> stock_to_leave, work_offsets;
  std::string rapid = "straight", rapid_rates, start, machine_zero, unit = "mm", dialect = "auto", surface = "auto";
  std::string part_unit = "mm", part_offset, part_rotation, tool_unit;
  double part_scale = 1, tolerance = 0.01, clearance = 0, path_tolerance = -1, mesh_error = 0, word_error = 0.0005;
  std::optional<double> fixture_clearance;
  double cutting_length = 0;
  int tool = 0, threads = 0, max_findings = 1000;
  std::uint64_t max_steps = 10'000'000;  // three seconds: an endless loop is told soon
  std::string stock;
  double cell = 0, excess = 0.1;
  bool flat = false, lenient = false, strict = false, block_skip = false, quiet = false;
  std::string machine, tcp = "linear";
  double pivot = 0;
  std::vector<std::string> gauges;
  std::filesystem::path json, csv, sarif, output, html, ply, glb;
  bool pictures() const { return !html.empty() || !ply.empty() || !glb.empty(); }
};

/// A file that went into the check.
struct GougeInput {
  std::string role, file, sha256;
};

struct GougePicture;  // gouge_picture.cpp

struct GougeRun {
  std::vector<GougeInput> inputs;
  nc::ToolLibrary tools;
  bool tools_from_program = false;
  nc::VerifyOptions options;
  nc::Outcome outcome;
  nc::GougeReport report;
  std::shared_ptr<const GougePicture> picture;  ///< for the three last of those below
  std::optional<nc::StockReport> stock;         ///< its findings are among the report's
};

/// 0 clean, 1 findings, 2 not verified: of the gouge check and of the stock together.
int gouge_exit(const GougeRun& run);

/// Throws Failure for what cannot be understood, with the option's name.
/// `subprograms`: filled with the files that reading finds beside the program, by what calls name them.
nc::Options reading_options(const GougeFlags& flags, std::map<std::string, std::filesystem::path>& subprograms);
nc::VerifyOptions verify_options(const GougeFlags& flags);
/// In the program's frame. `hash`: SHA-256 of the file.
nc::CheckedBody load_body(const std::filesystem::path& file, const GougeFlags& flags, bool is_part, std::string& hash);
/// A mesh where the flags put it.
Mesh load_placed(const std::filesystem::path& file, const GougeFlags& flags, std::string& hash);
/// What --stock names, and the part to compare with.
struct StockInput {
  Model target;
  nc::Stock stock;
};
StockInput load_stock(const GougeFlags& flags, GougeRun& run);
/// Simulates the program on it, and adds what it finds to the run.
void run_stock(const GougeFlags& flags, const nc::Options& reading, const std::string& program, const StockInput& input,
               GougeRun& run);
std::string stock_text(const nc::StockReport& report, bool quiet);
std::string read_whole(const std::filesystem::path& file);
std::string sha256(std::string_view bytes);

/// "part.nc:812:1"
std::string place_text(const nc::Place& place, const nc::Outcome& outcome);
std::string gouge_text(const GougeRun& run, bool quiet);
std::string gouge_csv(const GougeRun& run);
std::string gouge_json(const GougeRun& run);
std::string gouge_sarif(const GougeRun& run);

/// What a page and coloured meshes show: the program is executed once more for its path. `program`: its text.
std::shared_ptr<const GougePicture> gouge_picture(const GougeRun& run, const std::string& program,
                                                  const nc::Options& reading, const nc::CheckedBody& part,
                                                  std::span<const nc::CheckedBody> fixtures);
void require_gouge_page();  ///< throws Failure when this binary was built without one
std::string gouge_html(const GougeRun& run);
std::string gouge_ply(const GougeRun& run);
std::string gouge_glb(const GougeRun& run);

}  // namespace graze::cli
