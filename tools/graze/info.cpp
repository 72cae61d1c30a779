// SPDX-License-Identifier: Apache-2.0
// graze info: what is in a mesh file, what is wrong with it, and what its hierarchy looks like.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <new>

#include "command.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"

namespace graze::cli {
namespace {

constexpr const char* kInfoHelp = R"(
Examples:
  graze info part.stl
  graze info --json a.ply b.obj | jq '.files[].mesh.closed'
  graze info --volume dop26 --width 2 terrain.ply     the hierarchy with other settings
  graze info --strict *.stl && echo all clean

Words:
  open edges         belong to one triangle: the surface has a border
  non-manifold       edges with more than two triangles
  misoriented        edges along which two triangles disagree about inside and outside
  degenerate         triangles without area (decided exactly); legal here, often a sign of a bad export
  closed, manifold, oriented
                     no border; and every edge has two triangles, none twice; and they agree: it bounds a solid
  bytes/triangle     nodes and leaves of the hierarchy, without the mesh

Exit codes: 0, with --strict 1 when a file has a defect, 3 when a file cannot be read (the others are reported).)";

struct InfoCommand {
  std::vector<std::filesystem::path> files;
  BuildFlags build;
  bool json = false, strict = false;
};

bool has_defect(const MeshReport& r) {
  return r.degenerate_triangles + r.duplicate_triangles + r.non_manifold_edges + r.misoriented_edges + r.open_edges >
             0 ||
         r.triangles == 0;
}

std::string verdict(const MeshReport& r) {
  if (r.triangles == 0) return "empty: no triangles";
  if (r.degenerate_triangles == r.triangles) return "none: every triangle is degenerate, a point or a segment";
  if (r.oriented) return "closed, manifold, consistently oriented: bounds a solid unless it crosses itself";
  if (r.manifold) return "closed and manifold, but not consistently oriented";
  if (r.closed) return "closed, but not manifold";
  return "open: the surface has a border";
}

std::string defects(const MeshReport& r) {
  std::string text;
  const auto add = [&](std::size_t count, const char* noun) {
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, noun);
  };
  add(r.open_edges, "open edge");
  add(r.non_manifold_edges, "non-manifold edge");
  add(r.misoriented_edges, "misoriented edge");
  add(r.degenerate_triangles, "degenerate triangle");
  add(r.duplicate_triangles, "duplicate triangle");
  return text.empty() ? "none" : text;
}

std::string info_text(const Input& input, const MeshReport& r) {
  const HierarchyStats s = input.model.stats();
  const Box& box = r.box;
  std::string text = fmt::format("{}{}\n", input.file.string(), input.saved_model ? "  (saved model)" : "");
  const auto line = [&](const char* name, const std::string& value) {
    text += fmt::format("  {:<11} {}\n", name, value);
  };
  line("triangles",
       fmt::format("{}; vertices {} ({} distinct, {} unused); {}", grouped(r.triangles), grouped(r.vertices),
                   grouped(r.distinct_vertices), grouped(r.unused_vertices), counted(r.components, "component")));
  line("box", fmt::format("[{:.6g}, {:.6g}, {:.6g}] .. [{:.6g}, {:.6g}, {:.6g}], size {:.6g} x {:.6g} x {:.6g}",
                          box.lower.x, box.lower.y, box.lower.z, box.upper.x, box.upper.y, box.upper.z,
                          box.upper.x - box.lower.x, box.upper.y - box.lower.y, box.upper.z - box.lower.z));
  line("surface", verdict(r));
  line("defects", defects(r));
  line("area", r.oriented ? fmt::format("{:.6g}, volume {:.6g}", r.area, r.volume) : fmt::format("{:.6g}", r.area));
  line("hierarchy",
       fmt::format("{}, {}, {} wide, at most {} a leaf: {}, {}, height {}", name(s.volume), name(s.split), s.width,
                   counted(static_cast<unsigned>(s.leaf_size), "triangle"), counted(s.nodes, "node"),
                   s.leaves == 1 ? "1 leaf" : grouped(s.leaves) + " leaves", s.height));
  line("memory",
       fmt::format("{:.1f} bytes/triangle ({:.2f} MB nodes, {:.2f} MB leaves); fill {:.0f} % children, {:.0f} % leaves",
                   s.bytes_per_triangle, static_cast<double>(s.node_bytes) / 1e6,
                   static_cast<double>(s.leaf_bytes) / 1e6, 100 * s.child_fill, 100 * s.leaf_fill));
  const double load_ms = static_cast<double>(input.load_time.count()) / 1e6;
  const double build_ms = static_cast<double>(input.build_time.count()) / 1e6;
  line("time", input.saved_model ? fmt::format("opened in {:.1f} ms", load_ms)
                                 : fmt::format("read in {:.1f} ms, built in {:.1f} ms", load_ms, build_ms));
  return text;
}

Json info_json(const Input& input, const MeshReport& report) {
  const Json brief = to_json(input);
  return {{"file", brief["file"]},
          {"saved_model", brief["saved_model"]},
          {"bytes", input.bytes},
          {"load_ms", brief["load_ms"]},
          {"build_ms", brief["build_ms"]},
          {"mesh", to_json(report)},
          {"hierarchy", to_json(input.model.stats())}};
}

int info(const InfoCommand& flags) {
  refuse_idle_build_options(flags.build.any_given(), flags.files);
  bool defective = false;
  std::string text_out;
  std::vector<Json> rows;
  std::vector<std::string> failures;
  for (const std::filesystem::path& file : flags.files) {
    try {
      const Input input = load(file, flags.build.options());
      const MeshReport report = inspect(input.model.mesh());
      defective = defective || has_defect(report);
      if (flags.json) {
        rows.push_back(info_json(input, report));
      } else {
        text_out += (text_out.empty() ? "" : "\n") + info_text(input, report);
      }
    } catch (const std::bad_alloc&) {
      failures.push_back(file.string() + ": out of memory");
    } catch (const std::exception& error) {
      failures.emplace_back(error.what());
    }
  }
  if (flags.json && !rows.empty()) {
    const Json document = {
        {"schema", "graze-info-1"}, {"version", GRAZE_VERSION}, {"machine", machine()}, {"files", rows}};
    text_out = text(document);
  }
  write_stdout(text_out);
  for (const std::string& failure : failures) fail(failure);
  return !failures.empty() ? kFailed : flags.strict && defective ? kFound : kNothingFound;
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("info", "Defects, box, closed or not, and the hierarchy's statistics");
  const auto flags = std::make_shared<InfoCommand>();
  command->add_option("MESH", flags->files, "Mesh files or saved models")->required()->type_name("");
  command->add_flag("--json", flags->json, "Answer as JSON (schema: docs/cli.md)");
  command->add_flag("--strict", flags->strict, "Exit with 1 when a file has a defect");
  flags->build.add_to(*command);
  command->footer(kInfoHelp);
  command->callback([flags, &action] { action = [flags] { return info(*flags); }; });
}

}  // namespace graze::cli
