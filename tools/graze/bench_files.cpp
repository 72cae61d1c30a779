// SPDX-License-Identifier: Apache-2.0
// graze bench compare, report, poses: what is done with the files of a run.
#include <fmt/format.h>

#include "bench.h"
#include "bench_watch.h"
#include "command.h"
#include "output.h"
#include "suite/compare.h"
#include "suite/page.h"
#include "suite/results.h"
#include "suite/scenes.h"

namespace graze::cli {

std::string bench_page(const suite::Results& results, const BenchMeshes& meshes) {
  std::vector<suite::PageMesh> list;
  for (const auto& [hash, mesh] : meshes) list.push_back({hash, mesh.get()});
  return suite::page_html(suite::to_json(results), list);
}

int bench_report(const BenchReport& flags) {
  const suite::Results results = suite::read_results(flags.results);
  if (!suite::has_page()) throw Failure("three.js could not be fetched when this graze was built; there is no page");
  require_output(flags.html, {flags.results});
  OutputFile file(flags.html);
  std::vector<std::filesystem::path> models = flags.models;
  for (const std::filesystem::path& model : suite::default_models(false)) models.push_back(model);
  file.write(bench_page(results, suite::find_models(results, models)));
  file.commit();
  return kNothingFound;
}

int bench_compare(const BenchCompare& flags) {
  const suite::Results before = suite::read_results(flags.before);
  const suite::Results after = suite::read_results(flags.after);
  const double noise = flags.noise_percent / 100;
  const suite::Comparison comparison = suite::compare_results(before, after, noise);
  if (comparison.changes.empty()) throw Failure("the two runs have nothing in common that could be compared");
  write_stdout(suite::comparison_text(comparison, noise));
  return comparison.slower > 0 ? kFound : kNothingFound;
}

}  // namespace graze::cli
