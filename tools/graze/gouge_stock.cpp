// SPDX-License-Identifier: Apache-2.0
// graze gouge --stock: the program on a block of material.
#include <fmt/format.h>

#include <memory>

#include "command.h"
#include "gouge.h"
#include "graze/nc/turning.h"
#include "output.h"
#include "watch.h"

namespace graze::cli {
namespace {

/// Numbers between commas, exactly so many.
std::vector<double> stock_numbers(const std::string& text, std::size_t count) {
  std::vector<double> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, comma - at);
    std::size_t used = 0;
    try {
      values.push_back(std::stod(word, &used));
    } catch (const std::exception&) {
      used = 0;
    }
    if (used == 0 || used != word.size()) throw Failure(fmt::format("--stock: '{}' is not a number", word));
    at = comma + 1;
  }
  if (values.size() != count) {
    throw Failure(fmt::format("--stock: '{}' has {} numbers where {} are needed", text, values.size(), count));
  }
  return values;
}

nc::Stock stock_of(const GougeFlags& flags, const Mesh& part, GougeRun& run) {
  const std::string& text = flags.stock;
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon), rest = colon == std::string::npos ? "" : text.substr(colon + 1);
  try {
    if (kind == "box") {
      const std::vector<double> v = stock_numbers(rest, 6);
      return nc::Stock::box({v[0], v[1], v[2]}, {v[3], v[4], v[5]});
    }
    if (kind == "cylinder") {
      const std::vector<double> v = stock_numbers(rest, 5);
      return nc::Stock::cylinder({v[0], v[1], v[2]}, 2, v[3], v[4]);
    }
    if (kind == "auto") {
      const double more = rest.empty() ? 0 : stock_numbers(rest, 1)[0];
      return nc::Stock::around(part, {more, more, 0}, {more, more, more});
    }
    std::string hash;
    Mesh mesh = load_placed(text, flags, hash);
    run.inputs.push_back({"stock", text, hash});
    return nc::Stock::solid(std::move(mesh));
  } catch (const Error& error) {
    throw Failure(fmt::format("--stock {}: {}", text, error.what()));
  }
}

}  // namespace

int gouge_exit(const GougeRun& run) {
  const int gouge = static_cast<int>(run.report.verdict);
  return run.stock ? std::max(gouge, static_cast<int>(run.stock->verdict)) : gouge;
}

StockInput load_stock(const GougeFlags& flags, GougeRun& run) {
  std::string hash;
  const Model target = Model::build(load_placed(flags.part, flags, hash));
  nc::Stock stock = stock_of(flags, target.mesh(), run);
  if (flags.cell > 0 && flags.cell < nc::cell_for(stock, nc::StockOptions().memory)) {
    throw Failure(
        fmt::format("--cell {}: more than {} bytes of lines are needed", flags.cell, nc::StockOptions().memory));
  }
  return {target, std::move(stock)};
}

void run_stock(const GougeFlags& flags, const nc::Options& reading, const std::string& program, const StockInput& input,
               GougeRun& run) {
  nc::StockOptions options;
  options.cell = flags.cell;
  options.tolerance = flags.tolerance;
  options.excess_tolerance = flags.excess;
  options.first_tool = flags.tool;
  options.starts_clear = flags.start == "clear";
  options.threads = flags.threads;
  options.max_findings = static_cast<std::size_t>(flags.max_findings);
  options.mesh_triangles = flags.html.empty() ? 0 : 60'000;  // for the page alone
  options.surface = flags.surface == "auto"     ? nc::Surface::automatic
                    : flags.surface == "closed" ? nc::Surface::closed
                                                : nc::Surface::open;
  nc::Program read;
  const nc::VerifyOptions& checked = run.options;
  if (checked.machine) {
    options.place = [&](const nc::Motion& m, double t) -> std::optional<nc::ToolPlace> {
      if (!nc::can_turn(*checked.machine, m)) return std::nullopt;
      const nc::Setup& setup = read.setups[m.setup];
      const nc::Interpolation how = nc::interpolation_of(setup, checked.tcp);
      const auto gauge = checked.gauges.find(setup.tool != 0 ? setup.tool : checked.first_tool);
      if (gauge == checked.gauges.end() && nc::needs_gauge(*checked.machine, how)) return std::nullopt;
      const nc::ToolPose pose = nc::pose_at(*checked.machine, nc::turning_move(m, how), t,
                                            gauge != checked.gauges.end() ? gauge->second : -1);
      return nc::ToolPlace{pose.tip, pose.axis};
    };
  }
  std::unique_ptr<Progress> progress;
  options.progress = [&](std::uint64_t done, std::uint64_t all) {
    if (!progress) progress = std::make_unique<Progress>("cutting", static_cast<std::size_t>(all), "motions");
    progress->update(static_cast<std::size_t>(done));
    return !interrupted();
  };
  try {
    read = nc::read_program(program, flags.program.string(), reading);
    run.stock = nc::simulate_stock(read, run.tools, input.stock, &input.target, options);
  } catch (const Error& error) {
    throw Failure(fmt::format("--stock: {}", error.what()));
  }
  for (const nc::Finding& finding : run.stock->findings) {
    // The gouge check has told of these.
    if (finding.kind == nc::FindingKind::tool_missing || finding.kind == nc::FindingKind::unchecked) continue;
    run.report.findings.push_back(finding);
  }
}

std::string stock_text(const nc::StockReport& s, bool quiet) {
  std::string text;
  if (!quiet) {
    text += fmt::format(
        "stock: cells of {:.4g} x {:.4g} x {:.4g} mm, {:.0f} mm³ before, {:.0f} after ({:.0f} by x, {:.0f} by y); {} "
        "in {:.2f} s\n",
        s.cell[0], s.cell[1], s.cell[2], s.volume_before[2], s.volume_after[2], s.volume_after[0], s.volume_after[1],
        counted(s.moves, "move"), s.seconds);
    if (s.compared) {
      text += fmt::format(
          "stock: {:.2f} mm³ outside the part, of it above the part {:.2f}, at most {:.4g} mm; {:.2f} mm³ of the part "
          "taken away, "
          "at most {:.4g} mm deep; {:.2f} mm³ of the part are not in the stock\n",
          s.excess_volume, s.above_volume, s.worst_excess, s.overcut_volume, s.worst_overcut, s.uncovered_volume);
    }
  }
  return text + fmt::format("stock {}: {}\n", name(s.verdict), s.proved);
}

}  // namespace graze::cli
