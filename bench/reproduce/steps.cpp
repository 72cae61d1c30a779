// SPDX-License-Identifier: Apache-2.0
// The time of every single step of the Pipes flight: figures 7 and 14 to 16.
#include "laboratory.h"
#include "methods.h"
#include "rival_flight.h"

namespace graze::reproduce {
namespace {

void record_steps(Laboratory& lab, const std::string& method, const std::vector<double>& us) {
  for (std::size_t i = 0; i < us.size(); ++i) {
    lab.record("steps", "Pipes", method, std::to_string(i), "us", us[i]);
  }
}

void fly_pipes(Laboratory& lab) {
  const Method ours[] = {thesis_method(Volume::dop18), default_method()};
  for (const Method& m : ours) record_steps(lab, m.name, lab.fly("Pipes", {m}).front()->us);
  const RivalFlight rival = fly_rival(lab.dataset("Pipes"), "fcl-obb", lab.rounds(), 20);
  if (rival.stride == 1) record_steps(lab, "fcl-obb", rival.us);
}

}  // namespace

void add_steps(std::vector<Experiment>& list) {
  list.push_back({"steps", {"figure_07", "figure_14", "figure_15", "figure_16"}, 15, 4, fly_pipes});
}

}  // namespace graze::reproduce
