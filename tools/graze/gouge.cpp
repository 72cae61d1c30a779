// SPDX-License-Identifier: Apache-2.0
// graze gouge: does an NC program cut into the part it is to make?
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "command.h"
#include "gouge.h"
#include "graze/io.h"
#include "input.h"
#include "options.h"
#include "output.h"
#include "watch.h"

namespace graze::cli {
namespace {

constexpr const char* kGougeHelp = R"(
Examples:
  graze gouge part.stl part.nc --tools tools.json --start 0,0,50
  graze gouge part.stl part.nc --start clear                    tools as the program's comments describe them
  graze gouge part.stl part.nc --tools lib.json --fixture vise.stl --clearance 2 --tolerance 0.02
  graze gouge part.stl rough.nc --tools t.json --stock-to-leave 0.3 --stock-to-leave T5=0.1
  graze gouge part.stl part.nc --tools t.json --stock auto:2 --cell 0.2     rapids, shank and holder in what is still there
  graze gouge part.stl part.nc --tools t.json --json report.json --sarif report.sarif --csv findings.csv
  graze gouge part.stl part.nc --tools t.json --html report.html --glb report.glb
  graze gouge relief.stl relief.ngc --tools tool.tbl --flat --tool-unit mm --tool 1 --surface open

PART and fixtures are meshes in the program's coordinates (G54 at the origin unless --work-offset tells), or put there by
--part-unit, --part-scale, --part-rotation, --part-offset, in this order. Every motion is checked as the volume that the tool
sweeps, without samples: a line says how deep it cuts, between two bounds, where, and how much higher it would be clean.

A motion from or to a place that is not known is never called clean. Programs begin somewhere: --start X,Y,Z tells where,
or --start clear that it is above everything. After G28, G30 and tool changes the tool is taken to be above everything
unless --machine-zero tells where that is. Tools that are missing are an error, never a default.

Exit codes: 0 proved clean; 1 findings, all motions were checked; 2 not verified (errors in the program, unsupported words,
missing tools, unknown positions, undecided motions, interrupted), whatever else was found; 3 wrong use or a bad file.
docs/gouge.md tells what is proved, and what is not.)";

nc::ToolLibrary library_of(const GougeFlags& flags, const std::string& program, GougeRun& run) {
  nc::ToolReadOptions options;
  options.unit = flags.tool_unit.empty() ? 0 : flags.tool_unit == "inch" ? 25.4 : 1;
  options.flat = flags.flat;
  options.cutting_length = flags.cutting_length;
  options.number = flags.tool > 0 ? flags.tool : -1;
  options.load_mesh = [](const std::filesystem::path& file) { return load_mesh(file); };
  if (!flags.tools.empty()) {
    run.inputs.push_back({"tools", flags.tools.string(), sha256(read_whole(flags.tools))});
    return nc::read_tools(flags.tools, options);
  }
  run.tools_from_program = true;
  options.format = nc::ToolFormat::program;
  try {
    return nc::parse_tools(program, flags.program, options);
  } catch (const Error& error) {
    throw Failure(std::string(error.what()) + "; give --tools FILE (docs/nc_tools.md)");
  }
}

struct GougeFile {
  std::filesystem::path path;
  std::unique_ptr<OutputFile> file;
  std::string (*write)(const GougeRun&);
};

/// Opened before the work: what cannot be written fails early.
std::vector<GougeFile> open_outputs(const GougeFlags& flags) {
  std::vector<std::filesystem::path> inputs = flags.fixtures;
  inputs.insert(inputs.end(), {flags.part, flags.program, flags.tools, flags.machine, flags.stock});
  std::vector<GougeFile> files;
  const auto add = [&](const std::filesystem::path& path, std::string (*write)(const GougeRun&)) {
    if (path.empty()) return;
    for (const GougeFile& other : files) {
      if (other.path == path) throw Failure(path.string() + ": two outputs have this name");
    }
    if (path == "-") {
      files.push_back({path, nullptr, write});
      return;
    }
    require_output(path, inputs);
    files.push_back({path, std::make_unique<OutputFile>(path), write});
  };
  add(flags.json, gouge_json);
  add(flags.csv, gouge_csv);
  add(flags.sarif, gouge_sarif);
  add(flags.html, gouge_html);
  add(flags.ply, gouge_ply);
  add(flags.glb, gouge_glb);
  add(flags.output, [](const GougeRun& run) { return gouge_text(run, false); });
  return files;
}

void say_tools(const GougeRun& run) {
  if (!run.tools_from_program) return;
  for (const nc::Tool& tool : run.tools.tools) {
    tell(fmt::format("graze: tool T{} taken from a comment: {}\n", tool.number, tool.source));
  }
}

/// Places are told with the files' names, not with those that calls have for them.
void add_subprograms(const std::map<std::string, std::filesystem::path>& subprograms,
                     const std::vector<GougeFile>& outputs, GougeRun& run) {
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 1; i < run.outcome.files.size(); ++i) {
    const auto found = subprograms.find(run.outcome.files[i]);
    if (found == subprograms.end()) continue;
    run.outcome.files[i] = found->second.string();
    run.inputs.push_back({"program", found->second.string(), sha256(read_whole(found->second))});
    files.push_back(found->second);
  }
  for (const GougeFile& output : outputs) {
    if (output.file) require_output(output.path, files);
  }
}

