// SPDX-License-Identifier: Apache-2.0
// What `graze gouge` shows besides words: the page and the coloured meshes.
#include "command.h"
#include "gouge.h"
#include "gouge_page/mesh_files.h"
#include "gouge_page/page.h"
#include "nc/check/part_data.h"

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

std::shared_ptr<const GougePicture> gouge_picture(const GougeRun& run, const std::string& program,
                                                  const nc::Options& reading, const nc::CheckedBody& part,
                                                  std::span<const nc::CheckedBody> fixtures) {
  auto picture = std::make_shared<GougePicture>();
  picture->program = program;
  const std::string name = run.outcome.files.empty() ? std::string() : run.outcome.files[0];
  gouge_page::PathSource source{program, name, reading, run.outcome.setups};
  source.first_tool = run.options.first_tool;
  source.chord_error = run.options.tolerance / 5;
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
