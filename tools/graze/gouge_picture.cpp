// SPDX-License-Identifier: Apache-2.0
// What `graze gouge` shows besides words: the page and the coloured meshes.
#include "command.h"
#include "gouge.h"
#include "gouge_page/mesh_files.h"
#include "gouge_page/page.h"
#include "nc/check/part_data.h"
#include "nc/machine/tool_path.h"

namespace graze::cli {

struct GougePicture {
  std::string program;
  std::vector<std::string> subprograms;
  gouge_page::Path path;  ///< thinned
  gouge_page::PaintedPart part;
  std::size_t part_triangles = 0;
  std::vector<Mesh> fixtures;
};

void require_gouge_page() {
  if (!gouge_page::has_page()) {
    throw Failure("--html: built without the page, for npm's registry was not reached; build graze again");
  }
}

namespace {

/// As the check has it.
class MachinePoses {
 public:
  MachinePoses(const nc::VerifyOptions& options, std::span<const nc::Setup> setups, int first_tool)
      : options_(options), setups_(setups), first_tool_(first_tool) {}

  std::optional<gouge_page::Posed> at(const nc::Motion& m, double t) const {
    const std::optional<nc::detail::ToolPath> path = path_of(m);
    if (!path) return std::nullopt;
    const nc::ToolPose pose = path->at(t);
    return gouge_page::Posed{pose.tip, pose.axis};
  }

  double error(const nc::Motion& m, double t0, double t1) const {
    const std::optional<nc::detail::ToolPath> path = path_of(m);
    return path ? path->deviation(t0, t1, {}) : 0;
  }

 private:
  std::optional<nc::detail::ToolPath> path_of(const nc::Motion& m) const {
    if (!options_.machine || m.setup >= setups_.size() || !nc::can_turn(*options_.machine, m)) return std::nullopt;
    for (int axis = 3; axis < nc::kAxes; ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      if (!options_.machine->has(axis) && (m.start.value[i] != 0 || m.end.value[i] != 0)) return std::nullopt;
    }
    const nc::Setup& setup = setups_[m.setup];
    const nc::Interpolation how = nc::interpolation_of(setup, options_.tcp);
    const auto gauge = options_.gauges.find(setup.tool != 0 ? setup.tool : first_tool_);
    const bool known = gauge != options_.gauges.end();
    if (!known && nc::needs_gauge(*options_.machine, how)) return std::nullopt;
    return nc::detail::ToolPath(*options_.machine, nc::turning_move(m, how), known ? gauge->second : -1);
  }

  const nc::VerifyOptions& options_;
  std::span<const nc::Setup> setups_;
  int first_tool_;
};

}  // namespace

std::shared_ptr<const GougePicture> gouge_picture(const GougeRun& run, const std::string& program,
                                                  const nc::Options& reading, const nc::CheckedBody& part,
                                                  std::span<const nc::CheckedBody> fixtures) {
  auto picture = std::make_shared<GougePicture>();
  picture->program = program;
  const std::string name = run.outcome.files.empty() ? std::string() : run.outcome.files[0];
  gouge_page::PathSource source{program, name, reading, run.outcome.setups};
  source.first_tool = run.options.first_tool;
  source.chord_error = run.options.tolerance / 5;
  const MachinePoses poses(run.options, run.outcome.setups, run.options.first_tool);
  source.pose = [&](const nc::Motion& m, double t) { return poses.at(m, t); };
  source.pose_error = [&](const nc::Motion& m, double t0, double t1) { return poses.error(m, t0, t1); };
  const gouge_page::Path path = gouge_page::record_path(source, &picture->subprograms);
  const Mesh& mesh = part.mesh.data().model.mesh();
  gouge_page::PaintOptions options;
  options.tolerance = run.options.tolerance;
  picture->part = gouge_page::paint(mesh, run.report, path, options);
  picture->part_triangles = mesh.triangles.size();
  picture->path = gouge_page::thinned(path, gouge_page::kDrawnPath, gouge_page::kept_places(run.report));
  for (const nc::CheckedBody& fixture : fixtures) picture->fixtures.push_back(fixture.mesh.data().model.mesh());
  return picture;
}

std::string gouge_html(const GougeRun& run) {
  const GougePicture& picture = *run.picture;
  gouge_page::PageData data{run.report, picture.part, picture.path};
  data.version = GRAZE_VERSION;
  data.tolerance = run.options.tolerance;
  data.part_triangles = picture.part_triangles;
  data.files = run.outcome.files;
  data.texts.emplace_back(picture.program);
  for (const std::string& text : picture.subprograms) data.texts.emplace_back(text);
  for (const Mesh& mesh : picture.fixtures) data.fixtures.push_back(&mesh);
  if (run.stock) data.stock = &*run.stock;
  return gouge_page::page_html(data);
}

std::string gouge_ply(const GougeRun& run) { return gouge_page::painted_ply(run.picture->part); }

std::string gouge_glb(const GougeRun& run) {
  const GougePicture& picture = *run.picture;
  return gouge_page::scene_glb({picture.part, picture.fixtures, picture.path, run.report});
}

}  // namespace graze::cli
