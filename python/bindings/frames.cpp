// SPDX-License-Identifier: Apache-2.0
// One frame's time for many pairs.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "arrays.h"
#include "module.h"
#include "workspaces.h"

namespace graze::python {
namespace {

/// Copies share what they are of: a list that another thread changes meanwhile takes no model away.
std::vector<std::pair<Model, Model>> to_pairs(const py::sequence& pairs) {
  std::vector<std::pair<Model, Model>> out;
  out.reserve(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const py::object pair = pairs[i];
    try {
      out.push_back(pair.cast<std::pair<Model, Model>>());
      continue;
    } catch (const py::cast_error&) {            // of another type
    } catch (const py::reference_cast_error&) {  // None
    }
    throw py::type_error("pair " + std::to_string(i) + " is not two models (A, B)");
  }
  return out;
}

py::list ask_judge_all(const py::sequence& pairs, const py::object& poses, double deadline, FrameMemory* memory) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point began = Clock::now();
  const std::chrono::nanoseconds time = to_time(deadline);
  if (time.count() == 0) throw py::value_error("judge_all needs a deadline above 0 seconds");
  const std::vector<std::pair<Model, Model>> models = to_pairs(pairs);
  const std::vector<Pose> places = to_poses(poses);
  if (models.size() != places.size()) {
    throw py::value_error("judge_all needs a pose for each pair: " + std::to_string(models.size()) + " pairs, " +
                          std::to_string(places.size()) + " poses");
  }
  std::vector<TimedPair> all;
  all.reserve(models.size());
  for (std::size_t i = 0; i < models.size(); ++i) all.push_back({&models[i].first, &models[i].second, places[i]});

  std::optional<FrameMemory> local;
  if (memory == nullptr) memory = &local.emplace();
  const Turn turn(memory->at_work);
  for (auto& [i, pair] : memory->pairs) pair->asked = false;  // their `last` is of another query
  memory->verdicts.resize(all.size());
  {
    const py::gil_scoped_release unlocked;
    constexpr std::chrono::nanoseconds kLeast(1);     // one look is taken anyway
    const auto left = time - (Clock::now() - began);  // long lists take long to read
    judge_all(all, std::max(kLeast, left), memory->verdicts, *memory->workspace);
  }
  return py::cast(memory->verdicts);
}

std::shared_ptr<PairMemory> memory_of(FrameMemory& frame, std::size_t i) {
  const Turn turn(frame.at_work);
  TimedWorkspace& workspace = frame.workspace->of(i);
  if (const auto known = frame.pairs.find(i); known != frame.pairs.end()) return known->second;
  const auto made = std::make_shared<PairMemory>(PairMemory{{frame.workspace, &workspace}, frame.at_work, {}, false});
  frame.pairs.emplace(i, made);
  return made;
}

}  // namespace

void add_frames(py::module_& m) {
  using namespace py::literals;
  py::class_<FrameMemory>(m, "FrameWorkspace",
                          "Memory kept between calls of `judge_all`, one per thread. With it a frame that had no time "
                          "for some pairs is followed by one that begins with these.")
      .def(py::init<>())
      .def("of", &memory_of, "i"_a,
           "The TimedWorkspace of the pair at place i of the list, for `use` and `learn`; other pairs share theirs. It "
           "is at work when its frame is.");
  m.def("judge_all", &ask_judge_all, "pairs"_a, "poses"_a, "deadline"_a, py::kw_only(), "workspace"_a = py::none(),
        R"(A Verdict for each pair by the deadline (seconds from the call on), as a list.

`pairs` are tuples (A, B) of models, `poses` one of each B in its A. First a look at each, then more steps for the pair
that is least certain, until the time is over or all are certain. Where it is over before each had its look, those left
read free with a probability of 0.5 and no steps.)");
}

}  // namespace graze::python
