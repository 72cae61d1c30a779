// SPDX-License-Identifier: Apache-2.0
// graze_micro: what the steps of a query cost, with Google Benchmark. A benchmark's time is that of one pass over its
// cases; `items` is how many, `GHz` the core's frequency right after. scripts/bench_micro.py makes the table.
#include <benchmark/benchmark.h>

#include "cases.h"
#include "cycles.h"
#include "geometry/rigid.h"
#include "query/workspace.h"
#include "traverse/frame.h"

namespace {

using namespace graze;
using namespace graze::bench;

/// Times `work`, which handles `items` cases.
template <typename Work>
void run(benchmark::State& state, std::size_t items, const Work& work) {
  for (auto _ : state) work();
  state.counters["items"] = static_cast<double>(items);
  state.counters["GHz"] = core_ghz_after(work);
}

void obb_step(benchmark::State& state, bool dependent) {
  run(state, warm_nodes().size(),
      [&] { benchmark::DoNotOptimize(obb_steps(blobs(Volume::obb).query(), warm_nodes(), dependent)); });
}

void obb_step_cold(benchmark::State& state) {
  run(state, cold_nodes().size(),
      [] { benchmark::DoNotOptimize(obb_steps(large_case().query(), cold_nodes(), false)); });
}

void dop_step(benchmark::State& state) {
  run(state, dop_nodes().size(),
      [] { benchmark::DoNotOptimize(dop_steps(blobs(Volume::dop26).query(), dop_nodes())); });
}

void dop_realign(benchmark::State& state) {
  run(state, dop_nodes().size(),
      [] { benchmark::DoNotOptimize(dop_realigns(blobs(Volume::dop26).query(), dop_nodes())); });
}

void leaf_packet(benchmark::State& state, bool crossing, bool dependent) {
  const IndexPairs& pairs = leaf_pairs(crossing);
  run(state, pairs.size(),
      [&] { benchmark::DoNotOptimize(leaf_packets(blobs(Volume::obb).query(), pairs, dependent)); });
}

void exact(benchmark::State& state, CornerPairs (*make)()) {
  const CornerPairs pairs = make();
  run(state, pairs.size(), [&] {
    for (const auto& [a, b] : pairs) benchmark::DoNotOptimize(detail::triangles_meet(a, b));
  });
}

void check_pose(benchmark::State& state) {
  const Pose pose = blobs(Volume::obb).pose();
  run(state, 1, [&] { benchmark::DoNotOptimize(detail::check_query(pose, {})); });
}

void frame(benchmark::State& state) {
  const KernelCase& c = blobs(Volume::obb);
  const double skew = detail::skew_of(c.pose());
  detail::Frame made;
  run(state, 1, [&] {
    benchmark::DoNotOptimize(detail::make_frame(c.query().a, c.query().b, c.pose(), skew, 0, Descent::adaptive, made));
    benchmark::DoNotOptimize(made);
  });
}

/// A whole boolean query of the blobs, `distance` apart.
void query(benchmark::State& state, double distance) {
  const KernelCase& c = blobs(Volume::obb);
  Pose pose = c.pose();
  pose.t = {distance, 0, 0};
  Workspace workspace;
  run(state, 1, [&] { benchmark::DoNotOptimize(intersects(c.a(), c.b(), pose, {}, &workspace)); });
  state.counters["volume_tests"] = static_cast<double>(workspace.counters().volume_tests);
}

/// Where the balls about the models meet, and the boxes of the roots do not: a query of a step or two.
double touching_balls() {
  const KernelCase& c = blobs(Volume::obb);
  return 0.97 * (c.query().a.radius + c.query().b.radius);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 3;
  benchmark::AddCustomContext("isa", std::string(instruction_set()));
  benchmark::AddCustomContext("tsc_ghz", std::to_string(tsc_ghz()));
  const auto add = [](const char* name, auto function) { benchmark::RegisterBenchmark(name, function); };
  add("obb_step/throughput", [](benchmark::State& s) { obb_step(s, false); });
  add("obb_step/latency", [](benchmark::State& s) { obb_step(s, true); });
  add("obb_step/cold", obb_step_cold);
  add("dop26_step/throughput", dop_step);
  add("dop26_realign/throughput", dop_realign);
  add("leaf_packet/apart", [](benchmark::State& s) { leaf_packet(s, false, false); });
  add("leaf_packet/crossing", [](benchmark::State& s) { leaf_packet(s, true, false); });
  add("leaf_packet/crossing_latency", [](benchmark::State& s) { leaf_packet(s, true, true); });
  add("exact/clear", [](benchmark::State& s) { exact(s, clear_triangles); });
  add("exact/touching", [](benchmark::State& s) { exact(s, touching_triangles); });
  add("exact/coplanar", [](benchmark::State& s) { exact(s, coplanar_triangles); });
  add("fixed/check_pose", check_pose);
  add("fixed/make_frame", frame);
  add("fixed/far_apart", [](benchmark::State& s) { query(s, 100); });
  add("fixed/touching_balls", [](benchmark::State& s) { query(s, touching_balls()); });
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
