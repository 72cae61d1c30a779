// SPDX-License-Identifier: Apache-2.0
#include "laboratory.h"

#include <cstdio>
#include <stdexcept>

#include "methods.h"

namespace graze::reproduce {
namespace {

/// Fields hold no quotes or line ends; names such as "10,000" would need quotes.
std::string quoted(const std::string& text) { return text.find(',') == std::string::npos ? text : '"' + text + '"'; }

}  // namespace

Laboratory::Laboratory(const LaboratoryOptions& options) : quick_(options.quick) {
  std::filesystem::create_directories(options.out);
  csv_.open(options.out / "measured.csv");
  if (!csv_) throw std::runtime_error("cannot write " + (options.out / "measured.csv").string());
  csv_ << "experiment,dataset,method,parameter,quantity,value\n";
}

void Laboratory::record(const std::string& experiment, const std::string& dataset, const std::string& method,
                        const std::string& parameter, const std::string& quantity, double value) {
  char number[40];
  std::snprintf(number, sizeof(number), "%.9g", value);
  csv_ << quoted(experiment) << ',' << quoted(dataset) << ',' << quoted(method) << ',' << quoted(parameter) << ','
       << quoted(quantity) << ',' << number << '\n';
  csv_.flush();
}

const Scene& Laboratory::dataset(const std::string& name) {
  std::unique_ptr<Scene>& slot = datasets_[name];
  if (!slot) slot = std::make_unique<Scene>(make_dataset(name, quick_));
  return *slot;
}

std::vector<const FlightResult*> Laboratory::fly(const std::string& name, const std::vector<Method>& methods) {
  std::map<std::string, FlightResult>& flown = flown_[name];
  const Scene& scene = dataset(name);
  const Method reference = default_method();
  std::vector<Method> missing;
  if (flown.count(reference.name) == 0) missing.push_back(reference);
  for (const Method& m : methods) {
    if (flown.count(m.name) == 0 && m.name != reference.name) missing.push_back(m);
  }
  constexpr std::size_t kSideBySide = 6;  // binary trees of 143,690 + 143,690 triangles take 130 MB each
  constexpr double kMostSeconds = 1;
  for (std::size_t begin = 0; begin < missing.size(); begin += kSideBySide) {
    const std::vector<Method> some(
        missing.begin() + static_cast<std::ptrdiff_t>(begin),
        missing.begin() + static_cast<std::ptrdiff_t>(std::min(missing.size(), begin + kSideBySide)));
    for (FlightResult& result : fly_all(scene, some, rounds(), kMostSeconds)) {
      const std::string key = result.method;
      flown[key] = std::move(result);
      report(name, flown[key], flown.at(reference.name));
    }
  }
  std::vector<const FlightResult*> results;
  for (const Method& m : methods) results.push_back(&flown.at(m.name));
  return results;
}

void Laboratory::report(const std::string& name, const FlightResult& r, const FlightResult& reference) {
  const auto row = [&](const char* quantity, double value) { record("flight", name, r.method, "", quantity, value); };
  const Counters sum = r.total();
  row("poses", static_cast<double>(r.us.size()));
  row("mean_us", r.mean_us());
  row("max_us", r.max_us());
  row("N_v", static_cast<double>(sum.volume_tests));
  row("N_p", static_cast<double>(sum.primitive_tests));
  row("N_u", static_cast<double>(sum.node_updates));
  if (r.study.comparisons > 0) {
    row("overlaps", static_cast<double>(r.study.overlaps));
    row("comparisons", static_cast<double>(r.study.comparisons));
    row("disjoint_comparisons", static_cast<double>(r.study.disjoint_comparisons));
  }
  row("contacts", static_cast<double>(r.contacts));
  row("hits", static_cast<double>(r.hits));
  row("environment_triangles", static_cast<double>(r.environment.triangles));
  row("object_triangles", static_cast<double>(r.object.triangles));
  row("environment_build_ms", r.build_environment_ms);
  row("object_build_ms", r.build_object_ms);
  row("environment_height", r.environment.height);
  row("environment_volume", r.environment.total_volume);
  row("environment_bytes", static_cast<double>(r.environment.node_bytes + r.environment.leaf_bytes));
  row("object_bytes", static_cast<double>(r.object.node_bytes + r.object.leaf_bytes));
  row("object_leaves", static_cast<double>(r.object.leaves));
  const bool agrees = r.hash == reference.hash && r.contacts == reference.contacts;
  row("agrees", agrees ? 1 : 0);
  ++flights_;
  if (!agrees) {
    ++disagreements_;
    std::fprintf(stderr, "%s: '%s' has %llu contacts, the default %llu\n", name.c_str(), r.method.c_str(),
                 static_cast<unsigned long long>(r.contacts), static_cast<unsigned long long>(reference.contacts));
  }
}

}  // namespace graze::reproduce
