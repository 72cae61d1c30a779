// SPDX-License-Identifier: Apache-2.0
// What experiments share: options, datasets, flights already flown, and the file their numbers go to.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "datasets.h"
#include "flight.h"

namespace graze::reproduce {

struct LaboratoryOptions {
  bool quick = false;  ///< reduced datasets, fewer rounds
  std::filesystem::path out;
};

/// Rows of measured.csv: experiment, dataset, method, parameter, quantity, value; the columns of graze_lab.
class Laboratory {
 public:
  explicit Laboratory(const LaboratoryOptions& options);

  bool quick() const { return quick_; }
  int rounds() const { return quick_ ? 2 : 3; }

  void record(const std::string& experiment, const std::string& dataset, const std::string& method,
              const std::string& parameter, const std::string& quantity, double value);

  /// Made at its first use.
  const Scene& dataset(const std::string& name);

  /// Flies the methods that have not flown this dataset yet, side by side, records them as experiment "flight", and
  /// compares their contacts with those of the default build. Returns all, in order.
  std::vector<const FlightResult*> fly(const std::string& name, const std::vector<Method>& methods);

  /// Flights whose contacts differ from the default's.
  int disagreements() const { return disagreements_; }
  int flights() const { return flights_; }

 private:
  void report(const std::string& name, const FlightResult& result, const FlightResult& reference);

  bool quick_;
  std::ofstream csv_;
  std::map<std::string, std::unique_ptr<Scene>> datasets_;
  std::map<std::string, std::map<std::string, FlightResult>> flown_;  // by dataset and method
  int disagreements_ = 0, flights_ = 0;
};

/// The group of tables that one run of code fills.
struct Experiment {
  std::string name;
  std::vector<std::string> tables;        ///< what --only may name besides: "table_18", "figure_12", ...
  double seconds = 0, quick_seconds = 0;  ///< about, for the time left
  std::function<void(Laboratory&)> run;
};

void add_volumes(std::vector<Experiment>& list);       // volumes.cpp
void add_construction(std::vector<Experiment>& list);  // construction.cpp
void add_spheres(std::vector<Experiment>& list);       // spheres.cpp
void add_costs(std::vector<Experiment>& list);         // costs.cpp
void add_calibration(std::vector<Experiment>& list);   // calibration.cpp
void add_thresholds(std::vector<Experiment>& list);    // thresholds.cpp
void add_steps(std::vector<Experiment>& list);         // steps.cpp
void add_overlap(std::vector<Experiment>& list);       // overlap.cpp
void add_memory(std::vector<Experiment>& list);        // memory.cpp
void add_packages(std::vector<Experiment>& list);      // packages.cpp
void add_judge(std::vector<Experiment>& list);         // judge_trust.cpp
void add_adb(std::vector<Experiment>& list);           // adb.cpp
void add_gouge(std::vector<Experiment>& list);         // gouge.cpp

}  // namespace graze::reproduce