int gouge(const GougeFlags& flags) {
  GougeRun run;
  std::map<std::string, std::filesystem::path> subprograms;
  run.options = verify_options(flags);
  if (!flags.html.empty()) require_gouge_page();
  nc::Options reading = reading_options(flags, subprograms);
  std::vector<GougeFile> outputs = open_outputs(flags);
  const std::string program = read_whole(flags.program);
  reading.max_steps = flags.max_steps + static_cast<std::uint64_t>(std::count(program.begin(), program.end(), '\n'));
  std::string hash;
  const nc::CheckedBody part = load_body(flags.part, flags, true, hash);
  run.inputs.push_back({"part", flags.part.string(), hash});
  run.inputs.push_back({"program", flags.program.string(), sha256(program)});
  std::vector<nc::CheckedBody> fixtures;
  for (const std::filesystem::path& file : flags.fixtures) {
    fixtures.push_back(load_body(file, flags, false, hash));
    run.inputs.push_back({"fixture", file.string(), hash});
  }
  if (std::error_code ignored; std::filesystem::is_regular_file(flags.machine, ignored)) {
    run.inputs.push_back({"machine", flags.machine, sha256(read_whole(flags.machine))});
  }
  run.tools = library_of(flags, program, run);
  std::optional<StockInput> stock;
  if (!flags.stock.empty()) stock = load_stock(flags, run);
  if (!flags.quiet) say_tools(run);

  std::unique_ptr<Progress> progress;
  const auto watch = [&](std::uint64_t done, std::uint64_t all) {
    if (all == 0) return !interrupted();
    if (!progress) progress = std::make_unique<Progress>("checking", static_cast<std::size_t>(all), "motions");
    progress->update(static_cast<std::size_t>(done));
    return !interrupted();
  };
  run.report =
      nc::verify(program, flags.program.string(), reading, run.tools, part, fixtures, run.options, watch, &run.outcome);
  progress.reset();
  add_subprograms(subprograms, outputs, run);
  if (stock) run_stock(flags, reading, program, *stock, run);
  if (flags.pictures()) run.picture = gouge_picture(run, program, reading, part, fixtures);

  bool to_stdout = false;
  for (GougeFile& output : outputs) {
    const std::string text = output.write(run);
    if (output.file) {
      output.file->write(text);
      output.file->commit();
    } else {
      write_stdout(text);
      to_stdout = true;
    }
  }
  if (!to_stdout) write_stdout(gouge_text(run, flags.quiet));
  return gouge_exit(run);
}

