// SPDX-License-Identifier: Apache-2.0
// graze build: a mesh with its hierarchy, saved to be opened without building it again.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "command.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"

namespace graze::cli {
namespace {

constexpr const char* kBuildHelp = R"(
Examples:
  graze build terrain.ply -o terrain.graze
  graze build part.stl -o part.graze --volume obb --leaf 4
  graze check terrain.graze part.graze

A saved model holds the mesh, in double precision, and the hierarchy. It is checked when it is opened: a damaged or
foreign file is refused. All settings but the margin change speed and memory, never an
answer.

Exit codes: 0 written, 3 otherwise; a file that was there before is replaced only when the new one is complete.)";

struct BuildCommand {
  std::filesystem::path mesh, output;
  BuildFlags build;
  bool json = false;
};

int build(const BuildCommand& flags) {
  require_file(flags.mesh);
  require_output(flags.output, {flags.mesh});
  if (is_saved_model(flags.mesh)) {
    throw Failure(fmt::format("{}: already a saved model; build takes a mesh file", flags.mesh.string()));
  }
  const Input input = load(flags.mesh, flags.build.options());
  input.model.save(flags.output);
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(flags.output, ignored);
  if (flags.json) {
    Json document = {{"schema", "graze-build-1"}, {"version", GRAZE_VERSION},        {"machine", machine()},
                     {"mesh", to_json(input)},    {"output", flags.output.string()}, {"bytes", bytes}};
    document["hierarchy"] = to_json(input.model.stats());
    write_stdout(text(document));
  } else {
    const HierarchyStats stats = input.model.stats();
    write_stdout(fmt::format("{}: {}, {}, {} wide, built in {:.1f} ms, {:.2f} MB\n", flags.output.string(),
                             counted(stats.triangles, "triangle"), name(stats.volume), stats.width,
                             static_cast<double>(input.build_time.count()) / 1e6, static_cast<double>(bytes) / 1e6));
  }
  return kNothingFound;
}

}  // namespace

void add_build(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("build", "Save a mesh with its hierarchy, to be opened in no time");
  const auto flags = std::make_shared<BuildCommand>();
  command->add_option("MESH", flags->mesh, "Mesh file")->required()->type_name("");
  command->add_option("-o,--output", flags->output, "Where the model goes")
      ->required()
      ->check(not_empty())
      ->type_name("MODEL");
  command->add_flag("--json", flags->json, "Report as JSON (schema: docs/cli.md)");
  flags->build.add_to(*command);
  flags->build.add_margin_to(*command);
  command->footer(kBuildHelp);
  command->callback([flags, &action] { action = [flags] { return build(*flags); }; });
}

}  // namespace graze::cli
