// SPDX-License-Identifier: Apache-2.0
// graze bench compare, report, poses: what is done with the files of a run.
#include <fmt/format.h>

#include "bench.h"
#include "command.h"
#include "output.h"
#include "suite/compare.h"
#include "suite/results.h"

namespace graze::cli {

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