void add_gouge_checks(CLI::App& command, GougeFlags& flags) {
  constexpr const char* kGroup = "What is asked";
  const auto length = [&](const char* name, double& target, double least, const char* help) {
    command.add_option(name, target, help)->type_name("MM")->check(between(least, 1e6))->group(kGroup);
  };
  length("--tolerance", flags.tolerance, 1e-6, "Cuts up to this depth are none [0.01]");
  command.add_option("--stock-to-leave", flags.stock_to_leave, "On the part; T3=0.2 for one tool; repeatable")
      ->type_name("MM|T=MM")
      ->group(kGroup);
  length("--clearance", flags.clearance, 0, "Of shank, holder and rapids from the part; 0: none is asked for");
  command.add_option("--fixture-clearance", flags.fixture_clearance, "Of all of the tool from fixtures [--clearance]")
      ->type_name("MM")
      ->check(between(0, 1e6))
      ->group(kGroup);
  length("--path-tolerance", flags.path_tolerance, 0, "What the machine keeps under G64 without P");
  length("--mesh-error", flags.mesh_error, 0, "Of the mesh from the part that is meant");
  length("--word-error", flags.word_error, 0, "Half of the last digit of coordinates [0.0005]");
  command.add_flag("--strict", flags.strict, "Take those errors off the tolerance")->group(kGroup);
}

void add_gouge_stock(CLI::App& command, GougeFlags& flags) {
  constexpr const char* kStock = "Stock (docs/nc_stock.md), a verdict apart";
  command
      .add_option("--stock", flags.stock, "box:X0,Y0,Z0,X1,Y1,Z1, auto[:MM], cylinder:X,Y,Z,R,LENGTH or a closed mesh")
      ->type_name("STOCK")
      ->check(not_empty())
      ->group(kStock);
  command.add_option("--cell", flags.cell, "Between lines [as small as 256 MiB allow]")
      ->type_name("MM")
      ->check(between(1e-4, 1e4))
      ->needs("--stock")
      ->group(kStock);
  command.add_option("--excess", flags.excess, "Material left above the part by less is none [0.1]")
      ->type_name("MM")
      ->check(between(1e-6, 1e4))
      ->needs("--stock")
      ->group(kStock);
}

void add_gouge_places(CLI::App& command, GougeFlags& flags) {
  constexpr const char* kProgram = "Program and machine";
  command.add_option("--start", flags.start, "Where the tool stands at first, or 'clear'")
      ->type_name("X,Y,Z")
      ->group(kProgram);
  command.add_option("--machine-zero", flags.machine_zero, "The machine's zero in program coordinates")
      ->type_name("X,Y,Z")
      ->group(kProgram);
  command.add_option("--work-offset", flags.work_offsets, "Repeatable; others are 0")
      ->type_name("G54=X,Y,Z")
      ->group(kProgram);
  add_choice(command, "--unit", flags.unit, {"mm", "inch"}, "Until the program says G20 or G21", kProgram);
  add_choice(command, "--dialect", flags.dialect, {"auto", "linuxcnc", "fanuc"}, "Of the program", kProgram);
  add_choice(command, "--rapid", flags.rapid, {"straight", "dogleg", "both"}, "How the machine goes at G0", kProgram);
  command.add_option("--rapid-rates", flags.rapid_rates, "Of the axes, for dogleg [1,1,1]")
      ->type_name("X,Y,Z")
      ->group(kProgram);
  command.add_option("--machine", flags.machine, "Of rotary axes: a file, or xyzac-trt, ... (docs/nc_machines.md)")
      ->type_name("NAME|FILE")
      ->check(not_empty())
      ->group(kProgram);
  command.add_option("--pivot", flags.pivot, "Of a head's axes above the gauge point, for names of machines")
      ->type_name("MM")
      ->check(between(0, 1e5))
      ->group(kProgram);
  command.add_option("--gauge-length", flags.gauges, "Tip to gauge point, where the head turns; repeatable")
      ->type_name("T=MM")
      ->group(kProgram);
  add_choice(command, "--tcp", flags.tcp, {"linear", "slerp"}, "Axes between the ends, under G43.4 or M428", kProgram);
  command.add_option("--max-steps", flags.max_steps, "Blocks executed at most, besides one a line [10,000,000]")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53))
      ->group(kProgram);
  command.add_flag("--block-skip", flags.block_skip, "Leave out blocks that start with /")->group(kProgram);
  command.add_flag("--lenient", flags.lenient, "Check a program with errors as far as it goes; never clean")
      ->group(kProgram);

  constexpr const char* kPart = "Part";
  add_choice(command, "--surface", flags.surface, {"auto", "closed", "open"}, "Solid, or a sheet such as a relief",
             kPart);
  add_choice(command, "--part-unit", flags.part_unit, {"mm", "cm", "m", "inch"}, "Of the meshes", kPart);
  command.add_option("--part-scale", flags.part_scale, "")->check(between(1e-9, 1e9))->group(kPart);
  command.add_option("--part-rotation", flags.part_rotation, "Degrees about X, then Y, then Z")
      ->type_name("A,B,C")
      ->group(kPart);
  command.add_option("--part-offset", flags.part_offset, "Then moved by")->type_name("X,Y,Z")->group(kPart);
}

void add_gouge_tools(CLI::App& command, GougeFlags& flags) {
  constexpr const char* kTools = "Tools";
  command.add_option("--tools", flags.tools, "Tool file (docs/nc_tools.md) [the program's comments]")
      ->type_name("FILE")
      ->check(not_empty())
      ->group(kTools);
  command.add_option("--tool", flags.tool, "In the spindle where the program names none")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->group(kTools);
  add_choice(command, "--tool-unit", flags.tool_unit, {"mm", "inch"}, "Where the file names none", kTools);
  command.add_flag("--flat", flags.flat, "Tools without a shape are flat end mills")->group(kTools);
  command.add_option("--cutting-length", flags.cutting_length, "Where the file tells none")
      ->type_name("MM")
      ->check(between(0, 1e4))
      ->group(kTools);
}

void add_gouge_outputs(CLI::App& command, GougeFlags& flags) {
  constexpr const char* kOutput = "Output";
  const auto file = [&](const char* name, std::filesystem::path& target, const char* help) {
    command.add_option(name, target, help)->type_name("FILE")->check(not_empty())->group(kOutput);
  };
  file("--json", flags.json, "Everything (docs/gouge_report.schema.json); - for standard output");
  file("--csv", flags.csv, "The findings");
  file("--sarif", flags.sarif, "The findings for editors and code review (SARIF 2.1.0)");
  file("--html", flags.html, "A page to look at, one self-contained file (docs/gouge_page.md)");
  file("--ply", flags.ply, "The part coloured by the depth of cuts");
  file("--glb", flags.glb, "The same with fixtures, path and marks, as glTF");
  file("-o,--output", flags.output, "The text");
  command.add_option("--max-findings", flags.max_findings, "The worst are listed [1000]")
      ->check(CLI::Range(1, 1'000'000))
      ->group(kOutput);
  command.add_flag("--quiet", flags.quiet, "Findings and verdict alone")->group(kOutput);
  command.add_option("--threads", flags.threads, "0 = all cores; the answer is the same")
      ->check(CLI::Range(0, 1024))
      ->group(kOutput);
}

}  // namespace

void add_gouge(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("gouge", "Does an NC program cut into its part? Proved for every motion");
  const auto flags = std::make_shared<GougeFlags>();
  command->add_option("PART", flags->part, "Mesh of the finished part")->required()->type_name("");
  command->add_option("PROGRAM", flags->program, "G-code")->required()->type_name("");
  command->add_option("--fixture", flags->fixtures, "Mesh that nothing may touch; repeatable")->type_name("MESH");
  add_gouge_tools(*command, *flags);
  add_gouge_checks(*command, *flags);
  add_gouge_stock(*command, *flags);
  add_gouge_places(*command, *flags);
  add_gouge_outputs(*command, *flags);
  command->footer(kGougeHelp);
  command->callback([flags, &action] { action = [flags] { return gouge(*flags); }; });
}

}  // namespace graze::cli
